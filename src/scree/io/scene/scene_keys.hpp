// The table of the keys of a scene file. It checks scenes, fills in defaults, and is printed as
// docs/reference/scene.md by `scree check --keys`. A new key needs one line in scene_keys.cpp and its reader
// in scene.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace scree {

enum class KeyType : unsigned char {
  number,
  number_or_auto,
  whole,       // a whole number
  flag,        // true or false
  text,        // any string: a name
  file,        // the name of a file whose content belongs to the scene
  word,        // one of the choices
  vector,      // three numbers; in 2D two, or three with a 0
  spin,        // three numbers; in 2D one, or three with two 0
  quaternion,  // four numbers, w first
  numbers,     // a list of numbers
  points,      // points of the plane: a list of [x, y], or x, y, x, y ...
  words,       // a list of strings
  times,       // a table from strings to numbers
};

/// Range of the allowed numbers, which are always finite.
enum class KeyRange : unsigned char { any, positive, not_negative, fraction, poisson };

struct SceneKey {
  std::string_view table;  // "run", "material.NAME" (any name), "wall[]" (a list of tables)
  std::string_view name;
  KeyType type;
  std::string_view unit;      // empty: none
  std::string_view fallback;  // as TOML; "needed": must be given; empty: may be left out
  KeyRange range;
  std::string_view choices;  // words that are allowed: "plane|box"
  std::string_view only;     // values of `type` that allow the key: "box", "random|rain"; empty: all
  std::string_view text;     // description in one line
};

struct SceneTable {
  std::string_view name;
  std::string_view text;

  /// Returns the name without its pattern: "material" for "material.NAME", "wall" for "wall[]".
  std::string_view base_name() const { return name.substr(0, name.find_first_of(".[")); }
};

/// A key that was renamed. This version accepts the old name and prints a note.
struct RenamedKey {
  std::string_view table, old_name, name;
};

std::span<const SceneTable> scene_tables();
std::span<const SceneKey> scene_keys();
std::span<const RenamedKey> renamed_keys();

/// A key whose value may change when a run is resumed.
struct ChangeableKey {
  std::string_view table, name, reason;
};
std::span<const ChangeableKey> changeable_keys();
bool may_change(const SceneKey& key);
/// Returns the names of the changeable keys for messages, like "run.end, run.threads and ...".
std::string changeable_key_names();

/// Returns what a value of this key must be, in 2D or in 3D: "a number in m, greater than 0".
std::string expectation(const SceneKey& key, bool planar = false);

/// True if a list separated by | contains this word.
bool has_word(std::string_view list, std::string_view word);

/// Returns the reference page of scene files in Markdown: every table with its keys.
std::string scene_keys_page();

}  // namespace scree
