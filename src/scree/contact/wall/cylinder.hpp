// Contacts of a body inside a cylinder. A polyhedron touches the wall with its vertices beyond the radius.
// The contact of a sphere has a closed form. The distance from the axis is a convex function, so the vertices
// of a convex body are its farthest points. Every contact point has its own normal, which points radially
// outward from the body (A) to the wall.
//
// Only the inside of the cylinder is a wall. A body with its centroid outside does not touch it.
#pragma once

#include "scree/contact/patch/manifold.hpp"

namespace scree {

struct Cylinder {
  Vec3 point;          // a point of the axis, from which positions along the axis are measured
  Vec3 axis{0, 0, 1};  // unit
  Real radius = 1;
  Real from = -1e300, to = 1e300;  // positions of the ends along the axis
};

SCREE_HD constexpr Cylinder transform(const Pose& pose, const Cylinder& c) {
  return {transform(pose, c.point), rotate(pose.orientation, c.axis), c.radius, c.from, c.to};
}
SCREE_HD constexpr Cylinder inverse_transform(const Pose& pose, const Cylinder& c) {
  return {inverse_transform(pose, c.point), rotate(conjugate(pose.orientation), c.axis), c.radius, c.from,
          c.to};
}

/// Position of a point along the axis, and its distance from the axis.
struct CylinderPoint {
  Real along, distance;
  Vec3 outward;  // unit

  SCREE_HD CylinderPoint(const Cylinder& c, Vec3 p) {
    const Vec3 from = p - c.point;
    along = dot(from, c.axis);
    const Vec3 radial = from - along * c.axis;
    distance = length(radial);
    outward = distance > 0 ? radial / distance : Vec3{};
  }
};

namespace cylinder_detail {

/// Calls visit(position, point, key) for the vertices between the ends, and for the points where edges cross
/// the plane of an end.
template <class Visit>
SCREE_HD void for_each_point(const PolyhedronView& body, const Cylinder& c, Visit visit) {
  bool leaves = false;
  for (int v = 0; v < body.vertex_count; ++v) {
    const Vec3 p = body.vertex(v);
    const CylinderPoint at(c, p);
    if (at.along < c.from || at.along > c.to) {
      leaves = true;
    } else {
      visit(p, at, static_cast<std::uint64_t>(v) + 1);
    }
  }
  if (!leaves) return;
  for (int h = 0; h < body.halfedge_count; ++h) {
    if (body.twin[h] < h) continue;
    const Vec3 p = body.vertex(body.origin[h]), q = body.vertex(body.target(h));
    const Real sp = dot(p - c.point, c.axis), sq = dot(q - c.point, c.axis);
    for (int side = 0; side < 2; ++side) {
      const Real end = side == 0 ? c.from : c.to;
      if ((sp < end) == (sq < end)) continue;
      const Vec3 x = p + ((end - sp) / (sq - sp)) * (q - p);
      const std::uint64_t key = static_cast<std::uint64_t>(body.vertex_count) + 1 + 2 * h + side;
      visit(x, CylinderPoint(c, x), key);
    }
  }
}

/// Selects points for a body that touches the cylinder all round with more points than a manifold can store.
/// One point is kept in each of four directions perpendicular to the axis, on each side of the centroid. The
/// eight deepest points might all lie on one side and push the body away from it.
struct PointsAllRound {
  static_assert(Manifold::capacity == 8);
  Vec3 axis, ahead, aside;  // ahead is the direction of the deepest point
  Manifold kept;            // two slots per direction; `count` is not used
  // Cosine of the angle between each point and its direction; 0 if there is no point yet.
  Real straight[Manifold::capacity] = {};
  bool needed = false;  // true if points lie in other directions than ahead

