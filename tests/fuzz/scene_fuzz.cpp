#include "scene_from_bytes.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scree::fuzz::scene_from_bytes({reinterpret_cast<const char*>(data), size});
  return 0;
}
