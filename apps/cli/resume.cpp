// scree resume: continues a run from its last checkpoint.

#include "verbs.hpp"

#include "scree/run/run_scene.hpp"

#include <memory>

namespace scree::cli {

void add_resume(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  auto folder = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("resume", "continue a stopped run from its last checkpoint");
  verb->add_option("folder", *folder, "the folder that 'scree run' wrote to")->required();
  verb->add_option("--until", options->until, "end time in s (default: run.end of the scene)");
  verb->add_option("--threads", options->threads,
                   "number of threads (default: run.threads of the scene, or all cores)")
      ->check(CLI::Range(1, 4096));
  verb->add_flag("--strict-energy", options->strict_energy,
                 "end with exit code 3 if the energy error exceeds 0.01 of the largest energy");
  verb->add_flag("--restart", options->restart,
                 "start again at the beginning; the files in the folder move to its subfolder replaced-1, "
                 "which is deleted "
                 "when the new run has ended");
  verb->add_flag("--quiet", options->quiet, "print only warnings and errors");
  verb->callback([folder, options] {
    options->folder = *folder, options->resume = true;
    run_scene(scene_of_run(*folder), *options);
  });
}

}  // namespace scree::cli
