#include "scree/io/view/view_walls.hpp"

#include "scree/shape/surface/triangulate.hpp"

#include <algorithm>
#include <map>

namespace scree {
namespace {

using Polygons = std::vector<std::vector<Vec3>>;

struct Track {
  int wall = 0;
  Polygons first;                      // for a plane: union of its polygons, moved back to its first pose
  std::array<std::size_t, 3> marks{};  // indices of three widely spaced corners, for the pose fit
  Real size = 0;
  std::vector<std::optional<Pose>> poses;
};

std::vector<Vec3> corners_of(const Polygons& polygons) {
  std::vector<Vec3> corners;
  for (const auto& p : polygons) corners.insert(corners.end(), p.begin(), p.end());
  return corners;
}

Vec3 normal_of(const std::vector<Vec3>& polygon) {
  Vec3 sum;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    sum += cross(polygon[i] - polygon[0], polygon[(i + 1) % polygon.size()] - polygon[0]);
  return length(sum) > 0 ? normalized(sum) : Vec3{0, 0, 1};
}

/// Returns the frame of a triangle, with its origin at a and one axis towards b.
Pose frame_of(Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 x = normalized(b - a), z = normalized(cross(b - a, c - a)), y = cross(z, x);
  return {a, to_quat(transpose(Mat3{{x, y, z}}))};
}

/// Returns the indices of three corners that are far from each other.
std::array<std::size_t, 3> wide_triangle(const std::vector<Vec3>& p) {
  const auto farthest = [&](auto distance) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < p.size(); ++i) {
      if (distance(p[i]) > distance(p[best])) best = i;
    }
    return best;
  };
  const std::size_t b = farthest([&](Vec3 q) { return length(q - p[0]); });
  const std::size_t c = farthest([&](Vec3 q) { return length(cross(q - p[0], p[b] - p[0])); });
  return {0, b, c};
}

/// Returns the motion of a plane from its first pose: a translation along its normal and the
/// shortest rotation.
Pose plane_motion(const std::vector<Vec3>& from, const std::vector<Vec3>& to) {
  const Vec3 n0 = normal_of(from), n1 = normal_of(to), axis = cross(n0, n1);
  const Real sine = length(axis), cosine = dot(n0, n1);
  Quat rotation;
  if (sine > 1e-9) rotation = axis_angle(axis / sine, std::atan2(sine, cosine));
  const Vec3 rotated = rotate(rotation, from[0]);
  return {dot(to[0] - rotated, n1) * n1, rotation};
}

/// Returns the pose of a track for which its wall has these polygons; none if they have another form.
std::optional<Pose> fit(const Track& track, const Polygons& now) {
  if (track.first.size() == 1 && now.size() == 1) return plane_motion(track.first[0], now[0]);
  if (track.first.size() != now.size()) return {};
  const std::vector<Vec3> p = corners_of(track.first), q = corners_of(now);
  if (p.size() != q.size()) return {};
  const auto [a, b, c] = track.marks;
  const Pose pose = frame_of(q[a], q[b], q[c]) * inverse(frame_of(p[a], p[b], p[c]));
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(length(transform(pose, p[i]) - q[i]) < 1e-5 * track.size)) return {};
  }
  return pose;
}

