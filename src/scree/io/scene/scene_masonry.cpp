// Stones that lie side by side in 2D scenes: tables [[masonry]]. Each table becomes bodies whose poses follow
// from their corners, so neighbours share their corners exactly.

#include "scree/error.hpp"
#include "scree/io/scene/scene_readers.hpp"

#include <numbers>

namespace scree {
namespace {

using Stone = std::vector<Vec2>;

/// Returns the stones of an arch between two radii, from the right springing to the left springing. Joints
/// are radial. The inner and outer sides are chords, as on real stones.
std::vector<Stone> arch(const SceneReader& t) {
  const Vec3 center = t.vec("center");
  const Real radius = t.number("radius"), half = 0.5 * t.number("depth");
  const Real opening = t.number("opening") * std::numbers::pi / 180;
  const int count = t.whole("count");
  if (!(half < radius)) fail("{} must be less than twice the radius.", t.location("depth"));
  if (!(opening < 1.99 * std::numbers::pi)) fail("{} must be less than 358 degrees.", t.location("opening"));
  if (!(opening / count < 0.5 * std::numbers::pi))
    fail("{} is too few: a stone would span {:.0f} degrees. Give more.", t.location("count"),
         t.number("opening") / count);
  const auto corner = [&](Real r, int joint) {
    const Real angle = 0.5 * std::numbers::pi + opening * (static_cast<Real>(joint) / count - 0.5);
    return Vec2{center.x + r * std::cos(angle), center.y + r * std::sin(angle)};
  };
  std::vector<Stone> stones;
  for (int i = 0; i < count; ++i)
    stones.push_back({corner(radius - half, i), corner(radius + half, i), corner(radius + half, i + 1),
                      corner(radius - half, i + 1)});
  return stones;
}

/// Returns the courses from the lowest to the highest, each from left to right.
std::vector<Stone> bricks(const SceneReader& t) {
  const Vec3 lower = t.vec("lower");
  const std::vector<Real> brick = t.numbers("brick");
  if (brick.size() != 2) fail("{} must be two numbers: width and height.", t.location("brick"));
  const int columns = t.whole("columns");
  std::vector<Stone> stones;
  for (int row = 0; row < t.whole("courses"); ++row) {
    const auto lay = [&](Real from, Real to) {  // ends in widths of a brick
      const Real x0 = lower.x + from * brick[0], x1 = lower.x + to * brick[0], y0 = lower.y + row * brick[1],
                 y1 = lower.y + (row + 1) * brick[1];
      stones.push_back({{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}});
    };
    const bool moved = row % 2 == 1;
    if (moved) lay(0, 0.5);
    for (int i = 0; i < columns - (moved ? 1 : 0); ++i) lay(i + (moved ? 0.5 : 0), i + (moved ? 1.5 : 1));
    if (moved) lay(columns - 0.5, columns);
  }
  return stones;
}

}  // namespace

void read_masonry(const SceneReader& t, Scene& scene, std::size_t index) {
  if (!scene.planar()) fail("{} needs a scene in the plane (run.dimension = 2).", t.location());
  int number = 0;
  for (const Stone& stone : t.text("type") == "arch" ? arch(t) : bricks(t)) {
    SceneShape shape;
    shape.name = fmt::format("masonry[{}].{}", index, number++), shape.location = t.location();
    shape.corners = stone;
    SceneBody body;
    body.location = t.location();
    body.shape = shape.name;
    body.at_corners = true;
    if (t.has("material")) body.material = t.text("material");
    scene.shapes.push_back(std::move(shape));
    scene.bodies.push_back(std::move(body));
  }
}

}  // namespace scree
