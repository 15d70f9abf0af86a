#include "pair_sets.hpp"

#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/error.hpp"
#include "scree/io/pairs/pairs.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/library.hpp"

namespace scree::bench {
namespace {

struct Regime {
  const char* name;
  Real from, to;  // signed distance in diameters
};
constexpr Regime regimes[] = {
    {"separated", 0.5, 1}, {"near", 0, 0.05}, {"shallow", -0.02, 0}, {"deep", -0.3, -0.1}};

constexpr int vertex_counts[] = {4, 8, 14, 32, 50, 200};

Polyhedron body_with(int vertices) {
  const Size size{Size::By::diameter, 2};
  switch (vertices) {
    case 4:
      return make_polyhedron(library_shape("tetrahedron", {}, size));
    case 8:
      return make_polyhedron(library_shape("cube", {}, size));
    case 14:
      return make_polyhedron(library_shape("rhombic_dodecahedron", {}, size));
    default:
      return make_polyhedron(library_shape("random", {.vertices = vertices, .seed = 7}, size));
  }
}

Real signed_distance(const Polyhedron& a, const Polyhedron& b, const Pose& pose, Vec3& normal) {
  Cache cache;
  const Contact contact = GjkTd::collide(view(a), view(b), pose, cache);
  normal = contact.normal;
  return -contact.overlap;
}

/// Moves B along the direction until its signed distance from A has the wanted value. The signed distance is
/// a convex function of the displacement with the slope normal . direction. Newton's method starts outside
/// and therefore converges from one side.
Pose place_body(const Polyhedron& a, const Polyhedron& b, Quat orientation, Vec3 direction, Real wanted) {
  const Real size = a.bounding_radius + b.bounding_radius;
  Pose pose{(size + std::max(wanted, 0.0)) * direction, orientation};
  for (int step = 0; step < 50; ++step) {
    Vec3 normal;
    const Real excess = signed_distance(a, b, pose, normal) - wanted;
    if (std::abs(excess) < 1e-15 * size || !(dot(normal, direction) > 1e-6)) break;
    pose.position -= (excess / dot(normal, direction)) * direction;
  }
  return pose;
}

Pose nearby(const Pose& pose, Real diameter, Random& random) {
  return {pose.position + 1e-4 * diameter * random.direction(),
          normalized(axis_angle(random.direction(), 1e-4) * pose.orientation)};
}

PairSet random_set(const Regime& regime, int vertices, int poses, Random& random) {
  PairSet set{regime.name, vertices, {body_with(vertices)}, {}};
  const Polyhedron& body = set.bodies[0];
  const Real diameter = 2 * body.bounding_radius;
  for (int i = 0; i < poses; ++i) {
    const Quat orientation = random.rotation();
    const Vec3 direction = random.direction();
    const Real wanted = random.uniform(regime.from, regime.to) * diameter;
    const Pose pose = place_body(body, body, orientation, direction, wanted);
    set.pairs.push_back({0, 0, pose, nearby(pose, diameter, random)});
  }
  return set;
}

}  // namespace

std::vector<PairSet> random_sets(int poses) {
  std::vector<PairSet> sets;
  Random random(2024);
  for (const Regime& regime : regimes) {
    for (const int vertices : vertex_counts) sets.push_back(random_set(regime, vertices, poses, random));
  }
  return sets;
}

PairSet random_set(std::string_view regime, int vertices, int poses) {
  Random random(2028);
  for (const Regime& known : regimes) {
    if (known.name == regime) return random_set(known, vertices, poses, random);
  }
  fail("there is no regime '{}' of random pairs.", regime);
}

std::vector<PairSet> degenerate_sets(int poses) {
  std::vector<PairSet> sets;
  Random random(2025);
  for (const char* name : {"face on face", "turned a little", "grazing", "coincident"}) {
    PairSet set{name, 0, {}, {}};
    for (const int vertices : vertex_counts) set.bodies.push_back(body_with(vertices));
    const std::string_view kind = name;
    for (int i = 0; i < poses; ++i) {
      const int which = i % static_cast<int>(set.bodies.size());
      const Polyhedron& body = set.bodies[which];
      const Real diameter = 2 * body.bounding_radius;
      const Vec3 along = body.face_normal[random.below(body.face_count())];
      const auto power_of_ten = [&](Real from, Real to) { return std::pow(10, random.uniform(from, to)); };
      Pose pose;
      if (kind == "grazing") {
        const Quat orientation = random.rotation();
        const Real overlap = power_of_ten(-12, -6) * diameter;
        pose = place_body(body, body, orientation, random.direction(), -overlap);
      } else if (kind == "coincident") {
        if (i / set.bodies.size() % 2 == 1) pose.orientation = random.rotation();
      } else {
        pose = place_body(body, body, {}, along, -random.uniform(0, 0.02) * diameter);
        if (kind == "turned a little")
          pose.orientation = axis_angle(random.direction(), power_of_ten(-12, -3));
      }
      set.pairs.push_back({which, which, pose, nearby(pose, diameter, random)});
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

std::vector<PairSet> unequal_sets(int poses) {
  Random random(2027);
  const auto hull = [&](int vertices, Vec3 aspect, Real diameter) {
    return make_polyhedron(library_shape("random",
                                         {.vertices = vertices, .aspect = aspect, .seed = random.next()},
                                         {Size::By::diameter, diameter}));
  };
  const auto box = [](Vec3 lengths) {
    return make_polyhedron(library_shape("box", {.lengths = lengths}, {Size::By::diameter, 2}));
  };
  PairSet unequal{"unequal bodies", 0, {}, {}}, slender{"aspect 1:20", 0, {}, {}},
      sizes{"size ratio 1:100", 0, {}, {}};
  for (const int vertices : vertex_counts) {
    unequal.bodies.push_back(body_with(vertices));
    sizes.bodies.push_back(body_with(vertices));
  }
  for (const int vertices : {4, 8, 14, 32, 50}) sizes.bodies.push_back(hull(vertices, {1, 1, 1}, 0.02));
  for (const Vec3 aspect : {Vec3{1, 0.05, 0.05}, Vec3{1, 1, 0.05}}) {
    slender.bodies.push_back(box(aspect));
    for (const int vertices : {8, 14, 32, 50}) slender.bodies.push_back(hull(vertices, aspect, 2));
  }
  std::vector<PairSet> sets;
  for (PairSet* set : {&unequal, &slender, &sizes}) {
    const int bodies = static_cast<int>(set->bodies.size()),
              large = static_cast<int>(std::size(vertex_counts));
    for (int i = 0; i < poses; ++i) {
      int a = random.below(bodies), b = random.below(bodies);
      if (set == &unequal && a == b) b = (a + 1) % bodies;
      if (set == &sizes) a = random.below(large), b = large + random.below(bodies - large);
      if (random.below(2) == 0) std::swap(a, b);
      const Polyhedron &first = set->bodies[a], &second = set->bodies[b];
      const Real smaller = 2 * std::min(first.bounding_radius, second.bounding_radius);
      // A slender body is too thin to overlap by 10 to 30 % of its size. Its gaps and overlaps are therefore
      // fractions of its thickness, so that a fifth of the thickness is a deep overlap.
      const Real unit = set == &slender ? 0.05 * smaller : smaller;
      const Regime& regime = regimes[i % std::size(regimes)];
      const Quat orientation = random.rotation();
      const Vec3 direction = random.direction();
      const Pose pose =
          place_body(first, second, orientation, direction, random.uniform(regime.from, regime.to) * unit);
      set->pairs.push_back({a, b, pose, nearby(pose, smaller, random)});
    }
    sets.push_back(std::move(*set));
  }
  return sets;
}

PairSet situations(const std::filesystem::path& file) {
  PairSet set{"situations", 0, {}, {}};
  Random random(2026);
  for (ReferencePair& pair : read_pairs(file)) {
    const int first = static_cast<int>(set.bodies.size());
    const Real diameter = pair.a.bounding_radius + pair.b.bounding_radius;
    set.pairs.push_back({first, first + 1, pair.b_in_a, nearby(pair.b_in_a, diameter, random)});
    set.bodies.push_back(std::move(pair.a));
    set.bodies.push_back(std::move(pair.b));
  }
  const std::vector<Pair> once = set.pairs;
  for (; set.pairs.size() < 250; ++set.repeats) set.pairs.insert(set.pairs.end(), once.begin(), once.end());
  return set;
}

}  // namespace scree::bench
