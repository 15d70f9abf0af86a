#include "scree/contact/common_plane/common_plane.hpp"

#include "contact/common_plane/plane_checks.hpp"

namespace scree {
namespace {

using namespace test;

TEST(CommonPlane, MatchesNineSituations) {
  for (const ReferencePair& p : nine_situations()) {
    const Contact contact = cold<CommonPlane>(p);
    EXPECT_EQ(contact.status, Status::touching) << p.id;
    EXPECT_NEAR(contact.overlap, -p.signed_distance, 1e-8) << p.id;
    EXPECT_LT(compare(p, contact).normal, 1e-8) << p.id;
    EXPECT_LT(compare(p, contact).witness, 1e-8) << p.id;
    EXPECT_GT(contact.iterations, 100) << p.id;
  }
}

// In Fig. 2 of the paper, the climb that starts from the bisector ends at twice the least overlap.
TEST(CommonPlaneClassical, FailsOnFig2) {
  for (const ReferencePair& p : nine_situations()) {
    const Contact contact = cold<CommonPlaneClassical>(p);
    const Real expected = p.id == "Fig. 2" ? 0.5 : -p.signed_distance;
    EXPECT_NEAR(contact.overlap, expected, 1e-8) << p.id;
  }
  const ReferencePair& p = situation("Fig. 2");
  EXPECT_GT(compare(p, cold<CommonPlaneClassical>(p)).normal, 1);
}

TEST(CommonPlane, IsRightInEveryFrame) {
  EXPECT_EQ(right_frames<CommonPlane>(situation("Fig. 2"), 1e-8), 36);
  EXPECT_EQ(right_frames<CommonPlaneClassical>(situation("Fig. 2"), 1e-8), 0);
  // The trial directions of the classical climb depend on the frame, and so does the point at which it
  // stalls. The paper does not mention this.
  EXPECT_EQ(right_frames<CommonPlaneClassical>(situation("Fig. 8a"), 1e-8), 20);
  EXPECT_EQ(right_frames<CommonPlane>(situation("Fig. 8a"), 1e-8), 36);
}

TEST(CommonPlane, EveryAnswerIsAPlaneWithAValidBound) {
  for (const ReferencePair& p : reference_pairs()) {
    EXPECT_EQ(objection(p, cold<CommonPlane>(p)), "") << p.id;
    EXPECT_EQ(objection(p, cold<CommonPlaneClassical>(p)), "") << p.id;
  }
}

TEST(CommonPlane, TheCertificateCanFail) {
  const ReferencePair& p = situation("Fig. 4");
  const Contact right = cold<CommonPlane>(p);
  ASSERT_EQ(objection(p, right), "");
  Contact wrong = right;
  wrong.status = Status::failed;
  EXPECT_EQ(objection(p, wrong), "failed");
  wrong = right;
  wrong.point_b.y = std::nan("");
  EXPECT_EQ(objection(p, wrong), "not a number");
  wrong = right;
  wrong.normal = (1 + 1e-9) * right.normal;
  EXPECT_EQ(objection(p, wrong), "the normal is not a unit vector");
  wrong = right;
  wrong.overlap *= 1 - 1e-9;
  EXPECT_EQ(objection(p, wrong), "the gap is not that along the normal");
  wrong = right;
  wrong.point_a += 1e-9 * p.size * right.normal;
  EXPECT_EQ(objection(p, wrong), "the witnesses are not an overlap apart along the normal");
  ReferencePair deeper = p;
  deeper.signed_distance -= 1e-8;
  EXPECT_EQ(objection(deeper, right), "too little overlap");
}

// The climb stalls on ridges of the gap. The test pins the numbers of pairs whose error exceeds 1e-6 of
// the size.
TEST(CommonPlane, ErrsOnTheKnownNumberOfReferencePairs) {
  EXPECT_EQ(count([](const ReferencePair&) { return true; }), (Counts{184, 95, 204, 112}));
  EXPECT_EQ(count_wrong<CommonPlane>(1e-6), (Counts{0, 2, 24, 0}));
  EXPECT_EQ(count_wrong<CommonPlaneClassical>(1e-6), (Counts{43, 35, 53, 5}));
  // If the classical climb stops too early, it reports separated bodies as touching. It never reports
  // touching bodies as separated.
  EXPECT_EQ(count_wrong_verdicts<CommonPlane>(), Counts{});
  EXPECT_EQ(count_wrong_verdicts<CommonPlaneClassical>(), (Counts{0, 0, 12, 0}));
}

TEST(CommonPlane, WarmAndColdAgree) {
  EXPECT_EQ(count_warm_differs<CommonPlane>(1e-6), Counts{});
  EXPECT_EQ(count_warm_differs<CommonPlaneClassical>(1e-8), Counts{});
}

TEST(CommonPlane, AWarmStartIsFasterAndABadOneIsHarmless) {
  for (const ReferencePair& p : nine_situations()) {
    Cache cache;
    const Contact first = CommonPlaneClassical::collide(view(p.a), view(p.b), p.b_in_a, cache);
    const Contact second = CommonPlaneClassical::collide(view(p.a), view(p.b), p.b_in_a, cache);
    EXPECT_LT(second.iterations, first.iterations) << p.id;
    Cache bad;
    bad.axis = Vec3{} - 3 * first.normal;
    EXPECT_NEAR(CommonPlane::collide(view(p.a), view(p.b), p.b_in_a, bad).overlap, -p.signed_distance, 1e-8)
        << p.id;
    EXPECT_LT(length(bad.axis - cold<CommonPlane>(p).normal), 1e-7) << p.id;
  }
}

TEST(CommonPlane, AnswersFollowSwapsAndScales) {
  EXPECT_EQ(count_swap_differs<CommonPlane>(1e-6), (Counts{1, 1, 25, 0}));
  for (const ReferencePair& p : nine_situations()) {
    const Contact swap = cold<CommonPlane>(swapped(p));
    EXPECT_NEAR(swap.overlap, -p.signed_distance, 1e-8) << p.id;
    EXPECT_LT(compare(swapped(p), swap).normal, 1e-8) << p.id;
    for (const Real scale : {1e-6, 1e6}) {
      const ReferencePair scaled = reframed(p, {}, scale);
      const Contact contact = cold<CommonPlane>(scaled);
      EXPECT_NEAR(contact.overlap / scale, -p.signed_distance, 1e-8) << p.id << " at " << scale;
      EXPECT_LT(compare(scaled, contact).normal, 1e-8) << p.id << " at " << scale;
    }
  }
}

TEST(CommonPlaneClassical, PublishedScanGivesTheSameAnswer) {
  expect_the_same_as_published<CommonPlaneClassical>();
}

}  // namespace
}  // namespace scree
