// direct_search (DS): the contacts of two convex polyhedra by looking at every pair of features,
// vertex-vertex, vertex-edge, vertex-face and edge-edge, each with the valid-entrance test. The yardstick
// of Zheng, Jiao, Gardner and Sitar (2017).
//
// The paper only names DS. What a contact is stands in feature_check.hpp, which fast_direct_search uses
// too: the two give the same list. Where DS finds no contact it also looks for a plane between the
// bodies; the paper would just say "none", and mean by it apart or deep inside each other.
#pragma once

#include "scree/contact/direct_search/contact_list.hpp"
#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

#include <string_view>

namespace scree {

struct DirectSearch {
  static constexpr std::string_view name = "direct_search";

  /// All contacts within the distance tolerance, see distance_tolerance() in feature_check.hpp.
  static ContactList find(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                          Real distance_tolerance, const Tolerance& tolerance = {});

  /// The list as one contact, with half the smallest edge as distance tolerance. Overlaps beyond it are
  /// outside the validity of the method and end as `failed`; of gaps beyond it only the verdict is exact, see
  /// condense(). The cache is written, not used.
  static Contact collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
