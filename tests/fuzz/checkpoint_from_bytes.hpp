// Builds a damaged checkpoint from bytes. Every damaged checkpoint must be refused with an Error, and the
// world must stay unchanged.
//
// If the first byte is 0, the other bytes are the whole file. Otherwise it is the fraction of a good
// checkpoint that is left (255: all, 254: cut within its head). Edits of four bytes each follow: an offset of
// three bytes, and the value to add there. Missing bytes are read as zeros.
//
// If the first byte is 253, the whole checkpoint is left too. The edits then change only the setup and the
// state, and the head gets the checksum of the edited file, so they reach the code behind the checksum. They
// never change the structures of HDF5, because libhdf5 is not made for damaged files.
#pragma once

#include "../support/small_world.hpp"
#include "byte_reader.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/encode/checksum.hpp"
#include "scree/io/record/checkpoint.hpp"
#include "scree/world/state/state.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace scree::fuzz {

struct GoodCheckpoint {
  std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("scree_fuzz_checkpoint_" + std::to_string(getpid()) + ".h5");
  World before, after;  // the world at the start, and the world of the checkpoint
  std::string bytes;
  std::vector<std::size_t> data;  // indices of the bytes that store the setup and the state

  GoodCheckpoint() {
    test::use_one_thread();
    before = test::small_world(12);
    after = before;
    test::run(after, 40);
    write_checkpoint(file, after, "[run]\nend = 1\n");
    bytes = read_file(file);
    const hid_t opened = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    list_data(opened, "about/setup");
    visit_state(std::as_const(after), [&](const std::string& name, const auto&) {
      list_data(opened, "state/" + name), list_data(opened, "state/" + name + ".counts");
    });
    H5Fclose(opened);
  }
  ~GoodCheckpoint() {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
  GoodCheckpoint(const GoodCheckpoint&) = delete;
  GoodCheckpoint& operator=(const GoodCheckpoint&) = delete;

 private:
  void list_data(hid_t opened, const std::string& path) {
    if (H5Lexists(opened, path.c_str(), H5P_DEFAULT) <= 0) return;
    const hid_t set = H5Dopen2(opened, path.c_str(), H5P_DEFAULT);
    if (const haddr_t first = H5Dget_offset(set); first != HADDR_UNDEF) {
      for (std::size_t i = 0; i < H5Dget_storage_size(set); ++i) data.push_back(first + i);
    }
    H5Dclose(set);
  }
};

/// Writes the checksum of all bytes after the head into the head.
inline void renew_checksum(std::string& bytes) {
  const std::string_view key = "checksum ", body = std::string_view(bytes).substr(512);
  bytes.replace(bytes.find(key) + key.size(), 16, fmt::format("{:016x}", checksum(body)));
}

inline void demand_checkpoint(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

inline void checkpoint_from_bytes(const std::uint8_t* data, std::size_t size) {
  static const GoodCheckpoint good;
  ByteReader in{data, size};
  std::string bytes;
  const int kept = in.byte();
  if (kept == 0) {
    bytes.assign(reinterpret_cast<const char*>(in.data), in.size);
  } else {
    bytes = good.bytes;
    if (kept == 254) bytes.resize(static_cast<std::size_t>(2 * in.byte()));
    if (kept < 253) bytes.resize(bytes.size() * static_cast<std::size_t>(kept) / 253);
    while (in.size > 0 && !bytes.empty()) {
      const std::size_t offset = static_cast<std::size_t>(in.byte()) << 16U |
                                 static_cast<std::size_t>(in.byte()) << 8U |
                                 static_cast<std::size_t>(in.byte());
      char& byte = bytes[kept == 253 ? good.data[offset % good.data.size()] : offset % bytes.size()];
      byte = static_cast<char>(byte + in.byte());
    }
    if (kept == 253) renew_checksum(bytes);
  }
  const bool whole = bytes == good.bytes;
  std::FILE* out = std::fopen(good.file.c_str(), "wb");
  demand_checkpoint(out != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size() &&
                        std::fclose(out) == 0,
                    "the file cannot be written");
  World world = good.before;
  const std::uint64_t before = world.state_hash();
  try {
    load_checkpoint(good.file, world);
    demand_checkpoint(world.state_hash() == good.after.state_hash(), "a loaded checkpoint has its own state");
  } catch (const Error& error) {
    demand_checkpoint(!whole, error.what());
    demand_checkpoint(world.state_hash() == before, "a refused checkpoint leaves the world as it was");
  }
  try {
    const CheckpointInfo info = read_checkpoint_info(good.file);
    demand_checkpoint(kept == 253 || info.state_hash == good.after.state_hash(),
                      "information of another checkpoint");
  } catch (const Error&) { demand_checkpoint(!whole, "information of a good checkpoint is refused"); }
}

}  // namespace scree::fuzz
