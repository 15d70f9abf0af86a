// fast_direct_search (FDS) in 2D: finds the contacts of two convex polygons after Zheng, Jiao, Gardner and
// Sitar (2017).
//
// The search checks only vertex-edge pairs, first vertices of A with edges of B, then edges of A with
// vertices of B. A close end of an edge identifies a vertex-vertex contact. Edges that contacts share
// identify a contact of parallel edges. Initial detection stops at the first contact, or at a valid entrance
// whose gap exceeds the distance tolerance, which proves that the bodies are separated. The virtual contact
// lines of the first contact bound the region that contains all other contacts. Updated detection starts from
// the lines of the last step, so its cost does not grow with the number of features of the bodies.
//
// The departures are the same as in 3D (contact/direct_search/fast_direct_search.hpp). The lowest vertex over
// an edge decides the exclusion. The region contains all contacts for any normal. Contacts are only refreshed
// if nothing can have changed. Updated detection therefore always returns the same list as initial detection.
#pragma once

#include "scree/contact/direct_search/fast_direct_search.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

namespace scree::planar {

using SearchState = SearchStateIn<Vec2>;
struct PolygonRegion;
using FastDirectSearch = FastDirectSearchOf<PolygonRegion, PolygonPair, PlanarPose, PlanarCache>;

}  // namespace scree::planar
