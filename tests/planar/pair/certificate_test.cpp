// Each 2D certificate accepts correct answers and rejects wrong ones.

#include "scree/planar/pair/certificate.hpp"

#include "scree/verify/planar/random_polygons.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace scree {
namespace {

const Polygon& square() {  // with edge length 1
  static const Polygon body = make_polygon(std::vector<Vec2>{{0, 0}, {1, 0}, {1, 1}, {0, 1}});
  return body;
}

struct Example {
  PlanarPose pose;
  PolygonPair pair{view(square()), view(square()), pose};
  PlanarContact right = planar::Exact::collide(pair.a, pair.b, pose);
};

Example separated() { return {{{1.6, 0.1}, rotation_by(0.3)}}; }
Example overlapping() { return {{{0.9, 0.1}, {}}}; }

TEST(PlanarCertificate, HoldsForExactOnRandomPairs) {
  for (int i = 0; i < 10000; ++i) {
    const PlanarCase c = planar_case(i);
    const PlanarContact right = planar::Exact::collide(view(c.a), view(c.b), c.b_in_a);
    ASSERT_EQ(prove(c.pair(), right).objection, "") << i << ' ' << c.family << ' ' << right.overlap;
  }
}

TEST(PlanarCertificate, RejectsMalformedAnswers) {
  for (const Example& e : {separated(), overlapping()}) {
    ASSERT_EQ(prove(e.pair, e.right).objection, "");
    const auto objection = [&](auto change) {
      PlanarContact wrong = e.right;
      change(wrong);
      return check_form(e.pair, wrong).objection;
    };
    EXPECT_EQ(objection([](PlanarContact& c) { c.status = Status::failed; }), "an answer");
    EXPECT_EQ(objection([](PlanarContact& c) { c.overlap = std::numeric_limits<Real>::quiet_NaN(); }),
              "finite numbers");
    EXPECT_EQ(objection([](PlanarContact& c) { c.normal = 1.001 * c.normal; }), "a unit normal");
    EXPECT_EQ(objection([](PlanarContact& c) {
                c.status = c.status == Status::touching ? Status::separated : Status::touching;
              }),
              "a status that fits the overlap");
    EXPECT_EQ(objection([](PlanarContact& c) {
                c.point_b += Vec2{0, 1e-10};
              }),
              "witness points that differ by the overlap along the normal");
    EXPECT_EQ(objection([](PlanarContact& c) { c.feature_a = {}; }), "features");
    EXPECT_EQ(objection([](PlanarContact& c) { c.iterations = 2'000'000; }), "a bounded number of steps");
  }
}

TEST(PlanarCertificate, RejectsAWrongOverlapOrWitnessPoint) {
  for (const Example& e : {separated(), overlapping()}) {
    PlanarContact wrong = e.right;
    wrong.overlap *= 1 - 1e-9;  // claims too small an overlap or gap
    wrong.point_b = wrong.point_a - wrong.overlap * wrong.normal;
    EXPECT_EQ(prove(e.pair, wrong).objection, "the true overlap along the normal");
    wrong = e.right;
    wrong.normal = normalized(wrong.normal + Vec2{1e-6, 2e-6});
    wrong.point_b = wrong.point_a - wrong.overlap * wrong.normal;
    EXPECT_EQ(prove(e.pair, wrong).objection, "the true overlap along the normal");
    wrong = e.right;
    wrong.point_a += Vec2{0, 1}, wrong.point_b += Vec2{0, 1};
    EXPECT_EQ(prove(e.pair, wrong).objection, "a witness point in A");
  }
}

TEST(PlanarCertificate, RejectsAWrongDistance) {
  // The squares face each other corner to corner. An edge normal gives a line between the bodies, but its gap
  // is too small.
  const PlanarPose pose{{1.5, 1.5}, {}};
  const PolygonPair pair(view(square()), view(square()), pose);
  const PlanarContact right = planar::Exact::collide(pair.a, pair.b, pose);
  ASSERT_EQ(prove(pair, right).objection, "");
  ASSERT_NEAR(right.overlap, -std::sqrt(0.5), 1e-15);
  PlanarContact wrong = right;
  wrong.normal = {1, 0}, wrong.overlap = -0.5;
  wrong.point_a = {0.5, 0.5}, wrong.point_b = {1, 0.5};
  EXPECT_EQ(prove(pair, wrong).objection, "a witness point in B");
  wrong.point_b = {1, 1};
  EXPECT_EQ(prove(pair, wrong).objection, "witness points that differ by the overlap along the normal");
}

TEST(PlanarCertificate, RejectsAFalseContact) {
  // The squares overlap along x and are apart along y, so they have no common point.
  const PlanarPose pose{{0.9, 1.2}, {}};
  const PolygonPair pair(view(square()), view(square()), pose);
  PlanarContact wrong = planar::Exact::collide(pair.a, pair.b, pose);
  wrong.status = Status::touching;
  wrong.normal = {1, 0}, wrong.overlap = 0.1;
  wrong.point_a = {0.5, 0.5}, wrong.point_b = {0.4, 0.5};
  EXPECT_EQ(prove(pair, wrong).objection, "a witness point in B");
  EXPECT_EQ(prove(pair, wrong, {.witness = 1}).objection, "a common point");
}

TEST(PlanarCertificate, RejectsALongerTranslation) {
  const Example e = overlapping();
  PlanarContact wrong = e.right;  // this normal separates the bodies too, but by a longer translation
  wrong.normal = {0, 1}, wrong.overlap = 0.9;
  wrong.point_a = {0.45, 0.5}, wrong.point_b = {0.45, -0.4};
  EXPECT_EQ(prove_contact(e.pair, wrong).objection, "");
  EXPECT_EQ(prove(e.pair, wrong).objection, "no better normal of an edge");
}

}  // namespace
}  // namespace scree
