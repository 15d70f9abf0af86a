// Reads reference pairs from JSON: two polyhedra each, with the exact answer. The file
// tests/reference/exact-pairs.json shows the format.
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

/// One of several equally good answers, in the frame of A.
struct ReferenceContact {
  Vec3 normal;                  // unit, from A to B
  bool witness_unique = false;  // false: the witnesses are the corners of the set of correct points
  std::vector<Vec3> witness_a, witness_b;
};

struct ReferencePair {
  std::string id;
  Polyhedron a, b;
  Pose b_in_a;
  Real signed_distance = 0;  // > 0 apart, 0 touching, < 0 overlapping
  std::vector<ReferenceContact>
      contacts;                 // tied answers; for touching pairs the rays of the cone of correct normals
  Real size = 0;                // diagonal of the larger bounding box
  Real largest_coordinate = 0;  // largest coordinate of both bodies in the file, in units of the size
};

/// Reads pairs from a file. Keeps the bodies as they are in the file: merges only faces that are coplanar to
/// rounding, unless the tolerance allows more. Throws an Error that names the file, the pair and the cause.
std::vector<ReferencePair> read_pairs(const std::filesystem::path& path,
                                      const CleanTolerance& tolerance = computed);
/// Reads pairs from bytes; messages call them `source`.
std::vector<ReferencePair> parse_pairs(std::string_view bytes, const std::string& source,
                                       const CleanTolerance& tolerance = computed);

/// Returns the body rotated in its own frame, away from its principal axes, and scaled.
Polyhedron reframed(Polyhedron body, Quat rotation, Real scale);
/// Returns the same pair in another frame of A and in another unit of length.
ReferencePair reframed(const ReferencePair& pair, Quat rotation, Real scale);

/// Returns a pair with the answer of `exact`.
ReferencePair pair_with_exact_answer(std::string id, const Polyhedron& a, const Polyhedron& b,
                                     const Pose& b_in_a);

/// Returns the bytes of a file that read_pairs reads, in the frame of A. Reading the file gives the same
/// bodies up to rounding, since it computes their principal frames again.
std::string format_pairs(const std::string& title, std::span<const ReferencePair> pairs);

struct PairError {
  bool verdict = true;  // true if the status, touching or separated, is correct
  Real distance = 0;    // relative to the size
  Real normal = 0;      // distance of the unit normals (for ties: the loss of separation along the normal)
  Real witness = 0;     // relative to the size: distance off the bodies, or inconsistency with the normal
};

/// Compares an answer with the reference. A wrong status is an error only if the signed distance exceeds
/// rounding (1e-12 of the size).
PairError compare(const ReferencePair& pair, const Contact& contact);

}  // namespace scree
