// Properties of one body: counts, measures and convexity. `shape` prints them, `shapes` tabulates them.
#pragma once

#include "scree/shape/superquadric.hpp"
#include "scree/shape/surface/surface.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace scree::cli {

struct Summary {
  std::string name;
  std::optional<int> vertices, edges, faces;  // none for round bodies
  std::string face_kinds;                     // "6 x 4 corners"
  Real volume = 0, area = 0, sphericity = 0;
  Vec3 inertia;   // principal moments of inertia for density 1
  Vec3 centroid;  // in the input frame
  Real bounding_radius = 0;
  std::optional<Real> inscribed_radius;  // about the centroid; convex bodies only
  std::optional<Real> thinnest_layer;    // least thickness of solid behind a face
  bool convex = true;
  std::vector<std::string> notes;  // changes made on reading, and other remarks
};

Summary summarize(const std::string& name, const Surface& surface, std::vector<std::string> notes);
Summary summarize(const std::string& name, const Superquadric& superquadric);

nlohmann::ordered_json to_json(const Summary& summary);
std::string to_text(const Summary& summary);

}  // namespace scree::cli
