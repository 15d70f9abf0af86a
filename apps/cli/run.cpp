// scree run: simulates a scene from its TOML file.

#include "given_command.hpp"
#include "show.hpp"
#include "verbs.hpp"

#include "scree/error.hpp"
#include "scree/io/scene/same_scene.hpp"
#include "scree/run/run_folder.hpp"
#include "scree/run/run_scene.hpp"

#include <memory>

namespace scree::cli {
namespace {

struct Options {
  std::string scene, out;
  std::vector<std::string> set;
  int threads = 0;
  bool quiet = false, force = false, resume = false, restart = false, overwrite = false, view = false,
       live = false, strict_energy = false;
  int port = 0;
};

/// Checks that the folder contains a run of this scene, then continues the run as `scree resume` does.
void resume(const Scene& given, RunOptions options) {
  const Scene begun = scene_of_run(options.folder);
  check_begun_with(given, RunFolder::open(options.folder).scene_text(), options.folder);
  options.resume = true, options.until = given.end;
  if (options.threads == 0) options.threads = given.threads;
  run_scene(begun, options);
}

void run(const Options& o) {
  std::vector<std::string> overrides = o.set;
  if (o.force)
    overrides.insert(overrides.end(),
                     {"run.force_step=true", "run.allow_overlaps=true", "contact.force_algorithm=true"});
  const Scene scene = read_scene(o.scene, overrides);
  RunOptions options;
  options.folder = o.out.empty() ? std::filesystem::path("out") / scene.name : std::filesystem::path(o.out);
  options.threads = o.threads;
  options.quiet = o.quiet;
  options.strict_energy = o.strict_energy;
  if (o.live) options.live_port = o.port;
  options.restart = o.restart;
  options.replace = {.overwrite = o.overwrite, .with_page = o.view, .command = given_command()};
  if (o.resume || o.restart) {
    resume(scene, options);
  } else {
    run_scene(scene, options);
  }
  if (o.view) write_view({.folder = options.folder, .quiet = o.quiet});
}

}  // namespace

void add_run(CLI::App& app) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb =
      app.add_subcommand("run", "simulate a scene: docs/tutorials/first-scene.md shows how to write one");
  verb->add_option("scene", o.scene, "a scene file (.toml)")->required();
  verb->add_option("--set", o.set,
                   "change a key for this run: run.end=2, material.rock.friction=0.3, insert[0].count=50; "
                   "repeatable")
      ->allow_extra_args(false);
  verb->add_option("--threads", o.threads,
                   "number of threads (default: run.threads of the scene, or all cores)")
      ->check(CLI::Range(1, 4096));
  verb->add_option("--out", o.out, "the folder to write to (default: out/NAME with the name of the scene)");
  verb->add_flag("--resume", o.resume,
                 "continue from the last checkpoint in the folder, with the scene that the run started with; "
                 "'scree check --keys' lists the keys that may have changed");
  verb->add_flag("--restart", o.restart,
                 "like --resume, but from the beginning; the files in the folder move to its subfolder "
                 "replaced-1, which is "
                 "deleted when the new run has ended");
  verb->add_flag("--overwrite", o.overwrite,
                 "replace a run in the folder, or files with names that a run writes; other files stay")
      ->excludes("--resume")
      ->excludes("--restart");
  verb->add_flag("--quiet", o.quiet, "print only warnings and errors");
  verb->add_flag("--force", o.force,
                 "run even if the step is longer than the critical step, bodies overlap at the beginning, or "
                 "the algorithm finds no penetration depth");
  verb->add_flag("--strict-energy", o.strict_energy,
                 "end with exit code 3 if the energy error exceeds 0.01 of the largest energy");
  verb->add_flag("--view", o.view, "write view.html at the end, a page to open in a browser ('scree view')");
  CLI::Option* live = verb->add_flag(
      "--live", o.live, "watch the run in a browser while it computes; prints the address to open");
  verb->add_option("--port", o.port, "port for --live (default: any free port)")
      ->check(CLI::Range(1, 65535))
      ->needs(live);
  verb->callback([options] { run(*options); });
}

}  // namespace scree::cli
