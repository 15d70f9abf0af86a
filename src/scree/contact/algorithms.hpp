// The list of algorithms for two convex polyhedra. To add an algorithm, write its file and add one entry
// here. The list drives `scree list`, `scree query`, `scree verify` and the cross tests.
#pragma once

#include "scree/contact/algorithm.hpp"
#include "scree/contact/common_plane/common_plane.hpp"
#include "scree/contact/common_plane/fast_common_plane.hpp"
#include "scree/contact/common_plane/shortest_link.hpp"
#include "scree/contact/direct_search/direct_search.hpp"
#include "scree/contact/direct_search/fast_direct_search.hpp"
#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/exact.hpp"
#include "scree/contact/pair/gjk.hpp"

#include <array>
#include <string_view>

namespace scree {

using Algorithm = AlgorithmFor<PolyhedronView, Pose, Cache, Vec3>;

inline constexpr std::array algorithms = {
    Algorithm{Exact::name, "brute force over all normals and features; the fallback", true,
              [](const PolyhedronView& a, const PolyhedronView& b, const Pose& pose, Cache&,
                 const Tolerance& tolerance) { return Exact::collide(a, b, pose, tolerance); }},
    Algorithm{GjkTd::name, "GJK, then tetrahedron distortion; certified", true, GjkTd::collide},
    Algorithm{Gjk::name, "classical, signed volumes; exact when apart", false, Gjk::collide},
    Algorithm{GjkJohnson::name, "classical, Johnson's sub-algorithm; exact when apart", false,
              GjkJohnson::collide},
    Algorithm{CommonPlane::name, "Cundall, revised: five starts", false, CommonPlane::collide},
    Algorithm{CommonPlaneClassical::name, "Cundall, classical: one start", false,
              CommonPlaneClassical::collide},
    Algorithm{FastCommonPlane::name, "Nezami, revised: finite candidates, no separation", false,
              FastCommonPlane::collide},
    Algorithm{FastCommonPlaneClassical::name, "Nezami, classical: with temporary separation", false,
              FastCommonPlaneClassical::collide},
    Algorithm{DirectSearch::name, "all feature pairs within a tolerance; fails on deep overlap", false,
              DirectSearch::collide},
    Algorithm{FastDirectSearch::name, "v-f and e-e checks only; fails on deep overlap", false,
              FastDirectSearch::collide},
    Algorithm{ShortestLink::name, "shortest link; exact when apart", false, ShortestLink::collide},
};

/// Returns the algorithm with this name, or nullptr.
inline const Algorithm* find_algorithm(std::string_view name) { return find_in(algorithms, name); }

/// True if an algorithm measures the overlap of bodies. Classical GJK only detects that they overlap.
inline bool finds_overlap(std::string_view name) { return name != Gjk::name && name != GjkJohnson::name; }

/// True if an algorithm claims the exact distance of separated bodies, but not the exact overlap of
/// overlapping bodies.
inline bool exact_when_separated(std::string_view name) {
  return name == Gjk::name || name == GjkJohnson::name || name == ShortestLink::name;
}

}  // namespace scree
