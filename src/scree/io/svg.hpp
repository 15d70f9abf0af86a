// Bodies drawn as SVG: shaded faces, seen from above at an angle, parallel projection.
#pragma once

#include "scree/shape/surface.hpp"

#include <string>
#include <string_view>

namespace scree {

class SvgDrawing {
 public:
  SvgDrawing(Real width, Real height) : width_(width), height_(height) {}

  /// The body is centred at (x, y) and fits a circle of diameter `extent`.
  void add_body(const Surface& surface, Real x, Real y, Real extent, std::string_view color);
  void add_text(Real x, Real y, std::string_view text, Real size);

  std::string text() const;

 private:
  Real width_, height_;
  std::string elements_;
};

}  // namespace scree
