// Contact detection of bodies made of facets: finds the points at which their facets press, each with its
// area. Contacts of two meshes are sums over facets (contact/facets/polygon_pressure.hpp). Walls consist of
// facets, too: a plane is one facet without an end, a cylinder consists of planar strips, and a mesh wall has
// its own facets.
#pragma once

#include "scree/contact/facets/facet_pairs.hpp"
#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/contact/wall/planar_patch.hpp"
#include "scree/law/pressure.hpp"
#include "scree/world/detect/touch_bodies.hpp"

#include <algorithm>
#include <vector>

namespace scree {

inline FacetBodyView mesh_of(const DetectInput& in, int body) {
  const Bodies& b = *in.bodies;
  return {&in.shapes->meshes[(*in.shapes)[b.shape[body]].index], b.scale[body],
          in.materials->materials[b.material[body]].layer_stiffness};
}

/// Adds the points of facet contacts of one pair, one facet after the other.
class FacetPoints {
 public:
  FacetPoints(const DetectInput& in, const Pose& frame, int pair, BatchContacts& out)
      : rule_(triangle_rule(in.quadrature)),
        frame_(frame),
        rotation_(to_matrix(frame.orientation)),
        pair_(pair),
        first_(static_cast<int>(out.points.size())),
        out_(out) {}
  ~FacetPoints() {
    const int count = static_cast<int>(out_.points.size()) - first_;
    if (count > 0) out_.touching.push_back({pair_, first_, count});
  }
  FacetPoints(const FacetPoints&) = delete;
  FacetPoints& operator=(const FacetPoints&) = delete;

  void add(const FacetContact& contact) {
    if (contact.depth > near_limit * contact.limit && contact.share == 1) note_deep();
    const Vec3 normal = rotation_ * contact.normal;
    const ContactPlane plane{frame_.position + rotation_ * contact.plane.origin, rotation_ * contact.plane.u,
                             rotation_ * contact.plane.v};
    for_each_point(contact, plane, rule_, [&](Vec3 x, Real overlap, Real area) {
      out_.points.emplace_back(x, normal, overlap, 1, 0, Vec3{});
      out_.areas.push_back(area);
    });
  }
  bool any() const { return static_cast<int>(out_.points.size()) > first_; }
  /// Counts a facet contact whose depth comes near the limit of its layers or exceeds it.
  void note_deep() {
    if (out_.deep++ == 0) out_.first_deep = pair_;
  }

