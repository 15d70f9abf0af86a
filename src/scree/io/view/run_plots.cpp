#include "scree/io/view/run_plots.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scree {
namespace {

Plot over_time(const HistoryTable& history, std::string title, std::string y_label) {
  Plot plot;
  plot.title = std::move(title);
  plot.x_label = "time, s";
  plot.y_label = std::move(y_label);
  plot.dots = history.columns[0].size() < 40;
  return plot;
}

/// Returns a plot of the magnitude of a vector of each wall, from its columns WALL_fx_N and so on. If there
/// are more than eight walls, the plot shows the eight with the largest values.
Plot over_walls(const HistoryTable& history, std::string title, const std::string& unit, char letter) {
  Plot plot = over_time(history, std::move(title), unit);
  struct Wall {
    Real largest;
    PlotSeries series;
  };
  std::vector<Wall> walls;
  const auto column = [&](const std::string& wall, char axis) {
    return fmt::format("{}_{}{}_{}", wall, letter, axis, unit);
  };
  const std::string ending = column("", 'x');
  for (const std::string& name : history.names) {
    if (!name.ends_with(ending)) continue;
    const std::string wall = name.substr(0, name.size() - ending.size());
    const std::vector<Real>*x = history.find(name), *y = history.find(column(wall, 'y')),
          *z = history.find(column(wall, 'z'));
    if (y == nullptr || z == nullptr) continue;
    Wall found{0, {wall, {}, *history.find("time_s")}};
    for (std::size_t i = 0; i < x->size(); ++i) {
      found.series.y.push_back(length({(*x)[i], (*y)[i], (*z)[i]}));
      found.largest = std::max(found.largest, found.series.y.back());
    }
    walls.push_back(std::move(found));
  }
  if (walls.size() > 8) {
    std::stable_sort(walls.begin(), walls.end(),
                     [](const Wall& a, const Wall& b) { return a.largest > b.largest; });
    walls.resize(8);
  }
  for (Wall& w : walls) plot.series.push_back(std::move(w.series));
  return plot;
}

}  // namespace

std::vector<NamedPlot> run_plots(const HistoryTable& history, const std::string& title) {
  const std::vector<Real>& time = *history.find("time_s");
  const auto add = [&](Plot& plot, const char* name, const std::vector<Real>* values) {
    if (values != nullptr) plot.series.push_back({name, *values, time});
  };
  std::vector<NamedPlot> plots;

  Plot energy = over_time(history, title + ": energy", "J");
  add(energy, "kinetic", history.find("kinetic_J"));
  if (const std::vector<Real>* potential = history.find("potential_J")) {
    // The zero of potential energy is arbitrary. The plot sets it to the least value.
    std::vector<Real> above = *potential;
    const Real least = above.empty() ? 0 : *std::min_element(above.begin(), above.end());
    for (Real& p : above) p -= least;
    add(energy, "potential (above least)", &above);
  }
  add(energy, "elastic", history.find("elastic_J"));
  add(energy, "lost by damping", history.find("damping_J"));
  add(energy, "lost by friction", history.find("friction_J"));
  add(energy, "brought by walls", history.find("walls_J"));
  add(energy, "inserted", history.find("inserted_J"));
  add(energy, "unaccounted", history.find("error_J"));
  plots.push_back({"energy", std::move(energy)});

  Plot contacts = over_time(history, title + ": contacts of a body, mean", "coordination number");
  add(contacts, "with other bodies", history.find("coordination"));
  plots.push_back({"contacts", std::move(contacts)});

  plots.push_back({"wall_forces", over_walls(history, title + ": force on each wall", "N", 'f')});
  plots.push_back({"wall_torques", over_walls(history, title + ": torque on each wall", "Nm", 't')});
  std::erase_if(plots, [](const NamedPlot& p) { return p.plot.series.empty(); });
  return plots;
}

}  // namespace scree
