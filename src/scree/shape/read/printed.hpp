// Estimates the rounding of the coordinates that a text file prints: half a unit of their last digit.
#pragma once

#include "scree/shape/surface/surface.hpp"

namespace scree {

/// Returns the rounding of the printed coordinates, guessed from the numbers. Those with 5 to 12 significant
/// digits were rounded when they were printed. The others are taken as exact (short ones like 0.5) or as
/// complete (16 digits). The result is at most 2.5e-5 of the body's size.
Real printed_error(const Surface& surface);

}  // namespace scree
