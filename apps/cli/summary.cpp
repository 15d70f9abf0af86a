#include "summary.hpp"

#include "scree/shape/mesh.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/surface/check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace scree::cli {
namespace {

std::string face_kinds(const Surface& surface) {
  std::map<std::size_t, int> count;
  for (int f = 0; f < surface.face_count(); ++f) ++count[surface.face(f).size()];
  std::vector<std::string> kinds;
  for (const auto& [corners, faces] : count)
    kinds.push_back(fmt::format("{} with {} corners", faces, corners));
  if (kinds.size() > 4)
    kinds = {fmt::format("with {} to {} corners", count.begin()->first, count.rbegin()->first)};
  return fmt::format("{}", fmt::join(kinds, ", "));
}

/// Fills in the properties that Polyhedron and Mesh share.
template <class Body>
void describe(const Body& body, Summary& s) {
  s.vertices = body.vertex_count();
  s.edges = body.edge_count();
  s.faces = body.face_count();
  s.volume = body.mass.volume;
  s.area = body.mass.area;
  s.sphericity = sphericity(s.volume, s.area);
  s.inertia = body.mass.inertia;
  s.centroid = body.mass.body_in_input.position;
  s.bounding_radius = body.bounding_radius;
  s.thinnest_layer = std::ranges::min(body.layer_thickness);
}

std::string vector_text(Vec3 v) { return fmt::format("{:.9g}  {:.9g}  {:.9g}", v.x, v.y, v.z); }

}  // namespace

Summary summarize(const std::string& name, const Surface& surface, std::vector<std::string> notes) {
  Summary s;
  s.name = name;
  s.face_kinds = face_kinds(surface);
  s.convex =
      why_not_convex(surface, build_topology(surface), integrate_mass(surface), rounding_distance(surface))
          .empty();
  if (s.convex) {
    const Polyhedron body = make_polyhedron(surface);
    describe(body, s);
    s.inscribed_radius = body.inscribed_radius;
  } else {
    const Mesh body = make_mesh(surface);
    describe(body, s);
    if (body.shells > 1) notes.push_back(fmt::format("the surface has {} separate shells", body.shells));
  }
  s.notes = std::move(notes);
  return s;
}

Summary summarize(const std::string& name, const Superquadric& q) {
  Summary s;
  s.name = name;
  s.volume = volume(q);
  s.area = area(q);
  s.sphericity = sphericity(s.volume, s.area);
  s.inertia = inertia(q);
  s.bounding_radius = bounding_radius(q);
  s.inscribed_radius = std::min({q.half_length.x, q.half_length.y, q.half_length.z});
  return s;
}

nlohmann::ordered_json to_json(const Summary& s) {
  const auto vector = [](Vec3 v) { return nlohmann::ordered_json{v.x, v.y, v.z}; };
  const auto optional = [](auto value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
  };
  return {{"name", s.name},
          {"vertices", optional(s.vertices)},
          {"edges", optional(s.edges)},
          {"faces", optional(s.faces)},
          {"volume", s.volume},
          {"area", s.area},
          {"sphericity", s.sphericity},
          {"inertia", vector(s.inertia)},
          {"centroid", vector(s.centroid)},
          {"bounding_radius", s.bounding_radius},
          {"inscribed_radius", optional(s.inscribed_radius)},
          {"thinnest_layer", optional(s.thinnest_layer)},
          {"convex", s.convex},
          {"notes", s.notes}};
}

std::string to_text(const Summary& s) {
  std::string text = s.name + "\n";
  const auto line = [&](std::string_view key, const std::string& value) {
    text += fmt::format("  {:<12} {}\n", key, value);
  };
  if (s.faces) {
    line("vertices", fmt::format("{}", *s.vertices));
    line("edges", fmt::format("{}", *s.edges));
    line("faces", fmt::format("{}  ({})", *s.faces, s.face_kinds));
  }
  line("volume", fmt::format("{:.9g} m3", s.volume));
  line("area", fmt::format("{:.9g} m2", s.area));
  line("sphericity", fmt::format("{:.4f}", s.sphericity));
  line("inertia", vector_text(s.inertia) + " m5  (principal, about the centroid, for density 1)");
  line("centroid", vector_text(s.centroid) + " m");
  line("radii", fmt::format("bounding {:.6g} m", s.bounding_radius) +
                    (s.inscribed_radius ? fmt::format(", inscribed {:.6g} m", *s.inscribed_radius) : "") +
                    "  (about the centroid)");
  if (s.thinnest_layer) line("layer", fmt::format("{:.6g} m minimum wall thickness", *s.thinnest_layer));
  line("convex", s.convex ? "yes" : "no");
  line("notes", s.notes.empty() ? "none" : s.notes[0]);
  for (std::size_t i = 1; i < s.notes.size(); ++i) line("", s.notes[i]);
  return text;
}

}  // namespace scree::cli
