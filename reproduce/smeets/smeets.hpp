// The experiments of Smeets, Odenthal, Vanmaercke, Ramon 2015.
#pragma once

#include "reproduce/paper.hpp"
#include "reproduce/smeets/plan.hpp"

namespace scree::reproduce {

ReportSection smeets_latham(const Run& run);
ReportSection smeets_wachs(const Run& run);
ReportSection smeets_shapes(const Run& run);
ReportSection smeets_drum(const Run& run);

// Same sections with another plan than that of the run's size.
ReportSection latham_section(const Run& run, const Plan& plan);
ReportSection wachs_section(const Run& run, const Plan& plan);
ReportSection shapes_section(const Run& run, const Plan& plan);
ReportSection drum_section(const Run& run, const Plan& plan);

}  // namespace scree::reproduce
