#include "scree/contact/wall/planar_patch.hpp"

#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/contact/pair/exact.hpp"
#include "scree/math/closest.hpp"

namespace scree {
namespace {

constexpr Real on_edge = 1e-12;  // a point within this fraction of the mesh size from an edge is on the edge
// A contact normal within 5 degrees of the patch's normal is replaced by the patch's normal. clip.hpp uses
// the same angle.
constexpr Real parallel_cosine = 0.996;
constexpr Real cone_slack = 1e-6;
constexpr Real least_share = 1e-9;  // a contact with a smaller share belongs to another patch

/// Smallest and largest coordinate along a direction, over the piece of the body below the plane.
struct Span {
  Real low = 1e300, high = -1e300;
  void include(Real x) { low = x < low ? x : low, high = x > high ? x : high; }
};

/// Finds the corners of the piece of a body below a plane, in the frame of the mesh. They are vertices of the
/// body, and crossings of its edges with the plane.
void find_sunken(const PolyhedronView& body, const Pose& body_in_mesh, const HalfSpace& plane,
                 std::vector<Vec3>& sunken) {
  sunken.clear();
  const Mat3 rotation = to_matrix(body_in_mesh.orientation);
  const auto in_mesh = [&](int v) { return rotation * body.vertex(v) + body_in_mesh.position; };
  for (int v = 0; v < body.vertex_count; ++v) {
    const Vec3 p = in_mesh(v);
    const Real height = signed_distance(plane, p);
    if (height > 0) continue;
    sunken.push_back(p);
    const int start = body.vertex_halfedge[v];
    int h = start;
    do {
      const Vec3 q = in_mesh(body.target(h));
      const Real other = signed_distance(plane, q);
      if (other > 0) sunken.push_back(p + (height / (height - other)) * (q - p));
      h = body.next_around_vertex(h);
    } while (h != start);
  }
}

/// The feature of a facet that lies farthest along a direction: one corner, or an edge between two corners.
struct TopFeature {
  int vertex = -1;
  int edge = -1;
};

TopFeature top_of(const FacetMesh& mesh, int facet, Vec3 outward) {
  const auto height = [&](int c) { return dot(outward, mesh.vertices[mesh.corner[c]]); };
  int top = mesh.facet_begin[facet];
  for (int c = top + 1; c < mesh.facet_begin[facet + 1]; ++c) top = height(c) > height(top) ? c : top;
  const Real near = height(top) - 1e-9 * mesh.size;
  TopFeature found{mesh.corner[top], -1};
  for (int c = mesh.facet_begin[facet]; c < mesh.facet_begin[facet + 1]; ++c) {
    if (height(c) >= near && height(mesh.next_corner(facet, c)) >= near) found.edge = c;
  }
  return found;
}

bool in_vertex_cone(const FacetMesh& mesh, int vertex, Vec3 outward, Real slack) {
  for (const Vec3 spoke : mesh.spokes[vertex]) {
    if (dot(outward, spoke) > slack) return false;
  }
  return true;
}

bool in_edge_cone(const FacetEdge& edge, Vec3 outward, Real slack) {
  if (!edge.ends_contact() || dot(outward, edge.outward) < -slack) return false;
  return edge.kind == FacetEdgeKind::open || dot(outward, edge.inward_beyond) <= slack;
}

/// Returns the share of a patch in a contact on an edge or vertex. The shares of all patches follow from the
/// angles between their normals and the contact normal. With `only_edges` the share is zero if the contact
/// normal lies outside the normal cone of the edge or vertex. Without `only_edges` the contact is on the
/// facet itself. The facet then shares it only with neighbours whose normals are about as close to the
/// contact normal.
Real share_of(const FacetMesh& mesh, int facet, Vec3 outward, Vec3 centroid, bool only_edges) {
  const int planar_patch = mesh.patch_of[facet];
  const TopFeature top = top_of(mesh, facet, outward);
  const auto claim = [&](int other) {
    const HalfSpace& plane = mesh.planar_patches[other].plane;
    if (signed_distance(plane, centroid) < 0) return 0.0;
    return 1 / (1 - std::min(1.0, dot(outward, plane.normal)) + 1e-12);
  };
  if (top.edge >= 0) {
    const FacetEdge& edge = mesh.edge[top.edge];
    if (only_edges && !in_edge_cone(edge, outward, cone_slack)) return 0;
    if (edge.kind == FacetEdgeKind::convex)
      return claim(planar_patch) / (claim(planar_patch) + claim(edge.patch));
    return !only_edges || dot(outward, mesh.planar_patches[planar_patch].plane.normal) > 0 ? 1 : 0;
  }
  if (only_edges && !in_vertex_cone(mesh, top.vertex, outward, cone_slack)) return 0;
  Real all = 0;
  for (const int other : mesh.patches_at[top.vertex]) all += claim(other);
  return all > 0 ? claim(planar_patch) / all : 0;
}

/// Returns the area of a patch, or a negligible value for a segment or a point.
Real measure(const ContactPatch& patch, Real size) {
  if (patch.area > 0) return patch.area;
  if (patch.count > 1) return 1e-6 * size * length(patch.point[1].a - patch.point[0].a);
  return 1e-12 * size * size;
}

/// Returns the key of a point. A vertex of the body in the interior of a facet has the same key as on
/// a half-space.
std::uint64_t key_of(const ContactPatch::Point& p, int facet) {
  if (p.feature_a.kind == Feature::Kind::vertex && p.feature_b.kind == Feature::Kind::face)
    return static_cast<std::uint64_t>(p.feature_a.id) + 1;
  return point_key(p) + static_cast<std::uint64_t>(facet) * 0x9e3779b97f4a7c15U;
}

/// Adds the points of the contact patch on one facet.
void gather(const ContactPatch& patch, int facet, Vec3 normal, Real patch_weight,
            std::vector<ManifoldPoint>& points) {
  for (int i = 0; i < patch.count; ++i) {
    const ContactPatch::Point& p = patch.point[i];
    points.push_back({0.5 * (p.a + p.b), normal, p.overlap, patch_weight * p.share, key_of(p, facet)});
  }
}

/// Writes all points if they fit. Otherwise it divides the plane about their centre into eighths, and
/// replaces the points in each eighth by their mean with their total weight. The total force remains the
/// same. The centre of the force remains the same if the overlap is uniform.
void join(const std::vector<ManifoldPoint>& points, Vec3 normal, Manifold& manifold) {
  manifold.count = 0;
  if (points.size() <= Manifold::capacity) {
    for (const ManifoldPoint& p : points) manifold.point[manifold.count++] = p;
    return;
  }
  const Vec3 x = normalized(cross(std::abs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}, normal)),
             y = cross(normal, x);
  Vec3 middle;
  Real weight = 0;
  for (const ManifoldPoint& p : points) middle += p.weight * p.position, weight += p.weight;
  middle = middle / weight;
  static_assert(Manifold::capacity == 8);
  ManifoldPoint joined[Manifold::capacity];
  for (const ManifoldPoint& p : points) {
    const Real along = dot(x, p.position - middle), aside = dot(y, p.position - middle);
    const int eighth =
        (along > 0 ? 1 : 0) + (aside > 0 ? 2 : 0) + (std::abs(along) > std::abs(aside) ? 4 : 0);
    ManifoldPoint& sum = joined[eighth];
    sum.position += p.weight * p.position;
    sum.overlap += p.weight * p.overlap;
    sum.weight += p.weight;
  }
  for (int i = 0; i < Manifold::capacity; ++i) {
    if (!(joined[i].weight > 0)) continue;
    const Real inverse_weight = 1 / joined[i].weight;
    // The key identifies the eighth and differs from all feature keys.
    manifold.point[manifold.count++] = {inverse_weight * joined[i].position, normal,
                                        inverse_weight * joined[i].overlap, joined[i].weight,
                                        ~static_cast<std::uint64_t>(i)};
  }
}

/// Leaves out points that lie on the solid behind the facet but not on the facet itself. These points may
/// lie outside the wall.
void keep_on_facet(const Pose& body_in_mesh, const HalfSpace& plane, Real slack, Manifold& manifold) {
  int kept = 0;
  Real weight = 0;
  for (int i = 0; i < manifold.count; ++i) {
    const ManifoldPoint p = manifold.point[i];
    const Vec3 on_wall = p.position - (0.5 * p.overlap) * p.normal;
    if (signed_distance(plane, transform(body_in_mesh, on_wall)) < -slack) continue;
    manifold.point[kept++] = p;
    weight += p.weight;
  }
  if (kept == 0 || !(weight > 0)) return;
  manifold.count = kept;
  for (int i = 0; i < kept; ++i) manifold.point[i].weight /= weight;
}

}  // namespace

