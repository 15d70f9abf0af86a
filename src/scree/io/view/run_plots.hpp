// Plots of the history of a run: the energy ledger, contacts, forces on walls.
#pragma once

#include "scree/io/encode/plot.hpp"
#include "scree/io/record/history.hpp"

namespace scree {

struct NamedPlot {
  std::string name;  // name of its file, without extension
  Plot plot;
};

/// Returns the plots for which the history has columns. Of many walls the eight with the largest forces
/// are drawn.
std::vector<NamedPlot> run_plots(const HistoryTable& history, const std::string& title);

}  // namespace scree
