// Formats contacts as text and JSON, for the verbs that print them.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>

namespace scree::cli {

inline std::string_view status_name(Status s) {
  return s == Status::separated ? "separated" : s == Status::touching ? "touching" : "failed";
}

/// Name of a feature of the body. Numbers start at 1 as in files.
inline std::string feature_name(const PolyhedronView& body, Feature f) {
  switch (f.kind) {
    case Feature::Kind::vertex:
      return fmt::format("vertex {}", f.id + 1);
    case Feature::Kind::edge:
      return fmt::format("edge {}-{}", body.origin[f.id] + 1, body.target(f.id) + 1);
    case Feature::Kind::face:
      return fmt::format("face {}", f.id + 1);
    case Feature::Kind::none:
      break;
  }
  return "none";
}

inline std::string vector_text(Vec3 v) { return fmt::format("({:.8f}, {:.8f}, {:.8f})", v.x, v.y, v.z); }
inline nlohmann::ordered_json to_json(Vec3 v) { return {v.x, v.y, v.z}; }

}  // namespace scree::cli
