// scree query: what each algorithm says of one pair of bodies.

#include "algorithm_option.hpp"
#include "verbs.hpp"

#include "scree/shape/library.hpp"
#include "scree/shape/read.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

namespace scree::cli {
namespace {

struct Options {
  std::string a, b, algorithm = "gjk_td";
  std::vector<Real> position{0, 0, 0}, orientation{1, 0, 0, 0};
  bool json = false;
};

Polyhedron load(const std::string& body) {
  if (find_in_library(body) != nullptr) return make_polyhedron(library_shape(body));
  return make_polyhedron(read_surface(body).surface);
}

/// The pose of B's own frame in A's own frame, when B's input frame is placed in A's input frame.
Pose relative_pose(const Polyhedron& a, const Polyhedron& b, const Options& o) {
  const Quat q{o.orientation[0], o.orientation[1], o.orientation[2], o.orientation[3]};
  const Real size = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  if (!(size > 0) || !std::isfinite(size)) fail("--orientation must be a quaternion w,x,y,z that is not zero.");
  const Pose placed{{o.position[0], o.position[1], o.position[2]}, normalized(q)};
  if (!is_finite(placed.position)) fail("--position must be three finite numbers.");
  return inverse(a.mass.body_in_input) * placed * b.mass.body_in_input;
}

std::string feature_name(const PolyhedronView& body, Feature f) {
  switch (f.kind) {
    case Feature::Kind::vertex: return fmt::format("vertex {}", f.id + 1);
    case Feature::Kind::edge: return fmt::format("edge {}-{}", body.origin[f.id] + 1, body.target(f.id) + 1);
    case Feature::Kind::face: return fmt::format("face {}", f.id + 1);
    case Feature::Kind::none: break;
  }
  return "none";
}

std::string_view status_name(Status s) {
  return s == Status::separated ? "separated" : s == Status::touching ? "touching" : "failed";
}

/// In the frame of the file of A.
Contact in_input_frame(Contact c, const Pose& a_in_input) {
  c.normal = rotate(a_in_input.orientation, c.normal);
  c.point_a = transform(a_in_input, c.point_a);
  c.point_b = transform(a_in_input, c.point_b);
  return c;
}

void run(const Options& o) {
  const auto chosen = chosen_algorithms(o.algorithm);
  const Polyhedron a = load(o.a), b = load(o.b);
  const PolyhedronView va = view(a), vb = view(b);
  const Pose pose = relative_pose(a, b, o);
  const Real judged = Exact::collide(va, vb, pose).overlap;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  if (!o.json) {
    fmt::print("{:<28} {:<10} {:>20} {:>9}  {:<36} {:<12} {:<12} {:>5}\n", "algorithm", "status", "overlap m", "- exact",
               "normal from A to B", "A", "B", "steps");
  }
  for (const Algorithm* algorithm : chosen) {
    Cache cache;
    const Contact raw = algorithm->collide(va, vb, pose, cache, {});
    const Contact c = in_input_frame(raw, a.mass.body_in_input);
    if (o.json) {
      const auto vec = [](Vec3 v) { return nlohmann::ordered_json{v.x, v.y, v.z}; };
      list.push_back({{"algorithm", algorithm->name},
                      {"status", status_name(c.status)},
                      {"overlap", c.overlap},
                      {"exact_overlap", judged},
                      {"normal", vec(c.normal)},
                      {"point_a", vec(c.point_a)},
                      {"point_b", vec(c.point_b)},
                      {"feature_a", feature_name(va, c.feature_a)},
                      {"feature_b", feature_name(vb, c.feature_b)},
                      {"iterations", c.iterations}});
    } else {
      fmt::print("{:<28} {:<10} {:>20.15g} {:>9.1e}  {:<36} {:<12} {:<12} {:>5}\n", algorithm->name, status_name(c.status), c.overlap,
                 c.overlap - judged, fmt::format("({:.8f}, {:.8f}, {:.8f})", c.normal.x, c.normal.y, c.normal.z),
                 feature_name(va, c.feature_a), feature_name(vb, c.feature_b), c.iterations);
    }
  }
  if (o.json) fmt::print("{}\n", list.dump(2));
}

}  // namespace

void add_query(CLI::App& app) {
  auto options = std::make_shared<Options>();
  Options& o = *options;
  CLI::App* verb = app.add_subcommand("query", "what the algorithms say of one pair of convex bodies");
  verb->add_option("a", o.a, "body A: a name of the library, or a .obj or .stl file")->required();
  verb->add_option("b", o.b, "body B")->required();
  verb->add_option("--position", o.position, "of B in the frame of A: x,y,z in m")->delimiter(',')->expected(3);
  verb->add_option("--orientation", o.orientation, "of B in the frame of A: quaternion w,x,y,z")->delimiter(',')->expected(4);
  verb->add_option("--algorithm", o.algorithm, "one of 'scree list', or all")->capture_default_str();
  verb->add_flag("--json", o.json, "print as JSON");
  verb->callback([options] { run(*options); });
}

}  // namespace scree::cli
