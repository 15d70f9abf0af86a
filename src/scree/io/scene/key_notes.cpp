// Notes on single keys of a scene: keys without effect, and values that look as if they were in another unit.
#include "scree/io/scene/scene_check.hpp"
#include "scree/law/material.hpp"

#include <fmt/format.h>

#include <numbers>

namespace scree {
namespace {

/// Settings of the scene that decide which keys have an effect.
struct Uses {
  std::string law;
  bool planar = false, dda = false, stops = false;
};

/// Returns the setting that a key without effect would need, such as 'law = "linear"'. Empty if the key has
/// an effect.
std::string unused_for(const SceneKey& key, const Uses& uses) {
  const std::string_view text = key.text;
  constexpr std::string_view laws[] = {"linear", "hertz_mindlin", "pressure"};
  for (const std::string_view law : laws) {
    const std::string head = fmt::format("law {}", law);
    const bool of_law = text == head || text.starts_with(head + ":");
    if (of_law && uses.law != law) return fmt::format("contact.law = \"{}\"", law);
  }
  if (text.starts_with("dimension 2: ") && !uses.planar) return "run.dimension = 2";
  if (key.table == "dda" && !uses.dda) return "run.solver = \"dda\"";
  if (key.table == "run" && key.name == "stop_after" && !uses.stops) return "run.stop_energy";
  return {};
}

/// Returns a remark about an unusual value; empty for a usual one.
std::string oddity(std::string_view name, double x) {
  if (name == "density" && x < 25)
    return fmt::format("{:g} kg/m3 is less than the density of foam. If it is in g/cm3, write {:g}", x,
                       1000 * x);
  if (name == "density" && x > 25'000)
    return fmt::format("{:g} kg/m3 is more than the density of any metal. Correct it if it is not intended",
                       x);
  if (name == "friction" && x > 2 && x < 90)
    return fmt::format(
        "a coefficient of {:g} is far above the usual range, 0 to 1. If it is an angle in degrees, write "
        "{:.3g}",
        x, std::tan(x * std::numbers::pi / 180));
  if (name == "friction" && x >= 90)
    return fmt::format("a coefficient of {:g} is far above the usual range, 0 to 1", x);
  if (name == "rolling_friction" && x > 1)
    return fmt::format(
        "a coefficient of {:g} is far above the usual range, 0 to 0.3: it is torque over normal force "
        "and radius",
        x);
  if (name == "young" && x < 1e4)
    return fmt::format("{:g} Pa is softer than any solid. If it is in GPa, write {:g}", x, 1e9 * x);
  return {};
}

/// True if the value equals the default of the key.
bool is_default(const SceneKey& key, const toml::node& node) {
  if (key.fallback.empty() || key.fallback == "needed") return false;
  const toml::table fallback = toml::parse(fmt::format("x = {}", key.fallback));
  const toml::node& other = *fallback.get("x");
  if (node.is_number() && other.is_number()) return *node.value<double>() == *other.value<double>();
  if (node.is_string() && other.is_string())
    return *node.value<std::string_view>() == *other.value<std::string_view>();
  return node.is_boolean() && other.is_boolean() && *node.value<bool>() == *other.value<bool>();
}

void note_table(const toml::table& table, std::string_view kind, const std::string& name,
                const std::string& file, const Uses& uses, std::vector<std::string>& notes) {
  for (const SceneKey& key : scene_keys()) {
    if (key.table != kind) continue;
    const toml::node* node = table.get(key.name);
    if (node == nullptr || is_default(key, *node)) continue;
    const std::string location = fmt::format("{}: {}.{}", location_of(*node, file), name, key.name);
    if (const std::string use = unused_for(key, uses); !use.empty()) {
      notes.push_back(fmt::format("{} has no effect: it is for {}.", location, use));
    } else if (node->is_number()) {
      const std::string odd = oddity(key.name, *node->value<double>());
      if (!odd.empty()) notes.push_back(fmt::format("{}: {}.", location, odd));
    }
  }
}

}  // namespace

std::vector<std::string> key_notes(const toml::table& scene, const std::string& file) {
  const Uses uses{
      scene["contact"]["law"].value_or(std::string()), scene["run"]["dimension"].value<int>() == 2,
      scene["run"]["solver"].value<std::string>() == "dda", scene["run"]["stop_energy"].value_or(0.0) > 0};
  std::vector<std::string> notes;
  each_table(scene, [&](std::string_view kind, const std::string& name, const toml::table& table) {
    note_table(table, kind, name, file, uses, notes);
  });
  return notes;
}

}  // namespace scree
