// scree query: prints the answers of the algorithms for one pair of bodies as text or JSON, or draws them.

#include "algorithm_option.hpp"
#include "contact_text.hpp"
#include "file_option.hpp"
#include "query_planar.hpp"
#include "query_round.hpp"
#include "round_body.hpp"
#include "size_option.hpp"
#include "verbs.hpp"

#include "scree/contact/patch/clip.hpp"
#include "scree/file.hpp"
#include "scree/io/pairs/pair_drawing.hpp"
#include "scree/io/pairs/pairs.hpp"
#include "scree/io/pairs/superquadric_pairs.hpp"
#include "scree/shape/library.hpp"
#include "scree/shape/read/read.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <numbers>
#include <optional>

namespace scree::cli {
namespace {

using nlohmann::ordered_json;

struct Options {
  std::string a, b, algorithm, pair,
      svg;  // empty algorithm: gjk_td, or the first in the list for round bodies
  std::vector<Real> position{0, 0, 0}, orientation{1, 0, 0, 0}, pose, angle;
  Real merge = 0;
  bool json = false, patch = false;
};

struct Bodies {
  Polyhedron a, b;
  Pose b_in_a;
  std::optional<Real> known;  // overlap according to the file of pairs
};

Polyhedron load(const std::string& body, Real merge) {
  if (find_in_library(body) != nullptr) return make_polyhedron(library_shape(body));
  return make_polyhedron(read_surface(body, {.merge = merge}).surface);
}

/// Pose of B's own frame in A's own frame. The options state the pose of B's input frame in A's input frame.
Pose relative_pose(const Pose& a_in_input, const Pose& b_in_input, const Options& o) {
  const bool whole = !o.pose.empty();
  const std::vector<Real>& p = whole ? o.pose : o.position;
  const Real* r = whole ? o.pose.data() + 3 : o.orientation.data();
  const Quat q{r[0], r[1], r[2], r[3]};
  const Real size = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (!(size > 0) || !std::isfinite(size)) {
    fail("{} a quaternion w,x,y,z that is not zero.",
         whole ? "the last four numbers of --pose must be" : "--orientation must be");
  }
  const Pose pose{{p[0], p[1], p[2]}, normalized(q)};
  if (!is_finite(pose.position)) {
    fail("{} finite.",
         whole ? "the first three numbers of --pose must be" : "the three numbers of --position must be");
  }
  return inverse(a_in_input) * pose * b_in_input;
}

/// Reads one pair from a file of pairs.
Bodies pair_from_file(const std::string& file, const std::string& id, Real merge) {
  std::vector<ReferencePair> pairs = read_pairs(file, {.merge = merge});
  std::vector<std::string_view> ids;
  for (ReferencePair& p : pairs) {
    if (p.id == id) return {std::move(p.a), std::move(p.b), p.b_in_a, -p.signed_distance};
    ids.push_back(p.id);
  }
  fail("{}: there is no pair '{}'; the nearest of {} is '{}'.", file, shown(id), ids.size(),
       ids[nearest_word(id, ids)]);
}

Bodies load_bodies(const Options& o) {
  if (!o.pair.empty()) return pair_from_file(o.a, o.pair, o.merge);
  if (o.b.empty())
    fail(
        "body B is missing. Give two bodies, or a JSON file of pairs and --pair with the id of a pair in "
        "it.");
  Polyhedron a = load(o.a, o.merge), b = load(o.b, o.merge);
  const Pose pose = relative_pose(a.mass.body_in_input, b.mass.body_in_input, o);
  return {std::move(a), std::move(b), pose, {}};
}

/// Returns the query if one of the bodies is a superquadric.
std::optional<RoundQuery> round_query(const Options& o) {
  RoundQuery q;
  q.algorithm = o.algorithm;
  q.svg = o.svg;
  q.json = o.json;
  if (!o.pair.empty()) {
    const std::string bytes = read_file(o.a);
    if (!holds_superquadrics(bytes)) return {};
    std::vector<std::string_view> ids;
    const std::vector<SuperquadricPair> pairs = parse_superquadric_pairs(bytes, o.a);
    for (const SuperquadricPair& p : pairs) {
      ids.push_back(p.id);
      if (p.id != o.pair) continue;
      q.a.polyhedron = p.a;
      q.b.superquadric = p.b;
      q.b_in_a = p.b_in_a;
      q.a_in_input = p.a.mass.body_in_input, q.known = -p.signed_distance;
      return q;
    }
    fail("{}: there is no pair '{}'; the nearest of {} is '{}'.", o.a, shown(o.pair), ids.size(),
         ids[nearest_word(o.pair, ids)]);
  }
  q.a.superquadric = round_body(o.a), q.b.superquadric = round_body(o.b);
  if (!q.a.superquadric && !q.b.superquadric) return {};
  if (o.patch) fail("--patch is for two polyhedra: a superquadric touches at one point.");
  Pose b_in_input;
  if (!q.a.superquadric)
    q.a.polyhedron = load(o.a, o.merge), q.a_in_input = q.a.polyhedron->mass.body_in_input;
  if (!q.b.superquadric && !o.b.empty()) {
    q.b.polyhedron = load(o.b, o.merge), b_in_input = q.b.polyhedron->mass.body_in_input;
  }
  if (o.b.empty())
    fail(
        "body B is missing. Give two bodies, or a JSON file of pairs and --pair with the id of a pair in "
        "it.");
  q.b_in_a = relative_pose(q.a_in_input, b_in_input, o);
  return q;
}

/// Returns the query if the bodies are two polygons.
std::optional<PlanarQuery> planar_query(const Options& o) {
  const std::optional<Polygon> a = polygon_body(o.a), b = polygon_body(o.b);
  if (!a && !b) {
    if (!o.angle.empty()) fail("--angle is for two polygons. Rotate a body with --orientation or --pose.");
    return {};
  }
  if (o.b.empty()) fail("body B is missing. Give two polygons.");
  if (!a || !b) fail("a polygon can only be paired with another polygon. Give two polygons.");
  if (!o.pose.empty() || o.orientation != std::vector<Real>{1, 0, 0, 0})
    fail("polygons are placed with --position x,y,0 and rotated with --angle, in degrees.");
  if (!(o.position[2] == 0)) fail("the third number of --position must be 0 for polygons.");
  const Real angle = o.angle.empty() ? 0 : o.angle[0];
  const Vec2 position{o.position[0], o.position[1]};
  if (!is_finite(position) || !std::isfinite(angle)) fail("--position and --angle must be finite.");
  return PlanarQuery{
      *a, *b, {position, rotation_by(angle * std::numbers::pi / 180)}, o.algorithm, o.svg, o.json, o.patch};
}

/// Transforms a contact to the input frame of A.
Contact in_input_frame(Contact c, const Pose& a_in_input) {
  c.normal = rotate(a_in_input.orientation, c.normal);
  c.point_a = transform(a_in_input, c.point_a);
  c.point_b = transform(a_in_input, c.point_b);
  return c;
}

ContactPatch in_input_frame(ContactPatch patch, const Pose& a_in_input) {
  patch.normal = rotate(a_in_input.orientation, patch.normal);
  patch.centroid = transform(a_in_input, patch.centroid);
  for (int i = 0; i < patch.count; ++i) {
    patch.point[i].a = transform(a_in_input, patch.point[i].a);
    patch.point[i].b = transform(a_in_input, patch.point[i].b);
  }
  return patch;
}

/// Answer of one algorithm, in A's own frame.
struct Answer {
  const Algorithm* algorithm;
  Contact contact;
  ContactPatch patch;
};

Answer ask(const Algorithm& algorithm, const Bodies& bodies) {
  const PolyhedronView a = view(bodies.a), b = view(bodies.b);
  Cache cache;
  const Contact contact = algorithm.collide(a, b, bodies.b_in_a, cache, {});
  return {&algorithm, contact, contact_patch({a, b, bodies.b_in_a}, contact)};
}

void print_patch(const Bodies& bodies, const ContactPatch& patch) {
  fmt::print("  patch of {} point{}, area {:.9g} m2\n", patch.count, patch.count == 1 ? "" : "s", patch.area);
  if (patch.count == 0) return;
  fmt::print("  {:>20} {:>8}  {:<36} {:<36} {:<12} {:<12}\n", "overlap m", "share", "on A", "on B", "A", "B");
  for (int i = 0; i < patch.count; ++i) {
    const ContactPatch::Point& p = patch.point[i];
    fmt::print("  {:>20.15g} {:>8.5f}  {:<36} {:<36} {:<12} {:<12}\n", p.overlap, p.share, vector_text(p.a),
               vector_text(p.b), feature_name(view(bodies.a), p.feature_a),
               feature_name(view(bodies.b), p.feature_b));
  }
}

void print_text(const Options& o, const Bodies& bodies, const std::vector<Answer>& answers, Real exact) {
  fmt::print("{:<28} {:<10} {:>20} {:>9}  {:<36} {:<12} {:<12} {:>5}\n", "algorithm", "status", "overlap m",
             "- exact", "normal from A to B", "A", "B", "steps");
  for (const Answer& answer : answers) {
    const Contact c = in_input_frame(answer.contact, bodies.a.mass.body_in_input);
    fmt::print("{:<28} {:<10} {:>20.15g} {:>9.1e}  {:<36} {:<12} {:<12} {:>5}\n", answer.algorithm->name,
               status_name(c.status), c.overlap, c.overlap - exact, vector_text(c.normal),
               feature_name(view(bodies.a), c.feature_a), feature_name(view(bodies.b), c.feature_b),
               c.iterations);
    if (o.patch) print_patch(bodies, in_input_frame(answer.patch, bodies.a.mass.body_in_input));
  }
  if (bodies.known) fmt::print("the file says                           {:>20.15g}\n", *bodies.known);
}

ordered_json patch_json(const Bodies& bodies, const ContactPatch& patch) {
  ordered_json points = ordered_json::array();
  for (int i = 0; i < patch.count; ++i) {
    const ContactPatch::Point& p = patch.point[i];
    points.push_back({{"overlap", p.overlap},
                      {"share", p.share},
                      {"a", to_json(p.a)},
                      {"b", to_json(p.b)},
                      {"feature_a", feature_name(view(bodies.a), p.feature_a)},
                      {"feature_b", feature_name(view(bodies.b), p.feature_b)}});
  }
  return {{"area", patch.area}, {"centroid", to_json(patch.centroid)}, {"points", points}};
}

void print_json(const Options& o, const Bodies& bodies, const std::vector<Answer>& answers, Real exact) {
  ordered_json list = ordered_json::array();
  for (const Answer& answer : answers) {
    const Contact c = in_input_frame(answer.contact, bodies.a.mass.body_in_input);
    ordered_json row = {{"algorithm", answer.algorithm->name},
                        {"status", status_name(c.status)},
                        {"overlap", c.overlap},
                        {"exact_overlap", exact},
                        {"normal", to_json(c.normal)},
                        {"point_a", to_json(c.point_a)},
                        {"point_b", to_json(c.point_b)},
                        {"feature_a", feature_name(view(bodies.a), c.feature_a)},
                        {"feature_b", feature_name(view(bodies.b), c.feature_b)},
                        {"iterations", c.iterations}};
    if (bodies.known) row["known_overlap"] = *bodies.known;
    if (o.patch) row["patch"] = patch_json(bodies, in_input_frame(answer.patch, bodies.a.mass.body_in_input));
    list.push_back(row);
  }
  fmt::print("{}\n", list.dump(2));
}

/// Draws the first usable answer, or the exact one if there is none. Answers with another normal are drawn as
/// arrows; equal answers share an arrow.
std::string picture(const Bodies& bodies, std::vector<Answer> answers, const Answer& exact) {
  const auto usable = [](const Answer& a) { return a.contact.status != Status::failed; };
  const auto first = std::find_if(answers.begin(), answers.end(), usable);
  const Answer shown = first == answers.end() ? exact : *first;
  PairDrawing drawing{bodies.a,      bodies.b,
                      bodies.b_in_a, {std::string(shown.algorithm->name), shown.contact},
                      shown.patch,   {}};
  const auto alike = [](const Contact& p, const Contact& q) {
    return p.status == q.status && length(p.normal - q.normal) < 1e-3 &&
           std::abs(p.overlap - q.overlap) <= 1e-6 * std::abs(q.overlap);
  };
  answers.insert(answers.begin(), exact);
  for (const Answer& a : answers) {
    if (alike(a.contact, shown.contact)) continue;
    const auto same = std::find_if(drawing.others.begin(), drawing.others.end(), [&](const NamedContact& o) {
      return alike(o.contact, a.contact) ||
             (o.contact.status == Status::failed && a.contact.status == Status::failed);
    });
    if (same == drawing.others.end()) {
      drawing.others.push_back({std::string(a.algorithm->name), a.contact});
    } else if (same->name != a.algorithm->name && !same->name.ends_with("...")) {
      same->name += same->name.size() < 60 ? fmt::format(", {}", a.algorithm->name) : ", ...";
    }
  }
  return draw(drawing);
}

void run(const Options& o) {
  check_ending("--svg", o.svg, ".svg");
  const auto is_file = [](const std::string& body) {
    return !body.empty() && find_in_library(body) == nullptr && !round_body(body) && !polygon_body(body);
  };
  if (o.merge > 0 && !is_file(o.a) && !is_file(o.b))
    fail("--merge applies to files only, and neither body is a file. Leave it out.");
  if (const auto planar = planar_query(o)) return query_planar(*planar);
  if (const auto round = round_query(o)) return query_round(*round);
  const auto chosen = chosen_algorithms(o.algorithm.empty() ? "gjk_td" : o.algorithm);
  const Bodies bodies = load_bodies(o);
  const Answer exact = ask(*find_algorithm(Exact::name), bodies);
  std::vector<Answer> answers;
  for (const Algorithm* algorithm : chosen) answers.push_back(ask(*algorithm, bodies));
  if (!o.svg.empty()) write_file(o.svg, picture(bodies, answers, exact));
  (o.json ? print_json : print_text)(o, bodies, answers, exact.contact.overlap);
}

}  // namespace

void add_query(CLI::App& app) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb = app.add_subcommand(
      "query", "compute the contact of one pair of convex bodies with one or all algorithms");
  verb->add_option(
          "a", o.a,
          "body A: a name of the library, a .obj or .stl file, or a round body or polygon (below); with "
          "--pair a file of pairs")
      ->required();
  CLI::Option* b = verb->add_option("b", o.b, "body B");
  CLI::Option* position =
      verb->add_option("--position", o.position, "position of B in the frame of A: x,y,z in m")
          ->delimiter(',')
          ->expected(3);
  CLI::Option* orientation = verb->add_option("--orientation", o.orientation,
                                              "orientation of B in the frame of A: quaternion w,x,y,z")
                                 ->delimiter(',')
                                 ->expected(4);
  CLI::Option* pose =
      verb->add_option("--pose", o.pose, "position and orientation of B in the frame of A: x,y,z,w,qx,qy,qz")
          ->delimiter(',')
          ->expected(7)
          ->excludes(position)
          ->excludes(orientation);
  verb->add_option("--angle", o.angle, "for two polygons: rotation of B in degrees")
      ->expected(1)
      ->excludes(orientation)
      ->excludes(pose);
  verb->add_option("--pair", o.pair, "id of a pair in a JSON file like tests/reference/exact-pairs.json")
      ->excludes(b)
      ->excludes(position)
      ->excludes(orientation)
      ->excludes(pose);
  verb->add_option("--algorithm", o.algorithm,
                   "an algorithm of 'scree list' for this kind of pair, or all (default: gjk_td; for round "
                   "bodies the first in the list)");
  verb->add_option("--merge", o.merge, merge_help)->check(fraction_of_size);
  verb->add_flag("--patch", o.patch,
                 "also print the contact patch: up to 8 points at which the bodies lie on each other");
  verb->add_option("--svg", o.svg, "write a picture of the pair to this file");
  verb->add_flag("--json", o.json, "print as JSON");
  verb->footer(
      "Round bodies: sphere:r=1, ellipsoid:a=1,b=2,c=0.5, superquadric:a=1,b=1,c=2,n1=8,n2=4 (half lengths "
      "in\n"
      "m, exponents at least 2). Omitted half lengths are 1, omitted exponents 2.\n"
      "Two polygons in the plane: polygon:0,0/1,0/1,1/0,1 (corners, counter-clockwise) or\n"
      "polygon:sides=6,r=1. Place B with --position x,y,0 and --angle.");
  verb->callback([options] { run(*options); });
}

}  // namespace scree::cli
