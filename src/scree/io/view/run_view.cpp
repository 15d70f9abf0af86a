#include "scree/io/view/run_view.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/encode/checksum.hpp"
#include "scree/io/record/frames.hpp"
#include "scree/shape/read/obj.hpp"
#include "scree/shape/surface/mass.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <numbers>

namespace scree {
namespace {

namespace fs = std::filesystem;

/// Returns an empty world, whose grids show which arrays the files have.
const World& empty_world() {
  static const World world;
  return world;
}

template <class T>
const std::vector<T>& values_of(const std::vector<Grid::Array>& arrays, std::string_view name) {
  for (const Grid::Array& a : arrays) {
    if (a.name == name) return std::get<std::vector<T>>(a.values);
  }
  throw std::logic_error("a grid without an array of this name");
}

Vec3 row3(const std::vector<float>& v, std::size_t i) { return {v[3 * i], v[3 * i + 1], v[3 * i + 2]}; }

std::vector<ViewBody> bodies_of(const Grid& grid) {
  const auto& data = grid.point_data;
  const auto &id = values_of<std::int32_t>(data, "id"), &shape = values_of<std::int32_t>(data, "shape"),
             &material = values_of<std::int32_t>(data, "material"),
             &contacts = values_of<std::int32_t>(data, "contacts");
  const auto &scale = values_of<float>(data, "scale"), &orientation = values_of<float>(data, "orientation"),
             &velocity = values_of<float>(data, "velocity");
  std::vector<ViewBody> bodies(grid.points.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Quat q = normalized(
        {orientation[4 * i], orientation[4 * i + 1], orientation[4 * i + 2], orientation[4 * i + 3]});
    bodies[i] = {
        id[i], shape[i], material[i], contacts[i], scale[i], length(row3(velocity, i)), {grid.points[i], q}};
  }
  return bodies;
}

std::vector<ViewContact> contacts_of(const Grid& grid) {
  const auto& data = grid.point_data;
  const auto &a = values_of<std::int32_t>(data, "a"), &b = values_of<std::int32_t>(data, "b");
  const auto& force = values_of<float>(data, "force_size");
  std::vector<ViewContact> contacts(grid.points.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) contacts[i] = {a[i], b[i], grid.points[i], force[i]};
  return contacts;
}

std::vector<ViewPolygon> polygons_of(const Grid& grid) {
  const auto& wall = values_of<std::int32_t>(grid.cell_data, "wall");
  std::vector<ViewPolygon> polygons(wall.size());
  for (std::size_t c = 0; c < polygons.size(); ++c) {
    polygons[c].wall = wall[c];
    for (std::int64_t k = grid.offsets[c]; k < grid.offsets[c + 1]; ++k)
      polygons[c].corners.push_back(grid.points[grid.connectivity[k]]);
  }
  return polygons;
}

/// Checks that everything used as an index is valid.
void check(const ViewFrame& frame, const ViewCast& cast, const std::string& name) {
  const auto shapes = static_cast<int>(cast.shapes.size());
  for (const ViewBody& b : frame.bodies) {
    const Real norm =
        b.pose.orientation.w + b.pose.orientation.x + b.pose.orientation.y + b.pose.orientation.z;
    if (b.shape < 0 || b.shape >= shapes || b.material < 0 || b.contacts < 0 || !(b.scale > 0) ||
        !std::isfinite(b.scale) || !std::isfinite(norm) || !std::isfinite(b.speed))
      fail("{}: body {} in it is invalid: the frame is damaged, or belongs to another run.", name, b.id);
  }
}

std::vector<SeriesEntry> read_series(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored) ? parse_series(read_file(file), file.string())
                                   : std::vector<SeriesEntry>();
}

constexpr std::string_view footer_name = "# checksum ";

/// Throws an Error if the last line of a text is a checksum and is wrong.
void check_footer(const std::string& text, const std::string& name, std::string_view remedy) {
  const std::size_t footer = text.rfind(footer_name);
  if (footer == std::string::npos) return;  // written by an earlier version
  if (text.substr(footer) != fmt::format("{}{:016x}\n", footer_name, checksum(text.substr(0, footer))))
    fail("{}: the file is damaged: its checksum is wrong. {}", name, remedy);
}

/// Returns the shapes whose files exist, with the names as far as they are known.
ViewCast read_cast(const fs::path& frames) {
  ViewCast cast;
  std::error_code ignored;
  for (int s = 0;; ++s) {
    const fs::path file = frames / fmt::format("shape-{}.obj", s);
    if (!fs::exists(file, ignored)) break;
    const std::string text = read_file(file);
    check_footer(text, file.string(), "Remove it and resume the run briefly; the run writes it again.");
    const Surface surface = parse_obj(text, file.string());
    const Real volume = integrate_mass(surface).volume;
    cast.shapes.push_back(
        {fmt::format("shape {}", s), false, std::cbrt(6 * volume / std::numbers::pi), surface});
  }
  const fs::path file = frames / "names.json";
  if (!fs::exists(file, ignored)) return cast;  // a run of an earlier version
  try {
    nlohmann::ordered_json names = nlohmann::ordered_json::parse(read_file(file));
    if (names.contains("checksum")) {
      const std::string written = names["checksum"].get<std::string>();
      names.erase("checksum");
      if (written != fmt::format("{:016x}", checksum(names.dump()))) {
        fail("{}: the file is damaged: its checksum is wrong. Remove it; the run can be shown without it.",
             file.string());
      }
    }
    const auto& shapes = names.at("shapes");
    for (std::size_t s = 0; s < std::min(cast.shapes.size(), shapes.size()); ++s) {
      cast.shapes[s].name = shapes[s].at("name").get<std::string>();
      cast.shapes[s].round = shapes[s].at("round").get<bool>();
      cast.shapes[s].diameter = shapes[s].at("diameter").get<Real>();
    }
    cast.materials = names.at("materials").get<std::vector<std::string>>();
    cast.walls = names.at("walls").get<std::vector<std::string>>();
    cast.planar = names.value("planar", false);
  } catch (const nlohmann::json::exception&) {
    fail("{}: these are not the names of a run. Remove the file; the run can be shown without it.",
         file.string());
  }
  return cast;
}

}  // namespace

