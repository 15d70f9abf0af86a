// Counts the instructions of the kernels with callgrind and compares them with a committed table, for
// `scree bench step --guard`. Unlike seconds, counts are the same on a busy machine.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scree::bench {

/// Number of doubles per vector during every count, independent of the processor.
inline constexpr int guard_simd_width = 4;
/// Ratio of executed to recorded instructions above which the guard fails.
inline constexpr double guard_limit = 1.03;

struct GuardOptions {
  std::filesystem::path program;  // path of this program, which valgrind runs
  std::filesystem::path beds = "scenes", tables = "bench/guard";
  std::string kernel = "all";
};

struct GuardEntry {
  std::string kernel;
  double instructions = 0;  // instructions per unit of the kernel
};

/// Counts recorded for one preset and one compiler.
struct GuardTable {
  std::string toolchain;
  std::vector<GuardEntry> entries;

  std::optional<double> find(std::string_view kernel) const;
  void set(std::string_view kernel, double instructions);
};

struct GuardRow {
  std::string kernel, unit;
  double instructions = 0;  // instructions per unit
  double contacts = 0, points = 0;
  std::optional<double> recorded;

  double ratio() const { return recorded ? instructions / *recorded : 0; }
  bool passes() const { return recorded && ratio() <= guard_limit; }
};

/// Returns the compiler, flags, C library, processor family and vector width of this program. Counts of
/// programs that differ in one of these cannot be compared.
std::string guard_toolchain();

/// Returns the path of the file with the recorded counts for this preset and compiler.
std::filesystem::path guard_file(const GuardOptions& options);

/// Reads a table. Returns nothing if there is no such file. Throws an Error if the file is not a table.
std::optional<GuardTable> read_guard_table(const std::filesystem::path& file);
void write_guard_table(const std::filesystem::path& file, const GuardTable& table);

/// Runs one kernel, or all, under callgrind. Throws an Error if valgrind or its header is missing.
std::vector<GuardRow> count_kernels(const GuardOptions& options);

}  // namespace scree::bench
