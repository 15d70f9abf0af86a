// Bodies by name: the regular solids, the grains of the papers, and generators with parameters.
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace scree {

/// What some of the bodies ask for besides their name; the others ignore it.
struct LibraryParameters {
  Vec3 lengths{3, 2, 1};   // box
  int sides = 6;           // prism
  Real height = 1;         // prism, per edge of its base
  int level = 2;           // icosphere: how often subdivided, 0 to 4
  int vertices = 20;       // random
  Vec3 aspect{1, 1, 1};    // random: stretch along x, y, z
  std::uint64_t seed = 1;  // random
};

/// How large: by an edge, by the volume, or by the diameter of the bounding sphere about the centroid.
struct Size {
  enum class By { edge, volume, diameter };
  By by = By::edge;
  Real value = 1;
};

struct LibraryEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view edge;        // which edge Size::By::edge sets; empty: there is none
  std::string_view parameters;  // the ones it uses, empty for most
  Surface (*make)(const LibraryParameters&);
};

std::span<const LibraryEntry> library();

/// The entry of that name, or nullptr.
const LibraryEntry* find_in_library(std::string_view name);

/// The body as a clean surface in the given size. Throws an Error that names what is wrong: an unknown name
/// (with the nearest one), a parameter out of range, a size that is not positive.
Surface library_shape(std::string_view name, const LibraryParameters& parameters = {}, Size size = {});

}  // namespace scree
