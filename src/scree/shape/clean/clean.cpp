#include "scree/shape/clean/clean.hpp"

#include "scree/error.hpp"
#include "scree/shape/clean/clean_steps.hpp"

#include <algorithm>

namespace scree {
namespace {

/// Moves the surface so that its bounding box is centred at the origin; returns the diagonal of the box.
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
    fail("{}the body is {:.3g} m across, or lies that far from the origin. Scree computes up to 1e50 m.",
         where(surface), size);
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
          "should be one vertex.",
          where(surface, f));
    }
  }
}

void check_edges(const Surface& surface, Real size) {
  for (int f = 0; f < surface.face_count(); ++f) {
    const auto loop = surface.face(f);
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec3 edge = surface.vertices[loop[(i + 1) % loop.size()]] - surface.vertices[loop[i]];
      if (!(length(edge) > 1e-14 * size)) {
        fail(
            "{}: two corners of the face coincide, at {}. Weld vertices that should be one vertex, or remove "
            "one of "
            "them.",
            where(surface, f), point_name(surface, loop[i]));
      }
    }
  }
}

/// Throws an Error if a corner is farther than `reach` from the plane of its face. This plane lies midway
/// between the lowest and the highest corner.
void check_planar(const Surface& surface, Real size, Real reach) {
  for (int f = 0; f < surface.face_count(); ++f) {
    const auto loop = surface.face(f);
    const Vec3 area = area_vector(surface.vertices, loop);
    if (loop.size() == 3 || !(length(area) > 0)) continue;
    const Vec3 normal = normalized(area);
    Real low = dot(normal, surface.vertices[loop[0]]), high = low;
    for (const int v : loop) {
      low = std::min(low, dot(normal, surface.vertices[v]));
      high = std::max(high, dot(normal, surface.vertices[v]));
    }
    if ((high - low) / 2 > reach) {
      fail(
          "{}: the face is not planar: a corner lies {:.3g} m off its plane ({:.2g} of the body's size, "
          "{:.2g} is allowed). Split the face into triangles, give more digits, allow more (--planar), or "
          "take the convex hull of the vertices (--hull).",
          where(surface, f), (high - low) / 2, (high - low) / 2 / size, reach / size);
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
  std::vector<int> location;
  location.reserve(loops.old_face.size());
  for (const int f : loops.old_face)
    location.push_back(surface.face_location.empty() ? f + 1 : surface.face_location[f]);
  surface.face_location = std::move(location);
  surface.face_begin = std::move(loops.begin);
  surface.corner = std::move(loops.corner);
}

Real rounding_reach(const Surface& surface) {
  Real error = surface.coordinate_error;  // half a unit in the last place of the coordinates
  for (const Vec3 v : surface.vertices) {
    const Vec3 p = surface.origin + v;
    error = std::max(error, 0x1p-53 * std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}));
  }
  const Real size = bounding_box(surface.vertices).diagonal();
  return std::max(given_units * 2 * error, computed_units * 0x1p-52 * size);
}

void widen_rounding(Surface& surface, Real fraction) {
  const Real reach = fraction * bounding_box(surface.vertices).diagonal();
  surface.coordinate_error = std::max(surface.coordinate_error, reach / (2 * given_units));
}

Real planar_reach(const Surface& surface, const CleanTolerance& tolerance) {
  return std::max(tolerance.planar * bounding_box(surface.vertices).diagonal(), rounding_reach(surface));
}

Real merge_reach(const Surface& surface, const CleanTolerance& tolerance) {
  return std::max(tolerance.merge * bounding_box(surface.vertices).diagonal(), rounding_reach(surface));
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
  check_edges(surface, size);
  const Real reach = planar_reach(surface, tolerance);
  check_planar(surface, size, reach);
  Real moved = 0;
  if (!tolerance.keep_faces)
    moved = merge_coplanar(surface, topology, size, merge_reach(surface, tolerance), notes);
  const Flattened flattened = flatten_polygons(surface, size, reach);
  moved = std::max(moved, flattened.moved);
  if (moved > 1e-12 * size) {
    notes.push_back(fmt::format("vertices moved by up to {:.2g} m to make polygons planar", moved));
  }
  if (!flattened.bent.empty()) {
    cut_into_triangles(surface, flattened.bent);
    notes.push_back(fmt::format("{} slightly bent polygons cut into triangles", flattened.bent.size()));
  }
  check_areas(surface, size);
  return notes;
}

}  // namespace scree
