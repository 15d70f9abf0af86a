// Estimates the rounding of the coordinates that a text file prints: half a unit of their last digit.
#pragma once

#include "scree/shape/surface/surface.hpp"

namespace scree {

/// Estimates the rounding of the printed coordinates from the numbers. Numbers with 5 to 12 significant
/// digits are assumed to be rounded by printing. Other numbers are assumed to be exact (short ones like 0.5)
/// or complete (16 digits). The result is at most 2.5e-5 of the body's size.
Real printed_error(const Surface& surface);

}  // namespace scree
