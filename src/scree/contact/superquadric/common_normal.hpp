// The common normal of two superquadrics: points y_A and y_B of the surfaces whose outward normals are
// opposite and whose difference is along them. For separated bodies its length is the distance, for
// overlapping bodies a locally least translation.
//
// Newton's method runs on both surfaces at once. Let a and b be steps along the tangent plane, K_A and K_B
// the curvatures there, and g the gap. The two conditions are
//     K_A a + K_B b = -(n_A + n_B)  and  b - (I + g K_A) a = -slip,
// so that (K_A + K_B + g K_B K_A) a is known. Its matrix has two rows and is regular unless both surfaces are
// flat in the same direction. Powers with fractional exponents occur only when the points are brought back to
// the surfaces.
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

/// Finds the common normal from points near the answer.
CommonNormal common_normal(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Vec3 point_a,
                           Vec3 point_b);

}  // namespace scree
