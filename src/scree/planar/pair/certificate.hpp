// Certificates in 2D: they prove or disprove an answer of any algorithm without knowing the correct one.
// The rules for the form of an answer are in contact/pair/certificate_rules.hpp. The proofs cover more than
// in 3D.
//
// Separated: the gap along the normal bounds the distance from below, and two points of the bodies bound it
// from above. Touching or overlapping: a point common to both bodies proves the contact. The least overlap of
// two polygons occurs along the normal of some edge. The certificate therefore compares the gaps along all
// edge normals, which proves that the overlap is the least.
#pragma once

#include "scree/contact/pair/certificate_rules.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

namespace scree {

/// Proves the properties that an answer of a search along normals has even if its overlap is not the least.
/// Its form is valid, a translation by the overlap separates the bodies, and the bodies have a common point
/// or two points near each other.
Certificate prove_contact(const PolygonPair& pair, const PlanarContact& contact, const Slack& slack = {});

/// Proves the same properties and the signed distance.
Certificate prove(const PolygonPair& pair, const PlanarContact& contact, const Slack& slack = {});

}  // namespace scree
