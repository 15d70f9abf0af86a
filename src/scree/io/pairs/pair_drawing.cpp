#include "scree/io/pairs/pair_drawing.hpp"

#include "scree/io/encode/svg.hpp"
#include "scree/shape/superquadric_derivatives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace scree {
namespace {

constexpr Real width = 460, height = 400, caption_height = 46, border = 18;
constexpr Real above = 0.30;  // angle of the eye above the contact plane, radians
constexpr std::string_view color_a = "#d9b382", color_b = "#8fb0cc", color_plane = "#5a8f5a",
                           color_patch = "#c0392b";
constexpr std::string_view color_other[] = {"#7b4fa6", "#d07b12", "#1f7f8c", "#b03a8a", "#6b6b6b"};

/// Axes of the picture: right, up, and towards the eye.
struct View {
  Vec3 right, up, eye;
};

/// Returns a view of a plane from slightly above it, at the given angle around its normal.
View view_across(Vec3 normal, Real angle) {
  const Vec3 some = std::abs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 x = normalized(cross(normal, some)), y = cross(normal, x);
  const Vec3 level = std::cos(angle) * x + std::sin(angle) * y;
  const Vec3 eye = std::cos(above) * level + std::sin(above) * normal;
  const Vec3 right = cross(normal, level);
  return {right, cross(eye, right), eye};
}

/// Rates how clearly a view shows a pair. The rating is high if no face is seen edge-on and no vertex hides
/// another vertex.
Real clarity(const PairDrawing& d, const View& view) {
  Real faces = 0.3, separation = 1;
  std::vector<Vec3> points;
  if (d.round_a == nullptr) {
    for (const Vec3 n : d.a.face_normal) faces = std::min(faces, std::abs(dot(n, view.eye)));
  }
  if (d.round_b == nullptr) {
    for (const Vec3 n : d.b.face_normal)
      faces = std::min(faces, std::abs(dot(rotate(d.b_in_a.orientation, n), view.eye)));
  }
  for (int v = 0; v < std::min(d.a.vertex_count(), 40); ++v) points.push_back(d.a.vertex(v));
  for (int v = 0; v < std::min(d.b.vertex_count(), 40); ++v)
    points.push_back(transform(d.b_in_a, d.b.vertex(v)));
  const Real size = d.a.bounding_radius + d.b.bounding_radius;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 between = points[i] - points[j];
      if (length(between) < 1e-2 * size) continue;
      separation = std::min(separation, std::hypot(dot(between, view.right), dot(between, view.up)) / size);
    }
  }
  return faces + std::min(separation, 0.1);
}

View best_view(const PairDrawing& d) {
  View best{};
  Real most = -1;
  for (int i = 0; i < 72; ++i) {
    const View view = view_across(d.answer.contact.normal, i * std::numbers::pi / 36);
    const Real c = clarity(d, view);
    if (c > 1.001 * most) most = c, best = view;  // keeps the first of equal views: rounding must not decide
  }
  return best;
}

/// Body with its vertices and normals in the frame of A.
struct DrawnBody {
  const Topology& topology;
  std::vector<Vec3> vertex, normal;
  std::string_view color;
  const Superquadric* round;
  Pose pose;

  DrawnBody(const Polyhedron& body, const Pose& body_in_a, std::string_view fill,
            const Superquadric* superquadric)
      : topology(body.topology), color(fill), round(superquadric), pose(body_in_a) {
    for (int v = 0; v < body.vertex_count(); ++v) vertex.push_back(transform(pose, body.vertex(v)));
    for (const Vec3 n : body.face_normal) normal.push_back(rotate(pose.orientation, n));
  }
};

