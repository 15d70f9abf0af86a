// Reads and writes whole files. Each file is written under a temporary name and then renamed, so that it
// appears complete or not at all.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace scree {

struct NamedBytes {
  std::filesystem::path path;
  std::string bytes;
};

/// All functions throw an Error that names the file and the system's reason.
std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view bytes);
/// Creates a folder and all folders above it. The folder may exist already.
void make_folder(const std::filesystem::path& path);

/// Like write_file, but returns only when the bytes are on the disk, so the file survives a power failure.
void write_file_durably(const std::filesystem::path& path, std::string_view bytes);

/// Writes all files or none: renames no file before all are written. A symbolic link stays, and its target is
/// replaced. Pipes and devices cannot be replaced, so the bytes are written directly into them.
void write_files(std::span<const NamedBytes> files, bool durably = false);

/// Exclusive lock on a folder. While it exists, neither this program nor another can lock the folder again.
/// The lock ends with the program, even if the program crashes. It has no effect if the folder does not exist
/// or its disk does not support locks.
class FolderLock {
 public:
  /// Throws an Error if another lock on the folder exists.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace scree