ViewCast view_cast(const World& world) {
  ViewCast cast;
  for (int s = 0; s < static_cast<int>(world.shapes.all.size()); ++s) {
    const Shape& shape = world.shapes[s];
    cast.shapes.push_back(
        {shape.name,
         !shape.planar() && (shape.kind == ShapeKind::sphere || shape.kind == ShapeKind::superquadric),
         2 * shape.equivalent_radius, surface_of(world.shapes, s)});
    cast.planar = shape.planar();
  }
  for (const Material& m : world.materials.materials) cast.materials.push_back(m.name);
  for (const Wall& wall : world.walls.all) cast.walls.push_back(wall.name);
  return cast;
}

ViewFrame view_frame(const World& world) {
  return {world.time, bodies_of(bodies_grid(world)), contacts_of(contacts_grid(world))};
}

std::vector<ViewPolygon> view_walls(const World& world) { return polygons_of(walls_grid(world)); }

std::string format_shape(const ViewShape& shape) {
  const std::string text = format_obj(shape.surface);
  return fmt::format("{}{}{:016x}\n", text, footer_name, checksum(text));
}

std::string format_names(const ViewCast& cast) {
  nlohmann::ordered_json shapes = nlohmann::ordered_json::array();
  for (const ViewShape& s : cast.shapes)
    shapes.push_back({{"name", s.name}, {"round", s.round}, {"diameter", s.diameter}});
  nlohmann::ordered_json names = {{"shapes", shapes}, {"materials", cast.materials}, {"walls", cast.walls}};
  if (cast.planar) names["planar"] = true;
  // Bytes of a name that are not UTF-8 are written as replacement characters. The checksum refers to the
  // written text.
  names = nlohmann::ordered_json::parse(names.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  names["checksum"] = fmt::format("{:016x}", checksum(names.dump()));
  return names.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

RunView::RunView(fs::path folder) : folder_(std::move(folder)) {
  std::error_code ignored;
  if (!fs::is_directory(folder_, ignored))
    fail("{}: there is no such folder. Give the folder that 'scree run' wrote to.", folder_.string());
  const fs::path frames = folder_ / "frames";
  bodies_ = read_series(frames / "bodies.hdf.series");
  contacts_ = read_series(frames / "contacts.hdf.series");
  walls_ = read_series(frames / "walls.hdf.series");
  if (bodies_.empty()) {
    fail(
        "{}: there are no frames in it to show. Give the folder that 'scree run' wrote to; output.frames of "
        "the scene sets how often a frame is written.",
        folder_.string());
  }
  cast_ = read_cast(frames);
  name_ = fs::absolute(folder_).lexically_normal().filename().string();
  if (name_.empty()) name_ = fs::absolute(folder_).lexically_normal().parent_path().filename().string();
}

/// Reads the grid of a series at the given time; none if the series has no entry for it.
std::optional<Grid> RunView::read_grid(const std::vector<SeriesEntry>& series, Real time,
                                       const Grid& layout) const {
  for (const SeriesEntry& e : series) {
    if (e.time != time) continue;
    const fs::path file = folder_ / "frames" / fs::path(e.file).filename();
    Grid grid = parse_vtkhdf(read_file(file), file.string(), layout);
    if (grid.time != time && !std::isnan(grid.time)) {
      fail("{}: the frame is at {} s, but the .hdf.series beside it says {} s.", file.string(), grid.time,
           time);
    }
    return grid;
  }
  return {};
}

int RunView::nearest(Real at) const {
  int best = 0;
  for (int f = 1; f < count(); ++f) {
    if (std::abs(time(f) - at) < std::abs(time(best) - at)) best = f;
  }
  return best;
}

ViewFrame RunView::read(int frame, bool with_contacts) const {
  ViewFrame seen;
  seen.time = time(frame);
  if (const auto grid = read_grid(bodies_, seen.time, bodies_grid(empty_world())))
    seen.bodies = bodies_of(*grid);
  check(seen, cast_, (folder_ / "frames" / bodies_[frame].file).string());
  if (!with_contacts) return seen;
  if (const auto grid = read_grid(contacts_, seen.time, contacts_grid(empty_world())))
    seen.contacts = contacts_of(*grid);
  return seen;
}

std::vector<ViewPolygon> RunView::read_walls(int frame) const {
  const auto grid = read_grid(walls_, time(frame), walls_grid(empty_world()));
  return grid ? polygons_of(*grid) : std::vector<ViewPolygon>();
}

}  // namespace scree
