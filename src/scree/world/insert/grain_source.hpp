// Which grains an insertion puts in: shapes by their shares, sizes by their distribution. The k-th grain
// depends on the seed and k alone, so nothing of it has to be remembered.
#pragma once

#include "scree/math/random.hpp"
#include "scree/world/shapes.hpp"

#include <vector>

namespace scree {

/// The size of a grain is the diameter of the sphere of equal volume, m.
enum class SizeRule : unsigned char {
  own,      // that of the shape, nothing is scaled
  fixed,    // sizes[0]
  uniform,  // by number, from sizes[0] to sizes[1]
  sieve,    // by mass: the part passing[i] of the mass is smaller than sizes[i]; even in between
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
  std::vector<Real> shares;  // of the shapes; need not add up to 1
  bool by_mass = false;      // the shares, else by number
  bool in_turn = false;      // one shape after the other, whatever the shares
  SizeDistribution sizes;
  std::uint64_t seed = 1;

  Grain grain(int k, const Shapes& all) const;
  /// Of the sphere about its centroid that holds a grain of this shape, or of any shape: the extremes.
  Real smallest_scale(const Shape& shape) const;
  Real largest_radius(const Shapes& all) const;
};

}  // namespace scree
