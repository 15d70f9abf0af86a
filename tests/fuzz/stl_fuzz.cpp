#include "body_from_bytes.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scree::fuzz::body_from_bytes({reinterpret_cast<const char*>(data), size}, "input.stl");
  return 0;
}
