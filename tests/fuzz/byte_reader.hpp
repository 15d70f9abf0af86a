// Reads numbers from the bytes of a fuzzer. Missing bytes are read as zeros.
#pragma once

#include "scree/math/vec.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace scree::fuzz {

struct ByteReader {
  const std::uint8_t* data;
  std::size_t size;

  int byte() {
    if (size == 0) return 0;
    --size;
    return *data++;
  }
  /// Reads a multiple of 1/4 if `whole` is true, otherwise a double up to a limit. Multiples of 1/4 produce
  /// parallel faces, exact touch and coplanar points.
  Real number(bool whole, Real limit = 1e6) {
    if (whole) return static_cast<Real>(static_cast<std::int8_t>(byte())) / 4;
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8U | static_cast<std::uint64_t>(byte());
    Real value;
    std::memcpy(&value, &bits, sizeof value);
    return std::isfinite(value) && std::abs(value) < limit ? value : 0;
  }
  Vec2 planar_point(bool whole) {
    const Real x = number(whole), y = number(whole);
    return {x, y};
  }
  Vec3 point(bool whole, Real limit = 1e6) {
    const Real x = number(whole, limit), y = number(whole, limit), z = number(whole, limit);
    return {x, y, z};
  }
};

}  // namespace scree::fuzz
