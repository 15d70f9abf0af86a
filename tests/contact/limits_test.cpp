// Overflows each fixed capacity of the contact algorithms, and measures the error of the reductions
// (docs/reference/limits.md). `contact_test --gtest_filter='Limits.*:Reductions.*'` prints the numbers of
// that page.
#include "contact/patch/clip_checks.hpp"
#include "scree/contact/direct_search/direct_search.hpp"
#include "scree/contact/direct_search/fast_direct_search.hpp"
#include "scree/contact/gjk_td/polytope.hpp"
#include "scree/contact/pair/exact.hpp"
#include "scree/contact/superquadric/polyhedron_superquadric.hpp"
#include "scree/contact/wall/cylinder.hpp"
#include "scree/contact/wall/planar_patch.hpp"
#include "scree/contact/wall/polyhedron_plane.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/library.hpp"
#include "support/support.hpp"
#include "world/wall_worlds.hpp"

#include <cstdio>
#include <numbers>

namespace scree {
namespace {

using namespace test;
using std::numbers::pi;

/// Returns a flat prism whose base has the given number of corners on the unit circle.
Polyhedron coin(int sides) {
  Surface s;
  std::vector<int> top, bottom;
  for (int i = 0; i < sides; ++i) {
    const Real angle = 2 * pi * i / sides;
    s.vertices.push_back({std::cos(angle), std::sin(angle), 0.1});
    s.vertices.push_back({std::cos(angle), std::sin(angle), -0.1});
    const int next = (i + 1) % sides;
    s.add_face({2 * i, 2 * i + 1, 2 * next + 1, 2 * next});
    top.push_back(2 * i), bottom.push_back(2 * (sides - 1 - i) + 1);
  }
  s.add_face(top), s.add_face(bottom);
  return make_polyhedron(s);
}
Polyhedron slab() { return make_polyhedron(library_shape("box", {.lengths = {4, 4, 0.4}})); }
Polyhedron icosphere(int level) {
  return make_polyhedron(library_shape("icosphere", {.level = level}, {Size::By::diameter, 2}));
}

struct Pressure {
  Real area = 0, force = 0;  // `force`: integral of the overlap
  Vec2 centre;               // centre of pressure
};

/// Computes the force on a polygon with a linear overlap and any number of corners. The piece with a negative
/// overlap is cut off. As in a patch, the weights of the corners integrate linear fields exactly.
template <class Overlap>
Pressure pressure_of(std::vector<Vec2> polygon, Overlap overlap) {
  std::vector<Vec2> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 p = polygon[i], q = polygon[(i + 1) % polygon.size()];
    const Real at_p = overlap(p), at_q = overlap(q);
    if (at_p >= 0) kept.push_back(p);
    if ((at_p >= 0) != (at_q >= 0)) kept.push_back(p + (at_p / (at_p - at_q)) * (q - p));
  }
  Pressure sum;
  Vec2 mean;
  const int n = static_cast<int>(kept.size());
  for (const Vec2 p : kept) mean = mean + p / n;
  std::vector<Real> triangle;
  for (int i = 0; i < n; ++i) triangle.push_back(0.5 * cross(kept[i] - mean, kept[(i + 1) % n] - mean));
  for (const Real area : triangle) sum.area += area;
  for (int i = 0; i < n; ++i) {
    const Real share = (triangle[i] + triangle[(i + n - 1) % n] + sum.area / n) / 3;
    sum.force += share * overlap(kept[i]), sum.centre = sum.centre + share * overlap(kept[i]) * kept[i];
  }
  sum.centre = sum.centre / sum.force;
  return sum;
}

std::vector<Vec2> circle(int sides) {
  std::vector<Vec2> polygon;
  for (int i = 0; i < sides; ++i)
    polygon.push_back({std::cos(2 * pi * i / sides), std::sin(2 * pi * i / sides)});
  return polygon;
}

struct Reduction {
  Real area = 0, force = 0, centre = 0;  // errors as fractions of area, force and radius

