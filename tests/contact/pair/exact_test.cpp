#include "scree/contact/pair/exact.hpp"

#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/io/pairs/pairs.hpp"

#include "support/reference.hpp"
#include "support/support.hpp"

namespace scree {
namespace {

using namespace test;

TEST(Exact, AgreesWithIntegerArithmeticOnEveryPair) {
  ASSERT_EQ(reference_pairs().size(), 595U);
  for (const ReferencePair& p : reference_pairs()) {
    const Contact contact = Exact::collide(view(p.a), view(p.b), p.b_in_a);
    const PairError error = compare(p, contact);
    EXPECT_TRUE(error.verdict) << p.id;
    EXPECT_LT(error.distance, far_origin(p) ? 1e-8 : 1e-12) << p.id;
    EXPECT_LT(error.normal, 1e-7) << p.id;
    EXPECT_LT(error.witness, far_origin(p) ? 1e-8 : 1e-9) << p.id;
  }
}

// The bodies have arcs of chords with angles of 1e-11 to 1e-6, low roofs on faces, and a ridge 2^-31 high. A
// reader that merges neighbouring faces would compute the answer for another body.
TEST(Exact, NearlyCoplanarFacesAreNotMerged) {
  const std::string file = std::string(SCREE_TEST_FOLDER) + "/reference/nearly-planar-pairs.json";
  const auto given = read_pairs(file), merged = read_pairs(file, {.merge = 1e-9});
  ASSERT_EQ(given.size(), 40U);
  int faces = 0, merged_faces = 0, wrong_verdicts = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const ReferencePair& p = given[i];
    for (const auto collide :
         {+[](const ReferencePair& q) { return Exact::collide(view(q.a), view(q.b), q.b_in_a); },
          +[](const ReferencePair& q) {
            Cache cache;
            return GjkTd::collide(view(q.a), view(q.b), q.b_in_a, cache, {});
          }}) {
      const PairError error = compare(p, collide(p));
      EXPECT_TRUE(error.verdict) << p.id;
      EXPECT_LT(error.distance, 1e-12) << p.id;
      EXPECT_LT(error.witness, 1e-9) << p.id;
    }
    faces += p.a.face_count() + p.b.face_count();
    const ReferencePair& m = merged[i];
    merged_faces += m.a.face_count() + m.b.face_count();
    wrong_verdicts += compare(m, Exact::collide(view(m.a), view(m.b), m.b_in_a)).verdict ? 0 : 1;
  }
  EXPECT_EQ(faces, 1261);  // number of faces in the file
  // Merging faces changes the answers, so this file detects a reader that merges them.
  EXPECT_LT(merged_faces, 800);
  EXPECT_GE(wrong_verdicts, 5);
}

TEST(Exact, ComparisonCanFail) {
  const ReferencePair& p = reference_pairs().front();
  const Contact right = Exact::collide(view(p.a), view(p.b), p.b_in_a);
  Contact wrong = right;
  wrong.status = Status::separated;
  EXPECT_FALSE(compare(p, wrong).verdict);
  wrong = right;
  wrong.overlap *= 1 + 1e-9;
  EXPECT_GT(compare(p, wrong).distance, 1e-10);
  wrong = right;
  wrong.normal = normalized(wrong.normal + Vec3{1e-6, 0, 0});
  EXPECT_GT(compare(p, wrong).normal, 1e-7);
  wrong = right;
  wrong.point_a += Vec3{1e-6, 2e-6, 3e-6};
  EXPECT_GT(compare(p, wrong).witness, 1e-9);
}

}  // namespace
}  // namespace scree
