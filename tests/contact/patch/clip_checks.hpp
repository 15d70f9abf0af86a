// Rules for every contact patch, its measures by a second method, and bodies stacked on each other.
#pragma once

#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/contact/patch/clip.hpp"
#include "scree/shape/library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace scree::test {

struct Query {
  Polyhedron a, b;
  Pose b_in_a;
  Contact contact;
  ContactPatch patch;

  Query(Polyhedron body_a, Polyhedron body_b, const Pose& pose, const PatchTolerance& tolerance = {})
      : a(std::move(body_a)), b(std::move(body_b)), b_in_a(pose) {
    Cache cache;
    contact = GjkTd::collide(view(a), view(b), b_in_a, cache);
    patch = contact_patch(pair(), contact, tolerance);
  }
  PolyhedronPair pair() const { return {view(a), view(b), b_in_a}; }
};

inline Polyhedron body(const std::string& name) { return make_polyhedron(library_shape(name)); }
inline Polyhedron hexagonal_prism() { return make_polyhedron(library_shape("prism", {.sides = 6})); }

inline Real top_of(const Polyhedron& p) { return dot(Vec3{0, 0, 1}, p.vertex(support_vertex(p, {0, 0, 1}))); }
/// Stacks B on A so that they overlap by `overlap` at the origin. B is rotated about the vertical and then
/// tilted about a horizontal axis.
inline Query stacked(const Polyhedron& a, const Polyhedron& b, Vec3 shift, Real angle, Real tilt,
                     Real overlap, const PatchTolerance& tolerance = {}, Vec3 axis = {0.6, 0.8, 0}) {
  const Quat q = axis_angle(axis, tilt) * axis_angle({0, 0, 1}, angle);
  const Vec3 lowest = rotate(axis_angle(axis, tilt), {0, 0, -top_of(b)});
  return {a, b, {Vec3{0, 0, top_of(a) - overlap} - lowest + shift, q}, tolerance};
}

inline Real outside(const Polyhedron& p, Vec3 x) {
  Real worst = -1e300;
  for (int f = 0; f < p.face_count(); ++f)
    worst = std::max(worst, dot(p.face_normal[f], x) - p.face_offset[f]);
  return worst;
}

/// Returns the first rule that a patch of a touching pair breaks, or an empty string. `right` means that the
/// contact is exact.
inline std::string broken_rule(const Polyhedron& a, const Polyhedron& b, const Pose& b_in_a, const Contact& c,
                               const ContactPatch& patch, bool right = true) {
  const Real size = a.bounding_radius + b.bounding_radius, rounding = 1e-11 * size;
  if (patch.count < 1 || patch.count > 8) return "one to eight points";
  Real shares = 0, deepest = -1e300;
  std::map<std::uint64_t, int> keys;
  for (int i = 0; i < patch.count; ++i) {
    const ContactPatch::Point& p = patch.point[i];
    if (!is_finite(p.a) || !is_finite(p.b) || !std::isfinite(p.overlap)) return "finite";
    if (length(p.a - p.b - p.overlap * c.normal) > rounding)
      return "points that differ by the overlap along the normal";
    if (std::abs(outside(a, p.a)) > 100 * rounding && right) return "point on A";
    if (std::abs(outside(b, inverse_transform(b_in_a, p.b))) > 100 * rounding && right) return "point on B";
    if (patch.count > 1 && p.overlap < -1e-12 * size) return "no gaps";
    if (!(p.share > 0)) return "positive shares";
    if (p.feature_a.kind == Feature::Kind::none || p.feature_b.kind == Feature::Kind::none) return "features";
    if (++keys[point_key(p)] > 1) return "keys differ";
    shares += p.share, deepest = std::max(deepest, p.overlap);
  }
  if (std::abs(shares - 1) > 1e-12) return "shares of the whole";
  if (right && std::abs(deepest - c.overlap) > rounding) return "the deepest point is the contact's";
  if (deepest != patch.deepest()) return "deepest";
  for (int i = 0; patch.count > 2 && i < patch.count; ++i) {
    const Vec3 p = patch.point[i].a, q = patch.point[(i + 1) % patch.count].a;
    for (int j = 0; j < patch.count; ++j) {
      if (dot(cross(q - p, patch.point[j].a - p), c.normal) < -rounding * size)
        return "convex, counter-clockwise";
    }
  }
  if (patch.count < 3 && patch.area > 1e-5 * size * size) return "no area without corners";
  return {};
}
inline std::string broken_rule(const Query& q) { return broken_rule(q.a, q.b, q.b_in_a, q.contact, q.patch); }

