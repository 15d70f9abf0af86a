// Checks all planar algorithms against certificates and `exact` on 10 000 random pairs of polygons: warm,
// exchanged, moved and scaled. Algorithms that are not exact have the limits that their papers and
// docs/explanation/algorithms/planar.md state.

#include "scree/planar/algorithms.hpp"

#include "scree/planar/pair/certificate.hpp"
#include "scree/verify/planar/random_polygons.hpp"
#include "support/support.hpp"

namespace scree {
namespace {

using namespace test;

constexpr int pair_count = 10000;

PlanarContact cold(const planar::Algorithm& algorithm, const PlanarCase& c) {
  PlanarCache cache;
  return algorithm.collide(view(c.a), view(c.b), c.b_in_a, cache, {});
}

struct ExactPair {
  PlanarCase c;
  PlanarContact exact;

  Real size() const { return c.pair().size(); }
  Real depth() const { return exact.overlap / size(); }
};

const std::vector<ExactPair>& exact_pairs() {
  static const std::vector<ExactPair> list = [] {
    std::vector<ExactPair> made;
    for (int i = 0; i < pair_count; ++i) {
      PlanarCase c = planar_case(i);
      const PlanarContact exact = planar::Exact::collide(view(c.a), view(c.b), c.b_in_a);
      made.push_back({std::move(c), exact});
    }
    return made;
  }();
  return list;
}

TEST(PlanarAlgorithms, NamesEqualThoseIn3D) {
  for (const char* name : {"exact", "gjk_td", "common_plane", "fast_common_plane", "shortest_link",
                           "direct_search", "fast_direct_search"}) {
    ASSERT_NE(planar::find_algorithm(name), nullptr) << name;
  }
  EXPECT_EQ(planar::find_algorithm("gjk_dt"), nullptr);
}

TEST(PlanarAlgorithms, TheRandomPairsCoverEveryKind) {
  int separated = 0, touching = 0, shallow = 0, deep = 0, most = 0, fewest = 99;
  for (const ExactPair& j : exact_pairs()) {
    const Real d = j.depth();
    ++(d < -1e-12 ? separated : d < 1e-12 ? touching : d < 0.05 ? shallow : deep);
    most = std::max(most, j.c.a.vertex_count()), fewest = std::min(fewest, j.c.a.vertex_count());
  }
  EXPECT_GT(std::min({separated, touching, shallow, deep}), 1000);
  EXPECT_EQ(fewest, 3);
  EXPECT_EQ(most, 40);
}

TEST(PlanarAlgorithms, ExactOnesAreProvenOnEveryPair) {
  for (const auto& algorithm : planar::algorithms) {
    if (!algorithm.exact) continue;
    int fallbacks = 0;
    for (int i = 0; i < pair_count; ++i) {
      const ExactPair& j = exact_pairs()[i];
      const PlanarContact x = cold(algorithm, j.c);
      ASSERT_EQ(prove(j.c.pair(), x).objection, "") << algorithm.name << ' ' << i << ' ' << j.c.family;
      ASSERT_NEAR(x.overlap, j.exact.overlap, 1e-12 * j.size()) << algorithm.name << ' ' << i;
      if (std::abs(j.depth()) > 1e-12) { ASSERT_EQ(x.status, j.exact.status) << algorithm.name << ' ' << i; }
      fallbacks += x.used_fallback ? 1 : 0;
    }
    EXPECT_EQ(fallbacks, 0) << algorithm.name;
  }
}

/// Largest number of pairs for which an algorithm may miss the signed distance, by kind of pair:
/// separated, touching, overlapping by less than 5 % of the size, deeper. The limits are the measured
/// counts, rounded up.
struct Limit {
  std::string_view name;
  Real tolerance;  // error of the signed distance, relative to the size
  int separated, touching, shallow, deep;
};
constexpr Limit limits[] = {
    {"common_plane", 1e-9, 0, 0, 5, 130},             // the climb stops at local maxima in deep overlaps
    {"common_plane_classical", 1e-9, 0, 0, 20, 800},  // it stops more often, because it has one start
    {"fast_common_plane", 1e-11, 0, 0, 5, 320},       // the search is local
    {"fast_common_plane_classical", 1e-11, 720, 340, 330, 2150},  // uses the plane of the bodies moved apart
    {"shortest_link", 1e-11, 0, 0, 60, 1300},  // temporary separation ends on the side on which it starts
};

TEST(PlanarAlgorithms, OthersMissAtMostTheKnownNumberOfPairs) {
  for (const Limit& limit : limits) {
    const planar::Algorithm& algorithm = *planar::find_algorithm(limit.name);
    int separated = 0, touching = 0, shallow = 0, deep = 0;
    for (int i = 0; i < pair_count; ++i) {
      const ExactPair& j = exact_pairs()[i];
      const PlanarContact x = cold(algorithm, j.c);
      ASSERT_EQ(check_form(j.c.pair(), x).objection, "") << limit.name << ' ' << i;
      const Real off = (x.overlap - j.exact.overlap) / j.size(), d = j.depth();
      ASSERT_GE(off, -1e-12) << limit.name << ' ' << i << ": too little overlap, or too large a gap";
      if (off > limit.tolerance)
        ++(d < -1e-12 ? separated : d < 1e-12 ? touching : d < 0.05 ? shallow : deep);
      // Overlapping bodies are never reported as separated.
      if (d > 1e-12) { ASSERT_EQ(x.status, Status::touching) << limit.name << ' ' << i; }
    }
    std::printf("%s misses: %d apart, %d touching, %d shallow, %d deep\n", std::string(limit.name).c_str(),
                separated, touching, shallow, deep);
    EXPECT_LE(separated, limit.separated) << limit.name;
    EXPECT_LE(touching, limit.touching) << limit.name;
    EXPECT_LE(shallow, limit.shallow) << limit.name;
    EXPECT_LE(deep, limit.deep) << limit.name;
  }
}

/// Both searches report the correct status for separated bodies. Within half the distance tolerance, the
/// distance is correct too. Overlaps beyond the tolerance fail.
TEST(PlanarAlgorithms, SearchesAreRightWithinTheirTolerance) {
  for (const char* name : {"direct_search", "fast_direct_search"}) {
    const planar::Algorithm& algorithm = *planar::find_algorithm(name);
    int within = 0, deep = 0, failed = 0;
    for (int i = 0; i < pair_count; ++i) {
      const ExactPair& j = exact_pairs()[i];
      const PlanarContact x = cold(algorithm, j.c);
      if (x.status != Status::failed) {
        ASSERT_GE(x.overlap, j.exact.overlap - 1e-12 * j.size()) << name << ' ' << i;
      }
      Real edge = 1e300;
      for (const Polygon* p : {&j.c.a, &j.c.b}) {
        for (int e = 0; e < p->vertex_count(); ++e) edge = std::min(edge, length(view(*p).edge(e)));
      }
      if (j.exact.overlap < -1e-12 * j.size()) {
        ASSERT_EQ(x.status, Status::separated) << name << ' ' << i;
        ASSERT_LE(-x.overlap, -j.exact.overlap + 1e-12 * j.size()) << name << ' ' << i;
      }
      if (std::abs(j.exact.overlap) < 0.25 * edge && edge > 1e-6) {
        ASSERT_NE(x.status, Status::failed) << name << ' ' << i << ' ' << j.c.family;
        ASSERT_NEAR(x.overlap, j.exact.overlap, 1e-11 * j.size()) << name << ' ' << i << ' ' << j.c.family;
        ++within;
      }
      if (j.exact.overlap > edge) {
        ++deep;
        failed += x.status == Status::failed ? 1 : 0;
      }
    }
    EXPECT_GT(within, 2000);
    // A few deep pairs also have corners close to each other. They get a contact whose overlap is at least
    // the least overlap.
    EXPECT_GT(deep, 2000);
    EXPECT_GT(failed, 0.99 * deep);
  }
}

TEST(PlanarAlgorithms, WarmAndColdAnswersAgree) {
  for (const auto& algorithm : planar::algorithms) {
    const bool climbs = algorithm.name.starts_with("common_plane");
    int differ = 0;
    for (int i = 0; i < pair_count; ++i) {
      const ExactPair& j = exact_pairs()[i];
      PlanarCache cache;
      const PlanarContact first = algorithm.collide(view(j.c.a), view(j.c.b), j.c.b_in_a, cache, {});
      const PlanarContact again = algorithm.collide(view(j.c.a), view(j.c.b), j.c.b_in_a, cache, {});
      const bool same = first.status == again.status &&
                        std::abs(first.overlap - again.overlap) <= (climbs ? 1e-8 : 1e-11) * j.size();
      if (algorithm.exact || j.depth() < -1e-8) {
        const bool only_verdict = algorithm.name.find("direct_search") != std::string_view::npos ||
                                  algorithm.name == "fast_common_plane_classical";
        ASSERT_TRUE(same || only_verdict)
            << algorithm.name << ' ' << i << ' ' << first.overlap << ' ' << again.overlap;
      }
      differ += same ? 0 : 1;
    }
    if (algorithm.exact) { EXPECT_EQ(differ, 0) << algorithm.name; }
  }
}

TEST(PlanarAlgorithms, AnswersFollowSwapsMotionsAndScales) {
  for (const char* name : {"exact", "gjk_td", "fast_common_plane", "shortest_link"}) {
    const planar::Algorithm& algorithm = *planar::find_algorithm(name);
    for (int i = 0; i < pair_count; ++i) {
      const ExactPair& j = exact_pairs()[i];
      if (!algorithm.exact && j.depth() > 0) continue;  // local searches may end on another side
      const PlanarContact x = cold(algorithm, j.c);
      PlanarCache none;
      const PlanarContact back = algorithm.collide(view(j.c.b), view(j.c.a), inverse(j.c.b_in_a), none, {});
      ASSERT_NEAR(back.overlap, x.overlap, 1e-11 * j.size()) << name << ' ' << i;
      for (const Real scale : {1e-6, 1e6}) {
        PlanarCache empty;
        const PlanarPose pose{scale * j.c.b_in_a.position, j.c.b_in_a.orientation};
        const PlanarContact scaled =
            algorithm.collide(view(j.c.a, scale), view(j.c.b, scale), pose, empty, {});
        ASSERT_NEAR(scaled.overlap / scale, x.overlap, 1e-11 * j.size()) << name << ' ' << i;
      }
    }
  }
}

}  // namespace
}  // namespace scree
