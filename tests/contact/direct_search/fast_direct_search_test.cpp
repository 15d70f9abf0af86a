#include "scree/contact/direct_search/fast_direct_search.hpp"

#include "contact/direct_search/search_cases.hpp"
#include "scree/contact/direct_search/direct_search.hpp"
#include "scree/contact/direct_search/feature_check.hpp"
#include "scree/contact/pair/exact.hpp"
#include "scree/shape/library.hpp"

#include <set>

namespace scree {
namespace {

using namespace test;

ContactList find(const PlacedPair& p, Real reach) {
  return FastDirectSearch::find(view(p.a), view(p.b), p.b_in_a, reach);
}

TEST(FastDirectSearch, DistanceToleranceIsLimitedByTheEdge) {
  EXPECT_EQ(distance_tolerance(0.01, 1), 0.02);
  EXPECT_EQ(distance_tolerance(0.7, 1), 0.5);
  const Polyhedron box = make_polyhedron(library_shape("box"));
  EXPECT_NEAR(smallest_edge(view(box)), 1, 1e-12);
}

TEST(FastDirectSearch, FindsSevenTypesOfCubesAndTetrahedra) {
  for (const SearchCase& c : seven_types()) {
    const PlacedPair pair(c.a, c.b);
    for (const Real reach : {1e-9, 1e-6, 1e-3, 0.02}) {
      const ContactList fast = find(pair, reach);
      EXPECT_EQ(fault(c, pair, fast, 1), "") << c.name << " " << reach;
      const ContactList direct = DirectSearch::find(view(pair.a), view(pair.b), pair.b_in_a, reach);
      EXPECT_EQ(difference(fast, direct), "") << c.name << " " << reach;
      SearchState state;
      for (int i = 0; i < 3; ++i) {
        const ContactList updated =
            FastDirectSearch::update(view(pair.a), view(pair.b), pair.b_in_a, reach, state);
        EXPECT_EQ(difference(fast, updated), "") << c.name << " " << reach;
        EXPECT_EQ(state.type, c.type) << c.name;
      }
    }
  }
}

TEST(FastDirectSearch, ListsFollowRigidMotionsAndScales) {
  expect_rigid_motion_and_scale<FastDirectSearch>(7);
}

TEST(FastDirectSearch, GivesTheSameListForExchangedBodies) {
  expect_exchange_of_the_bodies<FastDirectSearch>();
}

ContactType type_in_name(const std::string& id) {
  using enum ContactType;
  if (id.find("vertex-vertex") != id.npos) return vertex_vertex;
  if (id.find("vertex-edge") != id.npos) return vertex_edge;
  if (id.find("vertex-face") != id.npos) return vertex_face;
  if (id.find("edge-edge-parallel") != id.npos) return parallel_edges;
  if (id.find("edge-edge") != id.npos) return crossing_edges;
  return id.find("edge-face") != id.npos ? edge_face : id.find("face-face") != id.npos ? face_face : none;
}

TEST(FastDirectSearch, FindsTheTypesOfTouchingReferencePairs) {
  std::set<ContactType> seen;
  for (const ReferencePair& p : exact_pairs()) {
    if (!p.id.starts_with("touch-")) continue;
    seen.insert(type_in_name(p.id));
    const ContactList fast = FastDirectSearch::find(view(p.a), view(p.b), p.b_in_a, 1e-7 * p.size);
    const ContactList direct = DirectSearch::find(view(p.a), view(p.b), p.b_in_a, 1e-7 * p.size);
    EXPECT_EQ(difference(fast, direct), "") << p.id;
    EXPECT_EQ(int(fast.type), int(type_in_name(p.id))) << p.id;
    EXPECT_LT(std::abs(fast.distance), 1e-12 * p.size) << p.id;
    const PolyhedronPair pair(view(p.a), view(p.b), p.b_in_a);
    EXPECT_GT(pair.gap(fast.normal), -1e-11 * p.size) << p.id;
    for (int i = 0; i < fast.count; ++i) EXPECT_GT(pair.gap(fast.contact[i].normal), -1e-11 * p.size) << p.id;
  }
  EXPECT_EQ(seen.size(), 7U);
}

TEST(FastDirectSearch, FindsFeaturesOfShallowAndNearPairs) {
  // Within the tolerance, the contact type is the one in the name of the pair. Beyond it the pair is
  // separated, or its overlap is too deep for the type.
  int within = 0, beyond = 0;
  for (const ReferencePair& p : exact_pairs()) {
    if (!p.id.starts_with("shallow-") && !p.id.starts_with("apart-")) continue;
    const Real distance = std::abs(p.signed_distance),
               edge = std::min(smallest_edge(view(p.a)), smallest_edge(view(p.b)));
    if (2.2 * distance < edge) {
      ++within;
      const ContactList list = FastDirectSearch::find(view(p.a), view(p.b), p.b_in_a, 1.01 * distance);
      const ContactList direct = DirectSearch::find(view(p.a), view(p.b), p.b_in_a, 1.01 * distance);
      EXPECT_EQ(difference(list, direct), "") << p.id;
      EXPECT_EQ(list.status, Status::touching) << p.id;
      Real nearest = 1e300;
      for (int i = 0; i < list.count; ++i)
        nearest = std::min(nearest, length(list.contact[i].point_b - list.contact[i].point_a));
      EXPECT_NEAR(nearest, distance, 1e-9 * p.size) << p.id;
    }
    ++beyond;
    const ContactList list = FastDirectSearch::find(view(p.a), view(p.b), p.b_in_a, 0.4 * distance);
    const ContactList direct = DirectSearch::find(view(p.a), view(p.b), p.b_in_a, 0.4 * distance);
    EXPECT_EQ(difference(list, direct), "") << p.id;
    if (p.signed_distance > 0) {
      EXPECT_EQ(list.status, Status::separated) << p.id;
      EXPECT_EQ(list.count, 0) << p.id;
    }
  }
  EXPECT_GT(within, 40);
  EXPECT_GT(beyond, 80);
}

TEST(FastDirectSearch, ListsOfAllReferencePairsAreThoseOfDirectSearch) {
  int contacts = 0;
  for (const ReferencePair& p : exact_pairs()) {
    for (const Real reach :
         {1e-6 * p.size, 1e-3 * p.size, 0.5 * std::min(smallest_edge(view(p.a)), smallest_edge(view(p.b)))}) {
      const ContactList fast = FastDirectSearch::find(view(p.a), view(p.b), p.b_in_a, reach);
      const ContactList direct = DirectSearch::find(view(p.a), view(p.b), p.b_in_a, reach);
      EXPECT_EQ(difference(fast, direct), "") << p.id << " " << reach;
      contacts += fast.count;
      if (fast.status == Status::separated) {
        EXPECT_GT(p.signed_distance, 0) << p.id;
        EXPECT_LE(fast.distance, p.signed_distance * (1 + 1e-9)) << p.id;
      }
      // The search loses no contact within the tolerance.
      if (std::abs(p.signed_distance) < 0.99 * reach) { EXPECT_NE(fast.count, 0) << p.id << " " << reach; }
    }
  }
  EXPECT_GT(contacts, 500);
}

TEST(FastDirectSearch, GivesOneContactForEveryReferencePairWithinTheTolerance) {
  int answered = 0, failed = 0, separated = 0;
  for (const ReferencePair& p : exact_pairs()) {
    Cache cold, cold_direct;
    const Contact fast = FastDirectSearch::collide(view(p.a), view(p.b), p.b_in_a, cold);
    const Contact direct = DirectSearch::collide(view(p.a), view(p.b), p.b_in_a, cold_direct);
    const Contact warm = FastDirectSearch::collide(view(p.a), view(p.b), p.b_in_a, cold);
    const Real reach = 0.5 * std::min(smallest_edge(view(p.a)), smallest_edge(view(p.b)));
    EXPECT_EQ(fast.status, direct.status) << p.id;
    EXPECT_EQ(fast.status, warm.status) << p.id;
    if (std::abs(p.signed_distance) < 0.99 * reach) {
      ++answered;
      for (const Contact& contact : {fast, direct, warm}) {
        const PairError error = compare(p, contact);
        EXPECT_TRUE(error.verdict) << p.id;
        EXPECT_LT(error.distance, p.id.starts_with("far-origin") ? 1e-8 : 1e-12) << p.id;
        EXPECT_LT(error.normal, 1e-7) << p.id;
        EXPECT_LT(error.witness, p.id.starts_with("far-origin") ? 1e-8 : 1e-9) << p.id;
      }
    } else if (p.signed_distance > 0) {
      ++separated;
      EXPECT_EQ(fast.status, Status::separated) << p.id;
      EXPECT_LT(-fast.overlap, p.signed_distance * (1 + 1e-9)) << p.id;
    } else {
      failed += fast.status == Status::failed;
      EXPECT_NE(fast.status, Status::separated) << p.id;
    }
  }
  EXPECT_EQ(answered, 436);
  EXPECT_EQ(separated, 77);
  EXPECT_EQ(failed, 77);  // out of 82 overlaps beyond the tolerance
}

/// Makes one step of a walk near contact. Moves and rotates B so that each vertex moves by at most `step`,
/// and pulls B back along the exact normal if it strays.
Pose walk(const Polyhedron& a, const Polyhedron& b, Pose b_in_a, Random& random, Real step) {
  b_in_a.position += 0.4 * step * random.direction();
  b_in_a.orientation =
      normalized(axis_angle(random.direction(), 0.4 * step / b.bounding_radius) * b_in_a.orientation);
  const Contact contact = Exact::collide(view(a), view(b), b_in_a);
  const Real target = random.uniform(-0.5, 1.5) * step;  // gap after the step
  const Real push = std::clamp(contact.overlap + target, -0.2 * step, 0.2 * step);
  b_in_a.position += push * contact.normal;
  return b_in_a;
}

TEST(FastDirectSearch, UpdatedDetectionIsInitialDetectionOnAWalk) {
  std::set<ContactType> seen;
  double direct_pairs = 0, initial_pairs = 0, updated_pairs = 0;
  int steps = 0;
  const auto cases = seven_types();
  for (std::size_t start = 0; start < cases.size(); ++start) {
    const PlacedPair pair(cases[start].a, cases[start].b);
    Random random(start);
    Pose b_in_a = pair.b_in_a;
    const Real step = start % 2 == 0 ? 1e-3 : 1e-2, reach = distance_tolerance(step, 1);
    SearchState state;
    for (int i = 0; i < 2000; ++i, ++steps) {
      const ContactList updated = FastDirectSearch::update(view(pair.a), view(pair.b), b_in_a, reach, state);
      const ContactList initial = FastDirectSearch::find(view(pair.a), view(pair.b), b_in_a, reach);
      const ContactList direct = DirectSearch::find(view(pair.a), view(pair.b), b_in_a, reach);
      ASSERT_EQ(difference(updated, initial), "") << cases[start].name << " step " << i;
      ASSERT_EQ(difference(direct, initial), "") << cases[start].name << " step " << i;
      ASSERT_NE(initial.status, Status::failed) << cases[start].name << " step " << i;
      seen.insert(updated.type);
      updated_pairs += updated.cost.feature_pairs, initial_pairs += initial.cost.feature_pairs;
      direct_pairs += direct.cost.feature_pairs;
      b_in_a = walk(pair.a, pair.b, b_in_a, random, step);
    }
  }
  EXPECT_EQ(seen.size(), 8U);  // all seven contact types and `none`
  EXPECT_LT(updated_pairs, initial_pairs / 2);
  EXPECT_LT(initial_pairs, direct_pairs);
}

TEST(FastDirectSearch, UpdatedDetectionIsRightForRoundBodiesAndWideTolerances) {
  Random random(11);
  for (int trial = 0; trial < 12; ++trial) {
    const Polyhedron a = polyhedron_from_points(random_points(random, 8 + 4 * trial));
    const Polyhedron b = polyhedron_from_points(random_points(random, 8 + 4 * trial));
    Pose b_in_a{{0, 0, 0}, random.rotation()};
    const Vec3 direction = random.direction();
    b_in_a.position = 3 * direction;
    b_in_a.position -=
        (-Exact::collide(view(a), view(b), b_in_a).overlap) * Exact::collide(view(a), view(b), b_in_a).normal;
    const Real edge = std::min(smallest_edge(view(a)), smallest_edge(view(b)));
    const Real step = trial % 2 == 0 ? edge / 4 : edge / 40, reach = distance_tolerance(step, edge);
    SearchState state;
    for (int i = 0; i < 200; ++i) {
      const ContactList updated = FastDirectSearch::update(view(a), view(b), b_in_a, reach, state);
      const ContactList initial = FastDirectSearch::find(view(a), view(b), b_in_a, reach);
      ASSERT_EQ(difference(updated, initial), "") << trial << " step " << i;
      const ContactList direct = DirectSearch::find(view(a), view(b), b_in_a, reach);
      ASSERT_EQ(difference(direct, initial), "") << trial << " step " << i;
      const Contact exact = Exact::collide(view(a), view(b), b_in_a);
      if (std::abs(exact.overlap) < 0.99 * reach) { ASSERT_NE(initial.count, 0) << trial << " step " << i; }
      b_in_a = walk(a, b, b_in_a, random, step);
    }
  }
}

TEST(FastDirectSearch, TheComparisonOfListsCanFail) {
  const SearchCase c = seven_types()[6];
  const ContactList right = find(PlacedPair(c.a, c.b), 1e-6);
  ASSERT_EQ(difference(right, right), "");
  const auto differs = [&](auto change) {
    ContactList list = right;
    change(list);
    return !difference(right, list).empty();
  };
  EXPECT_TRUE(differs([](ContactList& l) { l.status = Status::separated; }));
  EXPECT_TRUE(differs([](ContactList& l) { l.type = ContactType::edge_face; }));
  EXPECT_TRUE(differs([](ContactList& l) { l.count = 3; }));
  EXPECT_TRUE(differs([](ContactList& l) { l.contact[3].feature_b.id += 1; }));
  EXPECT_TRUE(differs([](ContactList& l) { l.contact[3].point_b.x += 1e-9; }));
  EXPECT_TRUE(differs([](ContactList& l) { l.contact[0].distance += 1e-15; }));
  EXPECT_TRUE(differs([](ContactList& l) { l.contact[1].normal.y += 1e-9; }));
}

TEST(FastDirectSearch, BlocksCutFromOneHexahedron) {
  Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const reproduce::CutCube cut = reproduce::cut_cube(random);
    const PlacedPair pair(cut.low, cut.high);
    const Real reach = 1e-9;
    const ContactList list = find(pair, reach);
    EXPECT_EQ(int(list.type), int(ContactType::face_face)) << trial;
    EXPECT_EQ(list.count, int(cut.section.size())) << trial;
    EXPECT_LT(length(pair.direction_world(list.normal) - cut.normal), 1e-9) << trial;
    EXPECT_LT(std::abs(list.distance), 1e-12) << trial;
    EXPECT_EQ(difference(list, DirectSearch::find(view(pair.a), view(pair.b), pair.b_in_a, reach)), "")
        << trial;
  }
}

TEST(FastDirectSearch, AnyStateGivesTheSameList) {
  // The state comes from an unrelated pose, as after a jump. The cost may rise, but the list may not change.
  Random random(17);
  int contacts = 0;
  for (const ReferencePair& p : exact_pairs()) {
    const Real reach = 0.2 * std::min(smallest_edge(view(p.a)), smallest_edge(view(p.b)));
    SearchState state;
    state.known = true;
    state.normal = random.direction();
    state.vertex_a = random.below(p.a.vertex_count()), state.vertex_b = random.below(p.b.vertex_count());
    state.vertices_a = random.below(5), state.vertices_b = random.below(5);
    if (random.below(2) == 0) {
      state.type = ContactType::vertex_face;
      state.facet_b = random.below(p.b.face_count());
      state.feature_b = {Feature::Kind::face, state.facet_b};
    }
    const ContactList updated = FastDirectSearch::update(view(p.a), view(p.b), p.b_in_a, reach, state);
    EXPECT_EQ(difference(updated, FastDirectSearch::find(view(p.a), view(p.b), p.b_in_a, reach)), "") << p.id;
    contacts += updated.count;
  }
  EXPECT_GT(contacts, 300);
}

TEST(FastDirectSearch, CostOfTheSevenTypesFallsWithEachMethod) {
  // Mean numbers of feature pairs per call over the seven types.
  // docs/explanation/algorithms/fast_direct_search.md quotes them.
  int sum[2][3] = {}, k = 0;
  for (const SearchCase& c : seven_types()) {
    const PlacedPair pair(c.a, c.b);
    SearchState state;
    const PolyhedronView a = view(pair.a), b = view(pair.b);
    const int direct = DirectSearch::find(a, b, pair.b_in_a, 1e-3).cost.feature_pairs;
    const int initial = FastDirectSearch::update(a, b, pair.b_in_a, 1e-3, state).cost.feature_pairs;
    const int updated = FastDirectSearch::update(a, b, pair.b_in_a, 1e-3, state).cost.feature_pairs;
    EXPECT_LT(initial, direct) << c.name;
    EXPECT_LT(updated, initial) << c.name;
    int* row = sum[k++ / 7];
    row[0] += direct, row[1] += initial, row[2] += updated;
  }
  EXPECT_EQ(sum[0][0], 7 * 560);
  EXPECT_EQ(sum[1][0], 7 * 148);
  EXPECT_LT(sum[0][1], 7 * 112);
  EXPECT_LT(sum[1][1], 7 * 53);
  EXPECT_LT(sum[0][2], 7 * 21);
  EXPECT_LT(sum[1][2], 7 * 20);
}

TEST(FastDirectSearch, UpdatedDetectionHardlyGrowsWithTheBodies) {
  // The pairs are touching hulls of points on a sphere. docs/explanation/algorithms/fast_direct_search.md
  // quotes the means.
  Random random(5);
  for (const int count : {20, 60, 200}) {
    std::vector<Vec3> points[2];
    for (auto& p : points) {
      for (int i = 0; i < count; ++i) p.push_back(random.direction());
    }
    const Polyhedron a = polyhedron_from_points(points[0]), b = polyhedron_from_points(points[1]);
    int updated = 0;
    const int pairs = 20;
    for (int i = 0; i < pairs; ++i) {
      Pose b_in_a{3 * random.direction(), random.rotation()};
      for (int k = 0; k < 2; ++k) {
        const Contact exact = Exact::collide(view(a), view(b), b_in_a);
        b_in_a.position += exact.overlap * exact.normal;
      }
      SearchState state;
      const ContactList initial = FastDirectSearch::update(view(a), view(b), b_in_a, 1e-4, state);
      EXPECT_EQ(initial.status, Status::touching) << count;
      updated += FastDirectSearch::update(view(a), view(b), b_in_a, 1e-4, state).cost.feature_pairs;
    }
    EXPECT_LT(updated / pairs, 50) << count;  // direct_search compares 7 000, 72 000 and 829 000
    RecordProperty("updated_" + std::to_string(count), updated / pairs);
  }
}

}  // namespace
}  // namespace scree
