// scree render: draws one frame of a run as a PNG picture, without other programs.

#include "file_option.hpp"
#include "verbs.hpp"

#include "scree/file.hpp"
#include "scree/io/view/render.hpp"

#include <memory>
#include <numbers>

namespace scree::cli {
namespace {

struct Options {
  std::string folder, png, size = "1600x1000", moment = "end", color = "shape";
  std::vector<double> view;  // empty: the default view
  std::string cut;           // empty: no cut
  double zoom = 1;
  bool dark = false, no_walls = false, chains = false;
};

constexpr std::string_view color_names[] = {"shape", "speed", "size", "contacts", "material", "id"};

void set_size(const std::string& text, RenderOptions& o) {
  const std::size_t cross = text.find('x');
  const auto pixels = [&](std::string_view digits) {
    int n = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (error != std::errc() || end != digits.data() + digits.size() || n < 16 || n > 8192)
      fail("--size {}: give width and height from 16 to 8192, as in 1600x1000.", shown(text));
    return n;
  };
  const std::string_view all = text;
  o.width = pixels(all.substr(0, cross)),
  o.height = pixels(cross == std::string::npos ? "" : all.substr(cross + 1));
}

/// Parses a cut such as "y=0.3".
Cut parse_cut(const std::string& text) {
  const std::size_t axis = std::string_view("xyz").find(text.substr(0, 1));
  if (text.size() < 3 || axis == std::string_view::npos || text[1] != '=')
    fail("--cut {}: give an axis and a coordinate on it in m, as in y=0.3.", shown(text));
  return {static_cast<int>(axis), parse_number(text.substr(2), [] { return std::string("--cut"); })};
}

/// Sets the view. Without a given view, planar scenes are seen from straight above and far away.
void set_view(std::vector<double> view, bool planar, RenderOptions& o) {
  if (planar && view.empty()) view = {0, 90}, o.lens = 0.01;
  if (view.empty()) view = {-31.5, 21.8};
  o.yaw = view[0] * std::numbers::pi / 180, o.pitch = view[1] * std::numbers::pi / 180;
  if (!std::isfinite(o.yaw) || !(std::abs(view[1]) <= 90))
    fail("--view: give two angles in degrees: azimuth, and elevation from -90 to 90.");
}

/// Index of the frame nearest to a time, or of the last frame for "end".
int frame_at(const RunView& run, const std::string& moment) {
  if (moment == "end") return run.count() - 1;
  const double time = parse_number(moment, [&] { return std::string("--frame"); });
  const double first = run.time(0), last = run.time(run.count() - 1), slack = 1e-6 * (last - first);
  if (time < first - slack || time > last + slack)
    fail("--frame {}: the frames of this run range from {:.6g} to {:.6g} s.", shown(moment), first, last);
  return run.nearest(time);
}

void run(const Options& o) {
  RenderOptions options;
  check_ending("--png", o.png, ".png");
  set_size(o.size, options);
  const auto color = std::find(std::begin(color_names), std::end(color_names), o.color);
  if (color == std::end(color_names)) {
    fail(
        "--color {}: bodies can be coloured by shape, speed, size, contacts, material or id; the nearest is "
        "'{}'.",
        shown(o.color), color_names[nearest_word(o.color == "velocity" ? "speed" : o.color, color_names)]);
  }
  options.color = static_cast<ColorBy>(color - std::begin(color_names));
  options.zoom = o.zoom;
  options.dark = o.dark;
  options.walls = !o.no_walls;
  options.chains = o.chains;
  if (!o.cut.empty()) options.cut = parse_cut(o.cut);
  const RunView view(o.folder);
  set_view(o.view, view.cast().planar, options);
  const int number = frame_at(view, o.moment);
  const auto or_another = [&](auto read) {
    try {
      return read();
    } catch (const Error& error) { fail("{} Draw another frame with --frame.", error.what()); }
  };
  const ViewFrame frame = or_another([&] { return view.read(number, o.chains); });
  std::vector<std::vector<ViewPolygon>> polygons(view.count());
  polygons[number] = or_another([&] { return view.read_walls(number); });
  for (int f = 0; f < view.count(); ++f) {
    try {
      if (f != number) polygons[f] = view.read_walls(f);
    } catch (const Error& error) {
      fmt::print(stderr, "scree: {} The picture shows another frame and has all its walls.\n", error.what());
    }
  }
  write_file(o.png, format_png(render(frame, view.cast(), track_walls(polygons), number, options)));
  fmt::print("{}: {} at {:.6g} s\n", o.png, view.name(), view.time(number));
}

}  // namespace

void add_render(CLI::App& app) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb = app.add_subcommand("render", "render one frame of a run as an image (PNG)");
  verb->add_option("folder", o.folder, "the folder that 'scree run' wrote to")->required();
  verb->add_option("--png", o.png, "the image file to write")->required();
  verb->add_option("--frame", o.moment, "draw the frame nearest to this time in s; or end")
      ->capture_default_str();
  verb->add_option("--size", o.size, "width and height in pixels")->capture_default_str();
  verb->add_option("--color", o.color, "colour bodies by shape, speed, size, contacts, material or id")
      ->capture_default_str();
  verb->add_option("--view", o.view,
                   "azimuth and elevation in degrees (default: -31.5,21.8; in the plane 0,90)")
      ->expected(2)
      ->delimiter(',');
  verb->add_option("--zoom", o.zoom, "magnification; 1 fits the scene into the image")
      ->capture_default_str()
      ->check(CLI::Range(0.05, 50.0));
  verb->add_option("--cut", o.cut,
                   "cut the scene open: leave out the bodies in front of a plane, as in y=0.3 (m)");
  verb->add_flag("--chains", o.chains, "draw force chains instead of the bodies");
  verb->add_flag("--dark", o.dark, "use a dark background");
  verb->add_flag("--no-walls", o.no_walls, "leave out the walls");
  verb->callback([options] { run(*options); });
}

}  // namespace scree::cli
