#include "contact/common_plane/plane_checks.hpp"
#include "contact/direct_search/search_cases.hpp"
#include "contact/patch/clip_checks.hpp"
#include "scree/contact/algorithms.hpp"
#include "scree/shape/library.hpp"
#include "support/reference.hpp"
#include "support/support.hpp"

#include <map>
#include <numbers>

namespace scree {
namespace {

using namespace test;
using std::numbers::pi;

TEST(Clip, CertificatesCanFail) {
  const Query right = stacked(body("cube"), body("cube"), {0.2, 0.1, 0}, 0.3, 0.001, 0.01);
  ASSERT_EQ(broken_rule(right), "");
  ASSERT_EQ(wrong_measure(right), "");
  const auto with = [&](auto change) {
    Query wrong = right;
    change(wrong.patch);
    return broken_rule(wrong);
  };
  EXPECT_EQ(with([](ContactPatch& p) { p.count = 0; }), "one to eight points");
  EXPECT_EQ(with([](ContactPatch& p) { p.point[1].overlap *= 1.01; }),
            "points that differ by the overlap along the normal");
  EXPECT_EQ(with([&](ContactPatch& p) { p.point[0].a += 1e-8 * p.normal, p.point[0].b += 1e-8 * p.normal; }),
            "point on A");
  EXPECT_EQ(with([](ContactPatch& p) { p.point[0].b -= 1e-8 * p.normal, p.point[0].overlap += 1e-8; }),
            "point on B");
  EXPECT_EQ(with([](ContactPatch& p) { p.point[0].share *= 1.1; }), "shares of the whole");
  EXPECT_EQ(with([](ContactPatch& p) { p.point[0] = p.point[1]; }), "keys differ");
  EXPECT_EQ(with([](ContactPatch& p) { std::swap(p.point[0], p.point[1]); }), "convex, counter-clockwise");
  Query shallower = right;
  shallower.contact.overlap -= 1e-9;
  EXPECT_EQ(broken_rule(shallower), "the deepest point is the contact's");

  const auto measured = [&](auto change) {
    Query wrong = right;
    change(wrong.patch);
    return wrong_measure(wrong);
  };
  EXPECT_EQ(measured([](ContactPatch& p) { p.area *= 1 + 1e-9; }), "area");
  EXPECT_EQ(measured([](ContactPatch& p) { p.centroid += Vec3{1e-8, 0, 0}; }), "centroid");
  EXPECT_EQ(measured([](ContactPatch& p) { p.point[0].share += 1e-3, p.point[1].share -= 1e-3; }),
            "mean overlap");
  EXPECT_NE(measured([](ContactPatch& p) { --p.count; }), "");
}

TEST(Clip, ShiftedCubesShareARectangle) {
  for (const Vec3 shift : {Vec3{0, 0, 0}, Vec3{0.25, 0, 0}, Vec3{0.25, -0.5, 0}, Vec3{-0.9, 0.99, 0}}) {
    const Query q = stacked(body("cube"), body("cube"), shift, 0, 0, 0.001);
    EXPECT_EQ(broken_rule(q), "");
    EXPECT_EQ(q.patch.count, 4);
    EXPECT_NEAR(q.patch.area, (1 - std::abs(shift.x)) * (1 - std::abs(shift.y)), 1e-14);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(q.patch.point[i].overlap, 0.001, 1e-15);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(q.patch.point[i].share, 0.25, 1e-14);
  }
}

TEST(Clip, RotatedCubesShareAnOctagon) {
  const Query q = stacked(body("cube"), body("cube"), {}, pi / 4, 0, 0.001);
  EXPECT_EQ(broken_rule(q), "");
  EXPECT_EQ(q.patch.count, 8);
  EXPECT_NEAR(q.patch.area, 2 * (std::sqrt(2.0) - 1), 1e-14);
}

TEST(Clip, PrismsShareTwelveCornersAndKeepEight) {
  const Polyhedron prism = hexagonal_prism();
  const Query q = stacked(prism, prism, {}, pi / 6, 0, 0.001);
  Real inner = 1e300;  // distance from the axis to the sides
  for (int f = 0; f < prism.face_count(); ++f) {
    if (std::abs(prism.face_normal[f].z) < 0.5) inner = std::min(inner, prism.face_offset[f]);
  }
  EXPECT_EQ(broken_rule(q), "");
  EXPECT_EQ(q.patch.count, 8);
  EXPECT_NEAR(q.patch.area, 12 * inner * inner * std::tan(pi / 12), 1e-13);
}

Real area_of(const std::vector<Vec3>& corners, Vec3 normal) {
  Real twice = 0;
  for (std::size_t i = 2; i < corners.size(); ++i)
    twice += dot(cross(corners[i - 1] - corners[0], corners[i] - corners[0]), normal);
  return twice / 2;
}

// Compares the chosen corners with the best of the 495 choices of eight corners from twelve.
TEST(Clip, EightCornersKeepNearlyTheLargestArea) {
  Random random(8);
  Real worst = 1;
  for (int i = 0; i < 100; ++i) {
    const Query q = stacked(hexagonal_prism(), hexagonal_prism(), random.uniform(0, 0.1) * Vec3{0.6, 0.8, 0},
                            random.uniform(0.2, 0.8), random.uniform(0, 1e-3), 0.01);
    EXPECT_EQ(broken_rule(q), "");
    if (measure(q).corners <= 8) continue;
    std::vector<Vec3> kept, all;
    for (int k = 0; k < q.patch.count; ++k) kept.push_back(q.patch.point[k].a);
    // Collects all corners before any is left out.
    const PolyhedronPair pair = q.pair();
    clip_detail::Outline outline;
    clip_detail::PatchSide a, b;
    const clip_detail::Frame frame(q.contact);
    const Feature on_a = q.contact.feature_a, on_b = q.contact.feature_b;
    clip_detail::make_side(pair.a, on_a, clip_detail::parallel_feature(pair.a, on_a, frame.z, 0.1), frame, a);
    clip_detail::make_side(pair.b, on_b,
                           clip_detail::parallel_feature(pair.b, on_b, pair.to_b(-frame.z), 0.1),
                           frame.in_b(pair), b);
    clip_detail::intersect(a, b, 0, outline);
    for (int k = 0; k < outline.count; ++k)
      all.push_back(frame.from(outline.corner[k].x, outline.corner[k].y, 0));
    Real best = 0;
    for (unsigned chosen = 0; chosen < 1U << all.size(); ++chosen) {
      if (__builtin_popcount(chosen) != 8) continue;
      std::vector<Vec3> corners;
      for (std::size_t k = 0; k < all.size(); ++k) {
        if ((chosen >> k & 1U) != 0) corners.push_back(all[k]);
      }
      best = std::max(best, area_of(corners, q.contact.normal));
    }
    worst = std::min(worst, area_of(kept, q.contact.normal) / best);
  }
  EXPECT_GT(worst, 0.97);
  EXPECT_LT(worst, 1.0 + 1e-9);
}

TEST(Clip, OverlapsOfTiltedCubesVaryLinearly) {
  for (const Real tilt : {0.0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2}) {
    const Query q = stacked(body("cube"), body("cube"), {0.2, 0.3, 0}, 0, tilt, 0.02);
    EXPECT_EQ(q.patch.count, 4) << tilt;
    EXPECT_EQ(broken_rule(q), "") << tilt;
    EXPECT_EQ(wrong_measure(q), "") << tilt;
    Real least = 1, most = -1;
    for (int i = 0; i < q.patch.count; ++i) {
      const ContactPatch::Point& p = q.patch.point[i];
      const Vec3 middle = 0.5 * (p.a + p.b) - Vec3{0.2, 0.3, 0};
      const Real expected = 0.02 - tilt * (0.6 * middle.y - 0.8 * middle.x);
      EXPECT_NEAR(p.overlap, expected, tilt * tilt + 1e-13) << tilt;
      least = std::min(least, p.overlap), most = std::max(most, p.overlap);
    }
    EXPECT_GE(most - least, 0.5 * tilt) << "the tilt is lost";
  }
}

TEST(Clip, CubesTiltedBeyondTheOverlapTouchInAStrip) {
  for (const Real tilt : {1e-5, 1e-4, 1e-3, 1e-2}) {
    for (const Real overlap : {1e-2 * tilt, 0.2 * tilt}) {
      const Query q = stacked(body("cube"), body("cube"), {}, 0, tilt, overlap, {.margin = 0}, {1, 0, 0});
      EXPECT_EQ(broken_rule(q), "");
      EXPECT_EQ(wrong_measure(q), "");
      EXPECT_EQ(q.patch.count, 4);
      // The patch extends from the low edge to the line of zero overlap.
      EXPECT_NEAR(q.patch.area, 0.5 + overlap / tilt, 2 * tilt);
    }
  }
}

TEST(Clip, AStrictToleranceMissesTheFace) {  // shows why the limit of the slope is several degrees
  const Query strict = stacked(body("cube"), body("cube"), {}, 0.3, 1e-6, 0.02, {.slope = 1e-10});
  EXPECT_LT(strict.patch.count, 3);
  EXPECT_GT(stacked(body("cube"), body("cube"), {}, 0.3, 1e-6, 0.02).patch.count, 3);
}

/// Largest change of the sum of the overlaps and of their moment in one step of a motion.
template <class Motion>
Real largest_jump(int steps, Motion query_at) {
  Real worst = 0, last_sum = 0;
  Vec3 last_moment;
  for (int i = 0; i <= steps; ++i) {
    const Query q = query_at(Real(i) / steps);
    EXPECT_EQ(broken_rule(q), "") << i;
    Real sum = 0;
    Vec3 moment;
    for (const ContactPatch::Point& p : std::span(q.patch.point, q.patch.count))
      sum += p.overlap, moment += p.overlap * p.a;
    if (i > 0) worst = std::max({worst, std::abs(sum - last_sum), length(moment - last_moment)});
    last_sum = sum, last_moment = moment;
  }
  return worst;
}

TEST(Clip, PointsAppearAndVanishAtZeroOverlap) {
  // A cube rolls from a face over its edge and back. Its lowest corner overlaps by 1 %.
  const Polyhedron cube = body("cube");
  const auto rolling = [&](Real slope) {
    return [&cube, slope](Real s) {
      const Real tilt = 0.3 * s;
      const Quat q = axis_angle({1, 0, 0}, tilt) * axis_angle({0, 0, 1}, 0.5);
      Real lowest = 0;
      for (int v = 0; v < 8; ++v) lowest = std::min(lowest, rotate(q, cube.vertex(v)).z);
      return Query(make_polyhedron(library_shape("box", {.lengths = {3, 3, 1}})), cube,
                   {{0, 0, 0.5 - lowest - 0.01}, q}, {.slope = slope});
    };
  };
  EXPECT_LT(largest_jump(20000, rolling(PatchTolerance{}.slope)), 1e-4);
  EXPECT_GT(largest_jump(20000, rolling(1e-3)), 1e-3);  // the check detects too strict a tolerance
}

TEST(Clip, SevenContactTypesHaveTheirNumberOfPoints) {
  const std::map<ContactType, int> expected{
      {ContactType::vertex_vertex, 1},  {ContactType::vertex_edge, 1},    {ContactType::vertex_face, 1},
      {ContactType::crossing_edges, 1}, {ContactType::parallel_edges, 2}, {ContactType::edge_face, 2}};
  for (const SearchCase& c : seven_types()) {
    for (const Real overlap : {0.0, 1e-9, 1e-3}) {
      // If corners or parallel edges meet, overlapping bodies separate sideways. That is a different contact.
      const bool blunt = c.type >= ContactType::vertex_face && c.type != ContactType::parallel_edges;
      if (overlap > 0 && !blunt) continue;
      const PlacedPair in_pose(c.a, moved(c.b, {}, -overlap * c.normal));
      const Query q(in_pose.a, in_pose.b, in_pose.b_in_a);
      EXPECT_EQ(broken_rule(q), "") << c.name << ' ' << overlap;
      const int points = c.type == ContactType::face_face ? int(c.points.size()) : expected.at(c.type);
      EXPECT_EQ(q.patch.count, points) << c.name << ' ' << overlap;
    }
  }
}

TEST(Clip, SeparatedBodiesHaveAPatchOnlyWithinTheMargin) {
  const Polyhedron cube = body("cube");
  EXPECT_EQ(stacked(cube, cube, {0.2, 0.1, 0}, 0, 0, -0.01).patch.count, 0);
  const Query near = stacked(cube, cube, {0.2, 0.1, 0}, 0, 1e-3, -0.01, {.margin = 0.02});
  EXPECT_EQ(near.patch.count, 4);
  EXPECT_NEAR(near.patch.deepest(), near.contact.overlap, 1e-14);
  Contact failed = near.contact;
  failed.status = Status::failed;
  EXPECT_EQ(contact_patch(near.pair(), failed).count, 0);
}

TEST(Clip,
     FallsBackToTheWitnessPointIfNoFaceFitsTheNormal) {  // inexact algorithms may return such a normal
  const Query q = stacked(body("cube"), body("cube"), {0.2, 0.1, 0}, 0, 0, 0.01);
  ASSERT_EQ(q.patch.count, 4);
  Contact across = q.contact;
  across.normal = {1, 0, 0};
  across.point_b = across.point_a - across.overlap * across.normal;
  const ContactPatch patch = contact_patch(q.pair(), across);
  ASSERT_EQ(patch.count, 1);
  EXPECT_TRUE(patch.point[0].a == across.point_a);
  EXPECT_EQ(patch.point[0].overlap, across.overlap);
}

// The faces have more corners than a patch can store. Some corners are left out, but never the deepest one.
TEST(Clip, FacesWithManyCornersKeepTheirArea) {
  for (const int sides : {64, 65, 100}) {
    const Polyhedron drum = make_polyhedron(library_shape("prism", {.sides = sides}));
    const Polyhedron table = make_polyhedron(library_shape("box", {.lengths = {100, 100, 1}}));
    for (int i = 0; i < 40; ++i) {
      const Query q = stacked(table, drum, {0.05, 0, 0}, 0.01 * i, 1e-4, 0.01);
      EXPECT_EQ(q.patch.count, 8);
      EXPECT_EQ(broken_rule(q), "") << sides << ' ' << i;
      EXPECT_NEAR(q.patch.area / measure(q).area, 1, 0.006);
    }
  }
}

TEST(Clip, MeasuresOfRandomStacksAgreeWithAnotherMethod) {
  Random random(11);
  const Polyhedron bodies[] = {body("cube"), hexagonal_prism(), body("box"), body("tetrahedron")};
  int polygons = 0, merged = 0;
  for (int i = 0; i < 3000; ++i) {
    const Polyhedron &a = bodies[random.below(3)], &b = bodies[random.below(3)];
    const Real tilt = std::pow(10.0, random.uniform(-12, -1.2)), overlap = random.uniform(0.001, 0.05);
    const Query q = stacked(a, b, {random.uniform(-0.6, 0.6), random.uniform(-0.6, 0.6), 0},
                            random.uniform(0, 6), tilt, overlap, {.margin = 0});
    if (q.contact.status != Status::touching) continue;
    EXPECT_EQ(broken_rule(q), "") << i;
    if (q.contact.normal.z < 0.995 || q.patch.area < 1e-4) continue;  // the contact is on a side face
    ++polygons;
    const std::string wrong = wrong_measure(q);
    if (wrong.ends_with("corners")) {
      ++merged;
    } else {
      EXPECT_EQ(wrong, "") << i;
    }
  }
  EXPECT_GT(polygons, 1500);
  EXPECT_LT(merged, 5);  // two corners so close that the patch merges them
}

/// Returns the difference between two patches of the same contact, or an empty string. The second patch is in
/// the frame `second_in_first`.
std::string difference(const ContactPatch& p, const ContactPatch& q, const Pose& second_in_first,
                       bool swapped, Real scale, Real size) {
  if (p.count != q.count) return fmt::format("{} and {} points", p.count, q.count);
  if (std::abs(p.area * scale * scale - q.area) > 1e-9 * size * size) return "area";
  if (length(scale * p.centroid - transform(second_in_first, q.centroid)) > 1e-7 * size) return "centroid";
  for (int i = 0; i < p.count; ++i) {
    bool found = false;
    for (int j = 0; j < q.count && !found; ++j) {
      const ContactPatch::Point &c = p.point[i], &d = q.point[j];
      found = length(scale * c.a - transform(second_in_first, swapped ? d.b : d.a)) < 1e-7 * size &&
              std::abs(scale * c.overlap - d.overlap) < 1e-9 * size && std::abs(c.share - d.share) < 1e-6 &&
              c.feature_a == (swapped ? d.feature_b : d.feature_a);
    }
    if (!found) return fmt::format("point {}", i);
  }
  return {};
}

TEST(Clip, PatchesDoNotDependOnOrderFrameOrScale) {
  Random random(12);
  const Polyhedron bodies[] = {body("cube"), body("box"), body("octahedron"), body("pyramid")};
  int compared = 0;
  for (int i = 0; i < 600; ++i) {
    const Polyhedron &a = bodies[random.below(2)], &b = bodies[random.below(4)];
    const Query q =
        stacked(a, b, {random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4), 0}, random.uniform(0, 6),
                std::pow(10.0, random.uniform(-6, -2)), random.uniform(0.001, 0.02));
    if (q.contact.status != Status::touching || q.contact.normal.z < 0.99) continue;
    ++compared;
    const Query back(b, a, inverse(q.b_in_a));
    EXPECT_EQ(difference(q.patch, back.patch, q.b_in_a, true, 1, 1), "") << i;
    ContactPatch wrong = back.patch;
    wrong.point[0].a += Vec3{1e-6, 0, 0}, wrong.point[0].b += Vec3{1e-6, 0, 0};
    EXPECT_NE(difference(q.patch, wrong, q.b_in_a, true, 1, 1), "") << i;
    for (const Real scale : {1e-6, 1.0, 1e6}) {
      // A is given in another frame.
      const Pose frame{{}, random.rotation()};
      const Quat angle = conjugate(frame.orientation);
      const Query other(reframed(a, angle, scale), reframed(b, {}, scale),
                        {scale * rotate(angle, q.b_in_a.position), angle * q.b_in_a.orientation});
      EXPECT_EQ(difference(q.patch, other.patch, frame, false, scale, scale), "") << i << ' ' << scale;
    }
  }
  EXPECT_GT(compared, 400);
}

TEST(Clip, FeatureKeysPersistUnderSmallMotions) {
  Random random(13);
  const auto keys = [](const ContactPatch& p) {
    std::vector<std::uint64_t> list;
    for (int i = 0; i < p.count; ++i) list.push_back(point_key(p.point[i]));
    std::sort(list.begin(), list.end());
    return list;
  };
  int same = 0, all = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3 shift{random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4), 0};
    const Real angle = random.uniform(0, 6);
    const Query first = stacked(body("cube"), body("cube"), shift, angle, 1e-4, 0.01);
    const Query next =
        stacked(body("cube"), body("cube"), shift + 1e-4 * random.direction(), angle + 1e-4, 2e-4, 0.01);
    ++all, same += keys(first.patch) == keys(next.patch) ? 1 : 0;
  }
  EXPECT_GE(same, all - 3);  // the other corners slide over an edge in between
  // Equal cubes lie on each other and vibrate. Coincident corners keep their features.
  const auto keys_at_rest = keys(stacked(body("cube"), body("cube"), {}, 0, 0, 0.01).patch);
  ASSERT_EQ(keys_at_rest.size(), 4U);
  for (int i = 0; i < 300; ++i) {
    const Query q = stacked(body("cube"), body("cube"), 3e-7 * random.direction(),
                            random.uniform(-3e-7, 3e-7), random.uniform(0, 1e-6), 0.01);
    EXPECT_EQ(keys(q.patch), keys_at_rest) << i;
  }
  const auto elsewhere = keys(stacked(body("cube"), body("cube"), {0.3, 0.2, 0}, 0, 0, 0.01).patch);
  EXPECT_NE(elsewhere, keys_at_rest);  // shows that the comparison can fail
}

