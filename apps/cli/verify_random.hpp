// scree verify --random: stress test on random pairs.
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/planar/algorithms.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace scree::cli {

struct RandomOptions {
  std::uint64_t count = 0, seed = 1, first = 0;
  int threads = 0;
  std::string worst;           // file for the worst pairs; empty: none
  std::string family_options;  // options that select the kind of pairs, for the command that continues
};

/// Tests polyhedra and prints the findings. Throws CheckFailed if an exact algorithm broke a rule.
void verify_random(const RandomOptions& options, const std::vector<const Algorithm*>& chosen, bool json);
/// Runs the same test with polygons.
void verify_random(const RandomOptions& options, const std::vector<const planar::Algorithm*>& chosen,
                   bool json);
/// Runs the same test with superquadrics. `algorithm` is superquadric, gjk_td or all.
void verify_random_round(const RandomOptions& options, const std::string& algorithm, bool json);

}  // namespace scree::cli
