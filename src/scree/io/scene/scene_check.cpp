#include "scree/io/scene/scene_check.hpp"

#include "scree/error.hpp"
#include "scree/io/scene/toml_fault.hpp"
#include "scree/io/scene/wishes.hpp"
#include "scree/text.hpp"

#include <algorithm>
#include <cctype>

namespace scree {
namespace {

/// Table that is being checked, with its name in messages and in the table of keys.
struct Where {
  const std::string& file;
  std::string name;        // "wall[0]", "material.rock"
  std::string_view table;  // "wall[]", "material.NAME"
  bool planar;
};

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string:
      return fmt::format("the text \"{}\"", shown(*node.value<std::string>()));
    case toml::node_type::integer:
      return fmt::format("{}", *node.value<std::int64_t>());
    case toml::node_type::floating_point:
      return fmt::format("{}", *node.value<double>());
    case toml::node_type::boolean:
      return *node.value<bool>() ? "true" : "false";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::table:
      return "a table";
    default:
      return "a date or time";
  }
}

bool in_range(KeyRange range, double x) {
  if (!std::isfinite(x)) return false;
  switch (range) {
    case KeyRange::any:
      return true;
    case KeyRange::positive:
      return x > 0;
    case KeyRange::not_negative:
      return x >= 0;
    case KeyRange::fraction:
      return x >= 0 && x <= 1;
    case KeyRange::poisson:
      return x > -1 && x <= 0.5;
  }
  return false;
}

bool is_number_in_range(const toml::node& node, KeyRange range) {
  return node.is_number() && in_range(range, *node.value<double>());
}

/// Returns the first entry of a list that is not valid, or nullptr.
template <class Good>
const toml::node* first_bad(const toml::array& list, Good good) {
  for (const toml::node& entry : list) {
    if (!good(entry)) return &entry;
  }
  return nullptr;
}

/// Describes what is wrong with a value; empty if the value is valid.
std::string fault(const SceneKey& key, const toml::node& node, bool planar) {
  const auto number = [&](const toml::node& n) { return is_number_in_range(n, key.range); };
  const auto list_fault = [&](std::size_t length) -> std::string {
    const toml::array* list = node.as_array();
    if (list == nullptr) return kind_of(node);
    if (length > 0 && list->size() > length)
      return fmt::format("a list of {} (numbers have a decimal point, no comma)", list->size());
    if (length > 0 && list->size() != length) return fmt::format("a list of {}", list->size());
    if (const toml::node* bad = first_bad(*list, number)) return kind_of(*bad) + " in the list";
    return list->empty() ? "an empty list" : "";
  };
  switch (key.type) {
    case KeyType::number:
      return number(node) ? "" : kind_of(node);
    case KeyType::number_or_auto:
      return number(node) || node.value<std::string_view>() == "auto" ? "" : kind_of(node);
    case KeyType::whole: {
      const bool good = node.is_integer() && number(node) && *node.value<double>() < 2147483648.0;
      return good ? "" : kind_of(node);
    }
    case KeyType::flag:
      return node.is_boolean() ? "" : kind_of(node);
    case KeyType::text:
    case KeyType::file:
      return node.is_string() ? "" : kind_of(node);
    case KeyType::word: {
      const auto word = node.value<std::string_view>();
      return word && has_word(key.choices, *word) ? "" : kind_of(node);
    }
    case KeyType::vector:
      return list_fault(3);
    case KeyType::spin:
      return planar && number(node) ? "" : list_fault(3);
    case KeyType::points: {
      const toml::array* list = node.as_array();
      if (list == nullptr) return kind_of(node);
      if (list->empty()) return "an empty list";
      const bool in_pairs = list->get(0)->is_array();
      if (!in_pairs && list->size() % 2 != 0) return fmt::format("a list of {}", list->size());
      const auto pair = [&](const toml::node& n) {
        const toml::array* p = n.as_array();
        return p != nullptr && p->size() == 2 && number(*p->get(0)) && number(*p->get(1));
      };
      const toml::node* bad = in_pairs ? first_bad(*list, pair) : first_bad(*list, number);
      return bad == nullptr    ? ""
             : bad->is_array() ? "another list in the list"
                               : kind_of(*bad) + " in the list";
    }
    case KeyType::numbers:
      return list_fault(0);
    case KeyType::quaternion: {
      if (std::string text = list_fault(4); !text.empty()) return text;
      double sum = 0;
      for (const toml::node& n : *node.as_array()) sum += std::abs(*n.value<double>());
      return sum > 0 ? "" : "all 0";
    }
    case KeyType::words: {
      const toml::array* list = node.as_array();
      if (list == nullptr) return kind_of(node);
      const toml::node* bad = first_bad(*list, [](const toml::node& n) { return n.is_string(); });
      return bad != nullptr ? kind_of(*bad) + " in the list" : "";
    }
    case KeyType::times: {
      const toml::table* table = node.as_table();
      if (table == nullptr) return kind_of(node);
      for (const auto& [name, value] : *table) {
        if (!number(value)) return kind_of(value) + " in the table";
      }
      return "";
    }
  }
  return "";
}

