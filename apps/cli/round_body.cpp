#include "round_body.hpp"

#include "scree/error.hpp"
#include "scree/text.hpp"

#include <fmt/format.h>

#include <vector>

namespace scree::cli {
namespace {

std::vector<std::string_view> keys_of(std::string_view name) {
  if (name == "sphere") return {"r"};
  if (name == "ellipsoid") return {"a", "b", "c"};
  if (name == "superquadric") return {"a", "b", "c", "n1", "n2"};
  return {};
}

}  // namespace

std::optional<Superquadric> round_body(const std::string& text) {
  const std::string_view all = text;
  const std::size_t colon = all.find(':');
  const std::string_view name = all.substr(0, colon);
  const std::vector<std::string_view> keys = keys_of(name);
  if (keys.empty()) return {};
  Real r = 1, a = 1, b = 1, c = 1, n1 = 2, n2 = 2;
  std::string_view rest = colon == std::string_view::npos ? std::string_view{} : all.substr(colon + 1);
  while (!rest.empty()) {
    const std::string_view entry = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), entry.size() + 1));
    const std::size_t equals = entry.find('=');
    const std::string_view key = entry.substr(0, equals);
    Real* const values[] = {&r, &a, &b, &c, &n1, &n2};
    constexpr std::string_view names[] = {"r", "a", "b", "c", "n1", "n2"};
    Real* value = nullptr;
    for (const std::string_view known : keys) {
      for (std::size_t i = 0; i < std::size(names); ++i) {
        if (known == key && names[i] == key) value = values[i];
      }
    }
    if (value == nullptr || equals == std::string_view::npos) {
      fail("'{}' in '{}' is not a setting of a {}. Give {}=NUMBER, separated by commas.", shown(entry),
           shown(text), name, fmt::join(keys, "=NUMBER, "));
    }
    *value = parse_number(entry.substr(equals + 1), [&] { return shown(text); });
  }
  if (name == "sphere") a = b = c = r;
  return make_superquadric({a, b, c}, n1, n2);
}

}  // namespace scree::cli
