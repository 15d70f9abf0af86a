// Cross tests: every algorithm of the list, whoever adds it, keeps the rules of the interface on every
// reference pair.

#include "scree/contact/algorithms.hpp"

#include "support/reference.hpp"
#include "support/support.hpp"

#include <set>

namespace scree {
namespace {

using namespace test;

/// The first rule that an answer breaks, or nothing.
std::string broken_rule(const ReferencePair& p, const Contact& c, bool claims_exactness) {
  const PolyhedronPair pair(view(p.a), view(p.b), p.b_in_a);
  if (c.status == Status::failed) return claims_exactness ? "an exact algorithm never fails" : "";
  if (!is_finite(c.normal) || !is_finite(c.point_a) || !is_finite(c.point_b) || !std::isfinite(c.overlap))
    return "finite";
  if (std::abs(length(c.normal) - 1) > 1e-9) return "unit normal";
  if (length(c.point_a - c.point_b - c.overlap * c.normal) > 1e-9 * pair.size())
    return "witnesses along the normal";
  if (c.feature_a.kind == Feature::Kind::none || c.feature_b.kind == Feature::Kind::none) return "features";
  if (c.iterations < 0 || c.iterations > 1'000'000) return "a bounded number of steps";
  if ((c.status == Status::touching) != (c.overlap >= -1e-12 * pair.size()))
    return "status and overlap agree";
  return {};
}

TEST(Algorithms, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const Algorithm& a : algorithms) {
    EXPECT_TRUE(names.insert(a.name).second) << a.name;
    EXPECT_EQ(find_algorithm(a.name), &a);
  }
  EXPECT_EQ(find_algorithm("no such"), nullptr);
}

TEST(Algorithms, KeepTheRulesOfTheInterface) {
  for (const Algorithm& algorithm : algorithms) {
    for (const ReferencePair& p : reference_pairs()) {
      Cache cache;
      const Contact cold = algorithm.collide(view(p.a), view(p.b), p.b_in_a, cache, {});
      EXPECT_EQ(broken_rule(p, cold, algorithm.exact), "") << algorithm.name << ' ' << p.id;
      const Contact warm = algorithm.collide(view(p.a), view(p.b), p.b_in_a, cache, {});
      EXPECT_EQ(broken_rule(p, warm, algorithm.exact), "") << algorithm.name << ' ' << p.id << " warm";
      if (algorithm.exact) {
        EXPECT_NEAR(warm.overlap / p.size, cold.overlap / p.size, 1e-12) << algorithm.name << ' ' << p.id;
      }
    }
  }
}

TEST(Algorithms, RulesCanBreak) {
  const ReferencePair& p = reference_pairs().front();
  Cache cache;
  const Contact right = GjkTd::collide(view(p.a), view(p.b), p.b_in_a, cache);
  ASSERT_EQ(broken_rule(p, right, true), "");
  Contact wrong = right;
  wrong.normal = 2 * right.normal;
  EXPECT_EQ(broken_rule(p, wrong, true), "unit normal");
  wrong = right;
  wrong.point_b += Vec3{0.1, 0, 0};
  EXPECT_EQ(broken_rule(p, wrong, true), "witnesses along the normal");
  wrong = right;
  wrong.status = Status::separated;
  EXPECT_EQ(broken_rule(p, wrong, true), "status and overlap agree");
}

}  // namespace
}  // namespace scree
