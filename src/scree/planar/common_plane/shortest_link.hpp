// shortest_link in 2D: finds the common line of two convex polygons as the perpendicular bisector of the
// shortest link between them (Nezami, Hashash, Zhao, Ghaboussi 2006, Section 3.6).
//
// The alternation, the temporary separation, the proof and the departures are the same as in 3D
// (contact/common_plane/shortest_link.hpp, contact/common_plane/link_search.hpp). The cases differ in 2D.
// From a vertex, the walk searches the two adjacent edges. From inside an edge, it searches that edge and its
// ends. Two points inside edges are solved directly (Appendix A).
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

#include <string_view>

namespace scree::planar {

struct ShortestLink {
  static constexpr std::string_view name = "shortest_link";

  /// Answers one query. `iterations` counts alternations over all separations. A warm start reads the
  /// normal from cache.axis and the features of the last link from two vertices per body: v v is a vertex,
  /// u v an edge.
  static PlanarContact collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                               PlanarCache& cache, const Tolerance& tolerance = {});
};

}  // namespace scree::planar
