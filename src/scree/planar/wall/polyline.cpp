#include "scree/planar/wall/polyline.hpp"

#include "scree/error.hpp"
#include "scree/shape/surface/surface.hpp"

namespace scree {
namespace {

constexpr Real straight = 1e-9;  // sine of the largest angle at a joint of a straight line

/// Returns the points of a line without those at which the line continues straight.
std::vector<Vec2> without_straight_joints(std::span<const Vec2> points, bool closed) {
  const std::size_t n = points.size();
  std::vector<Vec2> kept;
  for (std::size_t i = 0; i < n; ++i) {
    const bool end = i == 0 || i + 1 == n;
    if (end && !closed) {
      kept.push_back(points[i]);
      continue;
    }
    if (i + 1 == n) break;  // the last point repeats the first
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

/// Checks that the points are finite, that neighbouring points differ by more than rounding, and that the
/// line has a size that Scree can compute with.
void check_points(std::span<const Vec2> points) {
  Box box;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!is_finite(points[i]))
      fail("point {} of the line is ({}, {}). Coordinates must be finite numbers.", i + 1, points[i].x,
           points[i].y);
    box.include(Vec3{points[i].x, points[i].y, 0});
  }
  const Real size = box.diagonal();
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    if (!(length(points[i + 1] - points[i]) > 1e-9 * size))
      fail("points {} and {} of the line are the same, ({}, {}). Leave one out.", i + 1, i + 2, points[i].x,
           points[i].y);
  }
  if (!(size > 1e-50) || !(size < 1e50))
    fail("the line is {:.3g} m across. Scree computes from 1e-50 to 1e50 m.", size);
}

}  // namespace

std::vector<LineSegment> make_polyline(std::span<const Vec2> points) {
  if (points.size() < 2) fail("a line needs at least two points, and has {}.", points.size());
  check_points(points);
  const bool closed = points.size() > 3 && points.front() == points.back();
  if (points.size() == 3 && points.front() == points.back())
    fail("the line runs to ({}, {}) and the same way back. Leave the third point out.", points[1].x,
         points[1].y);
  const std::vector<Vec2> corners = without_straight_joints(points, closed);
  const int n = static_cast<int>(corners.size()), count = closed ? n : n - 1;
  std::vector<LineSegment> line(count);
  for (int i = 0; i < count; ++i) {
    LineSegment& s = line[i];
    s.end[0] = corners[i], s.end[1] = corners[(i + 1) % n];
    s.left = turned_left(normalized(s.end[1] - s.end[0]));
  }
  for (int i = 0; i < (closed ? count : count - 1); ++i) {
    LineSegment &first = line[i], &second = line[(i + 1) % count];
    const Vec2 back = first.end[0] - first.end[1], on = second.end[1] - second.end[0];
    first.joint[1] = {true, normalized(on), length(on), second.left};
    second.joint[0] = {true, normalized(back), length(back), first.left};
  }
  return line;
}

}  // namespace scree
