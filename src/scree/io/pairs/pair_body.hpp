// A body in a file of pairs: its vertices and faces, or the name of a shape in the file's table `shapes`.
#pragma once

#include "scree/error.hpp"
#include "scree/text.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace scree {

/// Returns the object with `vertices` and `faces` for the body `key` of a pair. Throws an Error if the pair
/// names a shape that the file does not have.
inline const nlohmann::json& pair_body(const nlohmann::json& document, const nlohmann::json& pair,
                                       const char* key) {
  const nlohmann::json& body = pair.at(key);
  if (!body.is_string()) return body;
  const auto name = body.get<std::string>();
  if (!document.contains("shapes")) {
    fail(
        "body {} is the shape '{}', but the file has no table 'shapes'. Add the table with the vertices and "
        "faces "
        "of '{}', or give both in the pair.",
        key, shown(name), shown(name));
  }
  const nlohmann::json& shapes = document.at("shapes");
  if (!shapes.is_object() || !shapes.contains(name)) {
    fail(
        "body {} is the shape '{}', but the table 'shapes' of the file has none of that name. Add it with "
        "its "
        "vertices and faces, or give both in the pair.",
        key, shown(name));
  }
  return shapes.at(name);
}

}  // namespace scree
