// Turns bytes into a body through all steps of reading a file. The result must be a valid body or an Error.
// Anything else is a finding.
#pragma once

#include "scree/error.hpp"
#include "scree/shape/mesh.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/read/read.hpp"
#include "scree/shape/surface/check.hpp"

#include <cstdlib>

namespace scree::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

inline void body_from_bytes(std::string_view bytes, const std::string& name) {
  for (const bool hull : {false, true}) {
    try {
      const Surface surface = parse_surface(bytes, name, {.hull = hull}).surface;
      const Mesh mesh = make_mesh(surface);
      require(mesh.mass.volume > 0 && mesh.mass.area > 0);
      require(is_finite(mesh.mass.inertia) && std::isfinite(mesh.bounding_radius));
      for (const Real layer : mesh.layer_thickness) require(layer > 0);
      if (why_not_convex(surface, mesh.topology, integrate_mass(surface), rounding_distance(surface))
              .empty()) {
        const Polyhedron polyhedron = make_polyhedron(surface);
        require(polyhedron.inscribed_radius > 0 && polyhedron.inscribed_radius <= polyhedron.bounding_radius);
      }
    } catch (const Error&) {
      // bad input is rejected with an explanation
    }
  }
}

}  // namespace scree::fuzz
