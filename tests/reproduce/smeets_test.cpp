// Tests the reproduction of Smeets 2015 with a few bodies: its measurements, the preparation of the drum, and
// that the check of every claim of the paper can fail with DIFFERS.

#include "reproduce/smeets/smeets.hpp"
#include "reproduce/embedded.hpp"
#include "reproduce/smeets/depositions.hpp"
#include "reproduce/smeets/drum.hpp"
#include "scree/file.hpp"
#include "support/scratch_folder.hpp"
#include "support/support.hpp"

#include <nlohmann/json.hpp>

namespace scree::reproduce {
namespace {

const Expected& expected() {
  static const Expected e(embedded("smeets/expected.toml"), "smeets/expected.toml");
  return e;
}

/// Returns a plan with so few bodies and such a short time that no body falls far.
Plan tiny_plan() {
  Plan p;
  p.latham = {"insert[0].count=3", "insert[0].stride=5", "insert[0].interval=0.001", "run.end=0.004"};
  p.wachs = {"insert[0].count=3", "insert[0].interval=0.001", "run.end=0.004"};
  p.seeds = 2;
  p.drum = {150, 0.05, 0.06, 2e-4, 3, {150, 300}, 300, 10, 750};
  p.packing_note = "tiny", p.drum_note = "tiny";
  return p;
}

const ReportRow& row_of(const ReportSection& section, const std::string& what) {
  for (const ReportRow& row : section.rows) {
    if (row.what == what) return row;
  }
  ADD_FAILURE() << "there is no row '" << what << "'";
  return section.rows.at(0);
}

int count_of(const ReportSection& section, Verdict verdict) {
  int n = 0;
  for (const ReportRow& row : section.rows) n += row.verdict == verdict ? 1 : 0;
  return n;
}

TEST(Smeets, PackingFactorOfLayersIsThatOfTheLayers) {
  // Cubes of edge 1 lie in layers of 4 on a base of 3 x 3. Their centres have the heights 0.5, 1.5, ...
  World w;
  const int cube =
      w.shapes.add_polyhedron("cube", make_polyhedron(library_shape("cube", {}, {Size::By::edge, 1})));
  w.materials.materials.emplace_back();
  w.materials.combine_all(LawKind::linear);
  for (int i = 0; i < 40; ++i)
    w.add_body({cube, 0, 1, {{i % 2 * 1.0, i / 2 % 2 * 1.0, i / 4 + 0.5}, {}}, {}, {}, Freedom::free});
  EXPECT_NEAR(packing_factor(w, 9, {4, 4, 1}), 100 * 4.0 / 9, 1e-9);
  EXPECT_NEAR(packing_factor(w, 9, {3.9, 3.9, 1}), 100 * 16 / (9 * 3.9), 1e-9);
  // Between two layers the number of cubes stays constant while the height grows. The mean over whole layers
  // is exact.
  EXPECT_NEAR(packing_factor(w, 9, {4, 8, 1001}), 100 * 4.0 / 9, 0.2);
  EXPECT_NEAR(packing_factor(w, 9, {10, 20, 3}), 100 * (40.0 / 90 + 40.0 / 135 + 40.0 / 180) / 3, 1e-9);
}

TEST(Smeets, EveryPlanIsAGoodSceneWithAllItsBodies) {
  for (const bool quick : {false, true}) {
    for (const bool full : {false, true}) {
      const Plan plan = plan_of({expected(), quick, full, {}});
      std::vector<std::vector<std::string>> drums;
      for (const int count : plan.drum.counts) {
        EXPECT_TRUE(plan.drum.prepared == 0 || count % plan.drum.prepared == 0);
        drums.push_back(drum_of("sphere", count));
      }
      EXPECT_NE(std::find(plan.drum.counts.begin(), plan.drum.counts.end(), plan.drum.table),
                plan.drum.counts.end());
      for (const auto& [file, overrides] :
           {std::pair{"latham", plan.latham}, {"wachs", plan.wachs}, {"drum", drums.back()}}) {
        const std::string name = fmt::format("scenes/smeets/{}.toml", file);
        const Scene scene = parse_scene(embedded(name), name, overrides);
        const Insertion& rain = scene.inserts[0].insertion;
        EXPECT_LT(rain.start + rain.count * rain.interval, scene.end)
            << file << ": some would not be inserted";
        const std::map<std::string, int> published = {{"latham", 648}, {"wachs", 250}, {"drum", rain.count}};
        if (!quick) { EXPECT_EQ(rain.count, published.at(file)); }
        build(scene);
      }
    }
  }
}

TEST(Smeets, DrumsPutEndToEndRepeatOneDrum) {
  const auto scene_for = [](int count, std::vector<std::string> more) {
    std::vector<std::string> overrides = drum_of("cube", count);
    overrides.insert(overrides.end(), more.begin(), more.end());
    return parse_scene(embedded("scenes/smeets/drum.toml"), "drum.toml", overrides);
  };
  const World segment = run_to_end(scene_for(150, {"insert[0].interval=0.001", "run.end=0.02"}));
  const int count = segment.bodies.count();
  ASSERT_GT(count, 10);
  World w = put_end_to_end(segment, scene_for(450, {"insert[0].start=1e9"}), 3);
  ASSERT_EQ(w.bodies.count(), 3 * count);
  const Real length = 1.35 * 150 / 3000;
  for (int i = 0; i < w.bodies.count(); ++i) {
    EXPECT_NEAR(w.bodies.position[i].y, segment.bodies.position[i % count].y + i / count * length, 1e-12);
    EXPECT_EQ(w.bodies.velocity[i], segment.bodies.velocity[i % count]);
    EXPECT_EQ(w.bodies.mass[i], segment.bodies.mass[i % count]);
  }
  EXPECT_EQ(w.walls.all[0].pose.orientation.w, segment.walls.all[0].pose.orientation.w);
  EXPECT_NE(w.walls.all[0].pose.orientation.w, 1);
  EXPECT_EQ(w.settings.dt, 4e-5);
  for (int i = 0; i < 10; ++i) step(w);
  EXPECT_EQ(w.bodies.count(), 3 * count) << "its rain has ended";
  EXPECT_GT(length_squared(w.walls.all[0].spin), 3.9) << "it turns on";
}

/// Writes packing factors of a body as if simulations had produced them.
void pretend(const std::filesystem::path& folder, const std::string& body, std::vector<Real> factors) {
  for (std::size_t seed = 1; seed <= factors.size(); ++seed) {
    const std::filesystem::path file = folder / "cases" / fmt::format("{}-seed-{}.json", body, seed);
    nlohmann::json json = nlohmann::json::parse(read_file(file));
    json["values"]["packing_factor"] = factors[seed - 1];
    json["values"]["porosity_under_top"] = 100 - factors[seed - 1];
    write_file(file, json.dump());
  }
}

TEST(Smeets, EveryClaimOfThePackingsCanFail) {
  const test::ScratchFolder folder;
  const reproduce::Run run{expected(), false, false, folder.path()};
  const Plan plan = tiny_plan();
  wachs_section(run, plan), shapes_section(run, plan);  // these sections run their packings
  ReportSection section = latham_section(run, plan);
  EXPECT_EQ(row_of(section, "porosity under the topmost layer, %").verdict, Verdict::differs)
      << "nothing has fallen yet";
  EXPECT_EQ(row_of(section, "bodies in the container").measured, "3 of 3");

  const std::vector<std::pair<std::string, Real>> as_published = {{"sphere", 59},
                                                                  {"tetrahedron", 55},
                                                                  {"icosahedron", 61},
                                                                  {"icosahedron-1", 59.02},
                                                                  {"icosahedron-2", 59},
                                                                  {"cube", 67},
                                                                  {"square", 62},
                                                                  {"I", 60},
                                                                  {"L", 54},
                                                                  {"T", 52},
                                                                  {"Z", 50},
                                                                  {"mixture", 55}};
  for (const auto& [body, factor] : as_published)
    pretend(folder.path(), "latham-" + body, {factor - 0.1, factor + 0.1});
  pretend(folder.path(), "wachs", {57, 58});
  EXPECT_EQ(row_of(latham_section(run, plan), "porosity under the topmost layer, %").verdict, Verdict::ok);
  EXPECT_EQ(row_of(wachs_section(run, plan), "porosity under the topmost layer, %").measured,
            "42.50 +- 0.71");
  EXPECT_EQ(row_of(wachs_section(run, plan), "porosity under the topmost layer, %").verdict, Verdict::ok);
  section = shapes_section(run, plan);
  EXPECT_EQ(count_of(section, Verdict::ok),
            expected().count("shapes.orders") + expected().count("shapes.equals"));
  EXPECT_EQ(count_of(section, Verdict::differs), 0);

  const auto differs = [&](const std::string& body, Real factor, const std::string& row) {
    pretend(folder.path(), body, {factor - 0.1, factor + 0.1});
    EXPECT_EQ(row_of(shapes_section(run, plan), row).verdict, Verdict::differs) << row;
  };
  differs("latham-mixture", 56, "mixture below linear mixing");  // linear mixing gives 55.6
  differs("latham-mixture", 53, "L below mixture");
  differs("latham-icosahedron-2", 60, "icosahedron 2 as sphere");
  differs("latham-I", 58.9, "sphere below I");
  pretend(folder.path(), "wachs", {54, 55});
  EXPECT_EQ(row_of(wachs_section(run, plan), "porosity under the topmost layer, %").verdict,
            Verdict::differs);

  Plan small = plan;
  small.checked = false;
  EXPECT_EQ(count_of(shapes_section(run, small), Verdict::differs), 0) << "too few bodies to be checked";
}

TEST(Smeets, TheDrumIsPreparedTimedAndShown) {
  const test::ScratchFolder folder;
  const reproduce::Run run{expected(), false, false, folder.path()};
  const ReportSection section = drum_section(run, tiny_plan());
  EXPECT_NE(row_of(section, "nuts, us per body and step").measured.find("300: "), std::string::npos);
  EXPECT_EQ(row_of(section, "cubes in all drums").verdict, Verdict::differs) << "the rain was too short";
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "cases/drum-cubes-150.h5"));
  ASSERT_EQ(section.plots.size(), 1U);
  EXPECT_EQ(section.plots[0].plot.series[1].x, (std::vector<Real>{900, 1800}));