bool is_over(const FacetMesh& mesh, int planar_patch, Vec3 point) {
  for (int f = mesh.planar_patches[planar_patch].begin; f < mesh.planar_patches[planar_patch].end; ++f) {
    bool inside = true;
    for (int c = mesh.facet_begin[f]; c < mesh.facet_begin[f + 1] && inside; ++c)
      inside = dot(mesh.edge[c].outward, point) - mesh.edge[c].offset <= on_edge * mesh.size;
    if (inside) return true;
  }
  return false;
}

PatchCoverage coverage_of(const PolyhedronView& body, const Pose& body_in_mesh, const FacetMesh& mesh,
                          int planar_patch) {
  const Vec3 center = body_in_mesh.position;
  const Real radius = body.bounding_radius, rounding = on_edge * mesh.size;
  thread_local std::vector<Vec3> sunken;
  bool found = false, covered = false, cut = false;
  for (int f = mesh.planar_patches[planar_patch].begin; f < mesh.planar_patches[planar_patch].end; ++f) {
    bool over = true, crosses = false;
    for (int c = mesh.facet_begin[f]; c < mesh.facet_begin[f + 1] && over; ++c) {
      const FacetEdge& edge = mesh.edge[c];
      const Real beyond = dot(edge.outward, center) - edge.offset;
      if (beyond < -radius) continue;  // the whole body is on the inner side of this edge
      over = beyond <= radius;
      if (!over) break;
      if (!found) {
        find_sunken(body, body_in_mesh, mesh.planar_patches[planar_patch].plane, sunken);
        found = true;
      }
      Span span;
      for (const Vec3 p : sunken) span.include(dot(edge.outward, p) - edge.offset);
      // The piece of a body beyond a concave edge is inside the wall, in the corner between both patches.
      over = span.low < rounding || (edge.kind == FacetEdgeKind::concave &&
                                     signed_distance(mesh.planar_patches[edge.patch].plane, center) > 0);
      crosses = crosses || (edge.ends_contact() && span.high > rounding);
    }
    covered = covered || over;
    cut = cut || (over && crosses);
  }
  return !covered ? PatchCoverage::none : cut ? PatchCoverage::partial : PatchCoverage::whole;
}

