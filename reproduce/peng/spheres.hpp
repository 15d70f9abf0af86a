// Spheres of radius 1 at random positions around a regular solid, and the exact fraction of positions that
// are separated, touch or lie inside.
#pragma once

#include "scree/contact/superquadric/polyhedron_superquadric.hpp"
#include "scree/math/random.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::reproduce {

inline constexpr Real cube_of_centres = 6;  // edge of the cube in which the centres are uniformly distributed

/// The five regular solids. All have the circumradius of the paper's cube of edge 2.
std::span<const std::string_view> solid_names();
Polyhedron solid(std::string_view name);

/// Volumes that the centres of separated and touching spheres, and centres inside the solid, can occupy. They
/// follow from Steiner's formula for the volume of the solid expanded by the radius r of the sphere:
/// V + S r + sum over edges of length (pi - dihedral angle) r^2 / 2 + 4 pi r^3 / 3.
struct Volumes {
  Real separated = 0, touching = 0, inside = 0;
};
Volumes exact_volumes(const Polyhedron& body);

/// Returns the next random sphere. The k-th sphere of a seed is the same for every caller.
PlacedSuperquadric sphere_at(Random& random);

/// Number of positions for which the search ended in each case of the paper.
struct Endings {
  int by_case[9] = {};  // index 0: not decided
  int total = 0, decided_by_distance = 0;

  void add(const FaceSearch& s) {
    ++by_case[s.ending], ++total, decided_by_distance += s.used_fallback ? 1 : 0;
  }
  int separated() const { return by_case[1] + by_case[3] + by_case[5]; }
  int touching() const { return by_case[2] + by_case[4] + by_case[6]; }
  int inside() const { return by_case[8]; }
};

}  // namespace scree::reproduce
