// Forces of contacts on bodies and walls.
#pragma once

#include "scree/parallel.hpp"
#include "scree/world/world.hpp"

namespace scree {

/// Applies the law of the world at every contact of a batch, and updates forces, memories and energies. `dt`
/// is the length of the step that ends now, or 0 if nothing moves or slides.
void apply_law(const World& world, const Batch& batch, Real dt, BatchContacts& contacts);

/// Adds up the forces on bodies and walls. The contacts of each body are added in the order of the list, so
/// the sum is the same for any number of threads.
void sum_forces(World& world);

/// Returns the energy stored in the normal springs between a wall and the bodies in the last step, J.
Real energy_against_wall(const World& world, int wall);

/// Calls visit(first, last, batches), on all threads, for each block of bodies [first, last) and the batches
/// that contain its pairs. The visit reads all contacts of these batches in the order of memory. The forces
/// on every body are therefore added in the order of the pairs, whatever the number of threads.
template <class Visit>
void for_each_block(const World& w, Visit visit) {
  const int bodies = w.bodies.count(), block = PairList::block_size(bodies);
  parallel_for(static_cast<int>(w.pairs.batches_of_block.size()), [&](int k) {
    visit(k * block, std::min((k + 1) * block, bodies), w.pairs.batches_of_block[k]);
  });
}

}  // namespace scree
