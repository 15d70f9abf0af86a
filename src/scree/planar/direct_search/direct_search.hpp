// direct_search (DS) in 2D: finds the contacts of two convex polygons by checking every pair of features,
// vertex-vertex and vertex-edge, each with the entrance test. Zheng, Jiao, Gardner and Sitar (2017) use it as
// their reference. If it finds no contact, it also looks for a line between the bodies, as in 3D.
#pragma once

#include "scree/contact/direct_search/direct_search.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

namespace scree::planar {

struct PolygonFeatures;
using DirectSearch = DirectSearchOf<PolygonFeatures, PolygonPair, PlanarPose, PlanarCache>;

}  // namespace scree::planar
