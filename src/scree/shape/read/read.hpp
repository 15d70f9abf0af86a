// Surfaces from and to files, by the ending of their names: .obj, .stl (binary or ASCII).
#pragma once

#include "scree/shape/clean/clean.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scree {

struct ReadOptions {
  // Parts of the size, see CleanTolerance.
  std::optional<Real> weld = {};    // unless given: 1e-6 for STL, which has no shared vertices, none for OBJ
  std::optional<Real> planar = {};  // unless given: 1e-9, besides what rounding explains
  Real merge = 0;                   // the same for neighbours that become one polygon
  bool keep_faces = false;          // no neighbours become one
  bool hull = false;                // take the convex hull of the vertices and forget the faces
};

struct ReadSurface {
  Surface surface;
  std::vector<std::string> notes;  // what was changed on the way
};

/// Reads and cleans. A body that is convex but for rounding becomes the convex hull of its vertices. Throws
/// an Error that names the file, the line or triangle, the cause and the remedy.
ReadSurface read_surface(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same from bytes in memory; `name` tells the format by its ending.
ReadSurface parse_surface(std::string_view bytes, const std::string& name, const ReadOptions& options = {});

/// The bytes of an .obj or a binary .stl file, as the path ends.
std::string format_surface(const std::filesystem::path& path, const Surface& surface);
/// Writes them.
void write_surface(const std::filesystem::path& path, const Surface& surface);

}  // namespace scree