/// Area and centroid by a second method in another precision. The corners of the patch are the intersections
/// of its bounding lines that lie on the inner side of every line, sorted by angle.
struct Measured {
  Real area = 0, mean_overlap = 0;
  Vec3 centroid;
  int corners = 0;
};
inline Measured measure(const Query& q) {
  using Wide = long double;
  struct Line {
    Wide x, y, c;  // inside: x X + y Y <= c
  };
  const Vec3 n = q.contact.normal, o = 0.5 * (q.contact.point_a + q.contact.point_b);
  const Vec3 u = normalized(cross(n, std::abs(n.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0})), v = cross(n, u);
  const PolyhedronPair pair = q.pair();
  std::vector<Line> lines;
  Wide plane[2][3] = {};  // height = plane[0] + plane[1] x + plane[2] y
  for (const bool of_b : {false, true}) {
    const PolyhedronView& view = of_b ? pair.b : pair.a;
    const auto normal = [&](int f) { return of_b ? pair.normal_b(f) : pair.normal_a(f); };
    const auto point_of = [&](int i) { return (of_b ? pair.vertex_b(i) : pair.vertex_a(i)) - o; };
    int best = 0;
    for (int f = 1; f < view.face_count; ++f) {
      if ((of_b ? -1 : 1) * dot(normal(f) - normal(best), n) > 0) best = f;
    }
    Vec3 middle;
    const int begin = view.face_begin[best], end = view.face_begin[best + 1];
    for (int h = begin; h < end; ++h) middle += point_of(view.origin[h]) / (end - begin);
    for (int h = begin; h < end; ++h) {
      const Vec3 p = point_of(view.origin[h]), e = point_of(view.target(h)) - p;
      Line l{dot(e, v), -Wide(dot(e, u)), 0};
      l.c = l.x * dot(p, u) + l.y * dot(p, v);
      if (l.x * dot(middle, u) + l.y * dot(middle, v) > l.c) l = {-l.x, -l.y, -l.c};
      const Wide norm = std::sqrt(l.x * l.x + l.y * l.y);
      lines.push_back({l.x / norm, l.y / norm, l.c / norm});
    }
    const Vec3 m = normal(best);
    const Wide down = dot(m, n);
    plane[of_b][0] = dot(m, middle) / down, plane[of_b][1] = -dot(m, u) / down,
    plane[of_b][2] = -dot(m, v) / down;
  }
  const Wide over[3] = {plane[0][0] - plane[1][0], plane[0][1] - plane[1][1], plane[0][2] - plane[1][2]};
  lines.push_back({-over[1], -over[2], over[0]});
  struct Point {
    Wide x, y;
  };
  std::vector<Point> corners;
  const Wide slack = 1e-13L * (q.a.bounding_radius + q.b.bounding_radius);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t j = i + 1; j < lines.size(); ++j) {
      const Line &k = lines[i], &l = lines[j];
      const Wide d = k.x * l.y - k.y * l.x;
      if (std::abs(d) < 1e-9L * std::hypot(k.x, k.y) * std::hypot(l.x, l.y) || d == 0) continue;
      const Point p{(k.c * l.y - k.y * l.c) / d, (k.x * l.c - k.c * l.x) / d};
      if (std::all_of(lines.begin(), lines.end(),
                      [&](const Line& m) { return m.x * p.x + m.y * p.y <= m.c + slack; }))
        corners.push_back(p);
    }
  }
  Measured result;
  if (corners.empty()) return result;
  Point mean{0, 0};
  for (const Point& p : corners) mean.x += p.x / Wide(corners.size()), mean.y += p.y / Wide(corners.size());
  std::sort(corners.begin(), corners.end(), [&](const Point& p, const Point& r) {
    return std::atan2(p.y - mean.y, p.x - mean.x) < std::atan2(r.y - mean.y, r.x - mean.x);
  });
  Wide area = 0, mx = 0, my = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point &p = corners[i], &r = corners[(i + 1) % corners.size()];
    const Wide t = ((p.x - mean.x) * (r.y - mean.y) - (p.y - mean.y) * (r.x - mean.x)) / 2;
    area += t, mx += t * (mean.x + p.x + r.x) / 3, my += t * (mean.y + p.y + r.y) / 3;
    result.corners += std::hypot(p.x - r.x, p.y - r.y) > 100 * slack ? 1 : 0;
  }
  const Wide x = mx / area, y = my / area;
  const auto height = [&](int view) { return plane[view][0] + plane[view][1] * x + plane[view][2] * y; };
  result.area = Real(area);
  result.centroid = o + Real(x) * u + Real(y) * v + Real((height(0) + height(1)) / 2) * n;
  result.mean_overlap = Real(over[0] + over[1] * x + over[2] * y);
  return result;
}

/// Returns the name of a wrong measure of a patch of two faces, or an empty string. The weights are checked
/// if no corner was left out.
inline std::string wrong_measure(const Query& q, const Measured& m) {
  const Real size = q.a.bounding_radius + q.b.bounding_radius;
  if (std::abs(q.patch.area - m.area) > 1e-11 * size * size) return "area";
  if (length(q.patch.centroid - m.centroid) > 1e-9 * size) return "centroid";
  if (m.corners > 8) return q.patch.count == 8 ? "" : "eight of many corners";
  if (q.patch.count != m.corners) return fmt::format("{} of {} corners", q.patch.count, m.corners);
  Real overlap = 0;
  Vec3 centroid;
  for (const ContactPatch::Point& p : std::span(q.patch.point, q.patch.count))
    overlap += p.share * p.overlap, centroid += 0.5 * p.share * (p.a + p.b);
  if (std::abs(overlap - m.mean_overlap) > 1e-9 * size) return "mean overlap";
  if (length(centroid - m.centroid) > 1e-9 * size) return "centroid by shares";
  return {};
}
inline std::string wrong_measure(const Query& q) { return wrong_measure(q, measure(q)); }

}  // namespace scree::test
