// Tables of poses: a line for each body, `x y z qw qx qy qz`; `#` begins a comment. A comment with `L=` gives
// the width of the square box the bodies lie in: the beds of scenes/ have one.
#pragma once

#include "scree/math/pose.hpp"

#include <filesystem>
#include <vector>

namespace scree {

struct PoseTable {
  Real width = 0;  // of the box, m; 0: the table does not say
  std::vector<Pose> poses;
};

/// `unit`: what a length of 1 in the file is in m. Throws an Error that names file, line and cause.
PoseTable read_pose_table(const std::filesystem::path& file, Real unit);

}  // namespace scree
