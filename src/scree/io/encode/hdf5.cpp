#include "scree/io/encode/hdf5.hpp"

#include "scree/error.hpp"

#include <hdf5.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>

namespace scree::hdf5 {
namespace {

/// Stops the library from printing its own error stack, because the messages of Scree say more.
class Quiet {
 public:
  Quiet() {
    H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// Owner of an HDF5 identifier of any kind; the identifier is negative if the handle is empty.
class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) H5Idec_ref(id_);  // has the effect of H5Fclose, H5Dclose, ...
  }
  hid_t get() const { return id_; }
  bool good() const { return id_ >= 0; }

 private:
  hid_t id_ = -1;
};

/// Thrown if the library runs out of memory in a call.
struct NoMemory : std::bad_alloc {
  const char* what() const noexcept override { return "the HDF5 library refused a call"; }
};

/// Checks the result of calls on files in memory, which can fail only if memory runs out.
Handle sure(hid_t id) {
  if (id < 0) throw NoMemory();
  return Handle(id);
}
void sure_done(herr_t status) {
  if (status < 0) throw NoMemory();
}

hid_t native_type(const DataType& type) {
  if (type.kind == DataType::Kind::real) return type.size == 4 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  const bool sign = type.kind == DataType::Kind::whole;
  switch (type.size) {
    case 1:
      return sign ? H5T_NATIVE_INT8 : H5T_NATIVE_UINT8;
    case 2:
      return sign ? H5T_NATIVE_INT16 : H5T_NATIVE_UINT16;
    case 4:
      return sign ? H5T_NATIVE_INT32 : H5T_NATIVE_UINT32;
    default:
      return sign ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64;
  }
}

Handle memory_type(const DataType& type) {
  Handle one;
  if (type.kind == DataType::Kind::compound) {
    one = sure(H5Tcreate(H5T_COMPOUND, type.size));
    for (const DataType::Member& m : type.members)
      sure_done(H5Tinsert(one.get(), m.name, m.offset, memory_type(m.type).get()));
  } else {
    one = sure(H5Tcopy(native_type(type)));
  }
  if (type.count == 1) return one;
  const hsize_t count = type.count;
  return sure(H5Tarray_create2(one.get(), 1, &count));
}

/// Returns the type without padding, so that bytes between the fields are never written.
Handle file_type(const Handle& memory) {
  Handle packed = sure(H5Tcopy(memory.get()));
  if (H5Tget_class(packed.get()) == H5T_COMPOUND) sure_done(H5Tpack(packed.get()));
  return packed;
}

Handle text_type(std::string_view text) {
  Handle type = sure(H5Tcopy(H5T_C_S1));
  sure_done(H5Tset_size(type.get(), std::max<std::size_t>(1, text.size())));
  sure_done(H5Tset_strpad(type.get(), H5T_STR_NULLPAD));
  return type;
}

Handle memory_access() {
  Handle access = sure(H5Pcreate(H5P_FILE_ACCESS));
  sure_done(H5Pset_fapl_core(access.get(), 1U << 20U, false));
  return access;
}

/// Returns a name that cannot exist on the disk and that no other open file has. The library would confuse
/// files of equal names.
std::string memory_name() {
  static std::atomic<int> files = 0;
  return "/dev/null/" + std::to_string(files++);
}

}  // namespace

std::string library_version() {
  unsigned major = 0, minor = 0, release = 0;
  sure_done(H5get_libversion(&major, &minor, &release));
  return fmt::format("{}.{}.{}", major, minor, release);
}

struct Writer::State {
  Quiet quiet;
  Handle link;  // creates missing groups
  Handle file;

