// The answer to a contact query, in the frame of body A. 3D and 2D (src/scree/planar) use the same struct.
#pragma once

#include "scree/math/vec.hpp"

#include <cstdint>

namespace scree {

enum class Status : unsigned char {
  separated,  // the bodies have a gap
  touching,   // the bodies touch or overlap
  failed,     // the algorithm gave up; its numbers are meaningless
};

/// The feature that supports the contact on one body. The id of a polyhedron's edge is the lower index of its
/// two half-edges. The id of a polygon's edge is the vertex that it starts from.
struct Feature {
  enum class Kind : unsigned char { none, vertex, edge, face };
  Kind kind = Kind::none;
  int id = -1;
};

SCREE_HD constexpr bool operator==(Feature a, Feature b) { return a.kind == b.kind && a.id == b.id; }

/// Combines two features into one number, which identifies a contact point from step to step.
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
  Vec normal;        // unit, from A to B
  Real overlap = 0;  // > 0: the least translation that separates the overlapping bodies; < 0: minus the gap
  Vec point_a, point_b;  // witnesses on A and on B; point_a - point_b = overlap * normal
  Feature feature_a, feature_b;
  // True if the algorithm could not certify its answer and `exact` supplied this one.
  bool used_fallback = false;
  // True if no bounds prove the overlap to 1e-8 of the size. The overlap is then the overlap along the best
  // normal found. Only queries of superquadrics set it.
  bool uncertified = false;
};

using Contact = ContactIn<Vec3>;
using PlanarContact = ContactIn<Vec2>;  // 2D

/// Tolerances, as fractions of the size of a pair (the sum of the bounding radii).
struct Tolerance {
  Real touching = 1e-13;  // bodies with a gap up to this value touch, because the gap is only rounding
  // Vertices within this distance of the supporting plane belong to the supporting feature.
  Real feature = 1e-10;
  // For gaps beyond this value a lower bound on the gap is enough. gjk_td finds the bound faster than the
  // gap (gjk_td.hpp).
  Real distance_cutoff = 1e300;
};

}  // namespace scree
