// The experiments of Zheng, Jiao, Gardner and Sitar 2017: basic models, block walls and falling tetrahedra.
#pragma once

#include "reproduce/paper.hpp"

namespace scree::reproduce {

ReportSection zheng_types(const Run& run);
ReportSection zheng_normals(const Run& run);
ReportSection zheng_speed_ups(const Run& run);
ReportSection zheng_walls(const Run& run);
ReportSection zheng_tetrahedra(const Run& run);

}  // namespace scree::reproduce
