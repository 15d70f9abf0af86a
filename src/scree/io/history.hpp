// history.csv: a row now and then with the energies, the contacts and the forces on the walls.
#pragma once

#include "scree/world/world.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>

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

}  // namespace scree
