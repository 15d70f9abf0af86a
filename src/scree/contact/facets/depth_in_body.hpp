// Depth of a point in a body of facets.
#pragma once

#include "scree/shape/facet_body.hpp"

namespace scree {

/// Returns the depth of a point below the surface of a body. Returns 0 if the point is outside, or if the
/// surface is nearer than `least`. `near` may be any facet; a facet near the point makes the search fastest.
Real depth_in_body(const FacetBody& body, int near, Vec3 p, Real least);

}  // namespace scree
