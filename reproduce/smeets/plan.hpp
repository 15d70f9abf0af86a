// The simulations for each size of the reproduction (quick, default, full). A plan contains the scene keys
// that differ from the paper's, the number of seeds, and the preparation and timing of the drum.
#pragma once

#include "reproduce/paper.hpp"

namespace scree::reproduce {

struct DrumPlan {
  int prepared =
      0;  // bodies of the drum that is prepared and copied; 0: each number of bodies is prepared separately
  Real raining = 0;         // duration of the insertion, s; 0: as in the scene
  Real turning = 0;         // duration of the rotation, s
  Real step = 0;            // time step during the rotation, s; 0: the scene's step
  int relax = 0;            // steps with the scene's step before the timing
  std::vector<int> counts;  // numbers of bodies
  int table = 0;            // number of bodies in the run of Table 2, which is timed for `steps` steps
  int steps = 0;
  int body_steps = 0;  // bodies times timed steps of the other runs; 0: `steps` steps
};

struct Plan {
  std::vector<std::string> latham, wachs;  // overrides of the scenes
  int seeds = 3;
  std::vector<std::string> left_out;  // names of shapes that are not simulated
  DrumPlan drum;
  std::string packing_note, drum_note;  // differences from the runs of the paper
  bool checked = true;                  // true: the plan is large enough to check packings

  Verdict verdict_of(bool holds) const { return checked ? verdict(holds) : Verdict::not_checked; }
};

Plan plan_of(const Run& run);

}  // namespace scree::reproduce
