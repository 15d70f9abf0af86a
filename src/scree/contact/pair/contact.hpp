// The answer of a contact query, in the frame of body A: in space, or in the plane (src/scree/planar).
#pragma once

#include "scree/math/vec.hpp"

#include <cstdint>

namespace scree {

enum class Status : unsigned char {
  separated,  // there is a gap
  touching,   // the bodies touch or overlap
  failed,     // the algorithm gave up; its numbers mean nothing
};

/// What supports the contact on one body. An edge of a polyhedron is named by one of its two half-edges, the
/// one with the lower index; that of a polygon by the vertex that it starts from.
struct Feature {
  enum class Kind : unsigned char { none, vertex, edge, face };
  Kind kind = Kind::none;
  int id = -1;
};

/// Two features that meet as one number: the identity of a point of contact from step to step.
SCREE_HD constexpr std::uint64_t key_of(Feature on_a, Feature on_b) {
  const auto half = [](Feature f) {
    return static_cast<std::uint64_t>(f.kind) << 30U | static_cast<std::uint64_t>(f.id & 0x3fffffff);
  };
  return half(on_a) << 32U | half(on_b);
}

template <class Vec>
struct ContactIn {
  Status status = Status::failed;
  int iterations = 0;
  Vec normal;            // unit, from A to B
  Real overlap = 0;      // > 0 overlapping: the least translation that separates; < 0: minus the gap
  Vec point_a, point_b;  // witnesses on A and on B: point_a - point_b = overlap * normal
  Feature feature_a, feature_b;
  bool judged = false;  // the algorithm could not certify its own answer; this is that of `exact`
  // Superquadrics: no bounds prove the overlap to 1e-8 of the size. It is the best of the planes found.
  bool uncertified = false;
};

using Contact = ContactIn<Vec3>;
using PlanarContact = ContactIn<Vec2>;  // in the plane

/// Parts of the size of a pair (the sum of the bounding radii).
struct Tolerance {
  Real touching = 1e-13;  // gaps up to this are rounding: the bodies touch
  Real feature = 1e-10;   // vertices this near to the supporting plane belong to the supporting feature
  Real far = 1e300;       // of gaps beyond this a lower bound will do, which gjk_td finds sooner; see there
};

}  // namespace scree
