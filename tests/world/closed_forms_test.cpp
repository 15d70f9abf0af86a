// Cases with closed forms from textbooks, from the self-tests of other programs and from a physics olympiad.
#include "scenes.hpp"

#include "scree/math/random.hpp"

namespace scree::test {
namespace {

constexpr Real g = 9.81;

Material rough(Real friction, Real restitution = 0.3) {
  Material m = smooth(restitution);
  m.friction = friction;
  return m;
}

Material stiff(Real friction, Real stiffness, Real restitution = 0.3) {
  Material m = rough(friction, restitution);
  m.normal_stiffness = stiffness;
  m.tangential_stiffness = 0.8 * stiffness;
  return m;
}

TEST(ClosedForm, BlockOnABeltSlipsAndThenMovesAlong) {
  // A block of 2.5 kg is put at rest on a belt that moves at 1 m/s. It slips for the time v / (mu g), then
  // moves with the belt. The work of the belt is m v^2; friction dissipates half of it.
  const Real speed = 1, mu = 0.3, edge = 0.1, stiffness = 1e7;
  World w = world_of(stiff(mu, stiffness));
  w.settings.gravity = {0, 0, -g};
  const int belt = add_floor(w);
  w.motions.phases.push_back({.wall = belt, .velocity = {speed, 0, 0}});
  const int shape = w.shapes.add_polyhedron("block", box({edge, edge, edge}));
  const Real mass = 2500 * edge * edge * edge;
  add_body(w, shape, {0, 0, edge / 2 - mass * g / stiffness});  // the block starts at its depth of rest
  w.settings.dt = 0.2 * critical_step(w);
  prepare(w);
  const Real slips = speed / (mu * g);
  // The block still slips. It tilts a little, because friction acts at its base. This oscillation decays in
  // 0.1 s.
  while (w.time < 0.2) step(w);
  EXPECT_NEAR(w.walls.all[belt].force.x, -mu * mass * g, 1e-4 * mass * g);
  while (w.time < 0.5) step(w);
  w.update_ledger();
  const Real x = 0.5 * mu * g * slips * slips + speed * (w.time - slips);
  // Friction does not act at once: the springs stretch and the block tilts, in a fraction of its period
  // sqrt(m / k) on the springs. This delays the moment from which the block moves with the belt. The measured
  // delay is 0.03 of that period.
  EXPECT_NEAR(w.bodies.position[0].x, x, 0.1 * speed * std::sqrt(mass / stiffness));
  EXPECT_NEAR(w.bodies.velocity[0].x, speed, 1e-6 * speed);
  EXPECT_NEAR(w.ledger.friction, 0.5 * mass * speed * speed, 1e-3 * mass);
  EXPECT_NEAR(w.ledger.walls, mass * speed * speed, 1e-3 * mass);
}

/// Returns the kinetic energy before an impact, divided by m g a sin(slope), for a hexagonal prism with edges
/// a that rolls down a slope of 15 degrees. The value is the mean over three impacts, after the first six.
Real energy_before_a_blow(Real stiffness) {
  const Real a = 0.1, slope = pi / 12;
  World w = world_of(stiff(2, stiffness, 0.1));
  w.settings.gravity = {g * std::sin(slope), 0, -g * std::cos(slope)};
  add_floor(w);
  std::vector<Vec3> points;
  for (int k = 0; k < 6; ++k) {
    for (const Real y : {-0.05, 0.05})
      points.push_back({a * std::cos(k * pi / 3), y, a * std::sin(k * pi / 3)});
  }
  const int shape = w.shapes.add_polyhedron("prism", polyhedron_from_points(points));
  // The prism starts with a face on the floor. It rotates about its front edge with the energy that the
  // theory predicts after an impact.
  const Real mass = 2500 * w.shapes[shape].volume, unit = mass * g * a * std::sin(slope);
  const Real spin = std::sqrt(2 * (121.0 / 168) * unit / (17.0 / 12 * mass * a * a));
  const Vec3 arm{-a / 2, 0, std::sqrt(0.75) * a};  // vector from the edge to the axis of the prism
  add_body(w, shape, {0, 0, arm.z}, w.shapes[shape].body_in_input.orientation, cross({0, spin, 0}, arm),
           {0, spin, 0});
  w.settings.dt = 0.2 * critical_step(w);
  prepare(w);
  Real angle = 0, most = 0, sum = 0;
  for (int blow = 0; blow < 9;) {
    step(w);
    angle += w.bodies.spin[0].y * w.settings.dt;
    most = std::max(most, w.bodies.kinetic_energy());
    if (w.time > 10) return 0;                    // the prism has come to rest
    if (angle < (blow + 1.5) * pi / 3) continue;  // the angle is a twelfth of a turn beyond the impact
    if (++blow > 6) sum += most / unit;
    most = 0;
  }
  return sum / 3;
}

TEST(ClosedForm, HexagonalPrismRollsDown) {
  // IPhO 1998, problem 1: every impact leaves 121/289 of the kinetic energy, and every sixth of a turn adds m
  // g a sin(slope). The energy before an impact therefore tends to 289/168 of m g a sin(slope). A soft edge
  // yields for a time of the order of sqrt(m / k), in which the prism continues to rotate. The missing energy
  // therefore falls at least with the square root of the stiffness.
  const Real expected = 289.0 / 168;
  const Real soft = expected - energy_before_a_blow(1e6), hard = expected - energy_before_a_blow(1e8);
  std::printf("prism: lacks %.4f of %.4f at 1e6 N/m, %.4f at 1e8 N/m\n", soft, expected, hard);
  EXPECT_LT(std::abs(hard), 0.01 * expected);
  EXPECT_LT(std::abs(hard), 0.1 * std::abs(soft));
}

struct Rebound {
  Real before, after;  // tangential velocity of the contact point divided by (mu (2 - nu) / (2 (1 - nu)) vn)
};

/// Returns the rebound of an alumina sphere of 5 mm that hits an anvil of alumina at 3.9 m/s (Chung and Ooi
/// 2011, test 4).
Rebound rebound(Real psi) {
  const Real mu = 0.092, nu = 0.23, r = 2.5e-3, normal = 3.9;
  Material m = rough(mu, 1);
  m.density = 4000;
  m.young = 380e9;
  m.poisson = nu;
  World w = world_of(m, LawKind::hertz_mindlin);
  const Real unit = mu * (2 - nu) / (2 * (1 - nu)) * normal;
  add_floor(w);
  w.settings.dt = 1e-8;  // a thousandth of the contact time
  add_body(w, w.shapes.add_sphere("ball", r), {0, 0, r + 1e-9}, {}, {psi * unit, 0, -normal});
  prepare(w);
  EXPECT_LT(run_impact(w, 20000), 20000);
  EXPECT_NEAR(w.bodies.velocity[0].z, normal, 2e-3 * normal);
  return {psi, (w.bodies.velocity[0].x - r * w.bodies.spin[0].y) / unit};
}

TEST(ClosedForm, ObliqueSphereReboundsAsMawFound) {
  // Maw, Barber and Fawcett 1976: a sphere that sticks stores the tangential motion and releases it. Its
  // contact point therefore leaves backwards for psi between about 2 and 5.5. Without a tangential spring it
  // never would. Above 4 chi - 1 the sphere slides throughout, and its contact point loses 4 chi.
  const Real nu = 0.23, chi = 7 * (1 - nu) / (2 * (2 - nu));
  for (const Real psi : {0.8, 1.2}) EXPECT_GT(rebound(psi).after, 0) << psi;
  for (const Real psi : {2.5, 3.4, 4.4, 5.5}) {
    const Real after = rebound(psi).after;
    std::printf("Maw: psi %.1f, %.3f\n", psi, after);
    EXPECT_LT(after, -0.1) << psi;
    // Friction never returns more than a full reversal of the part of the motion that sticks.
    EXPECT_GT(after, -1.5) << psi;
  }
  // The contact point is closer to the centre than the surface by half the overlap, which is some thousandths
  // of the arm.
  for (const Real psi : {6.5, 9.0, 12.0})
    EXPECT_NEAR(rebound(psi).after, psi - 4 * chi, 0.01 * 4 * chi) << psi;
}

/// Returns the angle of a plane in degrees at which `moved` becomes true for the block on it. The plane
/// starts at `from` and tilts upwards by 5 degrees per second.
template <class Moved>
Real angle_when(Vec3 lengths, Real mu, Real from, Moved moved) {
  const Real rate = 5 * pi / 180;
  World w = world_of(stiff(mu, 1e6));
  w.settings.gravity = {0, 0, -g};
  const int plane = add_floor(w);
  const Quat start = axis_angle({0, 1, 0}, from);
  w.walls.all[plane].pose.orientation = start;
  // The tilting starts after the oscillation of the first touch has decayed.
  w.motions.phases.push_back({.wall = plane, .begin = 0.3, .spin = {0, rate, 0}});
  const Real mass = 2500 * lengths.x * lengths.y * lengths.z;
  add_body(w, w.shapes.add_polyhedron("block", box(lengths)),
           rotate(start, {0, 0, lengths.z / 2 - mass * g * std::cos(from) / 1e6}), start);
  w.settings.dt = 0.2 * critical_step(w);
  prepare(w);
  while (w.time < 0.3) step(w);
  const auto local = [&] {
    const Quat q = w.walls.all[plane].pose.orientation;
    return Pose{rotate(conjugate(q), w.bodies.position[0]), conjugate(q) * w.bodies.orientation[0]};
  };
  const Pose first = local();
  while (w.time < 3) {
    step(w);
    if (moved(first, local())) return (from + rate * (w.time - 0.3)) * 180 / pi;
  }
  return 0;
}

TEST(ClosedForm, BlockOnASlowlyTurnedPlaneSlidesAtTheFrictionAngle) {
  const Real mu = 0.5, limit = std::atan(mu), rate = 5 * pi / 180, distance = 5e-4;
  const Real found = angle_when({0.1, 0.1, 0.1}, mu, limit - 0.03, [&](const Pose& first, const Pose& now) {
    return now.position.x - first.position.x > distance;
  });
  // Beyond the limit the block accelerates with g rate t / cos(limit), so it takes some time to slide half
  // a millimetre.
  const Real late = std::cbrt(6 * distance * std::cos(limit) / (g * rate));
  const Real expected = (limit + rate * late) * 180 / pi;
  std::printf("turned plane: slides at %.3f degrees (%.3f)\n", found, expected);
  // The tangential spring deflects by 9 um before the block slips. This is 2 % of half a millimetre and
  // changes the angle by 0.005 degrees.
  EXPECT_NEAR(found, expected, 0.03);
}

TEST(ClosedForm, BlockOnASlowlyTurnedPlaneTopplesAtTheGeometricAngle) {
  const Real rate = 5 * pi / 180, turned = 0.3 * pi / 180;
  for (const Real height : {0.1, 0.2}) {
    const Real width = 0.1, limit = std::atan(width / height);
    const Real found = angle_when({width, 0.1, height}, 2, limit - 0.03, [&](const Pose&, const Pose& now) {
      return 2 * std::abs(now.orientation.y) > turned;
    });
    // Beyond the limit the block falls like an inverted pendulum: turned = rate / p (sinh(p t) - p t).
    const Real p = std::sqrt(g * 0.5 * std::hypot(width, height) * 3 / (width * width + height * height));
    Real late = 0;
    while (rate / p * (std::sinh(p * late) - p * late) < turned) late += 1e-5;
    const Real expected = (limit + rate * late) * 180 / pi;
    std::printf("turned plane: height %.1f topples at %.3f degrees (%.3f)\n", height, found, expected);
    // The block tilts on its soft edge by m g / k over half its width, which is 0.03 to 0.06 degrees.
    EXPECT_NEAR(found, expected, 0.1) << height;
  }
}

/// Vertical forces of spheres that have settled in a tube on the floor and on the tube, divided by the weight
/// of the spheres.
struct Carried {
  Real floor, tube;
};
Carried carried(Real mu) {
  const Real r = 0.01, radius = 3 * r;
  World w = world_of(stiff(mu, 1e4, 0.1));
  w.settings.gravity = {0, 0, -g};
  const int floor = add_floor(w);
  const int tube = w.walls.add_cylinder("tube", 0, {0, 0, -0.1}, {0, 0, 2}, radius, false);
  const int ball = w.shapes.add_sphere("ball", r);
  Random random(3);
  for (int layer = 0; layer < 25; ++layer) {
    for (int k = 0; k < 4; ++k) {
      const Real angle = (k + 0.5 * (layer % 2)) * pi / 2, out = 1.6 * r + 0.3 * r * random.uniform();
      add_body(w, ball, {out * std::cos(angle), out * std::sin(angle), (1.1 + 2.2 * layer) * r});
    }
  }
  w.settings.dt = 0.15 * critical_step(w);
  prepare(w);
  while (w.time < 1.2) step(w);
  // Averages over 0.3 s and subtracts the momentum that the spheres gained in that time.
  Real weight = 0;
  for (int i = 0; i < w.bodies.count(); ++i) weight += w.bodies.mass[i] * g;
  const Real since = w.time, before = momentum(w).z;
  Carried mean{};
  while (w.time < since + 0.3) {
    step(w);
    mean.floor -= w.walls.all[floor].force.z * w.settings.dt;
    mean.tube -= w.walls.all[tube].force.z * w.settings.dt;
  }
  const Real span = w.time - since, gained = (momentum(w).z - before) / (weight * span);
  mean.floor /= weight * span, mean.tube /= weight * span;
  EXPECT_LT(std::abs(gained), 1e-3) << "still falling";
  mean.floor -= gained;
  return mean;
}

TEST(ClosedForm, TheFloorOfAFrictionlessTubeCarriesTheWeight) {
  const Carried smooth_tube = carried(0), rough_tube = carried(0.6);
  std::printf("tube: floor %.6f, tube %.6f without friction; %.6f and %.6f with\n", smooth_tube.floor,
              smooth_tube.tube, rough_tube.floor, rough_tube.tube);
  // The momentum balance is exact, except that it uses a sum over steps in place of the integral.
  EXPECT_NEAR(smooth_tube.floor, 1, 1e-4);
  EXPECT_NEAR(smooth_tube.tube, 0, 1e-12);
  EXPECT_NEAR(rough_tube.floor + rough_tube.tube, 1, 1e-4);
  EXPECT_LT(rough_tube.floor, 0.9);  // Janssen 1895: friction at the wall carries part of the weight
}

TEST(ClosedForm, HertzAgreesWithTheSelfTestOfMercury) {
  // OSHertzSelfTest of MercuryDPM: a sphere of 2 mm starts 10 um above steel and hits it at 1 m/s with
  // restitution 0.4. The published values after 6.05e-5 s with steps of 5e-7 s are 0.401075 m/s and
  // 1.007240 mm.
  const auto fall = [](Real dt) {
    Material m = smooth(0.4);
    m.young = 1e9, m.poisson = 0.2;
    World w = world_of(m, LawKind::hertz_mindlin);
    Material steel = m;
    steel.young = 210e9, steel.density = 7200;
    w.materials.materials.push_back(steel);
    w.materials.combine_all(LawKind::hertz_mindlin);
    w.walls.add_plane("floor", 1, make_half_space({0, 0, 1}, {}));
    add_body(w, w.shapes.add_sphere("ball", 1e-3), {0, 0, 1.01e-3}, {}, {0, 0, -1});
    w.settings.dt = dt;
    prepare(w);
    run(w, static_cast<int>(std::lround(6.05e-5 / dt)));
    return std::pair{w.bodies.velocity[0].z, w.bodies.position[0].z};
  };
  const auto [speed, height] = fall(5e-7);
  std::printf("Mercury, Hertz: %.6f m/s, %.6f mm\n", speed, 1e3 * height);
  // The errors of both programs depend on the step, which is an 80th of the contact time. Allowed are 0.01 of
  // the restitution, and the distance covered in two steps.
  EXPECT_NEAR(speed, 0.401075, 0.01 * 0.4);
  EXPECT_NEAR(height, 1.007240e-3, 2 * 5e-7 * 0.4);
  EXPECT_NEAR(fall(5e-8).first, 0.4, 1e-3 * 0.4);
}

TEST(ClosedForm, MindlinAgreesWithTheSelfTestOfMercury) {
  // OSMindlinSelfTest of MercuryDPM: a steel sphere of 2 mm is released on a softer floor under (5, 0, -5)
  // m/s2 and slides, with friction 0.2 and restitution 0.4. The published values after 10001 steps of 5e-7 s
  // are x 5.00201e-5 m, 0.0200031 m/s, spin 12.49832 1/s, forces 3.01593e-5 and 1.507964e-4 N.
  Material steel = rough(0.2, 0.4);
  steel.density = 7200;
  steel.young = 210e9;
  steel.poisson = 0.2;
  World w = world_of(steel, LawKind::hertz_mindlin);
  Material soft = steel;
  soft.young = 1e9;
  w.materials.materials.push_back(soft);
  w.materials.combine_all(LawKind::hertz_mindlin);
  w.settings.gravity = {5, 0, -5};
  const int floor = w.walls.add_plane("floor", 1, make_half_space({0, 0, 1}, {}));
  const Real r = 1e-3;
  add_body(w, w.shapes.add_sphere("ball", r), {0, 0, r});
  w.settings.dt = 5e-7;
  prepare(w);
  run(w, 10001);
  const Real t = w.time;
  // Coulomb friction decelerates the sphere with a fifth of the weight, except during the bounces of the
  // first tenths of a millisecond. These bounces end at slightly different times in the two programs.
  EXPECT_NEAR(w.bodies.velocity[0].x, 4 * t, 1e-4 * 4 * t);
  EXPECT_NEAR(w.bodies.velocity[0].x, 0.0200031, 3e-4 * 0.02);
  EXPECT_NEAR(w.bodies.position[0].x, 2 * t * t, 3e-4 * 2 * t * t);
  EXPECT_NEAR(w.bodies.position[0].x, 5.00201e-5, 3e-4 * 5e-5);
  EXPECT_NEAR(w.bodies.spin[0].y, 2.5 * 0.2 * 5 / r * t, 1e-4 * 12.5);
  EXPECT_NEAR(w.bodies.spin[0].y, 12.49832, 3e-4 * 12.5);
  EXPECT_NEAR(w.walls.all[floor].force.x, 3.01593e-5, 1e-5 * 3e-5);
  EXPECT_NEAR(w.walls.all[floor].force.z, -1.507964e-4, 1e-5 * 1.5e-4);
}

TEST(ClosedForm, HertzReturnsTheRestitutionAtAnySpeed) {
  for (const Real speed : {1e-3, 0.1, 1.0, 10.0, 30.0}) {
    Material m = smooth(0.5);
    m.young = 1e8, m.poisson = 0.2;
    World w = world_of(m, LawKind::hertz_mindlin);
    const Real r = 0.01;
    const int ball = w.shapes.add_sphere("ball", r);
    const Real mass = m.density * w.shapes[ball].volume, young = w.materials.of(0, 0).young;
    // The step is a hundredth of the undamped contact time, 2.868 (m^2 / (R E^2 v))^(1/5).
    w.settings.dt = 0.01 * 2.868265 * std::pow(mass * mass / (r * young * young * speed), 0.2);
    add_floor(w);
    add_body(w, ball, {0, 0, r + 0.3 * speed * w.settings.dt}, {}, {0, 0, -speed});
    prepare(w);
    EXPECT_LT(run_impact(w, 1000), 1000);
    EXPECT_NEAR(w.bodies.velocity[0].z / speed, 0.5, 0.003) << speed;
  }
}

/// Adds cubes, tetrahedra, superquadrics and spheres in a cloud about `center`. Multiplies all lengths
/// by `scale`.
void add_cloud(World& w, int count, Real scale, Vec3 center, Vec3 velocity, std::uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    const Vec3 point{i % 3 - 1.0, i / 3 % 3 - 1.0, i / 9 - 1.0};
    add_body(w, i % 4, scale * (center + 0.022 * point), random.rotation(), scale * velocity,
             5 * random.direction());
  }
}

World mixed_world(Real scale, Real restitution) {
  // Forces scale with the fourth power of the lengths, because masses scale with the third power and
  // accelerations with the first.
  World w = world_of(stiff(0.5, 2e4 * scale * scale * scale, restitution));
  for (const char* name : {"cube", "tetrahedron"}) {
    w.shapes.add_polyhedron(name,
                            make_polyhedron(library_shape(name, {}, {Size::By::diameter, 0.02 * scale})));
  }
  w.shapes.add_superquadric("pill", {scale * Vec3{0.009, 0.007, 0.006}, 4, 3});
  w.shapes.add_sphere("ball", 0.009 * scale);
  return w;
}

TEST(ClosedForm, TwoCloudsConserveTheirMomenta) {
  World w = mixed_world(1, 0.5);
  add_cloud(w, 27, 1, {-0.04, 0, 0}, {0.8, 0.1, 0}, 1);
  add_cloud(w, 27, 1, {0.04, 0.01, 0.004}, {-0.8, 0, 0.1}, 2);
  w.settings.dt = 0.1 * critical_step(w);
  prepare(w);
  const Vec3 p = momentum(w), l = angular_momentum(w);
  // The momenta of single bodies are the scale for the error.
  Real linear = 0, angular = 0;
  for (int i = 0; i < w.bodies.count(); ++i) {
    linear += w.bodies.mass[i] * length(w.bodies.velocity[i]);
    angular += w.bodies.mass[i] * length(cross(w.bodies.position[i], w.bodies.velocity[i]));
  }
  while (w.time < 0.15) step(w);
  w.update_ledger();
  EXPECT_GT(w.ledger.friction, 0.05 * w.first_total);  // shows that the clouds have met
  // The tolerances cover rounding: some 1e4 steps with 1e-16 each, which add up like a random walk.
  EXPECT_LT(length(momentum(w) - p), 1e-13 * linear);
  EXPECT_LT(length(angular_momentum(w) - l), 1e-12 * angular);
  EXPECT_EQ(w.failed_queries, 0);
}

TEST(ClosedForm, LengthsTimesAPowerOfTwoGiveTheSameBits) {
  const auto fall = [](Real scale) {
    World w = mixed_world(scale, 0.3);
    w.settings.gravity = {0, 0, -30 * scale};
    add_floor(w);
    add_cloud(w, 27, scale, {0, 0, 0.045}, {0.2, 0, -0.5}, 4);
    w.settings.dt = 4e-5;
    prepare(w);
    run(w, 2500);
    return w;
  };
  const World one = fall(1);
  EXPECT_GT(one.contacts.touching_count(), 20);
  for (const Real scale : {0x1p-10, 0x1p+10}) {
    const World other = fall(scale);
    for (int i = 0; i < one.bodies.count(); ++i) {
      for (int c = 0; c < 3; ++c) {
        ASSERT_EQ(one.bodies.position[i][c] * scale, other.bodies.position[i][c]) << scale << " body " << i;
        ASSERT_EQ(one.bodies.velocity[i][c] * scale, other.bodies.velocity[i][c]) << scale << " body " << i;
        ASSERT_EQ(one.bodies.spin[i][c], other.bodies.spin[i][c]) << scale << " body " << i;
      }
    }
  }
}

}  // namespace
}  // namespace scree::test
