// The signed distance of a convex polyhedron and a superquadric: the largest gap over all normals, climbed
// feature by feature.
//
// The gap along n is that of the polyhedron's supporting plane and the superquadric's lowest point over it.
// On the Gauss map a face of the polyhedron is a point, an edge an arc between two face normals, a vertex a
// spherical polygon. From a face the climb goes over the side that the superquadric's lowest point lies
// beyond; on an edge the largest gap of its arc is found by bracketing; at a vertex it is the distance of a
// point from the surface (surface_foot.hpp). It ends where no neighbour has a larger gap. Apart the gap has
// one maximum, so the end is the distance; of overlapping bodies it is the least translation among
// neighbours, which for shallow overlaps is the least of all.
//
// Not in Peng and Hanley 2019, who give no distance and define overlaps on edges and vertices by fixed
// normals; polyhedron_superquadric has both.
#pragma once

#include "scree/contact/pair/feature.hpp"
#include "scree/contact/superquadric/placed_superquadric.hpp"

namespace scree {

/// Where a climb stands or ended.
struct Summit {
  Feature feature;  // of the polyhedron
  Vec3 normal;      // unit, from the polyhedron to the superquadric
  Vec3 point;       // of the superquadric's surface
  Real gap = 0;     // negative: the bodies overlap
  int steps = 0;
  bool found = false;  // false: rounding or a bound ended it
};

/// `towards` is a normal near the one sought, for the superquadric's point to start from at a vertex.
Summit climb(const PolyhedronView& body, const PlacedSuperquadric& round, Feature start, Vec3 towards);

}  // namespace scree
