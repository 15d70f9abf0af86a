// scree query with a superquadric: what the algorithms for round bodies say.
#pragma once

#include "scree/math/pose.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/superquadric.hpp"

#include <optional>
#include <string>

namespace scree::cli {

/// One of the two is there.
struct QueryBody {
  std::optional<Polyhedron> polyhedron;
  std::optional<Superquadric> superquadric;
};

struct RoundQuery {
  QueryBody a, b;             // at least one superquadric
  Pose b_in_a;                // of the own frames
  Pose a_in_input;            // answers are told in this frame
  std::string algorithm;      // empty: the first of the list
  std::optional<Real> known;  // the overlap that the file of pairs tells
  std::string svg;
  bool json = false;
};

void query_round(const RoundQuery& query);

}  // namespace scree::cli
