// The option --algorithm of `query` and `verify`: a name, or all.
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/error.hpp"
#include "scree/text.hpp"

#include <string>
#include <vector>

namespace scree::cli {

inline std::vector<const Algorithm*> chosen_algorithms(const std::string& name) {
  std::vector<const Algorithm*> chosen;
  std::vector<std::string_view> names;
  for (const Algorithm& a : algorithms) {
    names.push_back(a.name);
    if (name == "all" || name == a.name) chosen.push_back(&a);
  }
  if (chosen.empty()) {
    fail("there is no algorithm '{}'; the nearest is '{}'. 'scree list' shows all.", shown(name), names[nearest_word(name, names)]);
  }
  return chosen;
}

}  // namespace scree::cli