/// True for a number followed by letters: the user probably gave a unit.
bool looks_like_quantity(const toml::node& node) {
  const auto text = node.value<std::string_view>();
  return text && !text->empty() &&
         (std::isdigit(static_cast<unsigned char>(text->front())) != 0 || text->front() == '-' ||
          text->front() == '.');
}

/// Turns vectors of the plane into vectors of space: [x, y] becomes [x, y, 0].
void lift(const SceneKey& key, toml::node& node) {
  toml::array* list = node.as_array();
  if (key.type == KeyType::vector && list != nullptr && list->size() == 2) list->push_back(0.0);
}

void check_value(const Where& where, const SceneKey& key, const toml::node& node) {
  const std::string found = fault(key, node, where.planar);
  if (found.empty()) return;
  std::string hint;
  if (looks_like_quantity(node) && key.type <= KeyType::whole) {
    hint = " Write the number alone, without quotes and unit.";
  } else if (const auto word = node.value<std::string_view>(); word && key.type == KeyType::word) {
    std::vector<std::string_view> choices;
    for (std::string_view rest = key.choices; !rest.empty();) {
      choices.push_back(rest.substr(0, rest.find('|')));
      rest.remove_prefix(std::min(rest.size(), choices.back().size() + 1));
    }
    const std::string wish = wish_text(*word);
    hint = !wish.empty() ? " " + wish
                         : fmt::format(" The nearest is '{}'.", choices[nearest_word(*word, choices)]);
  }
  fail("{}: {}.{} must be {}, and is {}.{}", location_of(node, where.file), where.name, key.name,
       expectation(key, where.planar), found, hint);
}

const SceneKey* find_key(std::string_view table, std::string_view name) {
  for (const SceneKey& key : scene_keys()) {
    if (key.table == table && key.name == name) return &key;
  }
  return nullptr;
}

[[noreturn]] void fail_unknown(const std::string& location, std::string_view table_name,
                               std::string_view table, std::string_view name) {
  std::vector<std::string_view> names;
  for (const SceneKey& key : scene_keys()) {
    if (key.table == table) names.push_back(key.name);
  }
  if (const std::string wish = wish_text(name); !wish.empty())
    fail("{}: there is no key '{}' in {}. {}", location, shown(name), table_name, wish);
  fail("{}: there is no key '{}' in {}; the nearest is '{}'. 'scree check --keys' shows all.", location,
       shown(name), table_name, names[nearest_word(name, names)]);
}

/// Adds the default of a key that was left out. Throws an Error if the key is needed.
void fill(const Where& where, const SceneKey& key, toml::table& table) {
  if (table.contains(key.name) || key.fallback.empty()) return;
  if (key.fallback == "needed") {
    fail("{}: {} has no {}. Give {} = {}.", location_of(table, where.file), where.name, key.name, key.name,
         expectation(key, where.planar));
  }
  toml::table filled = toml::parse(fmt::format("x = {}", key.fallback));
  table.insert(key.name, std::move(*filled.get("x")));
}

/// Checks the keys of one table and adds the defaults.
void check_table(const Where& where, toml::table& table) {
  for (auto&& [name, node] : table) {
    const SceneKey* key = find_key(where.table, name.str());
    if (key == nullptr) fail_unknown(location_of(node, where.file), where.name, where.table, name.str());
    if (where.planar) lift(*key, node);
    check_value(where, *key, node);
  }
  // Fills in `type` first, because it decides which other keys are allowed.
  const SceneKey* type_key = find_key(where.table, "type");
  if (type_key != nullptr) fill(where, *type_key, table);
  const std::string type = table["type"].value_or(std::string());
  for (const SceneKey& key : scene_keys()) {
    if (key.table != where.table) continue;
    if (key.only.empty() || has_word(key.only, type)) {
      fill(where, key, table);
    } else if (const toml::node* node = table.get(key.name)) {
      fail("{}: {}.{} does not go with type = \"{}\", only with {}. Leave it out, or change the type.",
           location_of(*node, where.file), where.name, key.name, type, key.only);
    }
  }
}

