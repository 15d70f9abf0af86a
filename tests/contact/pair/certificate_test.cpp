// Each certificate accepts correct answers and rejects wrong ones.

#include "scree/contact/pair/certificate.hpp"

#include "scree/contact/pair/exact.hpp"
#include "scree/contact/pair/refine_normal.hpp"
#include "scree/shape/library.hpp"
#include "support/reference.hpp"
#include "support/support.hpp"

#include <limits>

namespace scree {
namespace {

using namespace test;

const Polyhedron& cube() {  // edge length 1
  static const Polyhedron body = make_polyhedron(library_shape("cube"));
  return body;
}

struct Example {
  Pose pose;
  PolyhedronPair pair{view(cube()), view(cube()), pose};
  Contact right = Exact::collide(pair.a, pair.b, pose);
};

Example separated() { return {{{1.5, 0.1, 0}, axis_angle({0, 0, 1}, 0.3)}}; }
Example overlapping() { return {{{0.9, 0.1, 0.2}, {}}}; }

TEST(Certificate, HoldsForEveryRightAnswer) {
  for (const ReferencePair& p : reference_pairs()) {
    const PolyhedronPair pair(view(p.a), view(p.b), p.b_in_a);
    const Contact right = Exact::collide(pair.a, pair.b, p.b_in_a);
    EXPECT_EQ(prove(pair, right).objection, "") << p.id;
    for (const ReferenceContact& c : p.contacts) EXPECT_LT(improvement(pair, right, c.normal), 1e-12) << p.id;
  }
}

TEST(Certificate, RejectsMalformedAnswers) {
  for (const Example& e : {separated(), overlapping()}) {
    ASSERT_EQ(prove(e.pair, e.right).objection, "");
    const auto objection = [&](auto change) {
      Contact wrong = e.right;
      change(wrong);
      return check_form(e.pair, wrong).objection;
    };
    EXPECT_EQ(objection([](Contact& c) { c.status = Status::failed; }), "an answer");
    EXPECT_EQ(objection([](Contact& c) { c.overlap = std::numeric_limits<Real>::quiet_NaN(); }),
              "finite numbers");
    EXPECT_EQ(objection([](Contact& c) { c.point_b.y = std::numeric_limits<Real>::infinity(); }),
              "finite numbers");
    EXPECT_EQ(objection([](Contact& c) { c.normal = 1.001 * c.normal; }), "a unit normal");
    EXPECT_EQ(objection([](Contact& c) {
                c.status = c.status == Status::touching ? Status::separated : Status::touching;
              }),
              "a status that fits the overlap");
    EXPECT_EQ(objection([](Contact& c) {
                c.point_b += Vec3{0, 1e-10, 0};
              }),
              "witness points that differ by the overlap along the normal");
    EXPECT_EQ(objection([](Contact& c) { c.feature_a = {}; }), "features");
    EXPECT_EQ(objection([](Contact& c) { c.iterations = 2'000'000; }), "a bounded number of steps");
  }
}

TEST(Certificate, RejectsAWrongOverlapOrWitnessPoint) {
  for (const Example& e : {separated(), overlapping()}) {
    Contact wrong = e.right;
    wrong.overlap *= 1 - 1e-9;  // claims too small an overlap or gap
    wrong.point_b = wrong.point_a - wrong.overlap * wrong.normal;
    EXPECT_EQ(prove(e.pair, wrong).objection, "the true overlap along the normal");
    wrong = e.right;
    wrong.normal = normalized(wrong.normal + Vec3{1e-6, 2e-6, -1e-6});
    wrong.point_b = wrong.point_a - wrong.overlap * wrong.normal;
    EXPECT_EQ(prove(e.pair, wrong).objection, "the true overlap along the normal");
    wrong = e.right;
    wrong.point_a += Vec3{0, 1, 0}, wrong.point_b += Vec3{0, 1, 0};
    EXPECT_EQ(prove(e.pair, wrong).objection, "a witness point in A");
    // The plane is correct, but the witness on B lies outside B.
    wrong = e.right;
    const Vec3 aside = {0, 0, e.right.status == Status::separated ? 0.55 : 0.72};
    wrong.point_a.z = 0, wrong.point_b.z = 0;
    Pose higher = e.pose;
    higher.position.z += aside.z;
    EXPECT_EQ(prove(PolyhedronPair(e.pair.a, e.pair.b, higher), wrong).objection, "a witness point in B");
  }
}

TEST(Certificate, RejectsAWrongDistance) {
  // The cubes face each other edge to edge, so the distance is the diagonal between the two edges. A face
  // normal gives a separating plane, but its gap is smaller than the distance. No two points of the bodies
  // are that close.
  const Pose pose{{1.5, 1.5, 0}, {}};
  const PolyhedronPair pair(view(cube()), view(cube()), pose);
  Contact right = Exact::collide(pair.a, pair.b, pose);
  ASSERT_EQ(prove(pair, right).objection, "");
  ASSERT_NEAR(right.overlap, -std::sqrt(0.5), 1e-15);
  Contact wrong = right;
  wrong.normal = {1, 0, 0}, wrong.overlap = -0.5;
  wrong.point_a = {0.5, 0.5, 0}, wrong.point_b = {1, 0.5, 0};
  EXPECT_EQ(prove(pair, wrong).objection, "a witness point in B");
  wrong.point_b = {1, 1, 0};
  EXPECT_EQ(prove(pair, wrong).objection, "witness points that differ by the overlap along the normal");
  EXPECT_NEAR(improvement(pair, wrong, right.normal), (std::sqrt(0.5) - 0.5) / scale_of(pair), 1e-15);
}

TEST(Certificate, RejectsAFalseContact) {
  // The cubes overlap along x and are apart along z. A claim of contact is wrong, because the bodies have no
  // common point.
  const Pose pose{{0.9, 0, 1.2}, {}};
  const PolyhedronPair pair(view(cube()), view(cube()), pose);
  Contact wrong = Exact::collide(pair.a, pair.b, pose);
  wrong.status = Status::touching;
  wrong.normal = {1, 0, 0}, wrong.overlap = 0.1;
  wrong.point_a = {0.5, 0, 0.5}, wrong.point_b = {0.4, 0, 0.5};
  EXPECT_EQ(prove(pair, wrong).objection, "a witness point in B");
  EXPECT_EQ(prove(pair, wrong, {.witness = 1}).objection, "a common point");
  EXPECT_NEAR(improvement(pair, wrong, {0, 0, 1}), 0.3 / scale_of(pair), 1e-15);
}

TEST(Certificate, ABetterNormalRefutesTheAnswer) {
  const Example e = overlapping();
  Contact wrong = e.right;  // this normal separates the bodies too, but by a longer translation
  wrong.normal = {0, 1, 0}, wrong.overlap = 0.9;
  wrong.point_a = {0.4, 0.5, 0.2}, wrong.point_b = {0.4, -0.4, 0.2};
  ASSERT_EQ(prove(e.pair, wrong).objection, "");
  EXPECT_NEAR(improvement(e.pair, wrong, e.right.normal), 0.8 / scale_of(e.pair), 1e-12);
  EXPECT_LE(improvement(e.pair, e.right, wrong.normal), 0);
}

TEST(RefineNormal, NormalAcrossNearlyParallelEdgesIsPerpendicularToBoth) {
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 u = random.direction();
    const Real angle = std::pow(10.0, random.uniform(-11, -1));
    const Vec3 v = rotate(axis_angle(random.direction(), angle), u);
    Real sine = 0;
    const Vec3 n = unit_across(u, v, sine);
    if (sine < 1e-12) continue;
    EXPECT_LT(std::abs(dot(n, u)), 3e-16);
    EXPECT_LT(std::abs(dot(n, v)), 6e-16) << angle;
    EXPECT_NEAR(length(n), 1, 1e-15);
  }
  Real sine = 1;
  unit_across({1, 0, 0}, {1, 0, 0}, sine);
  EXPECT_EQ(sine, 0);
}

TEST(RefineNormal, CorrectsAnInexactNormalOfAShortLink) {
  // A corner is 1e-9 away from an edge. Rounding rotates the link by 1e-7, so the ends of the edge stick out
  // of the plane.
  const Real eighth = std::acos(-1.0) / 4;
  const Pose pose{{0.5 + std::sqrt(0.5) + 1e-9, 0.5, 0.2}, axis_angle({0, 0, 1}, eighth)};
  const PolyhedronPair pair(view(cube()), view(cube()), pose);
  const Vec3 on_a{0.5, 0.5, 0.1}, on_b{0.5 + 1e-9, 0.5, 0.1};
  for (const Vec3 loose : {Vec3{0, 1e-7, 1e-7}, Vec3{0, -1e-7, 1e-7}, Vec3{0, -1e-7, -1e-7}}) {
    const Vec3 wrong = normalized(Vec3{1, 0, 0} + loose);
    EXPECT_LT(pair.gap(wrong), -1e-8);
    EXPECT_NEAR(pair.gap(refine_normal(pair, on_a, on_b, wrong)), 1e-9, 1e-14);
  }
}

}  // namespace
}  // namespace scree
