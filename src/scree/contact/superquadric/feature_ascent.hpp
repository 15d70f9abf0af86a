// Finds the signed distance of a convex polyhedron and a superquadric, the largest gap over all normals, by
// climbing from feature to feature.
//
// The gap along n is that of the polyhedron's supporting plane and the superquadric's lowest point over it.
// On the Gauss map a face of the polyhedron is a point, an edge an arc between two face normals, a vertex a
// spherical polygon. From a face the ascent continues over the side that the superquadric's lowest point lies
// beyond. On an edge, bracketing finds the largest gap of its arc. At a vertex the gap is the distance of a
// point from the surface (closest_point.hpp). The ascent ends where no neighbour has a larger gap. For
// separated bodies the gap has one maximum, so the result is the distance. For overlapping bodies it is the
// least translation among neighbours, which for shallow overlaps is the least of all.
//
// Peng and Hanley 2019 do not have this ascent: they give no distance and define overlaps on edges and
// vertices by fixed normals. polyhedron_superquadric has both.
#pragma once

#include "scree/contact/pair/feature.hpp"
#include "scree/contact/superquadric/placed_superquadric.hpp"

namespace scree {

/// Current or final state of an ascent.
struct Summit {
  Feature feature;  // feature of the polyhedron
  Vec3 normal;      // unit, from the polyhedron to the superquadric
  Vec3 point;       // point of the superquadric's surface
  Real gap = 0;     // negative: the bodies overlap
  int steps = 0;
  bool found = false;  // false: rounding or a bound ended it
};

/// Climbs from a feature to the largest gap. `towards` is a normal near the result, from which the
/// superquadric's point starts at a vertex.
Summit ascend(const PolyhedronView& body, const PlacedSuperquadric& round, Feature start, Vec3 towards);

}  // namespace scree