void check_all(const std::string& file, toml::table& scene) {
  const bool planar = scene["run"]["dimension"].value<int>() == 2;
  std::vector<std::string_view> names;
  for (const SceneTable& t : scene_tables()) { names.push_back(t.base_name()); }
  for (const auto& [name, node] : scene) {
    if (std::find(names.begin(), names.end(), name.str()) == names.end()) {
      if (const std::string wish = wish_text(name.str()); !wish.empty())
        fail("{}: there is no table '{}'. {}", location_of(node, file), shown(name.str()), wish);
      fail("{}: there is no table '{}'; the nearest is '{}'. 'scree check --keys' shows all.",
           location_of(node, file), shown(name.str()), names[nearest_word(name.str(), names)]);
    }
  }
  for (std::size_t t = 0; t < names.size(); ++t) {
    const std::string_view full = scene_tables()[t].name, name = names[t];
    const bool list = full.ends_with("[]"), named = full.ends_with(".NAME");
    toml::node* node = scene.get(name);
    if (node == nullptr) {
      if (list || named) continue;
      node = &scene.insert(name, toml::table{}).first->second;
    }
    if (list) {
      toml::array* entries = node->as_array();
      if (entries == nullptr || !entries->is_homogeneous<toml::table>()) {
        fail("{}: '{}' must be a list of tables. Write [[{}]] above each.", location_of(*node, file), name,
             name);
      }
      for (std::size_t i = 0; i < entries->size(); ++i) {
        check_table({file, fmt::format("{}[{}]", name, i), full, planar}, *entries->get(i)->as_table());
      }
      continue;
    }
    toml::table* table = node->as_table();
    if (table == nullptr) {
      fail("{}: '{}' is a table. Write [{}] above its keys.", location_of(*node, file), name, full);
    }
    if (!named) {
      check_table({file, std::string(name), full, planar}, *table);
      continue;
    }
    for (auto&& [key, entry] : *table) {
      if (!entry.is_table()) {
        fail(
            "{}: '{}.{}' is not a table. Each {} has a name: write [{}], with a name for NAME, above its "
            "keys.",
            location_of(entry, file), name, key.str(), name, full);
      }
      check_table({file, fmt::format("{}.{}", name, key.str()), full, planar}, *entry.as_table());
    }
  }
}

std::string old_name_note(const std::string& location, std::string_view table, const RenamedKey& key) {
  return fmt::format("{}: {}.{} is now called {}.{}. Rename it: only this version accepts the old name.",
                     location, table, key.old_name, table, key.name);
}

/// Renames the keys of a file that have old names.
void rename_old_keys(const std::string& file, toml::table& scene, std::vector<std::string>& notes) {
  each_table(scene, [&](std::string_view kind, const std::string& name, toml::table& table) {
    for (const RenamedKey& key : renamed_keys()) {
      toml::node* node = key.table == kind ? table.get(key.old_name) : nullptr;
      if (node == nullptr) continue;
      const std::string location = location_of(*node, file);
      if (const toml::node* present = table.get(key.name)) {
        fail("{}: {}.{} is the old name of {}.{}, which is also given ({}). Keep only {}.", location, name,
             key.old_name, name, key.name, location_of(*present, file), key.name);
      }
      notes.push_back(old_name_note(location, name, key));
      table.insert(key.name, std::move(*node));
      table.erase(key.old_name);
    }
  });
}

/// Returns the entry of the table of renamed keys for the last step of a path; nullptr if there is none.
const RenamedKey* find_renamed(const std::vector<std::string>& steps) {
  for (const RenamedKey& key : renamed_keys()) {
    const SceneTable table{key.table, {}};
    const std::size_t length = table.base_name() == table.name ? 2 : 3;  // a list has an index, others a NAME
    if (steps.size() == length && steps.front() == table.base_name() && steps.back() == key.old_name)
      return &key;
  }
  return nullptr;
}

/// Returns the steps of a path: "insert[0].count" gives insert, 0, count.
std::vector<std::string> path_steps(std::string_view path) {
  std::vector<std::string> steps(1);
  for (const char c : path) {
    if (c == '.' || c == '[') {
      steps.emplace_back();
    } else if (c != ']') {
      steps.back() += c;
    }
  }
  return steps;
}