  // These times are those of cubes that are too slow and whose time grows too fast.
  const auto set = [&](const std::string& name, Real seconds) {
    const std::filesystem::path file = folder.path() / "cases" / (name + ".json");
    nlohmann::json json = nlohmann::json::parse(read_file(file));
    json["values"]["seconds"] = seconds;
    write_file(file, json.dump());
  };
  set("time-spheres-150", 0.05), set("time-spheres-300", 0.2);  // 5 and 10 steps: twice the time per step
  set("time-cubes-150", 1.2), set("time-cubes-300", 6.8);
  set("time-nuts-150", 10), set("time-nuts-300", 40);
  const ReportSection slow = drum_section(run, tiny_plan());
  EXPECT_EQ(row_of(slow, "cubes over spheres").measured, "34.0");
  EXPECT_EQ(row_of(slow, "cubes over spheres").verdict, Verdict::differs);
  EXPECT_EQ(row_of(slow, "spheres: exponent of the number of primitives").verdict, Verdict::ok);
  EXPECT_EQ(row_of(slow, "cubes: exponent of the number of primitives").verdict, Verdict::differs);
  EXPECT_EQ(row_of(slow, "a primitive of a nut costs less than a primitive of a cube").verdict, Verdict::ok);
  EXPECT_EQ(row_of(slow, "spheres, s").measured, fmt::format("{:.4g}", 0.02 * 8000 * 3000 / 300));
  const reproduce::Run quick{expected(), true, false, folder.path()};
  EXPECT_EQ(row_of(drum_section(quick, tiny_plan()), "cubes over spheres").verdict, Verdict::not_checked);
}

}  // namespace
}  // namespace scree::reproduce
