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
       {{"table-1", descantes_table_1, true},
        {"fig-11", descantes_fig_11, true},
        {"table-2", descantes_table_2, true},
        {"drawbacks", descantes_drawbacks, true}}},
      {"nezami",
       "shortest link method: nine pairs of polygons; flows of up to 45 000 grains, loader bucket, speed-ups",
       "nezami/expected.toml",
       {{"lines", nezami_common_lines, true, true},
        {"line-times", nezami_planar_speed_ups, true, true},
        {"flow-times", nezami_flow_speed_ups, false},
        {"flow", nezami_flow_heap, false},
        {"searches", nezami_flow_searches, false},
        {"bucket", nezami_bucket, false}}},
      {"peng",
       "spheres about regular solids: the six cases, exact volumes, times by case",
       "peng/expected.toml",
       {{"table-1", peng_table_1, true},
        {"solids", peng_solids, true},
        {"flow", peng_flow, true},
        {"times", peng_times, true},
        {"growth", peng_growth, true}}},
      {"smeets",
       "pressure over polygons: porosity of cubes, packing factors of 12 kinds of bodies, times of a drum",
       "smeets/expected.toml",
       {{"latham", smeets_latham, false},
        {"wachs", smeets_wachs, false},
        {"shapes", smeets_shapes, false},
        {"drum", smeets_drum, false}},
       true},
      {"zheng",
       "direct search and fast direct search: basic models, block walls, falling tetrahedra; speed-ups",
       "zheng/expected.toml",
       {{"types", zheng_types, true},
        {"normals", zheng_normals, true},
        {"times", zheng_speed_ups, true},
        {"walls", zheng_walls, false},
        {"tetrahedra", zheng_tetrahedra, false}}},
  };
  return list;
}

}  // namespace scree::reproduce
