#include "scree/contact/pair/exact.hpp"

#include "scree/contact/pair/feature.hpp"
#include "scree/contact/pair/refine_normal.hpp"
#include "scree/contact/pair/witness.hpp"
#include "scree/math/closest.hpp"

#include <algorithm>
#include <limits>

namespace scree {
namespace {

struct Best {
  Real gap = -std::numeric_limits<Real>::infinity();
  Vec3 normal;
  int candidates = 0;

  void offer(const PolyhedronPair& pair, Vec3 normal_offered) {
    ++candidates;
    const Real g = pair.gap(normal_offered);
    if (g > gap) gap = g, normal = normal_offered;
  }
};

/// Tries the normals of edge pairs whose arcs cross on the Gauss map. The arcs cross under three conditions.
/// The normals of the two faces at an edge of A lie on both sides of the plane perpendicular to an edge of B.
/// The negated normals at the edge of B lie on both sides of the plane perpendicular to the edge of A. The
/// common normal lies between both pairs of normals. The function also tries arcs that only touch each other.
void offer_edge_pairs(const PolyhedronPair& pair, Best& best) {
  const Real slack = 1e-12;
  for (int h = 0; h < pair.a.halfedge_count; ++h) {
    if (pair.a.twin[h] < h) continue;
    const Vec3 along_a = normalized(pair.vertex_a(pair.a.target(h)) - pair.vertex_a(pair.a.origin[h]));
    const Vec3 n1 = pair.normal_a(pair.a.face[h]), n2 = pair.normal_a(pair.a.face[pair.a.twin[h]]);
    for (int k = 0; k < pair.b.halfedge_count; ++k) {
      if (pair.b.twin[k] < k) continue;
      const Vec3 along_b =
          pair.rotation * normalized(pair.b.vertex(pair.b.target(k)) - pair.b.vertex(pair.b.origin[k]));
      if (dot(n1, along_b) * dot(n2, along_b) > slack) continue;
      const Vec3 m1 = -pair.normal_b(pair.b.face[k]), m2 = -pair.normal_b(pair.b.face[pair.b.twin[k]]);
      if (dot(m1, along_a) * dot(m2, along_a) > slack) continue;
      Real sine;
      const Vec3 across = unit_across(along_a, along_b, sine);
      if (sine < slack) continue;  // for parallel edges, a nearby face normal gives the result
      const Vec3 n = (dot(across, n1 + n2) < 0 ? -1 : 1) * across;
      if (dot(n, m1 + m2) > -slack) best.offer(pair, n);
    }
  }
}

struct Nearest {
  Real squared = std::numeric_limits<Real>::infinity();
  Vec3 on_a, on_b;

  void offer(Vec3 p, Vec3 q) {
    const Real d = length_squared(p - q);
    if (d < squared) {
      squared = d;
      on_a = p;
      on_b = q;
    }
  }
};

/// Projects point p onto face f, in the body's frame. Returns false if the projection lies outside the face.
/// The body's own frame is needed, because in the frame of a much larger body the corners of the face would
/// be equal up to rounding.
bool project_on_face(const PolyhedronView& body, int f, Vec3 p, Vec3& closest_point) {
  const Vec3 normal = body.face_normal[f];
  for (int h = body.face_begin[f]; h < body.face_begin[f + 1]; ++h) {
    const Vec3 u = body.vertex(body.origin[h]), v = body.vertex(body.target(h));
    if (dot(cross(v - u, p - u), normal) < 0) return false;
  }
  closest_point = p - dot(p - body.vertex(body.origin[body.face_begin[f]]), normal) * normal;
  return true;
}

Nearest nearest_features(const PolyhedronPair& pair) {
  Nearest best;
  const auto at_a = [&](int v) { return pair.vertex_a(v); };
  const auto at_b = [&](int v) { return pair.vertex_b(v); };
  Vec3 closest_point;
  for (int f = 0; f < pair.a.face_count; ++f) {
    for (int v = 0; v < pair.b.vertex_count; ++v) {
      if (project_on_face(pair.a, f, at_b(v), closest_point)) best.offer(closest_point, at_b(v));
    }
  }
  for (int f = 0; f < pair.b.face_count; ++f) {
    for (int v = 0; v < pair.a.vertex_count; ++v) {
      const Vec3 in_b = pair.to_b(at_a(v) - pair.translation);
      if (project_on_face(pair.b, f, in_b, closest_point))
        best.offer(at_a(v), pair.rotation * closest_point + pair.translation);
    }
  }
  for (int h = 0; h < pair.a.halfedge_count; ++h) {
    if (pair.a.twin[h] < h) continue;
    for (int k = 0; k < pair.b.halfedge_count; ++k) {
      if (pair.b.twin[k] < k) continue;
      const ClosestPoints c = closest_segments(at_a(pair.a.origin[h]), at_a(pair.a.target(h)),
                                               at_b(pair.b.origin[k]), at_b(pair.b.target(k)));
      best.offer(c.first, c.second);
    }
  }
  return best;
}

}  // namespace

Contact Exact::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                       const Tolerance& tolerance) {
  const PolyhedronPair pair(a, b, b_in_a);
  Best best;
  for (int f = 0; f < a.face_count; ++f) best.offer(pair, pair.normal_a(f));
  for (int f = 0; f < b.face_count; ++f) best.offer(pair, -pair.normal_b(f));
  offer_edge_pairs(pair, best);

  Contact contact;
  contact.iterations = best.candidates;
  contact.normal = best.normal;
  contact.overlap = -best.gap;
  if (best.gap > tolerance.touching * pair.size()) {
    const Nearest nearest = nearest_features(pair);
    const Real distance = std::sqrt(nearest.squared);
    const Vec3 link = nearest.on_b - nearest.on_a;
    // The gap of the best candidate may equal the distance of the closest points (over a face or between two
    // edges), and its normal may be parallel to the link between them. The candidate's normal is then more
    // accurate than the direction of the link, which is mostly rounding error if the link is short. The
    // distance alone does not show this case. Between nearly parallel edges, a normal with an error of 1e-6
    // still gives the distance to 1e-13.
    if (length(link - best.gap * best.normal) > 1e-14 * pair.size()) {
      Vec3 normal = link / distance;
      // Rounding errors grow with the distance between the bodies.
      const Real enough = distance - 1e-13 * std::max(distance, pair.size());
      const bool rotated = pair.gap(normal) < enough;
      if (rotated) normal = refine_normal(pair, nearest.on_a, nearest.on_b, normal);
      // Between nearly parallel features, the points found may lie far from the true closest points, although
      // their distance is the same to within rounding. The candidate's normal is then more accurate.
      if (!rotated || pair.gap(normal) >= enough || best.gap < enough) {
        contact.normal = normal;
        contact.overlap = -distance;
        contact.point_a = nearest.on_a, contact.point_b = nearest.on_b;
        contact.status = Status::separated;
        find_features(pair, tolerance, contact);
        if (rotated) find_witnesses(pair, contact);
        return contact;
      }
    }
  }
  contact.status = status_of(contact.overlap, pair, tolerance);
  find_features(pair, tolerance, contact);
  find_witnesses(pair, contact);
  return contact;
}

}  // namespace scree
