// scree shapes: builds and checks every body of the library, prints a table, writes OBJ files and draws all
// bodies in one picture.

#include "summary.hpp"
#include "verbs.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/encode/svg.hpp"
#include "scree/shape/library.hpp"
#include "scree/shape/read/read.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>

namespace scree::cli {
namespace {

constexpr std::string_view colors[] = {"#d9b382", "#a8c0d0", "#c9a0a0", "#a9c4a0", "#c8bfae", "#b9acd0"};

void run(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    fail("{}: the folder cannot be created ({}). Choose another with --out.", folder.string(),
         error.message());

  constexpr int columns = 5;
  constexpr Real cell = 150;
  const int rows = (static_cast<int>(library().size()) + columns - 1) / columns;
  SvgDrawing picture(columns * cell, rows * cell);
  fmt::print("{:<22} {:>8} {:>6} {:>6} {:>12} {:>12} {:>11} {:>7}\n", "shape", "vertices", "edges", "faces",
             "volume m3", "area m2", "sphericity", "convex");
  int index = 0;
  for (const LibraryEntry& entry : library()) {
    const Surface surface = library_shape(entry.name, {}, {Size::By::diameter, 1});
    const Summary s = summarize(std::string(entry.name), surface, {});
    fmt::print("{:<22} {:>8} {:>6} {:>6} {:>12.8f} {:>12.8f} {:>11.4f} {:>7}\n", s.name, *s.vertices,
               *s.edges, *s.faces, s.volume, s.area, s.sphericity, s.convex ? "yes" : "no");
    write_surface(folder / (s.name + ".obj"), surface);
    const int column = index % columns, row = index / columns;
    const Real x = cell * (column + 0.5), y = cell * (row + 0.5);
    picture.add_body(surface, x, y - 8, 0.86 * cell, colors[index % std::size(colors)]);
    picture.add_text(x, y + 0.46 * cell, s.name, 11);
    ++index;
  }
  write_file(folder / "shapes.svg", picture.text());
  fmt::print("\n{} bodies, each with a bounding sphere of 1 m diameter. Written to {}:\n", index,
             folder.string());
  fmt::print("  shapes.svg   all bodies in one picture: open it in a browser\n");
  fmt::print("  *.obj        one file each, for ParaView, Blender or 'scree shape'\n");
}

}  // namespace

void add_shapes(CLI::App& app) {
  auto folder = std::make_shared<std::string>("out/shapes");
  CLI::App* verb = app.add_subcommand(
      "shapes", "build every body of the library; print a table, write OBJ files and a picture");
  verb->add_option("--out", *folder, "the folder to write to")->capture_default_str();
  verb->callback([folder] { run(*folder); });
}

}  // namespace scree::cli
