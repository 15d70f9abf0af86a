// A plot as SVG: bars, lines with dots, or many small dots, over named places or numbers, with plain or
// logarithmic axes.
#pragma once

#include "scree/math/hd.hpp"

#include <string>
#include <vector>

namespace scree {

struct PlotSeries {
  std::string name;
  std::vector<Real> y;            // NaN: no value there
  std::vector<Real> x;            // empty: over the named places of the plot, in their order
  std::vector<Real> spread = {};  // bars: how far a line goes up and down from each value; empty: no lines
};

struct Plot {
  enum class Kind : unsigned char { bars, lines, dots };

  Kind kind = Kind::lines;
  std::string title, x_label, y_label;
  std::vector<std::string> places;  // named places along x; empty: numbers. Bars need them
  bool log_x = false, log_y = false;
  std::vector<PlotSeries> series;
  bool dots = true;  // at the values of lines
};

/// Up to eight series have room for their names, of about 20 letters each. On a logarithmic axis what is not
/// positive is drawn at its foot. Plots without any value are drawn empty.
std::string to_svg(const Plot& plot);

}  // namespace scree
