// Lines of walls in the plane: segments, alone or joined to a polyline, open or closed. Bodies touch them
// from both sides, and at their ends.
//
// Seen from one side, a segment is a polygon of two corners. Where a joint rises towards that side (concave)
// it cannot be touched by itself: the segment is continued behind its neighbour, so a body in the valley
// meets two lines and never the end of one. Where the line falls off (convex) or ends, a body may lean on the
// corner. Both neighbours find a contact at their joint; they share it by how near their normals are to its
// direction, as the flats of a mesh do (contact/flat.hpp), so it passes from one to the other without a jump.
#pragma once

#include "scree/planar/polygon_pair.hpp"

#include <span>
#include <vector>

namespace scree {

enum class LineEnd : unsigned char { open, convex, concave };

/// A segment from one of its sides. As of a polygon, edge 0 runs from corner 0 to corner 1 and looks to this
/// side; edge 1 is the back.
struct SegmentSide {
  Vec2 corner[2];
  Vec2 normal[2];
  LineEnd end[2] = {LineEnd::open, LineEnd::open};  // how the line goes on at each corner
  Vec2 neighbour[2];         // at a convex end: along the neighbour, unit, away from the joint
  Vec2 neighbour_normal[2];  // its normal on this side

  SCREE_HD Vec2 along() const { return turned_left(normal[0]); }  // from corner 0 to corner 1
  /// Without a size of its own: what is small is so beside the body that touches it.
  SCREE_HD PolygonView view() const { return {corner, normal, 2, 0, 1}; }

  /// The part of a contact at a corner that this segment takes; `outward` runs from the wall to the body.
  SCREE_HD Real share(int at, Vec2 outward) const {
    if (end[at] == LineEnd::open) return 1;
    if (end[at] == LineEnd::concave || dot(outward, neighbour[at]) > 1e-9) return 0;
    const auto claim = [&](Vec2 n) { return 1 / (1 - std::min(1.0, dot(outward, n)) + 1e-12); };
    const Real own = claim(normal[0]);
    return own / (own + claim(neighbour_normal[at]));
  }
};

struct LineSegment {
  Vec2 from, to;
  SegmentSide side[2];  // left of the way from `from` to `to`, and right

  /// The side on which a point is.
  SCREE_HD const SegmentSide& side_of(Vec2 point) const {
    return side[cross(to - from, point - from) < 0 ? 1 : 0];
  }
};

/// The segments of a line through points; closed when the last is the first again. Points on a straight way
/// are left out, so bodies do not feel them. Throws an Error for less than two points, points that coincide,
/// and lines that turn back on themselves.
std::vector<LineSegment> make_polyline(std::span<const Vec2> points);

/// How far a point is from a segment.
SCREE_HD inline Real distance(Vec2 point, Vec2 from, Vec2 to) {
  const Vec2 way = to - from;
  const Real at = dot(point - from, way) / length_squared(way);
  return length(from + (at < 0 ? 0 : at > 1 ? 1 : at) * way - point);
}

}  // namespace scree
