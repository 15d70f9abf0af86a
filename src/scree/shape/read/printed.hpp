// How far printing may have moved the coordinates of a text file: half a unit of their last digit.
#pragma once

#include "scree/shape/surface/surface.hpp"

namespace scree {

/// Guessed from the numbers: those with 5 to 12 significant digits were rounded when they were printed, the
/// others are taken as exact (short ones like 0.5) or as complete (16 digits). At most 2.5e-5 of the body's
/// size.
Real printed_error(const Surface& surface);

}  // namespace scree
