#include "scree/file.hpp"

#include "scree/error.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

namespace scree {
namespace {

namespace fs = std::filesystem;
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

[[noreturn]] void fail_writing(const fs::path& path, const std::string& reason) {
  fail(
      "{}: cannot be written ({}). Check that its folder exists and is writable and that the "
      "disk is not full.",
      path.string(), reason);
}

/// Writes the bytes to `location`. Error messages name the file `path`.
void write_into(const fs::path& location, const fs::path& path, std::string_view bytes, bool durably) {
  File file(std::fopen(location.c_str(), "wb"), std::fclose);
  if (!file) fail_writing(path, std::strerror(errno));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                       std::fflush(file.get()) == 0 && (!durably || fsync(fileno(file.get())) == 0);
  const int reason = errno;
  const bool closed = std::fclose(file.release()) == 0;  // a full disk may be reported only here
  if (!written || !closed) fail_writing(path, std::strerror(written ? errno : reason));
}

/// Flushes the folder of a file to the disk, so that new file names are durable. Ignores failure, because
/// nothing more can be done then.
void sync_folder(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  static_cast<void>(fsync(descriptor));
  close(descriptor);
}

/// Returns the target of a symbolic link, even if the target does not exist. Returns any other
/// path unchanged.
fs::path behind_links(fs::path path) {
  std::error_code error;
  for (int links = 0; links < 40 && fs::is_symlink(path, error); ++links) {
    path = path.parent_path() / fs::read_symlink(path, error);
  }
  return path;
}

/// Paths for writing a file: data goes to `partial`, which is renamed to `target`. Both are empty for pipes
/// and devices.
struct Destination {
  fs::path target, partial;
};

Destination destination_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) fail("{}: this is a folder. Give the name of a file.", path.string());
  if (fs::exists(status) && !fs::is_regular_file(status)) return {};
  Destination destination{behind_links(path), {}};
  destination.partial = destination.target;
  destination.partial += ".part";
  return destination;
}

void finish(const NamedBytes& file, const Destination& destination, bool durably) {
  if (destination.target.empty()) return write_into(file.path, file.path, file.bytes, false);
  std::error_code error;
  fs::rename(destination.partial, destination.target, error);
  if (error) fail_writing(file.path, error.message());
  if (durably) sync_folder(destination.target);
}

}  // namespace

std::string read_file(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) fail("{}: this is a folder. Give the name of a file.", path.string());
  const File file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) {
    fail("{}: cannot be read ({}). Check the name and whether you may read the file.", path.string(),
         std::strerror(errno));
  }
  std::string bytes;
  char buffer[1 << 16];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, file.get())) bytes.append(buffer, n);
  if (std::ferror(file.get()) != 0) fail("{}: reading stopped ({}).", path.string(), std::strerror(errno));
  return bytes;
}

void write_file(const fs::path& path, std::string_view bytes) {
  const NamedBytes file{path, std::string(bytes)};
  write_files({&file, 1});
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error)
    fail("{}: the folder cannot be created ({}). Choose another with --out.", path.string(), error.message());
}

void write_file_durably(const fs::path& path, std::string_view bytes) {
  const NamedBytes file{path, std::string(bytes)};
  write_files({&file, 1}, true);
}

void write_files(std::span<const NamedBytes> files, bool durably) {
  std::vector<Destination> destinations;
  try {
    for (const NamedBytes& file : files) {
      destinations.push_back(destination_of(file.path));
      if (!destinations.back().partial.empty())
        write_into(destinations.back().partial, file.path, file.bytes, durably);
    }
    for (std::size_t i = 0; i < files.size(); ++i) finish(files[i], destinations[i], durably);
  } catch (...) {
    std::error_code ignored;
    for (const Destination& destination : destinations) fs::remove(destination.partial, ignored);
    throw;
  }
}

FolderLock::FolderLock(const fs::path& folder)
    : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0 || flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(descriptor_);
  fail("{}: another program is writing into this folder. Wait until it has ended, or give another folder.",
       folder.string());
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace scree
