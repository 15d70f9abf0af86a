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

/// What rounding may cost.
struct Slack {
  Real distance = 1e-11;
  Real body = 1e-8;  // points that prove something lie in the bodies; their faces are planar to 1e-9
  // Where faces or edges meet at a small angle a witness may slip by 1e-13 / angle and the overlap stays the
  // same but for rounding: up to 1e-7 was seen. The proofs do not lean on it, they pull the points in first.
  Real witness = 1e-6;
};

struct Certificate {
  std::string_view objection;  // the first rule broken; empty: none
  bool unproven = false;       // the objection is only that no proof was found
  Real distance = 0;           // between the bounds, or between the overlap and the gap along the normal
  Real witness = 0;            // how far the witnesses lie outside their bodies or beside the normal

  bool holds() const { return objection.empty(); }
};

/// The size of a pair, or the distance of the centres where that is larger: what rounding is a part of.
Real scale_of(const PolyhedronPair& pair);

/// How far a point in the body's own frame lies outside its face planes; negative inside.
Real outside(const PolyhedronView& body, Vec3 point);

/// The rules that every answer keeps, right or wrong: finite, a unit normal, a status that fits the overlap,
/// witnesses an overlap apart along the normal, features, a bounded number of steps.
Certificate check_form(const PolyhedronPair& pair, const Contact& contact, const Slack& slack = {});

/// The same, and what an answer by a plane keeps, the best plane or not: the overlap that the bodies have
/// along the normal, witnesses in both bodies.
Certificate check_answer(const PolyhedronPair& pair, const Contact& contact, const Slack& slack = {});

/// The same and the proof: of the distance when apart, of the contact when touching or overlapping.
Certificate prove(const PolyhedronPair& pair, const Contact& contact, const Slack& slack = {});

/// By how much the gap along another unit normal is larger than the answer's: an answer for which that is
/// more than rounding is not the signed distance.
Real improvement(const PolyhedronPair& pair, const Contact& contact, Vec3 normal);

}  // namespace scree
