#include "scree/shape/read/read.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/shape/clean/hull.hpp"
#include "scree/shape/read/obj.hpp"
#include "scree/shape/read/printed.hpp"
#include "scree/shape/read/stl.hpp"
#include "scree/shape/surface/check.hpp"
#include "scree/text.hpp"

namespace scree {
namespace {

enum class Format { obj, stl };

Format format_of(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  if (is_word(ending, ".obj")) return Format::obj;
  if (is_word(ending, ".stl")) return Format::stl;
  fail("{}: the name must end in .obj or .stl, so that the format is known.", path.string());
}

/// Checks how many digits of the coordinates describe the shape of a body. Single precision stores seven
/// digits, and most of them are lost to the position if the body is far from the origin.
void check_precision(const Surface& surface, std::vector<std::string>& notes) {
  const Real size = bounding_box(surface.vertices).diagonal(), rounding = surface.coordinate_error;
  if (size == 0 || rounding <= 1e-6 * size) return;  // `clean` reports a body whose vertices all coincide
  if (rounding > 1e-3 * size) {
    fail(
        "{}the body is {:.3g} m across, but lies so far from the origin that single precision rounds its "
        "coordinates to {:.2g} m. Move it to the origin before it is exported, or export it as OBJ.",
        where(surface), size, rounding);
  }
  notes.push_back(fmt::format(
      "coordinates are rounded to {:.2g} m, {:.1g} of the size: the body lies far from the origin for single "
      "precision",
      rounding, rounding / size));
}

/// Calls `clean`. For an open surface, adds two hints to the message: the option --weld, if it may help and
/// was not given, and the use of an open surface as a wall.
std::vector<std::string> clean_file(Surface& surface, const CleanTolerance& tolerance) {
  try {
    return clean(surface, tolerance);
  } catch (const Error& error) {
    const std::string message = error.what();
    const bool may_weld = tolerance.weld == 0 && message.find("weld vertices") != std::string::npos;
    const bool open = message.find("the surface is open") != std::string::npos;
    if (!may_weld && !open) throw;
    fail("{}{}{}", message, may_weld ? " (--weld 1e-6 welds vertices that coincide.)" : "",
         open ? " A body must be closed; an open surface can be a wall of a scene: [[wall]] type = \"mesh\"."
              : "");
  }
}

}  // namespace

ReadSurface parse_surface(std::string_view bytes, const std::string& name, const ReadOptions& options) {
  const Format format = format_of(name);
  ReadSurface result;
  result.surface = format == Format::obj ? parse_obj(bytes, name) : parse_stl(bytes, name);
  const bool single_precision = result.surface.coordinate_error > 0;
  if (single_precision) {
    check_precision(result.surface, result.notes);
  } else {
    result.surface.coordinate_error = printed_error(result.surface);
  }
  const CleanTolerance tolerance{.weld = options.weld.value_or(format == Format::stl ? 1e-6 : 0),
                                 .planar = options.planar.value_or(computed.planar),
                                 .merge = options.merge,
                                 .keep_faces = options.keep_faces};
  if (options.hull) {
    const int given = result.surface.vertex_count();
    try {
      const Real size = bounding_box(result.surface.vertices).diagonal();
      const auto relative = [&](Real reach) { return size > 0 ? reach / size : 0; };
      result.surface =
          convex_hull(result.surface.vertices, {.planar = relative(planar_reach(result.surface, tolerance)),
                                                .merge = relative(merge_reach(result.surface, tolerance)),
                                                .keep_faces = tolerance.keep_faces});
    } catch (const Error& error) { fail("{}: {}", name, error.what()); }
    result.surface.source = name;
    result.notes.push_back(
        fmt::format("convex hull of {} points, {} of them vertices", given, result.surface.vertex_count()));
  } else {
    const auto changes = clean_file(result.surface, tolerance);
    result.notes.insert(result.notes.end(), changes.begin(), changes.end());
    if (!options.keep_faces && restore_convexity(result.surface, tolerance))
      result.notes.push_back("convex except for rounding: replaced by the convex hull of its vertices");
  }
  return result;
}

ReadSurface read_surface(const std::filesystem::path& path, const ReadOptions& options) {
  format_of(path);  // reports a wrong ending before the file is looked for
  return parse_surface(read_file(path), path.string(), options);
}

std::string format_surface(const std::filesystem::path& path, const Surface& surface) {
  return format_of(path) == Format::obj ? format_obj(surface) : format_stl_binary(surface);
}

void write_surface(const std::filesystem::path& path, const Surface& surface) {
  write_file(path, format_surface(path, surface));
}

}  // namespace scree
