// scree demo: the scene scenes/demo.toml, which is built into the program.

#include "demo_scene.hpp"
#include "show.hpp"
#include "verbs.hpp"

#include "scree/run/run_scene.hpp"

#include <fmt/format.h>

#include <memory>

namespace scree::cli {
namespace {

void run(const RunOptions& options, const std::vector<std::string>& overrides) {
  const Scene scene = parse_scene(demo_scene, "scenes/demo.toml", overrides);
  if (!options.quiet) {
    fmt::print(
        "500 tetrahedra, pyramids, cubes and rhombic dodecahedra fall into a box; then two of its walls are "
        "removed.\n");
  }
  run_scene(scene, options);
  write_view({.folder = options.folder, .quiet = true});
  if (options.quiet) return;
  fmt::print(
      "  summary.json  results: energies, timing, hash, all keys of the scene\n"
      "  history.csv   energies, contacts and wall forces over time, for any spreadsheet\n"
      "Next: scenes/demo.toml is the scene; docs/tutorials/first-scene.md shows how to write your own.\n"
      "To see the run, open {} in a browser.\n",
      std::filesystem::absolute(options.folder / "view.html").lexically_normal().string());
}

}  // namespace

void add_demo(CLI::App& app) {
  auto folder = std::make_shared<std::string>("out/demo");
  auto options = std::make_shared<RunOptions>();
  auto set = std::make_shared<std::vector<std::string>>();
  CLI::App* verb = app.add_subcommand("demo", "simulate 500 grains that form a pile (scenes/demo.toml)");
  verb->add_option("--out", *folder, "the folder to write to")->capture_default_str();
  verb->add_option("--threads", options->threads, "number of threads (default: all cores)")
      ->check(CLI::Range(1, 4096));
  verb->add_option("--set", *set, "change a key, as in 'scree run'; repeatable")->allow_extra_args(false);
  verb->add_flag("--quiet", options->quiet, "print only warnings and errors");
  verb->callback([folder, options, set] {
    options->folder = *folder;
    options->replace = {.overwrite_marked = demo_mark, .with_page = true};
    run(*options, *set);
  });
}

}  // namespace scree::cli
