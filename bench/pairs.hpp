// Compares gjk_td with other libraries for `scree bench pairs`, in the six regimes that matter to a
// simulation. The accuracy gate is part of the same run.
#pragma once

#include "peer.hpp"

namespace scree::bench {

struct PairsOptions {
  int poses = 0;  // poses per set; 0: 4096, or 128 with `quick`
  bool quick = false;
};

/// Measures and prints the tables. Returns true if gjk_td passes the gate. Without peers the tables contain
/// only the times of Scree.
bool race_pairs(const PairsOptions& options, const std::vector<std::unique_ptr<Peer>>& peers);

}  // namespace scree::bench
