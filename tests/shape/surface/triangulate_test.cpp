#include "scree/shape/surface/triangulate.hpp"

#include "scree/shape/library.hpp"
#include "scree/shape/mesh.hpp"
#include "support/support.hpp"

#include <numbers>

namespace scree {
namespace {

using namespace test;

/// Returns the sum of the areas of the triangles, each of which must have the right orientation.
Real covered_area(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 3>>& triangles,
                  Vec3 normal) {
  Real sum = 0;
  for (const auto& t : triangles) {
    const Real area =
        dot(cross(vertices[t[1]] - vertices[t[0]], vertices[t[2]] - vertices[t[0]]), normal) / 2;
    EXPECT_GE(area, -1e-15);
    sum += area;
  }
  return sum;
}

TEST(Triangulate, StarsAndCombsAreCoveredOnce) {
  Random random(41);
  for (int n = 0; n < 500; ++n) {
    // The polygon is star-shaped about the origin, with random radii, and lies in a random plane.
    const int corners = 4 + random.below(40);
    const Quat q = random.rotation();
    std::vector<Vec3> vertices;
    std::vector<int> loop;
    for (int i = 0; i < corners; ++i) {
      const Real angle = 2 * std::numbers::pi * i / corners, r = random.uniform(0.2, 1);
      vertices.push_back(rotate(q, {r * std::cos(angle), r * std::sin(angle), 0}));
      loop.push_back(i);
    }
    std::vector<std::array<int, 3>> triangles;
    ASSERT_TRUE(triangulate(vertices, loop, triangles));
    EXPECT_EQ(triangles.size(), loop.size() - 2);
    EXPECT_NEAR(covered_area(vertices, triangles, rotate(q, {0, 0, 1})),
                length(area_vector(vertices, loop)) / 2, 1e-13);
  }
}

TEST(Triangulate, CutsDoNotRunThroughCorners) {
  // The front of tetris_t scaled by 0.6299605249474366 has four corners on one line within rounding. A cut
  // along that line once passed through one of them, and the reader reported that the body touches itself.
  const std::vector<Vec3> v{{-0.94494078742115484, 0, 0},
                            {-0.3149802624737183, 0, 0},
                            {-0.3149802624737183, -0.6299605249474366, 0},
                            {0.3149802624737183, -0.6299605249474366, 0},
                            {0.3149802624737183, 0, 0},
                            {0.94494078742115484, 0, 0},
                            {0.94494078742115484, 0.6299605249474366, 0},
                            {-0.94494078742115484, 0.6299605249474366, 0}};
  std::vector<std::array<int, 3>> triangles;
  ASSERT_TRUE(triangulate(v, std::vector{0, 1, 2, 3, 4, 5, 6, 7}, triangles));
  for (const auto& t : triangles) {
    EXPECT_GT(length(cross(v[t[1]] - v[t[0]], v[t[2]] - v[t[0]])), 0.1);
    for (int i = 0; i < 8; ++i) {
      for (int k = 0; k < 3; ++k) {
        const Vec3 a = v[t[k]], b = v[t[(k + 1) % 3]];
        if (i == t[k] || i == t[(k + 1) % 3]) continue;
        EXPECT_GT(length(v[i] - a) + length(v[i] - b), length(b - a) + 1e-3);
      }
    }
  }
}

TEST(Triangulate, RefusesABowTie) {
  const std::vector<Vec3> vertices{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}, {2, 1.5, 0}};
  std::vector<std::array<int, 3>> triangles;
  EXPECT_FALSE(triangulate(vertices, std::vector{0, 1, 2, 3}, triangles));
}

/// Triangulates the outline in a random plane and checks that the triangles cover it once.
void expect_covered(const std::vector<Vec2>& outline, Random& random) {
  const Quat q = random.rotation();
  std::vector<Vec3> vertices;
  std::vector<int> loop;
  for (const Vec2 p : outline) {
    loop.push_back(static_cast<int>(vertices.size()));
    vertices.push_back(rotate(q, {p.x, p.y, 0}));
  }
  std::vector<std::array<int, 3>> triangles;
  ASSERT_TRUE(triangulate(vertices, loop, triangles));
  EXPECT_EQ(triangles.size(), loop.size() - 2);
  const Real area = length(area_vector(vertices, loop)) / 2;
  EXPECT_NEAR(covered_area(vertices, triangles, rotate(q, {0, 0, 1})) / area, 1, 1e-9);
}

Vec2 polar(Real radius, Real angle) { return {radius * std::cos(angle), radius * std::sin(angle)}; }

TEST(Triangulate, CoversOutlinesOfTwentyThousandCorners) {
  Random random(43);
  const int n = 20'000;
  std::vector<Vec2> comb{{0, 0}, {Real(n), 0}}, gear, spiral;
  for (int i = n / 2 - 1; i >= 0; --i) {
    comb.push_back({2.0 * i + 2, 2});
    comb.push_back({2 * i + 1.5, 1});
  }
  comb.push_back({0, 2});
  for (int i = 0; i < n; ++i) gear.push_back(polar(i % 2 == 0 ? 1 : 0.9, 2 * std::numbers::pi * i / n));
  for (int i = 0; i < n; ++i) {  // a spiral with ten turns outwards and back inside
    const Real angle = 20 * std::numbers::pi * (i < n / 2 ? i : n - 1 - i) / (n / 2 - 1);
    spiral.push_back(polar((i < n / 2 ? 1 : 0.7) + 0.2 * angle, angle));
  }
  expect_covered(comb, random);
  expect_covered(gear, random);
  expect_covered(spiral, random);
}

TEST(Triangulate, TheCornersOfFineCirclesAreNotStraight) {  // a circle of 40 000 corners was once rejected
  Random random(44);
  std::vector<Vec2> circle;
  for (int i = 0; i < 200'000; ++i) circle.push_back(polar(1, 2 * std::numbers::pi * i / 200'000));
  expect_covered(circle, random);
}

