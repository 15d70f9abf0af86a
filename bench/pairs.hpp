// Compares gjk_td with other libraries in the six regimes that matter to a simulation, with the accuracy gate
// in the same run, for `scree bench pairs`.
#pragma once

#include "peer.hpp"

namespace scree::bench {

struct PairsOptions {
  int poses = 0;  // per set; 0: 4096, or 128 with `quick`
  bool quick = false;
};

/// Measures, prints, and returns true if the gate holds. Without peers it prints only the times of Scree.
bool race_pairs(const PairsOptions& options, const std::vector<std::unique_ptr<Peer>>& peers);

}  // namespace scree::bench
