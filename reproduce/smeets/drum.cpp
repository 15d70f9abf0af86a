#include "reproduce/smeets/drum.hpp"

#include "reproduce/embedded.hpp"
#include "reproduce/timing.hpp"
#include "scree/io/record/checkpoint.hpp"

#include <fmt/format.h>

namespace scree::reproduce {
namespace {

constexpr const char* drum_scene = "scenes/smeets/drum.toml";

/// Returns a case that rotates a drum until its bodies move steadily. The state of the drum is stored next to
/// the result.
Case prepared_drum(const DrumPlan& plan, const std::string& kind, const std::string& shape, int count,
                   const std::filesystem::path& folder, Real cost) {
  Case c;
  c.name = fmt::format("drum-{}-{}", kind, count);
  c.scene = drum_scene;
  c.overrides = drum_of(shape, count);
  c.overrides.push_back(fmt::format("run.end={}", plan.turning));
  if (plan.step > 0) c.overrides.push_back(fmt::format("run.step={}", plan.step));
  if (plan.raining > 0) c.overrides.push_back(fmt::format("insert[0].interval={}", plan.raining / count));
  c.product = folder / (c.name + ".h5");
  c.work = count * cost * plan.turning;
  c.run = [file = c.product](const Scene& scene) {
    World w = run_to_end(scene);
    write_checkpoint(file, w, scene.resolved_toml);
    return CaseResult{{{"bodies", w.bodies.count()}, {"to_come", remaining_count(w)}},
                      fmt::format("{:016x}", w.hash())};
  };
  return c;
}

Case timed_drum(const DrumPlan& plan, const Case& prepared, const std::string& kind, const std::string& shape,
                int count, Real cost) {
  Case c;
  const int steps = count == plan.table || plan.body_steps == 0 ? plan.steps : plan.body_steps / count;
  const int copies = plan.prepared > 0 ? count / plan.prepared : 1;
  c.name = fmt::format("time-{}-{}", kind, count);
  c.scene = drum_scene;
  c.overrides = drum_of(shape, count);
  c.overrides.emplace_back("insert[0].start=1e9");  // all bodies come from the prepared drum
  c.extra =
      fmt::format("{} copies of {}, {} steps after {}", copies, fingerprint(prepared), steps, plan.relax);
  c.work = count * cost * (steps + plan.relax);
  c.run = [=, relax = plan.relax](const Scene& scene) {
    World segment = build(scene_of(prepared));
    load_checkpoint(prepared.product, segment);
    World w = put_end_to_end(segment, scene, copies);
    for (int i = 0; i < relax; ++i) step(w);
    const Real begin = processor_seconds();
    for (int i = 0; i < steps; ++i) step(w);
    const Real seconds = processor_seconds() - begin;
    return CaseResult{{{"seconds", seconds},
                       {"steps", steps},
                       {"bodies", w.bodies.count()},
                       {"contacts", 2.0 * w.contacts.touching_count() / w.bodies.count()}},
                      fmt::format("{:016x}", w.hash())};
  };
  return c;
}

Real drum_length(const Scene& scene) { return std::get<SceneCylinder>(scene.walls[0].shape).to.y; }

}  // namespace

std::vector<std::string> drum_of(const std::string& shape, int count) {
  const Scene scene = parse_scene(embedded(drum_scene), drum_scene);
  const Insertion& rain = scene.inserts[0].insertion;
  const Real fraction = static_cast<Real>(count) / rain.count, length = fraction * drum_length(scene);
  return {fmt::format("wall[0].to=[0.0, {}, 0.0]", length),
          fmt::format("insert[0].upper=[{}, {}, {}]", rain.upper.x, length, rain.upper.z),
          fmt::format("insert[0].count={}", count),
          fmt::format("insert[0].interval={}", rain.interval / fraction),
          fmt::format("insert[0].shapes=[\"{}\"]", shape)};
}

World put_end_to_end(const World& segment, const Scene& whole, int copies) {
  World w = build(whole);
  w.insertions.clear();
  const Real length = drum_length(whole) / copies;
  const Bodies& b = segment.bodies;
  for (int copy = 0; copy < copies; ++copy) {
    for (int i = 0; i < b.count(); ++i) {
      Pose pose = b.pose(i);
      pose.position.y += copy * length;
      w.add_body({b.shape[i], b.material[i], b.scale[i], pose, b.velocity[i], b.spin[i], b.freedom[i]});
    }
  }
  for (std::size_t i = 0; i < w.walls.all.size(); ++i) w.walls.all[i].pose = segment.walls.all[i].pose;
  prepare(w);
  find_forces_now(w);
  return w;
}

std::vector<DrumTime> drum_times(const Run& run, const DrumPlan& plan) {
  const Expected& e = run.expected;
  const std::filesystem::path folder = run.folder / "cases";
  std::vector<Case> prepared, timed;
  std::vector<DrumTime> times;
  for (int i = 0; i < e.count("drum.rows"); ++i) {
    const std::string row = fmt::format("drum.rows[{}].", i), kind = e.text(row + "kind"),
                      shape = e.text(row + "shape");
    const Real cost = e.number(row + "seconds");
    for (const int count : plan.counts) {
      if (plan.prepared == 0 || count == plan.counts[0])
        prepared.push_back(
            prepared_drum(plan, kind, shape, plan.prepared > 0 ? plan.prepared : count, folder, cost));
      timed.push_back(timed_drum(plan, prepared.back(), kind, shape, count, cost));
      times.push_back({kind, count});
    }
  }
  if (!all_kept(timed, folder)) run_cases(prepared, folder);
  const std::vector<CaseResult> results =
      run_cases(timed, folder, 1);  // one at a time, so that nothing disturbs the timing
  for (std::size_t i = 0; i < times.size(); ++i) {
    const auto& values = results[i].values;
    times[i].steps = static_cast<int>(values.at("steps")), times[i].seconds = values.at("seconds");
    times[i].contacts = values.at("contacts"), times[i].bodies = static_cast<int>(values.at("bodies"));
  }
  return times;
}

}  // namespace scree::reproduce
