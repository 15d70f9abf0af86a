// Bodies by name: the regular solids, the grains of the papers, and generators with parameters.
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace scree {

/// Parameters of library bodies. Each comment names the body that uses the parameter; other bodies ignore it.
struct LibraryParameters {
  Vec3 lengths{3, 2, 1};   // box: edge lengths
  int sides = 6;           // prism: number of sides of its base
  Real height = 1;         // prism: height divided by the edge of its base
  int level = 2;           // icosphere: number of subdivisions, 0 to 4
  int vertices = 20;       // random: number of vertices
  Vec3 aspect{1, 1, 1};    // random: stretch factors along x, y, z
  std::uint64_t seed = 1;  // random: seed
};

/// Size of a body: by an edge, by the volume, or by the diameter of the bounding sphere about the centroid.
struct Size {
  enum class By { edge, volume, diameter };
  By by = By::edge;
  Real value = 1;
};

struct LibraryEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view edge;        // description of the edge that Size::By::edge sets; empty: none
  std::string_view parameters;  // names of the parameters that the body uses; empty for most
  Surface (*make)(const LibraryParameters&);
};

std::span<const LibraryEntry> library();

/// Returns the entry with this name, or nullptr.
const LibraryEntry* find_in_library(std::string_view name);

/// Returns the body as a clean surface of the given size. Throws an Error that names the mistake: an unknown
/// name (and the nearest known name), a parameter out of range, or a size that is not positive.
Surface library_shape(std::string_view name, const LibraryParameters& parameters = {}, Size size = {});

}  // namespace scree
