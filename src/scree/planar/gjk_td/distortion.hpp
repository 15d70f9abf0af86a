// Distortion in 2D: finds the edge of A - B nearest to the origin with a growing polygon inside A - B. It is
// the counterpart of tetrahedron distortion in 3D (Descantes, Tricoire, Richard 2019, algorithm 3): the edge
// nearest to the origin is pushed out to the support vertex along its normal, until the support vertex lies
// on the edge.
//
// Distances are signed: an edge that has the origin on its outer side counts as the nearest edge and is
// pushed out first. The polygon therefore need not contain the origin at the start, and touching bodies need
// no special case.
#pragma once

#include "scree/planar/gjk_td/walk.hpp"

namespace scree {

/// Edge of A - B between two of its vertices, counter-clockwise.
struct PlanarFacet {
  PlanarVertex from, to;
  Real distance = 0;   // distance of its line from the origin; positive: the origin is inside
  bool found = false;  // false: more steps or corners than the limits allow
  int iterations = 0;
};

struct GrowingPolygon {
  static constexpr int capacity = 48;
  union {  // a union is not initialized, and most of the array stays unused
    PlanarVertex corner[capacity];
  };
  union {
    Vec2 normal[capacity];  // outward normal of the edge from a corner to the next
  };
  Real distance[capacity];  // distance from the origin to edge i's line
  int count = 0;

  SCREE_HD GrowingPolygon() {}

  SCREE_HD void add(const PlanarVertex& v) { corner[count++] = v; }
  SCREE_HD int next(int i) const { return i + 1 == count ? 0 : i + 1; }
  SCREE_HD int previous(int i) const { return i == 0 ? count - 1 : i - 1; }
  SCREE_HD bool turns_left(int i) const {
    const Vec2 here = corner[i].w;
    return cross(here - corner[previous(i)].w, corner[next(i)].w - here) > 0;
  }
  SCREE_HD void measure(int i) {
    const Vec2 along = corner[next(i)].w - corner[i].w;
    const Real size = length(along);
    normal[i] = size > 0 ? Vec2{along.y / size, -along.x / size} : Vec2{};
    distance[i] = size > 0 ? dot(normal[i], corner[i].w) : 1e300;
  }
  SCREE_HD void insert_after(int i, const PlanarVertex& v) {
    for (int j = count; j > i + 1; --j) {
      corner[j] = corner[j - 1], normal[j] = normal[j - 1], distance[j] = distance[j - 1];
    }
    corner[i + 1] = v;
    ++count;
  }
  SCREE_HD void remove(int i) {
    for (int j = i; j + 1 < count; ++j) {
      corner[j] = corner[j + 1], normal[j] = normal[j + 1], distance[j] = distance[j + 1];
    }
    --count;
  }
};

/// Grows the polygon until its nearest edge lies on the boundary of A - B. A corner with a = -1 is a point
/// inside A - B, not a vertex of it.
SCREE_HD inline PlanarFacet grow_to_boundary(const PolygonPair& pair, GrowingPolygon& polygon) {
  const Real rounding = 1e-14 * pair.size();
  PlanarFacet facet;
  for (int i = 0; i < polygon.count; ++i) polygon.measure(i);
  while (polygon.count < GrowingPolygon::capacity) {
    ++facet.iterations;
    int nearest = 0;
    for (int i = 1; i < polygon.count; ++i) {
      if (polygon.distance[i] < polygon.distance[nearest]) nearest = i;
    }
    const PlanarVertex &from = polygon.corner[nearest], &to = polygon.corner[polygon.next(nearest)];
    const PlanarVertex beyond = minkowski_support(pair, polygon.normal[nearest]);
    const auto is = [&](const PlanarVertex& v) { return v.a == beyond.a && v.b == beyond.b; };
    if (is(from) || is(to) ||
        dot(polygon.normal[nearest], beyond.w) - polygon.distance[nearest] <= rounding) {
      facet.from = from, facet.to = to;
      facet.distance = polygon.distance[nearest];
      facet.found = from.a >= 0 && to.a >= 0;
      return facet;
    }
    polygon.insert_after(nearest, beyond);
    int added = nearest + 1;
    // Remove the corners that are now inside: vertices of an older simplex, or the point inside A - B.
    while (polygon.count > 3 && !polygon.turns_left(polygon.previous(added))) {
      const int inner = polygon.previous(added);
      polygon.remove(inner);
      if (inner < added) --added;
    }
    while (polygon.count > 3 && !polygon.turns_left(polygon.next(added))) {
      const int inner = polygon.next(added);
      polygon.remove(inner);
      if (inner < added) --added;
    }
    polygon.measure(polygon.previous(added));
    polygon.measure(added);
  }
  return facet;
}

}  // namespace scree
