// scree query with a superquadric: prints the answers of the algorithms for round bodies.
#pragma once

#include "scree/math/pose.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/superquadric.hpp"

#include <optional>
#include <string>

namespace scree::cli {

/// A polyhedron or a superquadric; exactly one of the two is set.
struct QueryBody {
  std::optional<Polyhedron> polyhedron;
  std::optional<Superquadric> superquadric;
};

struct RoundQuery {
  QueryBody a, b;             // at least one superquadric
  Pose b_in_a;                // between the bodies' own frames
  Pose a_in_input;            // transforms answers to the frame in which they are printed
  std::string algorithm;      // empty: the first of the list
  std::optional<Real> known;  // overlap according to the file of pairs
  std::string svg;
  bool json = false;
};

void query_round(const RoundQuery& query);

}  // namespace scree::cli
