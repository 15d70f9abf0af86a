#include "scree/shape/triangulate.hpp"

#include "scree/error.hpp"

#include <algorithm>

namespace scree {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

/// Twice the signed area of the triangle seen along the normal.
Real turn(Vec3 a, Vec3 b, Vec3 c, Vec3 normal) { return dot(cross(b - a, c - a), normal); }

/// Within the triangle or on its boundary; `slack` widens it (in the unit of `turn`).
bool inside(Vec3 p, Vec3 a, Vec3 b, Vec3 c, Vec3 normal, Real slack) {
  return turn(a, b, p, normal) >= -slack && turn(b, c, p, normal) >= -slack &&
         turn(c, a, p, normal) >= -slack;
}

/// Distance along the ray to the triangle, infinity when it misses. Hits within 1e-9 of an edge count for
/// both neighbours, so no ray slips between them.
Real hit_distance(Vec3 from, Vec3 direction, Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 normal = cross(b - a, c - a);
  const Real facing = dot(normal, direction);
  if (facing == 0) return infinity;
  const Real t = dot(normal, a - from) / facing;
  if (!(t > 0)) return infinity;
  return inside(from + t * direction, a, b, c, normal, 1e-9 * length_squared(normal)) ? t : infinity;
}

Vec3 face_center(const Surface& surface, const Triangles& triangles, int f, Vec3 normal) {
  Vec3 centroid, largest_center;
  Real area = 0, largest = 0;
  const auto corners = [&](int t) {
    const auto& c = triangles.corner[t];
    return std::array{surface.vertices[c[0]], surface.vertices[c[1]], surface.vertices[c[2]]};
  };
  for (int t = triangles.face_begin[f]; t < triangles.face_begin[f + 1]; ++t) {
    const auto [a, b, c] = corners(t);
    const Real weight = turn(a, b, c, normal);
    centroid += weight / 3 * (a + b + c);
    area += weight;
    if (weight > largest) largest = weight, largest_center = (a + b + c) / 3;
  }
  centroid = centroid / area;
  for (int t = triangles.face_begin[f]; t < triangles.face_begin[f + 1]; ++t) {
    const auto [a, b, c] = corners(t);
    if (inside(centroid, a, b, c, normal, 0)) return centroid;
  }
  return largest_center;
}

}  // namespace

bool triangulate(std::span<const Vec3> vertices, std::span<const int> loop,
                 std::vector<std::array<int, 3>>& triangles) {
  if (loop.size() == 3) {
    triangles.push_back({loop[0], loop[1], loop[2]});
    return true;
  }
  const Vec3 area = area_vector(vertices, loop), normal = normalized(area);
  const Real slack = 1e-12 * length(area);  // corners this near to a straight line are on it
  const int n = static_cast<int>(loop.size());
  std::vector<int> next(loop.size()), previous(loop.size());
  for (int i = 0; i < n; ++i) next[i] = (i + 1) % n, previous[i] = (i + n - 1) % n;
  const auto at = [&](int i) { return vertices[loop[i]]; };
  const auto turn_at = [&](int i) { return turn(at(previous[i]), at(i), at(next[i]), normal); };
  // Only a corner that is not convex can lie inside an ear or on its cut, so a convex polygon costs O(n).
  std::vector<int> blunt;
  for (int i = 0; i < n; ++i) {
    if (turn_at(i) <= slack) blunt.push_back(i);
  }
  const auto is_ear = [&](int i) {
    if (turn_at(i) <= slack) return false;
    const Vec3 a = at(previous[i]), b = at(i), c = at(next[i]);
    return std::ranges::none_of(blunt, [&](int r) {
      return r != previous[i] && r != next[i] && inside(at(r), a, b, c, normal, slack);
    });
  };
  int left = n, i = 0, tried = 0;
  while (left > 3) {
    if (is_ear(i)) {
      triangles.push_back({loop[previous[i]], loop[i], loop[next[i]]});
      next[previous[i]] = next[i], previous[next[i]] = previous[i];
      --left, tried = 0;
      std::erase_if(blunt, [&](int r) { return turn_at(r) > slack; });
      i = next[next[i]];  // skipping one gives better triangles than a fan
    } else {
      i = next[i];
      if (++tried > left) return false;
    }
  }
  triangles.push_back({loop[previous[i]], loop[i], loop[next[i]]});
  return turn_at(i) >= -slack;
}

Triangles triangulate(const Surface& surface) {
  Triangles result{{0}, {}, {}};
  for (int f = 0; f < surface.face_count(); ++f) {
    if (!triangulate(surface.vertices, surface.face(f), result.corner)) {
      fail("{}: the boundary of the face crosses itself. Split the face into simple polygons.",
           where(surface, f));
    }
    result.face_begin.push_back(static_cast<int>(result.corner.size()));
    result.face.resize(result.corner.size(), f);
  }
  return result;
}

std::vector<Box> face_boxes(const Surface& surface) {
  std::vector<Box> boxes(static_cast<std::size_t>(surface.face_count()));
  for (int f = 0; f < surface.face_count(); ++f) {
    for (const int v : surface.face(f)) boxes[f].include(surface.vertices[v]);
  }
  return boxes;
}

std::vector<Box> triangle_boxes(const Surface& surface, const Triangles& triangles) {
  std::vector<Box> boxes(triangles.corner.size());
  for (std::size_t t = 0; t < boxes.size(); ++t) {
    for (const int v : triangles.corner[t]) boxes[t].include(surface.vertices[v]);
  }
  return boxes;
}

std::vector<Real> layer_thickness(const Surface& surface, const Triangles& triangles,
                                  const Bvh& triangle_bvh) {
  std::vector<Real> thickness(static_cast<std::size_t>(surface.face_count()));
  for (const int first : triangle_bvh.items()) {
    const int f = triangles.face[first];
    if (first != triangles.face_begin[f]) continue;  // once per face
    const Vec3 normal = normalized(area_vector(surface.vertices, surface.face(f)));
    const Vec3 from = face_center(surface, triangles, f, normal);
    thickness[f] = triangle_bvh.cast_ray(from, -normal, [&](int t) {
      if (triangles.face[t] == f) return infinity;
      const auto& c = triangles.corner[t];
      return hit_distance(from, -normal, surface.vertices[c[0]], surface.vertices[c[1]],
                          surface.vertices[c[2]]);
    });
    SCREE_ASSERT(std::isfinite(thickness[f]));  // a closed surface stops every ray that starts inwards
  }
  return thickness;
}

}  // namespace scree
