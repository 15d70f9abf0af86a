#include "scree/shape/polygon.hpp"

#include "support/support.hpp"

#include <numbers>

namespace scree {
namespace {

using namespace test;

std::vector<Vec2> transformed(std::vector<Vec2> corners, const Placement& p) {
  for (Vec2& c : corners) {
    const Vec3 q = place_point(p, {c.x, c.y, 0});
    c = {q.x, q.y};
  }
  return corners;
}

TEST(Polygon, RectanglesAndRegularPolygonsHaveTheirClosedForms) {
  for (const Placement& p : placements) {
    const Real tolerance = p.sizes_away > 0 ? 1e-9 : 1e-12;
    const Polygon r = make_polygon(transformed({{0, 0}, {3, 0}, {3, 2}, {0, 2}}, p));
    EXPECT_NEAR(r.area / (6 * p.scale * p.scale), 1, tolerance);
    EXPECT_NEAR(r.polar_inertia / (6.0 / 12 * 13 * std::pow(p.scale, 4)), 1, tolerance);
    EXPECT_NEAR(r.bounding_radius / p.scale, std::sqrt(13.0) / 2, tolerance);
    EXPECT_NEAR(r.inscribed_radius / p.scale, 1, tolerance);
    const Vec3 centroid = place_point(p, {1.5, 1, 0});
    EXPECT_LT(length(r.centroid_in_input - Vec2{centroid.x, centroid.y}), 1e-9 * p.scale);
  }
  for (const int n : {3, 5, 8, 40}) {
    std::vector<Vec2> corners;
    for (int i = 0; i < n; ++i)
      corners.push_back({std::cos(2 * std::numbers::pi * i / n), std::sin(2 * std::numbers::pi * i / n)});
    const Real area = n / 2.0 * std::sin(2 * std::numbers::pi / n);
    const Real side = 2 * std::sin(std::numbers::pi / n);
    const Polygon p = make_polygon(corners);
    EXPECT_NEAR(p.area / area, 1, 1e-14);
    EXPECT_NEAR(p.polar_inertia / (area / 12 * (6 - side * side)), 1, 1e-13);
  }
}

TEST(Polygon, HullOfPointsIsConvexAndHoldsThem) {
  Random random(71);
  for (int n = 0; n < 500; ++n) {
    std::vector<Vec2> points;
    for (int i = 0; i < 3 + random.below(50); ++i)
      points.push_back({random.uniform(-1, 1), 0.1 * random.uniform(-1, 1)});
    const Polygon p = polygon_from_points(points);
    const Polygon again = make_polygon(p.vertices);
    EXPECT_EQ(again.vertex_count(), p.vertex_count());
    for (const Vec2 q : points) {
      for (int i = 0; i < p.vertex_count(); ++i)
        EXPECT_LE(dot(p.edge_normal[i], q - p.centroid_in_input - p.vertices[i]), 1e-13);
    }
  }
}

TEST(Polygon, DropsCornersOnStraightEdges) {
  EXPECT_EQ(make_polygon(std::vector<Vec2>{{0, 0}, {0.5, 0}, {1, 0}, {1, 1}, {0.25, 1}, {0, 1}, {0, 0.5}})
                .vertex_count(),
            4);
}

TEST(Polygon, RejectsBadPolygonsAtEveryScale) {
  for (const Placement& p : placements) {
    const auto polygon = [&](std::vector<Vec2> corners) {
      return make_polygon(transformed(std::move(corners), p));
    };
    EXPECT_ERROR(polygon({{0, 0}, {1, 0}}), "needs at least three corners");
    EXPECT_ERROR(polygon({{0, 0}, {0, 1}, {1, 1}, {1, 0}}), "clockwise");
    EXPECT_ERROR(polygon({{0, 0}, {2, 0}, {1, 0.5}, {2, 2}, {0, 2}}), "bends inwards at corner 3");
    EXPECT_ERROR(polygon({{0, 0}, {1, 0}, {1, 0}, {1, 1}}), "corner 3 of the polygon coincides");
    EXPECT_ERROR(polygon({{0, 0}, {1, 1}, {2, 2}, {3, 3}}), "no area");
    EXPECT_ERROR(polygon({{0, 0}, {1, 1}, {1, 0}, {0, 1}}),
                 "edge 1 of the polygon, from corner 1, crosses edge 3");
    EXPECT_ERROR(polygon({{0, 0}, {2, 0}, {0, 1}, {2, 2}}),
                 "edge 2 of the polygon, from corner 2, crosses edge 4");
    EXPECT_ERROR(polygon({{1, 1}, {1, 1}, {1, 1}, {2, 1}, {2, 2}}), "corner 2 of the polygon coincides");
  }
  std::vector<Vec2> pentagram;
  for (int i = 0; i < 5; ++i)
    pentagram.push_back({std::cos(0.8 * std::numbers::pi * i), std::sin(0.8 * std::numbers::pi * i)});
  EXPECT_ERROR(make_polygon(pentagram), "winds round 2 times");
  EXPECT_ERROR(make_polygon(std::vector<Vec2>{{1, 1}, {1, 1}, {1, 1}}), "are the same point");
  EXPECT_ERROR(make_polygon(std::vector<Vec2>{{0, 0}, {1, NAN}, {1, 1}}),
               "corner 2 of the polygon is (1, nan)");
}

}  // namespace
}  // namespace scree
