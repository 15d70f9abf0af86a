#include "scree/contact/direct_search/direct_search.hpp"

#include "scree/contact/direct_search/all_pairs.hpp"
#include "scree/contact/direct_search/search_result.hpp"

namespace scree {

ContactList DirectSearch::find(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                               Real distance_tolerance, const Tolerance& tolerance) {
  return search_all_pairs<PolyhedronFeatures>(SearchPair({a, b, b_in_a}, distance_tolerance, tolerance));
}

Contact DirectSearch::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                              Cache& cache, const Tolerance& tolerance) {
  return collide_all_pairs<PolyhedronFeatures>(PolyhedronPair(a, b, b_in_a), cache, tolerance);
}

}  // namespace scree
