#include "scree/broad/pairs.hpp"

namespace scree {

std::vector<Pair> all_pairs(const Spheres& spheres, Real margin) {
  std::vector<Pair> pairs;
  for (int a = 0; a < spheres.count(); ++a) {
    for (int b = a + 1; b < spheres.count(); ++b) {
      if (spheres.near(a, b, margin)) pairs.push_back({a, b});
    }
  }
  return pairs;
}

}  // namespace scree
