#include "scree/world/insert/wall_sides.hpp"

#include "scree/math/closest.hpp"
#include "scree/world/world.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

namespace scree {
namespace {

/// The point of a facet that is nearest to another point, and the feature that contains it.
struct NearestPoint {
  Vec3 point;
  Real distance = std::numeric_limits<Real>::infinity();
  int edge = -1;        // index of the half-edge that contains the point; -1: inside the facet
  bool corner = false;  // true: the point is the start of `edge`
};

NearestPoint nearest_on(const FacetMesh& mesh, int facet, Vec3 p) {
  NearestPoint nearest;
  bool over = true;
  for (int c = mesh.facet_begin[facet]; c < mesh.facet_begin[facet + 1]; ++c) {
    over = over && dot(mesh.edge[c].outward, p) <= mesh.edge[c].offset;
    const int next = mesh.next_corner(facet, c);
    const Vec3 from = mesh.vertices[mesh.corner[c]], to = mesh.vertices[mesh.corner[next]];
    const Real t = closest_on_segment(p, from, to);
    const Vec3 q = from + t * (to - from);
    const Real distance = length(q - p);
    if (distance < nearest.distance) nearest = {q, distance, t < 1 ? c : next, t == 0 || t == 1};
  }
  if (!over) return nearest;
  const HalfSpace& plane = mesh.planar_patches[mesh.patch_of[facet]].plane;
  const Real height = signed_distance(plane, p);
  return {p - height * plane.normal, std::abs(height), -1, false};
}

/// The surface of several meshes near a given point: the nearest point of the surface and the facets
/// around it.
class NearestSurface {
 public:
  NearestSurface(const World& world, Vec3 point) : world_(world), point_(point) {}

  /// Updates the nearest point with the mesh of a wall.
  void look_at(int wall, int mesh) {
    const FacetMesh& m = world_.walls.meshes[mesh];
    const Pose& pose = world_.walls.all[wall].pose;
    const Vec3 p = inverse_transform(pose, point_);
    m.tree.any_of([&](const Box& box) { return distance_to(box, p) < distance_; },
                  [&](int facet) {
                    const NearestPoint found = nearest_on(m, facet, p);
                    if (found.distance < distance_) {
                      distance_ = found.distance;
                      nearest_ = transform(pose, found.point);
                      wall_ = wall;
                    }
                    return false;
                  });
    size_ = std::max(size_, m.size);
  }
  /// Adds the facets that meet at the nearest point. Call it after `look_at` for all meshes.
  void gather(int wall, int mesh) {
    const FacetMesh& m = world_.walls.meshes[mesh];
    const Pose& pose = world_.walls.all[wall].pose;
    const Vec3 p = inverse_transform(pose, point_);
    const Real same = 1e-9 * size_;
    m.tree.any_of([&](const Box& box) { return distance_to(box, p) <= distance_ + same; },
                  [&](int facet) {
                    const NearestPoint found = nearest_on(m, facet, p);
                    if (length(transform(pose, found.point) - nearest_) <= same) add(m, facet, found, pose);
                    return false;
                  });
  }

  /// Returns the wall of the nearest point, or -1 if there is no mesh.
  int wall() const { return wall_; }
  /// True if the given point is behind the surface, according to the normal at the nearest point. This normal
  /// is weighted by angles, so it distinguishes the sides at edges and corners, too (Baerentzen and Aanaes
  /// 2005).
  bool is_behind() const { return dot(normal_, point_ - nearest_) < 0; }
  /// True if an edge at the nearest point has no facet on its other side.
  bool is_rim() const {
    return std::any_of(open_edges_.begin(), open_edges_.end(), [&](const OpenEdge& e) {
      const auto meets = [&](const OpenEdge& other) {
        return other.owner != e.owner && length(other.direction - e.direction) < 1e-6;
      };
      return std::none_of(open_edges_.begin(), open_edges_.end(), meets);
    });
  }

 private:
  struct OpenEdge {
    // Unit vector away from the nearest point. An edge that contains the point in its interior has
    // two entries.
    Vec3 direction;
    int owner = 0;
  };

  static Real distance_to(const Box& box, Vec3 p) { return length(p - max(box.lower, min(box.upper, p))); }

