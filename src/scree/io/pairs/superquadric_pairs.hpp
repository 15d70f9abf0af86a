// Reference pairs of a polyhedron and a superquadric from JSON, with certified answers. The format is that of
// tests/reference/superquadric-pairs.json.
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

/// All in the frame of the polyhedron, which is A.
struct SuperquadricPair {
  std::string id;
  Polyhedron a;
  Superquadric b;
  Pose b_in_a;
  Real signed_distance = 0;  // > 0 apart, 0 touching, < 0 overlapping
  Vec3 normal;               // unit, from A to B
  Vec3 witness_a, witness_b;
  Real size = 0;  // of the larger bounding box

  /// The contact as Peng and Hanley evaluate it: only of overlaps, and not where it has no meaning.
  struct Evaluation {
    Vec3 normal, point;
    Real overlap = 0;
  };
  std::optional<Evaluation> evaluation;
  /// What the published flowchart decides, and in which case; empty: nothing, or the file does not say.
  std::optional<bool> flow_contact;
  int flow_case = -1;  // -1: the file does not say; 0: not decided
  Vec3 first_point;    // X0 against the initial face
  bool has_first_point = false;
};

/// Whether the bytes are a file of such pairs, and not of pairs of polyhedra.
bool holds_superquadrics(std::string_view bytes);

/// Throws an Error that names the file, the pair and the cause.
std::vector<SuperquadricPair> read_superquadric_pairs(const std::filesystem::path& path);
std::vector<SuperquadricPair> parse_superquadric_pairs(std::string_view bytes, const std::string& source);

/// How far an answer is from the reference, in parts of the size (the normal: length of the difference).
struct SuperquadricPairError {
  bool verdict = true;  // of exact tangency either verdict is right
  Real distance = 0, normal = 0, witness = 0;
};
SuperquadricPairError compare(const SuperquadricPair& pair, const Contact& contact);

}  // namespace scree
