// Lines of walls in 2D: segments, alone or joined to a polyline, open or closed. Bodies touch them from both
// sides, and at their ends.
//
// From the position of a body, a segment is a polygon of two corners. A body in a valley cannot touch the
// joint: there the segment is continued behind its neighbour, so a body meets two lines and never the end of
// one. On a ridge, or where the line ends, a body may lean on the corner. Both neighbours find a contact at
// their joint. They share it according to how near their normals are to its direction, as the planar patches
// of a mesh do (contact/wall/planar_patch.hpp), so it passes from one to the other without a jump.
#pragma once

#include "scree/planar/pair/polygon_pair.hpp"

#include <span>
#include <vector>

namespace scree {

/// Continuation of the line at an end of a segment.
struct LineJoint {
  bool joined = false;
  Vec2 neighbour;  // direction of the neighbour: unit, away from the joint
  Real length = 0;
  Vec2 left;  // the neighbour's normal, to the left of the line
};

/// Segment, oriented for the position of a body. As in a polygon, edge 0 runs from corner 0 to corner 1. It
/// faces the body; edge 1 is the back.
struct SegmentFace {
  Vec2 corner[2];
  Vec2 normal[2];
  int end[2];  // end of the segment at each corner

  SCREE_HD Vec2 along() const { return turned_left(normal[0]); }  // from corner 0 to corner 1
  /// Returns a view without a size, because only the size of the touching body decides what is small.
  SCREE_HD PolygonView view() const { return {corner, normal, 2, 0, 1}; }
};

struct LineSegment {
  Vec2 end[2];  // ends, in the order of the line's points
  Vec2 left;    // unit normal
  LineJoint joint[2];

  /// Returns the face that a body sees. `body` is its centroid.
  SCREE_HD SegmentFace seen_from(Vec2 body) const {
    const bool from_left = dot(left, body - end[0]) >= 0;
    const Vec2 normal = from_left ? left : -left;
    SegmentFace face{{}, {normal, -normal}, {from_left ? 1 : 0, from_left ? 0 : 1}};
    for (const int c : {0, 1}) {
      const int e = face.end[c];
      face.corner[c] = end[e];
      const LineJoint& j = joint[e];
      const Vec2 beyond = from_left ? j.left : -j.left;
      if (!j.joined || dot(j.neighbour, normal) <= 0 || dot(beyond, body - end[e]) < 0) continue;
      const Vec2 onwards = c == 0 ? -face.along() : face.along();
      const Real behind = j.length * dot(j.neighbour, onwards);
      if (behind > 0) face.corner[c] += behind * onwards;
    }
    return face;
  }

  /// Returns the share of a contact at an end that this segment takes. `outward` points from the wall to
  /// the body.
  SCREE_HD Real share(int at, Vec2 outward) const {
    const LineJoint& j = joint[at];
    if (!j.joined) return 1;
    // Along the segment, away from the joint.
    const Vec2 own = at == 0 ? turned_left(-left) : turned_left(left);
    if (dot(outward, j.neighbour) > 1e-9 || dot(outward, own) > 1e-9) return 0;  // not on the ridge
    const Real ridge = dot(j.neighbour, left) < 0 ? 1 : -1;                      // 1: ridge on the left
    const auto claim = [&](Vec2 n) { return 1 / (1 - std::min(1.0, ridge * dot(outward, n)) + 1e-12); };
    return claim(left) / (claim(left) + claim(j.left));
  }
};

/// Returns the segments of a line through points, closed if the last point equals the first. Points on a
/// straight section are left out, so bodies do not feel them. Throws an Error for less than two points,
/// points that coincide, and lines that turn back on themselves.
std::vector<LineSegment> make_polyline(std::span<const Vec2> points);

/// Returns the distance of a point from a segment.
SCREE_HD inline Real distance(Vec2 point, Vec2 from, Vec2 to) {
  const Vec2 along = to - from;
  const Real at = dot(point - from, along) / length_squared(along);
  return length(from + (at < 0 ? 0 : at > 1 ? 1 : at) * along - point);
}

}  // namespace scree
