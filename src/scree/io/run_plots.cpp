#include "scree/io/run_plots.hpp"

#include <algorithm>

namespace scree {
namespace {

Plot over_time(const HistoryTable& history, std::string title, std::string y_label) {
  Plot plot;
  plot.title = std::move(title), plot.x_label = "time, s", plot.y_label = std::move(y_label);
  plot.dots = history.columns[0].size() < 40;
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
    // It counts from an arbitrary height: from its least value here.
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

  Plot walls = over_time(history, title + ": force on each wall", "N");
  struct WallForce {
    Real largest;
    PlotSeries series;
  };
  std::vector<WallForce> forces;
  for (const std::string& name : history.names) {
    constexpr std::string_view ending = "_fx_N";
    if (!name.ends_with(ending)) continue;
    const std::string wall = name.substr(0, name.size() - ending.size());
    const std::vector<Real>*x = history.find(name), *y = history.find(wall + "_fy_N"),
          *z = history.find(wall + "_fz_N");
    if (y == nullptr || z == nullptr) continue;
    WallForce force{0, {wall, {}, time}};
    for (std::size_t i = 0; i < x->size(); ++i) {
      force.series.y.push_back(length({(*x)[i], (*y)[i], (*z)[i]}));
      force.largest = std::max(force.largest, force.series.y.back());
    }
    forces.push_back(std::move(force));
  }
  if (forces.size() > 8) {
    std::stable_sort(forces.begin(), forces.end(),
                     [](const WallForce& a, const WallForce& b) { return a.largest > b.largest; });
    forces.resize(8);
  }
  for (WallForce& f : forces) walls.series.push_back(std::move(f.series));
  if (!walls.series.empty()) plots.push_back({"wall_forces", std::move(walls)});
  return plots;
}

}  // namespace scree
