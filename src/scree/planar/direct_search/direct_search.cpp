#include "scree/planar/direct_search/direct_search.hpp"

#include "scree/contact/direct_search/all_pairs.hpp"
#include "scree/planar/direct_search/feature_check.hpp"

namespace scree::planar {

PlanarContactList DirectSearch::find(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                     Real distance_tolerance, const Tolerance& tolerance) {
  return search_all_pairs<PolygonFeatures>(PlanarSearchPair({a, b, b_in_a}, distance_tolerance, tolerance));
}

PlanarContact DirectSearch::collide(const PolygonView& a, const PolygonView& b, const PlanarPose& b_in_a,
                                    PlanarCache& cache, const Tolerance& tolerance) {
  return collide_all_pairs<PolygonFeatures>(PolygonPair(a, b, b_in_a), cache, tolerance);
}

}  // namespace scree::planar
