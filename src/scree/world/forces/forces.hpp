// From contacts to forces on bodies and walls.
#pragma once

#include "scree/parallel.hpp"
#include "scree/world/world.hpp"

namespace scree {

/// The law of the world at every contact of a batch: forces of the pairs, memories, energies.
void apply_law(const World& world, const Batch& batch, BatchContacts& contacts);

/// Each body adds up its own contacts in the order of the list, so the sum is the same for any number of
/// threads.
void sum_forces(World& world);

/// What the normal springs between a wall and the bodies hold, as of the last step, J.
Real energy_against_wall(const World& world, int wall);

/// Calls visit(first, last, batches) for each block of bodies [first, last) and the batches that it has pairs
/// in, on all threads. Every body then adds up what it is given in the order of the pairs, whatever the
/// number of threads: its block goes through all contacts of these batches as they lie in memory.
template <class Visit>
void for_each_block(const World& w, Visit visit) {
  const int bodies = w.bodies.count(), block = PairList::block_size(bodies);
  parallel_for(static_cast<int>(w.pairs.batches_of_block.size()), [&](int k) {
    visit(k * block, std::min((k + 1) * block, bodies), w.pairs.batches_of_block[k]);
  });
}

}  // namespace scree
