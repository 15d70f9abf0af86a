// Budgets: energy, momentum and angular momentum of collisions at random, the ledger of a bed, the critical
// step.
#include "scenes.hpp"

#include "scree/math/random.hpp"

#include <fstream>
#include <sstream>

namespace scree::test {
namespace {

/// Polyhedra of many kinds and a sphere, all about 10 mm.
std::vector<int> add_grains(World& w) {
  std::vector<int> shapes;
  for (const char* name : {"tetrahedron", "cube", "octahedron", "rhombic_dodecahedron", "tetrakis_cube"})
    shapes.push_back(w.shapes.add_polyhedron(name, make_polyhedron(library_shape(name, {}, {Size::By::diameter, 0.014}))));
  shapes.push_back(w.shapes.add_polyhedron("plate", box({0.012, 0.01, 0.004})));
  for (const std::uint64_t seed : {1U, 2U}) {
    shapes.push_back(w.shapes.add_polyhedron(
        "random", make_polyhedron(library_shape("random", {.vertices = 20, .aspect = {1, 0.8, 0.6}, .seed = seed},
                                                {Size::By::diameter, 0.014}))));
  }
  shapes.push_back(w.shapes.add_sphere("ball", 0.006));
  return shapes;
}

struct CollisionResult {
  bool met = false;
  Real energy = 0;            // change, part of the kinetic energy before
  Real momentum = 0;          // change, part of the sum of the sizes
  Real angular_momentum = 0;  // the same, about a fixed point
};

struct CollisionSetting {
  Material material = smooth();
  LawKind law = LawKind::linear;
  bool patch = true;
  Real step = 0.1;  // part of the critical one
  bool spheres = true;
};

/// Two grains fly at each other with random orientations, spins and aims.
CollisionResult collide_at_random(const CollisionSetting& s, std::uint64_t seed) {
  World w = world_of(s.material, s.law);
  w.settings.patch = s.patch;
  const std::vector<int> shapes = add_grains(w);
  const int kinds = static_cast<int>(shapes.size()) - (s.spheres ? 0 : 1);
  Random random(seed);
  const Vec3 along = random.direction(), aside = random.direction();
  const Vec3 place{0.3, -0.2, 0.1};
  const Real speed = random.uniform(0.1, 2);
  for (int i = 0; i < 2; ++i) {
    const Real side = i == 0 ? -1 : 1;
    add_body(w, shapes[random.below(kinds)], place + (side * 0.0071) * along + (side * 0.001) * aside,
             random.rotation(), (-0.5 * side * speed) * along + 0.1 * random.direction(),
             (random.uniform(0, 1) * speed / 0.01) * random.direction());
  }
  w.settings.dt = s.step * critical_step(w);
  prepare(w);
  const Real energy = w.bodies.kinetic_energy();
  const Vec3 p = momentum(w), l = angular_momentum(w);
  const Real p_size = w.bodies.mass[0] * length(w.bodies.velocity[0]) + w.bodies.mass[1] * length(w.bodies.velocity[1]);
  const int most = static_cast<int>(0.02 / speed / w.settings.dt) + 200;
  bool met = false;
  for (int i = 0; i < most || w.contacts.touching_count() > 0; ++i) {
    step(w);
    met = met || w.contacts.touching_count() > 0;
  }
  return {met, w.bodies.kinetic_energy() / energy - 1, length(momentum(w) - p) / p_size,
          length(angular_momentum(w) - l) / (p_size * length(place))};
}

struct Statistics {
  int met = 0;
  Real root_mean_square = 0, worst = 0, most = -1, momentum = 0, angular_momentum = 0;
};

Statistics collide_many(const CollisionSetting& s, int count) {
  Statistics out;
  for (int i = 0; i < count; ++i) {
    const CollisionResult r = collide_at_random(s, 1000 + i);
    if (!r.met) continue;
    ++out.met;
    out.root_mean_square += r.energy * r.energy;
    out.worst = std::max(out.worst, std::abs(r.energy)), out.most = std::max(out.most, r.energy);
    out.momentum = std::max(out.momentum, r.momentum);
    out.angular_momentum = std::max(out.angular_momentum, r.angular_momentum);
  }
  out.root_mean_square = std::sqrt(out.root_mean_square / out.met);
  return out;
}

TEST(Energy, ElasticCollisionsOfRandomGrains) {
  for (const LawKind law : {LawKind::linear, LawKind::hertz_mindlin}) {
    for (const bool patch : {false, true}) {
      for (const Real step : {0.2, 0.1, 0.05, 0.025}) {
        const Statistics s = collide_many({smooth(), law, patch, step}, 300);
        std::printf("law %d patch %d step %.3f: %d met, rms %.2e worst %.2e, momentum %.1e %.1e\n", int(law), patch,
                    step, s.met, s.root_mean_square, s.worst, s.momentum, s.angular_momentum);
      }
    }
  }
}

}  // namespace
}  // namespace scree::test
