// scree run: a scene from its TOML file to its end.

#include "run_scene.hpp"
#include "show.hpp"
#include "verbs.hpp"

#include <memory>

namespace scree::cli {
namespace {

struct Options {
  std::string scene, out;
  std::vector<std::string> set;
  int threads = 0;
  bool quiet = false, force = false, view = false, live = false;
  int port = 0;
};

void run(const Options& o) {
  std::vector<std::string> overrides = o.set;
  if (o.force) overrides.emplace_back("run.force_step=true");
  const Scene scene = read_scene(o.scene, overrides);
  RunOptions options;
  options.folder = o.out.empty() ? std::filesystem::path("out") / scene.name : std::filesystem::path(o.out);
  options.threads = o.threads, options.quiet = o.quiet;
  if (o.live) options.live_port = o.port;
  run_scene(scene, options);
  if (o.view) write_view({.folder = options.folder, .quiet = o.quiet});
}

}  // namespace

void add_run(CLI::App& app) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb = app.add_subcommand("run", "simulate a scene: docs/guide.md shows how to write one");
  verb->add_option("scene", o.scene, "a scene file (.toml)")->required();
  verb->add_option("--set", o.set,
                   "change a key for this run: run.end=2, material.rock.friction=0.3, insert[0].count=50; "
                   "may be given again")
      ->allow_extra_args(false);
  verb->add_option("--threads", o.threads, "how many (default: run.threads of the scene, or all cores)")
      ->check(CLI::Range(1, 4096));
  verb->add_option("--out", o.out, "the folder to write to (default: out/ and the name of the scene)");
  verb->add_flag("--quiet", o.quiet, "say nothing unless something is wrong");
  verb->add_flag("--force", o.force, "run even with a step longer than the critical one");
  verb->add_flag("--view", o.view, "at the end write view.html, a page to open in a browser ('scree view')");
  CLI::Option* live = verb->add_flag(
      "--live", o.live, "watch the run in a browser while it goes on: prints an address of this machine");
  verb->add_option("--port", o.port, "for --live (default: any that is free)")
      ->check(CLI::Range(1, 65535))
      ->needs(live);
  verb->callback([options] { run(*options); });
}

}  // namespace scree::cli