  Vec3 direction(const FacetMesh& m, int facet, int c, const Pose& pose) const {
    const Vec3 along = m.vertices[m.corner[m.next_corner(facet, c)]] - m.vertices[m.corner[c]];
    return rotate(pose.orientation, normalized(along));
  }
  void add(const FacetMesh& m, int facet, const NearestPoint& at, const Pose& pose) {
    const Vec3 normal = rotate(pose.orientation, m.planar_patches[m.patch_of[facet]].plane.normal);
    const int owner = facets_++;
    Real angle = 2 * std::numbers::pi;
    if (at.edge >= 0 && at.corner) {
      const int before = at.edge == m.facet_begin[facet] ? m.facet_begin[facet + 1] - 1 : at.edge - 1;
      const Vec3 out = direction(m, facet, at.edge, pose), back = -direction(m, facet, before, pose);
      angle = std::acos(std::clamp(dot(out, back), -1.0, 1.0));
      if (m.edge[at.edge].kind == FacetEdgeKind::open) open_edges_.push_back({out, owner});
      if (m.edge[before].kind == FacetEdgeKind::open) open_edges_.push_back({back, owner});
    } else if (at.edge >= 0) {
      const Vec3 along = direction(m, facet, at.edge, pose);
      angle = std::numbers::pi;
      if (m.edge[at.edge].kind == FacetEdgeKind::open) {
        open_edges_.push_back({along, owner});
        open_edges_.push_back({-along, owner});
      }
    }
    normal_ += angle * normal;
  }

  const World& world_;
  Vec3 point_, nearest_, normal_;
  Real distance_ = std::numeric_limits<Real>::infinity(), size_ = 0;
  int wall_ = -1, facets_ = 0;
  std::vector<OpenEdge> open_edges_;
};

/// Calls visit(wall, mesh) for every mesh.
template <class Visit>
void for_each_mesh(const World& w, Visit visit) {
  for (std::size_t f = 0; f < w.walls.planar_patches.size();) {
    const PlanarPatchSurface& s = w.walls.planar_patches[f];
    visit(s.wall, s.mesh);
    f += w.walls.meshes[s.mesh].planar_patches.size();
  }
}

}  // namespace

std::vector<int> walls_around(const World& w, Vec3 point) {
  enum class Side { none, free, behind };
  std::vector<Side> side(w.walls.all.size(), Side::none);
  const auto mark = [&](int wall, bool is_free) {
    if (side[wall] != Side::behind) side[wall] = is_free ? Side::free : Side::behind;
  };
  for (int p = 0; p < static_cast<int>(w.walls.planes.size()); ++p)
    mark(w.walls.planes[p].wall, signed_distance(w.walls.plane_world(p), point) >= 0);
  for (const CylinderSurface& s : w.walls.cylinders) {
    const CylinderPoint at(s.cylinder, inverse_transform(w.walls.all[s.wall].pose, point));
    mark(s.wall, at.distance < s.cylinder.radius);
  }
  for_each_mesh(w, [&](int wall, int mesh) {
    NearestSurface surface(w, point);
    surface.look_at(wall, mesh), surface.gather(wall, mesh);
    mark(wall, !surface.is_behind());
  });
  std::vector<int> around;
  for (int wall = 0; wall < static_cast<int>(side.size()); ++wall) {
    if (side[wall] == Side::free) around.push_back(wall);
  }
  return around;
}

int wall_before(const World& w, std::span<const int> walls, Vec3 point) {
  const auto counts = [&](int wall) {
    return w.walls.all[wall].present && std::find(walls.begin(), walls.end(), wall) != walls.end();
  };
  for (int p = 0; p < static_cast<int>(w.walls.planes.size()); ++p) {
    const int wall = w.walls.planes[p].wall;
    if (counts(wall) && signed_distance(w.walls.plane_world(p), point) < 0) return wall;
  }
  for (const CylinderSurface& s : w.walls.cylinders) {
    if (!counts(s.wall)) continue;
    const CylinderPoint at(s.cylinder, inverse_transform(w.walls.all[s.wall].pose, point));
    const bool within_length = at.along >= s.cylinder.from && at.along <= s.cylinder.to;
    if (within_length && at.distance >= s.cylinder.radius) return s.wall;
  }
  NearestSurface surface(w, point);
  for_each_mesh(w, [&](int wall, int mesh) {
    if (counts(wall)) surface.look_at(wall, mesh);
  });
  if (surface.wall() < 0) return -1;
  for_each_mesh(w, [&](int wall, int mesh) {
    if (counts(wall)) surface.gather(wall, mesh);
  });
  return surface.is_behind() && !surface.is_rim() ? surface.wall() : -1;
}

}  // namespace scree
