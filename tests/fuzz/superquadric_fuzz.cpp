#include "superquadric_pair.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scree::fuzz::superquadric_from_bytes(data, size);
  return 0;
}
