#include "scree/io/view/render.hpp"

#include "scree/io/encode/colors.hpp"
#include "scree/io/encode/raster.hpp"
#include "scree/io/view/recording.hpp"
#include "scree/parallel.hpp"
#include "scree/shape/surface/triangulate.hpp"

#include <algorithm>
#include <numbers>
#include <unordered_map>

namespace scree {
namespace {

using Bytes = std::array<std::uint8_t, 3>;

struct Theme {
  Vec3 background, ground, wall, line;
};
constexpr Theme light_theme{
    {0.965, 0.968, 0.975}, {0.91, 0.915, 0.925}, {0.55, 0.63, 0.75}, {0.2, 0.25, 0.35}};
constexpr Theme dark_theme{{0.082, 0.094, 0.114}, {0.155, 0.172, 0.2}, {0.45, 0.55, 0.7}, {0.8, 0.87, 1}};
const Vec3 to_light = normalized(Vec3{0.45, -0.55, 0.95});

Bytes bytes_of(Vec3 color) {
  const auto byte = [](Real x) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(x, 0.0, 1.0)));
  };
  return {byte(color.x), byte(color.y), byte(color.z)};
}
Vec3 reals_of(const Bytes& b) { return {b[0] / 255.0, b[1] / 255.0, b[2] / 255.0}; }
Vec3 times(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

/// Returns the triangles of a shape at scale 1, with normals of faces, or of vertices if the shape is round.
std::vector<std::array<Corner, 3>> mesh_of(const ViewShape& shape) {
  const Surface& s = shape.surface;
  const Triangles triangles = triangulate(s);
  std::vector<Vec3> smooth(s.vertices.size());
  for (const auto& t : triangles.corner) {
    const Vec3 n = area_vector(s.vertices[t[0]], s.vertices[t[1]], s.vertices[t[2]]);
    for (const int v : t) smooth[v] += n;
  }
  std::vector<std::array<Corner, 3>> mesh;
  for (const auto& t : triangles.corner) {
    const Vec3 face_normal = normalized(area_vector(s.vertices[t[0]], s.vertices[t[1]], s.vertices[t[2]]));
    std::array<Corner, 3> corners;
    for (int k = 0; k < 3; ++k)
      corners[k] = {s.origin + s.vertices[t[k]], shape.round ? normalized(smooth[t[k]]) : face_normal};
    mesh.push_back(corners);
  }
  return mesh;
}

/// Returns the colour of each body, as on the replay page.
std::vector<Bytes> paint(const ViewFrame& frame, const ViewCast& cast, ColorBy by) {
  const auto size = [&](const ViewBody& b) { return b.scale * cast.shapes[b.shape].diameter; };
  std::vector<Real> speeds;
  Real small = 1e300, large = 0, most = 1;
  for (const ViewBody& b : frame.bodies) {
    speeds.push_back(b.speed);
    small = std::min(small, size(b)), large = std::max(large, size(b));
    most = std::max(most, static_cast<Real>(b.contacts));
  }
  std::sort(speeds.begin(), speeds.end());
  const Real fast = speeds.empty() ? 1 : std::max(speeds[99 * (speeds.size() - 1) / 100], 1e-300);
  const auto kind = [](int k) {
    return color_of(kind_colors[static_cast<std::size_t>(k) % kind_colors.size()]);
  };
  const auto hue = [](int id) {
    const Real h = std::fmod(id * 137.508, 360.0) / 60;
    const auto channel = [&](Real k) {
      const Real t = std::fmod(h + k, 6.0);
      return (205 - 115 * std::clamp(std::min(t, 4 - t), 0.0, 1.0)) / 255;
    };
    return Vec3{channel(5), channel(3), channel(1)};
  };
  std::vector<Bytes> colors;
  for (const ViewBody& b : frame.bodies) {
    colors.push_back(bytes_of(
        by == ColorBy::speed ? sequence_color(b.speed / fast)
        : by == ColorBy::size
            ? (large - small < 1e-3 * large ? kind(0) : sequence_color((size(b) - small) / (large - small)))
        : by == ColorBy::contacts ? sequence_color(b.contacts / most)
        : by == ColorBy::material ? kind(b.material)
        : by == ColorBy::id       ? hue(b.id)
                                  : kind(b.shape)));
  }
  return colors;
}

/// Adds the triangles of all opaque objects. They are drawn into both the picture and the shadow map.
template <class Add>
void visit_solids(const ViewFrame& frame, const ViewCast& cast, const RenderOptions& o, Add add) {
  const std::vector<Real> radii = bounding_radii(cast);
  if (o.chains) {
    std::unordered_map<int, const ViewBody*> by_id;
    for (const ViewBody& b : frame.bodies) by_id[b.id] = &b;
    Real strongest = 0;
    for (const ViewContact& c : frame.contacts) strongest = std::max(strongest, c.force);
    for (const ViewContact& c : frame.contacts) {
      const ViewBody& a = *by_id.at(c.a);
      const Vec3 from = a.pose.position, to = c.b < 0 ? c.point : by_id.at(c.b)->pose.position;
      const Real fraction = strongest > 0 ? std::sqrt(c.force / strongest) : 0,
                 r = 0.35 * fraction * a.scale * radii[a.shape];
      if (!(length(to - from) > 0) || r == 0) continue;
      const Vec3 axis = normalized(to - from),
                 u = normalized(cross(std::abs(axis.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0}, axis));
      const Vec3 v = cross(axis, u);
      constexpr int sides = 8;
      const auto rim = [&](int k, Vec3 end) {
        const Real angle = 2 * std::numbers::pi * k / sides;
        const Vec3 out = std::cos(angle) * u + std::sin(angle) * v;
        return Corner{end + r * out, out};
      };
      for (int k = 0; k < sides; ++k) {
        add({rim(k, from), rim(k + 1, from), rim(k + 1, to)}, bytes_of(sequence_color(fraction)));
        add({rim(k, from), rim(k + 1, to), rim(k, to)}, bytes_of(sequence_color(fraction)));
      }
    }
    return;
  }
  std::vector<std::vector<std::array<Corner, 3>>> meshes;
  for (const ViewShape& s : cast.shapes) meshes.push_back(mesh_of(s));
  const std::vector<Bytes> colors = paint(frame, cast, o.color);
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    const ViewBody& b = frame.bodies[i];
    for (const std::array<Corner, 3>& t : meshes[b.shape]) {
      std::array<Corner, 3> in_world;
      for (int k = 0; k < 3; ++k)
        in_world[k] = {transform(b.pose, b.scale * t[k].position), rotate(b.pose.orientation, t[k].normal)};
      add(in_world, colors[i]);
    }
  }
}