  SCREE_HD PointsAllRound(Vec3 cylinder_axis, const ManifoldPoint& top)
      : axis(cylinder_axis), ahead(top.normal), aside(cross(cylinder_axis, top.normal)) {
    include(top);
  }
  SCREE_HD void include(const ManifoldPoint& p) {
    const Real x = dot(ahead, p.normal), y = dot(aside, p.normal);
    const Real cosine = std::max(std::abs(x), std::abs(y));
    const int direction = std::abs(x) >= std::abs(y) ? (x > 0 ? 0 : 2) : y > 0 ? 1 : 3;
    const int slot = 2 * direction + (dot(axis, p.position) > 0 ? 1 : 0);
    needed = needed || direction != 0;
    if (cosine > straight[slot] + 1e-9) kept.point[slot] = p, straight[slot] = cosine;
  }
  SCREE_HD void write(Manifold& manifold) const {
    manifold.count = 0;
    for (int i = 0; i < Manifold::capacity; ++i) {
      if (straight[i] > 0) manifold.point[manifold.count++] = kept.point[i];
    }
  }
};

}  // namespace cylinder_detail

/// Computes the contact of a polyhedron. The cylinder is given in the frame of the polyhedron. All points
/// start with equal weights, and `compute_weights` reduces the weights of less deep points. A cube that lies
/// in a drum on two edges has four points with a weight of a quarter each.
SCREE_HD inline void touch_cylinder(const PolyhedronView& body, const Cylinder& cylinder, bool patch,
                                    Manifold& manifold) {
  using cylinder_detail::for_each_point;
  manifold.count = 0;
  if (CylinderPoint(cylinder, {}).distance >= cylinder.radius) return;
  const auto point_at = [&](Vec3 p, const CylinderPoint& at, std::uint64_t key) {
    const Real overlap = at.distance - cylinder.radius;
    return ManifoldPoint{p - (0.5 * overlap) * at.outward, at.outward, overlap, 1, key};
  };
  ManifoldPoint top;
  for_each_point(body, cylinder, [&](Vec3 p, const CylinderPoint& at, std::uint64_t key) {
    if (at.distance - cylinder.radius > top.overlap) top = point_at(p, at, key);
  });
  if (!(top.overlap > 0)) return;
  manifold.set_single(top.position, top.normal, top.overlap, top.key);
  if (!patch) return;
  cylinder_detail::PointsAllRound all_round(cylinder.axis, top);
  int count = 1;
  for_each_point(body, cylinder, [&](Vec3 p, const CylinderPoint& at, std::uint64_t key) {
    if (key == top.key) return;
    const ManifoldPoint point = point_at(p, at, key);
    const Real drop = top.overlap - point.overlap;
    if (drop * drop >= steepest * steepest * length_squared(point.position - top.position)) return;
    all_round.include(point);
    ++count;
    int slot = manifold.count;  // if no slot is free, the point replaces the shallowest point
    if (slot == Manifold::capacity) {
      slot = 1;
      for (int i = 2; i < Manifold::capacity; ++i) {
        if (manifold.point[i].overlap < manifold.point[slot].overlap) slot = i;
      }
      if (manifold.point[slot].overlap >= point.overlap) return;
    } else {
      ++manifold.count;
    }
    manifold.point[slot] = point;
  });
  if (count > Manifold::capacity && all_round.needed) all_round.write(manifold);
  compute_weights(manifold);
}

/// Computes the contact of a sphere. The cylinder is given relative to the sphere's centre. At the end of an
/// open cylinder the sphere touches the rim.
SCREE_HD inline void touch_cylinder(Real radius, const Cylinder& cylinder, Manifold& manifold) {
  manifold.count = 0;
  const CylinderPoint at(cylinder, {});
  if (!(at.distance < cylinder.radius) || at.distance + radius <= cylinder.radius) return;
  const Real end = at.along < cylinder.from ? cylinder.from : at.along > cylinder.to ? cylinder.to : at.along;
  const Vec3 to = (cylinder.radius - at.distance) * at.outward + (end - at.along) * cylinder.axis;
  const Real distance = length(to), overlap = radius - distance;
  if (overlap > 0 && distance > 0)
    manifold.set_single((0.5 * (radius + distance)) * (to / distance), to / distance, overlap, 0);
}

}  // namespace scree
