#include "scree/io/record/run_warnings.hpp"

#include "scree/io/record/run_summary.hpp"

#include <fmt/format.h>

namespace scree {
namespace {

/// Largest relative error of the force of a servo that has reached its force.
constexpr Real servo_tolerance = 0.05;

void add_sudden(const World& w, std::vector<std::string>& list) {
  constexpr std::size_t most = 5;
  for (std::size_t i = 0; i < std::min(most, w.watch.sudden.size()); ++i) {
    const SuddenOverlap& s = w.watch.sudden[i];
    if (s.wall >= 0) {
      list.push_back(fmt::format(
          "the wall '{}' appeared inside {} bod{} in step {}, by {:.2g} m at most, {:.2g} of the body's "
          "size. Such an overlap adds energy. Let the wall appear where there are no bodies, or move it in.",
          w.walls.all[s.wall].name, s.count, s.count == 1 ? "y" : "ies", s.step, s.depth, s.fraction));
    } else {
      list.push_back(
          fmt::format("bodies inserted at step {} overlap in {} contacts, by {:.2g} m at most, {:.2g} of the "
                      "smaller body's size. Such overlaps add energy. Correct the table of poses.",
                      s.step, s.count, s.depth, s.fraction));
    }
  }
  if (w.watch.sudden.size() > most)
    list.push_back(fmt::format("this happened {} more times.", w.watch.sudden.size() - most));
}

void add_servos(const Scene& scene, const World& w, std::vector<std::string>& list) {
  for (std::size_t i = 0; i < w.watch.servos.size(); ++i) {
    const Servo& servo = w.motions.servos[i];
    const ServoRecord& r = w.watch.servos[i];
    const bool over = w.time >= std::min(servo.end, scene.end) - 2 * w.settings.dt;
    if (!over || r.steps == 0 || std::abs(r.force - servo.force) <= servo_tolerance * servo.force) continue;
    list.push_back(
        fmt::format("the servo of wall '{}' did not reach its force by {:.4g} s: it measured {:.3g} N of "
                    "{:.3g} N in its last {} "
                    "steps. Let it begin nearer to the bodies, act longer or move faster (gain, fastest).",
                    w.walls.all[servo.wall].name, std::min(w.time, servo.end), r.force, servo.force,
                    std::min<std::int64_t>(r.steps, 200)));
  }
}

}  // namespace

std::string energy_cause(const World& w) {
  if (!w.watch.sudden.empty()) return "walls or bodies that appeared inside others.";
  if (w.deep_contacts > 0) return "contacts deeper than their layers. Raise layer_stiffness.";
  if (w.watch.fast_bodies > 0)
    return "bodies that move farther than their size in a step. Choose a shorter step.";
  const Real deepest = w.largest_overlap();
  if (deepest > 0.1)
    return fmt::format(
        "contacts too soft for the load, with overlaps up to {:.2g} of a radius. Raise the stiffness.",
        deepest);
  if (!w.motions.servos.empty()) return "a servo that chatters (gain), or the step. Halve run.step_fraction.";
  return "the step. Halve run.step_fraction: the error decreases with the square of the step.";
}

std::vector<std::string> run_warnings(const Scene& scene, const World& w) {
  std::vector<std::string> list;
  add_sudden(w, list);
  if (w.watch.fast_bodies > 0) {
    const FastBody& first = w.watch.first_fast;
    list.push_back(
        fmt::format("bodies moved farther than their own size in a step {} times, first body {} by {:.2g} m "
                    "in step {}: they can pass through others. Choose a step below {:.2g} s.",
                    w.watch.fast_bodies, first.id, first.distance, first.step, 0.1 * w.settings.dt));
  }
  if (const LostBodies lost = lost_bodies(w); lost.count > 0) {
    list.push_back(fmt::format(
        "{} of {} bodies have left forever: they are outside of all walls and move away, first body {} at "
        "({:.3g}, {:.3g}, {:.3g}) m.",
        lost.count, w.bodies.count(), lost.first_id, lost.position.x, lost.position.y, lost.position.z));
  }
  add_servos(scene, w, list);
  if (const int pending = pending_count(w); pending > 0) {
    for (std::size_t i = 0; i < w.insertions.size(); ++i) {
      if (w.insertions[i].state.wait == 0) continue;
      list.push_back(
          fmt::format("{}: there is no room for its next body since body {}; {} bodies are pending in all. "
                      "Enlarge the region, or insert the bodies later or at a lower rate.",
                      scene.inserts[i].location, w.insertions[i].state.done, pending));
      break;
    }
  }
  if (const Real error = ledger_error(w); error > large_energy_error)
    list.push_back(fmt::format("the energy error is {:.2g} of the largest energy. Likely cause: {}", error,
                               energy_cause(w)));
  return list;
}

}  // namespace scree
