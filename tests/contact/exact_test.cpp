#include "scree/contact/exact.hpp"

#include "scree/io/pairs.hpp"
#include "support/support.hpp"

namespace scree {
namespace {

using namespace test;

const std::vector<ReferencePair>& exact_pairs() {
  static const std::vector<ReferencePair> pairs =
      read_pairs(std::string(SCREE_TEST_FOLDER) + "/reference/exact-pairs.json");
  return pairs;
}

bool far_origin(const ReferencePair& p) { return p.id.starts_with("far-origin"); }

TEST(Exact, AgreesWithIntegerArithmeticOnEveryPair) {
  ASSERT_EQ(exact_pairs().size(), 595U);
  for (const ReferencePair& p : exact_pairs()) {
    const Contact contact = Exact::collide(view(p.a), view(p.b), p.b_in_a);
    const PairError error = compare(p, contact);
    EXPECT_TRUE(error.verdict) << p.id;
    EXPECT_LT(error.distance, far_origin(p) ? 1e-8 : 1e-12) << p.id;
    EXPECT_LT(error.normal, 1e-7) << p.id;
    EXPECT_LT(error.witness, far_origin(p) ? 1e-8 : 1e-9) << p.id;
  }
}

TEST(Exact, ComparisonCanFail) {
  const ReferencePair& p = exact_pairs().front();
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
