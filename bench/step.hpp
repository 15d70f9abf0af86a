// Measures the speed of a step of the engine on settled packings of cubes, 14-vertex grains and spheres,
// tiled to any size.
#pragma once

#include "scree/world/world.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scree::bench {

enum class BedKind : unsigned char {
  space,
  plane,   // 2D: alternating squares and hexagons
  prisms,  // the same bodies in 3D, as thick as the squares are wide; all forces act in the plane
};

/// A settled bed of 500 bodies in a box, given by a table of poses with lengths in units of `length`.
struct Bed {
  std::string_view name, file, shape;
  Real length;   // m
  bool by_edge;  // true: the unit is the edge; false: the diameter of the sphere of equal volume
  BedKind kind = BedKind::space;
  LawKind law = LawKind::linear;
};
std::span<const Bed> beds();
/// Returns a planar bed and the same bed in 3D.
std::span<const Bed> planar_beds();
/// Returns the bed of cubes with the law LawKind::pressure.
const Bed& pressure_bed();

struct StepOptions {
  std::filesystem::path folder = "scenes";  // folder of the tables
  int tiles = 2;                            // beds along each side: 2 x 2 beds with 2000 bodies; in 2D 2 beds
  int relax = 1000, steps = 200, rounds = 5;
  int threads = 1;
};

struct StepRow {
  std::string name;
  int bodies = 0;
  double rate = 0;                             // body-steps per second in the median round
  double lowest = 0, highest = 0;              // lowest and highest rate of all rounds
  double pairs = 0, contacts = 0, points = 0;  // numbers per body
  double bytes = 0;                            // program memory per body
  Real energy_error = 0;  // error of the ledger divided by the energy lost to damping and friction
  std::uint64_t hash = 0;
  std::array<double, phase_names.size()> share{};  // share of time by phase
};

/// Builds the tiled bed in a box. Throws an Error if the table is missing or is not a table of poses.
World tiled_bed(const Bed& bed, const StepOptions& options);

/// Relaxes all packings, then times them in turn.
std::vector<StepRow> measure_steps(const std::vector<const Bed*>& chosen, const StepOptions& options);

}  // namespace scree::bench
