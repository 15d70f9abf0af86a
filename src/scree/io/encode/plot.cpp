#include "scree/io/encode/plot.hpp"

#include "scree/io/encode/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr std::string_view colors[] = {"#3b6ea5", "#d07c2e", "#4f9153", "#a8434f",
                                       "#7a62a8", "#7d6b58", "#b8628f", "#3f9aa0"};
constexpr std::string_view ink = "#444444", faint = "#dddddd";
constexpr Real width = 760, height = 420;
constexpr Real left = 80, right = 20, top = 66, bottom = 62;  // margins

// SVG attributes of the texts in a plot.
constexpr std::string_view at_start = "text-anchor=\"start\"", at_end = "text-anchor=\"end\"";

void draw_line(SvgDrawing& drawing, Vec2 from, Vec2 to, std::string_view color, Real thickness) {
  const Vec2 ends[] = {from, to};
  drawing.add_lines(ends, fmt::format("stroke=\"{}\" stroke-width=\"{:.1f}\"", color, thickness));
}
void draw_box(SvgDrawing& drawing, Real x, Real y, Real wide, Real high, std::string_view color) {
  const Vec2 corners[] = {{x, y}, {x + wide, y}, {x + wide, y + high}, {x, y + high}};
  drawing.add_polygon(corners, fmt::format("fill=\"{}\" stroke=\"none\"", color));
}
void draw_dot(SvgDrawing& drawing, Vec2 middle, std::string_view color, Real radius) {
  drawing.add_circle(middle, radius, fmt::format("fill=\"{}\" stroke=\"none\"", color));
}

struct Axis {
  Real low = 0, high = 1;  // logarithms on a logarithmic axis
  bool log = false;
  std::vector<Real> ticks;

  /// Returns 0 at the low end and 1 at the high end.
  Real fraction(Real value) const {
    if (log) value = value > 0 ? std::log10(value) : low;
    return std::clamp((value - low) / (high - low), 0.0, 1.0);
  }
  std::string name(Real tick) const {
    if (!log) return fmt::format("{:.6g}", tick);
    return std::abs(tick) <= 3 ? fmt::format("{:g}", std::pow(10, tick)) : fmt::format("1e{:.0f}", tick);
  }
};

/// Returns an axis that contains all values and ends at round numbers.
Axis axis_for(const std::vector<Real>& values, bool log, bool from_zero) {
  Axis axis;
  axis.log = log;
  Real low = 1e300, high = -1e300;
  for (const Real v : values) {
    if (!std::isfinite(v) || (log && v <= 0)) continue;
    const Real position = log ? std::log10(v) : v;
    low = std::min(low, position);
    high = std::max(high, position);
  }
  if (low > high) low = 0, high = 1;
  if (from_zero && !log) low = std::min(low, 0.0), high = std::max(high, 0.0);
  if (low == high) high = low + 1;
  Real step = 1;
  if (log) {
    step = std::ceil((std::ceil(high) - std::floor(low)) / 10);
  } else {
    const Real rough = (high - low) / 6, power = std::pow(10, std::floor(std::log10(rough)));
    step = power * (rough > 5 * power ? 10 : rough > 2 * power ? 5 : rough > power ? 2 : 1);
  }
  const Real first = std::floor(low / step), last = std::max(std::ceil(high / step), first + 1);
  for (Real k = first; k <= last; ++k) axis.ticks.push_back(k * step);
  axis.low = first * step, axis.high = last * step;
  return axis;
}

struct Frame {
  Axis x, y;
  bool named;  // named categories along x instead of numbers
  Real category_width = 1;

  Real at_x(Real value) const {
    return named ? left + (value + 0.5) * category_width : left + (width - left - right) * x.fraction(value);
  }
  Real at_y(Real value) const { return height - bottom - (height - top - bottom) * y.fraction(value); }
};

