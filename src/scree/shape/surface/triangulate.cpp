#include "scree/shape/surface/triangulate.hpp"

#include "scree/error.hpp"

#include <algorithm>

namespace scree {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

/// Twice the signed area of the triangle seen along the normal.
Real doubled_area(Vec3 a, Vec3 b, Vec3 c, Vec3 normal) { return dot(cross(b - a, c - a), normal); }

/// True if p lies within the triangle or on its boundary; `slack` widens it, in the unit of `doubled_area`.
bool inside(Vec3 p, Vec3 a, Vec3 b, Vec3 c, Vec3 normal, Real slack) {
  return doubled_area(a, b, p, normal) >= -slack && doubled_area(b, c, p, normal) >= -slack &&
         doubled_area(c, a, p, normal) >= -slack;
}

/// Distance along the ray to the triangle, infinity if it misses. A hit within 1e-9 of an edge is a hit of
/// both neighbours, so no ray passes between them.
Real hit_distance(Vec3 from, Vec3 direction, Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 normal = cross(b - a, c - a);
  const Real facing = dot(normal, direction);
  if (facing == 0) return infinity;
  const Real t = dot(normal, a - from) / facing;
  if (!(t > 0)) return infinity;
  return inside(from + t * direction, a, b, c, normal, 1e-9 * length_squared(normal)) ? t : infinity;
}

/// Largest distance of the body's vertices from a point, measured along a direction.
Real extent_along(const Surface& surface, Vec3 from, Vec3 direction) {
  Real farthest = 0;
  for (const Vec3 v : surface.vertices) farthest = std::max(farthest, dot(v - from, direction));
  return farthest;
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
    const Real weight = doubled_area(a, b, c, normal);
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

/// Clips ears in O(n log n) for practical polygons (20 000 corners: 0.01 to 0.4 s), for two reasons. First,
/// only a corner that is not convex (`blunt`) can lie inside an ear or on its cut. A hierarchy over the blunt
/// corners finds the ones near an ear; a convex polygon has none. Second, when an ear is cut off, no new
/// diagonal becomes possible elsewhere, so only its two neighbours are tested again.
class EarClipper {
 public:
  EarClipper(std::span<const Vec3> vertices, std::span<const int> loop)
      : vertices_(vertices), loop_(loop), next_(loop.size()), previous_(loop.size()), blunt_(loop.size()) {
    const Vec3 area = area_vector(vertices, loop);
    normal_ = normalized(area);
    slack_ = 1e-12 * std::sqrt(length(area));
    const int n = static_cast<int>(loop.size());
    Box box;
    for (int i = 0; i < n; ++i) {
      next_[i] = (i + 1) % n;
      previous_[i] = (i + n - 1) % n;
      box.include(at(i));
    }
    margin_ = slack_ + 1e-14 * box.diagonal();  // covers rounding
    for (int i = 0; i < n; ++i) {
      blunt_[i] = height_at(i) <= slack_;
      if (blunt_[i]) ++blunt_count_;
    }
    collect_blunt_corners();
  }

  /// Appends the triangles; returns false if the polygon crosses itself.
  bool clip(std::vector<std::array<int, 3>>& triangles) {
    int left = static_cast<int>(loop_.size()), corner = 0;
    for (bool cut = true; left > 3 && cut;) {
      cut = false;  // without rounding one pass would suffice
      enqueue_all(corner, left);
      for (std::size_t q = 0; q < queue_.size() && left > 3; ++q) {
        const int i = queue_[q];
        if (location_[i] != q || !is_ear(i)) continue;
        triangles.push_back({loop_[previous_[i]], loop_[i], loop_[next_[i]]});
        corner = cut_off(i);
        cut = true;
        --left;
      }
    }
    if (left > 3) return false;
    triangles.push_back({loop_[previous_[corner]], loop_[corner], loop_[next_[corner]]});
    return height_at(corner) >= -slack_;
  }

 private:
  Vec3 at(int i) const { return vertices_[loop_[i]]; }
  /// Height of the corner above the line between its neighbours.
  Real height_at(int i) const {
    const Vec3 a = at(previous_[i]), c = at(next_[i]);
    const Real width = length(c - a);
    return width > 0 ? doubled_area(a, at(i), c, normal_) / width : 0;
  }

  bool is_ear(int i) const {
    if (height_at(i) <= slack_) return false;
    if (blunt_count_ == 0) return true;
    const std::array ear{at(previous_[i]), at(i), at(next_[i])};
    const Box ear_box = widened(bounding_box(ear), margin_);
    std::array<Vec3, 3> inwards;
    for (int k = 0; k < 3; ++k) inwards[k] = normalized(cross(normal_, ear[(k + 1) % 3] - ear[k]));
    const auto enter = [&](const Box& box) {
      if (!box.overlaps(ear_box)) return false;
      for (int k = 0; k < 3; ++k) {
        if (highest(box, inwards[k]) < dot(inwards[k], ear[k]) - margin_) return false;
      }
      return true;
    };
    const auto within = [&](Vec3 p) {
      for (int k = 0; k < 3; ++k) {
        if (dot(inwards[k], p - ear[k]) < -slack_) return false;
      }
      return true;
    };
    return !hierarchy_.any_of(enter, [&](int item) {
      const int r = collected_[item];
      return blunt_[r] && r != previous_[i] && r != next_[i] && within(at(r));
    });
  }

  /// Removes a corner and queues its neighbours again, at the end: the next cut is then elsewhere, which
  /// gives better triangles than a fan. Returns one of the neighbours.
  int cut_off(int i) {
    next_[previous_[i]] = next_[i], previous_[next_[i]] = previous_[i];
    for (const int neighbour : {previous_[i], next_[i]}) {
      if (blunt_[neighbour] && height_at(neighbour) > slack_) {
        blunt_[neighbour] = false;
        --blunt_count_;
      }
      enqueue(neighbour);
    }
    if (4 * blunt_count_ < static_cast<int>(collected_.size())) collect_blunt_corners();
    return next_[i];
  }

  void enqueue(int i) {
    location_[i] = queue_.size();  // makes an earlier position in the queue invalid
    queue_.push_back(i);
  }
  void enqueue_all(int start, int count) {
    queue_.clear();
    location_.resize(loop_.size());
    for (int i = start; count > 0; --count, i = next_[i]) enqueue(i);
  }

  void collect_blunt_corners() {
    collected_.clear();
    std::vector<Box> boxes;
    for (int i = 0; i < static_cast<int>(loop_.size()) && blunt_count_ > 0; ++i) {
      if (!blunt_[i]) continue;
      collected_.push_back(i);
      boxes.push_back({at(i), at(i)});
    }
    hierarchy_ = Bvh(boxes);
  }

  std::span<const Vec3> vertices_;
  std::span<const int> loop_;
  Vec3 normal_;
  Real slack_ = 0;                    // a corner nearer to a line than this distance lies on it
  Real margin_ = 0;                   // larger tolerance for the comparison of boxes
  std::vector<int> next_, previous_;  // corners not yet cut off, by their index in the loop
  std::vector<bool> blunt_;
  int blunt_count_ = 0;
  std::vector<int> collected_;  // corners in hierarchy_: all blunt corners, and some that are no longer blunt
  Bvh hierarchy_;
  std::vector<int> queue_;  // corners to test
  std::vector<std::size_t> location_;
};

}  // namespace

bool triangulate(std::span<const Vec3> vertices, std::span<const int> loop,
                 std::vector<std::array<int, 3>>& triangles) {
  if (loop.size() == 3) {
    triangles.push_back({loop[0], loop[1], loop[2]});
    return true;
  }
  return EarClipper(vertices, loop).clip(triangles);
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
    if (first != triangles.face_begin[f]) continue;  // one ray per face
    const Vec3 normal = normalized(area_vector(surface.vertices, surface.face(f)));
    const Vec3 from = face_center(surface, triangles, f, normal);
    thickness[f] = triangle_bvh.cast_ray(from, -normal, [&](int t) {
      if (triangles.face[t] == f) return infinity;
      const auto& c = triangles.corner[t];
      return hit_distance(from, -normal, surface.vertices[c[0]], surface.vertices[c[1]],
                          surface.vertices[c[2]]);
    });
    // A closed surface stops every ray that starts inwards at a face. If rounding lets a ray through (seen on
    // the hull of a needle of 1:1e7), the extent of the body along the ray bounds its thickness.
    if (!std::isfinite(thickness[f])) thickness[f] = extent_along(surface, from, -normal);
  }
  return thickness;
}

}  // namespace scree
