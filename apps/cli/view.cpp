// scree view: writes a run as one HTML file that opens in a browser.

#include "file_option.hpp"
#include "show.hpp"
#include "verbs.hpp"

#include "scree/file.hpp"
#include "scree/io/view/page.hpp"
#include "scree/io/view/recording.hpp"

#include <algorithm>
#include <memory>

namespace scree::cli {

void write_view(const ViewOptions& o) {
  const RunView run(o.folder);
  const std::filesystem::path out = o.out.empty() ? o.folder / "view.html" : o.out;
  const Recording recording = record(run, {.limit = 0.75 * 1e6 * o.megabytes});
  const std::string page = replay_page(run.name(), recording.bytes);
  std::vector<NamedBytes> files = {{out, page}};
  if (!o.recording.empty()) files.push_back({o.recording, record(run, {.limit = 1e300}).bytes});
  write_files(files);
  const std::vector<std::string>& problems = recording.problems;
  constexpr std::size_t shown_at_most = 10;
  for (std::size_t i = 0; i < std::min(problems.size(), shown_at_most); ++i)
    fmt::print(stderr, "scree: {}\n", problems[i]);
  if (problems.size() > shown_at_most)
    fmt::print(stderr, "scree: {} more problems like these\n", problems.size() - shown_at_most);
  if (recording.left_out > 0) {
    fmt::print(stderr, "scree: {} of {} frames are damaged or missing and were left out of the page.\n",
               recording.left_out, recording.frames_of_run);
  }
  if (o.quiet) return;
  for (const std::string& note : recording.notes) fmt::print("note: {} --limit allows more.\n", note);
  fmt::print("{} frames, {:.1f} MB; positions accurate to {:.2g} m, orientations to {:.2g} degrees\n",
             recording.frames, static_cast<double>(page.size()) / 1e6, recording.grid.error(),
             rotation_error * 180 / 3.14159265);
  fmt::print("Open in a browser: {}\n", std::filesystem::absolute(out).lexically_normal().string());
}

void add_view(CLI::App& app) {
  struct Options {
    std::string folder, out, recording;
    double megabytes = 60;
  };
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb = app.add_subcommand("view", "write a run as a self-contained page to open in a browser");
  verb->add_option("folder", o.folder, "the folder that 'scree run' wrote to")->required();
  verb->add_option("--out", o.out, "the page to write (default: view.html in the folder)");
  verb->add_option("--limit", o.megabytes, "largest size of the page in MB; longer runs are thinned")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 400.0));
  verb->add_option("--recording", o.recording,
                   "also write all frames to this file (.screc), for the page's 'open another recording'");
  verb->callback([options] {
    check_ending("--out", options->out, ".html");
    check_ending("--recording", options->recording, ".screc");
    write_view({options->folder, options->out, options->recording, options->megabytes, false});
  });
}

}  // namespace scree::cli
