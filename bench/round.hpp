// Measures the algorithms for superquadrics for `scree bench round`: the times relative to gjk_td on two
// polyhedra of equal vertex count, and the times for each case in which the search of Peng and Hanley ends.
#pragma once

#include <string>
#include <vector>

namespace scree::bench {

struct RoundEffort {
  int poses = 1024, rounds = 9;
  static RoundEffort quick() { return {64, 3}; }
};

struct RoundTimes {
  std::string set, body;  // set: near or shallow; body: polyhedra (gjk_td) or a kind of superquadric
  int vertices = 0;       // number of vertices of the polyhedron; 0: two superquadrics
  double search = 0, cold = 0, warm = 0;  // ns; search: the completed search of Peng and Hanley alone
  double cold_ratio = 0, warm_ratio = 0;  // relative to gjk_td on two polyhedra with this number of vertices
  double steps = 0;                       // mean number of steps of cold queries
  int used_fallback = 0;
};

/// Measures pairs of polyhedra, of a polyhedron and a superquadric, and of two equal superquadrics, in random
/// orientations: near (gap 0 to 5 % of the size) and shallow (overlap 0 to 2 %).
std::vector<RoundTimes> measure_round(const RoundEffort& effort);

struct CaseTimes {
  std::string solid, body;
  int faces = 0;
  int ending = 0;                                 // case 1 to 6, or 8
  int count = 0;                                  // number of positions
  double search = 0, collide = 0, published = 0;  // ns
};

/// Measures a sphere and an ellipsoid around the regular solids. Their centres are uniformly distributed in a
/// cube of edge 6.
std::vector<CaseTimes> measure_cases(const RoundEffort& effort);

}  // namespace scree::bench
