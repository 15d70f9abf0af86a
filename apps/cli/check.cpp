// scree check: previews a scene or reports its errors; also prints the table of all keys.

#include "verbs.hpp"

#include "scree/error.hpp"
#include "scree/io/scene/scene_estimate.hpp"
#include "scree/io/scene/scene_keys.hpp"
#include "scree/io/scene/scene_notes.hpp"

#include <cstdio>
#include <map>
#include <memory>

namespace scree::cli {
namespace {

void print_bodies(const World& w) {
  std::map<std::string, std::pair<int, Real>> of;  // count and mass by shape
  Real mass = 0;
  for (int i = 0; i < w.bodies.count(); ++i) {
    auto& [count, sum] = of[w.shapes[w.bodies.shape[i]].name];
    ++count;
    sum += w.bodies.mass[i];
    mass += w.bodies.mass[i];
  }
  fmt::print("bodies       {}, {:.6g} kg\n", w.bodies.count(), mass);
  const BodySizes sizes = body_sizes(w);
  if (sizes.smallest == sizes.largest) {
    fmt::print("sizes        {:.4g} m\n", sizes.largest);
  } else {
    fmt::print("sizes        {:.4g} to {:.4g} m\n", sizes.smallest, sizes.largest);
  }
  for (const auto& [name, sums] : of)
    fmt::print("  {:<20} {:>8}  {:.6g} kg\n", name, sums.first, sums.second);
  if (remaining_count(w) > 0) fmt::print("pending      {}\n", remaining_count(w));
}

/// Prints the bounding box of all finite walls.
void print_extent(const Scene& scene, const World& w) {
  Box box = box_of_finite_walls(w);
  for (const SceneWall& wall : scene.walls) {
    if (const SceneBox* of_wall = std::get_if<SceneBox>(&wall.shape)) {
      box.include(of_wall->lower);
      box.include(of_wall->upper);
    }
  }
  const Vec3 a = box.lower, b = box.upper;
  if (a.x <= b.x)
    fmt::print("extent       ({:.4g}, {:.4g}, {:.4g}) to ({:.4g}, {:.4g}, {:.4g}) m\n", a.x, a.y, a.z, b.x,
               b.y, b.z);
}

void print_estimate(const Estimate& e) {
  if (e.rate > 0)
    fmt::print(
        "time         up to {} on one thread ({:.0f} bodies, {:.3g} body-steps per second: "
        "docs/reference/benchmarks.md)\n",
        duration_text(e.seconds()), e.bodies, e.rate);
  fmt::print("memory       about {:.2g} MB, up to {:.2g} MB in a dense flow\n", e.loose_memory,
             e.dense_memory);
}

void run(const std::string& file, const std::vector<std::string>& set) {
  const Scene scene = read_scene(file, set);
  const World w = build(scene);
  const Real dt = w.settings.dt;
  fmt::print("scene        {}\n", scene.name);
  print_bodies(w);
  for (std::size_t i = 0; i < w.insertions.size(); ++i) {
    for (const OutsidePoints& p : points_outside(w, w.insertions[i])) {
      fmt::print(
          "outside      {} of {} bodies of insert[{}] lie behind the wall '{}'; the first at {:.4g} {:.4g} "
          "{:.4g}\n",
          p.count, p.of, i, w.walls.all[p.wall].name, p.first.x, p.first.y, p.first.z);
    }
  }
  fmt::print("walls        {}\n", w.walls.all.size());
  for (const Wall& wall : w.walls.all) {
    fmt::print("  {}{}\n", wall.name,
               std::isfinite(wall.removed_at) ? fmt::format(", removed at {:.6g} s", wall.removed_at) : "");
  }
  print_extent(scene, w);
  fmt::print("materials   ");
  for (const Material& m : w.materials.materials) fmt::print(" {}", m.name);
  fmt::print("\ncontact      {}, {}, {}\n", w.settings.algorithm, w.settings.patch ? "polygon" : "point",
             law_name(w.settings.law));
  fmt::print("end          {:.6g} s, {:.0f} steps\n", scene.end, std::ceil(scene.end / dt - 1e-6));
  fmt::print("step         {:.4g} s (critical: {:.4g} s)\n", dt, critical_step_of_all(w));
  print_estimate(estimate(w, scene.end));
  for (const std::string& note : scene_notes(scene, w)) fmt::print("note         {}\n", note);
}

}  // namespace

void add_check(CLI::App& app) {
  auto file = std::make_shared<std::string>();
  auto set = std::make_shared<std::vector<std::string>>();
  auto keys = std::make_shared<bool>(false);
  CLI::App* verb = app.add_subcommand("check", "preview a scene, or report its errors");
  verb->add_option("scene", *file, "a scene file (.toml)");
  verb->add_option("--set", *set, "change a key, as in 'scree run'; repeatable")->allow_extra_args(false);
  verb->add_flag("--keys", *keys, "print every key of a scene as Markdown; needs no scene");
  verb->callback([file, set, keys] {
    if (*keys) {
      fmt::print("{}", scene_keys_page());
    } else if (file->empty()) {
      fail("a scene is needed: scree check scene.toml. 'scree check --keys' shows every key.");
    } else {
      run(*file, *set);
    }
  });
}

}  // namespace scree::cli
