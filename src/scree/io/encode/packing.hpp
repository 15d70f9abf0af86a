// Compact encodings: deflate (zlib), base64, and whole numbers in as few bytes as they need.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scree {

/// Compresses to the zlib format, which browsers decompress themselves (DecompressionStream "deflate"). The
/// format ends with a checksum.
std::string deflate(std::string_view bytes, int level = 6);
/// Decompresses bytes. Throws an Error that begins with `name` if they are damaged.
std::string inflate(std::string_view bytes, const std::string& name);

std::string base64(std::string_view bytes);

/// Writes whole numbers with seven bits per byte, low bits first. Negative numbers alternate with positive
/// ones: 0, -1, 1, -2, and so on.
class NumberWriter {
 public:
  void natural(std::uint64_t n) {
    for (; n >= 128; n >>= 7U) bytes_ += static_cast<char>(0x80U | (n & 0x7fU));
    bytes_ += static_cast<char>(n);
  }
  void whole(std::int64_t n) {
    natural(n < 0 ? (static_cast<std::uint64_t>(-(n + 1)) << 1U) | 1U : static_cast<std::uint64_t>(n) << 1U);
  }
  /// Writes a float as its four bytes, low byte first.
  void real(double x);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads the numbers of a NumberWriter. Throws an Error that begins with `name` at the end of the bytes.
class NumberReader {
 public:
  NumberReader(std::string_view bytes, std::string name) : bytes_(bytes), name_(std::move(name)) {}
  std::uint64_t natural();
  std::int64_t whole() {
    const std::uint64_t n = natural();
    const auto half = static_cast<std::int64_t>(n >> 1U);
    return (n & 1U) != 0 ? -half - 1 : half;
  }
  double real();
  bool at_end() const { return bytes_.empty(); }

 private:
  unsigned char byte();

  std::string_view bytes_;
  std::string name_;
};

}  // namespace scree
