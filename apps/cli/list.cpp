// scree list: lists the shapes of the library and the algorithms.

#include "verbs.hpp"

#include "scree/contact/algorithms.hpp"
#include "scree/contact/round_algorithms.hpp"
#include "scree/planar/algorithms.hpp"
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
  fmt::print("  {:<22} {}\n", "superquadric",
             "from ellipsoids to rounded boxes (also: ellipsoid); set by half_lengths, exponents");
  fmt::print("  {:<22} {}\n", "FILE.obj, FILE.stl", "any closed surface, convex or concave");
  fmt::print("\nalgorithms for two convex polyhedra ('scree query A B --algorithm NAME' tries one)\n");
  for (const Algorithm& a : algorithms)
    fmt::print("  {:<28} {}{}\n", a.name, a.summary, a.exact ? "; always exact" : "");
  const auto print_round = [](const auto& list) {
    for (const auto& a : list) fmt::print("  {:<34} {}\n", a.name, a.summary);
  };
  fmt::print(
      "\nalgorithms for a convex polyhedron and a superquadric ('scree query cube "
      "ellipsoid:a=1,b=2,c=0.5')\n");
  print_round(polyhedron_superquadric_algorithms);
  fmt::print("\nalgorithms for two superquadrics\n");
  print_round(superquadric_algorithms);
  fmt::print(
      "\nalgorithms for two convex polygons in the plane ('scree query polygon:sides=6 polygon:sides=4')\n");
  print_round(planar::algorithms);
  fmt::print("\nalgorithm for concave bodies, facet by facet, in scenes with law = \"pressure\"\n");
  fmt::print("  {:<34} {}\n", "polygon_pressure",
             "Smeets et al.: integrates pressure over the polygons in which facets meet");
}

}  // namespace

void add_list(CLI::App& app) {
  app.add_subcommand("list", "list the shapes of the library and the algorithms")->callback(run);
}

}  // namespace scree::cli
