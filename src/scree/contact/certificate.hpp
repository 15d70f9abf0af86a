// Certificates: what proves or disproves an answer of any algorithm without knowing the right one.
//
// Apart: the plane across the normal bounds the distance from below, two points of the bodies from above.
// Where both agree, the answer is the distance, whoever found it.
// Touching or overlapping: a point common to both bodies proves the contact; the gap along the normal says
// that moving B by the overlap separates them. That no shorter way does is not proven: any normal with a
// larger gap, from `exact` or from another algorithm, disproves it.
//
// Every measure is a part of the pair's scale: its size, or the distance of the centres where that is larger.
#pragma once

#include "scree/contact/contact.hpp"
#include "scree/contact/polyhedron_pair.hpp"

#include <string_view>

namespace scree {

/// What rounding may cost. Witnesses are only as good as the faces of the bodies are planar: 1e-9.
struct Slack {
  Real distance = 1e-11;
  Real witness = 1e-9;
};

struct Certificate {
  std::string_view objection;  // the first rule broken; empty: none
  Real distance = 0;           // between the bounds, or between the overlap and the gap along the normal
  Real witness = 0;            // how far the witnesses lie outside their bodies or beside the normal

  bool holds() const { return objection.empty(); }
};

/// The size of a pair, or the distance of the centres where that is larger: what rounding is a part of.
Real scale_of(const PolyhedronPair& pair);

/// How far a point in the body's own frame lies outside its face planes; negative inside.
Real outside(const PolyhedronView& body, Vec3 point);

/// The rules that any answer keeps, the best or not: finite, a unit normal, the overlap that the bodies have
/// along it, a status that fits the overlap, witnesses in both bodies and an overlap apart along the normal,
/// features, a bounded number of steps.
Certificate check_answer(const PolyhedronPair& pair, const Contact& contact, const Slack& slack = {});

/// The same and the proof: of the distance when apart, of the contact when touching or overlapping.
Certificate prove(const PolyhedronPair& pair, const Contact& contact, const Slack& slack = {});

/// By how much the gap along another unit normal is larger than the answer's: an answer for which that is
/// more than rounding is not the signed distance.
Real improvement(const PolyhedronPair& pair, const Contact& contact, Vec3 normal);

}  // namespace scree
