#include "scree/io/encode/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace scree {
namespace {

/// Axes of the drawing as rows: right, down, away from the eye.
struct View {
  Vec3 right, down, away;
};

View oblique_view() {
  const Vec3 away = normalized({-0.9, 0.55, -0.55});
  const Vec3 right = normalized(cross(away, {0, 0, 1}));
  return {right, cross(away, right), away};
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c == '&'   ? "&amp;"
              : c == '<' ? "&lt;"
              : c == '>' ? "&gt;"
              : c == '"' ? "&quot;"
                         : std::string(1, c);
  }
  return result;
}

std::string shade(std::string_view color, Real brightness) {
  std::string result = "#";
  for (std::size_t i = 1; i + 1 < color.size(); i += 2) {
    const int channel = std::stoi(std::string(color.substr(i, 2)), nullptr, 16);
    result += fmt::format("{:02x}", std::clamp(static_cast<int>(brightness * channel), 0, 255));
  }
  return result;
}

void SvgDrawing::add_body(const Surface& surface, Real x, Real y, Real extent, std::string_view color) {
  const View view = oblique_view();
  const Vec3 light = normalized({0.75, -0.3, 1.0});
  const Vec3 middle = bounding_box(surface.vertices).center();
  Real radius = 0;
  for (const Vec3 v : surface.vertices) radius = std::max(radius, length(v - middle));
  const Real factor = extent / (2 * radius);

  struct Face {
    int index;
    Real depth;
    Real brightness;
  };
  std::vector<Face> faces;
  for (int f = 0; f < surface.face_count(); ++f) {
    const Vec3 normal = normalized(area_vector(surface.vertices, surface.face(f)));
    if (dot(normal, view.away) >= 0) continue;  // the solid hides its back faces
    Real depth = 0;
    for (const int v : surface.face(f)) depth += dot(view.away, surface.vertices[v]);
    faces.push_back({f, depth / static_cast<Real>(surface.face(f).size()), 0.62 + 0.38 * dot(normal, light)});
  }
  std::stable_sort(faces.begin(), faces.end(),
                   [](const Face& a, const Face& b) { return a.depth > b.depth; });
  auto out = std::back_inserter(elements_);
  for (const Face& face : faces) {
    elements_ += "<polygon points=\"";
    for (const int v : surface.face(face.index)) {
      const Vec3 p = factor * (surface.vertices[v] - middle);
      fmt::format_to(out, "{:.2f},{:.2f} ", x + dot(view.right, p), y + dot(view.down, p));
    }
    elements_.pop_back();
    fmt::format_to(out, "\" fill=\"{}\"/>\n", shade(color, face.brightness));
  }
}

void SvgDrawing::add_text(Real x, Real y, std::string_view text, Real size, std::string_view style) {
  fmt::format_to(std::back_inserter(elements_),
                 "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\"{}{}>{}</text>\n", x, y, size,
                 style.empty() ? "" : " ", style, escaped(text));
}

void SvgDrawing::add_polygon(std::span<const Vec2> corners, std::string_view style) {
  auto out = std::back_inserter(elements_);
  elements_ += "<polygon points=\"";
  for (const Vec2 p : corners) fmt::format_to(out, "{:.1f},{:.1f} ", p.x, p.y);
  elements_.pop_back();
  fmt::format_to(out, "\" {}/>\n", style);
}

void SvgDrawing::add_lines(std::span<const Vec2> ends, std::string_view style) {
  if (ends.empty()) return;
  auto out = std::back_inserter(elements_);
  elements_ += "<path d=\"";
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
    fmt::format_to(out, "M{:.1f},{:.1f} {:.1f},{:.1f}", ends[i].x, ends[i].y, ends[i + 1].x, ends[i + 1].y);
  }
  fmt::format_to(out, "\" fill=\"none\" {}/>\n", style);
}

void SvgDrawing::add_polyline(std::span<const Vec2> points, std::string_view style) {
  if (points.size() < 2) return;
  auto out = std::back_inserter(elements_);
  elements_ += "<polyline points=\"";
  for (const Vec2 p : points) fmt::format_to(out, "{:.1f},{:.1f} ", p.x, p.y);
  elements_.back() = '"';
  fmt::format_to(out, " fill=\"none\" {}/>\n", style);
}

void SvgDrawing::add_circle(Vec2 middle, Real radius, std::string_view style) {
  fmt::format_to(std::back_inserter(elements_), "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" {}/>\n",
                 middle.x, middle.y, radius, style);
}

std::string SvgDrawing::text() const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" "
      "font-family=\"sans-serif\" text-anchor=\"middle\" stroke=\"#2b2b2b\" stroke-width=\"0.6\" "
      "stroke-linejoin=\"round\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\" stroke=\"none\"/>\n"
      "<style>text{{stroke:none;fill:#333333}}</style>\n{2}</svg>\n",
      width_, height_, elements_);
}

}  // namespace scree