class Canvas {
 public:
  explicit Canvas(const PairDrawing& drawing)
      : d(drawing),
        view(best_view(drawing)),
        bodies{{drawing.a, {}, color_a, drawing.round_a},
               {drawing.b, drawing.b_in_a, color_b, drawing.round_b}},
        middle(0.5 * (d.answer.contact.point_a + d.answer.contact.point_b)),
        center(middle),
        arrow(0.75 * std::min(d.a.bounding_radius, d.b.bounding_radius)) {
    // The plane is drawn as a square around the patch, as large as the smaller body, or as the patch if the
    // patch is larger.
    const Vec3 n = d.answer.contact.normal;
    if (d.patch.count > 0) center += (d.patch.centroid - middle) - dot(d.patch.centroid - middle, n) * n;
    half_plane = 1.05 * std::min(d.a.bounding_radius, d.b.bounding_radius);
    for (int i = 0; i < d.patch.count; ++i)
      half_plane = std::max(half_plane, 1.05 * length(d.patch.point[i].a - center));
    const Vec3 toward = cross(n, view.right);  // rotated a little, to look like a plane
    plane_x = 0.94 * view.right + 0.342 * toward, plane_y = cross(n, plane_x);
    fit();
  }

  std::string text() {
    for (const bool front : {false, true}) {
      for (const DrawnBody& body : bodies) body.round ? add_outline(body, front) : add_faces(body, front);
      for (const DrawnBody& body : bodies) body.round ? add_sections(body, front) : add_edges(body, front);
      if (!front) add_plane();
    }
    add_patch();
    const Contact& c = d.answer.contact;
    if (c.overlap < 0) {
      const Vec2 link[] = {at(c.point_a), at(c.point_b)};
      svg.add_lines(link, "stroke=\"#333333\" stroke-width=\"1.4\" stroke-dasharray=\"3 2\"");
    }
    int other = -1;
    for (const NamedContact& o : d.others) {
      ++other;
      if (o.contact.status == Status::failed) continue;
      add_arrow(0.5 * (o.contact.point_a + o.contact.point_b), o.contact.normal,
                color_other[other % std::size(color_other)], 1.6);
    }
    add_arrow(middle, c.normal, "#222222", 2.2);
    add_witness(c.point_a, color_a);
    add_witness(c.point_b, color_b);
    add_labels();
    return svg.text();
  }

 private:
  const PairDrawing& d;
  View view;
  DrawnBody bodies[2];
  Vec3 middle, center, plane_x,
      plane_y;  // midpoint of the witness points; centre and axes of the square that shows the plane
  Real arrow, half_plane = 0, scale = 1;
  Vec2 shift;
  SvgDrawing svg{width, height};

  Real height_of_labels() const {
    return caption_height + 15 * static_cast<Real>(d.others.size() + (d.note.empty() ? 0 : 1));
  }
  Vec2 at(Vec3 p) const {
    return {shift.x + scale * dot(view.right, p - middle), shift.y - scale * dot(view.up, p - middle)};
  }
  std::vector<Vec3> plane_corners() const {
    const Vec3 x = half_plane * plane_x, y = half_plane * plane_y;
    return {center - x - y, center + x - y, center + x + y, center - x + y};
  }

  /// Fits the whole drawing into the space above the caption.
  void fit() {
    std::vector<Vec3> points = plane_corners();
    for (const DrawnBody& body : bodies) points.insert(points.end(), body.vertex.begin(), body.vertex.end());
    points.push_back(middle + arrow * d.answer.contact.normal);
    for (const NamedContact& o : d.others) {
      if (o.contact.status == Status::failed) continue;
      points.push_back(0.5 * (o.contact.point_a + o.contact.point_b) + arrow * o.contact.normal);
    }
    Box box;
    for (const Vec3 p : points) box.include(Vec3{dot(view.right, p - middle), dot(view.up, p - middle), 0});
    const Vec3 extent = box.upper - box.lower;
    const Real free_width = width - 4 * border, free_height = height - height_of_labels() - 2 * border;
    scale = std::min(free_width / extent.x, free_height / extent.y);
    shift = {width / 2 - scale * box.center().x, border + free_height / 2 + scale * box.center().y};
  }

  void add_faces(const DrawnBody& body, bool front) {
    const Vec3 light = normalized(view.eye + 0.9 * view.up - 0.5 * view.right);
    for (int f = 0; f < body.topology.face_count(); ++f) {
      if ((dot(body.normal[f], view.eye) > 0) != front) continue;
      std::vector<Vec2> corners;
      for (int h = body.topology.face_begin[f]; h < body.topology.face_begin[f + 1]; ++h)
        corners.push_back(at(body.vertex[body.topology.origin[h]]));
      svg.add_polygon(corners, fmt::format("fill=\"{}\" fill-opacity=\"{}\" stroke=\"none\"",
                                           shade(body.color, 0.8 + 0.2 * dot(body.normal[f], light)),
                                           front ? 0.45 : 0.3));
    }
  }

