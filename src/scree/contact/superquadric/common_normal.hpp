// The common normal of two superquadrics joins points y_A and y_B of the surfaces. The outward normals at
// these points are opposite, and the difference of the points is parallel to them. For separated bodies its
// length is the distance. For overlapping bodies it is a local minimum of the separating translation.
//
// Newton's method runs on both surfaces at once. Let a and b be steps along the tangent planes, K_A and K_B
// the curvatures there, and g the gap. The two conditions are
//     K_A a + K_B b = -(n_A + n_B)  and  b - (I + g K_A) a = -slip.
// Together they determine (K_A + K_B + g K_B K_A) a. This matrix has two rows and is regular unless both
// surfaces are flat in the same direction. Powers with fractional exponents occur only when the points are
// brought back to the surfaces.
#pragma once

#include "scree/contact/superquadric/placed_superquadric.hpp"

namespace scree {

struct CommonNormal {
  Vec3 point_a, point_b;
  Vec3 normal;  // unit, from A to B
  Real gap = 0;
  int steps = 0;
  bool found = false;
};

/// Finds the common normal, starting from points near the answer.
CommonNormal common_normal(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Vec3 point_a,
                           Vec3 point_b);

}  // namespace scree
