// The experiments of Peng, Hanley 2019.
#pragma once

#include "reproduce/paper.hpp"

namespace scree::reproduce {

ReportSection peng_table_1(const Run& run);
ReportSection peng_solids(const Run& run);
ReportSection peng_flow(const Run& run);
ReportSection peng_times(const Run& run);
ReportSection peng_growth(const Run& run);

}  // namespace scree::reproduce
