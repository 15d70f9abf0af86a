// The verbs of the command line. Each adds itself to the application: its options, its help, and what it
// does.
#pragma once

#include <CLI/CLI.hpp>

namespace scree::cli {

void add_demo(CLI::App& app);
void add_info(CLI::App& app);
void add_list(CLI::App& app);
void add_shape(CLI::App& app);

}  // namespace scree::cli