/// Returns the direction towards the eye.
Vec3 back_of(const RenderOptions& o) {
  return {std::cos(o.pitch) * std::sin(o.yaw), -std::cos(o.pitch) * std::cos(o.yaw), std::sin(o.pitch)};
}

ViewFrame cut_open(ViewFrame frame, const Cut& cut, const RenderOptions& o) {
  const Real sign = back_of(o)[cut.axis] < 0 ? -1 : 1;
  std::vector<int> kept;
  std::erase_if(frame.bodies,
                [&](const ViewBody& b) { return sign * (b.pose.position[cut.axis] - cut.position) > 0; });
  for (const ViewBody& b : frame.bodies) kept.push_back(b.id);
  std::sort(kept.begin(), kept.end());
  const auto gone = [&](int id) { return id >= 0 && !std::binary_search(kept.begin(), kept.end(), id); };
  std::erase_if(frame.contacts, [&](const ViewContact& c) { return gone(c.a) || gone(c.b); });
  return frame;
}

/// Returns a camera that shows all bodies except strays as large as possible.
Eye fitted_eye(const ViewFrame& frame, const std::vector<Real>& radii, const RenderOptions& o) {
  Eye eye;
  eye.back = back_of(o);
  eye.right = {std::cos(o.yaw), std::sin(o.yaw), 0};
  eye.up = cross(eye.back, eye.right);
  eye.tangent = std::tan(o.lens);
  const Real aspect = static_cast<Real>(o.width) / o.height;
  std::vector<Real> along[3];
  Real radius = 0;
  for (const ViewBody& b : frame.bodies) {
    for (int c = 0; c < 3; ++c)
      along[c].push_back(dot(b.pose.position, c == 0 ? eye.right : c == 1 ? eye.up : eye.back));
    radius = std::max(radius, b.scale * radii[b.shape]);
  }
  if (frame.bodies.empty()) return eye.position = 3.0 * eye.back, eye;
  Real low[3], high[3];
  for (int c = 0; c < 3; ++c) {
    std::sort(along[c].begin(), along[c].end());
    const std::size_t last = along[c].size() - 1;
    low[c] = along[c][last / 200] - radius, high[c] = along[c][last - last / 200] + radius;
  }
  const Real distance =
      0.5 * std::max(high[1] - low[1], (high[0] - low[0]) / aspect) / eye.tangent * 1.1 / o.zoom;
  eye.position = 0.5 * (low[0] + high[0]) * eye.right + 0.5 * (low[1] + high[1]) * eye.up +
                 (0.5 * (low[2] + high[2]) + 0.25 * (high[2] - low[2]) + distance) * eye.back;
  return eye;
}

