// The grains of an insertion: shapes by their shares, sizes by their distribution. The k-th grain depends on
// the seed and k alone, so no state needs to be stored.
#pragma once

#include "scree/math/random.hpp"
#include "scree/world/shapes.hpp"

#include <vector>

namespace scree {

/// Rule for the size of a grain, which is the diameter of the sphere of equal volume, m.
enum class SizeRule : unsigned char {
  own,      // size of the shape, without scaling
  fixed,    // sizes[0]
  uniform,  // uniform by number, from sizes[0] to sizes[1]
  sieve,    // by mass: the fraction passing[i] of the mass is smaller than sizes[i]; uniform in between
  halves,   // half of the grains uniform from sizes[0] to sizes[1], half from there to sizes[2] (Nezami 2006)
};

struct SizeDistribution {
  SizeRule rule = SizeRule::own;
  std::vector<Real> sizes, passing;

  Real draw(Random& random) const;
  Real smallest() const { return sizes.front(); }
  Real largest() const { return sizes.back(); }
};

struct Grain {
  int shape = 0;
  Real scale = 1;
};

struct GrainSource {
  std::vector<int> shapes;
  std::vector<Real> shares;  // shares of the shapes; need not add up to 1
  bool by_mass = false;      // true: shares are by mass; false: by number
  bool in_turn = false;      // one shape after the other, regardless of the shares
  SizeDistribution sizes;
  std::uint64_t seed = 1;

  Grain grain(int k, const Shapes& all) const;
  /// The smallest scale of a grain of this shape, and the largest bounding radius of a grain of any shape.
  Real smallest_scale(const Shape& shape) const;
  Real largest_radius(const Shapes& all) const;
};

}  // namespace scree
