// Compares the fast methods for the points that carry the force with slow ones: corners from signs with
// cutting, and manifolds with the whole patch.
#include "scree/contact/patch/manifold.hpp"
#include "contact/patch/clip_checks.hpp"
#include "support/support.hpp"

#include <numbers>

namespace scree {
namespace {

using namespace test;

/// Returns a convex polygon whose corners lie in order on a circle, clockwise for body B.
clip_detail::PatchSide random_side(Random& random, int corners, bool clockwise) {
  std::vector<Real> angles;
  for (int i = 0; i < corners; ++i) angles.push_back(random.uniform(0, 2 * std::numbers::pi));
  std::sort(angles.begin(), angles.end());
  if (clockwise) std::reverse(angles.begin(), angles.end());
  const Real x = random.uniform(-1, 1), y = random.uniform(-1, 1), radius = random.uniform(0.2, 1.5);
  clip_detail::PatchSide side;
  side.count = corners;
  for (int i = 0; i < corners; ++i)
    side.x[i] = x + radius * std::cos(angles[i]), side.y[i] = y + radius * std::sin(angles[i]);
  side.close();
  return side;
}

TEST(Manifold, ClippingBySignsFindsTheCornersOfCutting) {
  using namespace clip_detail;
  Random random(20);
  int consistent_count = 0, shared = 0, wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    const PatchSide a = random_side(random, 3 + i % 6, false), b = random_side(random, 3 + i / 6 % 6, true);
    Outline signs, cut;
    const bool consistent = intersect_by_signs(a, b, 1e-14, signs);
    cut_by_edges(a, 0, b, side_capacity, -1, 1e-14, cut);
    const Real area = cut.count > 2 ? centre_of(cut, 0).area : 0;
    consistent_count += consistent ? 1 : 0, shared += area > 1e-9 ? 1 : 0;
    if (!consistent) {
      wrong += area > 1e-9 ? 1 : 0;  // the fallback to cutting is slow but correct, and must be rare
      continue;
    }
    ASSERT_NEAR(centre_of(signs, 0).area, area, 1e-12) << i;
    // Cutting starts with the first corner of A that remains. The walk starts with the first edge that
    // it meets.
    ASSERT_EQ(signs.count, cut.count) << i;
    int shift = 0;
    const auto same = [&](const Corner& p, const Corner& q) {
      return p.in == q.in && p.out == q.out && std::abs(p.x - q.x) + std::abs(p.y - q.y) < 1e-9;
    };
    while (shift < cut.count && !same(signs.corner[0], cut.corner[shift])) ++shift;
    for (int k = 0; k < signs.count; ++k)
      ASSERT_TRUE(same(signs.corner[k], cut.corner[(k + shift) % cut.count])) << i << " corner " << k;
  }
  EXPECT_GT(consistent_count, 10000);
  EXPECT_LT(wrong, 20) << "of " << shared;
}

TEST(Manifold, ContradictorySignsFallBackToCutting) {
  // The squares are equal and lie face on face: every corner of one lies on two edges of the other, up
  // to rounding.
  using namespace clip_detail;
  Random random(21);
  for (int i = 0; i < 2000; ++i) {
    PatchSide a, b;
    a.count = b.count = 4;
    const Real start = random.uniform(0, 7), noise = i % 2 == 0 ? 0 : 1e-15;
    for (int k = 0; k < 4; ++k) {
      const Real angle = start + k * std::numbers::pi / 2;
      a.x[k] = std::cos(angle) + noise * random.uniform(-1, 1);
      a.y[k] = std::sin(angle) + noise * random.uniform(-1, 1);
      b.x[3 - k] = std::cos(angle) + noise * random.uniform(-1, 1);
      b.y[3 - k] = std::sin(angle) + noise * random.uniform(-1, 1);
    }
    a.close(), b.close();
    Outline outline;
    intersect(a, b, 1e-14, outline);
    ASSERT_GE(outline.count, 4);
    ASSERT_NEAR(centre_of(outline, 0).area, 2, 1e-12);
  }
}

/// Finds the points that carry the force from the whole patch, which is slow.
Manifold manifold_of_whole_patch(const Query& q) {
  const ContactPatch whole = contact_patch(q.pair(), q.contact, {.margin = 1});
  Manifold manifold;
  manifold.count = whole.count;
  for (int i = 0; i < whole.count; ++i) {
    const ContactPatch::Point& p = whole.point[i];
    manifold.point[i] = {0.5 * (p.a + p.b), q.contact.normal, p.overlap, p.share, point_key(p)};
  }
  if (manifold.count > 1) compute_weights(manifold);
  remove_inactive(manifold);
  return manifold;
}

TEST(Manifold, PressingPointsMatchTheWholePatch) {
  Random random(22);
  int single = 0, edges = 0;
  for (int i = 0; i < 4000; ++i) {
    const Polyhedron a = body(i % 3 == 0   ? "cube"
                              : i % 3 == 1 ? "octahedron"
                                           : "tetrahedron"),
                     b = body("cube");
    const Vec3 level{std::cos(0.1 * i), std::sin(0.1 * i), 0};
    const Query q = i % 2 == 0 ? stacked(a, b, {random.uniform(-1, 1), random.uniform(-1, 1), 0}, 0.01 * i,
                                         random.uniform(0, 0.1), 0.01, {}, level)
                               : Query(a, b, {1.2 * random.direction(), random.rotation()});
    if (q.contact.status != Status::touching || !(q.contact.overlap > 0)) continue;
    const Manifold found = manifold_of(q.pair(), q.contact), whole = manifold_of_whole_patch(q);
    single += manifold_detail::presses_at_one_point(q.pair(), q.contact) && whole.count == 1 ? 1 : 0;
    edges += clip_detail::ParallelFeatures(q.pair(), q.contact, 0.0872).is_edge_on_face() ? 1 : 0;
    // The two methods measure slopes along the plane and along the patch, so their weights are similar but
    // not equal.
    constexpr Real alike = 2e-3;
    for (const auto& [of, other] : {std::pair{&found, &whole}, std::pair{&whole, &found}}) {
      for (int k = 0; k < of->count; ++k) {
        const ManifoldPoint& p = of->point[k];
        const ManifoldPoint* same = nullptr;
        for (int j = 0; j < other->count; ++j) {
          if (length(other->point[j].position - p.position) < 1e-6) same = &other->point[j];
        }
        if (same == nullptr) {
          EXPECT_LT(p.weight, alike) << i;
          continue;
        }
        EXPECT_NEAR(p.overlap, same->overlap, 1e-12) << i;
        EXPECT_NEAR(p.weight, same->weight, alike) << i;
        EXPECT_LE(length(p.weight_gradient - same->weight_gradient), 5e-3 / steepest) << i;
      }
    }
  }
  EXPECT_GT(single, 100);
  EXPECT_GT(edges, 100);
}

}  // namespace
}  // namespace scree
