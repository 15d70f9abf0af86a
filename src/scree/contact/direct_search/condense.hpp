// Condenses the list of a search into one Contact, in 3D and in 2D, and finds the edge that all contacts
// share. search_result.hpp declares the functions for 3D. planar/direct_search/feature_check.hpp declares
// them for 2D.
#pragma once

#include "scree/contact/direct_search/search_pair.hpp"
#include "scree/contact/direct_search/valid_normals.hpp"

#include <limits>

namespace scree {

/// Returns the edge of a body on which all contacts lie, or -1.
template <class Pair, class Vec>
SCREE_HD int common_edge(const Pair& pair, const ContactListIn<Vec>& list, bool of_b) {
  const auto& body = pair.body(of_b);
  int common = -1;
  for_edges_of(body, feature_of(list.contact[0], of_b), [&](int edge) {
    bool all = true;
    for (int i = 1; i < list.count; ++i)
      all = all && lies_on_edge(body, feature_of(list.contact[i], of_b), edge);
    if (all) common = edge;
  });
  return common;
}

/// Nearest points of two bodies among all points offered.
template <class Vec>
struct NearestPoints {
  Real square = std::numeric_limits<Real>::infinity();
  Vec on_a, on_b;

  SCREE_HD void offer(Vec p, Vec q) {
    const Real s = length_squared(p - q);
    if (s < square) square = s, on_a = p, on_b = q;
  }
};

/// Returns the list as one contact. `Space` supplies the code that differs between 3D and 2D:
/// - `offer_points(pair, contact, nearest)` offers the nearest points of the features of a contact.
/// - `link_normal(pair, nearest, gap, least, normal)` sets the normal along the line between the nearest
///   points of separated bodies. It returns false if the normal with the widest gap is as good. `least` is
///   the largest gap of touching bodies.
template <class Space, class Pair>
SCREE_HD auto condense_in(const SearchPairOf<Pair>& pair, const ContactListIn<typename Pair::Vector>& list,
                          const Tolerance& tolerance) {
  using Vec = typename Pair::Vector;
  ContactIn<Vec> contact;
  contact.iterations = list.cost.feature_pairs;
  contact.status = list.status;
  if (list.status == Status::failed) return contact;
  contact.normal = list.normal;
  contact.overlap = -list.distance;
  if (list.status == Status::touching) {
    // The best valid normal of all contacts is the normal with the widest gap, because it separates the
    // bodies with the least motion.
    WidestGap<Vec> widest{-std::numeric_limits<Real>::infinity(), {}};
    NearestPoints<Vec> nearest;
    SearchCost cost;
    for (int i = 0; i < list.count; ++i) {
      const FeatureContactIn<Vec>& c = list.contact[i];
      ValidNormals<Vec> entrance;
      if (c.type != ContactType::crossing_edges)
        entrance = find_entrance(pair, c.feature_a, c.feature_b, cost);
      for (int k = 0; k < entrance.count; ++k) widest.offer(pair.gap(entrance.normal[k]), entrance.normal[k]);
      if (entrance.count == 0) widest.offer(pair.gap(c.normal), c.normal);
      Space::offer_points(pair, c, nearest);
    }
    contact.normal = widest.normal;
    contact.overlap = -widest.gap;
    const Real least = tolerance.touching * pair.size();
    Vec normal;
    if (widest.gap > least && Space::link_normal(pair, nearest, widest.gap, least, normal)) {
      contact.status = Status::separated;
      contact.normal = normal;
      contact.overlap = -length(nearest.on_b - nearest.on_a);
      contact.point_a = nearest.on_a, contact.point_b = nearest.on_b;
      find_features(pair, tolerance, contact);
      return contact;
    }
    contact.status = status_of(contact.overlap, pair, tolerance);
  }
  find_features(pair, tolerance, contact);
  find_witnesses(pair, contact);
  return contact;
}

}  // namespace scree
