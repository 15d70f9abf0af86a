// VTKHDF 1.0 files, which ParaView 5.11 and VTK 9.1 and later read: one unstructured grid per file. Several
// files with a `.hdf.series` beside them form a movie.
#pragma once

#include "scree/math/vec.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scree {

/// Grid of points, cells that connect them, and numbers at points or cells.
struct Grid {
  enum Cell : unsigned char { vertex = 1, polygon = 7 };  // numbers of VTK
  struct Array {
    std::string name;
    int columns = 1;
    std::variant<std::vector<float>, std::vector<std::int32_t>> values;
  };

  std::vector<Vec3> points;
  std::vector<unsigned char> types;
  std::vector<std::int64_t> connectivity,
      offsets = {0};  // cell c: connectivity[offsets[c]] .. [offsets[c + 1])
  std::vector<Array> point_data, cell_data, field_data;
  Real time = 0;  // s, in full precision; NaN if the file lacks it

  /// Adds a cell of the points that were added since `first`.
  void add_cell(Cell type, std::int64_t first) {
    for (std::int64_t p = first; p < static_cast<std::int64_t>(points.size()); ++p) connectivity.push_back(p);
    end_cell(type);
  }
  /// Ends a cell whose points were added to `connectivity`.
  void end_cell(Cell type) {
    types.push_back(type);
    offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
  }
  int cell_count() const { return static_cast<int>(types.size()); }
};

/// Returns the bytes of a file. Equal grids give equal bytes. After the HDF5 part follow the time and a
/// checksum of everything before the checksum. The HDF5 library ignores them.
std::string format_vtkhdf(const Grid& grid);

/// Verifies the checksum of a file and returns its time; none if the file comes from a version of Scree that
/// wrote no checksums. Throws an Error that begins with `name` if the file is damaged.
std::optional<double> check_vtkhdf(std::string_view bytes, const std::string& name);

/// Reads the arrays that `layout` lists by name, width and type, after verifying the checksum. Throws an
/// Error that begins with `name` if an array is missing or the file is damaged.
Grid parse_vtkhdf(std::string_view bytes, const std::string& name, const Grid& layout);

struct SeriesEntry {
  std::string file;
  double time = 0;
};

/// Format and parse the text of a `.hdf.series` file. Messages begin with `name`.
std::string format_series(const std::vector<SeriesEntry>& entries);
std::vector<SeriesEntry> parse_series(std::string_view text, const std::string& name);

}  // namespace scree