/// Returns the light as a camera with parallel rays that covers the bodies.
Eye light_eye(const SceneReach& reach) {
  Eye eye;
  eye.back = to_light;
  eye.right = normalized(cross({0, 0, 1}, eye.back)), eye.up = cross(eye.back, eye.right);
  eye.half_height = 0.55 * reach.box.diagonal();
  eye.position = reach.box.center() + 4 * eye.half_height * eye.back;
  return eye;
}

/// Returns the fraction of the light that reaches a point: the mean over some samples around it.
Real lit(const Raster& shadows, const Eye& light, Vec3 p, Real slack, int spread) {
  const Vec3 q = light.project(p);
  const int x = static_cast<int>(std::lround(0.5 * (q.x * shadows.height() + shadows.width() - 1)));
  const int y = static_cast<int>(std::lround(0.5 * (shadows.height() - 1 - q.y * shadows.height())));
  int open = 0, all = 0;
  for (int dx = -spread; dx <= spread; ++dx) {
    for (int dy = -spread; dy <= spread; ++dy, ++all) {
      const int u = x + dx, v = y + dy;
      const bool inside = u >= 0 && v >= 0 && u < shadows.width() && v < shadows.height();
      open += !inside || q.z - slack <= shadows.at(u, v).depth ? 1 : 0;
    }
  }
  return static_cast<Real>(open) / all;
}

/// Returns the fraction of the surroundings of a sample that is open, estimated from the depths around it
/// (screen-space ambient occlusion).
Real openness(const Raster& picture, const Eye& eye, int x, int y, Vec3 p, Vec3 n, Real reach) {
  const Real depth = picture.at(x, y).depth;
  const Real radius =
      std::min(0.5 * picture.height() * reach / (depth * eye.tangent), 0.1 * picture.height());
  if (radius < 1) return 1;
  Real closed = 0;
  constexpr int rays = 12;
  const int pattern = (x * 7 + y * 13) % 16;
  for (int k = 0; k < rays; ++k) {
    const Real angle = 2.39996 * (k + pattern), r = radius * std::sqrt((k + 0.5) / rays);
    const int u = x + static_cast<int>(std::lround(r * std::cos(angle))),
              v = y + static_cast<int>(std::lround(r * std::sin(angle)));
    if (u < 0 || v < 0 || u >= picture.width() || v >= picture.height()) continue;
    const Real d = picture.at(u, v).depth;
    if (!(d < depth + reach)) continue;
    const Vec2 position = picture.position_of(u, v);
    const Vec3 to = eye.point(position.x, position.y, d) - p;
    const Real distance = length(to);
    if (distance < 1e-3 * reach || distance > 2 * reach) continue;
    closed += std::max(0.0, dot(to, n) / distance - 0.08) * (1 - distance / (2 * reach));
  }
  return 1 - std::min(0.75, 2.2 * closed / rays);
}

bool is_ground(const WallTrack& w) {
  return !w.triangles.empty() && std::all_of(w.triangles.begin(), w.triangles.end(), [&](const auto& t) {
    return normalized(area_vector(w.vertices[t[0]], w.vertices[t[1]], w.vertices[t[2]])).z > 0.9;
  });
}

/// Draws walls over the picture: transparent if they are seen from behind, with lines along their edges.
void lay_walls(std::vector<Vec3>& colors, const Raster& picture, const Eye& eye, const WallTrack& w,
               const Pose& pose, const Theme& theme, Real line) {
  const auto blend = [&](const std::array<Vec3, 3>& corners, Vec3 color, Real opacity) {
    picture.visit_triangle(eye, corners, [&](int x, int y, Real depth, Real, Real, Real) {
      if (depth >= picture.at(x, y).depth) return;
      Vec3& c = colors[static_cast<std::size_t>(y) * picture.width() + x];
      c = (1 - opacity) * c + opacity * color;
    });
  };
  const auto at = [&](int v) { return transform(pose, w.vertices[v]); };
  if (!is_ground(w)) {
    for (const auto& t : w.triangles) {
      const std::array<Vec3, 3> p{at(t[0]), at(t[1]), at(t[2])};
      const bool front = dot(area_vector(p[0], p[1], p[2]), eye.position - p[0]) > 0;
      blend(p, theme.wall, front ? 0.28 : 0.05);
    }
  }
  for (const auto& [a, b] : w.edges) {
    const Vec3 p = at(a), q = at(b), across = cross(q - p, 0.5 * (p + q) - eye.position);
    if (!(length(across) > 0)) continue;
    const auto wide = [&](Vec3 v) {
      return (0.5 * line * eye.project(v).z * eye.tangent / length(across)) * across;
    };
    const Vec3 dp = wide(p), dq = wide(q);
    blend({p - dp, q - dq, q + dq}, theme.line, 0.45);
    blend({p - dp, q + dq, p + dp}, theme.line, 0.45);
  }
}

}  // namespace

