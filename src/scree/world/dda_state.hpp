// Settings of the implicit solver (dda/step.hpp), and the data that it keeps from step to step.
#pragma once

#include "scree/contact/direct_search/fast_direct_search.hpp"
#include "scree/planar/direct_search/fast_direct_search.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace scree {

enum class Solver : unsigned char {
  explicit_steps,  // bodies move under the current forces
  dda,             // displacements balance the forces at the end of the step
};

/// Algorithm that finds the contacts of the implicit solver.
enum class Detector : unsigned char { fast_direct_search, direct_search, fast_common_plane };
inline constexpr std::string_view detector_names[] = {"fast_direct_search", "direct_search",
                                                      "fast_common_plane"};

struct DdaSettings {
  bool is_static = false;  // velocities are set to 0 after every step
  // Largest displacement of a corner in a step, as a fraction of the model size.
  Real displacement_limit = 0.005;
  Detector detector = Detector::fast_direct_search;
};

/// Counts of contact searches, summed over pairs and steps.
struct SearchPaths {
  std::int64_t initial = 0;   // pairs that were new neighbours
  std::int64_t updated = 0;   // pairs known from the previous step
  std::int64_t excluded = 0;  // initial and updated pairs that were proven separated
  std::int64_t deep = 0;      // pairs too deep for the search, answered by gjk_td

  SearchPaths& operator+=(const SearchPaths& p) {
    initial += p.initial;
    updated += p.updated;
    excluded += p.excluded;
    deep += p.deep;
    return *this;
  }
};

/// Share of a bonded joint that one contact point carries. `id_b` is -1 - wall if the second body is a wall.
struct Bond {
  int id_a = 0, id_b = 0;
  std::uint64_t key = 0;
  Real area = 0;  // m2
};

struct DdaState {
  // Search states of the pairs of polyhedra and of polygons, in the order of the pairs. They change the cost
  // of a search, never its result, so they are not part of the state of the world.
  std::vector<SearchState> searches;
  std::vector<planar::SearchState> planar_searches;

  std::vector<Bond> bonds;       // bonds that have not broken, sorted
  Real tolerance = 0;            // distance tolerance of the last search, derived from the members below
  Real deepest = 0;              // deepest overlap in the last step
  int halvings = 0;              // number of halvings of the step: substeps last dt / 2^halvings
  int easy = 0;                  // substeps since the last change of their length
  std::int64_t substeps = 0;     // number of substeps taken, undivided steps included
  std::int64_t rounds = 0;       // number of open-close iterations
  std::int64_t halved = 0;       // number of times that a substep was repeated with half its length
  std::int64_t unconverged = 0;  // number of substeps taken although states of contacts kept changing
  SearchPaths paths;
};

}  // namespace scree
