#include "scree/io/encode/vtkhdf.hpp"

#include "scree/error.hpp"
#include "scree/io/encode/checksum.hpp"
#include "scree/io/encode/hdf5.hpp"
#include "scree/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace scree {
namespace {

void write_arrays(hdf5::Writer& file, const std::string& group, const std::vector<Grid::Array>& arrays) {
  file.group(group);
  for (const Grid::Array& array : arrays) {
    std::visit(
        [&]<class T>(const std::vector<T>& values) {
          file.write(group + "/" + array.name, std::span<const T>(values),
                     array.columns > 1 ? array.columns : 0, true);
        },
        array.values);
  }
}

void read_arrays(const hdf5::Reader& file, const std::string& name, const std::string& group,
                 std::size_t rows, std::vector<Grid::Array>& arrays) {
  for (Grid::Array& array : arrays) {
    const std::string path = group + "/" + array.name;
    std::visit(
        [&]<class T>(std::vector<T>& values) {
          values = file.read<T>(path);
          if (values.size() != rows * array.columns) fail("{}: '{}' has another length.", name, path);
        },
        array.values);
  }
}

constexpr std::string_view footer_name = "\nScree frame\ntime ";
constexpr std::size_t checksum_size = 26;  // bytes in the line

std::string checksum_line(std::string_view bytes) {
  return fmt::format("checksum {:016x}\n", checksum(bytes));
}

/// Returns the size that an HDF5 file states; none if it does not begin like a file of Scree.
std::optional<std::uint64_t> hdf5_size(std::string_view bytes) {
  constexpr std::size_t at = 40;  // in a superblock of version 0 with addresses of eight bytes
  if (!bytes.starts_with(std::string_view("\x89HDF\r\n\x1a\n\0", 9)) || bytes.size() < at + 8) return {};
  std::uint64_t size = 0;
  for (unsigned k = 0; k < 8; ++k)
    size |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
  return size;
}

}  // namespace

std::string format_vtkhdf(const Grid& grid) {
  hdf5::Writer file;
  file.group("VTKHDF");
  const std::int64_t version[2] = {1, 0};
  file.attribute("VTKHDF", "Version", version);
  file.attribute("VTKHDF", "Type", "UnstructuredGrid");
  const auto count = [&](const char* name,
                         std::size_t n) {  // one number per piece of the grid, which has one piece
    const auto number = static_cast<std::int64_t>(n);
    file.write(std::string("VTKHDF/") + name, std::span<const std::int64_t>(&number, 1));
  };
  count("NumberOfPoints", grid.points.size());
  count("NumberOfCells", grid.types.size());
  count("NumberOfConnectivityIds", grid.connectivity.size());
  std::vector<Real> points;
  points.reserve(3 * grid.points.size());
  for (const Vec3& p : grid.points) points.insert(points.end(), {p.x, p.y, p.z});
  file.write("VTKHDF/Points", std::span<const Real>(points), 3, true);
  file.write("VTKHDF/Types", std::span<const unsigned char>(grid.types), 0, true);
  file.write("VTKHDF/Connectivity", std::span<const std::int64_t>(grid.connectivity), 0, true);
  file.write("VTKHDF/Offsets", std::span<const std::int64_t>(grid.offsets), 0, true);
  write_arrays(file, "VTKHDF/PointData", grid.point_data);
  write_arrays(file, "VTKHDF/CellData", grid.cell_data);
  write_arrays(file, "VTKHDF/FieldData", grid.field_data);
  std::string bytes = file.bytes();
  bytes += fmt::format("{}{}\n", footer_name, grid.time);
  bytes += checksum_line(bytes);
  return bytes;
}

std::optional<double> check_vtkhdf(std::string_view bytes, const std::string& name) {
  const std::optional<std::uint64_t> size = hdf5_size(bytes);
  if (!size) fail("{}: the frame is damaged: this is not an HDF5 file.", name);
  if (*size > bytes.size())
    fail("{}: the frame is cut off: it has {} bytes of {}.", name, bytes.size(), *size);
  if (*size == bytes.size()) return {};
  std::string_view footer = bytes.substr(*size);
  if (footer.size() < checksum_size || footer.substr(footer.size() - checksum_size) !=
                                           checksum_line(bytes.substr(0, bytes.size() - checksum_size)))
    fail("{}: the frame is damaged: its checksum is wrong.", name);
  if (!footer.starts_with(footer_name)) fail("{}: the frame is damaged: it lacks the time.", name);
  footer.remove_prefix(footer_name.size());
  return parse_number(next_line(footer), [&] { return name; });
}

Grid parse_vtkhdf(std::string_view bytes, const std::string& name, const Grid& layout) {
  const std::optional<double> time = check_vtkhdf(bytes, name);
  const hdf5::Reader file(bytes, name);
  Grid grid;
  grid.time = time.value_or(std::numeric_limits<double>::quiet_NaN());
  const std::vector<Real> points = file.read<Real>("VTKHDF/Points");
  for (std::size_t i = 0; i + 2 < points.size(); i += 3) {
    grid.points.push_back({points[i], points[i + 1], points[i + 2]});
    if (!is_finite(grid.points.back())) fail("{}: one of its points is not a number.", name);
  }
  grid.types = file.read<unsigned char>("VTKHDF/Types");
  grid.connectivity = file.read<std::int64_t>("VTKHDF/Connectivity");
  grid.offsets = file.read<std::int64_t>("VTKHDF/Offsets");
  const auto count = static_cast<std::int64_t>(grid.points.size());
  const bool sound = grid.offsets.size() == grid.types.size() + 1 && grid.offsets.front() == 0 &&
                     grid.offsets.back() == static_cast<std::int64_t>(grid.connectivity.size()) &&
                     std::is_sorted(grid.offsets.begin(), grid.offsets.end()) &&
                     std::all_of(grid.connectivity.begin(), grid.connectivity.end(),
                                 [&](std::int64_t p) { return p >= 0 && p < count; });
  if (!sound) fail("{}: its cells and points do not fit together.", name);
  grid.point_data = layout.point_data;
  grid.cell_data = layout.cell_data;
  grid.field_data = layout.field_data;
  read_arrays(file, name, "VTKHDF/PointData", grid.points.size(), grid.point_data);
  read_arrays(file, name, "VTKHDF/CellData", grid.types.size(), grid.cell_data);
  read_arrays(file, name, "VTKHDF/FieldData", 1, grid.field_data);
  return grid;
}

std::string format_series(const std::vector<SeriesEntry>& entries) {
  std::string text = "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [";
  for (std::size_t i = 0; i < entries.size(); ++i) {
    text += fmt::format("{}\n    {{ \"name\": \"{}\", \"time\": {} }}", i > 0 ? "," : "", entries[i].file,
                        entries[i].time);
  }
  return text + "\n  ]\n}\n";
}

std::vector<SeriesEntry> parse_series(std::string_view text, const std::string& name) {
  try {
    std::vector<SeriesEntry> entries;
    const nlohmann::json series = nlohmann::json::parse(text);
    for (const nlohmann::json& file : series.at("files"))
      entries.push_back({file.at("name").get<std::string>(), file.at("time").get<double>()});
    return entries;
  } catch (const nlohmann::json::exception&) {
    fail("{}: this is not a series of frames. 'scree resume' of the run rebuilds it from the frames.", name);
  }
}

}  // namespace scree
