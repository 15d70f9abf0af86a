// 2D scenes: the worlds that they build, how they resume, and the messages about bad scenes.

#include "scree/error.hpp"
#include "scree/io/record/checkpoint.hpp"
#include "scree/io/record/frames.hpp"
#include "scree/io/scene/scene.hpp"
#include "scree/shape/surface/mass.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

const std::string bin = R"(
[run]
dimension = 2
end = 0.1
[material.rock]
normal_stiffness = 1e7
[[wall]]
type = "box"
lower = [-0.5, 0, 0]
upper = [0.5, 2, 0]
[shape.wedge]
corners = [0, 0, 0.2, 0, 0, 0.1]
[[body]]
shape = "wedge"
position = [0.3, 0.05, 0]
freedom = "fixed"
[[insert]]
type = "random"
shapes = ["disc", "square", "hexagon"]
sizes = [0.05, 0.1]
count = 40
lower = [-0.5, 0.2, 0]
upper = [0.5, 1.5, 0]
)";

Scene parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return parse_scene(text, "bin.toml", overrides);
}

std::string refusal(const std::vector<std::string>& overrides) {
  try {
    build(parse(bin, overrides));
  } catch (const Error& error) { return error.what(); }
  return "";
}

TEST(PlanarScene, BecomesAWorldOfThePlane) {
  const Scene scene = parse(bin);
  EXPECT_EQ(scene.settings.gravity, (Vec3{0, -9.81, 0}));
  World w = build(scene);
  ASSERT_EQ(w.bodies.count(), 41);
  EXPECT_EQ(w.walls.all.size(), 3U);  // the box is open at the top
  const Real density = w.materials.materials[0].density;
  EXPECT_NEAR(w.bodies.mass[0], density * 0.01, 1e-9);  // the bodies are one metre thick
  for (int i = 0; i < 6000; ++i) step(w);
  for (int i = 0; i < w.bodies.count(); ++i) {
    EXPECT_EQ(w.bodies.position[i].z, 0);
    EXPECT_EQ(w.bodies.orientation[i].x, 0);
  }
  EXPECT_GT(w.contacts.touching_count(), 0);
  // The size of a body is the diameter of the disc of equal area.
  const World one = build(parse(bin, {"insert[0].sizes=[0.08]", "insert[0].shapes=[\"hexagon\"]"}));
  EXPECT_NEAR(one.bodies.mass[1], density * 3.14159265358979 * 0.04 * 0.04, 1e-9);
}

/// 2D scenes use vectors of two numbers, angles in degrees, spins of one number, and polygons whose corners
/// also set their position.
TEST(PlanarScene, AcceptsValuesOfThePlane) {
  const World w = build(parse(R"(
[run]
dimension = 2
end = 1
gravity = [0.5, -9]
[[wall]]
type = "line"
points = [[-1, 0], [1, 0], [1, 1]]
[[wall]]
name = "paddle"
type = "line"
points = [0, 2, 0, 3]
[[motion]]
wall = "paddle"
spin = 2
center = [0, 2]
[[body]]
corners = [[0.5, 0.5], [0.7, 0.5], [0.7, 0.6], [0.5, 0.6]]
spin = 3
[[body]]
shape = "square"
size = 0.1
position = [-0.5, 0.5]
velocity = [1, 2]
angle = 90
)"));
  EXPECT_EQ(w.settings.gravity, (Vec3{0.5, -9, 0}));
  EXPECT_EQ(w.walls.lines.size(), 3U);
  ASSERT_EQ(w.motions.phases.size(), 1U);
  EXPECT_EQ(w.motions.phases[0].spin, (Vec3{0, 0, 2}));
  EXPECT_LT(length(w.bodies.position[0] - Vec3{0.6, 0.55, 0}), 1e-15);
  EXPECT_EQ(w.bodies.spin[0], (Vec3{0, 0, 3}));
  EXPECT_EQ(w.bodies.velocity[1], (Vec3{1, 2, 0}));
  EXPECT_NEAR(w.bodies.orientation[1].z, std::sqrt(0.5), 1e-15);
}

TEST(PlanarScene, ResumesBitForBit) {
  const std::string file = ::testing::TempDir() + "planar.h5";
  World whole = build(parse(bin));
  for (int i = 0; i < 6000; ++i) step(whole);
  write_checkpoint(file, whole, bin);
  World resumed = build(parse(bin));
  load_checkpoint(file, resumed);
  for (int i = 0; i < 500; ++i) {
    step(whole);
    step(resumed);
  }
  EXPECT_EQ(whole.state_hash(), resumed.state_hash());
}

TEST(PlanarScene, BodiesAreDrawnAsPrisms) {
  const World w = build(parse(bin));
  for (int s = 0; s < static_cast<int>(w.shapes.all.size()); ++s) {
    const Surface surface = surface_of(w.shapes, s);
    EXPECT_GE(surface.vertices.size(), 6U);
    EXPECT_GT(integrate_mass(surface).volume, 0);  // the faces point outwards
  }
}

TEST(PlanarScene, BadPlanarScenesAreExplained) {
  const auto says = [](const std::string& text, const std::string& what) {
    EXPECT_NE(text.find(what), std::string::npos) << text;
  };
  says(refusal({"run.dimension=4"}), "plane (2) or in space (3)");
  says(refusal({"insert[0].shapes=[\"cube\"]"}), "there is no 2D shape 'cube'");
  says(refusal({"shape.wedge.corners=[0, 0, 1]"}), "x and y of each corner");
  says(refusal({"shape.wedge.corners=[0, 0, 0, 1, 1, 0]"}), "clockwise");
  says(refusal({"shape.wedge.corners=[0, 0, 1, 0, 2, 0]"}), "shape.wedge");
  says(refusal({"shape.wedge.corners=[0, 0, 1, 0, 2, 0]"}), "corners lie on a line");
  says(refusal({"shape.wedge.corners=[[0, 0], [1, 1], [1, 0], [0, 1]]"}), "crosses edge");
  says(refusal({"shape.wedge.corners=[[1, 1], [1, 1], [1, 1]]"}), "the same point");
  says(refusal({"shape.wedge.corners=[[0, 0], [1, 0], [1]]"}), "x and y of each corner");
  says(refusal({"shape.wedge.corners=[[0, 0], [1, 0], [0.2, 0.2], [0, 1]]"}), "bends inwards at corner 3");
  says(refusal({"body[0].angle=10", "body[0].orientation=[0, 0, 0, 1]"}), "given twice");
  says(refusal({"body[0].corners=[[0, 0], [1, 0], [0, 1]]"}), "either a shape");
  says(refusal({"body[0].velocity=[1]"}), "must be two numbers [x, y]");
  says(refusal({"body[0].spin=[1, 2]"}), "must be a number in rad/s");
  says(refusal({"wall[0].type=\"line\""}), "does not go with type = \"line\"");
  says(refusal({"shape.wedge.sides=5"}), "either corners");
  says(refusal({"shape.wedge.edge=0.1"}), "bodies in space");
  says(refusal({"insert[0].upper=[0.5, 1.5, 1]"}), "lies outside the plane");
  says(refusal({"run.gravity=[0, 0, -1]"}), "gravity leaves the plane");
  says(refusal({"body[0].position=[0.3, 0.05, 1]"}), "leaves the plane");
  says(refusal({"contact.law=\"pressure\""}), "pressure");
  EXPECT_EQ(refusal({}), "");
}

}  // namespace
}  // namespace scree
