// What the implicit solver (dda/step.hpp) is told, and what it keeps from step to step.
#pragma once

#include "scree/contact/direct_search/fast_direct_search.hpp"
#include "scree/planar/direct_search/fast_direct_search.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace scree {

enum class Solver : unsigned char {
  explicit_steps,  // forces of this moment move the bodies
  dda,             // displacements that are in balance at the end of the step
};

/// What finds the contacts of the implicit solver.
enum class Detector : unsigned char { fast_direct_search, direct_search, fast_common_plane };
inline constexpr std::string_view detector_names[] = {"fast_direct_search", "direct_search",
                                                      "fast_common_plane"};

struct DdaSettings {
  bool is_static = false;           // velocities are forgotten after every step
  Real displacement_limit = 0.005;  // of a corner in a step, as a part of the model
  Detector detector = Detector::fast_direct_search;
};

/// What a search of contacts took, pair by pair and step by step.
struct SearchPaths {
  std::int64_t initial = 0;   // pairs that were new neighbours
  std::int64_t updated = 0;   // pairs known from the step before
  std::int64_t excluded = 0;  // of both: proven apart
  std::int64_t deep = 0;      // deeper than the search knows: gjk_td has answered

  SearchPaths& operator+=(const SearchPaths& p) {
    initial += p.initial, updated += p.updated, excluded += p.excluded, deep += p.deep;
    return *this;
  }
};

/// The part of a joint that one contact point holds together. The second body is -1 - wall where it is one.
struct Bond {
  int id_a = 0, id_b = 0;
  std::uint64_t key = 0;
  Real area = 0;  // m2
};

struct DdaState {
  // Of the pairs of polyhedra and of polygons, in their order. They change what a search costs, never what it
  // finds: not part of the state of the world.
  std::vector<SearchState> searches;
  std::vector<planar::SearchState> planar_searches;

  std::vector<Bond> bonds;     // that have not broken, sorted
  Real tolerance = 0;          // the distance tolerance of the last search; follows from what is below
  Real deepest = 0;            // overlap, in the last step
  int halvings = 0;            // of the step: parts are dt / 2^halvings long
  int easy = 0;                // parts since the last change of their length
  std::int64_t parts = 0;      // steps that were taken, whole or in part
  std::int64_t rounds = 0;     // open-close iterations
  std::int64_t halved = 0;     // how often a step was done again with half its length
  std::int64_t unsettled = 0;  // parts taken although states of contacts went on to change
  SearchPaths paths;
};

}  // namespace scree
