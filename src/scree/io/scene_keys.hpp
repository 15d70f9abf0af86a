// The keys of a scene file: one table that checks scenes, fills in what they leave out, and is printed as
// docs/reference/scene.md by `scree check --keys`. To add a key: one line in scene_keys.cpp and its reader in
// scene.cpp.
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
  vector,      // three numbers; in the plane two, or three with a 0
  spin,        // three numbers; in the plane one, or three with two 0
  quaternion,  // four numbers, w first
  numbers,     // a list
  points,      // of the plane: a list of [x, y], or x, y, x, y ...
  words,       // a list of strings
  times,       // a table: string to number
};

/// What numbers are allowed. Finite ones always.
enum class KeyRange : unsigned char { any, positive, not_negative, part, poisson };

struct SceneKey {
  std::string_view table;  // "run", "material.NAME" (any name), "wall[]" (a list of tables)
  std::string_view name;
  KeyType type;
  std::string_view unit;      // empty: none
  std::string_view fallback;  // as TOML; "needed": must be given; empty: may be left out
  KeyRange range;
  std::string_view choices;  // of a word: "plane|box"
  std::string_view only;  // the values of `type` for which the key is there: "box", "random|rain"; empty: all
  std::string_view text;  // what it is, in one line
};

struct SceneTable {
  std::string_view name;
  std::string_view text;
};

std::span<const SceneTable> scene_tables();
std::span<const SceneKey> scene_keys();

/// A key that may differ from the scene that a run was begun with when the run is resumed.
struct ChangeableKey {
  std::string_view table, name, reason;
};
std::span<const ChangeableKey> changeable_keys();
bool may_change(const SceneKey& key);
/// "run.end, run.threads and ...", for messages.
std::string changeable_key_names();

/// What a value of this key must look like, in the plane or in space: "a number in m, greater than 0".
std::string expectation(const SceneKey& key, bool planar = false);

/// Whether a list separated by | has this word.
bool has_word(std::string_view list, std::string_view word);

/// The page for users: every table with its keys, in Markdown.
std::string scene_keys_page();

}  // namespace scree
