// Reads reference pairs of a polyhedron and a superquadric from JSON, with certified answers. The file
// tests/reference/superquadric-pairs.json shows the format.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/contact/superquadric/placed_superquadric.hpp"
#include "scree/shape/polyhedron.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

/// Pair of a polyhedron, which is A, and a superquadric, in the frame of A.
struct SuperquadricPair {
  std::string id;
  Polyhedron a;
  Superquadric b;
  Pose b_in_a;
  Real signed_distance = 0;  // > 0 apart, 0 touching, < 0 overlapping
  Vec3 normal;               // unit, from A to B
  Vec3 witness_a, witness_b;
  Real size = 0;  // diagonal of the larger bounding box

  /// Contact as Peng and Hanley evaluate it. Present only for overlaps to which it applies.
  struct Evaluation {
    Vec3 normal, point;
    Real overlap = 0;
  };
  std::optional<Evaluation> evaluation;
  /// Decision of the published flowchart, and its case; empty if it decides nothing or is not in the file.
  std::optional<bool> flow_contact;
  int flow_case = -1;  // -1: not in the file; 0: not decided
  Vec3 first_point;    // X0 at the initial face
  bool has_first_point = false;
};

/// True if the bytes are a file of these pairs rather than of pairs of polyhedra.
bool holds_superquadrics(std::string_view bytes);

/// Reads pairs from a file. Throws an Error that names the file, the pair and the cause.
std::vector<SuperquadricPair> read_superquadric_pairs(const std::filesystem::path& path);
std::vector<SuperquadricPair> parse_superquadric_pairs(std::string_view bytes, const std::string& source);

/// Errors of an answer relative to the size (the normal: length of the difference).
struct SuperquadricPairError {
  bool verdict = true;  // at exact tangency either verdict is correct
  Real distance = 0, normal = 0, witness = 0;
};
SuperquadricPairError compare(const SuperquadricPair& pair, const Contact& contact);

}  // namespace scree