void touch_patch_edges(const PolyhedronView& body, const Pose& body_in_mesh, const FacetMesh& mesh,
                       int planar_patch, bool patch, Manifold& manifold) {
  manifold.count = 0;
  const Vec3 center = body_in_mesh.position, outward = mesh.planar_patches[planar_patch].plane.normal;
  const Vec3 normal = rotate(conjugate(body_in_mesh.orientation), -outward);  // in the frame of the body
  Box reach;
  reach.include(center);
  reach = widened(reach, body.bounding_radius);
  const auto solid_in_body = [&](int f) {
    return inverse(body_in_mesh) * mesh.solids[mesh.solid_of[f]].mass.body_in_input;
  };
  static thread_local std::vector<ManifoldPoint> points;  // static, so that it keeps its capacity
  points.clear();
  Contact on_edge_contact;
  int edge_facet = -1;
  Real edge_share = 0, face_share = 0, deepest = 0;
  for (int f = mesh.planar_patches[planar_patch].begin; f < mesh.planar_patches[planar_patch].end; ++f) {
    if (mesh.solid_of[f] < 0 || !mesh.box[f].overlaps(reach)) continue;
    const PolyhedronView solid = view(mesh.solids[mesh.solid_of[f]]);
    const Pose pose = solid_in_body(f);
    Cache cache;
    Contact contact = GjkTd::collide(body, solid, pose, cache);
    if (contact.status == Status::failed) contact = Exact::collide(body, solid, pose);
    if (contact.status != Status::touching || !(contact.overlap > 0)) continue;
    const bool on_face = dot(contact.normal, normal) >= parallel_cosine;
    const Vec3 contact_outward = rotate(body_in_mesh.orientation, -contact.normal);
    const Real share = share_of(mesh, f, contact_outward, center, !on_face);
    if (share < least_share) continue;
    if (on_face) {
      const ContactPatch face = contact_patch(PolyhedronPair(body, solid, pose), contact, {.margin = 1});
      gather(face, f, normal, measure(face, body.bounding_radius), points);
      if (contact.overlap > deepest) {
        deepest = contact.overlap;
        face_share = share;
      }
    } else if (edge_facet < 0 || contact.overlap > on_edge_contact.overlap) {
      on_edge_contact = contact;
      edge_share = share;
      edge_facet = f;
    }
  }
  join(points, normal, manifold);
  const Real share = manifold.count > 0 ? face_share : edge_share;
  if (manifold.count > 0) {
    compute_weights(manifold);
  } else if (edge_facet >= 0) {
    manifold = manifold_of({body, view(mesh.solids[mesh.solid_of[edge_facet]]), solid_in_body(edge_facet)},
                           on_edge_contact);
    keep_on_facet(body_in_mesh, mesh.planar_patches[planar_patch].plane,
                  0.1 * solid_thickness * mesh.box[edge_facet].diagonal(), manifold);
  }
  if (!patch && manifold.count > 1) {
    ManifoldPoint top = manifold.point[0];
    for (int i = 1; i < manifold.count; ++i)
      top = manifold.point[i].overlap > top.overlap ? manifold.point[i] : top;
    manifold.set_single(top.position, top.normal, top.overlap, top.key);
  }
  for (int i = 0; i < manifold.count; ++i) manifold.point[i].weight *= share;
}

