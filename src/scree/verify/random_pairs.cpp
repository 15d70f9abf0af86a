#include "scree/verify/random_pairs.hpp"

#include "scree/shape/library.hpp"
#include "scree/shape/surface/check.hpp"

#include <array>
#include <initializer_list>

namespace scree {
namespace {

enum Family {
  tetrahedra,
  cubes,
  library_bodies,
  hulls,
  needles,
  plates,
  size_ratio,
  parallel,
  nearly_parallel,
  touching,
  nearly_touching,
  deep,
  coincident,
  far_apart,
  tiny,
  huge,
  family_count
};

constexpr std::array<std::string_view, family_count> names = {
    "tetrahedra", "cubes",    "library",         "hulls",    "needles",         "plates",
    "size_ratio", "parallel", "nearly_parallel", "touching", "nearly_touching", "deep",
    "coincident", "far",      "scale_1e-6",      "scale_1e6"};

/// Returns a generator. Neighbouring seeds and indices give unrelated generators (the finaliser of
/// SplitMix64, Steele et al. 2014).
Random generator(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed * 0x9E3779B97F4A7C15U + index + 1;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return Random(z ^ (z >> 31U));
}

/// Returns 10 to a random power between two bounds.
Real decades(Random& random, Real from, Real to) { return std::pow(10.0, random.uniform(from, to)); }

Polyhedron hull(Random& random, int vertices, Vec3 aspect, Real diameter) {
  return make_polyhedron(library_shape("random",
                                       {.vertices = vertices, .aspect = aspect, .seed = random.next()},
                                       {Size::By::diameter, diameter}));
}

Polyhedron box(Vec3 lengths, Real diameter) {
  return make_polyhedron(library_shape("box", {.lengths = lengths}, {Size::By::diameter, diameter}));
}

/// Returns a stretched box or hull.
Polyhedron stretched(Random& random, Vec3 aspect) {
  return random.below(2) == 0 ? box(aspect, 2) : hull(random, 6 + random.below(20), aspect, 2);
}

/// Returns body `number` of a given size: a solid of the library for the first five numbers, else a hull.
Polyhedron grain(Random& random, int number, Real diameter) {
  constexpr const char* solids[] = {"tetrahedron", "cube", "octahedron", "rhombic_dodecahedron", "prism"};
  if (number < 5) return make_polyhedron(library_shape(solids[number], {}, {Size::By::diameter, diameter}));
  return hull(random, 4 + random.below(27), {1, random.uniform(0.3, 1), random.uniform(0.3, 1)}, diameter);
}

const Polyhedron& pick(const std::vector<Polyhedron>& pool, Random& random) {
  return pool[random.below(static_cast<int>(pool.size()))];
}

/// Returns a normal along which a face, an edge or a vertex of the body supports it.
Vec3 supporting_normal(const Polyhedron& body, Random& random) {
  const Topology& t = body.topology;
  const int h = random.below(t.halfedge_count()), kind = random.below(3);
  const Vec3 here = body.face_normal[t.face[h]];
  if (kind == 0) return here;
  const Vec3 neighbour = body.face_normal[t.face[t.twin[h]]];
  const Real share = random.uniform(0.05, 0.95);
  const Vec3 of_edge = share * here + (1 - share) * neighbour;
  if (kind == 1) return normalized(of_edge);
  // The face before h. All three faces meet at the origin of h.
  const Vec3 third = body.face_normal[t.face[t.twin[t.previous(h)]]];
  return normalized(of_edge + random.uniform(0.05, 0.95) * third);
}

/// Returns a random point of the vertex, edge or face that supports the body along a normal.
Vec3 supporting_point(const Polyhedron& body, Vec3 normal, Random& random) {
  const Real height = dot(normal, body.vertex(support_vertex(body, normal)));
  Vec3 sum;
  Real weights = 0;
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (height - dot(normal, body.vertex(v)) > 1e-12 * body.bounding_radius) continue;
    const Real weight =
        random.below(4) == 0 ? 1e-9 : random.uniform(0.01, 1);  // sometimes nearly at a corner
    sum += weight * body.vertex(v), weights += weight;
  }
  return sum / weights;
}

/// Returns the smallest rotation that turns one unit vector into another.
Quat shortest_rotation(Vec3 from, Vec3 to) {
  const Vec3 axis = cross(from, to);
  const Real w = 1 + dot(from, to);
  if (w > 1e-6) return normalized(Quat{w, axis.x, axis.y, axis.z});
  const Vec3 across = std::abs(from.x) < 0.6 ? cross(from, {1, 0, 0}) : cross(from, {0, 1, 0});
  return normalized(Quat{0, across.x, across.y, across.z});  // half a turn about any perpendicular axis
}

/// Returns the pose of B at a supporting point of A, with a gap along the normal (negative: an overlap).
Pose against(const Polyhedron& a, const Polyhedron& b, Vec3 normal, Quat rotation, Real gap, Random& random) {
  const Vec3 on_a = supporting_point(a, normal, random);
  const Vec3 on_b = supporting_point(b, rotate(conjugate(rotation), -normal), random);
  return {on_a - rotate(rotation, on_b) + gap * normal, rotation};
}

/// Returns a pose in which a feature of A meets a feature of B along a common normal, with a gap: face on
/// face, edge across edge and so on.
Pose feature_on_feature(const Polyhedron& a, const Polyhedron& b, Real gap, Random& random) {
  const Vec3 normal = supporting_normal(a, random);
  const Quat rotation =
      axis_angle(normal, random.uniform(0, 6.3)) * shortest_rotation(supporting_normal(b, random), -normal);
  return against(a, b, normal, normalized(rotation), gap, random);
}

Quat small_rotation(Random& random) { return axis_angle(random.direction(), decades(random, -12, -3)); }

/// Returns a pose with any distance of the centres from coincident to just separated, or a pose side by side
/// with a small gap or overlap.
Pose near(const Polyhedron& a, const Polyhedron& b, Quat rotation, Random& random) {
  if (random.below(2) == 0) {
    return {random.uniform(0, 1.1) * (a.bounding_radius + b.bounding_radius) * random.direction(), rotation};
  }
  const Real smaller = std::min(a.bounding_radius, b.bounding_radius);
  return against(a, b, supporting_normal(a, random), rotation, random.uniform(-0.2, 0.2) * smaller, random);
}

/// Returns zero, or 1e-12 to 1e-6 of the size with either sign.
Real small_gap(const Polyhedron& a, const Polyhedron& b, Random& random) {
  const Real sign = random.below(3) - 1;
  return sign * decades(random, -12, -6) * (a.bounding_radius + b.bounding_radius);
}

}  // namespace

