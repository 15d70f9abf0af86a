// history.csv: a row now and then with the energies, the contacts and the forces on the walls.
#pragma once

#include "scree/world/world.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scree {

/// Contacts of a body with other bodies, on average.
Real coordination_number(const World& world);

/// The files of a history: `rows` is history.csv, `copy` holds the same lines, each with a checksum behind
/// it.
struct HistoryFiles {
  std::filesystem::path rows, copy;
};

class History {
 public:
  /// Begins both files, or goes on with them. Throws an Error when one cannot be written.
  History(HistoryFiles files, const World& world, bool append = false);
  /// Adds a row; the world's ledger is brought up to date for it.
  void add(World& world);
  /// Puts all rows on the disk: they outlast a power cut.
  void settle();

 private:
  struct File {
    std::filesystem::path path;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file;
  };
  void write(const std::string& line);

  File rows_, copy_;
};

/// The first line of history.csv.
std::string history_head(const World& world);
/// The step that a row begins with; none where the line is no row.
std::optional<std::int64_t> step_of_row(std::string_view line);
/// A line as the copy holds it.
std::string with_checksum(const std::string& line);

/// The texts of both files, cut back to a step, and how the rows were found.
struct HistoryAtStep {
  std::string rows, copy;
  bool damaged = false;       // history.csv held something else than rows, or not all of them
  bool copy_damaged = false;  // the copy, likewise; false where there is none
  bool has_copy = false;
  std::vector<std::int64_t> restored;   // steps of rows that came from the copy
  std::vector<std::int64_t> unchecked;  // of rows of history.csv whose checksum is lost
  std::vector<std::int64_t> lost;       // of rows that neither file has
};

/// Reads the rows at steps 0, `every`, 2 `every`, ... up to `step` from the texts of both files. A row of the
/// copy counts when its checksum is right; a row of history.csv stands in where it looks like a row.
HistoryAtStep history_at(std::string_view rows, std::string_view copy, const std::string& head,
                         std::int64_t step, std::int64_t every);

/// Steps in words: "90, 300 to 600" where the steps from 300 to 600 are `every` apart.
std::string steps_in_words(const std::vector<std::int64_t>& steps, std::int64_t every);

/// history.csv read back, column by column.
struct HistoryTable {
  std::vector<std::string> names;
  std::vector<std::vector<Real>> columns;  // all of one length

  /// Throws an Error, headed by `file`, when it is not what History writes. Half a row at the end is passed
  /// over.
  static HistoryTable parse(std::string_view text, const std::string& file);
  /// The column of a name; nullptr when there is none.
  const std::vector<Real>* find(std::string_view name) const;
};

}  // namespace scree