Image render(const ViewFrame& frame, const ViewCast& cast, const std::vector<WallTrack>& walls,
             std::size_t number, const RenderOptions& o) {
  if (o.cut) {
    RenderOptions whole = o;
    whole.cut.reset();
    return render(cut_open(frame, *o.cut, o), cast, walls, number, whole);
  }
  const Theme& theme = o.dark ? dark_theme : light_theme;
  const Real pixels = static_cast<Real>(o.width) * o.height;
  const int fine = pixels <= 2.2e6 ? 3 : pixels <= 9e6 ? 2 : 1;
  const std::vector<Real> radii = bounding_radii(cast);
  const Eye eye = fitted_eye(frame, radii, o);
  SceneReach reach;
  reach.include(frame, radii);
  if (frame.bodies.empty()) reach.box = {{-1, -1, -1}, {1, 1, 1}}, reach.smallest_radius = 1;
  const Eye light = light_eye(reach);

  Raster picture(o.width * fine, o.height * fine), shadows(2048, 2048);
  visit_solids(frame, cast, o, [&](const std::array<Corner, 3>& t, const Bytes& color) {
    picture.add_triangle(eye, t, color);
    shadows.add_triangle(light, t, color);
  });
  for (const WallTrack& w : walls) {
    if (!o.walls || !w.poses[number] || !is_ground(w)) continue;
    for (const auto& t : w.triangles) {
      std::array<Corner, 3> corners;
      for (int k = 0; k < 3; ++k)
        corners[k] = {transform(*w.poses[number], w.vertices[t[k]]),
                      rotate(w.poses[number]->orientation, {0, 0, 1})};
      if (dot(eye.position - corners[0].position, corners[0].normal) > 0)
        picture.add_triangle(eye, corners, bytes_of(theme.ground));
    }
  }

  std::vector<Vec3> colors(static_cast<std::size_t>(picture.width()) * picture.height());
  const Real texel = 2 * light.half_height / shadows.height(), near = 2.5 * reach.smallest_radius;
  parallel_for_uneven(picture.height(), 16, [&](int y) {
    for (int x = 0; x < picture.width(); ++x) {
      const Sample& s = picture.at(x, y);
      Vec3& color = colors[static_cast<std::size_t>(y) * picture.width() + x];
      color = theme.background;
      if (!std::isfinite(s.depth)) continue;
      const Vec2 position = picture.position_of(x, y);
      const Vec3 p = eye.point(position.x, position.y, s.depth), towards = normalized(eye.position - p);
      Vec3 n = normalized(Vec3{s.normal[0] / 127.0, s.normal[1] / 127.0, s.normal[2] / 127.0});
      if (dot(n, towards) < 0) n = -n;
      const Real slope = std::max(dot(n, to_light), 0.0);
      const Real sun = lit(shadows, light, p + 1.5 * texel * n, texel * (1.5 + 2 * (1 - slope)), 2);
      const Real open = openness(picture, eye, x, y, p, n, near);
      if (s.color == bytes_of(theme.ground)) {  // flat tone: only shadows are visible on it
        color = (0.55 + 0.45 * sun) * (0.6 + 0.4 * open) * reals_of(s.color);
        continue;
      }
      const Vec3 soft = Vec3{0.36, 0.38, 0.42} +
                        (0.24 * (0.5 + 0.5 * n.z) + 0.16 * std::max(dot(n, towards), 0.0)) * Vec3{1, 1, 1};
      const Vec3 tone = open * soft + (sun * slope * (0.5 + 0.5 * open)) * Vec3{0.60, 0.57, 0.52};
      color = min(times(reals_of(s.color), tone), {1, 1, 1});
    }
  });
  for (const WallTrack& w : walls) {
    if (o.walls && w.poses[number])
      lay_walls(colors, picture, eye, w, *w.poses[number], theme, 2.4 / o.height);
  }

  Image image{o.width, o.height, {}};
  image.rgb.reserve(3 * static_cast<std::size_t>(pixels));
  for (int y = 0; y < o.height; ++y) {
    for (int x = 0; x < o.width; ++x) {
      Vec3 sum;
      for (int k = 0; k < fine * fine; ++k)
        sum += colors[static_cast<std::size_t>(y * fine + k / fine) * picture.width() + x * fine + k % fine];
      for (const std::uint8_t byte : bytes_of(sum / (fine * fine))) image.rgb.push_back(byte);
    }
  }
  return image;
}

}  // namespace scree
