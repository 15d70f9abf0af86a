// Implements check_self_contact with the distances between triangles whose boxes overlap.

#include "scree/error.hpp"
#include "scree/math/closest.hpp"
#include "scree/shape/surface/check.hpp"

#include <algorithm>
#include <array>

namespace scree {
namespace {

using Corners = std::array<int, 3>;

Real segment_segment_distance(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const ClosestPoints closest = closest_segments(a, b, c, d);
  return length(closest.first - closest.second);
}

Real distance_to_segment(Vec3 x, Vec3 p, Vec3 q) {
  return length(p + closest_on_segment(x, p, q) * (q - p) - x);
}

bool projects_inside(Vec3 p, Vec3 a, Vec3 b, Vec3 c, Vec3 normal) {
  return dot(cross(b - a, p - a), normal) >= 0 && dot(cross(c - b, p - b), normal) >= 0 &&
         dot(cross(a - c, p - c), normal) >= 0;
}

/// True if a segment comes within `reach` of a triangle.
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

/// True if two triangles that share an edge are folded onto each other, so that their apexes are on the same
/// side of the edge.
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
    // With one common corner, only the opposite edges can meet the other triangle elsewhere.
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

/// Half-spaces {x: normal . x >= limit}. Their intersection contains the points of interest.
struct HalfSpaces {
  std::array<Vec3, 5> normal;
  std::array<Real, 5> limit;
  int count = 0;

  void add(Vec3 n, Real l) { normal[count] = n, limit[count++] = l; }
  bool meets(const Box& box) const {
    for (int i = 0; i < count; ++i) {
      if (highest(box, normal[i]) < limit[i]) return false;
    }
    return true;
  }
};

/// Finds the pairs of triangles near each other. Boxes suffice for most, but the thin triangles of a large
/// fan all have overlapping boxes: a fan of 5000 took 8 s, and a fan of twice as many four times as long. So
/// triangles at a hub, a vertex of many triangles, are treated separately. The search for other triangles
/// near them uses the planes of their sides instead of their boxes. The search within their own fan and other
/// fans uses the directions of the triangles as seen from the hub.
class SelfContact {
 public:
  SelfContact(const Surface& surface, const Triangles& triangles, const Bvh& triangle_bvh)
      : surface_(surface),
        triangles_(triangles),
        reach_(1e-12 * bounding_box(surface.vertices).diagonal()),
        boxes_(triangle_boxes(surface, triangles)) {
    for (std::size_t t = 0; t < boxes_.size(); ++t) {
      const Corners& c = triangles.corner[t];
      const Vec3 area = cross(at(c[1]) - at(c[0]), at(c[2]) - at(c[0]));
      const Real size = boxes_[t].diagonal();
      normals_.push_back(normalized(area));
      plane_error_.push_back(2 * reach_ + 1e-15 * size * size * size / length(area));
    }
    find_hubs();
    if (hubs_.empty()) {
      check_plain(triangle_bvh, plain_);
    } else {
      check_with_hubs();
    }
  }

 private:
  static constexpr int many = 64;
  struct Hub {
    int vertex;
    std::vector<int> fan;  // triangles at the vertex
  };

  const Corners& corners(int t) const { return triangles_.corner[t]; }
  Vec3 at(int v) const { return surface_.vertices[v]; }

  void check_pair(int t, int u) const {
    const int f = triangles_.face[t], g = triangles_.face[u];
    if (f == g || !boxes_[u].overlaps(widened(boxes_[t], reach_))) return;
    if (on_one_side(t, u) || on_one_side(u, t)) return;
    if (!TrianglePair(surface_, corners(t), corners(u), reach_).touch()) return;
    fail(
        "{}: the surface touches or crosses itself, here and at {}. Move the parts apart, or join them into "
        "one surface.",
        where(surface_, std::min(f, g)), where(surface_, std::max(f, g)));
  }

  /// True if all of u lies on one side of the plane of t, out of reach. Most pairs need no other test.
  bool on_one_side(int t, int u) const {
    const Vec3 normal = normals_[t];
    const Real offset = dot(normal, at(corners(t)[0]));
    const auto height = [&](int v) { return dot(normal, at(v)) - offset; };
    const auto [low, high] =
        std::minmax({height(corners(u)[0]), height(corners(u)[1]), height(corners(u)[2])});
    return low > plane_error_[t] || high < -plane_error_[t];
  }

  void find_hubs() {
    std::vector<int> degree(surface_.vertices.size(), 0), hub_of(surface_.vertices.size(), -1);
    for (const Corners& c : triangles_.corner) {
      for (const int v : c) ++degree[v];
    }
    for (int v = 0; v < surface_.vertex_count(); ++v) {
      if (degree[v] < many) continue;
      hub_of[v] = static_cast<int>(hubs_.size());
      hubs_.push_back({v, {}});
    }
    for (std::size_t t = 0; t < boxes_.size(); ++t) {
      bool at_hub = false;
      for (const int v : triangles_.corner[t]) {
        if (hub_of[v] < 0) continue;
        hubs_[hub_of[v]].fan.push_back(static_cast<int>(t));
        at_hub = true;
      }
      (at_hub ? in_fans_ : plain_).push_back(static_cast<int>(t));
    }
  }

  /// Checks pairs of the triangles over which a hierarchy was built, by their boxes.
  void check_plain(const Bvh& bvh, std::span<const int> triangles) const {
    for (const int item : bvh.items()) {
      const int t = triangles[item];
      bvh.for_each_overlap(widened(boxes_[t], reach_), [&](int other) {
        if (triangles[other] > t) check_pair(t, triangles[other]);
      });
    }
  }

