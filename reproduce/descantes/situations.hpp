// The nine overlapping pairs of Descantes, Tricoire, Richard 2019, and queries of these pairs. The paper
// shows them only in figures, so their coordinates are reconstructed (tests/reference/descantes-nine.json).
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/io/pairs/pairs.hpp"

#include <string_view>
#include <vector>

namespace scree::reproduce {

const std::vector<ReferencePair>& nine_situations();
/// Returns the situation with a name such as "Fig. 8a". Throws an Error if there is none.
const ReferencePair& situation(std::string_view id);

/// Returns the algorithm with that name. Throws an Error if there is none.
const Algorithm& algorithm(std::string_view name);

/// Returns the answer of a cold query.
Contact cold(const Algorithm& algorithm, const ReferencePair& pair);

/// Rotates a direction from the frame of body A to the frame of the paper.
Vec3 in_paper_frame(const ReferencePair& pair, Vec3 direction);

/// Returns the number of coordinate frames in which the answer is right: the overlap within the tolerance (a
/// fraction of the size) and the normal within 1e-7. The frames are the same in every run.
constexpr int frames = 36;
int right_frames(const Algorithm& algorithm, const ReferencePair& pair, Real tolerance);

}  // namespace scree::reproduce
