// The verbs of the command line. Each function adds one verb to the application, with its options, its help
// and its action.
#pragma once

#include <CLI/CLI.hpp>

namespace scree::cli {

/// Thrown by a verb after it has reported a failed check. The program then ends with exit code 1.
struct CheckFailed {};

void add_bench(CLI::App& app);
void add_bench_round(CLI::App& bench);
void add_bench_packing(CLI::App& bench);
void add_bench_pairs(CLI::App& bench);
void add_bench_shapes(CLI::App& bench);
void add_check(CLI::App& app);
void add_demo(CLI::App& app);
void add_info(CLI::App& app);
void add_list(CLI::App& app);
void add_plot(CLI::App& app);
void add_query(CLI::App& app);
void add_render(CLI::App& app);
void add_reproduce(CLI::App& app);
void add_resume(CLI::App& app);
void add_run(CLI::App& app);
void add_shape(CLI::App& app);
void add_shapes(CLI::App& app);
void add_verify(CLI::App& app);
void add_view(CLI::App& app);

}  // namespace scree::cli
