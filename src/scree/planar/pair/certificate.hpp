// Certificates in the plane: what proves or disproves an answer of any algorithm without knowing the right
// one. The rules of form are those of contact/pair/certificate_rules.hpp; the proofs go further than in
// space.
//
// Apart: the line across the normal bounds the distance from below, two points of the bodies from above.
// Touching or overlapping: a point common to both bodies proves the contact. The least overlap of polygons is
// that along the normal of some edge, so the gap along every edge normal is compared: what is proven is the
// least overlap itself.
#pragma once

#include "scree/contact/pair/certificate_rules.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

namespace scree {

/// How far a point in the body's own frame lies outside its edges' lines; negative inside.
Real outside(const PolygonView& body, Vec2 point);

/// The form, an overlap that is a translation which separates, and a common point or two near ones: what the
/// answer of a search along normals keeps, the least overlap or not.
Certificate prove_contact(const PolygonPair& pair, const PlanarContact& contact, const Slack& slack = {});

/// The same and the proof of the signed distance.
Certificate prove(const PolygonPair& pair, const PlanarContact& contact, const Slack& slack = {});

}  // namespace scree
