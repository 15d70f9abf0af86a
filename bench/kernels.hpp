// The kernels whose instructions `scree bench step --guard` counts. One kernel runs cold queries; each other
// kernel runs steps of one settled bed. They use one thread and fixed seeds, so that a kernel executes the
// same instructions every time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace scree::bench {

struct Kernel {
  std::string_view name;
  std::string_view unit;  // unit of the kernel's work
  int relax, steps;       // uncounted and counted steps; for cold queries 0 and the number of poses per set
};
std::span<const Kernel> kernels();

struct KernelRun {
  std::int64_t units = 0;  // body-steps or queries
  double contacts_per_unit =
      0;  // contacts per body or query; shows that the kernel does the work in its name
  double points_per_unit = 0;
};

/// Runs a kernel. Callgrind counts only the counted steps. `beds` is the folder of the tables.
KernelRun run_kernel(const Kernel& kernel, const std::filesystem::path& beds);

/// True if the program was built with valgrind/callgrind.h. Otherwise callgrind would count nothing.
bool built_for_callgrind();

}  // namespace scree::bench
