#include "scree/shape/polygon.hpp"

#include "scree/error.hpp"
#include "scree/shape/surface/surface.hpp"

#include <algorithm>
#include <numbers>

namespace scree {
namespace {

/// Corners relative to the middle of their box, so that a polygon far from the origin keeps its digits.
struct Local {
  std::vector<Vec2> corners;
  Vec2 middle;
  Real size = 0;
  Real reach = 0;  // distances below this are rounding
};

Local center(std::span<const Vec2> corners) {
  if (corners.size() < 3) fail("a polygon needs at least three corners, this one has {}.", corners.size());
  Box box;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (!std::isfinite(corners[i].x) || !std::isfinite(corners[i].y)) {
      fail("corner {} of the polygon is ({}, {}). Coordinates must be finite numbers.", i + 1, corners[i].x,
           corners[i].y);
    }
    box.include(Vec3{corners[i].x, corners[i].y, 0});
  }
  if (box.diagonal() == 0)
    fail("all corners of the polygon are the same point, ({}, {}). Give three or more that lie apart.",
         corners[0].x, corners[0].y);
  Local local{{}, {box.center().x, box.center().y}, box.diagonal(), 0};
  if (!(local.size > 1e-50) || !(local.size < 1e50)) {
    fail("the polygon is {:.3g} m across. Scree computes from 1e-50 to 1e50 m.", local.size);
  }
  local.reach = std::max(1e-9 * local.size, 5e-16 * length(local.middle));
  for (const Vec2 c : corners) local.corners.push_back(c - local.middle);
  return local;
}

Vec2 direction(Vec2 from, Vec2 to) {
  const Vec2 d = to - from;
  return 1 / length(d) * d;
}

Real twice_area(const std::vector<Vec2>& c) {
  Real sum = 0;
  for (std::size_t i = 2; i < c.size(); ++i) sum += cross(c[i - 1] - c[0], c[i] - c[0]);
  return sum;
}

/// Throws an Error if edges cross. The other checks call it before they report a fault, because crossing
/// edges are the better explanation.
void check_crossing(const Local& local) {
  const auto& c = local.corners;
  const std::size_t n = c.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 p = c[i], u = c[(i + 1) % n] - p;
    for (std::size_t j = i + 2; j < n && (j + 1) % n != i; ++j) {
      const Vec2 q = c[j], v = c[(j + 1) % n] - q;
      // True if both points lie on different sides of a line, by more than rounding.
      const auto astride = [&](Vec2 along, Vec2 first, Vec2 second) {
        const Real f = cross(along, first), g = cross(along, second), off = local.reach * length(along);
        return (f > off && g < -off) || (f < -off && g > off);
      };
      if (astride(u, q - p, q + v - p) && astride(v, p - q, p + u - q)) {
        fail(
            "edge {} of the polygon, from corner {}, crosses edge {}. Give the corners in their order around "
            "the polygon.",
            i + 1, i + 1, j + 1);
      }
    }
  }
}

void check_area(const Local& local) {
  if (!(std::abs(twice_area(local.corners)) > local.reach * local.size)) {
    check_crossing(local);
    fail("the polygon has no area: its corners lie on a line. Move one off the line.");
  }
}

