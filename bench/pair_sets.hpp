// The pairs that the benchmarks measure: made once, from fixed seeds, for Scree's own algorithms and for the
// peers alike.
#pragma once

#include "scree/contact/pair/polyhedron_pair.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scree::bench {

struct Pair {
  int a = 0, b = 0;  // bodies of the set
  Pose b_in_a;
  Pose before;  // where a warm query filled its cache: 1e-4 diameters and 1e-4 rad away
};

struct PairSet {
  std::string name;
  int vertices = 0;  // of each body; 0: the bodies differ
  std::vector<Polyhedron> bodies;
  std::vector<Pair> pairs;
  int repeats = 1;  // how often the same pairs come round, so that a short set fills a reading of the clock

  int distinct() const { return static_cast<int>(pairs.size()) / repeats; }
  /// A number of queries, made up to whole turns of a repeated set, so that its pairs weigh alike.
  int whole_turns(int queries) const {
    return repeats == 1 ? queries : (queries + distinct() - 1) / distinct() * distinct();
  }
  PolyhedronView a(int pair) const { return view(bodies[pairs[pair].a]); }
  PolyhedronView b(int pair) const { return view(bodies[pairs[pair].b]); }
  Real size(int pair) const {  // the sum of the bounding radii: the diameter D of two equal bodies
    return bodies[pairs[pair].a].bounding_radius + bodies[pairs[pair].b].bounding_radius;
  }
};

/// The random sets, for bodies of 4, 8, 14, 32, 50 and 200 vertices each: separated (gap 0.5 to 1 D), near
/// (gap 0 to 5 % of D), shallow (overlap 0 to 2 %) and deep (10 to 30 %), uniform in the range, any
/// orientation.
std::vector<PairSet> random_sets(int poses);

/// One set like those above, from a seed of its own: the regime by its name and the vertices of each body.
PairSet random_set(std::string_view regime, int vertices, int poses);

/// The sets that break GJK with EPA elsewhere, over the same six bodies: face on face (same orientation,
/// overlap 0 to 2 %), the same turned by 1e-12 to 1e-3 rad, grazing (overlap 1e-12 to 1e-6 of D, any
/// orientation), and coincident centres.
std::vector<PairSet> degenerate_sets(int poses);

/// Bodies of different kinds, slender ones (needles and plates, aspect 1:20), and one a hundred times as
/// large as the other: separated, near, shallow and deep in turn, in parts of the smaller body.
std::vector<PairSet> unequal_sets(int poses);

/// The pairs of a file like tests/reference/descantes-nine.json, repeated.
PairSet situations(const std::filesystem::path& file);

}  // namespace scree::bench
