#include "checkpoint_from_bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scree::fuzz::checkpoint_from_bytes(data, size);
  return 0;
}
