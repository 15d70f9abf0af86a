// Discs and polygons in contact with lines of walls, compared with brute force, and at joints.
#include "scree/planar/wall/segment.hpp"
#include "scree/error.hpp"
#include "scree/planar/pair/exact.hpp"
#include "scree/verify/planar/random_polygons.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

LineSegment lone(Vec2 from, Vec2 to) { return make_polyline(std::vector<Vec2>{from, to})[0]; }

/// Returns the manifold of a polygon at a pose and a segment in world coordinates. The manifold is in the
/// frame of the polygon.
PlanarManifold touch(const Polygon& body, const PlanarPose& pose, const LineSegment& segment) {
  PlanarManifold manifold;
  touch_segment(view(body), segment, inverse(pose), true, manifold);
  return manifold;
}

Real deepest(const PlanarManifold& m) {
  Real most = 0;
  for (int i = 0; i < m.count; ++i) most = std::max(most, m.point[i].overlap);
  return most;
}

Real total_weight(const PlanarManifold& m) {
  Real sum = 0;
  for (int i = 0; i < m.count; ++i) sum += m.point[i].weight;
  return sum;
}

/// A single segment is a polygon without width. `exact` gives the reference unless its normal leads through
/// the segment.
TEST(Segment, PolygonsMatchExact) {
  Random random(11);
  int touching = 0, on_ends = 0;
  for (int n = 0; n < 10000; ++n) {
    const Polygon body = random_polygon(random, random.uniform(0.3, 1));
    const PlanarPose pose{{random.uniform(-1, 1), random.uniform(-1, 1)},
                          rotation_by(random.uniform(0, 6.28))};
    const LineSegment s =
        lone({random.uniform(-2, 2), random.uniform(-2, 2)}, {random.uniform(-2, 2), random.uniform(-2, 2)});
    const SegmentFace face = s.seen_from(pose.position);
    const PlanarContact right = planar::Exact::collide(view(body), face.view(), inverse(pose));
    const PlanarManifold found = touch(body, pose, s);
    ASSERT_EQ(found.count > 0, right.overlap > 0) << n;
    if (found.count == 0) continue;
    const Vec2 to_wall = pose.orientation * right.normal;
    if (dot(to_wall, face.normal[0]) > 1 - 1e-9) continue;  // the normal leads through the segment
    ++touching;
    on_ends += std::abs(dot(to_wall, face.normal[0])) < 0.99 ? 1 : 0;
    EXPECT_LT(length(found.point[0].normal - right.normal), 1e-9) << n;
    EXPECT_NEAR(deepest(found), right.overlap, 1e-12) << n;
    EXPECT_NEAR(total_weight(found), 1, 1e-12) << n;
  }
  EXPECT_GT(touching, 1000);
  EXPECT_GT(on_ends, 200);
}

TEST(Segment, DiscsTouchTheClosestPoint) {
  Random random(12);
  int touching = 0;
  for (int n = 0; n < 10000; ++n) {
    const LineSegment s =
        lone({random.uniform(-1, 1), random.uniform(-1, 1)}, {random.uniform(-1, 1), random.uniform(-1, 1)});
    const Vec2 center{random.uniform(-1, 1), random.uniform(-1, 1)};
    const Real radius = random.uniform(0.1, 0.5), gap = distance(center, s.end[0], s.end[1]) - radius;
    PlanarManifold found;
    touch_segment(center, radius, s, found);
    ASSERT_EQ(found.count > 0, gap < 0);
    if (found.count == 0) continue;
    ++touching;
    EXPECT_NEAR(found.point[0].overlap, -gap, 1e-14);
    EXPECT_NEAR(found.point[0].weight, 1, 1e-14);
    const Vec2 end = center + (radius + gap) * found.point[0].normal;
    EXPECT_LT(distance(end, s.end[0], s.end[1]), 1e-12);
  }
  EXPECT_GT(touching, 1000);
}

