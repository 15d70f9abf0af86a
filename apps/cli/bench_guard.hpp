// scree bench step --guard: checks that the engine executes no more instructions than recorded.
#pragma once

#include "guard.hpp"

#include <CLI/CLI.hpp>

namespace scree::cli {

struct GuardArguments {
  bench::GuardOptions options;
  bool guard = false, record = false;
  CLI::Option* kernel = nullptr;

  /// True if an option of the guard was given. The verb then runs the guard instead of the timing.
  bool given() const { return guard || kernel->count() > 0; }
};

/// Adds --guard, --record, --kernel and --tables to `scree bench step`. The guard refuses the options in
/// `timing`, which only configure the timing.
void add_guard_options(CLI::App& step, GuardArguments& arguments, const std::vector<CLI::Option*>& timing);

/// Throws CheckFailed if a kernel executes more instructions than recorded.
void run_guard(const GuardArguments& arguments);

}  // namespace scree::cli
