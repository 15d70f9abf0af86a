// scree query with two polygons: prints the answers of the planar algorithms.
#pragma once

#include "scree/math/planar_pose.hpp"
#include "scree/shape/polygon.hpp"

#include <optional>
#include <string>

namespace scree::cli {

struct PlanarQuery {
  Polygon a, b;
  PlanarPose b_in_a;      // between the frames in which the corners are given
  std::string algorithm;  // empty: gjk_td
  std::string svg;
  bool json = false, points = false;
};

/// Returns the polygon that a word such as polygon:0,0/1,0/0,1 or polygon:sides=6,r=1 describes, or nothing
/// if the word describes another kind of body.
std::optional<Polygon> polygon_body(const std::string& text);

void query_planar(const PlanarQuery& query);

}  // namespace scree::cli
