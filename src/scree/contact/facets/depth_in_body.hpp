// Depth of a point in a body of facets.
#pragma once

#include "scree/shape/facet_body.hpp"

namespace scree {

/// Returns the depth of a point in a body: 0 outside, or if the surface is nearer than `least`. `near` may be
/// any facet; one near the point is fastest.
Real depth_in_body(const FacetBody& body, int near, Vec3 p, Real least);

}  // namespace scree