void set(toml::table& scene, const std::string& argument, std::vector<std::string>& notes) {
  const std::string location = "--set " + argument;
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos || equals == 0) fail("{}: write --set key=value.", location);
  const std::string value = argument.substr(equals + 1);
  toml::table parsed;
  try {
    parsed = toml::parse("x = " + value, location);
  } catch (const toml::parse_error&) {  // the quotes of a text may be missing here
    try {
      parsed = toml::parse(fmt::format("x = '{}'", value), location);
    } catch (const toml::parse_error&) {
      fail("{}: the value cannot be read. Write it as in the scene.", location);
    }
  }
  std::vector<std::string> steps = path_steps(std::string_view(argument).substr(0, equals));
  if (const RenamedKey* key = find_renamed(steps)) {
    const std::string_view path = std::string_view(argument).substr(0, equals);
    notes.push_back(old_name_note(location, path.substr(0, path.rfind('.')), *key));
    steps.back() = key->name;
  }
  toml::node* node = &scene;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    toml::node* next = nullptr;
    if (toml::array* list = node->as_array()) {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(steps[i].data(), steps[i].data() + steps[i].size(), index);
      if (error == std::errc() && *end == 0 && index < list->size()) next = list->get(index);
      if (next == nullptr) {
        fail("{}: the scene has {} of '{}', numbered from 0, and no '{}'. Write for example {}[0].", location,
             list->size(), steps[i - 1], steps[i], steps[i - 1]);
      }
    } else if (toml::table* table = node->as_table()) {
      next = table->get(steps[i]);
      if (next == nullptr) next = &table->insert(steps[i], toml::table{}).first->second;
    }
    node = next;
    if (node == nullptr)
      fail("{}: '{}' is not a table. 'scree check --keys' shows all keys.", location, steps[i]);
  }
  toml::table* table = node->as_table();
  if (table == nullptr || steps.size() < 2) {
    fail("{}: '{}' is not a key of a table. Write for example run.end=2 or insert[0].count=50.", location,
         argument.substr(0, equals));
  }
  table->insert_or_assign(steps.back(), std::move(*parsed.get("x")));
}

}  // namespace

std::string location_of(const toml::node& node, const std::string& file) {
  const toml::source_region& source = node.source();
  if (source.path && source.path->starts_with("--set")) return *source.path;
  return source.begin.line > 0 ? fmt::format("{}, line {}", file, source.begin.line) : file;
}

toml::table checked_scene(std::string_view text, const std::string& file,
                          const std::vector<std::string>& overrides, std::vector<std::string>* notes) {
  toml::table scene;
  std::vector<std::string> old_names;
  try {
    scene = toml::parse(without_byte_order_mark(text), file);
  } catch (const toml::parse_error& error) {
    throw Error(toml_fault(without_byte_order_mark(text), file, error));
  }
  rename_old_keys(file, scene, old_names);
  for (const std::string& argument : overrides) set(scene, argument, old_names);
  check_all(file, scene);
  if (notes != nullptr) *notes = std::move(old_names);
  return scene;
}

std::vector<Real> SceneReader::numbers(std::string_view key) const {
  std::vector<Real> values;
  for (const toml::node& node : *table_[key].as_array()) values.push_back(*node.value<double>());
  return values;
}

std::vector<Vec2> SceneReader::points(std::string_view key) const {
  std::vector<Real> numbers;
  for (const toml::node& node : *table_[key].as_array()) {
    if (const toml::array* pair = node.as_array()) {
      for (const toml::node& x : *pair) numbers.push_back(*x.value<double>());
    } else {
      numbers.push_back(*node.value<double>());
    }
  }
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < numbers.size(); i += 2) points.push_back({numbers[i], numbers[i + 1]});
  return points;
}

std::vector<std::string> SceneReader::words(std::string_view key) const {
  std::vector<std::string> values;
  for (const toml::node& node : *table_[key].as_array()) values.push_back(*node.value<std::string>());
  return values;
}

std::vector<std::pair<std::string, Real>> SceneReader::times(std::string_view key) const {
  std::vector<std::pair<std::string, Real>> values;
  for (const auto& [name, node] : *table_[key].as_table()) {
    values.emplace_back(std::string(name.str()), *node.value<double>());
  }
  return values;
}

std::string SceneReader::location(std::string_view key) const {
  const toml::node* node = table_.get(key);
  return fmt::format("{}: {}.{}", location_of(node != nullptr ? *node : table_, file_), name_, key);
}

std::string SceneReader::location() const { return fmt::format("{}: {}", location_of(table_, file_), name_); }

}  // namespace scree
