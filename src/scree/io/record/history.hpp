// history.csv: rows at regular intervals with the energies, the contacts and the forces on the walls.
#pragma once

#include "scree/world/world.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scree {

/// Returns the mean number of contacts of a body with other bodies.
Real coordination_number(const World& world);

/// Files of a history: `rows` is history.csv, and `copy` contains its lines, each followed by a checksum.
struct HistoryFiles {
  std::filesystem::path rows, copy;
};

class History {
 public:
  /// Starts both files, or continues them. Throws an Error if one cannot be written.
  History(HistoryFiles files, const World& world, bool append = false);
  /// Adds a row, and updates the ledger of the world for it.
  void add(World& world);
  /// Flushes all rows to the disk, so that they survive a power failure.
  void sync();

 private:
  struct File {
    std::filesystem::path path;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file;
  };
  void write(const std::string& line);

  File rows_, copy_;
};

/// Returns the first line of history.csv.
std::string history_head(const World& world);
/// Returns the step at the beginning of a row; none if the line is not a row.
std::optional<std::int64_t> step_of_row(std::string_view line);
/// Returns the line with its checksum, as the copy stores it.
std::string with_checksum(const std::string& line);

/// Texts of both files, cut back to a step, and the state in which the rows were found.
struct HistoryAtStep {
  std::string rows, copy;
  bool damaged = false;       // history.csv lacked rows or contained other lines
  bool copy_damaged = false;  // the copy was damaged in this way; false if there is none
  bool has_copy = false;
  std::vector<std::int64_t> restored;   // steps of rows taken from the copy
  std::vector<std::int64_t> unchecked;  // steps of rows of history.csv whose checksum is lost
  std::vector<std::int64_t> lost;       // steps of rows that neither file has
};

/// Reads the rows at steps 0, `every`, 2 `every`, ... up to `step` from the texts of both files. A row of the
/// copy is valid if its checksum is correct. Otherwise a line of history.csv replaces it, if that line looks
/// like a row.
HistoryAtStep history_at(std::string_view rows, std::string_view copy, const std::string& head,
                         std::int64_t step, std::int64_t every);

/// Returns steps in words: "90, 300 to 600" if the steps from 300 to 600 are `every` apart.
std::string steps_in_words(const std::vector<std::int64_t>& steps, std::int64_t every);

/// Contents of history.csv, column by column.
struct HistoryTable {
  std::vector<std::string> names;
  std::vector<std::vector<Real>> columns;  // all of the same length

  /// Parses the text that History writes. Throws an Error that begins with `file` if the text is not a
  /// history. Skips half a row at the end of the text.
  static HistoryTable parse(std::string_view text, const std::string& file);
  /// Returns the column with this name, or nullptr if there is none.
  const std::vector<Real>* find(std::string_view name) const;
};

}  // namespace scree
