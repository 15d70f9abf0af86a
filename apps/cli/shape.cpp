// scree shape: shows the properties of a body of the library or of a file, and converts it to another size
// or format.

#include "file_option.hpp"
#include "size_option.hpp"
#include "summary.hpp"
#include "verbs.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/encode/svg.hpp"
#include "scree/shape/library.hpp"
#include "scree/shape/read/read.hpp"
#include "scree/shape/sphere.hpp"
#include "scree/shape/surface/mass.hpp"
#include "scree/text.hpp"

#include <memory>

namespace scree::cli {
namespace {

struct Options {
  std::string what;
  std::optional<Real> edge, volume, diameter, factor;
  LibraryParameters library;
  std::vector<Real> lengths, aspect, half_lengths{1, 1, 1}, exponents{2, 2};
  ReadOptions read;
  std::string obj, stl, svg;
  bool json = false;
};

bool is_file(const std::string& what) {
  return what.find('.') != std::string::npos || what.find('/') != std::string::npos;
}

bool is_round(std::string_view what) { return what == "sphere" || what == "superquadric"; }

Vec3 to_vec(const std::vector<Real>& v) { return {v[0], v[1], v[2]}; }

Size wanted_size(const Options& o) {
  if (o.volume) return {Size::By::volume, *o.volume};
  if (o.diameter) return {Size::By::diameter, *o.diameter};
  return {Size::By::edge, o.edge.value_or(1)};
}

/// Factor that scales a body with this volume and bounding radius to the requested size.
Real scale_factor(const Options& o, Real volume, Real bounding_radius) {
  if (o.volume) return std::cbrt(*o.volume / volume);
  if (o.diameter) return *o.diameter / (2 * bounding_radius);
  return o.factor.value_or(1);
}

void check_positive(std::string_view option, std::optional<Real> value) {
  if (value && (!(*value > 0) || !std::isfinite(*value)))
    fail("{} {}: sizes must be positive and finite.", option, *value);
}

/// True if a comma-separated list contains this name.
bool lists(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    const std::string_view first = list.substr(0, list.find(", "));
    if (first == name) return true;
    list.remove_prefix(std::min(list.size(), first.size() + 2));
  }
  return false;
}

/// Checks the options before anything is computed or written.
void check_options(const Options& o, const CLI::App& parameters, const CLI::App& reading) {
  check_positive("--edge", o.edge);
  check_positive("--volume", o.volume);
  check_positive("--diameter", o.diameter);
  check_positive("--scale", o.factor);
  check_ending("--obj", o.obj, ".obj");
  check_ending("--stl", o.stl, ".stl");
  check_ending("--svg", o.svg, ".svg");

  const LibraryEntry* entry = find_in_library(o.what);
  if (entry == nullptr && !is_file(o.what) && !is_round(o.what)) return;  // library_shape reports this
  if (o.edge && entry != nullptr && entry->edge.empty())
    fail("--edge: a {} body has no edge to scale by. Give --volume or --diameter.", o.what);
  const std::string_view used = o.what == "superquadric" ? "half-lengths, exponents"
                                : entry != nullptr       ? entry->parameters
                                                         : "";
  for (const CLI::Option* option : parameters.get_options()) {
    if (option->count() == 0 || lists(used, option->get_single_name())) continue;
    fail("{} does not apply to '{}', which {}. Leave it out.", option->get_name(), o.what,
         used.empty() ? "has no parameters" : fmt::format("is set by {}", used));
  }
  for (const CLI::Option* option : reading.get_options()) {
    if (option->count() == 0 || is_file(o.what)) continue;
    fail("{} applies to files only, and '{}' is not a file. Leave it out.", option->get_name(), o.what);
  }
}

void print(const Options& o, const Summary& summary) {
  if (o.json) {
    fmt::print("{}\n", to_json(summary).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print("{}", to_text(summary));
  }
}

void show_round_body(const Options& o) {
  if (o.edge) fail("a {} has no edges. Give its volume, its diameter or its half lengths.", o.what);
  if (!o.obj.empty() || !o.stl.empty() || !o.svg.empty()) {
    fail("a {} has no faces to write. Use an icosphere for a sphere with faces.", o.what);
  }
  if (o.what == "sphere") {
    const Real r = make_sphere(scale_factor(o, volume(Sphere{}), 1)).radius;
    return print(o, summarize(fmt::format("sphere of radius {:.6g} m", r), Superquadric{{r, r, r}, 2, 2}));
  }
  Superquadric q = make_superquadric(to_vec(o.half_lengths), o.exponents[0], o.exponents[1]);
  q = make_superquadric(scale_factor(o, volume(q), bounding_radius(q)) * q.half_length, q.n1, q.n2);
  print(o, summarize(fmt::format("superquadric, half lengths {:.6g} {:.6g} {:.6g} m, exponents {} {}",
                                 q.half_length.x, q.half_length.y, q.half_length.z, q.n1, q.n2),
                     q));
}

ReadSurface load(Options& o) {
  if (!is_file(o.what)) {
    if (!o.lengths.empty()) o.library.lengths = to_vec(o.lengths);
    if (!o.aspect.empty()) o.library.aspect = to_vec(o.aspect);
    ReadSurface result{library_shape(o.what, o.library, wanted_size(o)), {}};
    if (o.factor) scale(result.surface, *o.factor);
    check_size(result.surface);
    return result;
  }
  if (o.edge) fail("a body from a file has no edge to scale by. Give --volume, --diameter or --scale.");
  ReadSurface result = read_surface(o.what, o.read);
  const MassProperties mass = integrate_mass(result.surface);
  if (o.volume || o.diameter || o.factor) {
    Real radius = 0;
    for (const Vec3 v : result.surface.vertices) radius = std::max(radius, length(v - mass.centroid));
    scale(result.surface, scale_factor(o, mass.volume, radius));
  }
  check_size(result.surface);
  return result;
}

void run(Options& o) {
  if (is_round(o.what)) return show_round_body(o);
  const ReadSurface body = load(o);
  const Summary summary = summarize(o.what, body.surface, body.notes);
  std::vector<NamedBytes> files;
  if (!o.obj.empty()) files.push_back({o.obj, format_surface(o.obj, body.surface)});
  if (!o.stl.empty()) files.push_back({o.stl, format_surface(o.stl, body.surface)});
  if (!o.svg.empty()) {
    SvgDrawing drawing(400, 400);
    drawing.add_body(body.surface, 200, 200, 360, "#c8a878");
    files.push_back({o.svg, drawing.text()});
  }
  write_files(files);
  print(o, summary);
}

}  // namespace

void add_shape(CLI::App& app) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb = app.add_subcommand(
      "shape", "show the properties of a body (counts, volume, inertia, radii), or convert it");
  verb->add_option("body", o.what,
                   "a name of the library ('scree list'), sphere, superquadric, or a .obj or .stl file")
      ->required();

