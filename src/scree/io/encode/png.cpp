#include "scree/io/encode/png.hpp"

#include "scree/io/encode/packing.hpp"

#include <zlib.h>

#include <cstdint>
#include <cstdlib>

namespace scree {
namespace {

std::string big_endian(std::uint32_t n) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes += static_cast<char>(n >> static_cast<unsigned>(shift) & 0xffU);
  return bytes;
}

std::string chunk(const std::string& type, const std::string& data) {
  const std::string checked = type + data;
  const uLong sum =
      crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
  return big_endian(static_cast<std::uint32_t>(data.size())) + checked +
         big_endian(static_cast<std::uint32_t>(sum));
}

/// Paeth predictor of PNG. Returns the value of left (a), above (b) or above left (c) that is nearest to the
/// linear prediction a + b - c.
int paeth(int a, int b, int c) {
  const int p = a + b - c, pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

}  // namespace

std::string format_png(const Image& image) {
  const std::size_t width = 3 * static_cast<std::size_t>(image.width);
  std::string rows;
  rows.reserve((width + 1) * image.height);
  std::string tried, best;
  for (int y = 0; y < image.height; ++y) {
    const unsigned char *row = &image.rgb[y * width], *above = y > 0 ? row - width : nullptr;
    long least = -1;
    for (int filter = 0; filter < 5; ++filter) {
      if (filter == 3) continue;  // filter "average" was never best for our pictures
      tried.assign(1, static_cast<char>(filter));
      long sum = 0;
      for (std::size_t i = 0; i < width; ++i) {
        const int left = i >= 3 ? row[i - 3] : 0, up = above != nullptr ? above[i] : 0;
        const int corner = i >= 3 && above != nullptr ? above[i - 3] : 0;
        const int guess = filter == 0 ? 0 : filter == 1 ? left : filter == 2 ? up : paeth(left, up, corner);
        const auto rest = static_cast<signed char>(row[i] - guess);
        tried += static_cast<char>(rest);
        sum += std::abs(rest);
      }
      if (least < 0 || sum < least) least = sum, best = tried;
    }
    rows += best;
  }
  std::string head = big_endian(image.width) + big_endian(image.height);
  head += std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits per channel, RGB, default methods
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", head) + chunk("IDAT", deflate(rows, 9)) + chunk("IEND", "");
}

}  // namespace scree
