// A plane between two convex polyhedra, or a line between two polygons, given by its unit normal from A to B,
// with the closest vertices along the normal and their gap. The common plane algorithms share this file in 3D
// and in 2D: `Pair` is a PolyhedronPair or a PolygonPair.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/witness.hpp"

namespace scree {

template <class Vec>
struct PlaneIn {
  Vec normal;  // unit, from A to B
  // Vertices closest along the normal, or the most deeply buried ones of overlapping bodies.
  int vertex_a = 0, vertex_b = 0;
  Vec link;      // from vertex_a to vertex_b
  Real gap = 0;  // link . normal; negative: the bodies overlap along the normal
};

using Plane = PlaneIn<Vec3>;

template <class Pair, class Vec>
SCREE_HD inline PlaneIn<Vec> plane_along(const Pair& pair, Vec normal) {
  PlaneIn<Vec> plane;
  plane.normal = normal;
  plane.vertex_a = pair.support_a(normal), plane.vertex_b = pair.support_b(-normal);
  plane.link = pair.vertex_b(plane.vertex_b) - pair.vertex_a(plane.vertex_a);
  plane.gap = dot(normal, plane.link);
  return plane;
}

/// Links found earlier in the search. The gap along a normal is at most the length of any link along that
/// normal. A normal along which some known link is not longer than `gap` therefore cannot have a larger gap,
/// and the scan of all vertices is unnecessary. With eight known links the algorithms take half the time that
/// they take with only the last one.
template <class Vec>
struct KnownLinks {
  static constexpr int capacity = 8;
  Vec link[capacity];
  int count = 0;         // number of links stored so far; new links overwrite the oldest
  bool ignored = false;  // true: scans all vertices for every normal, as published

  SCREE_HD void remember(Vec new_link) { link[count++ % capacity] = new_link; }
  SCREE_HD bool may_beat(Vec normal, Real gap) const {
    for (int i = 0; !ignored && i < capacity && i < count; ++i) {
      if (dot(normal, link[i]) <= gap) return false;
    }
    return true;
  }
};

/// Replaces the best plane by the plane along a normal if its gap is larger.
template <class Pair, class Vec>
SCREE_HD inline void offer(const Pair& pair, Vec normal, KnownLinks<Vec>& known, PlaneIn<Vec>& best) {
  if (!known.may_beat(normal, best.gap)) return;
  const PlaneIn<Vec> plane = plane_along(pair, normal);
  known.remember(plane.link);
  if (plane.gap > best.gap) best = plane;
}

/// Unit vectors perpendicular to a unit normal: p, q and the normal form a right-handed basis.
struct Across {
  Vec3 p, q;
};

/// Returns two vectors across a normal. p is as near as possible to a direction, or to one of the axes if the
/// direction is parallel to the normal.
SCREE_HD inline Across across(Vec3 normal, Vec3 direction = {}) {
  Vec3 p = direction - dot(direction, normal) * normal;
  if (!(length(p) > 1e-10 * length(direction))) {
    const Real x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
    const Vec3 axis = x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    p = axis - dot(axis, normal) * normal;
  }
  p = normalized(p);
  // The projection is repeated because little may be left of a direction that is nearly parallel to
  // the normal.
  p = normalized(p - dot(p, normal) * normal);
  return {p, cross(normal, p)};
}

// Centroids whose distance is at most this fraction of the size count as coincident and define no direction.
constexpr Real coincident = 1e-12;

/// Returns the perpendicular bisector of the centroids, which are the origins of the frames. If they
/// coincide, every plane through them is a bisector; the function then tries the axes of A and returns the
/// best plane.
template <class Pair>
SCREE_HD inline PlaneIn<typename Pair::Vector> bisector(const Pair& pair) {
  using Vec = typename Pair::Vector;
  const Real distance = length(pair.translation);
  if (distance > coincident * pair.size()) return plane_along(pair, pair.translation / distance);
  PlaneIn<Vec> best = plane_along(pair, Vec{1, 0});
  const auto try_axis = [&](Vec axis) {
    for (const Vec normal : {axis, -axis}) {
      const PlaneIn<Vec> plane = plane_along(pair, normal);
      if (plane.gap > best.gap) best = plane;
    }
  };
  try_axis({1, 0}), try_axis({0, 1});
  if constexpr (sizeof(Vec) == sizeof(Vec3)) try_axis({0, 0, 1});
  return best;
}

/// Returns the starting plane: the last plane of this pair, or the bisector if its gap is larger. A cached
/// plane that is far off, as after a jump of a body, therefore cannot make the answer worse than a cold
/// start would.
template <class Pair, class Memory>
SCREE_HD inline auto starting_plane(const Pair& pair, const Memory& cache) {
  const auto cold = bisector(pair);
  const Real size = length(cache.axis);
  if (!(size > 0)) return cold;
  const auto warm = plane_along(pair, cache.axis / size);
  return warm.gap > cold.gap ? warm : cold;
}

/// Returns the contact that a plane implies, and stores the plane for the next query.
template <class Pair, class Vec, class Memory>
SCREE_HD inline ContactIn<Vec> contact_on(const Pair& pair, const PlaneIn<Vec>& plane, int iterations,
                                          bool converged, const Tolerance& tolerance, Memory& cache) {
  ContactIn<Vec> contact;
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