RandomPairs::RandomPairs(std::uint64_t seed) : seed_(seed) {
  Random random = generator(seed, ~std::uint64_t{0});
  for (int i = 0; i < 200; ++i) {
    const Vec3 aspect{1, random.uniform(0.2, 1), random.uniform(0.2, 1)};
    tetrahedra_.push_back(hull(random, 4, aspect, random.uniform(1, 2)));
  }
  for (int i = 0; i < 20; ++i) cubes_.push_back(box({1, 1, 1}, i == 0 ? 2 : random.uniform(0.5, 2)));
  for (const LibraryEntry& entry : library()) {
    const Surface surface = library_shape(entry.name, {}, {Size::By::diameter, 2});
    if (why_not_convex(surface, build_topology(surface), integrate_mass(surface), rounding_distance(surface))
            .empty()) {
      library_.push_back(make_polyhedron(surface));
    }
  }
  for (int i = 0; i < 300; ++i) hulls_.push_back(hull(random, 4 + random.below(57), {1, 1, 1}, 2));
  for (int i = 0; i < 200; ++i) {
    needles_.push_back(stretched(random, {1, 1, decades(random, 1, 3)}));
    plates_.push_back(stretched(random, {1, random.uniform(0.3, 1), decades(random, -3, -1)}));
    crumbs_.push_back(grain(random, i % 50, 2 * decades(random, -3, -1)));
  }
  for (int i = 0; i < 100; ++i) {
    tiny_.push_back(grain(random, i, 1e-6 * random.uniform(1, 2)));
    huge_.push_back(grain(random, i, 1e6 * random.uniform(1, 2)));
  }
}