namespace {

/// Contact of a round body with an edge: the parameter on the edge, the direction out of the wall, and the
/// point halfway between the surfaces.
struct EdgeTouch {
  Real parameter = 0;
  Vec3 outward, position;
  Real overlap = 0;
};

/// Finds the deepest contact with the edges and vertices of a patch. `measure(from, to)` returns the contact
/// with one edge.
template <class Measure>
void touch_edges(const FacetMesh& mesh, int planar_patch, Measure measure, Manifold& manifold) {
  manifold.count = 0;
  Real deepest = 0;
  for (int f = mesh.planar_patches[planar_patch].begin; f < mesh.planar_patches[planar_patch].end; ++f) {
    for (int c = mesh.facet_begin[f]; c < mesh.facet_begin[f + 1]; ++c) {
      const FacetEdge& edge = mesh.edge[c];
      const int from = mesh.corner[c], to = mesh.corner[mesh.next_corner(f, c)];
      const EdgeTouch touch = measure(mesh.vertices[from], mesh.vertices[to]);
      if (!(touch.overlap > deepest)) continue;
      const Real t = touch.parameter;
      std::uint64_t key = 0;
      if (t > 0 && t < 1) {
        if (edge.kind == FacetEdgeKind::convex ? edge.patch < planar_patch : edge.patch >= 0) continue;
        if (!in_edge_cone(edge, touch.outward, 0)) continue;
        key = 2 * static_cast<std::uint64_t>(c) + 1;
      } else {
        const int vertex = t > 0 ? to : from;
        if (mesh.patches_at[vertex].front() != planar_patch ||
            !in_vertex_cone(mesh, vertex, touch.outward, 0))
          continue;
        key = 2 * static_cast<std::uint64_t>(vertex) + 2;
      }
      // The wall has only one side, also at an open edge. A contact from behind is left out.
      if (edge.kind == FacetEdgeKind::open &&
          dot(touch.outward, mesh.planar_patches[planar_patch].plane.normal) < 0)
        continue;
      deepest = touch.overlap;
      manifold.set_single(touch.position, -touch.outward, touch.overlap, key);
    }
  }
}

}  // namespace

void touch_patch_edges(Vec3 center, Real radius, const FacetMesh& mesh, int planar_patch,
                       Manifold& manifold) {
  const auto measure = [&](Vec3 from, Vec3 to) -> EdgeTouch {
    const Real t = closest_on_segment(center, from, to);
    const Vec3 out = center - (from + t * (to - from));
    const Real distance = length(out);
    if (!(distance < radius) || !(distance > 0)) return {};
    const Vec3 outward = out / distance;
    return {t, outward, center - (0.5 * (radius + distance)) * outward, radius - distance};
  };
  touch_edges(mesh, planar_patch, measure, manifold);
}

void touch_patch_edges(const PlacedSuperquadric& body, const FacetMesh& mesh, int planar_patch,
                       Manifold& manifold) {
  const auto measure = [&](Vec3 from, Vec3 to) -> EdgeTouch {
    const Real near = closest_on_segment(body.center, from, to);
    if (length(from + near * (to - from) - body.center) >= body.radius) return {};
    const SegmentDepth deepest = deepest_on_segment(body, from, to);
    const Real overlap = -deepest.at.height;
    if (!(overlap > 0)) return {};
    const Vec3 p = from + deepest.parameter * (to - from);
    return {deepest.parameter, -deepest.at.outward, p + (0.5 * overlap) * deepest.at.outward, overlap};
  };
  touch_edges(mesh, planar_patch, measure, manifold);
}

}  // namespace scree
