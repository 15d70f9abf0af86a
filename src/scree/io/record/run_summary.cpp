#include "scree/io/record/run_summary.hpp"

#include "scree/io/record/history.hpp"
#include "scree/io/record/run_warnings.hpp"
#include "scree/version.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <nlohmann/json.hpp>

namespace scree {

Real ledger_error(const World& w) {
  const Ledger& e = w.ledger;
  // The zero of potential energy is arbitrary, so only its change is an entry.
  const Real fallen = std::abs(w.first_total + e.inserted - e.potential);
  const Real largest =
      std::max({e.kinetic, e.elastic, e.damping, e.friction, e.local, std::abs(e.walls), fallen});
  return largest > 0 ? std::abs(e.error(w.first_total)) / largest : 0;
}

double peak_memory_mib() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) / 1024;
}

void add_earlier_times(std::string_view text, World& world, RunFacts& facts) {
  const nlohmann::json summary = nlohmann::json::parse(text, nullptr, false);
  if (summary.is_discarded() || !summary.contains("timing")) return;
  RunFacts sum = facts;
  auto seconds = world.seconds;
  try {
    const nlohmann::json& timing = summary["timing"];
    sum.seconds += timing.value("seconds", 0.0);
    sum.steps += timing.value("steps", std::int64_t{0});
    sum.particle_steps += timing.value("particle_steps", 0.0);
    for (std::size_t p = 0; p < phase_names.size(); ++p) {
      if (timing.contains("seconds_by_phase"))
        seconds[p] += timing["seconds_by_phase"].value(std::string(phase_names[p]), 0.0);
    }
  } catch (const nlohmann::json::exception&) { return; }  // damaged: the new summary starts at this point
  facts = sum, world.seconds = seconds;
}

std::string run_summary(const Scene& scene, const World& w, const RunFacts& facts) {
  using Json = nlohmann::ordered_json;
  const Ledger& e = w.ledger;
  Json phases;
  for (std::size_t p = 0; p < phase_names.size(); ++p) phases[std::string(phase_names[p])] = w.seconds[p];
  Json walls = Json::object();
  for (const Wall& wall : w.walls.all) {
    walls[wall.name] = {{"present", wall.present},
                        {"force_N", {wall.force.x, wall.force.y, wall.force.z}},
                        {"torque_Nm", {wall.torque.x, wall.torque.y, wall.torque.z}}};
  }
  Real mass = 0;
  for (const Real m : w.bodies.mass) mass += m;
  const auto a_second = [&](double count) { return facts.seconds > 0 ? count / facts.seconds : 0; };
  Json summary = {
      {"scene", scene.name},
      {"ended_by", facts.ended},
      {"hash", fmt::format("{:016x}", w.hash())},
      {"steps", w.steps},
      {"time_s", w.time},
      {"step_s", w.settings.dt},
      {"critical_step_s", facts.critical_step},
      {"bodies", w.bodies.count()},
      {"mass_kg", mass},
      {"bodies_remaining", remaining_count(w)},
      {"bodies_pending", pending_count(w)},
      {"bodies_left_for_ever", lost_bodies(w).count},
      {"bodies_faster_than_their_size", w.watch.fast_bodies},
      {"warnings", run_warnings(scene, w)},
      {"contacts", w.contacts.touching_count()},
      {"contact_points", w.contacts.point_count()},
      {"coordination", coordination_number(w)},
      {"largest_overlap_per_radius", w.largest_overlap()},
      {"failed_queries", w.failed_queries},
      {"contacts_too_deep", w.deep_contacts},
      {"energy_J",
       {{"at_the_beginning", w.first_total},
        {"kinetic", e.kinetic},
        {"potential", e.potential},
        {"elastic", e.elastic},
        {"lost_by_damping", e.damping},
        {"lost_by_friction", e.friction},
        {"lost_by_local_damping", e.local},
        {"lost_by_the_model", e.model},
        {"brought_by_walls", e.walls},
        {"brought_by_insertion", e.inserted},
        {"error", e.error(w.first_total)},
        {"error_per_largest_entry", ledger_error(w)}}},
      {"walls", walls},
      {"timing",
       {{"seconds", facts.seconds},
        {"threads", facts.threads},
        {"steps", facts.steps},
        {"particle_steps", facts.particle_steps},
        {"steps_per_second", a_second(static_cast<double>(facts.steps))},
        {"particle_steps_per_second", a_second(facts.particle_steps)},
        {"peak_memory_MiB", peak_memory_mib()},
        {"pair_list_rebuilds", w.pairs.rebuilds},
        {"seconds_by_phase", phases}}},
      {"versions", {{"scree", version()}, {"compiler", __VERSION__}}},
      {"resolved_scene", Json::parse(scene.resolved_json)},
  };
  if (w.settings.solver == Solver::dda) {
    const DdaState& d = w.dda;
    summary["dda"] = {{"substeps", d.substeps},
                      {"open_close_rounds", d.rounds},
                      {"steps_halved", d.halved},
                      {"substeps_not_converged", d.unconverged},
                      {"deepest_overlap_m", d.deepest},
                      {"pairs_searched",
                       {{"initial", d.paths.initial},
                        {"updated", d.paths.updated},
                        {"proven_apart", d.paths.excluded},
                        {"too_deep", d.paths.deep}}}};
  }
  return summary.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace scree
