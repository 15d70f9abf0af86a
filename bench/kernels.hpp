// The kernels whose instructions `scree bench step --guard` counts: steps of one settled bed each, and cold
// queries. One thread and fixed seeds, so that a kernel executes the same instructions every time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace scree::bench {

struct Kernel {
  std::string_view name;
  std::string_view unit;  // the kernel's work is counted in these
  int relax, steps;  // steps before the counted ones, and counted; of the cold pairs: 0 and poses per set
};
std::span<const Kernel> kernels();

struct KernelRun {
  std::int64_t units = 0;        // body-steps or queries
  double contacts_per_unit = 0;  // bodies in contact show that the kernel does what its name says
  double points_per_unit = 0;
};

/// Runs a kernel. Under callgrind only the counted steps are instrumented. `beds`: the folder of the tables.
KernelRun run_kernel(const Kernel& kernel, const std::filesystem::path& beds);

/// True if the program was built with valgrind/callgrind.h, without which callgrind would count nothing.
bool built_for_callgrind();

}  // namespace scree::bench
