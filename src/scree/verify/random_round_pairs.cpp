#include "scree/verify/random_round_pairs.hpp"

#include "scree/shape/library.hpp"

#include <array>

namespace scree {
namespace {

enum Kind { ellipsoids, blocks, needles, size_ratio, touching, coincident, far_apart, kind_count };

constexpr std::array<std::string_view, 2 * kind_count> names = {
    "sq_ellipsoids", "sq_blocks", "sq_needles", "sq_size_ratio", "sq_touching", "sq_coincident", "sq_far",
    "ph_ellipsoids", "ph_blocks", "ph_needles", "ph_size_ratio", "ph_touching", "ph_coincident", "ph_far"};

/// Returns a generator. Neighbouring seeds and numbers give unrelated generators (the finaliser
/// of SplitMix64).
Random generator(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = (seed + 0x726F756E64) * 0x9E3779B97F4A7C15U + index + 1;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return Random(z ^ (z >> 31U));
}

Real decades(Random& random, Real from, Real to) { return std::pow(10.0, random.uniform(from, to)); }

/// Returns a random exponent. Exponents range from spheres and ellipsoids to boxes with sharp edges.
Real exponent(Random& random, Kind kind) {
  if (kind == ellipsoids) return random.below(2) == 0 ? 2 : 2 + decades(random, -6, 0);
  if (kind == blocks) return 2 * decades(random, 0, 1);
  return random.below(3) == 0 ? 2 : 2 * decades(random, 0, 0.7);
}

Superquadric superquadric(Random& random, Kind kind, Real size) {
  const auto half_length = [&] {
    return size * (kind == needles ? decades(random, -2, 0) : random.uniform(0.3, 1));
  };
  const Real a = half_length(), b = half_length(), c = half_length(), n1 = exponent(random, kind);
  return make_superquadric({a, b, c}, n1, random.below(2) == 0 ? n1 : exponent(random, kind));
}

}  // namespace

RandomRoundPairs::RandomRoundPairs(std::uint64_t seed) : seed_(seed) {
  Random random = generator(seed, ~std::uint64_t{0});
  const Size size{Size::By::diameter, 2};
  for (const char* name : {"tetrahedron", "cube", "octahedron", "rhombic_dodecahedron", "prism"})
    pool_.push_back(make_polyhedron(library_shape(name, {}, size)));
  for (int i = 0; i < 95; ++i) {
    const Vec3 aspect{1, random.uniform(0.2, 1), random.uniform(0.2, 1)};
    pool_.push_back(make_polyhedron(library_shape(
        "random", {.vertices = 4 + random.below(37), .aspect = aspect, .seed = random.next()}, size)));
  }
}

std::span<const std::string_view> RandomRoundPairs::families() { return names; }

RandomRoundPair RandomRoundPairs::operator()(std::uint64_t index) const {
  Random random = generator(seed_, index);
  RandomRoundPair pair;
  pair.family = static_cast<int>(index % names.size());
  const auto kind = static_cast<Kind>(pair.family % kind_count);
  const Real ratio = kind == size_ratio ? decades(random, -3, 0) : 1;
  const bool larger_b = random.below(2) == 0;
  pair.b = superquadric(random, kind, larger_b ? 1 / ratio : ratio);
  if (pair.family < kind_count) {
    pair.a = superquadric(random, kind, 1);
  } else {
    pair.polyhedron = &pool_[random.below(static_cast<int>(pool_.size()))];
  }
  const Real radius_a =
      pair.polyhedron != nullptr ? pair.polyhedron->bounding_radius : bounding_radius(pair.a);
  const Real reach = radius_a + bounding_radius(pair.b);
  pair.b_in_a.orientation = random.rotation();
  if (kind == coincident) {
    if (random.below(3) == 0) pair.b_in_a.orientation = {};
    if (random.below(2) == 0) pair.b_in_a.position = decades(random, -9, -1) * reach * random.direction();
    return pair;
  }
  if (kind == far_apart) {
    pair.b_in_a.position = decades(random, 0.3, 5) * reach * random.direction();
    return pair;
  }
  if (kind != touching && random.below(2) == 0) {
    pair.b_in_a.position = random.uniform(0, 1.1) * reach * random.direction();
    return pair;
  }
  // Places the support point of B against a direction on the support point of A along it, up to a gap or
  // an overlap.
  const Vec3 normal = random.direction();
  const Vec3 on_a = pair.polyhedron != nullptr
                        ? pair.polyhedron->vertex(support_vertex(*pair.polyhedron, normal))
                        : support(pair.a, normal);
  const Vec3 on_b = PlacedSuperquadric(pair.b, {{}, pair.b_in_a.orientation}).support(-normal);
  const Real smaller = 2 * reach - 2 * std::max(radius_a, reach - radius_a);
  const Real gap = kind == touching ? (random.below(3) - 1) * decades(random, -12, -6) * reach
                                    : random.uniform(-0.2, 0.2) * smaller;
  pair.b_in_a.position = on_a - on_b + gap * normal;
  return pair;
}

}  // namespace scree
