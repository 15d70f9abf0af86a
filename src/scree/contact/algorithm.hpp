// One entry of a list of contact algorithms. The lists are contact/algorithms.hpp for polyhedra and
// planar/algorithms.hpp for polygons.
#pragma once

#include "scree/contact/pair/contact.hpp"

#include <string_view>

namespace scree {

template <class View, class Placement, class Memory, class Vec>
struct AlgorithmFor {
  std::string_view name;
  std::string_view summary;
  // True if it claims the exact signed distance of every pair. Other algorithms have known drawbacks.
  bool exact;
  ContactIn<Vec> (*collide)(const View& a, const View& b, const Placement& b_in_a, Memory& cache,
                            const Tolerance& tolerance);
};

/// Returns the algorithm with this name in a list, or nullptr.
template <class List>
constexpr auto find_in(const List& list, std::string_view name) -> decltype(&list[0]) {
  for (const auto& algorithm : list) {
    if (algorithm.name == name) return &algorithm;
  }
  return nullptr;
}

}  // namespace scree