TEST(Clip, EveryTouchingAnswerOfEveryAlgorithmHasAPatch) {
  std::map<std::string_view, int> patches;
  for (const ReferencePair& p : reference_pairs()) {
    for (const Algorithm& algorithm : algorithms) {
      Cache cache;
      const Contact c = algorithm.collide(view(p.a), view(p.b), p.b_in_a, cache, {});
      const ContactPatch patch = contact_patch({view(p.a), view(p.b), p.b_in_a}, c);
      if (c.status != Status::touching) {
        EXPECT_EQ(patch.count, 0) << algorithm.name << ' ' << p.id;
        continue;
      }
      const PairError error = compare(p, c);
      const bool right =
          !far_origin(p) && error.distance < 1e-12 && error.normal < 1e-9 && error.witness < 1e-11;
      EXPECT_EQ(broken_rule(p.a, p.b, p.b_in_a, c, patch, right), "") << algorithm.name << ' ' << p.id;
      patches[algorithm.name] += right ? 1 : 0;
    }
  }
  EXPECT_EQ(patches.size(), algorithms.size());
  EXPECT_GT(patches["exact"], 350);
  EXPECT_GT(patches["gjk_td"], 350);
}

TEST(Clip, RandomPairsHaveValidPatches) {
  Random random(14);
  int touching = 0, counts[9] = {};
  for (int i = 0; i < 2000; ++i) {
    const Polyhedron a = polyhedron_from_points(random_points(random, 4 + random.below(20))),
                     b = polyhedron_from_points(random_points(random, 4 + random.below(20)));
    const Quat angle = random.rotation();
    const Vec3 direction = random.direction();
    const Contact separated = Exact::collide(view(a), view(b), {5 * direction, angle});
    Pose pose{5 * direction, angle};
    pose.position += (separated.overlap - random.uniform(0, 0.02)) * separated.normal;
    const Query q(a, b, pose);
    if (q.contact.status != Status::touching) continue;
    ++touching, ++counts[q.patch.count];
    EXPECT_EQ(broken_rule(q), "") << i;
  }
  EXPECT_GT(touching, 1800);
  EXPECT_GT(counts[1], 1000);
  EXPECT_GT(counts[2] + counts[3] + counts[4], 20);
}

}  // namespace
}  // namespace scree
