// What each size of the reproduction simulates: keys of the scenes that differ from the paper's, the number
// of seeds, and how the drum is prepared and timed.
#pragma once

#include "reproduce/paper.hpp"

namespace scree::reproduce {

struct DrumPlan {
  int prepared = 0;         // bodies that are brought to their steady state; 0: each number by itself
  Real raining = 0;         // how long they come in, s; 0: as the scene says
  Real turning = 0;         // how long the drum turns, s
  Real step = 0;            // with this step, s; 0: that of the scene
  int relax = 0;            // steps as long as the scene's, before time is taken
  std::vector<int> counts;  // of bodies
  int table = 0;            // the number that is timed for `steps`
  int steps = 0;
  int body_steps = 0;  // for which the others are timed; 0: for `steps` too
};

struct Plan {
  std::vector<std::string> latham, wachs;  // what is set in the scenes
  int seeds = 3;
  std::vector<std::string> left_out;  // shapes
  DrumPlan drum;
  std::string packing_note, drum_note;  // how the run differs from the paper's
  bool checked = true;                  // large enough for the packings to be judged

  Verdict judged(bool holds) const { return checked ? verdict(holds) : Verdict::not_checked; }
};

Plan plan_of(const Run& run);

}  // namespace scree::reproduce
