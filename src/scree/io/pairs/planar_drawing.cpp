#include "scree/io/pairs/planar_drawing.hpp"

#include "scree/io/encode/colors.hpp"
#include "scree/io/encode/svg.hpp"
#include "scree/planar/pair/polygon_pair.hpp"

#include <fmt/format.h>

namespace scree {
namespace {

constexpr Real panel_width = 260, panel_height = 250;
constexpr Real picture_size = 190;  // size of the drawing inside a panel

/// Map from the frame of A to a panel: scaled to the space of the panel, y upwards.
struct PanelMap {
  Vec2 middle, corner;
  Real factor = 1;

  Vec2 operator()(Vec2 p) const {
    const Vec2 q = factor * (p - middle);
    return {corner.x + panel_width / 2 + q.x, corner.y + panel_height / 2 - q.y};
  }
};

PanelMap fit(const PlanarDrawing& d, Vec2 corner) {
  Vec2 low{1e300, 1e300}, high{-1e300, -1e300};
  const auto include = [&](Vec2 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  };
  for (const Vec2 v : d.a.vertices) include(v);
  for (const Vec2 v : d.b.vertices) include(transform(d.b_in_a, v));
  const Vec2 span = high - low;
  return {0.5 * (low + high), corner, picture_size / std::max(span.x, span.y)};
}

void add_panel(SvgDrawing& svg, const PlanarDrawing& d, Vec2 corner) {
  const PanelMap at = fit(d, corner);
  std::vector<Vec2> a, b;
  for (const Vec2 v : d.a.vertices) a.push_back(at(v));
  for (const Vec2 v : d.b.vertices) b.push_back(at(transform(d.b_in_a, v)));
  const auto filled = [](std::string_view color) {
    return fmt::format("fill=\"{}\" fill-opacity=\"0.75\"", color);
  };
  svg.add_polygon(a, filled(kind_colors[0]));
  svg.add_polygon(b, filled(kind_colors[1]));
  if (d.contact.status != Status::failed) {
    const Vec2 p = d.contact.point_a, q = d.contact.point_b;
    const Vec2 middle = 0.5 * (p + q),
               along = (0.3 * panel_width / at.factor) * turned_left(d.contact.normal);
    const Vec2 line[] = {at(middle - along), at(middle + along)};
    svg.add_lines(line, "stroke=\"#333333\" stroke-width=\"1.2\" stroke-dasharray=\"7 3 1.5 3\"");
    const Vec2 link[] = {at(p), at(q)};
    svg.add_lines(link, "stroke=\"#b02030\" stroke-width=\"2.2\"");
    for (const Vec2 end : link) svg.add_circle(end, 2.6, "fill=\"#b02030\" stroke=\"none\"");
  }
  svg.add_text(corner.x + panel_width / 2, corner.y + 16, d.title, 12, "font-weight=\"bold\"");
  svg.add_text(corner.x + panel_width / 2, corner.y + panel_height - 8, d.note, 11);
}

}  // namespace

std::string draw(std::span<const PlanarDrawing> drawings, int columns) {
  const int count = static_cast<int>(drawings.size()), across = std::min(columns, count);
  const int rows = across > 0 ? (count + across - 1) / across : 0;
  SvgDrawing svg(across * panel_width, rows * panel_height);
  for (int i = 0; i < count; ++i) {
    add_panel(svg, drawings[static_cast<std::size_t>(i)],
              {panel_width * static_cast<Real>(i % across), panel_height * static_cast<Real>(i / across)});
  }
  return svg.text();
}

}  // namespace scree