void draw_frame(const Plot& plot, const Frame& frame, SvgDrawing& drawing) {
  const Real x_axis = height - bottom;  // y of the x axis
  for (const Real tick : frame.y.ticks) {
    const Real y = x_axis - (x_axis - top) * (tick - frame.y.low) / (frame.y.high - frame.y.low);
    draw_line(drawing, {left, y}, {width - right, y}, faint, 1);
    drawing.add_text(left - 8, y + 4, frame.y.name(tick), 11, at_end);
  }
  for (std::size_t i = 0; i < plot.categories.size(); ++i) {
    drawing.add_text(frame.at_x(static_cast<Real>(i)), x_axis + 18, plot.categories[i], 11);
  }
  for (const Real tick : frame.x.ticks) {
    if (frame.named) break;
    const Real x = left + (width - left - right) * (tick - frame.x.low) / (frame.x.high - frame.x.low);
    draw_line(drawing, {x, x_axis}, {x, x_axis + 5}, ink, 1);
    drawing.add_text(x, x_axis + 18, frame.x.name(tick), 11);
  }
  draw_line(drawing, {left, x_axis}, {width - right, x_axis}, ink, 1);
  draw_line(drawing, {left, top}, {left, x_axis}, ink, 1);
  drawing.add_text(width / 2, 22, plot.title, 15);
  drawing.add_text((left + width - right) / 2, height - 16, plot.x_label, 12);
  const Real middle = (top + x_axis) / 2;
  drawing.add_text(20, middle, plot.y_label, 12, fmt::format("transform=\"rotate(-90 20 {:.0f})\"", middle));
}

void draw_legend(const Plot& plot, SvgDrawing& drawing) {
  constexpr int columns = 4;
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    const Real x = left + (width - left - right) / columns * static_cast<Real>(s % columns);
    const Real y = 34 + 15 * static_cast<Real>(s / columns);
    draw_box(drawing, x, y, 11, 11, colors[s % std::size(colors)]);
    drawing.add_text(x + 16, y + 10, plot.series[s].name, 12, at_start);
  }
}

void draw_bars(const Plot& plot, const Frame& frame, SvgDrawing& drawing) {
  const Real bar = 0.8 * frame.category_width / static_cast<Real>(plot.series.size());
  const Real zero = frame.at_y(frame.y.log ? 0 : std::max(frame.y.low, 0.0));
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    const PlotSeries& series = plot.series[s];
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i])) continue;
      const Real x =
          frame.at_x(static_cast<Real>(i)) - 0.4 * frame.category_width + bar * static_cast<Real>(s);
      const Real y = frame.at_y(series.y[i]);
      draw_box(drawing, x, std::min(y, zero), bar - 1, std::abs(y - zero), colors[s % std::size(colors)]);
      if (i >= series.spread.size() || !std::isfinite(series.spread[i])) continue;
      const Real middle = x + 0.5 * (bar - 1);
      const Real ends[] = {frame.at_y(series.y[i] - series.spread[i]),
                           frame.at_y(series.y[i] + series.spread[i])};
      draw_line(drawing, {middle, ends[0]}, {middle, ends[1]}, ink, 1.2);
      for (const Real end : ends) draw_line(drawing, {middle - 3, end}, {middle + 3, end}, ink, 1.2);
    }
  }
}

void draw_lines(const Plot& plot, const Frame& frame, SvgDrawing& drawing) {
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    const PlotSeries& series = plot.series[s];
    const std::string_view color = colors[s % std::size(colors)];
    const bool alone = plot.kind == Plot::Kind::dots;
    std::vector<Vec2> unbroken;
    const auto draw_unbroken = [&] {
      if (!alone) drawing.add_polyline(unbroken, fmt::format("stroke=\"{}\" stroke-width=\"1.4\"", color));
      if (plot.dots) {
        for (const Vec2 p : unbroken) draw_dot(drawing, p, color, alone ? 1.7 : 3.4);
      }
      unbroken.clear();
    };
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!std::isfinite(series.y[i])) {
        draw_unbroken();
        continue;
      }
      const Real x = series.x.empty() ? static_cast<Real>(i) : series.x[i];
      unbroken.push_back({frame.at_x(x), frame.at_y(series.y[i])});
    }
    draw_unbroken();
  }
}

}  // namespace

std::string to_svg(const Plot& plot) {
  std::vector<Real> xs, ys;
  for (const PlotSeries& s : plot.series) {
    xs.insert(xs.end(), s.x.begin(), s.x.end());
    ys.insert(ys.end(), s.y.begin(), s.y.end());
    for (std::size_t i = 0; i < s.spread.size(); ++i) ys.push_back(s.y[i] + s.spread[i]);
  }
  Frame frame;
  frame.x = axis_for(xs, plot.log_x, false);
  frame.y = axis_for(ys, plot.log_y, plot.kind == Plot::Kind::bars);
  frame.named = !plot.categories.empty();
  if (frame.named) frame.category_width = (width - left - right) / static_cast<Real>(plot.categories.size());
  SvgDrawing drawing(width, height);
  draw_frame(plot, frame, drawing);
  draw_legend(plot, drawing);
  plot.kind == Plot::Kind::bars ? draw_bars(plot, frame, drawing) : draw_lines(plot, frame, drawing);
  return drawing.text();
}

}  // namespace scree
