#include "reproduce/smeets/plan.hpp"

namespace scree::reproduce {
namespace {

/// Returns the plan of the paper. As in the paper, the drum rotates for 10 s before steps are timed.
Plan full_plan() {
  Plan p;
  p.drum = {0, 0, 10.0, 0, 0, {1000, 2000, 3000, 6000, 12'000}, 3000, 8000, 0};
  p.packing_note = "--full: the published times of simulation; one body every 50 ms (38 ms in the cylinder).";
  p.drum_note = "--full: each drum turns for 10 s before its steps are timed.";
  return p;
}

/// Returns a shorter plan. Bodies are inserted faster and closer to each other than in the paper.
Plan normal_plan() {
  Plan p;
  p.latham = {"insert[0].stride=5", "insert[0].interval=0.004", "insert[0].velocity=[0, 0, -1]",
              "run.end=3.15"};
  p.wachs = {"insert[0].interval=0.005", "insert[0].velocity=[0, 0, -0.5]", "run.end=1.7"};
  p.drum = {1000, 0.8, 1.8, 2e-4, 250, {1000, 2000, 3000, 6000, 12'000}, 3000, 8000, 2'400'000};
  p.packing_note =
      "Bodies are inserted faster than in the paper: one every 4 ms with 1 m/s downwards at every fifth "
      "point "
      "of the snake (5 ms and 0.5 m/s in the cylinder). The runs take 3.15 s (1.7 s). --full takes the "
      "published times.";
  p.drum_note =
      "The drum is prepared faster than in the paper: 1000 bodies turn for 1.8 s in a drum of a third of the "
      "length, with steps of 0.2 ms. Copies of that drum are put end to end as often as needed and take 250 "
      "steps of 40 us before time is taken. 3000 bodies are timed for 8000 steps. Other numbers are timed "
      "for "
      "a tenth of that work: 2400 steps of 1000 bodies, 200 of 12 000. --full turns each drum for 10 s and "
      "times 8000 steps of all.";
  return p;
}

/// Returns a plan whose box has a quarter of the base. Its bed is as high as in the paper, with fewer bodies.
Plan quick_plan() {
  Plan p = normal_plan();
  p.latham = {"wall[0].upper=[0.125, 0.125, 0.375]",
              "insert[0].upper=[0.125, 0.125, 0.4]",
              "insert[0].count=162",
              "insert[0].grid=[5, 5]",
              "insert[0].stride=7",
              "insert[0].interval=0.005",
              "insert[0].velocity=[0, 0, -1.5]",
              "run.end=1.2"};
  p.wachs = {"insert[0].interval=0.002", "insert[0].velocity=[0, 0, -1]", "run.end=0.8", "run.step=2e-5"};
  p.seeds = 2;
  p.left_out = {"icosahedron 1", "icosahedron 2"};
  p.drum = {150, 0.5, 1.0, 2e-4, 20, {150, 300, 600}, 600, 60, 9000};
  p.packing_note =
      "--quick: 162 bodies in a box of a quarter of the base, two seeds, inserted in less than a second; "
      "steps of 20 us in the cylinder. These are too few bodies to distinguish shapes, so nothing is "
      "checked.";
  p.drum_note =
      "--quick: 150 bodies turn for 1 s with steps of 0.2 ms; the drum is put end to end for larger numbers. "
      "600 bodies are timed for 60 steps. Times are scaled to 3000 bodies and 8000 steps.";
  p.checked = false;
  return p;
}

}  // namespace

Plan plan_of(const Run& run) { return run.quick ? quick_plan() : run.full ? full_plan() : normal_plan(); }

}  // namespace scree::reproduce
