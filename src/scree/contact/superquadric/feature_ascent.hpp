// Finds the signed distance of a convex polyhedron and a superquadric, which is the largest gap over all
// normals, by an ascent from feature to feature.
//
// The gap along n is the height of the superquadric's lowest point over the polyhedron's supporting plane. On
// the Gauss map a face of the polyhedron is a point, an edge is an arc between two face normals, and a vertex
// is a spherical polygon. From a face, the ascent continues to the edge beyond which the superquadric's
// lowest point lies. On an edge, bracketing finds the largest gap of its arc. At a vertex the gap is the
// distance of the vertex from the superquadric's surface (closest_point.hpp). The ascent ends where no
// neighbour has a larger gap. For separated bodies the gap has one maximum, so the result is the distance.
// For overlapping bodies it is a local minimum of the separating translation, which for shallow overlaps is
// the global minimum.
//
// This ascent is not in Peng and Hanley 2019. They give no distance and define overlaps on edges and vertices
// by fixed normals. polyhedron_superquadric contains both methods.
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
  bool found = false;  // false: rounding or the limit on steps ended the ascent
};

/// Ascends from a feature to the largest gap. `towards` is a normal near the result. If the start is a
/// vertex, the superquadric's support point along this normal is the first guess.
Summit ascend(const PolyhedronView& body, const PlacedSuperquadric& round, Feature start, Vec3 towards);

}  // namespace scree