 private:
  static constexpr Real near_limit = 0.9;  // a contact beyond the limit is lost, so counting begins below it
  const TriangleRule& rule_;
  const Pose frame_;
  const Mat3 rotation_;
  const int pair_, first_;
  BatchContacts& out_;
};

/// Detects the contact of two meshes. Examines the facets if the hulls overlap or if the bodies touched last
/// time. A pair whose hulls are apart is not examined again until its motion may have closed the gap.
inline void touch_meshes(const DetectInput& in, int p, const ListedPair& pair, PairMemory& memory,
                         MeshMemory& mesh, BatchContacts& out) {
  const Real path = path_bound(in, pair);
  if (path < memory.retry_distance) return;
  const Bodies& bodies = *in.bodies;
  const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
  if (far_apart(in, pair, between)) return;
  const FacetBodyView a = mesh_of(in, pair.a), b = mesh_of(in, pair.b);
  const Pose b_in_a = relative(bodies, pair, between);
  const auto hulls_apart = [&] {
    const HullPair hulls(a, b, b_in_a);
    Real gap = length_squared(memory.cache.axis) > 0 ? hulls.gap(memory.cache.axis) : 0;
    if (!(gap > 0)) {
      const Contact contact =
          GjkTd::collide(hulls.a, hulls.b, hulls.b_in_a, memory.cache, {.distance_cutoff = 0});
      gap = contact.status == Status::separated ? hulls.gap(contact.normal) : 0;
    }
    const bool apart = gap > 0;
    if (apart) memory.retry_distance = path + gap;
    mesh.stage = apart ? MeshStage::hulls : MeshStage::facets;
    return apart;
  };
  if (mesh.stage == MeshStage::hulls && hulls_apart()) return;
  FacetPoints points(in, bodies.pose(pair.a), p, out);
  for_each_facet_contact(a, b, b_in_a, mesh.facets, [&](const FacetContact& contact, FacetPair) {
    if (contact.status == FacetStatus::touching) {
      points.add(contact);
    } else if (contact.share == 1) {
      points.note_deep();  // the bodies penetrate each other at this facet
    }
  });
  if (!points.any()) hulls_apart();  // the pair may wait
}

/// Calls visit(facet) for the facets of a body that reach below a plane in its frame.
template <class Visit>
void for_each_facet_below(const FacetBodyView& a, Vec3 normal, Real offset, Visit visit) {
  const FacetBody& body = *a.body;
  const Real unscaled = offset / a.scale;
  const auto below = [&](const Box& box) { return -highest(box, -normal) < unscaled; };
  body.tree.any_of(below, [&](int f) {
    if (dot(body.normal[f], normal) < 0 && below(body.box[f])) visit(f);
    return false;
  });
}

/// Adds the contacts of a body and one facet of a wall. The facet is given in the frame of the body. The wall
/// is as thick as the layers of the body, unless it is solid.
inline void touch_wall_facet(const FacetBodyView& a, FacetView wall, bool solid, FacetPoints& points) {
  Vec3 corners[most_facet_corners];
  FacetContact contact;
  for_each_facet_below(a, wall.normal, wall.offset, [&](int f) {
    const FacetView facet = facet_of(a, f, corners);
    wall.layer = solid ? 1e9 * a.scale * a.body->bounds.diagonal() : facet.layer;
    if (wall.count == 0) wall.centre = facet.centre;
    facet_contact(facet, wall, {}, contact);
    if (contact.status == FacetStatus::touching) points.add(contact);
  });
}

inline Real wall_stiffness(const DetectInput& in, int wall) {
  return in.materials->materials[in.walls->all[wall].material].layer_stiffness;
}

inline void touch_mesh_plane(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const Pose frame = in.bodies->pose(pair.a);
  const HalfSpace plane = in.walls->plane_world(pair.b);
  const Real height = signed_distance(plane, frame.position);
  if (height > in.bodies->radius[pair.a]) return;
  FacetView wall;
  wall.normal = rotate(conjugate(frame.orientation), plane.normal);
  wall.offset = -height;
  wall.stiffness = wall_stiffness(in, in.walls->planes[pair.b].wall);
  FacetPoints points(in, frame, p, out);
  touch_wall_facet(mesh_of(in, pair.a), wall, true, points);
}

/// Detects the contact of a mesh and a cylinder. Strip k of the cylinder lies in the tangent plane of the
/// cylinder at the angle 2 pi k / sides.
inline void touch_mesh_cylinder(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const CylinderSurface& s = in.walls->cylinders[pair.b];
  const Pose frame = in.bodies->pose(pair.a), wall_pose = in.walls->all[s.wall].pose;
  const Pose wall_in_body = inverse(frame) * wall_pose;
  const Cylinder c = transform(wall_in_body, s.cylinder);
  const CylinderPoint at(c, {});
  const Real radius = in.bodies->radius[pair.a];
  if (at.distance > c.radius || at.distance + radius < c.radius) return;
  const Vec3 any = std::abs(s.cylinder.axis.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
  const Vec3 x_wall = normalized(cross(any, s.cylinder.axis));
  const Vec3 x = rotate(wall_in_body.orientation, x_wall), y = cross(c.axis, x);
  const Real step = 2 * std::numbers::pi / s.sides;
  const Real angle = std::atan2(dot(at.outward, y), dot(at.outward, x));
  const Real half = at.distance > radius ? std::asin(radius / at.distance) : std::numbers::pi;
  const int first = static_cast<int>(std::ceil((angle - half) / step - 0.5)),
            last = std::min(static_cast<int>(std::floor((angle + half) / step + 0.5)), first + s.sides - 1);
  const Real half_width = c.radius * std::tan(0.5 * step);
  FacetPoints points(in, frame, p, out);
  const FacetBodyView a = mesh_of(in, pair.a);
  for (int k = first; k <= last; ++k) {
    const Real strip_angle = step * ((k % s.sides + s.sides) % s.sides);
    const Vec3 outward = std::cos(strip_angle) * x + std::sin(strip_angle) * y,
               along = cross(c.axis, outward);
    const Vec3 middle = c.point + c.radius * outward;
    const Vec3 low = middle + c.from * c.axis, high = middle + c.to * c.axis;
    const Vec3 corner[4] = {low + half_width * along, low - half_width * along, high - half_width * along,
                            high + half_width * along};
    const Vec3 centre = 0.5 * (low + high);
    const FacetView wall{corner,
                         4,
                         -outward,
                         -dot(outward, middle),
                         centre,
                         0,
                         wall_stiffness(in, s.wall),
                         length(corner[0] - centre)};
    touch_wall_facet(a, wall, true, points);
  }
}

/// Detects the contact of a mesh and one planar patch of a mesh wall. The patch is as thick as the layers of
/// the body. It does not push parts of the body that lie deeper behind it.
inline void touch_mesh_patch(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const PlanarPatchSurface& s = in.walls->planar_patches[pair.b];
  const FacetMesh& mesh = in.walls->meshes[s.mesh];
  const Pose frame = in.bodies->pose(pair.a);
  const HalfSpace plane = in.walls->patch_world(pair.b);
  const Real height = signed_distance(plane, frame.position);
  if (std::abs(height) > in.bodies->radius[pair.a]) return;
  const Pose wall_in_body = inverse(frame) * in.walls->all[s.wall].pose;
  const Mat3 rotation = to_matrix(wall_in_body.orientation);
  FacetView wall;
  wall.normal = rotation * mesh.planar_patches[s.patch].plane.normal;
  wall.offset = -height;
  wall.stiffness = wall_stiffness(in, s.wall);
  const FacetBodyView a = mesh_of(in, pair.a);
  FacetPoints points(in, frame, p, out);
  Vec3 corner[most_facet_corners];
  wall.corner = corner;
  for (int f = mesh.planar_patches[s.patch].begin; f < mesh.planar_patches[s.patch].end; ++f) {
    const auto placed = [&](int c) {
      return rotation * mesh.vertices[mesh.corner[c]] + wall_in_body.position;
    };
    // Splits a facet with many corners into fans from its first corner.
    const int begin = mesh.facet_begin[f], end = mesh.facet_begin[f + 1];
    for (int from = begin + 1; from + 1 < end; from += most_facet_corners - 2) {
      wall.count = 0;
      corner[wall.count++] = placed(begin);
      for (int c = from; c < end && wall.count < most_facet_corners; ++c) corner[wall.count++] = placed(c);
      wall.centre = corner[0];
      touch_wall_facet(a, wall, false, points);
    }
  }
}

/// Lists the planar patches of a mesh that a sphere may touch, in ascending order.
inline void find_patches_near(const FacetMesh& mesh, Vec3 center, Real radius,
                              std::vector<int>& planar_patches) {
  planar_patches.clear();
  // Points at most 1e-9 of the mesh size outside a patch still count as over it.
  const Real reach = radius + 1e-9 * mesh.size, square = reach * reach;
  const auto near = [&](const Box& box) {
    return length_squared(max(max(box.lower - center, center - box.upper), Vec3{})) < square;
  };
  mesh.tree.any_of(near, [&](int facet) {
    const int planar_patch = mesh.patch_of[facet];
    if (std::abs(signed_distance(mesh.planar_patches[planar_patch].plane, center)) < radius &&
        near(mesh.box[facet]))
      planar_patches.push_back(planar_patch);
    return false;
  });
  std::sort(planar_patches.begin(), planar_patches.end());
  planar_patches.erase(std::unique(planar_patches.begin(), planar_patches.end()), planar_patches.end());
}

/// Detects the contact of a sphere and the planar patches of a mesh, in the same way as for a mesh wall.
inline void touch_sphere_mesh(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const Bodies& bodies = *in.bodies;
  const FacetBodyView b = mesh_of(in, pair.b);
  const FacetMesh& mesh = b.body->facets;
  const Pose frame = bodies.pose(pair.b);
  // Centre and radius of the sphere in the frame of the mesh, at scale 1.
  const Vec3 center = (1 / b.scale) * inverse_transform(frame, bodies.position[pair.a]);
  const Real radius = bodies.radius[pair.a] / b.scale;
  const int first = static_cast<int>(out.points.size());
  static thread_local std::vector<int> planar_patches;  // keeps its capacity
  find_patches_near(mesh, center, radius, planar_patches);
  for (const int planar_patch : planar_patches) {
    const HalfSpace& plane = mesh.planar_patches[planar_patch].plane;
    const Real height = signed_distance(plane, center);
    Manifold manifold;
    if (is_over(mesh, planar_patch, center)) {
      if (height > 0) touch_plane(center, radius, plane.normal, height, manifold);
    } else {
      touch_patch_edges(center, radius, mesh, planar_patch, manifold);
    }
    remove_inactive(manifold);
    for (int k = 0; k < manifold.count; ++k) {
      ManifoldPoint q = manifold.point[k];
      q.position = transform(frame, b.scale * q.position);
      q.normal = rotate(frame.orientation, q.normal);
      q.overlap *= b.scale, q.weight_gradient = {};
      out.points.push_back(q);
    }
  }
  const int points = static_cast<int>(out.points.size()) - first;
  if (points > 0) out.touching.push_back({p, first, points});
}

}  // namespace scree