  void write(const std::string& path, const Handle& type, const Handle& space, const Handle& creation,
             const void* data) const {
    sure_done(H5Pset_obj_track_times(creation.get(), false));  // equal contents give equal bytes
    const Handle stored = file_type(type);
    const Handle set = sure(H5Dcreate2(file.get(), path.c_str(), stored.get(), space.get(), link.get(),
                                       creation.get(), H5P_DEFAULT));
    if (H5Sget_simple_extent_npoints(space.get()) > 0)
      sure_done(H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
  }
};

Writer::Writer() : state_(std::make_unique<State>()) {
  state_->link = sure(H5Pcreate(H5P_LINK_CREATE));
  sure_done(H5Pset_create_intermediate_group(state_->link.get(), 1));
  state_->file = sure(H5Fcreate(memory_name().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, memory_access().get()));
}
Writer::~Writer() = default;

void Writer::write_array(const std::string& path, const void* data, std::size_t count, const DataType& type,
                         int columns, bool compress) {
  const hsize_t width = columns > 0 ? columns : 1;
  const hsize_t extent[2] = {count / width, width};
  const int rank = columns > 0 ? 2 : 1;
  const Handle creation = sure(H5Pcreate(H5P_DATASET_CREATE));
  if (compress && count * type.size > 1024) {
    const hsize_t chunk[2] = {std::min<hsize_t>(extent[0], 65536), width};
    sure_done(H5Pset_chunk(creation.get(), rank, chunk));
    sure_done(H5Pset_shuffle(creation.get()));
    sure_done(H5Pset_deflate(creation.get(), 4));
  }
  state_->write(path, memory_type(type), sure(H5Screate_simple(rank, extent, nullptr)), creation, data);
}

void Writer::write_scalar(const std::string& path, const void* data, const DataType& type) {
  state_->write(path, memory_type(type), sure(H5Screate(H5S_SCALAR)), sure(H5Pcreate(H5P_DATASET_CREATE)),
                data);
}

void Writer::write_text(const std::string& path, std::string_view text) {
  const std::string filled = text.empty() ? std::string(1, '\0') : std::string(text);
  state_->write(path, text_type(text), sure(H5Screate(H5S_SCALAR)), sure(H5Pcreate(H5P_DATASET_CREATE)),
                filled.data());
}

void Writer::group(const std::string& path) {
  sure(H5Gcreate2(state_->file.get(), path.c_str(), state_->link.get(), H5P_DEFAULT, H5P_DEFAULT));
}

void Writer::attribute(const std::string& group, const char* name, std::span<const std::int64_t> values) {
  const hsize_t extent = values.size();
  const Handle space = sure(H5Screate_simple(1, &extent, nullptr));
  const Handle attribute = sure(H5Acreate_by_name(state_->file.get(), group.c_str(), name, H5T_NATIVE_INT64,
                                                  space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  sure_done(H5Awrite(attribute.get(), H5T_NATIVE_INT64, values.data()));
}

void Writer::attribute(const std::string& group, const char* name, std::string_view text) {
  const Handle type = text_type(text), space = sure(H5Screate(H5S_SCALAR));
  const Handle attribute = sure(H5Acreate_by_name(state_->file.get(), group.c_str(), name, type.get(),
                                                  space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  sure_done(H5Awrite(attribute.get(), type.get(), std::string(text).data()));
}

std::string Writer::bytes() {
  sure_done(H5Fflush(state_->file.get(), H5F_SCOPE_GLOBAL));
  const ssize_t size = H5Fget_file_image(state_->file.get(), nullptr, 0);
  std::string bytes(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
  if (H5Fget_file_image(state_->file.get(), bytes.data(), bytes.size()) < 0)
    throw std::runtime_error("the HDF5 library returned no file");
  return bytes;
}

struct Reader::State {
  Quiet quiet;
  std::string name;
  Handle file;

  /// Opens a dataset. Throws an Error if it does not exist.
  Handle open(const std::string& path) const {
    Handle set(H5Dopen2(file.get(), path.c_str(), H5P_DEFAULT));
    if (!set.good()) fail("{}: it has no dataset '{}'.", name, path);
    return set;
  }
  static std::size_t size(const Handle& set) {
    const hssize_t count = H5Sget_simple_extent_npoints(sure(H5Dget_space(set.get())).get());
    return count < 0 ? 0 : static_cast<std::size_t>(count);
  }
};

Reader::Reader(std::string_view bytes, std::string name) : state_(std::make_unique<State>()) {
  state_->name = std::move(name);
  const Handle access = memory_access();
  std::string copy(bytes);  // the library requires a writable pointer, and copies the bytes
  sure_done(H5Pset_file_image(access.get(), copy.data(), copy.size()));
  state_->file = Handle(H5Fopen(memory_name().c_str(), H5F_ACC_RDONLY, access.get()));
  if (!state_->file.good()) fail("{}: this is not a complete HDF5 file.", state_->name);
}
Reader::~Reader() = default;

bool Reader::has(const std::string& path) const {
  return H5Lexists(state_->file.get(), path.c_str(), H5P_DEFAULT) > 0;
}

std::size_t Reader::size(const std::string& path) const { return State::size(state_->open(path)); }

void Reader::read_into(const std::string& path, void* data, std::size_t count, const DataType& type) const {
  const Handle set = state_->open(path), memory = memory_type(type);
  // Accepts only equal types, because the library skips a missing or renamed field silently.
  const bool same = H5Tequal(sure(H5Dget_type(set.get())).get(), file_type(memory).get()) > 0;
  if (!same || State::size(set) != count) fail("{}: '{}' has another type.", state_->name, path);
  if (count > 0 && H5Dread(set.get(), memory.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
    fail("{}: '{}' cannot be read.", state_->name, path);
}

std::string Reader::read_text(const std::string& path) const {
  const Handle set = state_->open(path), type = sure(H5Dget_type(set.get()));
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 || State::size(set) != 1)
    fail("{}: '{}' has another type.", state_->name, path);
  std::string text(H5Tget_size(type.get()), '\0');
  if (H5Dread(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0)
    fail("{}: '{}' cannot be read.", state_->name, path);
  while (text.ends_with('\0')) text.pop_back();
  return text;
}

}  // namespace scree::hdf5
