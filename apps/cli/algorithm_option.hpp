// The option --algorithm of `query` and `verify`: a name, or all.
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/error.hpp"
#include "scree/planar/algorithms.hpp"
#include "scree/text.hpp"

#include <string>
#include <vector>

namespace scree::cli {

/// Returns the algorithms that a name or "all" selects from a list. The message about an unknown name appends
/// `what`, the purpose of the list.
template <class List>
std::vector<const typename List::value_type*> chosen_from(const List& list, const std::string& name,
                                                          std::string_view what) {
  std::vector<const typename List::value_type*> chosen;
  std::vector<std::string_view> names;
  for (const auto& a : list) {
    names.push_back(a.name);
    if (name == "all" || name == a.name) chosen.push_back(&a);
  }
  if (chosen.empty()) {
    fail("there is no algorithm '{}'{}; the nearest is '{}'. 'scree list' shows all.", shown(name), what,
         names[nearest_word(name, names)]);
  }
  return chosen;
}

inline std::vector<const Algorithm*> chosen_algorithms(const std::string& name) {
  return chosen_from(algorithms, name, "");
}
inline std::vector<const planar::Algorithm*> chosen_planar_algorithms(const std::string& name) {
  return chosen_from(planar::algorithms, name, " for polygons");
}

}  // namespace scree::cli
