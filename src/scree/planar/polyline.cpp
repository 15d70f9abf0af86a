#include "scree/planar/polyline.hpp"

#include "scree/error.hpp"

namespace scree {
namespace {

constexpr Real straight = 1e-9;  // sine of the angle at a joint up to which the line goes straight on

/// Leaves out the points at which the line goes straight on.
std::vector<Vec2> without_straight_joints(std::span<const Vec2> points, bool closed) {
  const std::size_t n = points.size();
  std::vector<Vec2> kept;
  for (std::size_t i = 0; i < n; ++i) {
    const bool end = i == 0 || i + 1 == n;
    if (end && !closed) {
      kept.push_back(points[i]);
      continue;
    }
    if (i + 1 == n) break;  // the first again
    const Vec2 before = normalized(points[i] - points[i == 0 ? n - 2 : i - 1]),
               after = normalized(points[i + 1] - points[i]);
    if (std::abs(cross(before, after)) > straight) {
      kept.push_back(points[i]);
    } else if (dot(before, after) < 0) {
      fail("the line turns back on itself at point {}, ({}, {}). Give it a corner there, or end it.", i + 1,
           points[i].x, points[i].y);
    }
  }
  return kept;
}

/// Tells one end of a side how the line goes on there, along a neighbour with this normal on the same side.
void join(SegmentSide& side, int at, Vec2 neighbour, Vec2 neighbour_normal) {
  const Vec2 onwards = at == 0 ? -side.along() : side.along();
  if (dot(neighbour, side.normal[0]) > 0) {
    side.end[at] = LineEnd::concave;
    const Real behind = dot(neighbour, onwards);
    if (behind > 0) side.corner[at] += behind * onwards;
    return;
  }
  side.end[at] = LineEnd::convex;
  side.neighbour[at] = normalized(neighbour), side.neighbour_normal[at] = neighbour_normal;
}

}  // namespace

std::vector<LineSegment> make_polyline(std::span<const Vec2> points) {
  if (points.size() < 2) fail("a line needs two points at least, and has {}.", points.size());
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    if (points[i] == points[i + 1])
      fail("points {} and {} of the line are the same, ({}, {}). Leave one out.", i + 1, i + 2, points[i].x,
           points[i].y);
  }
  const bool closed = points.size() > 3 && points.front() == points.back();
  if (points.size() == 3 && points.front() == points.back())
    fail("the line runs to ({}, {}) and the same way back. Leave the third point out.", points[1].x,
         points[1].y);
  const std::vector<Vec2> corners = without_straight_joints(points, closed);
  const int n = static_cast<int>(corners.size()), count = closed ? n : n - 1;
  std::vector<LineSegment> line(count);
  for (int i = 0; i < count; ++i) {
    LineSegment& s = line[i];
    s.from = corners[i], s.to = corners[(i + 1) % n];
    const Vec2 left = turned_left(normalized(s.to - s.from));
    s.side[0].corner[0] = s.to, s.side[0].corner[1] = s.from;
    s.side[1].corner[0] = s.from, s.side[1].corner[1] = s.to;
    s.side[0].normal[0] = s.side[1].normal[1] = left;
    s.side[0].normal[1] = s.side[1].normal[0] = -left;
  }
  for (int i = 0; i < count; ++i) {
    if (!closed && i + 1 == count) break;
    LineSegment &first = line[i], &second = line[(i + 1) % count];
    const Vec2 back = first.from - first.to, on = second.to - second.from;
    for (const int side : {0, 1}) {
      SegmentSide &s = first.side[side], &t = second.side[side];
      const Vec2 normal_s = s.normal[0], normal_t = t.normal[0];
      join(s, side, on, normal_t);
      join(t, 1 - side, back, normal_s);
    }
  }
  return line;
}

}  // namespace scree
