// The pairs that the benchmarks measure. They are generated from fixed seeds, so Scree and its peers get the
// same pairs.
#pragma once

#include "scree/contact/pair/polyhedron_pair.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scree::bench {

struct Pair {
  int a = 0, b = 0;  // indices of the bodies in the set
  Pose b_in_a;
  Pose before;  // pose at which a warm query filled its cache: 1e-4 diameters and 1e-4 rad away
};

struct PairSet {
  std::string name;
  int vertices = 0;  // vertices per body; 0: the bodies differ
  std::vector<Polyhedron> bodies;
  std::vector<Pair> pairs;
  int repeats = 1;  // repetitions of the pairs; a short set needs many, because the clock is coarse

  int distinct() const { return static_cast<int>(pairs.size()) / repeats; }
  /// Rounds a number of queries up to whole repetitions of the set, so that all pairs have the same weight.
  int whole_repetitions(int queries) const {
    return repeats == 1 ? queries : (queries + distinct() - 1) / distinct() * distinct();
  }
  PolyhedronView a(int pair) const { return view(bodies[pairs[pair].a]); }
  PolyhedronView b(int pair) const { return view(bodies[pairs[pair].b]); }
  Real size(int pair) const {  // the sum of the bounding radii: the diameter D of two equal bodies
    return bodies[pairs[pair].a].bounding_radius + bodies[pairs[pair].b].bounding_radius;
  }
};

/// Returns the random sets, for bodies with 4, 8, 14, 32, 50 and 200 vertices. The regimes are separated (gap
/// 0.5 to 1 D), near (gap 0 to 5 % of D), shallow (overlap 0 to 2 %) and deep (10 to 30 %). Distances are
/// uniform in these ranges, and orientations are random.
std::vector<PairSet> random_sets(int poses);

/// Returns one such set, with its own seed, for a regime and a number of vertices per body.
PairSet random_set(std::string_view regime, int vertices, int poses);

/// Returns sets on which GJK with EPA fails in other libraries, with the same six bodies. The sets are face
/// on face (same orientation, overlap 0 to 2 %), the same pairs rotated by 1e-12 to 1e-3 rad, grazing pairs
/// (overlap 1e-12 to 1e-6 of D, any orientation), and coincident centres.
std::vector<PairSet> degenerate_sets(int poses);

/// Returns sets of unequal bodies: different kinds, slender bodies (needles and plates, aspect 1:20), and one
/// body a hundred times as large as the other. Separated, near, shallow and deep pairs alternate. Their gaps
/// and overlaps are fractions of the smaller body's size.
std::vector<PairSet> unequal_sets(int poses);

/// Reads the pairs of a file like tests/reference/descantes-nine.json and repeats them.
PairSet situations(const std::filesystem::path& file);

}  // namespace scree::bench
