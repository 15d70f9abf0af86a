// scree list: what there is to choose from.

#include "verbs.hpp"

#include "scree/contact/algorithms.hpp"
#include "scree/shape/library.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace scree::cli {
namespace {

void run() {
  fmt::print("shapes ('scree shape NAME' describes one)\n");
  for (const LibraryEntry& e : library()) {
    std::string extra;
    if (!e.parameters.empty()) extra = fmt::format("; set by {}", e.parameters);
    if (e.edge.empty()) extra += "; sized by volume or diameter";
    fmt::print("  {:<22} {}{}\n", e.name, e.summary, extra);
  }
  fmt::print("  {:<22} {}\n", "sphere", "sized by volume or diameter");
  fmt::print("  {:<22} {}\n", "superquadric", "ellipsoids to rounded boxes; set by half-lengths, exponents");
  fmt::print("  {:<22} {}\n", "FILE.obj, FILE.stl", "any closed surface, convex or concave");
  fmt::print("\nalgorithms for two convex polyhedra ('scree query A B --algorithm NAME' tries one)\n");
  for (const Algorithm& a : algorithms)
    fmt::print("  {:<28} {}{}\n", a.name, a.summary, a.exact ? "; always exact" : "");
}

}  // namespace

void add_list(CLI::App& app) {
  app.add_subcommand("list", "the shapes of the library and the algorithms")->callback(run);
}

}  // namespace scree::cli
