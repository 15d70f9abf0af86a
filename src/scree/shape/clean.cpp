#include "scree/shape/clean.hpp"

#include "scree/error.hpp"
#include "scree/shape/clean_steps.hpp"

#include <algorithm>

namespace scree {
namespace {

/// Moves the surface so that its box is centred on the origin, and returns the box's diagonal.
Real center(Surface& surface) {
  for (int v = 0; v < surface.vertex_count(); ++v) {
    const Vec3 p = surface.vertices[v];
    if (!is_finite(p)) {
      fail("{}vertex {} is ({}, {}, {}). Coordinates must be finite numbers.", where(surface), v + 1, p.x,
           p.y, p.z);
    }
  }
  const Box box = bounding_box(surface.vertices);
  const Vec3 middle = box.center();
  const Real size = box.diagonal();
  // Squares, cubes and fifth powers of the size must stay within the range of a double.
  if (!(size < 1e50) || !(length(middle) < 1e100)) {
    fail("{}the body is {:.3g} m across, or that far away. Scree computes up to 1e50 m.", where(surface),
         size);
  }
  if (!(size > 1e-50))
    fail("{}all vertices coincide: there is no volume. Check the coordinates.", where(surface));
  for (Vec3& v : surface.vertices) v -= middle;
  surface.origin += middle;
  surface.coordinate_error = std::max(surface.coordinate_error, 1.2e-16 * length(middle));
  return size;
}

void check_areas(const Surface& surface, Real size) {
  for (int f = 0; f < surface.face_count(); ++f) {
    const auto loop = surface.face(f);
    Real longest = 0;
    for (const int v : loop)
      longest = std::max(longest, length(surface.vertices[v] - surface.vertices[loop[0]]));
    if (length(area_vector(surface.vertices, loop)) <= 1e-13 * size * longest) {
      fail(
          "{}: the face has no area: its corners lie on a line or coincide. Remove it, or weld vertices that "
          "should be one.",
          where(surface, f));
    }
  }
}

}  // namespace

int drop_unused_vertices(Surface& surface) {
  std::vector<int> new_index(surface.vertices.size(), -1);
  for (const int v : surface.corner) new_index[v] = 0;
  int count = 0;
  for (int v = 0; v < surface.vertex_count(); ++v) {
    if (new_index[v] < 0) continue;
    surface.vertices[count] = surface.vertices[v];
    new_index[v] = count++;
  }
  const int dropped = surface.vertex_count() - count;
  surface.vertices.resize(static_cast<std::size_t>(count));
  for (int& v : surface.corner) v = new_index[v];
  return dropped;
}

void replace_faces(Surface& surface, Loops loops) {
  std::vector<int> place;
  place.reserve(loops.old_face.size());
  for (const int f : loops.old_face)
    place.push_back(surface.face_place.empty() ? f + 1 : surface.face_place[f]);
  surface.face_place = std::move(place);
  surface.face_begin = std::move(loops.begin);
  surface.corner = std::move(loops.corner);
}

Real planar_reach(const Surface& surface, const CleanTolerance& tolerance) {
  return std::max(tolerance.planar * bounding_box(surface.vertices).diagonal(), 4 * surface.coordinate_error);
}

std::vector<std::string> clean(Surface& surface, CleanTolerance tolerance) {
  if (surface.vertices.empty()) fail("{}there are no vertices. Give a closed surface.", where(surface));
  std::vector<std::string> notes;
  const Real size = center(surface);
  check_faces(surface);
  if (tolerance.weld > 0) weld(surface, std::max(tolerance.weld * size, 4 * surface.coordinate_error), notes);
  const int unused = drop_unused_vertices(surface);
  if (unused > 0) notes.push_back(fmt::format("{} vertices belong to no face and were left out", unused));
  const Topology topology = build_topology(surface);
  const Real reach = planar_reach(surface, tolerance);
  if (tolerance.merge) merge_coplanar(surface, topology, reach, notes);
  check_areas(surface, size);
  flatten(surface, size, reach, notes);
  return notes;
}

}  // namespace scree
