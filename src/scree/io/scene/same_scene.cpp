#include "scree/io/scene/same_scene.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/encode/checksum.hpp"
#include "scree/io/scene/scene_check.hpp"
#include "scree/text.hpp"

#include <map>

namespace scree {
namespace {

constexpr std::string_view location_mark = "# from ", file_mark = "# file ";

/// Key of a scene, with its value as text.
struct Entry {
  const SceneKey* key = nullptr;
  std::string value;
  std::string file;  // name of the file, if the key names one
};
using Entries = std::map<std::string, Entry>;  // keys: paths like "insert[0].rate"

std::string text_of(const toml::node& node) {
  if (const toml::array* list = node.as_array()) {
    std::string text;
    for (const toml::node& x : *list) text += (text.empty() ? "" : ", ") + text_of(x);
    return "[" + text + "]";
  }
  if (const toml::table* table = node.as_table()) {
    std::string text;
    for (const auto& [name, x] : *table)
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name.str(), text_of(x));
    return "{" + text + "}";
  }
  if (node.is_number()) return fmt::to_string(*node.value<double>());  // 2 and 2.0 give the same text
  if (node.is_boolean()) return *node.value<bool>() ? "true" : "false";
  return fmt::format("\"{}\"", on_one_line(node.value_or(std::string())));
}

Entries entries_of(const toml::table& scene) {
  Entries entries;
  each_table(scene, [&](std::string_view kind, const std::string& path, const toml::table& table) {
    for (const SceneKey& key : scene_keys()) {
      const toml::node* node = key.table == kind ? table.get(key.name) : nullptr;
      if (node == nullptr) continue;
      const bool is_file = key.type == KeyType::file;
      entries[fmt::format("{}.{}", path, key.name)] = {&key, text_of(*node),
                                                       is_file ? node->value_or(std::string()) : ""};
    }
  });
  return entries;
}

/// Returns the checksum and the size of a file.
std::string fingerprint(const std::filesystem::path& file) {
  const std::string bytes = read_file(file);
  return fmt::format("{:016x} {}", checksum(bytes), bytes.size());
}

/// Maps the path of each key that names a file to the fingerprint of that file.
std::map<std::string, std::string> files_of(std::string_view kept) {
  std::map<std::string, std::string> files;
  while (kept.starts_with('#')) {
    std::string_view line = next_line(kept);
    if (!line.starts_with(file_mark)) continue;
    line.remove_prefix(file_mark.size());
    const std::string_view hash = next_word(line), size = next_word(line);
    line.remove_prefix(std::min<std::size_t>(1, line.size()));
    files[std::string(line)] = fmt::format("{} {}", hash, size);
  }
  return files;
}

std::string value_or_none(const Entries& entries, const std::string& path) {
  const auto found = entries.find(path);
  return found == entries.end() ? "not given" : found->second.value;
}

}  // namespace

std::string kept_scene(const Scene& scene) {
  const std::filesystem::path file =
      std::filesystem::absolute(scene.folder / (scene.name + ".toml")).lexically_normal();
  std::string text = fmt::format("{}{}\n", location_mark, file.string());
  const toml::table keys = checked_scene(scene.resolved_toml, file.string(), {});
  for (const auto& [path, entry] : entries_of(keys)) {
    if (entry.key->type == KeyType::file)
      text += fmt::format("{}{} {}\n", file_mark, fingerprint(scene.folder / entry.file), path);
  }
  return text + scene.resolved_toml + "\n";
}

std::filesystem::path scene_file_of(std::string_view kept) {
  const std::string_view first = next_line(kept);
  return first.starts_with(location_mark) ? first.substr(location_mark.size()) : std::string_view();
}

std::optional<std::string> scene_difference(std::string_view begun, std::string_view now,
                                            const std::string& location) {
  const Entries before = entries_of(checked_scene(begun, location, {})),
                after = entries_of(checked_scene(now, location, {}));
  Entries all = before;
  all.insert(after.begin(), after.end());
  for (const auto& [path, entry] : all) {
    const std::string was = value_or_none(before, path), is = value_or_none(after, path);
    if (was != is && !may_change(*entry.key)) return fmt::format("{} is {} and was {}", path, is, was);
  }
  const auto files_before = files_of(begun), files_after = files_of(now);
  for (const auto& [path, fingerprint] : files_after) {
    const auto found = files_before.find(path);
    if (found == files_before.end() || found->second != fingerprint)
      return fmt::format("the content of the file {} ({}) has changed", value_or_none(after, path), path);
  }
  return {};
}

void check_begun_with(const Scene& given, std::string_view begun, const std::filesystem::path& folder) {
  const auto difference = scene_difference(begun, kept_scene(given), (folder / "scene.toml").string());
  if (!difference) return;
  fail(
      "{}: the run in this folder was started with another scene: {}. Change it back, or choose another "
      "folder with --out. {} may change.",
      folder.string(), *difference, changeable_key_names());
}

void check_unchanged(const Scene& scene, std::string_view saved, const std::filesystem::path& folder) {
  const std::string file = (folder / "scene.toml").string(), now = kept_scene(scene);
  if (const auto difference = scene_difference(saved, now, file)) {
    fail(
        "{}: the scene of this run has changed since the last checkpoint was written: {}. Change it back, or "
        "start a run of the new scene in another folder.",
        file, *difference);
  }
  const std::string was = value_or_none(entries_of(checked_scene(saved, file, {})), "run.end");
  const std::string is = value_or_none(entries_of(checked_scene(now, file, {})), "run.end");
  if (was != is) {
    fail(
        "{}: run.end is {} and was {} when the last checkpoint was written. Change it back, and continue the "
        "run with 'scree resume {} --until {}'.",
        file, is, was, folder.string(), is);
  }
}

}  // namespace scree
