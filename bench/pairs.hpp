// gjk_td beside other libraries in the six regimes that matter to a simulation, with the accuracy gate in the
// same run: what `scree bench pairs` prints.
#pragma once

#include "peer.hpp"

namespace scree::bench {

struct PairsOptions {
  int poses = 0;  // per set; 0: 4096, or 128 when quick
  bool quick = false;
};

/// Measures, prints, and tells whether the gate holds. Without peers only our own times are told.
bool race_pairs(const PairsOptions& options, const std::vector<std::unique_ptr<Peer>>& peers);

}  // namespace scree::bench
