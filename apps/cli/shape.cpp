// scree shape: what a body is, from the library or from a file; and the body in another size or format.

#include "summary.hpp"
#include "verbs.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/svg.hpp"
#include "scree/shape/library.hpp"
#include "scree/shape/mass.hpp"
#include "scree/shape/read.hpp"
#include "scree/shape/sphere.hpp"

#include <memory>

namespace scree::cli {
namespace {

struct Options {
  std::string what;
  std::optional<Real> edge, volume, diameter, factor;
  LibraryParameters library;
  std::vector<Real> lengths, aspect, half_lengths{1, 1, 1}, exponents{2, 2};
  ReadOptions read;
  bool keep_faces = false;
  std::string obj, stl, svg;
  bool json = false;
};

bool is_file(const std::string& what) {
  return what.find('.') != std::string::npos || what.find('/') != std::string::npos;
}

Vec3 to_vec(const std::vector<Real>& v) { return {v[0], v[1], v[2]}; }

Size wanted_size(const Options& o) {
  if (o.volume) return {Size::By::volume, *o.volume};
  if (o.diameter) return {Size::By::diameter, *o.diameter};
  return {Size::By::edge, o.edge.value_or(1)};
}

/// The factor that brings a body of this volume and bounding radius to the size asked for.
Real scale_factor(const Options& o, Real volume, Real bounding_radius) {
  Real factor = o.factor.value_or(1);
  if (o.volume) factor = std::cbrt(*o.volume / volume);
  if (o.diameter) factor = *o.diameter / (2 * bounding_radius);
  if (!(factor > 0) || !std::isfinite(factor)) fail("sizes must be positive.");
  return factor;
}

void print(const Options& o, const Summary& summary) {
  if (o.json) {
    fmt::print("{}\n", to_json(summary).dump(2));
  } else {
    fmt::print("{}", to_text(summary));
  }
}

void show_round_body(const Options& o) {
  if (o.edge) fail("a {} has no edges. Give its volume, its diameter or its half lengths.", o.what);
  if (!o.obj.empty() || !o.stl.empty() || !o.svg.empty()) {
    fail("a {} has no faces to write. An icosphere is a sphere with faces.", o.what);
  }
  const bool sphere = o.what == "sphere";
  Superquadric q =
      sphere ? Superquadric{} : make_superquadric(to_vec(o.half_lengths), o.exponents[0], o.exponents[1]);
  const Real factor = scale_factor(o, volume(q), bounding_radius(q));
  q = make_superquadric(factor * q.half_length, q.n1, q.n2);
  print(o,
        summarize(sphere ? fmt::format("sphere of radius {:.6g} m", q.half_length.x)
                         : fmt::format("superquadric, half lengths {:.6g} {:.6g} {:.6g} m, exponents {} {}",
                                       q.half_length.x, q.half_length.y, q.half_length.z, q.n1, q.n2),
                  q));
}

ReadSurface load(Options& o) {
  if (!is_file(o.what)) {
    if (!o.lengths.empty()) o.library.lengths = to_vec(o.lengths);
    if (!o.aspect.empty()) o.library.aspect = to_vec(o.aspect);
    ReadSurface result{library_shape(o.what, o.library, wanted_size(o)), {}};
    if (o.factor) scale(result.surface, scale_factor(o, 1, 1));
    return result;
  }
  if (o.edge) fail("a body from a file has no edge to scale by. Give --volume, --diameter or --scale.");
  o.read.merge = !o.keep_faces;
  ReadSurface result = read_surface(o.what, o.read);
  const MassProperties mass = integrate_mass(result.surface);
  if (o.volume || o.diameter || o.factor) {
    Real radius = 0;
    for (const Vec3 v : result.surface.vertices) radius = std::max(radius, length(v - mass.centroid));
    scale(result.surface, scale_factor(o, mass.volume, radius));
  }
  return result;
}

void run(Options& o) {
  if (o.what == "sphere" || o.what == "superquadric") return show_round_body(o);
  const ReadSurface body = load(o);
  const Summary summary = summarize(o.what, body.surface, body.notes);
  if (!o.obj.empty()) write_surface(o.obj, body.surface);
  if (!o.stl.empty()) write_surface(o.stl, body.surface);
  if (!o.svg.empty()) {
    SvgDrawing drawing(400, 400);
    drawing.add_body(body.surface, 200, 200, 360, "#c8a878");
    write_file(o.svg, drawing.text());
  }
  print(o, summary);
}

}  // namespace

void add_shape(CLI::App& app) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb =
      app.add_subcommand("shape", "what a body is: counts, volume, inertia, radii, problems; and convert it");
  verb->add_option("body", o.what,
                   "a name of the library ('scree list'), sphere, superquadric, or a .obj or .stl file")
      ->required();

  auto* size = verb->add_option_group("size")->description("one of these");
  size->add_option("--edge", o.edge, "edge length in m (library bodies; default 1)");
  size->add_option("--volume", o.volume, "volume in m3");
  size->add_option("--diameter", o.diameter, "diameter in m of the bounding sphere about the centroid");
  size->add_option("--scale", o.factor, "a factor, for example 0.001 for a file in millimetres");
  size->require_option(0, 1);

  auto* parameters = verb->add_option_group("parameters of library bodies");
  parameters->add_option("--lengths", o.lengths, "box: three lengths, x,y,z (default 3,2,1)")
      ->delimiter(',')
      ->expected(3);
  parameters->add_option("--sides", o.library.sides, "prism: sides of its base")->capture_default_str();
  parameters->add_option("--height", o.library.height, "prism: height per edge of its base")
      ->capture_default_str();
  parameters->add_option("--level", o.library.level, "icosphere: 0 to 4")->capture_default_str();
  parameters->add_option("--vertices", o.library.vertices, "random: number of vertices")
      ->capture_default_str();
  parameters->add_option("--aspect", o.aspect, "random: stretch along x,y,z")->delimiter(',')->expected(3);
  parameters->add_option("--seed", o.library.seed, "random: another seed, another body")
      ->capture_default_str();
  parameters->add_option("--half-lengths", o.half_lengths, "superquadric: a,b,c in m")
      ->delimiter(',')
      ->expected(3);
  parameters->add_option("--exponents", o.exponents, "superquadric: n1,n2, each 2 or more")
      ->delimiter(',')
      ->expected(2);

  auto* reading = verb->add_option_group("reading files");
  reading
      ->add_option("--weld", o.read.weld,
                   "weld vertices closer than this part of the size (default: 1e-6 for STL, none for OBJ)")
      ->check(CLI::Range(1e-14, 0.1));
  reading
      ->add_option("--planar", o.read.planar,
                   "let corners lie this part of the size off their polygon (default: 1e-6; binary STL: its "
                   "precision)")
      ->check(CLI::Range(1e-14, 0.1));
  reading->add_flag("--keep-faces", o.keep_faces, "do not merge coplanar faces into polygons");
  reading->add_flag("--hull", o.read.hull, "take the convex hull of the vertices, forget the faces");

  auto* output = verb->add_option_group("output");
  output->add_option("--obj", o.obj, "write the body as OBJ to this file");
  output->add_option("--stl", o.stl, "write the body as binary STL to this file");
  output->add_option("--svg", o.svg, "write a drawing to this file");
  output->add_flag("--json", o.json, "print as JSON");

  verb->callback([options] { run(*options); });
}

}  // namespace scree::cli
