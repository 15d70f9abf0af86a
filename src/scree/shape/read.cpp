#include "scree/shape/read.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/shape/check.hpp"
#include "scree/shape/hull.hpp"
#include "scree/shape/obj.hpp"
#include "scree/shape/printed.hpp"
#include "scree/shape/stl.hpp"

#include <algorithm>
#include <cctype>

namespace scree {
namespace {

enum class Format { obj, stl };

Format format_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending == ".obj") return Format::obj;
  if (ending == ".stl") return Format::stl;
  fail("{}: the name must end in .obj or .stl, so that the format is known.", path.string());
}

/// A body that bends inwards by no more than its coordinates are rounded was convex: exact again as the hull
/// of its vertices.
void restore_convexity(ReadSurface& read, Real tolerance) {
  const Topology topology = build_topology(read.surface);
  const MassProperties mass = integrate_mass(read.surface);
  if (!(mass.volume > 0)) return;
  const auto is_convex = [&](Real forgiven) {
    return why_not_convex(read.surface, topology, mass, forgiven).empty();
  };
  if (is_convex(rounding_distance(read.surface)) || !is_convex(tolerance)) return;
  Surface hull = convex_hull(read.surface.vertices);
  hull.origin += read.surface.origin;
  hull.source = read.surface.source;
  read.surface = std::move(hull);
  read.notes.push_back("convex but for rounding: taken as the convex hull of its vertices");
}

}  // namespace

ReadSurface parse_surface(std::string_view bytes, const std::string& name, const ReadOptions& options) {
  const Format format = format_of(name);
  ReadSurface result;
  result.surface = format == Format::obj ? parse_obj(bytes, name) : parse_stl(bytes, name);
  const bool single_precision = result.surface.coordinate_error > 0;
  if (!single_precision) result.surface.coordinate_error = printed_error(result.surface);
  const CleanTolerance tolerance{.weld = options.weld.value_or(format == Format::stl ? 1e-6 : 0),
                                 .planar = options.planar.value_or(computed.planar),
                                 .merge = options.merge};
  if (options.hull) {
    const int given = result.surface.vertex_count();
    try {
      result.surface = convex_hull(result.surface.vertices, tolerance);
    } catch (const Error& error) { fail("{}: {}", name, error.what()); }
    result.surface.source = name;
    result.notes.push_back(
        fmt::format("convex hull of {} points, {} of them vertices", given, result.surface.vertex_count()));
  } else {
    result.notes = clean(result.surface, tolerance);
    if (options.merge) restore_convexity(result, planar_reach(result.surface, tolerance));
  }
  return result;
}

ReadSurface read_surface(const std::filesystem::path& path, const ReadOptions& options) {
  format_of(path);  // a wrong ending is told before a file is looked for
  return parse_surface(read_file(path), path.string(), options);
}

void write_surface(const std::filesystem::path& path, const Surface& surface) {
  write_file(path, format_of(path) == Format::obj ? format_obj(surface) : format_stl_binary(surface));
}

}  // namespace scree