  auto* size = verb->add_option_group("size")->description("at most one of these options");
  size->add_option("--edge", o.edge, "edge length in m (library bodies; default 1)");
  size->add_option("--volume", o.volume, "volume in m3");
  size->add_option("--diameter", o.diameter, "diameter of the bounding sphere about the centroid, in m");
  size->add_option("--scale", o.factor, "scale factor, for example 0.001 for a file in millimetres");
  size->require_option(0, 1);

  auto* parameters = verb->add_option_group("parameters of library bodies");
  parameters->add_option("--lengths", o.lengths, "box: three lengths, x,y,z (default 3,2,1)")
      ->delimiter(',')
      ->expected(3);
  parameters->add_option("--sides", o.library.sides, "prism: number of sides of its base")
      ->capture_default_str();
  parameters->add_option("--height", o.library.height, "prism: height divided by the edge of its base")
      ->capture_default_str();
  parameters->add_option("--level", o.library.level, "icosphere: level of subdivision, 0 to 4")
      ->capture_default_str();
  parameters->add_option("--vertices", o.library.vertices, "random: number of vertices")
      ->capture_default_str();
  parameters->add_option("--aspect", o.aspect, "random: stretch factors along x,y,z")
      ->delimiter(',')
      ->expected(3);
  parameters->add_option("--seed", o.library.seed, "random: seed; every seed gives another body")
      ->capture_default_str();
  parameters->add_option("--half-lengths", o.half_lengths, "superquadric: a,b,c in m")
      ->delimiter(',')
      ->expected(3);
  parameters->add_option("--exponents", o.exponents, "superquadric: n1,n2, each at least 2")
      ->delimiter(',')
      ->expected(2);

  auto* reading = verb->add_option_group("reading files");
  reading
      ->add_option(
          "--weld", o.read.weld,
          "weld vertices closer than this fraction of the size (default: 1e-6 for STL, none for OBJ)")
      ->check(fraction_of_size);
  reading
      ->add_option("--planar", o.read.planar,
                   "let corners of a polygon deviate from its plane by this fraction of the size; they are "
                   "moved onto it (default: 1e-9 or the rounding of the file's numbers)")
      ->check(fraction_of_size);
  CLI::Option* merge = reading->add_option("--merge", o.read.merge, merge_help)->check(fraction_of_size);
  reading->add_flag("--keep-faces", o.read.keep_faces, "do not merge coplanar faces into polygons")
      ->excludes(merge);
  reading->add_flag("--hull", o.read.hull, "use the convex hull of the vertices and discard the faces");

  auto* output = verb->add_option_group("output");
  output->add_option("--obj", o.obj, "write the body as OBJ to this file");
  output->add_option("--stl", o.stl, "write the body as binary STL to this file");
  output->add_option("--svg", o.svg, "write a drawing to this file");
  output->add_flag("--json", o.json, "print as JSON");

  verb->callback([options, parameters, reading] {
    check_options(*options, *parameters, *reading);
    run(*options);
  });
}

}  // namespace scree::cli
