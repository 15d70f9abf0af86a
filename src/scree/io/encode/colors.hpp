// Colours of pictures and of the replay page, in one table for both.
#pragma once

#include "scree/math/vec.hpp"

#include <array>
#include <string_view>

namespace scree {

/// Colours for values from low to high: viridis (van der Walt and Smith, CC0), which is perceptually uniform
/// and readable without red and green.
inline constexpr std::array<std::string_view, 9> sequence_colors = {
    "#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"};

/// Colours for kinds without an order.
inline constexpr std::array<std::string_view, 10> kind_colors = {"#5b8fc7", "#e09a4f", "#6fae72", "#c9636e",
                                                                 "#9a83c4", "#a38f78", "#d68fb8", "#8c9aa6",
                                                                 "#b9b65a", "#57b2b8"};

/// Returns red, green and blue from 0 to 1.
constexpr Vec3 color_of(std::string_view hex) {
  const auto digit = [&](std::size_t i) { return hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10; };
  return {(16 * digit(1) + digit(2)) / 255.0, (16 * digit(3) + digit(4)) / 255.0,
          (16 * digit(5) + digit(6)) / 255.0};
}

inline Vec3 sequence_color(Real fraction) {
  const Real position = std::clamp(fraction, 0.0, 1.0) * (sequence_colors.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(position), sequence_colors.size() - 2);
  const Real t = position - static_cast<Real>(k);
  return (1 - t) * color_of(sequence_colors[k]) + t * color_of(sequence_colors[k + 1]);
}

}  // namespace scree
