#include "scree/shape/surface/check.hpp"

#include "scree/error.hpp"

#include <algorithm>
#include <numbers>

namespace scree {
namespace {

/// Solid angle of a triangle seen from the origin (van Oosterom and Strackee 1983), negative if seen
/// from behind.
Real solid_angle(Vec3 a, Vec3 b, Vec3 c) {
  const Real la = length(a), lb = length(b), lc = length(c);
  return 2 * std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

Real solid_angle(const Surface& surface, int f, Vec3 from) {
  const auto loop = surface.face(f);
  Real sum = 0;
  for (std::size_t i = 2; i < loop.size(); ++i) {
    sum += solid_angle(surface.vertices[loop[0]] - from, surface.vertices[loop[i - 1]] - from,
                       surface.vertices[loop[i]] - from);
  }
  return sum;
}

Vec3 unit_normal(const Surface& surface, int f) {
  return normalized(area_vector(surface.vertices, surface.face(f)));
}

/// Finds the corner of a face that lies farthest in a direction. For a face of many corners it stores the
/// convex hull in the plane of the face, as two chains along which the distance rises and then falls. Every
/// neighbour of a cap of n corners needs this search, and a test of all corners took n^2 steps (40 000
/// corners: 7 s).
class FarthestCorner {
 public:
  FarthestCorner(const Surface& surface, int f) : vertices_(surface.vertices), corners_(surface.face(f)) {
    if (corners_.size() <= 16) return;
    const Vec3 normal = unit_normal(surface, f);
    x_ = normalized(cross(normal, std::abs(normal.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    y_ = cross(normal, x_);
    std::vector<int> sorted(corners_.begin(), corners_.end());
    std::ranges::sort(sorted, [&](int a, int b) {
      const Vec2 p = in_plane(vertices_[a]), q = in_plane(vertices_[b]);
      return p.x != q.x ? p.x < q.x : p.y < q.y;
    });
    lower_ = chain(sorted, 1), upper_ = chain(sorted, -1);
  }

  Real along(Vec3 direction) const {
    if (lower_.empty()) {
      Real farthest = -std::numeric_limits<Real>::infinity();
      for (const int v : corners_) farthest = std::max(farthest, dot(direction, vertices_[v]));
      return farthest;
    }
    const std::vector<int>& chain = dot(direction, y_) < 0 ? lower_ : upper_;
    std::size_t low = 0, high = chain.size() - 1;  // the farthest corner is in [low, high]
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      const bool rises = dot(direction, vertices_[chain[middle + 1]] - vertices_[chain[middle]]) > 0;
      (rises ? low : high) = rises ? middle + 1 : middle;
    }
    return dot(direction, vertices_[chain[low]]);
  }

 private:
  Vec2 in_plane(Vec3 p) const { return {dot(p, x_), dot(p, y_)}; }

  /// Returns the lower (sign 1) or upper (sign -1) half of the convex hull, from left to right.
  std::vector<int> chain(std::span<const int> sorted, Real sign) const {
    std::vector<int> result;
    for (const int v : sorted) {
      const Vec2 r = in_plane(vertices_[v]);
      while (result.size() > 1) {
        const Vec2 p = in_plane(vertices_[result.rbegin()[1]]), q = in_plane(vertices_[result.back()]);
        if (sign * ((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)) > 0) break;
        result.pop_back();
      }
      result.push_back(v);
    }
    return result;
  }

  std::span<const Vec3> vertices_;
  std::span<const int> corners_;
  Vec3 x_, y_;
  std::vector<int> lower_, upper_;
};

}  // namespace

Real rounding_distance(const Surface& surface) {
  return std::max(1e-9 * bounding_box(surface.vertices).diagonal(), 5e-16 * length(surface.origin));
}

void check_solid(const Surface& surface, const MassProperties& mass) {
  const Real tolerance = rounding_distance(surface);
  for (int f = 0; f < surface.face_count(); ++f) {
    const Vec3 normal = unit_normal(surface, f);
    Real low = std::numeric_limits<Real>::infinity(), high = -low;
    for (const int v : surface.face(f)) {
      const Real height = dot(normal, surface.vertices[v]);
      low = std::min(low, height), high = std::max(high, height);
    }
    if (!(high - low <= 2 * tolerance)) {
      fail("{}: the face is not planar (by {:.2g} m). Split it into triangles or give more digits.",
           where(surface, f), high - low);
    }
  }
  const Real size = bounding_box(surface.vertices).diagonal();
  if (!(std::abs(mass.volume) > 1e-7 * mass.area * size)) {
    fail(
        "{}the body is flat: it is {:.3g} m across and its volume is {:.3g} m3. Give it a thickness of at "
        "least a millionth of its extent.",
        where(surface), size, mass.volume);
  }
  if (mass.volume < 0) {
    fail(
        "{}the surface is inside out: its faces run clockwise seen from outside. Reverse the order of the "
        "vertices of "
        "every face.",
        where(surface));
  }
}

std::string why_not_convex(const Surface& surface, const Topology& t, const MassProperties& mass,
                           Real tolerance) {
  const int shells = 1 + std::ranges::max(shell_of_faces(t));
  if (shells > 1) return fmt::format("{}the surface has {} separate shells", where(surface), shells);
  if (t.euler_characteristic() != 2) {
    return fmt::format("{}the body has {} hole(s) through it", where(surface),
                       1 - t.euler_characteristic() / 2);
  }
  std::vector<Vec3> normal;
  for (int f = 0; f < surface.face_count(); ++f) normal.push_back(unit_normal(surface, f));
  for (int g = 0; g < surface.face_count(); ++g) {  // the neighbour bends down along every edge
    const FarthestCorner farthest(surface, g);
    for (int h = t.face_begin[g]; h < t.face_begin[g + 1]; ++h) {
      const int f = t.face[t.twin[h]];
      const Real offset = dot(normal[f], surface.vertices[surface.face(f)[0]]);
      if (farthest.along(normal[f]) - offset > tolerance) {
        return fmt::format("{}: the surface bends inwards towards {}", where(surface, f), where(surface, g));
      }
    }
  }
  // The test of the edges alone does not suffice: the great icosahedron bends down along every edge. In
  // addition the faces must surround the centroid exactly once.
  Real solid_angles = 0;
  for (int f = 0; f < surface.face_count(); ++f) solid_angles += solid_angle(surface, f, mass.centroid);
  if (std::abs(solid_angles - 4 * std::numbers::pi) > 1e-3) {
    return fmt::format("{}the faces wind around the body {:.0f} times", where(surface),
                       solid_angles / (4 * std::numbers::pi));
  }
  return {};
}

void check_shells(const Surface& surface, const Topology& t) {
  const std::vector<int> shell = shell_of_faces(t);
  const int shells = 1 + std::ranges::max(shell);
  if (shells == 1) return;  // check_solid has tested its volume
  if (shells > 100) {
    fail(
        "{}the surface has {} separate shells; one body may have up to 100. Split it into "
        "several files.",
        where(surface), shells);
  }
  for (int s = 0; s < shells; ++s) {
    const int first = static_cast<int>(std::find(shell.begin(), shell.end(), s) - shell.begin());
    const Vec3 seen_from = surface.vertices[surface.face(first)[0]];
    Real volume = 0,
         others = 0;  // winding number of the other shells; nonzero inside a solid
    for (int f = 0; f < surface.face_count(); ++f) {
      if (shell[f] == s) {
        const auto loop = surface.face(f);
        volume += dot(area_vector(surface.vertices, loop), surface.vertices[loop[0]] - seen_from);
      } else {
        others += solid_angle(surface, f, seen_from);
      }
    }
    const bool inside_solid = others > 2 * std::numbers::pi;
    if (inside_solid == (volume > 0)) {
      fail("{}: the shell that this face belongs to {}. Reverse the order of the vertices of its faces.",
           where(surface, first),
           inside_solid ? "lies inside another and points outwards; a cavity points inwards"
                        : "is inside out");
    }
  }
}

}  // namespace scree
