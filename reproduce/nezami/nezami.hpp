// The experiments of Nezami, Hashash, Zhao and Ghaboussi 2006. In 2D these are nine pairs of polygons (Fig.
// 13); in 3D, flows of grains (Figs 15 and 16) and a loader bucket (Table I, Figs 18 and 19).
#pragma once

#include "reproduce/paper.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/math/planar_pose.hpp"
#include "scree/shape/polygon.hpp"

#include <string>

namespace scree::reproduce {

/// Pair of separated polygons, and the features that their shortest link joins.
struct Configuration {
  std::string name;
  Polygon a, b;
  PlanarPose b_in_a;
  Feature::Kind on_a, on_b;
};

/// Returns nine pairs that differ in the features that are closest and in the number of sides. The
/// coordinates are ours, because the paper shows the pairs only in a figure.
std::vector<Configuration> nine_configurations();

ReportSection nezami_common_lines(const Run& run);
ReportSection nezami_planar_speed_ups(const Run& run);
ReportSection nezami_flow_speed_ups(const Run& run);
ReportSection nezami_flow_heap(const Run& run);
ReportSection nezami_flow_searches(const Run& run);
ReportSection nezami_bucket(const Run& run);

}  // namespace scree::reproduce
