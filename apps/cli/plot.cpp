// scree plot: draws the history of a run as SVG plots.

#include "verbs.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/view/run_plots.hpp"

#include <memory>

namespace scree::cli {
namespace {

void run(const std::filesystem::path& folder, const std::filesystem::path& out) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored))
    fail("{}: there is no such folder. Give the folder that 'scree run' wrote to.", folder.string());
  const std::filesystem::path file = folder / "history.csv";
  if (!std::filesystem::exists(file, ignored))
    fail("{}: the folder contains no history.csv to plot. Give the folder that 'scree run' wrote to.",
         folder.string());
  const HistoryTable history = HistoryTable::parse(read_file(file), file.string());
  const std::string title =
      std::filesystem::absolute(folder / ".").lexically_normal().parent_path().filename().string();
  std::vector<NamedBytes> files;
  for (const NamedPlot& p : run_plots(history, title))
    files.push_back({out / (p.name + ".svg"), to_svg(p.plot)});
  make_folder(out);
  write_files(files);
  for (const NamedBytes& f : files) fmt::print("{}\n", f.path.string());
}

}  // namespace

void add_plot(CLI::App& app) {
  auto folder = std::make_shared<std::string>(), out = std::make_shared<std::string>();
  CLI::App* verb =
      app.add_subcommand("plot", "plot energies, contacts, wall forces and wall torques of a run as SVG");
  verb->add_option("folder", *folder, "the folder that 'scree run' wrote to")->required();
  verb->add_option("--out", *out, "the folder to write to (default: the subfolder plots of the run)");
  verb->callback([folder, out] {
    run(*folder, out->empty() ? std::filesystem::path(*folder) / "plots" : std::filesystem::path(*out));
  });
}

}  // namespace scree::cli
