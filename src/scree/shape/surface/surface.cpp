#include "scree/shape/surface/surface.hpp"

#include "scree/shape/surface/size_range.hpp"

#include <fmt/format.h>

namespace scree {

std::string where(const Surface& surface, int face) {
  const int location = surface.face_location.empty() ? face + 1 : surface.face_location[face];
  if (surface.source.empty()) return fmt::format("{} {}", surface.face_unit, location);
  return fmt::format("{}, {} {}", surface.source, surface.face_unit, location);
}

std::string where(const Surface& surface) { return surface.source.empty() ? "" : surface.source + ": "; }

std::string point_name(const Surface& surface, int vertex) {
  const Vec3 p = surface.origin + surface.vertices[vertex];
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", p.x, p.y, p.z);
}

Box bounding_box(std::span<const Vec3> points) {
  Box box;
  for (const Vec3 p : points) box.include(p);
  return box;
}

Vec3 area_vector(std::span<const Vec3> vertices, std::span<const int> loop) {
  Vec3 sum;
  const Vec3 first = vertices[loop[0]];
  for (std::size_t i = 2; i < loop.size(); ++i) {
    sum += area_vector(first, vertices[loop[i - 1]], vertices[loop[i]]);
  }
  return sum;
}

void scale(Surface& surface, Real factor) {
  for (Vec3& v : surface.vertices) v = factor * v;
  surface.origin = factor * surface.origin;
  surface.coordinate_error *= factor;
}

void check_size(const Surface& surface) {
  const Box box = bounding_box(surface.vertices);
  check_size(max_component(box.upper - box.lower), where(surface) + "the longest side of the body");
}

}  // namespace scree
