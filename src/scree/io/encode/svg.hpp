// Draws bodies as SVG: shaded faces, seen from above at an angle, in parallel projection.
#pragma once

#include "scree/shape/surface/surface.hpp"

#include <span>
#include <string>
#include <string_view>

namespace scree {

/// Returns a darker "#rrggbb".
std::string shade(std::string_view color, Real brightness);

/// Escapes text for XML and HTML, also between quotes.
std::string escaped(std::string_view text);

class SvgDrawing {
 public:
  SvgDrawing(Real width, Real height) : width_(width), height_(height) {}

  /// Adds a body that is centred at (x, y) and fits into a circle of diameter `extent`.
  void add_body(const Surface& surface, Real x, Real y, Real extent, std::string_view color);
  void add_text(Real x, Real y, std::string_view text, Real size, std::string_view style = {});

  /// Adds shapes without shading; `style` contains SVG attributes, such as fill="none".
  void add_polygon(std::span<const Vec2> corners, std::string_view style);
  void add_lines(std::span<const Vec2> ends, std::string_view style);  // from each first to each second point
  void add_polyline(std::span<const Vec2> points, std::string_view style);
  void add_circle(Vec2 middle, Real radius, std::string_view style);

  std::string text() const;

 private:
  Real width_, height_;
  std::string elements_;
};

}  // namespace scree