  void check_with_hubs() const {
    const Bvh plain(boxes_of(plain_)), fans(boxes_of(in_fans_));
    check_plain(plain, plain_);
    for (const int item : fans.items()) check_against_plain(in_fans_[item], plain);
    for (const Hub& hub : hubs_) check_fan(hub, fans);
  }

  std::vector<Box> boxes_of(std::span<const int> some) const {
    std::vector<Box> result;
    for (const int t : some) result.push_back(boxes_[t]);
    return result;
  }

  void check_against_plain(int t, const Bvh& plain) const {
    const auto [a, b, c] = std::array{at(corners(t)[0]), at(corners(t)[1]), at(corners(t)[2])};
    const Vec3 normal = normals_[t];
    HalfSpaces prism;  // the triangle, widened by the error of its plane
    prism.add(normal, dot(normal, a) - plane_error_[t]);
    prism.add(-normal, -dot(normal, a) - plane_error_[t]);
    for (const auto& [p, q] : {std::pair{a, b}, {b, c}, {c, a}}) {
      const Vec3 inwards = normalized(cross(normal, q - p));
      prism.add(inwards, dot(inwards, p) - plane_error_[t]);
    }
    const Box near = widened(boxes_[t], reach_);
    plain.any_of([&](const Box& box) { return box.overlaps(near) && prism.meets(box); },
                 [&](int u) {
                   check_pair(t, plain_[u]);
                   return false;
                 });
  }

  /// Checks a fan by directions. Seen from the hub, its triangles are arcs of great circles. Two of them
  /// touch away from the hub only where their arcs touch. A triangle elsewhere touches one of them only where
  /// it covers the arc.
  void check_fan(const Hub& hub, const Bvh& fans) const {
    Box around;
    std::vector<Box> arcs;
    for (const int t : hub.fan) {
      around.include(boxes_[t]);
      arcs.push_back(arc_box(hub.vertex, corners(t)));
    }
    const Bvh seen(arcs);
    for (std::size_t i = 0; i < hub.fan.size(); ++i) {
      seen.for_each_overlap(arcs[i], [&](int k) {
        if (hub.fan[k] > hub.fan[i]) check_pair(hub.fan[i], hub.fan[k]);
      });
    }
    fans.for_each_overlap(widened(around, reach_), [&](int item) {
      const int u = in_fans_[item];
      if (std::ranges::find(corners(u), hub.vertex) != corners(u).end()) return;
      const HalfSpaces cone = cone_over(hub.vertex, corners(u));
      seen.any_of([&](const Box& box) { return cone.meets(box); },
                  [&](int k) {
                    check_pair(u, hub.fan[k]);
                    return false;
                  });
    });
  }

  /// Box of the unit vectors from the hub to the triangle's points, widened. If a point of the opposite edge,
  /// at distance h from the hub, is within reach of another triangle, their directions differ by at most 2
  /// reach / h.
  Box arc_box(int hub, Corners c) const {
    std::rotate(c.begin(), std::find(c.begin(), c.end(), hub), c.end());
    const Vec3 p = at(c[1]) - at(hub), q = at(c[2]) - at(hub);
    const Vec3 from = normalized(p), to = normalized(q);
    const Real bulge = 1 - length(from + to) / 2;  // distance of the arc from its chord
    const Real h = distance_to_segment({}, p, q);
    return widened(bounding_box(std::array{from, to}), bulge + 1e-14 + (h > reach_ ? 2 * reach_ / h : 2));
  }

  /// Directions from the hub to a triangle elsewhere: the cone between the planes through the hub and the
  /// triangle's edges.
  HalfSpaces cone_over(int hub, const Corners& c) const {
    const std::array p{at(c[0]) - at(hub), at(c[1]) - at(hub), at(c[2]) - at(hub)};
    const Real distance = distance_from_origin(p[0], p[1], p[2]);
    HalfSpaces cone;
    if (distance < 2 * reach_) return cone;  // the triangle touches the hub
    for (int i = 0; i < 3; ++i) {
      const Vec3 from = normalized(p[i]), to = normalized(p[(i + 1) % 3]), apex = normalized(p[(i + 2) % 3]);
      const Vec3 normal = cross(from, to);
      const Real sine = length(normal), height = dot(normal, apex) / sine;
      if (!(sine > 1e-9)) continue;  // the edge points at the hub
      // The plane is accurate to 1e-16 / sine, so the apex may lie on either side of it within this error.
      const Real margin = 2 * reach_ / distance + 1e-15 / sine + (std::abs(height) < 1e-6 ? 1e-6 : 0);
      cone.add((height < 0 ? -1 : 1) / sine * normal, -margin);
    }
    return cone;
  }

  static Real distance_from_origin(Vec3 a, Vec3 b, Vec3 c) {
    const Vec3 normal = normalized(cross(b - a, c - a));
    if (projects_inside({}, a, b, c, normal)) return std::abs(dot(normal, a));
    return std::min(
        {distance_to_segment({}, a, b), distance_to_segment({}, b, c), distance_to_segment({}, c, a)});
  }

  const Surface& surface_;
  const Triangles& triangles_;
  Real reach_;
  std::vector<Box> boxes_;
  std::vector<Vec3> normals_;
  std::vector<Real> plane_error_;  // twice the reach, and the rounding of a thin triangle's normal
  std::vector<Hub> hubs_;
  std::vector<int> plain_, in_fans_;  // triangles that are at no hub, and triangles at one or more hubs
};

}  // namespace

void check_self_contact(const Surface& surface, const Triangles& triangles, const Bvh& triangle_bvh) {
  SelfContact(surface, triangles, triangle_bvh);
}

}  // namespace scree
