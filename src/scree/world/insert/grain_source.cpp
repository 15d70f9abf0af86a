#include "scree/world/insert/grain_source.hpp"

#include "scree/math/hash.hpp"

namespace scree {
namespace {

/// Draws the index of a share, with a probability proportional to the share.
int draw_share(Random& random, const std::vector<Real>& shares) {
  Real total = 0;
  for (const Real share : shares) total += share;
  Real left = random.uniform(0, total);
  int last = 0;
  for (int i = 0; i < static_cast<int>(shares.size()); ++i) {
    if (shares[i] <= 0) continue;
    last = i;
    if (left < shares[i]) break;
    left -= shares[i];
  }
  return last;
}

/// Draws a size between sieves. If the mass is uniform in the diameter d between two sieves, the number of
/// grains is proportional to d^-3. The integral of the numbers and its inverse have closed forms.
Real draw_sieved(Random& random, const std::vector<Real>& sizes, const std::vector<Real>& passing) {
  const auto power = [](Real d) { return 1 / (d * d); };
  std::vector<Real> numbers;
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
    numbers.push_back((passing[i + 1] - passing[i]) / (sizes[i + 1] - sizes[i]) *
                      (power(sizes[i]) - power(sizes[i + 1])));
  }
  const int i = draw_share(random, numbers);
  const Real from = power(sizes[i]), to = power(sizes[i + 1]);
  return 1 / std::sqrt(random.uniform(from, to));
}

}  // namespace

Real SizeDistribution::draw(Random& random) const {
  switch (rule) {
    case SizeRule::own:
      break;
    case SizeRule::fixed:
      return sizes[0];
    case SizeRule::uniform:
      return random.uniform(sizes[0], sizes[1]);
    case SizeRule::sieve:
      return draw_sieved(random, sizes, passing);
    case SizeRule::halves: {
      const int half = random.below(2);
      return random.uniform(sizes[half], sizes[half + 1]);
    }
  }
  return 0;
}

Grain GrainSource::grain(int k, const Shapes& all) const {
  FnvHash hash;
  hash.add(seed), hash.add(k);
  Random random(hash.value());
  // If sizes are given, the volume of a grain does not depend on its shape. Otherwise the volume of each
  // shape is needed for shares by mass.
  std::vector<Real> numbers = shares;
  if (by_mass && sizes.rule == SizeRule::own) {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] /= all[shapes[i]].volume;
  }
  const int count = static_cast<int>(shapes.size());
  const int shape = shapes[in_turn ? k % count : draw_share(random, numbers)];
  if (sizes.rule == SizeRule::own) return {shape, 1};
  return {shape, 0.5 * sizes.draw(random) / all[shape].equivalent_radius};
}

Real GrainSource::smallest_scale(const Shape& shape) const {
  return sizes.rule == SizeRule::own ? 1 : 0.5 * sizes.smallest() / shape.equivalent_radius;
}

Real GrainSource::largest_radius(const Shapes& all) const {
  Real radius = 0;
  for (const int s : shapes) {
    const Real scale = sizes.rule == SizeRule::own ? 1 : 0.5 * sizes.largest() / all[s].equivalent_radius;
    radius = std::max(radius, scale * all[s].bounding_radius);
  }
  return radius;
}

}  // namespace scree
