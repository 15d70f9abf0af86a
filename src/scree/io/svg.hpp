// SVG drawings: bodies (shaded faces, seen from above at an angle, parallel projection), text and plain
// marks.
#pragma once

#include "scree/shape/surface.hpp"

#include <string>
#include <string_view>

namespace scree {

class SvgDrawing {
 public:
  enum class Anchor : unsigned char { middle, start, end };

  SvgDrawing(Real width, Real height) : width_(width), height_(height) {}

  /// The body is centred at (x, y) and fits a circle of diameter `extent`.
  void add_body(const Surface& surface, Real x, Real y, Real extent, std::string_view color);
  /// `degrees` turns it clockwise about (x, y).
  void add_text(Real x, Real y, std::string_view text, Real size, Anchor anchor = Anchor::middle,
                Real degrees = 0);
  void add_line(Real x1, Real y1, Real x2, Real y2, std::string_view color, Real width);
  void add_box(Real x, Real y, Real width, Real height, std::string_view color);
  void add_dot(Real x, Real y, Real radius, std::string_view color);

  std::string text() const;

 private:
  Real width_, height_;
  std::string elements_;
};

}  // namespace scree
