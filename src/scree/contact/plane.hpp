// A plane between two convex polyhedra, given by its unit normal from A to B: the closest vertices along it
// and their gap. What the common plane algorithms share.
#pragma once

#include "scree/contact/cache.hpp"
#include "scree/contact/witness.hpp"

namespace scree {

struct Plane {
  Vec3 normal;  // unit, from A to B
  int vertex_a = 0,
      vertex_b = 0;  // closest along the normal; of overlapping bodies the most deeply buried ones
  Vec3 link;         // from vertex_a to vertex_b
  Real gap = 0;      // link . normal; negative: the bodies overlap along the normal
};

SCREE_HD inline Plane plane_along(const PolyhedronPair& pair, Vec3 normal) {
  Plane plane;
  plane.normal = normal;
  plane.vertex_a = pair.support_a(normal), plane.vertex_b = pair.support_b(-normal);
  plane.link = pair.vertex_b(plane.vertex_b) - pair.vertex_a(plane.vertex_a);
  plane.gap = dot(normal, plane.link);
  return plane;
}

/// Links met before. Any two vertices of A and B are at least as far apart along a normal as the closest ones
/// are: a normal along which some known link is not longer than `gap` cannot have a larger gap, and the scan
/// of all vertices is saved. With eight links the algorithms take half the time that they take with the
/// last one alone.
struct KnownLinks {
  static constexpr int capacity = 8;
  Vec3 link[capacity];
  int count = 0;  // of all links remembered; the oldest are overwritten

  SCREE_HD void remember(Vec3 new_link) { link[count++ % capacity] = new_link; }
  SCREE_HD bool may_beat(Vec3 normal, Real gap) const {
    for (int i = 0; i < capacity && i < count; ++i) {
      if (dot(normal, link[i]) <= gap) return false;
    }
    return true;
  }
};

/// Puts the plane along a normal in the place of the best, if its gap is larger.
SCREE_HD inline void offer(const PolyhedronPair& pair, Vec3 normal, KnownLinks& known, Plane& best) {
  if (!known.may_beat(normal, best.gap)) return;
  const Plane plane = plane_along(pair, normal);
  known.remember(plane.link);
  if (plane.gap > best.gap) best = plane;
}

/// Unit vectors across a unit normal: p, q and the normal are a right-handed basis.
struct Across {
  Vec3 p, q;
};

/// With p nearest to a direction; nearest to one of the axes where the direction is along the normal.
SCREE_HD inline Across across(Vec3 normal, Vec3 direction = {}) {
  Vec3 p = direction - dot(direction, normal) * normal;
  if (!(length(p) > 1e-10 * length(direction))) {
    const Real x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
    const Vec3 axis = x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    p = axis - dot(axis, normal) * normal;
  }
  p = normalized(p);
  p = normalized(p -
                 dot(p, normal) * normal);  // again: little may have been left of a direction near the normal
  return {p, cross(normal, p)};
}

constexpr Real coincident = 1e-12;  // centroids this near, in sizes, have no direction from one to the other

/// The perpendicular bisector of the centroids, which are the origins of the frames. Where they coincide
/// every plane through them is one: the axes of A are tried and the best is taken.
SCREE_HD inline Plane bisector(const PolyhedronPair& pair) {
  const Real distance = length(pair.translation);
  if (distance > coincident * pair.size()) return plane_along(pair, pair.translation / distance);
  Plane best = plane_along(pair, {1, 0, 0});
  for (const Vec3 axis : {Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}}) {
    const Plane plane = plane_along(pair, axis);
    if (plane.gap > best.gap) best = plane;
  }
  return best;
}

/// The plane to start from: the last one of this pair, or the bisector where that is better. A remembered
/// plane that is far off, as after a jump, then cannot make the answer worse than a cold start would.
SCREE_HD inline Plane starting_plane(const PolyhedronPair& pair, const Cache& cache) {
  const Plane cold = bisector(pair);
  const Real size = length(cache.axis);
  if (!(size > 0)) return cold;
  const Plane warm = plane_along(pair, cache.axis / size);
  return warm.gap > cold.gap ? warm : cold;
}

/// The contact that a plane means, and the plane remembered for the next query.
SCREE_HD inline Contact contact_on(const PolyhedronPair& pair, const Plane& plane, int iterations,
                                   bool converged, const Tolerance& tolerance, Cache& cache) {
  Contact contact;
  contact.iterations = iterations;
  contact.normal = plane.normal;
  contact.overlap = -plane.gap;
  find_features(pair, tolerance, contact);
  find_witnesses(pair, contact);
  if (converged) contact.status = status_of(contact.overlap, pair, tolerance);
  cache.axis = plane.normal;
  return contact;
}

}  // namespace scree