/// Returns a polygon that contains two polygons of one plane, counter-clockwise about its normal: a rectangle
/// if both are rectangles along the same axes, otherwise the convex hull (Andrew's monotone chain).
std::vector<Vec3> planar_union(const std::vector<Vec3>& one, const std::vector<Vec3>& other, Vec3 normal) {
  const Vec3 any = std::abs(normal.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 u = normalized(cross(normal, any)), v = cross(normal, u);
  struct PlanarPoint {
    Real x, y;
    Vec3 p;
  };
  const auto flatten = [&](const std::vector<Vec3>& polygon) {
    std::vector<PlanarPoint> points;
    for (const Vec3& p : polygon) points.push_back({dot(p, u), dot(p, v), p});
    return points;
  };
  struct Rectangle {
    Real x0 = 1e300, y0 = 1e300, x1 = -1e300, y1 = -1e300;
    void include(const PlanarPoint& p) {
      x0 = std::min(x0, p.x);
      y0 = std::min(y0, p.y);
      x1 = std::max(x1, p.x);
      y1 = std::max(y1, p.y);
    }
  };
  const auto fills_its_rectangle = [&](const std::vector<PlanarPoint>& corners) {
    Rectangle r;
    Real area = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const PlanarPoint &p = corners[i], &q = corners[(i + 1) % corners.size()];
      r.include(p);
      area +=
          0.5 * ((p.x - corners[0].x) * (q.y - corners[0].y) - (q.x - corners[0].x) * (p.y - corners[0].y));
    }
    return std::abs(area) > (1 - 1e-6) * (r.x1 - r.x0) * (r.y1 - r.y0);
  };
  std::vector<PlanarPoint> points = flatten(one);
  const std::vector<PlanarPoint> more = flatten(other);
  const bool rectangles = fills_its_rectangle(points) && fills_its_rectangle(more);
  points.insert(points.end(), more.begin(), more.end());
  Rectangle r;
  for (const PlanarPoint& p : points) r.include(p);
  if (rectangles) {
    const auto corner = [&](Real x, Real y) {
      return points[0].p + (x - points[0].x) * u + (y - points[0].y) * v;
    };
    return {corner(r.x0, r.y0), corner(r.x1, r.y0), corner(r.x1, r.y1), corner(r.x0, r.y1)};
  }
  std::sort(points.begin(), points.end(), [](const PlanarPoint& a, const PlanarPoint& b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
  });
  const Real slack = 1e-12 * (r.x1 - r.x0) * (r.y1 - r.y0);
  std::vector<PlanarPoint> hull;
  for (const int pass : {0, 1}) {
    const std::size_t begin = hull.size();
    for (const PlanarPoint& p : points) {
      while (hull.size() >= begin + 2) {
        const PlanarPoint &b = hull.back(), &a = hull[hull.size() - 2];
        if ((b.x - a.x) * (p.y - b.y) - (b.y - a.y) * (p.x - b.x) > slack) break;
        hull.pop_back();
      }
      hull.push_back(p);
    }
    hull.pop_back();  // first point of the other pass
    if (pass == 0) std::reverse(points.begin(), points.end());
  }
  std::vector<Vec3> corners;
  for (const PlanarPoint& p : hull) corners.push_back(p.p);
  return corners;
}

/// Returns a mesh of the polygons with coincident corners merged. Its `edges` are borders and creases of more
/// than 26 degrees (cosine 0.9).
WallTrack mesh_of(const Track& track) {
  WallTrack result;
  result.wall = track.wall, result.poses = track.poses;
  std::map<std::array<long long, 3>, int> known;
  std::map<std::pair<int, int>, std::vector<Vec3>> normals_at;
  const Real grid = 1e-7 * std::max(track.size, 1e-300);
  for (const std::vector<Vec3>& polygon : track.first) {
    std::vector<int> loop;
    for (const Vec3& p : polygon) {
      const std::array<long long, 3> key{std::llround(p.x / grid), std::llround(p.y / grid),
                                         std::llround(p.z / grid)};
      const auto [entry, added] = known.try_emplace(key, static_cast<int>(result.vertices.size()));
      if (added) result.vertices.push_back(p);
      loop.push_back(entry->second);
    }
    const std::size_t before = result.triangles.size();
    if (!triangulate(result.vertices, loop, result.triangles)) {
      result.triangles.resize(before);
      for (std::size_t i = 2; i < loop.size(); ++i)
        result.triangles.push_back({loop[0], loop[i - 1], loop[i]});
    }
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const int a = loop[i], b = loop[(i + 1) % loop.size()];
      if (a != b) normals_at[{std::min(a, b), std::max(a, b)}].push_back(normal_of(polygon));
    }
  }
  for (const auto& [edge, normals] : normals_at) {
    if (normals.size() != 2 || dot(normals[0], normals[1]) < 0.9)
      result.edges.push_back({edge.first, edge.second});
  }
  return result;
}

}  // namespace

std::vector<WallTrack> track_walls(const std::vector<std::vector<ViewPolygon>>& frames) {
  std::vector<Track> tracks;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    std::map<int, Polygons> walls;
    for (const ViewPolygon& p : frames[f]) {
      if (p.corners.size() >= 3) walls[p.wall].push_back(p.corners);
    }
    for (Track& t : tracks) t.poses.emplace_back();
    for (const auto& [wall, polygons] : walls) {
      bool found = false;
      for (Track& t : tracks) {
        if (t.wall != wall) continue;
        const auto pose = fit(t, polygons);
        if (!pose) continue;
        t.poses.back() = pose;
        found = true;
        if (polygons.size() > 1) break;
        std::vector<Vec3> back;
        for (const Vec3& p : polygons[0]) back.push_back(inverse_transform(*pose, p));
        t.first[0] = planar_union(t.first[0], back, normal_of(t.first[0]));
        break;
      }
      if (found) continue;
      const std::vector<Vec3> corners = corners_of(polygons);
      Track track{wall, polygons, wide_triangle(corners), bounding_box(corners).diagonal(), {}};
      track.poses.resize(f + 1);
      track.poses.back() = Pose{};
      tracks.push_back(std::move(track));
    }
  }
  std::vector<WallTrack> result;
  for (const Track& t : tracks) result.push_back(mesh_of(t));
  return result;
}

}  // namespace scree