  /// Draws the visible edges (`front`) or the hidden edges. An edge is hidden if both its faces point away
  /// from the eye.
  void add_edges(const DrawnBody& body, bool front) {
    const Topology& t = body.topology;
    std::vector<Vec2> ends;
    for (int h = 0; h < t.halfedge_count(); ++h) {
      if (h > t.twin[h]) continue;
      const auto seen = [&](int side) { return dot(body.normal[t.face[side]], view.eye) > 0; };
      if ((seen(h) || seen(t.twin[h])) != front) continue;
      ends.push_back(at(body.vertex[t.origin[h]]));
      ends.push_back(at(body.vertex[t.origin[t.twin[h]]]));
    }
    const std::string ink = shade(body.color, 0.45);
    svg.add_lines(ends, front
                            ? fmt::format("stroke=\"{}\" stroke-width=\"1.1\" stroke-linecap=\"round\"", ink)
                            : fmt::format("stroke=\"{}\" stroke-width=\"0.7\" stroke-dasharray=\"3 3\" "
                                          "stroke-opacity=\"0.7\"",
                                          ink));
  }

  /// Draws the outline of a superquadric through its support points along directions perpendicular to the
  /// line of sight.
  void add_outline(const DrawnBody& body, bool front) {
    std::vector<Vec2> outline;
    for (int i = 0; i < 120; ++i) {
      const Real angle = i * std::numbers::pi / 60;
      const Vec3 across = std::cos(angle) * view.right + std::sin(angle) * view.up;
      const Vec3 local = rotate(conjugate(body.pose.orientation), across);
      outline.push_back(at(transform(body.pose, support(*body.round, local))));
    }
    svg.add_polygon(outline, front ? fmt::format("fill=\"{}\" fill-opacity=\"0.3\" stroke=\"{}\" "
                                                 "stroke-width=\"1.1\"",
                                                 body.color, shade(body.color, 0.45))
                                   : fmt::format("fill=\"{}\" fill-opacity=\"0.3\" stroke=\"none\"",
                                                 shade(body.color, 0.85)));
  }

  /// Draws the intersections of a superquadric with the planes of its axes, by rays from the centre.
  void add_sections(const DrawnBody& body, bool front) {
    constexpr int steps = 72;
    std::vector<Vec2> ends;
    const Vec3 eye = rotate(conjugate(body.pose.orientation), view.eye);
    for (int plane = 0; plane < 3; ++plane) {
      const auto point = [&](int i) {
        const Real angle = i * 2 * std::numbers::pi / steps;
        Vec3 ray;
        const Vec3 half = body.round->half_length;
        ray[plane] = half[plane] * std::cos(angle);
        ray[(plane + 1) % 3] = half[(plane + 1) % 3] * std::sin(angle);
        return ray / gauge(*body.round, ray);
      };
      for (int i = 0; i < steps; ++i) {
        const Vec3 p = point(i), q = point(i + 1);
        if ((dot(gradient(*body.round, 0.5 * (p + q)), eye) > 0) != front) continue;
        ends.push_back(at(transform(body.pose, p)));
        ends.push_back(at(transform(body.pose, q)));
      }
    }
    svg.add_lines(ends, fmt::format("stroke=\"{}\" stroke-width=\"0.7\" stroke-opacity=\"{}\"",
                                    shade(body.color, 0.6), front ? 0.9 : 0.35));
  }

  void add_plane() {
    std::vector<Vec2> corners;
    for (const Vec3 p : plane_corners()) corners.push_back(at(p));
    svg.add_polygon(corners,
                    fmt::format("fill=\"{0}\" fill-opacity=\"0.22\" stroke=\"{0}\" stroke-opacity=\"0.8\" "
                                "stroke-width=\"0.9\"",
                                color_plane));
  }

