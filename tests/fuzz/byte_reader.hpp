// Numbers from the bytes of a fuzzer. Missing bytes are zeros.
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
  /// Small integers make parallel faces, touching corners and points in one plane; doubles everything else.
  Real coordinate(bool whole) {
    if (whole) return static_cast<Real>(static_cast<std::int8_t>(byte())) / 4;
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits = bits << 8U | static_cast<std::uint64_t>(byte());
    Real value;
    std::memcpy(&value, &bits, sizeof value);
    return std::isfinite(value) && std::abs(value) < 1e6 ? value : 0;
  }
  Vec2 point_of_plane(bool whole) { return {coordinate(whole), coordinate(whole)}; }
  Vec3 point(bool whole) { return {coordinate(whole), coordinate(whole), coordinate(whole)}; }
};

}  // namespace scree::fuzz
