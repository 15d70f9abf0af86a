// The experiments of Descantes, Tricoire, Richard 2019.
#pragma once

#include "reproduce/paper.hpp"

namespace scree::reproduce {

ReportSection descantes_table_1(const Run& run);
ReportSection descantes_fig_11(const Run& run);
ReportSection descantes_table_2(const Run& run);
ReportSection descantes_drawbacks(const Run& run);

}  // namespace scree::reproduce