/// Two segments that form a ridge share a body that leans on it. Their shares form one contact at any angle.
TEST(Segment, NeighboursShareARidge) {
  const std::vector<LineSegment> ridge = make_polyline(std::vector<Vec2>{{-1, 0}, {0, 0}, {0.8, -0.6}});
  const Polygon block = make_polygon(std::vector<Vec2>{{-0.3, 0}, {0.3, 0}, {0.3, 0.2}, {-0.3, 0.2}});
  for (int degrees = -1; degrees > -36; --degrees) {  // the block's lower edge lies on the corner
    const PlanarRotation rotation = rotation_by(degrees * 3.14159265358979 / 180);
    const PlanarPose pose{rotation * Vec2{0, 0.1 - 0.001}, rotation};
    const PlanarManifold first = touch(block, pose, ridge[0]), second = touch(block, pose, ridge[1]);
    EXPECT_NEAR(total_weight(first) + total_weight(second), 1, 1e-6) << degrees;
    EXPECT_EQ(total_weight(first) > total_weight(second), degrees > -18.4) << degrees;
  }
  PlanarManifold disc_first, disc_second;
  const Vec2 center = 0.099 * normalized(Vec2{0.2, 0.9});
  touch_segment(center, 0.1, ridge[0], disc_first), touch_segment(center, 0.1, ridge[1], disc_second);
  ASSERT_EQ(disc_first.count + disc_second.count, 2);
  EXPECT_NEAR(disc_first.point[0].weight + disc_second.point[0].weight, 1, 1e-12);
}

/// A joint in a valley cannot be touched. Every contact normal near it is the normal of a line, wherever the
/// body is.
TEST(Segment, JointsInAValleyHaveNoNormals) {
  const std::vector<LineSegment> valley = make_polyline(std::vector<Vec2>{{-1, 0}, {0, 0}, {1, 0.1}});
  const Vec2 up[2] = {{0, 1}, normalized(Vec2{-0.1, 1})};
  const Polygon block = make_polygon(std::vector<Vec2>{{-0.2, 0}, {0.2, 0}, {0.2, 0.2}, {-0.2, 0.2}});
  int touching = 0;
  for (int i = -500; i < 500; ++i) {
    const Real x = 0.001 * i;
    for (const int leaning_on : {0, 1}) {  // the body leans on the first line, then on the second
      const PlanarRotation rotation{up[leaning_on].y, -up[leaning_on].x};
      const Real height = std::max(0.0, leaning_on == 0 ? 0 : 0.1 * x);
      const PlanarPose pose{{x, height + 0.099}, rotation};
      for (const int s : {0, 1}) {
        const PlanarManifold found = touch(block, pose, valley[s]);
        touching += found.count;
        for (int k = 0; k < found.count; ++k)
          EXPECT_LT(length(pose.orientation * found.point[k].normal + up[s]), 1e-9) << x << " line " << s;
      }
    }
  }
  EXPECT_GT(touching, 1000);
}

TEST(Segment, StraightJointsAreLeftOut) {
  EXPECT_EQ(make_polyline(std::vector<Vec2>{{0, 0}, {1, 0}, {2, 0}, {3, 1}}).size(), 2U);
  const std::vector<LineSegment> closed =
      make_polyline(std::vector<Vec2>{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}});
  ASSERT_EQ(closed.size(), 4U);
}

/// A body below the line of one segment but above its neighbour does not touch that segment in a valley
/// behind it.
TEST(Segment, AValleyIsSeenFromWithin) {
  const std::vector<LineSegment> step = make_polyline(std::vector<Vec2>{{-2, -1}, {0, 0}, {1, 0}});
  const Polygon block = make_polygon(std::vector<Vec2>{{-0.1, 0}, {0.1, 0}, {0.1, 1}, {-0.1, 1}});
  // The block stands on the slope and reaches higher than its top.
  EXPECT_EQ(touch(block, {{-1, -0.4}, {}}, step[1]).count, 0);
  EXPECT_GT(touch(block, {{-0.05, -0.49}, {}}, step[1]).count, 0);  // the block crosses its left end
}

TEST(Segment, BadLinesAreExplained) {
  const auto refusal = [](const std::vector<Vec2>& points) -> std::string {
    try {
      make_polyline(points);
    } catch (const Error& error) { return error.what(); }
    return "";
  };
  EXPECT_NE(refusal({{0, 0}}).find("at least two points"), std::string::npos);
  EXPECT_NE(refusal({{0, 0}, {1, 0}, {1, 0}}).find("points 2 and 3 of the line are the same"),
            std::string::npos);
  EXPECT_NE(refusal({{0, 0}, {1, 0}, {1, 1e-200}, {2, 2}}).find("points 2 and 3"), std::string::npos);
  EXPECT_NE(refusal({{0, 0}, {1e-60, 0}}).find("1e-60 m across"), std::string::npos);
  EXPECT_NE(refusal({{0, 0}, {NAN, 0}}).find("point 2 of the line is (nan, 0)"), std::string::npos);
  EXPECT_NE(refusal({{0, 0}, {2, 0}, {1, 0}}).find("turns back on itself at point 2"), std::string::npos);
  EXPECT_NE(refusal({{0, 0}, {2, 0}, {0, 0}}).find("same way back"), std::string::npos);
}

}  // namespace
}  // namespace scree
