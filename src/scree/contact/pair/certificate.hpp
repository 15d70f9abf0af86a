// Certificates: what proves or disproves an answer of any algorithm without knowing the right one.
//
// Apart: the plane across the normal bounds the distance from below, two points of the bodies from above.
// Where both agree, the answer is the distance, whoever found it.
// Touching or overlapping: a point common to both bodies proves the contact; the gap along the normal says
// that moving B by the overlap separates them. That no shorter way does is not proven: any normal with a
// larger gap, from `exact` or from another algorithm, disproves it.
//
// The rules of form are those of certificate_rules.hpp.
#pragma once

#include "scree/contact/pair/certificate_rules.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

namespace scree {

/// How far a point in the body's own frame lies outside its face planes; negative inside.
Real outside(const PolyhedronView& body, Vec3 point);

/// The rules of check_answer and the proof: of the distance when apart, of the contact when touching or
/// overlapping.
Certificate prove(const PolyhedronPair& pair, const Contact& contact, const Slack& slack = {});

}  // namespace scree