  void include(const Pressure& expected, const Pressure& found) {
    area = std::max(area, std::abs(1 - found.area / expected.area));
    force = std::max(force, std::abs(1 - found.force / expected.force));
    centre = std::max(centre, length(found.centre - expected.centre));
  }
};

/// Compares the patch of a coin on a slab with the coin's whole face, for a level and a tilted coin.
Reduction reduction_of_patch(int sides) {
  const Polyhedron a = slab(), b = coin(sides);
  Reduction worst;
  for (const Real tilt : {0.0, 1e-4, 1e-3, 1e-2}) {
    for (const Real towards : {0.0, 1.0, 2.0}) {
      const Vec3 axis{-std::sin(towards), std::cos(towards), 0};
      const Query q = stacked(a, b, {}, 0.3, tilt, 0.004, {.margin = 1e-13}, axis);
      EXPECT_EQ(q.contact.status, Status::touching);
      std::vector<Vec2> seen;
      for (const Vec2 p : circle(sides)) {
        const Vec3 in_a = transform(q.b_in_a, Vec3{p.x, p.y, -0.1});
        seen.push_back({in_a.x, in_a.y});
      }
      const Vec3 up = rotate(q.b_in_a.orientation, {0, 0, 1}), origin = transform(q.b_in_a, Vec3{0, 0, -0.1});
      const auto overlap = [&](Vec2 p) {
        return 0.2 - origin.z + (up.x * (p.x - origin.x) + up.y * (p.y - origin.y)) / up.z;
      };
      const Pressure expected = pressure_of(seen, overlap);
      Pressure found;
      found.area = q.patch.area;
      for (int i = 0; i < q.patch.count; ++i) {
        const ContactPatch::Point& p = q.patch.point[i];
        found.force += q.patch.area * p.share * p.overlap;
        found.centre = found.centre + q.patch.area * p.share * p.overlap * Vec2{p.a.x, p.a.y};
      }
      found.centre = found.centre / found.force;
      worst.include(expected, found);
    }
  }
  return worst;
}

/// Computes the mean overlap and its centre for a manifold whose points have the same normal.
Pressure pressure_of(const Manifold& manifold) {
  Pressure found;
  found.area = 1;
  for (int i = 0; i < manifold.count; ++i) {
    const ManifoldPoint& p = manifold.point[i];
    found.force += p.weight * p.overlap;
    found.centre = found.centre + p.weight * p.overlap * Vec2{p.position.x, p.position.y};
  }
  found.centre = found.centre / found.force;
  return found;
}

/// Compares the mean overlap and its centre with the exact values for a coin that lies level on a half-space.
Reduction reduction_on_plane(int sides) {
  Manifold manifold;
  touch_plane(view(coin(sides)), {0, 0, 1}, -0.099, true, manifold);
  Reduction worst;
  worst.include({1, 0.001, {}}, pressure_of(manifold));
  return worst;
}

TEST(Reductions, PatchesOfManyCornersKeepMostOfTheForce) {
  std::printf("corners  area lost  force lost  centre off (patch) | centre off (half-space)\n");
  for (const int sides : {6, 8, 9, 12, 16, 32, 64, 65, 100, 129, 200, 500, 1000}) {
    const Reduction patch = reduction_of_patch(sides), plane = reduction_on_plane(sides);
    std::printf("%7d  %9.4f  %10.4f  %10.4f         | %.4f\n", sides, patch.area, patch.force, patch.centre,
                plane.centre);
    if (sides <= 8) {
      EXPECT_LT(std::max({patch.area, patch.force, patch.centre, plane.centre}), 1e-9) << sides;
    }
    EXPECT_LT(patch.area, sides <= 64 ? 1e-9 : 0.006) << sides;
    EXPECT_LT(patch.force, 0.06) << sides;
    EXPECT_LT(patch.centre, 0.11) << sides;
    EXPECT_LT(plane.force, 1e-9) << sides;
    EXPECT_LT(plane.centre, 0.11) << sides;
  }
}

/// The faces have more corners than the computation of the witnesses can store. The witnesses still lie in
/// both bodies.
TEST(Limits, WitnessesOfFacesWithManyCornersLieInBothBodies) {
  Random random(64);
  for (const int sides : {65, 100, 129, 500, 1000}) {
    const Polyhedron a = coin(sides), b = coin(sides - 1);
    for (int n = 0; n < 10; ++n) {
      const Vec3 shift =
          random.uniform(0, 1.999) * normalized(Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0});
      const Query q = stacked(a, b, shift, random.uniform(0, 3), 0, 0.001);
      EXPECT_EQ(broken_rule(q.a, q.b, q.b_in_a, q.contact, q.patch), "") << sides;
      EXPECT_LT(outside(a, q.contact.point_a), 1e-9);
      EXPECT_LT(outside(b, inverse_transform(q.b_in_a, q.contact.point_b)), 1e-9);
    }
  }
}

