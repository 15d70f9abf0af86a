// How fast a step of the engine is: settled packings of cubes, 14-vertex grains and spheres, tiled to any
// size.
#pragma once

#include "scree/world/world.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scree::bench {

enum class BedKind : unsigned char {
  space,
  plane,   // squares and hexagons in turn
  prisms,  // the same bodies in space, as thick as the squares are wide; nothing pushes them out of the plane
};

/// A settled bed of 500 bodies in a box, as a table of poses; lengths in units of `length`.
struct Bed {
  std::string_view name, file, shape;
  Real length;   // m
  bool by_edge;  // the unit is the edge, else the diameter of the sphere of equal volume
  BedKind kind = BedKind::space;
  LawKind law = LawKind::linear;
};
std::span<const Bed> beds();
/// One of the plane, and the same of space.
std::span<const Bed> planar_beds();
/// The bed of cubes whose facets press on each other (LawKind::pressure).
const Bed& pressure_bed();

struct StepOptions {
  std::filesystem::path folder = "scenes";  // where the tables are
  int tiles = 2;                            // 2 x 2 beds beside each other: 2000 bodies; in the plane 2
  int relax = 1000, steps = 200, rounds = 5;
  int threads = 1;
};

struct StepRow {
  std::string name;
  int bodies = 0;
  double rate = 0;                             // body-steps a second: the median round
  double lowest = 0, highest = 0;              // of all rounds
  double pairs = 0, contacts = 0, points = 0;  // a body
  double bytes = 0;                            // a body, of the program's memory
  Real energy_error = 0;                       // of the ledger, part of what was damped and rubbed away
  std::uint64_t hash = 0;
  std::array<double, phase_names.size()> share{};  // of the time, by phase
};

/// The bed, tiled, in a box. Throws an Error where the table is not found or not one.
World tiled_bed(const Bed& bed, const StepOptions& options);

/// Relaxes each packing, then times them in turn.
std::vector<StepRow> measure_steps(const std::vector<const Bed*>& chosen, const StepOptions& options);

}  // namespace scree::bench
