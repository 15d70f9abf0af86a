// Plots of the history of a run: the energy ledger, contacts, forces on walls.
#pragma once

#include "scree/io/encode/plot.hpp"
#include "scree/io/record/history.hpp"

namespace scree {

struct NamedPlot {
  std::string name;  // name of the plot's file, without extension
  Plot plot;
};

/// Returns the plots for which the history has columns. If there are more than eight walls, the plots show
/// those with the largest forces.
std::vector<NamedPlot> run_plots(const HistoryTable& history, const std::string& title);

}  // namespace scree