/// A list with more than 64 contacts reports the overflow and fails. The caller must then handle the pair.
TEST(Limits, ListsOfContactsThatOverflowFail) {
  const Polyhedron drum = coin(100);
  const Pose on_top{{0, 0, 0.2}, {}};
  const ContactList list = DirectSearch::find(view(drum), view(drum), on_top, 1e-6);
  EXPECT_TRUE(list.overflow);
  EXPECT_EQ(list.status, Status::failed);
  SearchState state;
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(FastDirectSearch::update(view(drum), view(drum), on_top, 1e-6, state).status, Status::failed);
}

/// A face with 100 corners does not fit into the search region, so the whole bodies are searched.
TEST(Limits, SearchRegionsThatOverflowLoseNoContact) {
  const Polyhedron a = coin(100), cube = make_polyhedron(library_shape("cube", {}, {Size::By::edge, 0.2}));
  SearchState state;
  for (int i = 0; i < 8; ++i) {
    const Pose on_top{{0.3 + 1e-4 * i, 0.2, 0.2}, axis_angle({0, 0, 1}, 0.1 * i)};
    const ContactList all = DirectSearch::find(view(a), view(cube), on_top, 1e-6);
    const ContactList found = FastDirectSearch::update(view(a), view(cube), on_top, 1e-6, state);
    ASSERT_EQ(all.count, 4);
    ASSERT_EQ(found.count, 4);
    EXPECT_EQ(found.status, Status::touching);
    for (int k = 0; k < 4; ++k) {
      EXPECT_TRUE(found.contact[k].feature_a == all.contact[k].feature_a);
      EXPECT_TRUE(found.contact[k].feature_b == all.contact[k].feature_b);
    }
  }
}

/// Two cones of 200 faces, tip on tip, have more valid normals than the list can store. The mean of the
/// stored normals is valid.
TEST(Limits, MeanOfTheKeptValidNormalsIsValid) {
  std::vector<Vec3> cone{{0, 0, 0}};
  for (int i = 0; i < 200; ++i) cone.push_back({std::cos(2 * pi * i / 200), std::sin(2 * pi * i / 200), 1});
  const Polyhedron up = polyhedron_from_points(cone);
  for (Vec3& p : cone) p = -p;
  const Polyhedron down = polyhedron_from_points(cone);
  const Pose b_in_a = inverse(down.mass.body_in_input) * up.mass.body_in_input;
  const ContactList list = DirectSearch::find(view(down), view(up), b_in_a, 1e-6);
  ASSERT_EQ(list.status, Status::touching);
  const PolyhedronPair pair(view(down), view(up), b_in_a);
  for (int i = 0; i < list.count; ++i) EXPECT_GT(pair.gap(list.contact[i].normal), -1e-9);
  EXPECT_GT(pair.gap(list.normal), -1e-9);
}

/// The overlap of fine bodies deep inside each other needs more vertices than the polytope of gjk_td can
/// store. `exact` then supplies the answer, and the contact is marked.
TEST(Limits, PolytopesThatFillUpAreHandedToExact) {
  const Polyhedron a = icosphere(3), b = icosphere(2);
  Random random(256);
  int fallbacks = 0;
  for (int n = 0; n < 6; ++n) {
    const Pose inside{1e-3 * random.direction(), random.rotation()};
    Cache cache;
    const Contact found = GjkTd::collide(view(a), view(b), inside, cache, {.distance_cutoff = 0}),
                  right = Exact::collide(view(a), view(b), inside);
    EXPECT_NEAR(found.overlap, right.overlap, 1e-12);
    fallbacks += found.used_fallback ? 1 : 0;
  }
  std::printf("handed to exact: %d of 6\n", fallbacks);
  EXPECT_GT(fallbacks, 0);
}

