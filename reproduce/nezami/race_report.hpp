// Parts of the report that the flow of grains and the loader bucket share: timings of the searches as cases
// and rows, physical checks, costs, and snapshots.
#pragma once

#include "reproduce/cases.hpp"
#include "reproduce/nezami/long_run.hpp"
#include "reproduce/nezami/pile.hpp"
#include "reproduce/nezami/race.hpp"
#include "reproduce/paper.hpp"
#include "scree/io/view/render.hpp"

namespace scree::reproduce {

/// State from which a race of 1000 steps starts; `moment` names it. The results of `measure` for this state
/// are stored with the times, so that a later run does not need the state.
struct RaceStart {
  std::string moment;
  std::function<World()> state;
  std::function<std::map<std::string, Real>(const World&)> measure;
};
Case race_case(std::string name, std::string scene, std::vector<std::string> overrides, RaceStart start,
               int grains, bool quick);
RaceTimes race_times(const CaseResult& result);

/// Collects rows of speed-ups, and plots them.
class RaceRows {
 public:
  /// `two_iterations` is the key in expected.toml of the published fraction of contacts whose query needs at
  /// most two iterations.
  RaceRows(const Run& run, const std::string& two_iterations);

  /// Adds the rows of one race. `slm` and `fcp` are the published speed-ups, or their ranges over all rows.
  void add(ReportSection& section, const std::string& what, Real x, const std::vector<Real>& slm,
           const std::vector<Real>& fcp, const RaceTimes& times);
  Plot plot(std::string title, std::string x_label) const;

 private:
  const Run& run_;
  Real two_iterations_;
  std::vector<Real> x_, slm_, fcp_, own_fcp_, own_;
};

/// Adds checks that no grain is lost, that overlaps are small and that the energy ledger closes. `before`
/// contains the overlaps of the settled state.
void add_physics(ReportSection& section, const Run& run, const World& end, const Overlaps& before, Real d50);

/// Adds wall time, speed and memory of a run.
void add_cost(ReportSection& section, const Run& run, const LongRun& whole, const World& end);

/// Adds pictures of the frames at the given times relative to `zero`, and of the last frame.
void add_snapshots(ReportSection& section, const LongRun& run, const std::string& name, Real zero,
                   const std::vector<Real>& times, RenderOptions options);

}  // namespace scree::reproduce