TEST(Triangulate, RejectsATangledLoop) {
  Random random(45);
  std::vector<Vec3> vertices;
  std::vector<int> loop;
  for (int i = 0; i < 20'000; ++i) {
    vertices.push_back({random.uniform(), random.uniform(), 0});
    loop.push_back(i);
  }
  std::vector<std::array<int, 3>> triangles;
  EXPECT_FALSE(triangulate(vertices, loop, triangles));
}

TEST(Layer, MatchesKnownThicknesses) {
  const auto layers = [](const std::string& name) { return make_mesh(library_shape(name)).layer_thickness; };
  for (const Real t : layers("cube")) EXPECT_NEAR(t, 1, 1e-14);
  for (const Real t : layers("octahedron"))
    EXPECT_NEAR(t, std::sqrt(2.0 / 3), 1e-14);  // distance between opposite faces
  for (const Real t : layers("tetrahedron"))
    EXPECT_NEAR(t, std::sqrt(2.0 / 3), 1e-14);  // height above the opposite corner
  for (const Real t : layers("tetris_t"))
    EXPECT_TRUE(std::abs(t - 1) < 1e-14 || std::abs(t - 2) < 1e-14 || std::abs(t - 3) < 1e-14);
  for (const Real t : layers("icosphere")) EXPECT_NEAR(t, 1.9, 0.05);
}

TEST(Bvh, FindsTheResultOfABruteForceSearch) {
  Random random(42);
  std::vector<Box> boxes;
  for (int i = 0; i < 500; ++i) {
    Box b;
    const Vec3 c = 10 * random.direction();
    b.include(c);
    b.include(c + random.uniform() * random.direction());
    boxes.push_back(b);
  }
  const Bvh bvh(boxes);
  for (int n = 0; n < 200; ++n) {
    Box query;
    query.include(10 * random.direction());
    query.include(10 * random.direction());
    std::vector<int> found, expected;
    bvh.for_each_overlap(query, [&](int i) {
      if (boxes[i].overlaps(query)) found.push_back(i);
    });
    for (int i = 0; i < 500; ++i) {
      if (boxes[i].overlaps(query)) expected.push_back(i);
    }
    std::ranges::sort(found);
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace scree
