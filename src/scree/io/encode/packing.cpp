#include "scree/io/encode/packing.hpp"

#include "scree/error.hpp"

#include <zlib.h>

#include <bit>
#include <stdexcept>

namespace scree {

std::string deflate(std::string_view bytes, int level) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string packed(size, '\0');
  const int status =
      compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), level);
  if (status != Z_OK) throw std::runtime_error("zlib refused to compress");
  packed.resize(size);
  return packed;
}

std::string inflate(std::string_view bytes, const std::string& name) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) throw std::runtime_error("zlib refused to begin");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib only reads the bytes
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string whole;
  char buffer[1 << 16];
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    status = ::inflate(&stream, Z_NO_FLUSH);
    whole.append(buffer, sizeof buffer - stream.avail_out);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END) fail("{}: it is damaged or cut short.", name);
  return whole;
}

std::string base64(std::string_view bytes) {
  constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const auto at = [&](std::size_t k) {
      return k < left ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i + k])) : 0U;
    };
    const std::uint32_t three = at(0) << 16U | at(1) << 8U | at(2);
    text += letters[three >> 18U];
    text += letters[three >> 12U & 63U];
    text += left > 1 ? letters[three >> 6U & 63U] : '=';
    text += left > 2 ? letters[three & 63U] : '=';
  }
  return text;
}

void NumberWriter::real(double x) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(x));
  for (unsigned shift = 0; shift < 32; shift += 8) bytes_ += static_cast<char>(bits >> shift & 0xffU);
}

unsigned char NumberReader::byte() {
  if (bytes_.empty()) fail("{}: it is cut short.", name_);
  const auto b = static_cast<unsigned char>(bytes_.front());
  bytes_.remove_prefix(1);
  return b;
}

std::uint64_t NumberReader::natural() {
  std::uint64_t n = 0;
  for (unsigned shift = 0; shift < 63; shift += 7) {
    const std::uint64_t b = byte();
    n |= (b & 0x7fU) << shift;
    if (b < 128) return n;
  }
  fail("{}: it is damaged: a number in it does not end.", name_);
}

double NumberReader::real() {
  std::uint32_t bits = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) bits |= static_cast<std::uint32_t>(byte()) << shift;
  return std::bit_cast<float>(bits);
}

}  // namespace scree