/// The body has more faces than the search of Peng and Hanley can store. The search ends with the edges of
/// the visited faces, and the distance decides.
TEST(Limits, FaceSearchesOfManyFacesFindTheDistance) {
  const Polyhedron body = icosphere(4);
  Random random(16);
  int longest = 0;
  for (int n = 0; n < 2000; ++n) {
    const Superquadric needle = make_superquadric({0.02, 0.02, 1}, 2, 2);
    const Vec3 from = random.direction();
    const PlacedSuperquadric in_a(needle, {random.uniform(0.9, 1.8) * from, random.rotation()});
    const FaceSearch search = PolyhedronSuperquadric::search(view(body), in_a);
    longest = std::max(longest, search.visited);
    Cache cache, other;
    const Contact found = PolyhedronSuperquadric::collide(view(body), in_a, cache),
                  bounds = GjkTdPolyhedronSuperquadric::collide(view(body), in_a, other);
    if (std::abs(bounds.overlap) < 1e-9) continue;
    EXPECT_EQ(search.status, bounds.status) << n;
    EXPECT_EQ(found.status, bounds.status) << n;
    EXPECT_NEAR(found.overlap, bounds.overlap, 1e-8 * 2) << n;
  }
  std::printf("at most %d faces searched\n", longest);
}

/// A body and an ellipsoid for which the search of Peng and Hanley needs many steps: the ellipsoid's lowest
/// point over one face lies above the next face. The faces touch a circle. They touch it in the directions in
/// which fixed-point steps approach the ellipsoid's closest point from both sides. `gap` is the distance of
/// the ellipsoid from the circle.
struct LongSearch {
  Polyhedron body;
  Superquadric shape;
  Pose pose;  // pose of the ellipsoid in the body

  explicit LongSearch(Real gap) : shape(make_superquadric({0.814, 0.489, 0.5}, 2, 2)) {
    const Pose given{{1.642, 0, 0}, axis_angle({0, 0, 1}, 0.652)};
    const PlacedSuperquadric in_a(shape, given);
    Vec3 towards{1, 0, 0};
    std::vector<Real> angles;
    for (int i = 0; i < 200; ++i) {
      if (i < 28) angles.push_back(std::atan2(towards.y, towards.x));
      towards = normalized(in_a.support(-towards));
    }
    const Real radius = length(in_a.support(-towards)) - gap;
    for (int i = 1; i < 8; ++i) angles.push_back(0.5 * pi + 0.125 * pi * i);
    std::ranges::sort(angles);
    std::vector<Vec3> vertices;
    std::vector<int> top, bottom;
    std::vector<std::vector<int>> faces;
    const int n = static_cast<int>(angles.size());
    for (int i = 0; i < n; ++i) {  // corner between sides i and i + 1
      const Real next = angles[(i + 1) % n] + (i + 1 == n ? 2 * pi : 0);
      const Real middle = 0.5 * (angles[i] + next), reach = radius / std::cos(0.5 * (next - angles[i]));
      for (const Real z : {1.0, -1.0})
        vertices.push_back({reach * std::cos(middle), reach * std::sin(middle), z});
      const int last = (i + n - 1) % n;
      faces.push_back({2 * last, 2 * last + 1, 2 * i + 1, 2 * i});
      top.push_back(2 * i), bottom.push_back(2 * (n - 1 - i) + 1);
    }
    faces.push_back(top), faces.push_back(bottom);
    body = polyhedron_from_faces(vertices, faces);
    pose = inverse(body.mass.body_in_input) * given;
  }
};

/// A search that visits more faces than it can store ends with the edges of the visited faces. Its verdict is
/// still right.
TEST(Limits, FaceSearchesThatOverflowHaveTheRightVerdict) {
  int full = 0;
  for (const Real gap : {-1e-10, -1e-11, 1e-11, 2e-11, 5e-11, 1e-10}) {
    const LongSearch made(gap);
    const PlacedSuperquadric in_a(made.shape, made.pose);
    const FaceSearch search = PolyhedronSuperquadric::search(view(made.body), in_a);
    Cache cache, other;
    const Contact found = PolyhedronSuperquadric::collide(view(made.body), in_a, cache),
                  bounds = GjkTdPolyhedronSuperquadric::collide(view(made.body), in_a, other);
    std::printf("gap %8.1e: %2d faces, ending %d%s, overlap %9.2e\n", gap, search.visited, search.ending,
                search.used_fallback ? " (by the fallback)" : "", found.overlap);
    // The corners between the finest faces lie outside the circle by less than 1e-13.
    const Status right = gap > 0 ? Status::separated : Status::touching;
    EXPECT_EQ(search.status, right) << gap;
    EXPECT_EQ(found.status, right) << gap;
    EXPECT_EQ(bounds.status, right) << gap;
    EXPECT_NEAR(found.overlap, -gap, 1e-12) << gap;
    full += search.visited == FaceSearch::most_faces ? 1 : 0;
  }
  EXPECT_EQ(full, 6);
}

