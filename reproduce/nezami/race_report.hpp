// What the flow of grains and the loader bucket tell alike: races as cases and rows, physical checks, costs,
// snapshots.
#pragma once

#include "reproduce/cases.hpp"
#include "reproduce/nezami/long_run.hpp"
#include "reproduce/nezami/pile.hpp"
#include "reproduce/nezami/race.hpp"
#include "reproduce/paper.hpp"
#include "scree/io/view/render.hpp"

namespace scree::reproduce {

/// A race of 1000 steps from a state of a scene; `moment` tells which. What `measure` says of the state is
/// kept with the times, so that the state is not needed again.
struct RaceStart {
  std::string moment;
  std::function<World()> state;
  std::function<std::map<std::string, Real>(const World&)> measure;
};
Case race_case(std::string name, std::string scene, std::vector<std::string> overrides, RaceStart start,
               int grains, bool quick);
RaceTimes race_times(const CaseResult& result);

/// Rows of speed-ups, and their plot.
class RaceRows {
 public:
  /// `two_iterations`: path of the published part of contacts that need two iterations or fewer.
  RaceRows(const Run& run, const std::string& two_iterations);

  /// `slm` and `fcp`: the published speed-up, or its range over all rows.
  void add(ReportSection& section, const std::string& what, Real x, const std::vector<Real>& slm,
           const std::vector<Real>& fcp, const RaceTimes& times);
  Plot plot(std::string title, std::string x_label) const;

 private:
  const Run& run_;
  Real two_iterations_;
  std::vector<Real> x_, slm_, fcp_, own_fcp_, own_;
};

/// No grain is lost, contacts are shallow, energy is accounted for. `before`: of the settled state.
void add_physics(ReportSection& section, const Run& run, const World& end, const Overlaps& before, Real d50);

/// Wall time, speed and memory of a run.
void add_cost(ReportSection& section, const Run& run, const LongRun& whole, const World& end);

/// Pictures at some times after `zero` (before it, where negative), and of the last frame.
void add_snapshots(ReportSection& section, const LongRun& run, const std::string& name, Real zero,
                   const std::vector<Real>& times, RenderOptions options);

}  // namespace scree::reproduce
