// Certificates in 2D: they prove or disprove an answer of any algorithm without knowing the correct one. The
// rules of form are those of contact/pair/certificate_rules.hpp; the proofs cover more than in 3D.
//
// Separated: the gap along the normal bounds the distance from below, and two points of the bodies bound it
// from above. Touching or overlapping: a point common to both bodies proves the contact. The least overlap of
// polygons is that along the normal of some edge. So the gap along every edge normal is compared, which
// proves the least overlap itself.
#pragma once

#include "scree/contact/pair/certificate_rules.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

namespace scree {

/// Proves the properties that an answer of a search along normals has, whether or not its overlap is the
/// least: its form, an overlap that is a separating translation, and a common point or two near ones.
Certificate prove_contact(const PolygonPair& pair, const PlanarContact& contact, const Slack& slack = {});

/// Proves the same properties and the signed distance.
Certificate prove(const PolygonPair& pair, const PlanarContact& contact, const Slack& slack = {});

}  // namespace scree
