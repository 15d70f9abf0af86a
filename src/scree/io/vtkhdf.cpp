#include "scree/io/vtkhdf.hpp"

#include "scree/error.hpp"
#include "scree/io/hdf5.hpp"

#include <nlohmann/json.hpp>

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

}  // namespace

std::string format_vtkhdf(const Grid& grid) {
  hdf5::Writer file;
  file.group("VTKHDF");
  const std::int64_t version[2] = {1, 0};
  file.attribute("VTKHDF", "Version", version);
  file.attribute("VTKHDF", "Type", "UnstructuredGrid");
  const auto count = [&](const char* name,
                         std::size_t n) {  // one number per part of the grid; there is one part
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
  return file.bytes();
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
    fail("{}: this is not a series of frames. Remove it; the frames themselves can still be opened.", name);
  }
}

}  // namespace scree
