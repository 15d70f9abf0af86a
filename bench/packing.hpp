// What a scene becomes with each contact algorithm: the bed in its box, the heap at the end, the error of the
// ledger and the speed. Another seed shows what differs from run to run anyway.
#pragma once

#include "scree/io/scene/scene.hpp"

namespace scree::bench {

struct PackingRow {
  std::string algorithm;
  int seed = 0;
  Real porosity = 0;       // of the lower half of the bed, before the first wall is removed
  Real coordination = 0;   // then: bodies that a body touches
  Real center_height = 0;  // of mass, at the end, m
  Real top = 0;            // highest point of the heap, m
  Real reach = 0;          // nine tenths of the bodies lie nearer to the z axis, m
  Real energy_error = 0;   // of the ledger, as `scree run` prints it
  std::int64_t steps = 0, failed = 0;
  double seconds = 0;  // of the processor
};

/// Runs the scene to its end on one thread. It needs a box as its walls, for the porosity.
PackingRow measure_packing(const Scene& scene);

}  // namespace scree::bench
