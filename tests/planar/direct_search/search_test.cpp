// Tests direct_search and fast_direct_search in 2D: types, valid entrances, lists, updated detection.

#include "scree/planar/direct_search/direct_search.hpp"
#include "scree/planar/direct_search/fast_direct_search.hpp"
#include "scree/verify/planar/random_polygons.hpp"

#include <gtest/gtest.h>

#include <string>

namespace scree {
namespace {

using planar::DirectSearch;
using planar::FastDirectSearch;
using planar::SearchState;

/// Returns the first difference between two lists of contacts, or an empty string.
std::string difference(const PlanarContactList& p, const PlanarContactList& q) {
  if (p.status != q.status) return "status";
  if (p.status != Status::touching) return {};
  if (p.type != q.type) return "type";
  if (p.count != q.count) return "number of contacts";
  if (length(p.normal - q.normal) > 1e-12) return "normal of the whole";
  for (int i = 0; i < p.count; ++i) {
    const auto &c = p.contact[i], &d = q.contact[i];
    if (c.type != d.type || !(c.feature_a == d.feature_a) || !(c.feature_b == d.feature_b)) return "features";
    if (length(c.point_a - d.point_a) > 1e-12 || length(c.point_b - d.point_b) > 1e-12) return "points";
    if (length(c.normal - d.normal) > 1e-12) return "normal";
  }
  return {};
}

const Polygon& square() {
  static const Polygon body =
      make_polygon(std::vector<Vec2>{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}});
  return body;
}

struct TypeCase {
  const char* name;
  PlanarPose pose;
  ContactType type;
  int contacts;
  Vec2 normal;
};

std::vector<TypeCase> three_types() {
  const Real half_diagonal = std::sqrt(0.5), eighth = std::numbers::pi / 4;
  return {{"v-v", {{1, 1}, {}}, ContactType::vertex_vertex, 1, normalized(Vec2{1, 1})},
          {"v-e", {{0.1, 0.5 + half_diagonal}, rotation_by(eighth)}, ContactType::vertex_edge, 1, {0, 1}},
          {"e-e", {{0.3, 1}, {}}, ContactType::parallel_edges, 2, {0, 1}},
          {"e-e, corners on corners", {{0, 1}, {}}, ContactType::parallel_edges, 2, {0, 1}}};
}

TEST(PlanarSearch, FindsTheThreeTypes) {
  for (const TypeCase& c : three_types()) {
    for (const Real gap : {0.0, 1e-3, -1e-3}) {
      const PlanarPose pose{c.pose.position + gap * c.normal, c.pose.orientation};
      const PolygonView a = view(square()), b = view(square());
      const PlanarContactList direct = DirectSearch::find(a, b, pose, 0.01),
                              fast = FastDirectSearch::find(a, b, pose, 0.01);
      EXPECT_EQ(direct.type, c.type) << c.name;
      EXPECT_EQ(direct.count, c.contacts) << c.name;
      EXPECT_LT(length(direct.normal - c.normal), 1e-12) << c.name;
      EXPECT_EQ(difference(direct, fast), "") << c.name;
      SearchState state;
      FastDirectSearch::update(a, b, pose, 0.01, state);
      EXPECT_EQ(difference(direct, FastDirectSearch::update(a, b, pose, 0.01, state)), "") << c.name;
      if (c.type == ContactType::vertex_edge) { EXPECT_NEAR(direct.distance, gap, 1e-15) << c.name; }
    }
  }
}

TEST(PlanarSearch, TheComparisonOfListsCanFail) {
  const PlanarContactList right = DirectSearch::find(view(square()), view(square()), {{0.3, 1}, {}}, 0.01);
  ASSERT_EQ(right.count, 2);
  EXPECT_EQ(difference(right, right), "");
  PlanarContactList wrong = right;
  wrong.type = ContactType::vertex_edge;
  EXPECT_EQ(difference(right, wrong), "type");
  wrong = right;
  wrong.count = 1;
  EXPECT_EQ(difference(right, wrong), "number of contacts");
  wrong = right;
  wrong.contact[1].feature_b.id = 3 - wrong.contact[1].feature_b.id;
  EXPECT_EQ(difference(right, wrong), "features");
  wrong = right;
  wrong.contact[0].point_a.x += 1e-9;
  EXPECT_EQ(difference(right, wrong), "points");
}

TEST(PlanarSearch, FeaturesThatFailTheEntranceTestDoNotTouch) {
  // A needle passes right through the square. No contact between two features separates them.
  const Polygon needle = make_polygon(std::vector<Vec2>{{0, 0.02}, {-2, 0}, {0, -0.02}});
  const PlanarContactList list = DirectSearch::find(view(needle), view(square()), {{-0.3, 0.0}, {}}, 0.01);
  EXPECT_EQ(list.status, Status::failed);
  EXPECT_EQ(list.count, 0);
}

TEST(PlanarSearch, FastListsAreThoseOfDirectSearch) {
  int touching = 0;
  for (int i = 0; i < 10000; ++i) {
    const PlanarCase c = planar_case(i);
    const Real size = c.pair().size();
    for (const Real reach : {1e-3 * size, 1e-2 * size}) {
      const PlanarContactList direct = DirectSearch::find(view(c.a), view(c.b), c.b_in_a, reach);
      const PlanarContactList fast = FastDirectSearch::find(view(c.a), view(c.b), c.b_in_a, reach);
      ASSERT_EQ(difference(direct, fast), "") << i << ' ' << c.family << ' ' << reach;
      touching += direct.status == Status::touching ? 1 : 0;
    }
  }
  EXPECT_GT(touching, 5000);
}

TEST(PlanarSearch, UpdatedDetectionIsInitialDetectionOnAWalk) {
  for (int i = 0; i < 2000; ++i) {
    PlanarCase c = planar_case(i);
    Random random(static_cast<std::uint64_t>(i) + 5);
    const Real size = c.pair().size(), reach = 5e-3 * size;
    SearchState state;
    Vec2 direction = random_direction(random);
    for (int step = 0; step < 20; ++step) {
      const PlanarContactList updated =
          FastDirectSearch::update(view(c.a), view(c.b), c.b_in_a, reach, state);
      const PlanarContactList initial = FastDirectSearch::find(view(c.a), view(c.b), c.b_in_a, reach);
      ASSERT_EQ(difference(initial, updated), "") << i << ' ' << c.family << " step " << step;
      if (random.below(5) == 0) direction = random_direction(random);
      c.b_in_a.position += random.uniform(0, 2e-3) * size * direction;
      c.b_in_a.orientation = normalized(rotation_by(random.uniform(-2e-3, 2e-3)) * c.b_in_a.orientation);
    }
  }
}

TEST(PlanarSearch, UpdatesDoNotGrowWithTheBodies) {
  // A corner of a square slides on the flat side of half a disc. Initial detection checks all sides of the
  // half disc.
  const auto half_disc = [](int sides) {
    std::vector<Vec2> corners;
    for (int i = 0; i <= sides; ++i) {
      const Real angle = std::numbers::pi * (1 + static_cast<Real>(i) / sides);
      corners.push_back({std::cos(angle), std::sin(angle)});
    }
    return make_polygon(corners);
  };
  int initial[2], updated[2], n = 0;
  for (const int sides : {10, 80}) {
    const Polygon body = half_disc(sides);
    const Real top = body.vertices[0].y;
    for (int v = 0; v < body.vertex_count(); ++v) ASSERT_LE(body.vertices[v].y, top + 1e-12);
    SearchState state;
    const Polygon corner = make_polygon(std::vector<Vec2>{{0, -0.7}, {0.7, 0}, {0, 0.7}, {-0.7, 0}});
    int first = 0, later = 0;
    for (int step = 0; step < 20; ++step) {
      const PlanarPose pose{{0.01 * step, top + 0.7}, {}};
      const int pairs =
          FastDirectSearch::update(view(body), view(corner), pose, 0.01, state).cost.feature_pairs;
      (step == 0 ? first : later) += pairs;
    }
    initial[n] = first, updated[n] = later / 19;
    ++n;
  }
  EXPECT_GT(initial[1], 3 * initial[0]);
  EXPECT_LE(updated[1], updated[0] + 1);
  EXPECT_LE(updated[1], 8);
}

TEST(PlanarSearch, CostIsBelowDirectSearch) {
  long direct = 0, fast = 0;
  for (int i = 0; i < 2000; ++i) {
    const PlanarCase c = planar_case(i);
    const Real reach = 1e-3 * c.pair().size();
    const PlanarContactList list = DirectSearch::find(view(c.a), view(c.b), c.b_in_a, reach);
    if (list.status == Status::failed) continue;  // deep pairs: both searches check everything, FDS twice
    direct += list.cost.feature_pairs;
    fast += FastDirectSearch::find(view(c.a), view(c.b), c.b_in_a, reach).cost.feature_pairs;
  }
  // By construction FDS compares n_v n_e + n_e n_v pairs and DS twice as many. Exclusion and the first
  // contact end FDS sooner.
  EXPECT_LT(2 * fast, direct);
}

}  // namespace
}  // namespace scree
