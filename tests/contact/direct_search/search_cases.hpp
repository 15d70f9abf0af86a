// Checks of contact lists that the tests of direct_search and fast_direct_search share.
#pragma once

#include "reproduce/zheng/basic_models.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"
#include "scree/io/pairs/pairs.hpp"
#include "support/support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace scree::test {

inline const std::vector<ReferencePair>& exact_pairs() {
  static const std::vector<ReferencePair> pairs =
      read_pairs(std::string(SCREE_TEST_FOLDER) + "/reference/exact-pairs.json");
  return pairs;
}

using reproduce::moved, reproduce::PlacedPair, reproduce::SearchCase, reproduce::seven_types;

/// Returns the first fault of a list, or an empty string. `size` is the size of the pair.
inline std::string fault(const SearchCase& expected, const PlacedPair& pair, const ContactList& list,
                         Real size) {
  if (list.status != Status::touching) return "no contact";
  if (list.type != expected.type) return fmt::format("type {}", int(list.type));
  if (list.count != int(expected.points.size())) return fmt::format("{} contacts", list.count);
  const PolyhedronPair placed(view(pair.a), view(pair.b), pair.b_in_a);
  const auto right_normal = [&](Vec3 n) {
    if (std::abs(length(n) - 1) > 1e-12 || placed.gap(n) < -1e-9 * size) return false;
    return expected.normal == Vec3{} || length(pair.direction_world(n) - expected.normal) < 1e-9;
  };
  if (!right_normal(list.normal)) return "normal of the whole";
  if (std::abs(list.distance) > 1e-12 * size) return "distance of the whole";
  for (int i = 0; i < list.count; ++i) {
    const FeatureContact& c = list.contact[i];
    if (c.type != expected.basic[i]) return fmt::format("contact {} has type {}", i, int(c.type));
    if (std::abs(c.distance) > 1e-12 * size) return fmt::format("contact {} has distance {}", i, c.distance);
    if (!right_normal(c.normal)) return fmt::format("normal of contact {}", i);
    if (length(c.point_a - c.point_b) > 1e-12 * size) return fmt::format("points of contact {} apart", i);
  }
  for (const Vec3 p : expected.points) {
    const bool there = std::any_of(list.contact, list.contact + list.count, [&](const FeatureContact& c) {
      return length(pair.point_world(c.point_a) - p) < 1e-9 * size;
    });
    if (!there) return fmt::format("no contact at ({}, {}, {})", p.x, p.y, p.z);
  }
  return {};
}

/// Returns the first difference between two lists, or an empty string. With `slack` 0 they must be equal to
/// the last bit.
inline std::string difference(const ContactList& p, const ContactList& q, Real slack = 0) {
  if (p.status != q.status) return fmt::format("status {} and {}", int(p.status), int(q.status));
  if (p.count != q.count) return fmt::format("{} and {} contacts", p.count, q.count);
  if (p.count == 0) return {};  // the plane between separated bodies is not unique
  if (p.type != q.type) return fmt::format("types {} and {}", int(p.type), int(q.type));
  if (!(p.feature_a == q.feature_a) || !(p.feature_b == q.feature_b)) return "features of the whole";
  if (length(p.normal - q.normal) > slack || std::abs(p.distance - q.distance) > slack)
    return "normal or distance of the whole";
  for (int i = 0; i < p.count; ++i) {
    const FeatureContact &c = p.contact[i], &d = q.contact[i];
    if (c.type != d.type || !(c.feature_a == d.feature_a) || !(c.feature_b == d.feature_b)) {
      return fmt::format("types or features of contact {}", i);
    }
    if (length(c.point_a - d.point_a) > slack || length(c.point_b - d.point_b) > slack)
      return fmt::format("points of contact {}", i);
    if (length(c.normal - d.normal) > slack) return fmt::format("normals of contact {}", i);
    if (std::abs(c.distance - d.distance) > slack) return fmt::format("distances of contact {}", i);
  }
  return {};
}

/// Returns the list as seen from B, for swap tests. The positions are in the frame of B, the features are
/// exchanged, and the contacts are sorted as the searches sort them.
inline ContactList exchanged(const ContactList& list, const Pose& b_in_a) {
  ContactList out = list;
  const Quat back = conjugate(b_in_a.orientation);
  out.normal = -rotate(back, list.normal);
  std::swap(out.feature_a, out.feature_b);
  for (int i = 0; i < list.count; ++i) {
    FeatureContact& c = out.contact[i];
    std::swap(c.feature_a, c.feature_b);
    c.point_a = inverse_transform(b_in_a, list.contact[i].point_b),
    c.point_b = inverse_transform(b_in_a, list.contact[i].point_a);
    c.normal = -rotate(back, list.contact[i].normal);
  }
  const auto key = [](const FeatureContact& c) {
    return std::tuple(c.type, c.feature_a.kind, c.feature_a.id, c.feature_b.kind, c.feature_b.id);
  };
  std::sort(out.contact, out.contact + out.count,
            [&](const auto& c, const auto& d) { return key(c) < key(d); });
  return out;
}

/// Expects that a search does not depend on the frame and the size of the pair. The next function checks that
/// it does not depend on the order of the bodies.
template <class Search>
void expect_rigid_motion_and_scale(std::uint64_t seed) {
  Random random(seed);
  for (const SearchCase& c : seven_types()) {
    for (const Real scale : {1e-6, 1.0, 1e6}) {
      const Quat rotation = random.rotation();
      const Vec3 shift = 3 * random.direction();
      const SearchCase there = moved(c, rotation, shift, scale);
      const PlacedPair pair(there.a, there.b);
      const ContactList list = Search::find(view(pair.a), view(pair.b), pair.b_in_a, 1e-4 * scale);
      EXPECT_EQ(fault(there, pair, list, 10 * scale), "") << c.name << " " << scale;
    }
  }
}

template <class Search>
void expect_exchange_of_the_bodies() {
  for (const SearchCase& c : seven_types()) {
    const PlacedPair pair(c.a, c.b);
    const ContactList list = Search::find(view(pair.a), view(pair.b), pair.b_in_a, 1e-6);
    const ContactList other = Search::find(view(pair.b), view(pair.a), inverse(pair.b_in_a), 1e-6);
    EXPECT_EQ(difference(exchanged(list, pair.b_in_a), other, 1e-12), "") << c.name;
    ContactList wrong = other;  // shows that the check can fail
    wrong.contact[0].normal = -wrong.contact[0].normal;
    EXPECT_NE(difference(exchanged(list, pair.b_in_a), wrong, 1e-12), "") << c.name;
  }
}

}  // namespace scree::test