/// A plug that fills a drum all round has 400 vertices beyond the drum's wall. Eight of them carry the force.
TEST(Reductions, EightVerticesKeepTheForceInACylinder) {
  const Polyhedron plug = coin(200);
  for (const Vec3 shift : {Vec3{0, 0, 0}, Vec3{1e-3, 0, 0}}) {
    Manifold manifold;
    touch_cylinder(view(plug), Cylinder{-shift, {0, 0, 1}, 0.995}, true, manifold);
    Vec3 force;
    Real weights = 0;
    for (int i = 0; i < manifold.count; ++i) {
      force += (manifold.point[i].weight * manifold.point[i].overlap) * manifold.point[i].normal;
      weights += manifold.point[i].weight;
    }
    std::printf("plug off centre by %g: %d points, sideways %.5f, of all points %.5f\n", shift.x,
                manifold.count, length(force), 0.5 * shift.x);
    EXPECT_EQ(manifold.count, Manifold::capacity);
    EXPECT_NEAR(weights, 1, 1e-12);
    // The mean of overlap times normal over all points equals half the shift.
    EXPECT_LT(length(force - 0.5 * shift), 2e-4);
  }
}

/// A box lies level on a floor of 81 squares, some of which are missing. The centre of the force is the
/// centroid of the covered area, for any number of facets.
TEST(Reductions, JoinedFacetsOfAPlanarPatchKeepTheCentreOfForce) {
  Random random(2);
  int floors = 0;
  Real worst = 0, sum = 0;
  for (int t = 0; t < 200; ++t) {
    bool hole[9][9] = {};
    for (auto& row : hole) {
      for (bool& h : row) h = random.below(6) == 0;
    }
    const FacetMesh floor = make_facet_mesh(floor_surface(9, 1, [&](int i, int j) { return hole[i][j]; }));
    const Real half = random.uniform(1, 3);
    const Polyhedron box = box_polyhedron({half, half, 0.5});
    const Pose pose{{random.uniform(-1, 1), random.uniform(-1, 1), 0.499},
                    box.mass.body_in_input.orientation};
    // Squares that meet only at a corner would make a second planar patch, or a corner shared by two regions.
    bool pinched = floor.planar_patches.size() != 1;
    for (int i = 0; i < 8; ++i) {
      for (int j = 0; j < 8; ++j) {
        pinched = pinched || (hole[i][j] == hole[i + 1][j + 1] && hole[i + 1][j] == hole[i][j + 1] &&
                              hole[i][j] != hole[i + 1][j]);
      }
    }
    if (pinched || coverage_of(view(box), pose, floor, 0) != PatchCoverage::partial) continue;
    Manifold manifold;
    touch_patch_edges(view(box), pose, floor, 0, true, manifold);
    Real weight = 0, area = 0, force = 0;
    Vec3 found, expected;
    for (int i = 0; i < manifold.count; ++i) {
      const ManifoldPoint& p = manifold.point[i];
      weight += p.weight, force += p.weight * p.overlap, found += p.weight * transform(pose, p.position);
    }
    for (int i = 0; i < 9; ++i) {
      for (int j = 0; j < 9; ++j) {
        const Real x0 = std::max(i - 4.5, pose.position.x - half),
                   x1 = std::min(i - 3.5, pose.position.x + half);
        const Real y0 = std::max(j - 4.5, pose.position.y - half),
                   y1 = std::min(j - 3.5, pose.position.y + half);
        if (hole[i][j] || !(x1 > x0 && y1 > y0)) continue;
        const Real area_of_cell = (x1 - x0) * (y1 - y0);
        area += area_of_cell, expected += area_of_cell * Vec3{0.5 * (x0 + x1), 0.5 * (y0 + y1), 0};
      }
    }
    EXPECT_NEAR(weight, 1, 1e-9);
    EXPECT_NEAR(force, 0.001, 1e-9);
    const Vec3 off = found / weight - expected / area;
    const Real error = std::hypot(off.x, off.y) / half;
    worst = std::max(worst, error), sum += error, ++floors;
  }
  std::printf("%d floors, centre off by %.1e of the half width in the mean, at most %.1e\n", floors,
              sum / floors, worst);
  EXPECT_GT(floors, 5);
  EXPECT_LT(worst, 1e-6);
}

}  // namespace
}  // namespace scree
