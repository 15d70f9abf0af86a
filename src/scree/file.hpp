// Reads and writes whole files. A file is written beside its target and then renamed, so that it appears
// complete or not at all.
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
/// Creates a folder and all folders above it. A folder that exists already is fine.
void make_folder(const std::filesystem::path& path);

/// Like write_file, but returns only when the bytes are on the disk: they outlast a power cut.
void write_file_durably(const std::filesystem::path& path, std::string_view bytes);

/// Writes all files or none: no file is renamed before all are written. A symbolic link stays and its target
/// is replaced. Pipes and devices cannot be replaced, so the bytes go directly into them.
void write_files(std::span<const NamedBytes> files, bool durably = false);

/// Exclusive lock on a folder. While it lives, no other lock on the folder can be taken, in this program or
/// another; it ends with the program, however that ends. It does nothing if the folder does not exist or its
/// disk does not support locks.
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
