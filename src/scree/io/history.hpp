// history.csv: a row now and then with the energies, the contacts and the forces on the walls.
#pragma once

#include "scree/world/world.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace scree {

/// Contacts of a body with other bodies, on average.
Real coordination_number(const World& world);

class History {
 public:
  /// Begins the file, or goes on with it. Throws an Error when it cannot be written.
  History(std::filesystem::path path, const World& world, bool append = false);
  /// Adds a row; the world's ledger is brought up to date for it.
  void add(World& world);

 private:
  void write(const std::string& line);

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

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