  void add_patch() {
    std::vector<Vec2> corners;
    for (int i = 0; i < d.patch.count; ++i)
      corners.push_back(at(0.5 * (d.patch.point[i].a + d.patch.point[i].b)));
    if (corners.size() < 2) return;  // the witness points already show a single point
    svg.add_polygon(
        corners,
        fmt::format("fill=\"{0}\" fill-opacity=\"0.3\" stroke=\"{0}\" stroke-width=\"1.3\"", color_patch));
    for (const Vec2 p : corners)
      svg.add_circle(p, 2.6, fmt::format("fill=\"{}\" stroke=\"none\"", color_patch));
  }

  void add_arrow(Vec3 from, Vec3 direction, std::string_view color, Real thickness) {
    const Vec2 tail = at(from), tip = at(from + arrow * direction), along = tip - tail;
    const Real l = length(along);
    if (l < 1) return;  // the arrow is seen end-on
    const Vec2 e = (1 / l) * along, across{-e.y, e.x};
    const Real head = std::min(3.6 * thickness + 2, l);
    const Vec2 shaft[] = {tail, tip - (0.8 * head) * e};
    const Vec2 point[] = {tip, tip - head * e + (0.38 * head) * across,
                          tip - head * e - (0.38 * head) * across};
    svg.add_lines(shaft, fmt::format("stroke=\"{}\" stroke-width=\"{}\"", color, thickness));
    svg.add_polygon(point, fmt::format("fill=\"{}\" stroke=\"none\"", color));
  }

  void add_witness(Vec3 p, std::string_view color) {
    svg.add_circle(at(p), 3.4, fmt::format("fill=\"{}\" stroke=\"#222222\" stroke-width=\"0.9\"", color));
  }

  /// Places each letter to the left of its body, at the end that is away from the other body.
  void add_labels() {
    const Contact& c = d.answer.contact;
    for (const DrawnBody& body : bodies) {
      const bool of_b = &body == &bodies[1];
      Real left = width, mean = 0;
      for (const Vec3 v : body.vertex) {
        left = std::min(left, at(v).x), mean += at(v).y / static_cast<Real>(body.vertex.size());
      }
      svg.add_text(std::max(10.0, left - 12), mean + (of_b ? -8 : 18), of_b ? "B" : "A", 16,
                   fmt::format("font-weight=\"bold\" style=\"fill:{}\"", shade(body.color, 0.6)));
    }
    const auto size_of = [](const Contact& k) {
      if (k.status == Status::failed) return std::string("failed");
      return k.overlap < 0 ? fmt::format("gap {:.6g} m", -k.overlap)
                           : fmt::format("overlap {:.6g} m", k.overlap);
    };
    Real y = height - height_of_labels() + 20;
    const std::string patch = d.patch.count == 0   ? ""
                              : d.patch.count == 1 ? ", patch of 1 point"
                                                   : fmt::format(", patch of {} points", d.patch.count);
    svg.add_text(width / 2, y, fmt::format("{}: {}{}", d.answer.name, size_of(c), patch), 13);
    if (!d.note.empty()) svg.add_text(width / 2, y += 15, d.note, 11);
    int other = 0;
    for (const NamedContact& o : d.others) {
      svg.add_text(width / 2, y += 15, fmt::format("{}: {}", o.name, size_of(o.contact)), 11,
                   fmt::format("style=\"fill:{}\"", color_other[other++ % std::size(color_other)]));
    }
  }
};

}  // namespace

Polyhedron stand_in(const Superquadric& superquadric) {
  std::vector<Vec3> points;
  for (int i = -2; i <= 2; ++i) {
    for (int j = -2; j <= 2; ++j) {
      for (int k = -2; k <= 2; ++k) {
        if (std::max({std::abs(i), std::abs(j), std::abs(k)}) < 2) continue;
        const auto [a, b, c] = superquadric.half_length;
        points.push_back(support(superquadric, {i / a, j / b, k / c}));
      }
    }
  }
  return polyhedron_from_points(points);
}

std::string draw(const PairDrawing& drawing) { return Canvas(drawing).text(); }

}  // namespace scree
