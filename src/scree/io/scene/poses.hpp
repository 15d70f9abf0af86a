// Tables of poses: one line per body, `x y z qw qx qy qz`; `#` begins a comment. A comment with `L=` gives
// the width of the square box that contains the bodies, as in the beds of scenes/.
#pragma once

#include "scree/math/pose.hpp"

#include <filesystem>
#include <vector>

namespace scree {

struct PoseTable {
  Real width = 0;  // width of the box, m; 0: not in the table
  std::vector<Pose> poses;
};

/// Reads a table of poses. `unit` is the length in m of one unit in the file. Throws an
/// Error that names file, line and cause.
PoseTable read_pose_table(const std::filesystem::path& file, Real unit);

}  // namespace scree
