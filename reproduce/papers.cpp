#include "reproduce/paper.hpp"

#include "reproduce/descantes/descantes.hpp"
#include "reproduce/nezami/nezami.hpp"
#include "reproduce/peng/peng.hpp"
#include "reproduce/smeets/smeets.hpp"
#include "reproduce/zheng/zheng.hpp"

namespace scree::reproduce {

std::span<const Paper> papers() {
  static const std::vector<Paper> list = {
      {"descantes",
       "nine overlapping pairs: Table 1, Fig. 11, Table 2, the drawbacks of the classical algorithms",
       "descantes/expected.toml",
       {{descantes_table_1, true},
        {descantes_fig_11, true},
        {descantes_table_2, true},
        {descantes_drawbacks, true}}},
      {"nezami",
       "shortest link method: nine pairs of polygons; flows of up to 45 000 grains, loader bucket, speed-ups",
       "nezami/expected.toml",
       {{nezami_common_lines, true, true},
        {nezami_planar_speed_ups, true, true},
        {nezami_flow_speed_ups, false},
        {nezami_flow_heap, false},
        {nezami_flow_searches, false},
        {nezami_bucket, false}}},
      {"peng",
       "spheres about regular solids: the six cases, exact volumes, times by case",
       "peng/expected.toml",
       {{peng_table_1, true},
        {peng_solids, true},
        {peng_flow, true},
        {peng_times, true},
        {peng_growth, true}}},
      {"smeets",
       "pressure over polygons: porosity of cubes, packing factors of 12 kinds of bodies, times of a drum",
       "smeets/expected.toml",
       {{smeets_latham, false}, {smeets_wachs, false}, {smeets_shapes, false}, {smeets_drum, false}},
       true},
      {"zheng",
       "direct search and fast direct search: basic models, block walls, falling tetrahedra; speed-ups",
       "zheng/expected.toml",
       {{zheng_types, true},
        {zheng_normals, true},
        {zheng_speed_ups, true},
        {zheng_walls, false},
        {zheng_tetrahedra, false}}},
  };
  return list;
}

}  // namespace scree::reproduce
