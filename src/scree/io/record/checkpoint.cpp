#include "scree/io/record/checkpoint.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/encode/checksum.hpp"
#include "scree/io/encode/hdf5.hpp"
#include "scree/text.hpp"
#include "scree/version.hpp"
#include "scree/world/state/state.hpp"

#include <fmt/format.h>

namespace scree {
namespace {

// The head is a block of text before the HDF5 part, which HDF5 skips. It lets the program recognize a
// foreign, newer, cut or damaged file before the HDF5 library opens it, because that library is not made for
// damaged files.
constexpr std::size_t head_size = 512;
constexpr std::string_view head_name = "Scree checkpoint";
constexpr int format_version = 9;

std::string head_of(std::string_view body) {
  std::string head = fmt::format("{}\nversion {}\nbytes {}\nchecksum {:016x}\nwritten by scree {}\n",
                                 head_name, format_version, body.size(), checksum(body), version());
  head.resize(head_size, ' ');
  head.back() = '\n';
  return head;
}

/// Returns the word after a key in the head; empty if there is none.
std::string_view head_entry(std::string_view head, std::string_view key) {
  while (!head.empty()) {
    std::string_view line = next_line(head);
    if (next_word(line) == key) return next_word(line);
  }
  return {};
}

/// Returns the HDF5 part of a file after checking that it is complete.
std::string_view checked_body(const std::string& name, std::string_view bytes) {
  constexpr std::string_view remedy = "Use the previous checkpoint, or run the scene again.";
  if (bytes.size() < head_size || !bytes.starts_with(head_name)) {
    // A file that was cut within its head is recognized only by the beginning of the head.
    if (!bytes.empty() && head_name.starts_with(bytes.substr(0, head_name.size())))
      fail("{}: the checkpoint is cut off after {} bytes. {}", name, bytes.size(), remedy);
    fail("{}: this is not a checkpoint of Scree. Checkpoints are in the folder 'checkpoints' of a run.",
         name);
  }
  const std::string_view head = bytes.substr(0, head_size), body = bytes.substr(head_size);
  const std::string_view number = head_entry(head, "version");
  if (number != fmt::to_string(format_version)) {
    fail(
        "{}: the checkpoint has format version {}, but this program reads version {}. Resume it with the "
        "program that wrote it.",
        name, shown(number), format_version);
  }
  const std::string_view size = head_entry(head, "bytes");
  if (size != fmt::to_string(body.size())) {
    fail("{}: the checkpoint has {} bytes after its head, but {} were written. {}", name, body.size(),
         shown(size), remedy);
  }
  if (head_entry(head, "checksum") != fmt::format("{:016x}", checksum(body)))
    fail("{}: the checkpoint is damaged: its checksum is wrong. {}", name, remedy);
  return body;
}

/// Writes every member of the state under its name.
struct StateWriter {
  hdf5::Writer& file;
  bool compress = false;

  template <class T>
  void operator()(const std::string& name, const T& value) const {
    file.write_value("state/" + name, value);
  }
  template <class T>
  void operator()(const std::string& name, const std::vector<T>& values) const {
    if constexpr (std::is_same_v<T, bool>) {
      const std::vector<unsigned char> bytes(values.begin(), values.end());
      file.write("state/" + name, std::span<const unsigned char>(bytes), 0, compress);
    } else {
      file.write("state/" + name, std::span<const T>(values), 0, compress);
    }
  }
  template <class Structs, class Member>
  void operator()(const std::string& name, const Each<Structs, Member>& list) const {
    using T = std::remove_cvref_t<decltype(list.structs[0].*list.member)>;
    if constexpr (requires(T v) {
                    v.push_back(v[0]);
                  }) {  // vectors are stored end to end, with their lengths
      T joined;
      std::vector<std::int64_t> counts;
      for (const auto& x : list.structs) {
        const T& values = x.*list.member;
        joined.insert(joined.end(), values.begin(), values.end());
        counts.push_back(static_cast<std::int64_t>(values.size()));
      }
      (*this)(name, joined);
      (*this)(name + ".counts", counts);
    } else {
      std::vector<T> joined;
      for (const auto& x : list.structs) joined.push_back(x.*list.member);
      (*this)(name, joined);
    }
  }
};

/// Reads every member of the state by its name.
struct StateReader {
  const hdf5::Reader& file;
  const std::string& name_of_file;

