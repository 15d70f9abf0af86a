#include "scree/file.hpp"

#include "scree/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace scree {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) fail("{}: this is a folder, a file is needed.", path.string());
  const File file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) fail("{}: cannot be read ({}).", path.string(), std::strerror(errno));
  std::string bytes;
  char buffer[1 << 16];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, file.get())) bytes.append(buffer, n);
  if (std::ferror(file.get()) != 0) fail("{}: reading stopped ({}).", path.string(), std::strerror(errno));
  return bytes;
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  std::filesystem::path beside = path;
  beside += ".part";
  File file(std::fopen(beside.c_str(), "wb"), std::fclose);
  if (!file) fail("{}: cannot be written ({}).", path.string(), std::strerror(errno));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const bool closed = std::fclose(file.release()) == 0;  // a full disk may show only here
  std::error_code error;
  if (written && closed) {
    std::filesystem::rename(beside, path, error);
    if (!error) return;
  }
  const std::string reason = error ? error.message() : std::strerror(errno);
  std::filesystem::remove(beside, error);
  fail("{}: cannot be written ({}).", path.string(), reason);
}

}  // namespace scree
