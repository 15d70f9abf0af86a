// How deep a point lies in a body of facets.
#pragma once

#include "scree/shape/facet_body.hpp"

namespace scree {

/// 0 outside, or where the surface is nearer than `least`. Any facet will do for `near`, one near the point
/// is fastest.
Real depth_in_body(const FacetBody& body, int near, Vec3 p, Real least);

}  // namespace scree
