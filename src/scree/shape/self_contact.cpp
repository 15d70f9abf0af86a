// check_self_contact: distances between triangles whose boxes overlap.

#include "scree/error.hpp"
#include "scree/shape/check.hpp"

#include <algorithm>
#include <array>

namespace scree {
namespace {

using Corners = std::array<int, 3>;

Vec3 closest_on_segment(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 d = b - a;
  const Real l = dot(d, d);
  return l > 0 ? a + std::clamp(dot(p - a, d) / l, 0.0, 1.0) * d : a;
}

Real segment_segment_distance(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const Vec3 u = b - a, v = d - c, w = a - c;
  const Real uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), det = uu * vv - uv * uv;
  Real s = det > 1e-20 * uu * vv ? std::clamp((uv * dot(v, w) - vv * dot(u, w)) / det, 0.0, 1.0) : 0;
  const Vec3 q = closest_on_segment(a + s * u, c, d);
  return length(closest_on_segment(q, a, b) - q);
}

bool projects_inside(Vec3 p, Vec3 a, Vec3 b, Vec3 c, Vec3 normal) {
  return dot(cross(b - a, p - a), normal) >= 0 && dot(cross(c - b, p - b), normal) >= 0 &&
         dot(cross(a - c, p - c), normal) >= 0;
}

/// Whether a segment comes within `reach` of a triangle.
bool segment_meets_triangle(Vec3 p, Vec3 q, Vec3 a, Vec3 b, Vec3 c, Real reach) {
  const Vec3 normal = normalized(cross(b - a, c - a));
  const Real hp = dot(normal, p - a), hq = dot(normal, q - a);
  if ((hp > reach && hq > reach) || (hp < -reach && hq < -reach)) return false;
  if (std::abs(hp) <= reach && projects_inside(p, a, b, c, normal)) return true;
  if (std::abs(hq) <= reach && projects_inside(q, a, b, c, normal)) return true;
  if ((hp < 0) != (hq < 0) && projects_inside(p + hp / (hp - hq) * (q - p), a, b, c, normal)) return true;
  return segment_segment_distance(p, q, a, b) <= reach || segment_segment_distance(p, q, b, c) <= reach ||
         segment_segment_distance(p, q, c, a) <= reach;
}

/// Whether two triangles that share an edge are folded onto each other: their apexes on the same side of it.
bool folded(Vec3 edge_begin, Vec3 edge_end, Vec3 apex, Vec3 other_apex) {
  const Vec3 along = normalized(edge_end - edge_begin);
  const auto away = [&](Vec3 p) { return normalized((p - edge_begin) - dot(p - edge_begin, along) * along); };
  return length(away(apex) - away(other_apex)) < 1e-6;
}

class TrianglePair {
 public:
  TrianglePair(const Surface& surface, Corners a, Corners b, Real reach)
      : surface_(surface), a_(a), b_(b), reach_(reach) {}

  bool touch() {
    const int shared = bring_shared_corners_first();
    if (shared == 3) return true;
    if (shared == 2) return folded(at(a_[0]), at(a_[1]), at(a_[2]), at(b_[2]));
    // With one common corner only the opposite edges can meet the other triangle anew.
    if (shared == 1) return edge_meets(a_[1], a_[2], b_) || edge_meets(b_[1], b_[2], a_);
    for (int i = 0; i < 3; ++i) {
      if (edge_meets(a_[i], a_[(i + 1) % 3], b_) || edge_meets(b_[i], b_[(i + 1) % 3], a_)) return true;
    }
    return false;
  }

 private:
  Vec3 at(int v) const { return surface_.vertices[v]; }
  bool edge_meets(int p, int q, const Corners& t) const {
    return segment_meets_triangle(at(p), at(q), at(t[0]), at(t[1]), at(t[2]), reach_);
  }
  int bring_shared_corners_first() {
    int shared = 0;
    for (int i = 0; i < 3; ++i) {
      const auto same = std::find(b_.begin() + shared, b_.end(), a_[i]);
      if (same == b_.end()) continue;
      std::swap(a_[shared], a_[i]);
      std::swap(b_[shared], *same);
      ++shared;
    }
    return shared;
  }

  const Surface& surface_;
  Corners a_, b_;
  Real reach_;
};

}  // namespace

void check_self_contact(const Surface& surface, const Triangles& triangles, const Bvh& triangle_bvh) {
  const Real reach = 1e-12 * bounding_box(surface.vertices).diagonal();
  const std::vector<Box> boxes = triangle_boxes(surface, triangles);
  for (const int t : triangle_bvh.items()) {
    const Vec3 margin{reach, reach, reach};
    const Box near{boxes[t].lower - margin, boxes[t].upper + margin};
    triangle_bvh.for_each_overlap(near, [&](int u) {
      const int f = triangles.face[t], g = triangles.face[u];
      if (u <= t || f == g || !boxes[u].overlaps(near)) return;
      if (TrianglePair(surface, triangles.corner[t], triangles.corner[u], reach).touch()) {
        fail(
            "{}: the surface touches or crosses itself, here and at {}. Move the parts apart, or join them "
            "into one "
            "surface.",
            where(surface, f), where(surface, g));
      }
    });
  }
}

}  // namespace scree
