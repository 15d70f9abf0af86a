// Cross tests: every registered algorithm obeys the rules of the interface on every reference pair.

#include "scree/contact/algorithms.hpp"

#include "scree/contact/pair/certificate.hpp"
#include "support/reference.hpp"
#include "support/support.hpp"

#include <set>

namespace scree {
namespace {

using namespace test;

/// Returns the first rule that an answer breaks, or an empty string. Only algorithms that claim exactness
/// must never fail.
std::string_view broken_rule(const ReferencePair& p, const Contact& c, bool claims_exactness) {
  if (c.status == Status::failed && !claims_exactness) return {};
  return check_form(PolyhedronPair(view(p.a), view(p.b), p.b_in_a), c, {.distance = 1e-9}).objection;
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

}  // namespace
}  // namespace scree
