// The list of algorithms for two convex polygons, with the names that they have in 3D
// (contact/algorithms.hpp). A new algorithm needs its file and one entry here.
#pragma once

#include "scree/contact/algorithm.hpp"
#include "scree/planar/common_plane/common_plane.hpp"
#include "scree/planar/common_plane/fast_common_plane.hpp"
#include "scree/planar/common_plane/shortest_link.hpp"
#include "scree/planar/direct_search/direct_search.hpp"
#include "scree/planar/direct_search/fast_direct_search.hpp"
#include "scree/planar/gjk_td/gjk_td.hpp"
#include "scree/planar/pair/exact.hpp"

#include <array>

namespace scree::planar {

using Algorithm = AlgorithmFor<PolygonView, PlanarPose, PlanarCache, Vec2>;

inline constexpr std::array algorithms = {
    Algorithm{Exact::name, "brute force over all normals and features; the fallback", true,
              [](const PolygonView& a, const PolygonView& b, const PlanarPose& pose, PlanarCache&,
                 const Tolerance& tolerance) { return Exact::collide(a, b, pose, tolerance); }},
    Algorithm{GjkTd::name, "GJK, then a growing polygon; certified", true, GjkTd::collide},
    Algorithm{CommonPlane::name, "Cundall, revised: three starts", false, CommonPlane::collide},
    Algorithm{CommonPlaneClassical::name, "Cundall, classical: one start", false,
              CommonPlaneClassical::collide},
    Algorithm{FastCommonPlane::name, "Nezami, revised: finite candidates, no separation", false,
              FastCommonPlane::collide},
    Algorithm{FastCommonPlaneClassical::name, "Nezami, classical: with temporary separation", false,
              FastCommonPlaneClassical::collide},
    Algorithm{DirectSearch::name, "all feature pairs within a tolerance; fails on deep overlap", false,
              DirectSearch::collide},
    Algorithm{FastDirectSearch::name, "v-e checks only; fails on deep overlap", false,
              FastDirectSearch::collide},
    Algorithm{ShortestLink::name, "shortest link; exact when apart", false, ShortestLink::collide},
};

/// Returns the algorithm with this name, or nullptr.
inline const Algorithm* find_algorithm(std::string_view name) { return find_in(algorithms, name); }

}  // namespace scree::planar
