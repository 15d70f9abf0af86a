#include "scree/shape/clean/hull.hpp"

#include "scree/shape/library.hpp"
#include "scree/shape/polyhedron.hpp"
#include "support/property.hpp"
#include "support/support.hpp"

namespace scree {
namespace {

using namespace test;

/// Checks every rule that a convex hull satisfies as a Polyhedron. Returns the first broken rule, or an
/// empty string.
std::string broken_rule(const Polyhedron& p, std::span<const Vec3> points) {
  const Topology& t = p.topology;
  const Real tolerance = 1e-9 * p.bounding_radius;
  if (t.euler_characteristic() != 2) return "Euler's formula";
  for (int h = 0; h < t.halfedge_count(); ++h) {
    if (t.twin[t.twin[h]] != h) return "twin of twin";
    if (t.origin[t.twin[h]] != t.target(h)) return "twin runs the other way";
  }
  for (int f = 0; f < p.face_count(); ++f) {
    if (std::abs(length(p.face_normal[f]) - 1) > 1e-14) return "unit normals";
    for (int h = t.face_begin[f]; h < t.face_begin[f + 1]; ++h) {
      if (std::abs(dot(p.face_normal[f], p.vertex(t.origin[h])) - p.face_offset[f]) > tolerance)
        return "planar faces";
      const int neighbour = t.face[t.twin[h]];
      if (length(p.face_normal[f] - p.face_normal[neighbour]) < 1e-10)
        return "coplanar neighbours are merged";
    }
    for (const Vec3 q : points) {
      const Vec3 body = inverse_transform(p.mass.body_in_input, q);
      if (dot(p.face_normal[f], body) > p.face_offset[f] + tolerance) return "all points inside";
    }
  }
  if (!(p.inscribed_radius > 0) || !(p.inscribed_radius < p.bounding_radius)) return "radii";
  for (const Real layer : p.layer_thickness) {
    if (!(layer > 0) || !(layer <= 2 * p.bounding_radius)) return "layer thickness";
  }
  return {};
}

TEST(Hull, TenThousandRandomHullsAreSound) {
  check_property(10'000, [] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const int count = *rc::gen::inRange(4, 41);
    Random random(seed);
    const std::vector<Vec3> points = random_points(random, count);
    RC_ASSERT(broken_rule(polyhedron_from_points(points), points) == "");
  });
}

TEST(Hull, RulesCanBreak) {
  Random random(31);
  const std::vector<Vec3> points = random_points(random, 20);
  const Polyhedron good = polyhedron_from_points(points);
  ASSERT_EQ(broken_rule(good, points), "");
  Polyhedron shrunk = good;
  shrunk.face_offset[0] *= 0.999;
  EXPECT_EQ(broken_rule(shrunk, points), "planar faces");
  std::vector<Vec3> more = points;
  more.push_back({10, 0, 0});
  EXPECT_EQ(broken_rule(good, more), "all points inside");
}

TEST(Hull, GridsGiveTheirBoxes) {  // many coplanar and collinear points, rotated and shifted
  Random random(32);
  for (int n = 0; n < 50; ++n) {
    const Quat q = random.rotation();
    const Vec3 shift = 3 * random.direction();
    std::vector<Vec3> points;
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 4; ++j) {
        for (int k = 0; k < 3; ++k) points.push_back(shift + rotate(q, {1.0 * i, 1.0 * j, 1.0 * k}));
      }
    }
    const Polyhedron box = polyhedron_from_points(points);
    EXPECT_EQ(box.vertex_count(), 8);
    EXPECT_EQ(box.face_count(), 6);
    EXPECT_NEAR(box.mass.volume, 24, 24e-12);
  }
}

TEST(Hull, DuplicatePointsDoNoHarm) {
  std::vector<Vec3> points;
  for (const Vec3 v : library_shape("icosahedron").vertices) points.insert(points.end(), 3, v);
  EXPECT_EQ(polyhedron_from_points(points).vertex_count(), 12);
}

TEST(Hull, WorksAtEveryScaleAndFarAway) {
  for (const Placement& placement : placements) {
    std::vector<Vec3> points;
    for (const Vec3 v : library_shape("dodecahedron").vertices) points.push_back(place_point(placement, v));
    const Polyhedron p = polyhedron_from_points(points);
    EXPECT_EQ(p.face_count(), 12);
    EXPECT_EQ(p.vertex_count(), 20);
    const Real expected = std::pow(placement.scale, 3) * (15 + 7 * std::sqrt(5.0)) / 4;
    // Far from the origin the input itself is rounded to 1e-10 of the body.
    EXPECT_NEAR(p.mass.volume / expected, 1, placement.sizes_away > 0 ? 1e-9 : 1e-12);
    EXPECT_EQ(broken_rule(p, points), "");
  }
}

/// Returns the largest distance by which a corner of a face lies inside the line between its neighbours.
Real worst_dent(const Surface& s) {
  Real worst = 0;
  for (int f = 0; f < s.face_count(); ++f) {
    const auto loop = s.face(f);
    const std::size_t n = loop.size();
    const Vec3 normal = normalized(area_vector(s.vertices, loop));
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3 p = s.vertices[loop[i]], before = s.vertices[loop[(i + n - 1) % n]],
                 after = s.vertices[loop[(i + 1) % n]];
      worst = std::max(worst, dot(cross(after - before, p - before), normal) / length(after - before));
    }
  }
  return worst;
}

/// If the facets of a cap are nearly parallel within rounding, some facets merge and others do not. The faces
/// of the hull must still be convex, because `exact` and the patches rely on it.
TEST(Hull, FacesOfNearlyFlatCapsAreConvex) {
  Random random(7);
  int merged = 0;
  for (int n = 0; n < 5000; ++n) {
    std::vector<Vec3> points{{0, 0, -1}};
    const Real noise = std::pow(10, random.uniform(-14, -13));
    for (int i = 0; i < 8; ++i) {
      const Vec3 point{random.uniform(-1, 1), random.uniform(-1, 1), 0};
      points.push_back(point + noise * random.direction());
    }
    const Surface hull = convex_hull(points);
    merged += hull.face_count() < 2 * hull.vertex_count() - 4 ? 1 : 0;
    EXPECT_LT(worst_dent(hull), 1e-12) << n;
  }
  EXPECT_GT(merged, 1000);
}

TEST(Hull, TakesAMillionPoints) {
  Random random(33);
  std::vector<Vec3> points;
  points.reserve(1'000'000);
  for (int i = 0; i < 1'000'000; ++i) points.push_back(random.uniform() * random.direction());
  const Polyhedron p = polyhedron_from_points(points);
  EXPECT_GT(p.vertex_count(), 100);
  EXPECT_NEAR(p.bounding_radius, 1, 0.01);
}

TEST(Hull, RejectsPointsWithoutVolume) {
  for (const Placement& placement : placements) {
    const auto hull = [&](std::vector<Vec3> points) {
      for (Vec3& p : points) p = place_point(placement, p);
      return convex_hull(points);
    };
    EXPECT_ERROR(hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "needs at least four");
    EXPECT_ERROR(hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.2, 0}}),
                 "lie in a plane or on a line");
    EXPECT_ERROR(hull({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}), "lie in a plane or on a line");
  }
  EXPECT_ERROR(convex_hull(std::vector<Vec3>(10, Vec3{1, 2, 3})), "span 0 m");
  EXPECT_ERROR(convex_hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, NAN, 0}, {0, 0, 1}}),
               "point 3 is not finite");
}

}  // namespace
}  // namespace scree
