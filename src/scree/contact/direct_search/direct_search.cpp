#include "scree/contact/direct_search/all_pairs.hpp"
#include "scree/contact/direct_search/search_result.hpp"

template struct scree::DirectSearchOf<scree::PolyhedronFeatures, scree::PolyhedronPair, scree::Pose,
                                      scree::Cache>;
