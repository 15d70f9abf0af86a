// fast_direct_search (FDS) in 2D: finds the contacts of two convex polygons after Zheng, Jiao, Gardner and
// Sitar (2017).
//
// Only vertex-edge pairs are checked, first vertices of A with edges of B, then edges of A with vertices of
// B. Vertex-vertex follows from a close end, parallel edges from the edges that contacts share. Initial
// detection searches until the first contact, or until a valid entrance further than the distance tolerance
// proves the bodies separated. The virtual contact lines of that contact bound the region that contains all
// others. Updated detection starts from the lines of the last step, so its cost does not grow with the number
// of features of the bodies.
//
// The departures are those in 3D (contact/direct_search/fast_direct_search.hpp): the lowest vertex over an
// edge decides the exclusion; the region is rigorous for any normal; data are refreshed only if nothing can
// have changed. Updated detection therefore always gives the list of initial detection.
#pragma once

#include "scree/contact/direct_search/fast_direct_search.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

namespace scree::planar {

using SearchState = SearchStateIn<Vec2>;
struct PolygonRegion;
using FastDirectSearch = FastDirectSearchOf<PolygonRegion, PolygonPair, PlanarPose, PlanarCache>;

}  // namespace scree::planar
