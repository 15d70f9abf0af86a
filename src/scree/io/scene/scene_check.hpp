// A scene file as TOML that was checked against the table of keys. io/scene/scene.cpp reads from it. Only the
// files of the scene include this header.
#pragma once

#include "scree/io/scene/scene_keys.hpp"
#include "scree/math/quat.hpp"
#include "scree/text.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <optional>
#include <vector>

namespace scree {

/// Returns "scene.toml, line 7", or "--set run.end=x" for a key that was set on the command line.
std::string location_of(const toml::node& node, const std::string& file);

/// Returns the text of the file with the overrides ("key=value") applied. Everything that the table of keys
/// covers is checked, and defaults are filled in. Keys with old names are renamed; each of them adds a
/// sentence to `notes`. Throws an Error with location, key, cause and remedy.
toml::table checked_scene(std::string_view text, const std::string& file,
                          const std::vector<std::string>& overrides,
                          std::vector<std::string>* notes = nullptr);

/// Calls visit(kind, name, table) for every table of a scene: kind is "insert[]", name "insert[0]". Skips
/// values that are not tables.
template <class Table, class Visit>
void each_table(Table& scene, Visit visit) {
  for (const SceneTable& kind : scene_tables()) {
    const std::string name(kind.base_name());
    auto* node = scene.get(name);
    if (node == nullptr) continue;
    if (auto* list = node->as_array()) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        if (auto* table = list->get(i)->as_table()) visit(kind.name, fmt::format("{}[{}]", name, i), *table);
      }
    } else if (auto* table = node->as_table(); table != nullptr && kind.name.ends_with(".NAME")) {
      for (auto&& [key, entry] : *table) {
        if (auto* named = entry.as_table())
          visit(kind.name, fmt::format("{}.{}", name, on_one_line(key.str())), *named);
      }
    } else if (table != nullptr) {
      visit(kind.name, name, *table);
    }
  }
}

/// Returns a sentence for each value of a checked scene that has no effect or is far from usual values, such
/// as a density in g/cm3. Skips values that are the defaults.
std::vector<std::string> key_notes(const toml::table& scene, const std::string& file);

/// Table of a checked scene. Every key that is needed is present, and every value has the type of its key.
class SceneReader {
 public:
  SceneReader(const toml::table& table, std::string name, const std::string& file)
      : table_(table), name_(std::move(name)), file_(file) {}

  bool has(std::string_view key) const { return table_.contains(key); }
  Real number(std::string_view key) const { return *table_[key].value<double>(); }
  int whole(std::string_view key) const { return static_cast<int>(*table_[key].value<std::int64_t>()); }
  bool flag(std::string_view key) const { return *table_[key].value<bool>(); }
  std::string text(std::string_view key) const { return *table_[key].value<std::string>(); }
  Vec3 vec(std::string_view key) const {
    const std::vector<Real> v = numbers(key);
    return {v[0], v[1], v[2]};
  }
  /// Returns a spin. In the plane a number s stands for [0, 0, s].
  Vec3 spin(std::string_view key) const {
    return table_[key].is_number() ? Vec3{0, 0, number(key)} : vec(key);
  }
  Quat quat(std::string_view key) const {
    const std::vector<Real> v = numbers(key);
    return normalized(Quat{v[0], v[1], v[2], v[3]});
  }
  std::vector<Real> numbers(std::string_view key) const;
  std::vector<Vec2> points(std::string_view key) const;
  std::vector<std::string> words(std::string_view key) const;
  std::vector<std::pair<std::string, Real>> times(std::string_view key) const;

  std::optional<Real> maybe_number(std::string_view key) const {
    return has(key) ? table_[key].value<double>() : std::nullopt;
  }
  /// Returns the number; none for "auto".
  std::optional<Real> number_or_auto(std::string_view key) const {
    return table_[key].is_string() ? std::nullopt : table_[key].value<double>();
  }

  /// Returns "scene.toml, line 7: wall[0].lower", the beginning of messages about a key.
  std::string location(std::string_view key) const;
  /// Returns the beginning of messages about the whole table.
  std::string location() const;

 private:
  const toml::table& table_;
  std::string name_;
  const std::string& file_;
};

}  // namespace scree
