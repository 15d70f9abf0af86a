// HDF5 files that are written and read in memory. The library never accesses the disk: file.hpp writes and
// reads files as a whole. So a full disk or a killed program cannot leave half a file. Equal contents give
// equal bytes.
#pragma once

#include "scree/world/state/fields.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::hdf5 {

/// Returns the version of the HDF5 library, like "1.10.8".
std::string library_version();

/// Layout of a value in memory.
struct DataType {
  enum class Kind : unsigned char { real, whole, natural, compound };
  struct Member;

  Kind kind{};
  std::size_t size = 0;   // size of one value in memory, padding included
  std::size_t count = 1;  // > 1: number of elements of an array
  std::vector<Member> members;
};
struct DataType::Member {
  const char* name;
  std::size_t offset;
  DataType type;
};

/// Returns the type of a number, a flag, an enum, an array of them, or a struct with `fields`.
template <class T>
DataType type_of() {
  using Kind = DataType::Kind;
  if constexpr (std::is_array_v<T>) {
    DataType type = type_of<std::remove_extent_t<T>>();
    type.count = std::extent_v<T>;
    return type;
  } else if constexpr (std::is_enum_v<T>) {
    return type_of<std::underlying_type_t<T>>();
  } else if constexpr (std::is_arithmetic_v<T>) {
    const Kind kind = std::is_floating_point_v<T> ? Kind::real
                      : std::is_signed_v<T>       ? Kind::whole
                                                  : Kind::natural;
    return {kind, sizeof(T), 1, {}};
  } else {
    static_assert(all_fields_listed<T>(), "list all fields of this struct in fields.hpp");
    union Storage {  // space for a T; no T is constructed
      char bytes[sizeof(T)];
      T value;
      Storage() : bytes{} {}
    } const storage;
    const auto offset = [&](const auto& member) {
      return static_cast<std::size_t>(reinterpret_cast<const char*>(&member) - storage.bytes);
    };
    return std::apply(
        [&]<class... M>(const Field<T, M>&... f) -> DataType {
          return {Kind::compound, sizeof(T), 1, {{f.name, offset(storage.value.*f.member), type_of<M>()}...}};
        },
        fields<T>);
  }
}

/// Writes a file. Slashes in a path separate groups; missing groups are created.
class Writer {
 public:
  Writer();
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// Writes arrays with rows of `columns` values; 0 columns: a plain list.
  template <class T>
  void write(const std::string& path, std::span<const T> values, int columns = 0, bool compress = false) {
    write_array(path, values.data(), values.size(), type_of<T>(), columns, compress);
  }
  template <class T>
  void write_value(const std::string& path, const T& value) {
    write_scalar(path, &value, type_of<T>());
  }
  void write_text(const std::string& path, std::string_view text);
  void group(const std::string& path);
  void attribute(const std::string& group, const char* name, std::span<const std::int64_t> values);
  void attribute(const std::string& group, const char* name, std::string_view text);

  /// Returns the finished file.
  std::string bytes();

 private:
  struct State;
  std::unique_ptr<State> state_;

  void write_array(const std::string& path, const void* data, std::size_t count, const DataType& type,
                   int columns, bool compress);
  void write_scalar(const std::string& path, const void* data, const DataType& type);
};

/// Reads a file. Throws an Error that begins with `name` if an object is missing or has another type.
class Reader {
 public:
  Reader(std::string_view bytes, std::string name);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  bool has(const std::string& path) const;
  template <class T>
  std::vector<T> read(const std::string& path) const {
    std::vector<T> values(size(path));
    read_into(path, values.data(), values.size(), type_of<T>());
    return values;
  }
  template <class T>
  T read_value(const std::string& path) const {
    T value{};
    read_into(path, &value, 1, type_of<T>());
    return value;
  }
  std::string read_text(const std::string& path) const;
  /// Returns the number of values in all columns.
  std::size_t size(const std::string& path) const;

 private:
  struct State;
  std::unique_ptr<State> state_;

  void read_into(const std::string& path, void* data, std::size_t count, const DataType& type) const;
};

}  // namespace scree::hdf5
