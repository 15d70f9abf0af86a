#include "scree/contact/direct_search/direct_search.hpp"

#include "contact/direct_search/search_cases.hpp"

#include <numbers>

namespace scree {
namespace {

using namespace test;

ContactList find(const PlacedPair& p, Real reach) {
  return DirectSearch::find(view(p.a), view(p.b), p.b_in_a, reach);
}

TEST(DirectSearch, FindsSevenTypesOfCubesAndTetrahedra) {
  for (const SearchCase& c : seven_types()) {
    const PlacedPair pair(c.a, c.b);
    for (const Real reach : {1e-9, 1e-6, 1e-3, 0.02})
      EXPECT_EQ(fault(c, pair, find(pair, reach), 1), "") << c.name << " " << reach;
  }
}

TEST(DirectSearch, TheCheckOfACaseCanFail) {
  const SearchCase c = seven_types()[6];
  const PlacedPair pair(c.a, c.b);
  const ContactList right = find(pair, 1e-6);
  ASSERT_EQ(fault(c, pair, right, 1), "");
  const auto broken = [&](auto change) {
    ContactList list = right;
    change(list);
    return !fault(c, pair, list, 1).empty();
  };
  EXPECT_TRUE(broken([](ContactList& l) { l.type = ContactType::edge_face; }));
  EXPECT_TRUE(broken([](ContactList& l) { --l.count; }));
  EXPECT_TRUE(broken([](ContactList& l) { l.normal = -l.normal; }));
  EXPECT_TRUE(broken([](ContactList& l) { l.distance = 1e-9; }));
  EXPECT_TRUE(broken([](ContactList& l) { l.contact[3] = l.contact[2]; }));
  EXPECT_TRUE(broken([](ContactList& l) { l.contact[1].type = ContactType::vertex_edge; }));
  EXPECT_TRUE(broken([](ContactList& l) {
    l.contact[1].normal = normalized(l.contact[1].normal + Vec3{1e-6, 1e-6, 0});
  }));
  EXPECT_TRUE(broken([](ContactList& l) { l.contact[2].point_b += Vec3{1e-9, 0, 0}; }));
}

TEST(DirectSearch, ListsFollowRigidMotionsAndScales) { expect_rigid_motion_and_scale<DirectSearch>(5); }

TEST(DirectSearch, GivesTheSameListForExchangedBodies) { expect_exchange_of_the_bodies<DirectSearch>(); }

TEST(DirectSearch, FeaturesThatFailTheEntranceTestDoNotTouch) {
  // The corners coincide, but one body lies inside the other there: seven of the eight octants about a corner
  // are blocked.
  std::vector<Vec3> cube;
  for (int i = 0; i < 8; ++i) cube.push_back({Real(i & 1), Real(i >> 1 & 1), Real(i >> 2)});
  const PlacedPair inside(cube, moved(cube, Quat{}, {}, 0.5));
  const ContactList list = find(inside, 1e-3);
  EXPECT_EQ(list.count, 0);
  // There is no contact within the tolerance, and no plane between the bodies.
  EXPECT_EQ(list.status, Status::failed);
  // Just beyond the tolerance there is no contact, and a plane lies between the bodies.
  const ContactList separated = find(PlacedPair(cube, moved(cube, Quat{}, {1.0011, 0.2, 0.3})), 1e-3);
  EXPECT_EQ(separated.count, 0);
  EXPECT_EQ(separated.status, Status::separated);
  EXPECT_NEAR(separated.distance, 0.0011, 1e-12);
  EXPECT_EQ(find(PlacedPair(cube, moved(cube, Quat{}, {1.0009, 0.2, 0.3})), 1e-3).type,
            ContactType::face_face);
}

TEST(DirectSearch, MoreContactsThanTheListHoldsAreAFailure) {
  std::vector<Vec3> drum;
  for (int i = 0; i < 100; ++i) {
    const Real angle = 2 * std::numbers::pi * i / 100;
    for (const Real z : {0.0, 1.0}) drum.push_back({std::cos(angle), std::sin(angle), z});
  }
  const PlacedPair pair(drum, moved(drum, Quat{}, {0, 0, 1}));
  EXPECT_EQ(find(pair, 1e-6).status, Status::failed);
  Cache cache;
  EXPECT_EQ(DirectSearch::collide(view(pair.a), view(pair.b), pair.b_in_a, cache).status, Status::failed);
}

}  // namespace
}  // namespace scree
