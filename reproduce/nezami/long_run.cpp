#include "reproduce/nezami/long_run.hpp"

#include "reproduce/embedded.hpp"
#include "scree/file.hpp"
#include "scree/run/run_folder.hpp"
#include "scree/run/run_scene.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace scree::reproduce {
namespace {

bool begun(const LongRun& run) {
  return std::filesystem::exists(run.folder / "scene.toml") &&
         scene_of_run(run.folder).resolved_toml == run.scene.resolved_toml;
}

}  // namespace

LongRun long_run(const std::string& scene, const std::vector<std::string>& files,
                 const std::vector<std::string>& overrides, const std::filesystem::path& folder,
                 const NewRun& replace) {
  const std::filesystem::path parent = folder.parent_path();
  make_folder(parent);
  for (const std::string& file : files) {
    const std::filesystem::path copy = parent / std::filesystem::path(file).filename();
    // Two concurrent cases may need the same file, so an existing file is not written again.
    if (!std::filesystem::exists(copy) || read_file(copy) != embedded(file)) write_file(copy, embedded(file));
  }
  return {parse_scene(embedded(scene), parent / std::filesystem::path(scene).filename(), overrides), folder,
          replace};
}

World run_until(const LongRun& run, Real time) {
  RunOptions options;
  options.folder = run.folder, options.until = time, options.replace = run.replace;
  if (begun(run)) {
    options.resume = true;
    if (const auto last = RunFolder::open(run.folder).last_checkpoint()) {
      World world = build(run.scene);
      load_checkpoint(last->file, world);
      if (world.steps >= steps_until(time, world.settings.dt) || at_rest(run.scene, world)) return world;
    }
  }
  fmt::print("{}\n", run.folder.string());
  return run_scene(run.scene, options);
}

World kept_state(const LongRun& run, const std::string& name, Real time) {
  const std::filesystem::path file = run.folder / (name + ".h5");
  if (begun(run) && std::filesystem::exists(file) &&
      read_checkpoint_info(file).scene == run.scene.resolved_toml) {
    World world = build(run.scene);
    load_checkpoint(file, world);
    return world;
  }
  World world = run_until(run, time);
  write_checkpoint(file, world, run.scene.resolved_toml, true);
  return world;
}

RunCost cost_of(const LongRun& run) {
  const auto timing = nlohmann::json::parse(read_file(run.folder / "summary.json")).at("timing");
  Real in_steps = 0;
  for (const Real seconds : timing.at("seconds_by_phase")) in_steps += seconds;
  return {timing.at("seconds"), timing.at("particle_steps_per_second"),
          timing.at("seconds_by_phase").at("detect").get<Real>() / in_steps, timing.at("peak_memory_MiB")};
}

}  // namespace scree::reproduce
