// Pictures of red, green and blue bytes as PNG files.
#pragma once

#include <string>
#include <vector>

namespace scree {

struct Image {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb;  // rows from the top

  const unsigned char* pixel(int x, int y) const {
    return &rgb[3 * (static_cast<std::size_t>(y) * width + x)];
  }
};

std::string format_png(const Image& image);

}  // namespace scree
