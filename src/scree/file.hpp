// Whole files in, whole files out. A file is written beside its place and renamed: it is there complete or
// not at all.
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

/// All throw an Error that names the file and the system's reason.
std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, std::string_view bytes);
/// With all folders above it; well when it is there already.
void make_folder(const std::filesystem::path& path);

/// The same, and the bytes are on the disk when it returns: they outlast a power cut.
void write_file_durably(const std::filesystem::path& path, std::string_view bytes);

/// All of them or none: nothing is renamed before everything is written. A link stays and what it points at
/// is replaced; into pipes and devices, which cannot be replaced, the bytes go directly.
void write_files(std::span<const NamedBytes> files, bool durably = false);

/// While it lives no other one can be made for the folder, in this program or another; it ends with the
/// program, however that ends. Where there is no such folder, or its disk knows no locks, it does nothing.
class FolderLock {
 public:
  /// Throws an Error when somebody else has it.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace scree