void check_convex(const Local& local) {
  const auto& c = local.corners;
  const std::size_t n = c.size();
  if (twice_area(c) < 0) check_crossing(local);
  if (twice_area(c) < 0) fail("the polygon runs clockwise. Reverse the order of its corners.");
  Real total_angle = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 before = c[(i + n - 1) % n], here = c[i], after = c[(i + 1) % n];
    if (length(here - before) <= local.reach) {
      fail("corner {} of the polygon coincides with the one before it. Remove one of them.", i + 1);
    }
    if (length(after - here) <= local.reach) continue;  // the next corner reports this
    const Vec2 in = direction(before, here), out = direction(here, after);
    const Real angle = std::atan2(cross(in, out), dot(in, out));
    // Distance by which the corner lies inside the line between its neighbours.
    const Real dent = -cross(in, out) * std::min(length(here - before), length(after - here));
    if (dent > local.reach) {
      check_crossing(local);
      fail("the polygon bends inwards at corner {}. It must be convex: split it, or take the convex hull.",
           i + 1);
    }
    if (std::abs(angle) > std::numbers::pi - 1e-9) {
      fail(
          "the polygon runs back on itself at corner {}: there is no area between its edges. Remove the "
          "corner.",
          i + 1);
    }
    total_angle += angle;
  }
  if (std::abs(total_angle - 2 * std::numbers::pi) > 1e-3) {
    fail("the polygon winds round {:.0f} times. Its edges must not cross.",
         total_angle / (2 * std::numbers::pi));
  }
}

/// Drops corners on straight edges until none is left. When a corner is dropped, its neighbours may come to
/// lie on a straight edge too.
void drop_straight_corners(Local& local) {
  for (std::size_t before_pass = 0; before_pass != local.corners.size();) {
    before_pass = local.corners.size();
    std::vector<Vec2> kept;
    const auto& c = local.corners;
    const std::size_t n = c.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Vec2 before = kept.empty() ? c[n - 1] : kept.back(), after = c[(i + 1) % n];
      if (cross(direction(before, after), before - c[i]) > 1e-14 * local.size) kept.push_back(c[i]);
    }
    local.corners = std::move(kept);
  }
  if (local.corners.size() < 3)
    fail(
        "the polygon is too flat: {} corners are left without those on straight edges; it needs at least "
        "three.",
        local.corners.size());
}

Polygon build(const Local& local) {
  Polygon p;
  const auto& c = local.corners;
  const std::size_t n = c.size();
  p.area = twice_area(c) / 2;
  Vec2 moment;
  for (std::size_t i = 2; i < n; ++i) {
    moment = moment + cross(c[i - 1] - c[0], c[i] - c[0]) / 6 * (c[0] + c[i - 1] + c[i]);
  }
  const Vec2 centroid = 1 / p.area * moment;
  p.centroid_in_input = local.middle + centroid;
  for (const Vec2 v : c) p.vertices.push_back(v - centroid);
  p.inscribed_radius = local.size;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 a = p.vertices[i], b = p.vertices[(i + 1) % n], along = direction(a, b);
    p.edge_normal.push_back({along.y, -along.x});
    p.polar_inertia += cross(a, b) * (dot(a, a) + dot(a, b) + dot(b, b)) / 12;
    p.bounding_radius = std::max(p.bounding_radius, length(a));
    p.inscribed_radius = std::min(p.inscribed_radius, dot(p.edge_normal[i], a));
  }
  return p;
}

}  // namespace

Polygon make_polygon(std::span<const Vec2> corners) {
  Local local = center(corners);
  check_area(local);
  check_convex(local);
  drop_straight_corners(local);
  return build(local);
}

/// Andrew's monotone chain.
Polygon polygon_from_points(std::span<const Vec2> points) {
  Local local = center(points);
  std::vector<Vec2> p = local.corners, hull;
  std::sort(p.begin(), p.end(), [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  const auto add_chain = [&](auto begin, auto end) {
    const std::size_t start = hull.size();
    for (auto it = begin; it != end; ++it) {
      while (hull.size() >= start + 2) {
        const Vec2 a = hull[hull.size() - 2], b = hull.back();
        if (cross(b - a, *it - a) > 1e-14 * local.size * length(*it - a)) break;
        hull.pop_back();
      }
      hull.push_back(*it);
    }
    hull.pop_back();
  };
  add_chain(p.begin(), p.end());
  add_chain(p.rbegin(), p.rend());
  local.corners = std::move(hull);
  check_area(local);
  drop_straight_corners(local);
  return build(local);
}

}  // namespace scree
