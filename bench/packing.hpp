// Measures the packing of a scene with one contact algorithm: the bed in its box, the heap at the end, the
// error of the ledger and the speed. Runs with other seeds show how much these values vary by chance.
#pragma once

#include "scree/io/scene/scene.hpp"

namespace scree::bench {

struct PackingRow {
  std::string algorithm;
  int seed = 0;
  Real porosity = 0;       // porosity of the lower half of the bed, before the first wall is removed
  Real coordination = 0;   // mean number of bodies that a body touches, at the same moment as the porosity
  Real center_height = 0;  // height of the centre of mass at the end, m
  Real top = 0;            // highest point of the heap, m
  Real reach = 0;          // distance from the z axis that contains nine tenths of the bodies, m
  Real energy_error = 0;   // error of the ledger, as `scree run` prints it
  std::int64_t steps = 0, failed = 0;
  double seconds = 0;  // processor time
};

/// Runs the scene to its end on one thread. The scene needs a wall of type box for the porosity.
PackingRow measure_packing(const Scene& scene);

}  // namespace scree::bench
