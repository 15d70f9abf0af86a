// The simulations of each size of the reproduction: keys of the scenes that differ from the paper's, the
// number of seeds, and the preparation and timing of the drum.
#pragma once

#include "reproduce/paper.hpp"

namespace scree::reproduce {

struct DrumPlan {
  int prepared = 0;         // bodies run to their steady state; 0: each number separately
  Real raining = 0;         // duration of the insertion, s; 0: as in the scene
  Real turning = 0;         // duration of the rotation, s
  Real step = 0;            // step of the rotation, s; 0: that of the scene
  int relax = 0;            // steps with the scene's step before the timing
  std::vector<int> counts;  // numbers of bodies
  int table = 0;            // number of bodies of the run that is timed for `steps`
  int steps = 0;
  int body_steps = 0;  // timed work of the other runs; 0: they are timed for `steps` too
};

struct Plan {
  std::vector<std::string> latham, wachs;  // overrides of the scenes
  int seeds = 3;
  std::vector<std::string> left_out;  // shapes
  DrumPlan drum;
  std::string packing_note, drum_note;  // differences from the runs of the paper
  bool checked = true;                  // true: the plan is large enough to check packings

  Verdict verdict_of(bool holds) const { return checked ? verdict(holds) : Verdict::not_checked; }
};

Plan plan_of(const Run& run);

}  // namespace scree::reproduce
