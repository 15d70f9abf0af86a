// Kicks at contacts without damping. They supply the energy that the springs released without doing
// work (law/spring_balance.hpp).
#pragma once

#include "scree/world/world.hpp"

namespace scree {

/// Lists the work that the contacts of a batch still have to do after this step of length dt. `before` is the
/// batch one step earlier.
void find_missing_work(const World& world, const Batch& batch, const BatchMemory& before, Real dt,
                       BatchContacts& contacts);

/// Kicks the bodies so that the missing work is done. Call it after the forces on all bodies have
/// been summed.
void do_missing_work(World& world);

}  // namespace scree
