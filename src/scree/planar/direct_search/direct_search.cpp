#include "scree/planar/direct_search/direct_search.hpp"

#include "scree/contact/direct_search/all_pairs.hpp"
#include "scree/planar/direct_search/feature_check.hpp"

template struct scree::DirectSearchOf<scree::planar::PolygonFeatures, scree::PolygonPair, scree::PlanarPose,
                                      scree::PlanarCache>;