  template <class T>
  void operator()(const std::string& name, T& value) const {
    value = file.read_value<T>("state/" + name);
  }
  template <class T>
  void operator()(const std::string& name, std::vector<T>& values) const {
    if constexpr (std::is_same_v<T, bool>) {
      const std::vector<unsigned char> bytes = file.read<unsigned char>("state/" + name);
      values.assign(bytes.begin(), bytes.end());
    } else {
      values = file.read<T>("state/" + name);
    }
  }
  template <class Structs, class Member>
  void operator()(const std::string& name, const Each<Structs, Member>& list) const {
    using T = std::remove_cvref_t<decltype(list.structs[0].*list.member)>;
    if constexpr (requires(T v) { v.push_back(v[0]); }) {
      T joined;
      std::vector<std::int64_t> counts;
      (*this)(name, joined);
      (*this)(name + ".counts", counts);
      list.structs.resize(counts.size());
      auto from = joined.begin();
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] < 0 || counts[i] > joined.end() - from)
          fail("{}: '{}' has another type.", name_of_file, name);
        (list.structs[i].*list.member).assign(from, from + counts[i]);
        from += counts[i];
      }
    } else {
      std::vector<T> joined;
      (*this)(name, joined);
      list.structs.resize(joined.size());
      for (std::size_t i = 0; i < joined.size(); ++i) list.structs[i].*list.member = joined[i];
    }
  }
};

/// Visits the entries of the ledger by name, for people and scripts that look into the file.
template <class AnyLedger, class Visit>
void visit_ledger(AnyLedger& ledger, Visit visit) {
  visit("kinetic", ledger.kinetic);
  visit("potential", ledger.potential);
  visit("elastic", ledger.elastic);
  visit("damping", ledger.damping);
  visit("friction", ledger.friction);
  visit("local", ledger.local);
  visit("walls", ledger.walls);
  visit("inserted", ledger.inserted);
  visit("model", ledger.model);
}

CheckpointInfo read_info(const hdf5::Reader& file) {
  CheckpointInfo info;
  info.program = file.read_text("about/program");
  info.scene = file.read_text("about/scene");
  info.setup = file.read_text("about/setup");
  info.hash = file.read_value<std::uint64_t>("about/hash");
  info.state_hash = file.read_value<std::uint64_t>("about/state_hash");
  info.contacts = file.read_value<int>("about/contacts");
  info.time = file.read_value<Real>("state/time");
  info.steps = file.read_value<std::int64_t>("state/steps");
  info.bodies = static_cast<int>(file.size("state/bodies/id"));
  info.first_total = file.read_value<Real>("state/ledger/first_total");
  visit_ledger(info.ledger, [&](const char* name, Real& value) {
    value = file.read_value<Real>(std::string("about/energy/") + name);
  });
  return info;
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, World& world, const std::string& scene_text,
                      bool compress) {
  world.update_ledger();
  hdf5::Writer file;
  file.write_text("about/program", version());
  file.write_text("about/scene", scene_text);
  file.write_text("about/setup", setup_of(world));
  file.write_value("about/hash", world.hash());
  file.write_value("about/state_hash", world.state_hash());
  file.write_value("about/contacts", world.contacts.touching_count());
  visit_ledger(std::as_const(world.ledger), [&](const char* name, Real value) {
    file.write_value(std::string("about/energy/") + name, value);
  });
  visit_state(std::as_const(world), StateWriter{file, compress});
  const std::string body = file.bytes();
  write_file_durably(path, head_of(body) + body);
}

CheckpointInfo read_checkpoint_info(const std::filesystem::path& path) {
  const std::string bytes = read_file(path);
  return read_info(hdf5::Reader(checked_body(path.string(), bytes), path.string()));
}

void load_checkpoint(const std::filesystem::path& path, World& world) {
  const std::string name = path.string(), bytes = read_file(path);
  const hdf5::Reader file(checked_body(name, bytes), name);
  const CheckpointInfo info = read_info(file);
  check_same_setup(name, info.setup, setup_of(world));
  World loaded = world;
  visit_state(loaded, StateReader{file, name});
  if (loaded.state_hash() != info.state_hash) {
    fail(
        "{}: its state does not have the hash with which it was saved: version {} of the program wrote other "
        "data than this version ({}) reads. Resume it with the program that wrote it.",
        name, info.program, version());
  }
  restore_derived(loaded);
  world = std::move(loaded);
}

}  // namespace scree