std::span<const std::string_view> RandomPairs::families() { return names; }

const Polyhedron& RandomPairs::any(Random& random) const {
  const Pool* const pools[] = {&tetrahedra_, &cubes_, &library_, &hulls_, &needles_, &plates_};
  return pick(*pools[random.below(6)], random);
}

RandomPair RandomPairs::operator()(std::uint64_t index) const {
  Random random = generator(seed_, index);
  const auto family = static_cast<Family>(index % family_count);
  const auto drawn = [&](const Pool& first, const Pool& second) {
    const Polyhedron &a = pick(first, random), &b = pick(second, random);
    return random.below(2) == 0 ? RandomPair{&a, &b, {}, family} : RandomPair{&b, &a, {}, family};
  };
  const auto mixed = [&](bool often_same_body) {
    const Polyhedron& a = any(random);
    return RandomPair{&a, often_same_body && random.below(2) == 0 ? &a : &any(random), {}, family};
  };
  RandomPair pair;
  switch (family) {
    case tetrahedra:
      pair = drawn(tetrahedra_, tetrahedra_);
      break;
    case cubes:
      pair = drawn(cubes_, cubes_);
      break;
    case library_bodies:
      pair = drawn(library_, library_);
      break;
    case hulls:
      pair = drawn(hulls_, hulls_);
      break;
    case needles:
      pair = drawn(needles_, random.below(2) == 0 ? needles_ : hulls_);
      break;
    case plates:
      pair = drawn(plates_, random.below(2) == 0 ? plates_ : hulls_);
      break;
    case size_ratio:
      pair = drawn(crumbs_, random.below(2) == 0 ? hulls_ : library_);
      break;
    case tiny:
      pair = drawn(tiny_, tiny_);
      break;
    case huge:
      pair = drawn(huge_, huge_);
      break;
    default:
      pair = mixed(family == parallel || family == nearly_parallel || family == coincident);
  }
  const Polyhedron &a = *pair.a, &b = *pair.b;
  const Real reach = a.bounding_radius + b.bounding_radius;
  switch (family) {
    case parallel:
    case nearly_parallel: {
      const Quat rotation = family == parallel ? Quat{} : small_rotation(random);
      pair.b_in_a = random.below(2) == 0 ? near(a, b, rotation, random)
                                         : against(a, b, supporting_normal(a, random), rotation,
                                                   small_gap(a, b, random), random);
      break;
    }
    case touching:
      pair.b_in_a = feature_on_feature(a, b, 0, random);
      break;
    case nearly_touching:
      pair.b_in_a = feature_on_feature(a, b, small_gap(a, b, random), random);
      break;
    case deep:
      pair.b_in_a = {
          random.uniform(0, 0.3) * std::min(a.bounding_radius, b.bounding_radius) * random.direction(),
          random.rotation()};
      break;
    case coincident:
      pair.b_in_a.orientation = random.below(3) == 0   ? Quat{}
                                : random.below(2) == 0 ? small_rotation(random)
                                                       : random.rotation();
      break;
    case far_apart:
      pair.b_in_a = {decades(random, 0.3, 6) * reach * random.direction(), random.rotation()};
      break;
    case tiny:
    case huge:
      pair.b_in_a = random.below(2) == 0 ? near(a, b, random.rotation(), random)
                                         : feature_on_feature(a, b, small_gap(a, b, random), random);
      break;
    default:
      pair.b_in_a = near(a, b, random.rotation(), random);
  }
  return pair;
}

}  // namespace scree
