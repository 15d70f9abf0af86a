// scree query with two polygons: what the algorithms in the plane say.
#pragma once

#include "scree/math/planar_pose.hpp"
#include "scree/shape/polygon.hpp"

#include <optional>
#include <string>

namespace scree::cli {

struct PlanarQuery {
  Polygon a, b;
  PlanarPose b_in_a;      // of the frames that the corners are given in
  std::string algorithm;  // empty: gjk_td
  std::string svg;
  bool json = false, points = false;
};

/// The polygon that a word such as polygon:0,0/1,0/0,1 or polygon:sides=6,r=1 means; nothing where it means
/// no polygon.
std::optional<Polygon> polygon_body(const std::string& text);

void query_planar(const PlanarQuery& query);

}  // namespace scree::cli
