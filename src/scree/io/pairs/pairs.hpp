// Reference pairs from JSON: two polyhedra each, with the exact answer. The format is that of
// tests/reference/exact-pairs.json.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/math/pose.hpp"
#include "scree/shape/clean/clean.hpp"
#include "scree/shape/polyhedron.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

/// One of the equally good answers, in the frame of A.
struct ReferenceContact {
  Vec3 normal;                  // unit, from A to B
  bool witness_unique = false;  // else the witnesses are the corners of the set of all right ones
  std::vector<Vec3> witness_a, witness_b;
};

struct ReferencePair {
  std::string id;
  Polyhedron a, b;
  Pose b_in_a;
  Real signed_distance = 0;  // > 0 apart, 0 touching, < 0 overlapping
  std::vector<ReferenceContact>
      contacts;                 // tied answers; of touching pairs the rays of the cone of right normals
  Real size = 0;                // of the larger bounding box
  Real largest_coordinate = 0;  // of both bodies in the file, in size
};

/// Throws an Error that names the file, the pair and the cause. The bodies are those of the file: unless the
/// tolerance allows more, only faces that are coplanar to rounding become one.
std::vector<ReferencePair> read_pairs(const std::filesystem::path& path,
                                      const CleanTolerance& tolerance = computed);
/// The same from bytes; `source` is what messages call them.
std::vector<ReferencePair> parse_pairs(std::string_view bytes, const std::string& source,
                                       const CleanTolerance& tolerance = computed);

/// A body in another frame of its own, not along its principal axes, and of another size.
Polyhedron reframed(Polyhedron body, Quat turn, Real scale);
/// The same pair seen from another frame of A and in another unit of length.
ReferencePair reframed(const ReferencePair& pair, Quat turn, Real scale);

/// A pair with the answer of `exact`.
ReferencePair judged_pair(std::string id, const Polyhedron& a, const Polyhedron& b, const Pose& b_in_a);

/// The bytes of a file that read_pairs reads, in the frame of A. Reading gives the same bodies up to
/// rounding: they are brought to their centroids and axes again.
std::string format_pairs(const std::string& title, std::span<const ReferencePair> pairs);

struct PairError {
  bool verdict = true;  // touching or separated, right or wrong
  Real distance = 0;    // parts of the size
  Real normal = 0;      // distance of the unit normals (of tied ones: how much less apart along it)
  Real witness = 0;     // parts of the size: off the bodies, or inconsistent with the normal
};

/// How far an answer is from the reference. A verdict counts as wrong when the signed distance is beyond
/// rounding (1e-12 of the size).
PairError compare(const ReferencePair& pair, const Contact& contact);

}  // namespace scree
