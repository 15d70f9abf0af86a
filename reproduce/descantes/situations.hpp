// The nine overlapping situations of Descantes, Tricoire, Richard 2019, and what is asked of them. The paper
// has them in figures only: the coordinates are reconstructed (tests/reference/descantes-nine.json).
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/io/pairs/pairs.hpp"

#include <string_view>
#include <vector>

namespace scree::reproduce {

const std::vector<ReferencePair>& nine_situations();
/// An Error when there is none of that name ("Fig. 8a").
const ReferencePair& situation(std::string_view id);

/// The algorithm of that name; an Error when there is none.
const Algorithm& algorithm(std::string_view name);

/// The answer without history.
Contact cold(const Algorithm& algorithm, const ReferencePair& pair);

/// A direction from the frame of body A to that of the paper.
Vec3 in_paper_frame(const ReferencePair& pair, Vec3 direction);

/// In how many of these frames of A the answer is right: overlap to the tolerance (parts of the size), normal
/// to 1e-7. The frames are the same in every run.
constexpr int frames = 36;
int right_frames(const Algorithm& algorithm, const ReferencePair& pair, Real tolerance);

}  // namespace scree::reproduce
