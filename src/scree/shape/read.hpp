// Surfaces from and to files, by the ending of their names: .obj, .stl (binary or ASCII).
#pragma once

#include "scree/shape/clean.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scree {

struct ReadOptions {
  std::optional<Real> weld = {};  // of the size; unless given: 1e-6 for STL, which has no shared vertices, none for OBJ
  Real planar = 1e-6;        // of the size, see CleanTolerance
  bool merge = true;         // coplanar neighbours into polygons
  bool hull = false;         // take the convex hull of the vertices and forget the faces
};

struct ReadSurface {
  Surface surface;
  std::vector<std::string> notes;  // what was changed on the way
};

/// Reads and cleans. Throws an Error that names the file, the line or triangle, the cause and the remedy.
ReadSurface read_surface(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same from bytes in memory; `name` tells the format by its ending.
ReadSurface parse_surface(std::string_view bytes, const std::string& name, const ReadOptions& options = {});

/// Writes .obj or binary .stl.
void write_surface(const std::filesystem::path& path, const Surface& surface);

}  // namespace scree
