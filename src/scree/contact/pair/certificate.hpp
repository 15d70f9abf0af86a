// Certificates prove or disprove an answer of any algorithm without knowledge of the correct answer.
//
// Separated bodies: the gap along the normal bounds the distance from below, and two points of the bodies
// bound it from above. If both bounds agree, the answer is the distance, whichever algorithm found it.
// Touching or overlapping bodies: a common point proves the contact. The gap along the normal shows that a
// translation of B by the overlap separates them. The certificate does not prove that no shorter translation
// separates them. Any normal with a larger gap, from `exact` or from another algorithm, disproves the answer.
//
// certificate_rules.hpp contains the rules that 3D and 2D share.
#pragma once

#include "scree/contact/pair/certificate_rules.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

namespace scree {

/// Checks the rules of check_answer and then the proof. For separated bodies it proves the distance. For
/// touching or overlapping bodies it proves that they are in contact.
Certificate prove(const PolyhedronPair& pair, const Contact& contact, const Slack& slack = {});

}  // namespace scree
