// Walls in 2D that are lines: single segments, or open or closed polylines. Bodies touch them from both sides
// and at their ends.
//
// To a body, a segment is a polygon of two corners. On the concave side of a joint, a body cannot touch the
// joint. Each segment is extended behind its neighbour there, so a body touches two lines and never the end
// of a segment. On the convex side of a joint, or at an end of the line, a body may rest on the corner. Both
// segments then find a contact at their joint. They share it by the angles between their normals and the
// contact direction, as the planar patches of a mesh do (contact/wall/planar_patch.hpp). The contact thus
// passes continuously from one segment to the other.
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

/// Segment, oriented for the position of a body. As in a polygon, edge 0 runs from corner 0 to corner 1. Edge
/// 0 faces the body, and edge 1 is the back.
struct SegmentFace {
  Vec2 corner[2];
  Vec2 normal[2];
  int end[2];  // index of the segment's end at each corner

  SCREE_HD Vec2 along() const { return turned_left(normal[0]); }  // from corner 0 to corner 1
  /// Returns a view with the bounding radius 0, so that tolerances depend only on the size of the
  /// touching body.
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

  /// Returns this segment's share of a contact at one of its ends. `outward` points from the wall to
  /// the body.
  SCREE_HD Real share(int at, Vec2 outward) const {
    const LineJoint& j = joint[at];
    if (!j.joined) return 1;
    // Direction along the segment, away from the joint.
    const Vec2 own = at == 0 ? turned_left(-left) : turned_left(left);
    if (dot(outward, j.neighbour) > 1e-9 || dot(outward, own) > 1e-9) return 0;  // not on the convex side
    const Real ridge = dot(j.neighbour, left) < 0 ? 1 : -1;                      // 1: convex side on the left
    const auto claim = [&](Vec2 n) { return 1 / (1 - std::min(1.0, ridge * dot(outward, n)) + 1e-12); };
    return claim(left) / (claim(left) + claim(j.left));
  }
};

/// Returns the segments of a line through points, closed if the last point equals the first. Points inside a
/// straight section are left out, so they do not affect bodies. Throws an Error if there are fewer than two
/// points, if neighbouring points coincide, or if the line turns back on itself.
std::vector<LineSegment> make_polyline(std::span<const Vec2> points);

/// Returns the distance of a point from a segment.
SCREE_HD inline Real distance(Vec2 point, Vec2 from, Vec2 to) {
  const Vec2 along = to - from;
  const Real at = dot(point - from, along) / length_squared(along);
  return length(from + (at < 0 ? 0 : at > 1 ? 1 : at) * along - point);
}

}  // namespace scree
