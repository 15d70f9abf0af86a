#include "bench_guard.hpp"

#include "verbs.hpp"

#include "kernels.hpp"

#include "scree/error.hpp"
#include "scree/math/simd_widths.hpp"

#include <cmath>

namespace scree::cli {
namespace {

using namespace bench;

std::string kernel_names() {
  std::vector<std::string_view> names;
  for (const Kernel& k : kernels()) names.push_back(k.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

const Kernel* find_kernel(std::string_view name) {
  for (const Kernel& k : kernels()) {
    if (k.name == name) return &k;
  }
  return nullptr;
}

/// Runs the kernel whose instructions callgrind counts, and prints the values that the guard reads.
void print_kernel(const GuardArguments& a) {
  const Kernel* kernel = find_kernel(a.options.kernel);
  if (kernel == nullptr)
    fail("--kernel {} needs --guard. Without --guard, give the name of one kernel.", a.options.kernel);
  const KernelRun run = run_kernel(*kernel, a.options.beds);
  fmt::print("units {}\nwidth {}\ncontacts {:.6f}\npoints {:.6f}\n", run.units, simd_width(),
             run.contacts_per_unit, run.points_per_unit);
}

std::string verdict(const GuardRow& row) {
  if (!row.recorded) return "no record";
  if (!row.passes()) return "MORE";
  return row.ratio() < 2 - guard_limit ? "fewer" : "same";
}

void print_rows(const std::vector<GuardRow>& rows) {
  fmt::print("{:<18} {:>12} {:>9} {:>7}  {:>10} {:>7}  {}\n", "kernel", "instructions", "per", "points",
             "recorded", "ratio", "verdict");
  for (const GuardRow& r : rows) {
    fmt::print("{:<18} {:>12.1f} {:>9} {:>7.2f}  {:>10} {:>7}  {}\n", r.kernel, r.instructions, r.unit,
               r.points, r.recorded ? fmt::format("{:.1f}", *r.recorded) : "",
               r.recorded ? fmt::format("{:.4f}", r.ratio()) : "", verdict(r));
  }
}

void record(const GuardArguments& a, std::optional<GuardTable> table, const std::filesystem::path& file) {
  if (!table || table->toolchain != guard_toolchain()) table = GuardTable{guard_toolchain(), {}};
  std::vector<GuardRow> rows = count_kernels(a.options);
  for (GuardRow& row : rows) {
    row.recorded = table->find(row.kernel);
    table->set(row.kernel, row.instructions);
  }
  print_rows(rows);
  write_guard_table(file, *table);
  fmt::print("\nWrote {} ({}). The columns recorded, ratio and verdict refer to the previous table.\n",
             file.string(), table->toolchain);
}

}  // namespace

void add_guard_options(CLI::App& step, GuardArguments& a, const std::vector<CLI::Option*>& timing) {
  CLI::Option* guard =
      step.add_flag("--guard", a.guard,
                    "count the instructions of six kernels with valgrind instead of timing; exit code 1 "
                    "if a kernel executes 3 % more than recorded");
  step.add_flag("--record", a.record,
                "with --guard: write the counts to the table of this preset and compiler")
      ->needs(guard);
  a.kernel = step.add_option("--kernel", a.options.kernel,
                             fmt::format("with --guard: count only this kernel: {}, or all; without --guard: "
                                         "run the kernel once, as valgrind does",
                                         kernel_names()))
                 ->capture_default_str();
  step.add_option("--tables", a.options.tables, "with --guard: the folder of the recorded counts")
      ->capture_default_str()
      ->needs(guard);
  for (CLI::Option* option : timing) {
    guard->excludes(option);
    a.kernel->excludes(option);
  }
}

void run_guard(const GuardArguments& a) {
  if (a.options.kernel != "all" && find_kernel(a.options.kernel) == nullptr)
    fail("there is no kernel '{}'. There are: {}, or all.", a.options.kernel, kernel_names());
  if (!a.guard) return print_kernel(a);
  const std::filesystem::path file = guard_file(a.options);
  const std::optional<GuardTable> table = read_guard_table(file);
  if (a.record) return record(a, table, file);
  if (!table || table->toolchain != guard_toolchain()) {
    fmt::print(
        "Nothing was compared. {}\nThis program: {}.\n'scree bench step --guard --record' records its "
        "counts.\n",
        table ? fmt::format("{} contains the counts of: {}.", file.string(), table->toolchain)
              : fmt::format("There is no table {}.", file.string()),
        guard_toolchain());
    return;
  }
  std::vector<GuardRow> rows = count_kernels(a.options);
  bool passes = true, fewer = false;
  for (GuardRow& row : rows) {
    row.recorded = table->find(row.kernel);
    passes = passes && row.passes();
    fewer = fewer || verdict(row) == "fewer";
  }
  print_rows(rows);
  if (fewer)
    fmt::print(
        "\nSome kernels execute over 3 % fewer instructions than recorded. Update the table with "
        "--record.\n");
  if (passes) return;
  fmt::print(
      "\nA kernel is not recorded, or executes {:.0f} % more instructions than recorded in {}. Find the "
      "cause.\nIf the increase is intended, record it with --record and commit the table.\n",
      100 * (guard_limit - 1), file.string());
  throw CheckFailed{};
}

}  // namespace scree::cli
