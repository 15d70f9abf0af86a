// Plots as SVG: bars, lines with dots, or many small dots, over named categories or numbers, with linear or
// logarithmic axes.
#pragma once

#include "scree/math/hd.hpp"

#include <string>
#include <vector>

namespace scree {

struct PlotSeries {
  std::string name;
  std::vector<Real> y;            // NaN: no value
  std::vector<Real> x;            // empty: over the named categories of the plot, in their order
  std::vector<Real> spread = {};  // bars: half the length of the error bar at each value; empty: none
};

struct Plot {
  enum class Kind : unsigned char { bars, lines, dots };

  Kind kind = Kind::lines;
  std::string title, x_label, y_label;
  std::vector<std::string> categories;  // named categories along x, which bars need; empty: numbers
  bool log_x = false, log_y = false;
  std::vector<PlotSeries> series;
  bool dots = true;  // dots at the values of lines
};

/// Draws a plot. The legend has space for eight names of about 20 letters. A logarithmic axis shows values of
/// 0 or less at its lower end. Plots without values are drawn empty.
std::string to_svg(const Plot& plot);

}  // namespace scree
