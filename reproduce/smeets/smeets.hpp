// The experiments of Smeets, Odenthal, Vanmaercke, Ramon 2015.
#pragma once

#include "reproduce/paper.hpp"
#include "reproduce/smeets/plan.hpp"

namespace scree::reproduce {

ReportSection smeets_latham(const Run& run);
ReportSection smeets_wachs(const Run& run);
ReportSection smeets_shapes(const Run& run);
ReportSection smeets_drum(const Run& run);

// The same sections with a given plan instead of the plan for the size of the run
ReportSection latham_section(const Run& run, const Plan& plan);
ReportSection wachs_section(const Run& run, const Plan& plan);
ReportSection shapes_section(const Run& run, const Plan& plan);
ReportSection drum_section(const Run& run, const Plan& plan);

}  // namespace scree::reproduce
