// Reads and writes surfaces, in the format that the ending of the file name states: .obj or .stl. STL may be
// binary or ASCII.
#pragma once

#include "scree/shape/clean/clean.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scree {

struct ReadOptions {
  // Lengths are fractions of the size, as in CleanTolerance.
  std::optional<Real> weld = {};    // default: 1e-6 for STL, which has no shared vertices; no welding for OBJ
  std::optional<Real> planar = {};  // default: 1e-9, in addition to the rounding of the coordinates
  Real merge = 0;                   // tolerance for neighbours that become one polygon
  bool keep_faces = false;          // true: no neighbours are merged
  bool hull = false;                // true: uses the convex hull of the vertices and ignores the faces
};

struct ReadSurface {
  Surface surface;
  std::vector<std::string> notes;  // changes made while reading
};

/// Reads and cleans a surface. A body that is convex except for rounding becomes the convex hull of its
/// vertices. Throws an Error that names the file, the line or triangle, the cause and the remedy.
ReadSurface read_surface(const std::filesystem::path& path, const ReadOptions& options = {});

/// Reads and cleans a surface from bytes in memory. The ending of `name` gives the format.
ReadSurface parse_surface(std::string_view bytes, const std::string& name, const ReadOptions& options = {});

/// Returns the bytes of an .obj or a binary .stl file, according to the ending of the path.
std::string format_surface(const std::filesystem::path& path, const Surface& surface);
/// Writes these bytes to the file.
void write_surface(const std::filesystem::path& path, const Surface& surface);

}  // namespace scree
