// Simulations of bodies that interact by the pressure law: rest, impact, concave bodies, ledger, limits.
#include "scenes.hpp"

#include "scree/law/pressure.hpp"
#include "scree/math/random.hpp"
#include "support/support.hpp"

namespace scree::test {
namespace {

Material wood(Real restitution = 0.25, Real friction = 0.5) {
  Material m;
  m.name = "wood";
  m.density = 653;
  m.layer_stiffness = 3e7;
  m.tangential_damping = 4e6;
  m.restitution = restitution, m.friction = friction;
  return m;
}

World wooden(const Material& m = wood()) {
  World w = world_of(m, LawKind::pressure);
  w.settings.gravity = {0, 0, -9.81};
  w.settings.dt = 4e-5;
  return w;
}

constexpr Real edge = 0.024177;

int add_mesh(World& w, const char* name, Size size) {
  return w.shapes.add_mesh(name, make_facet_body(library_shape(name, {}, size)));
}

/// Returns a prism along y. Its outline is a polygon in the x-z plane, counter-clockwise seen from -y.
Surface drawn_out(const std::vector<Vec2>& outline, Real depth) {
  Surface s;
  const int n = static_cast<int>(outline.size());
  for (const Real y : {-0.5 * depth, 0.5 * depth}) {
    for (const Vec2 p : outline) s.vertices.push_back({p.x, y, p.y});
  }
  std::vector<int> front, back;
  for (int i = 0; i < n; ++i) {
    front.push_back(i);
    back.push_back(2 * n - 1 - i);
  }
  s.add_face(front), s.add_face(back);
  for (int i = 0; i < n; ++i) s.add_face({(i + 1) % n, i, i + n, (i + 1) % n + n});
  return s;
}

/// Returns the pose in which a shape has the orientation of its input and its centroid is at `position`.
Pose as_given(const World& w, int shape, Vec3 position) {
  return {position, w.shapes[shape].body_in_input.orientation};
}

/// Two cubes that collide face to face rebound with the given restitution, and so do two spheres.
TEST(Pressure, CubesAndSpheresReboundWithTheGivenRestitution) {
  for (const Real e : {0.25, 0.5, 0.85}) {
    for (const bool spheres : {false, true}) {
      World w = wooden(wood(e, 0));
      w.settings.gravity = {}, w.settings.dt = 2e-6;
      const int shape =
          spheres ? w.shapes.add_sphere("ball", 0.6 * edge) : add_mesh(w, "cube", {Size::By::edge, edge});
      add_body(w, shape, {-0.02, 0, 0}, {}, {0.5, 0, 0});
      add_body(w, shape, {0.02, 0, 0}, {}, {-0.5, 0, 0});
      prepare(w);
      run_impact(w, 40000);
      EXPECT_NEAR(w.bodies.velocity[1].x - w.bodies.velocity[0].x, e, 0.01 * e) << spheres;
      EXPECT_LT(length(momentum(w)), 1e-15);
      EXPECT_LT(std::abs(w.ledger.model), 1e-4 * 0.25 * w.bodies.mass[0]);
    }
  }
}

/// Checks equation 19 for a sphere on the floor, and the force between two equal spheres.
TEST(Pressure, SpheresPressAsPublished) {
  World w = wooden();
  w.settings.gravity = {};
  const Real radius = 0.015, d = 1e-3;
  const int ball = w.shapes.add_sphere("ball", radius);
  add_floor(w);
  add_body(w, ball, {0, 0, radius - d});
  add_body(w, ball, {0, 0, 3 * radius - 2 * d});
  prepare(w);
  const Real on_floor = pi * 3e7 * d * d * (radius - d / 2),
             between = pi / 2 * 3e7 * d * d * (radius - d / 4);
  EXPECT_NEAR(w.walls.all[0].force.z, -on_floor, 1e-12 * on_floor);
  EXPECT_NEAR(w.bodies.force[1].z, between, 1e-12 * between);
}

/// A cube that is placed on the floor sinks by m g / (kl L^2) and stays there, with both integrators.
TEST(Pressure, ACubeRests) {
  Vec3 ends[2];
  for (const Integrator integrator : {Integrator::verlet, Integrator::leap_frog}) {
    World w = wooden();
    w.settings.integrator = integrator;
    add_floor(w);
    add_body(w, add_mesh(w, "cube", {Size::By::edge, edge}), {0, 0, 0.5 * edge});
    prepare(w);
    run(w, 20000);
    const Real sink = w.bodies.mass[0] * 9.81 / (3e7 * edge * edge);
    EXPECT_NEAR(w.bodies.position[0].z, 0.5 * edge - sink, 1e-6 * sink);
    EXPECT_LT(length(w.bodies.velocity[0]), 1e-12);
    ends[static_cast<int>(integrator)] = w.bodies.position[0];
  }
  EXPECT_LT(length(ends[0] - ends[1]), 1e-12);
}

/// Both integrators move a tumbling cube to the same position. The difference falls with the step.
TEST(Pressure, LeapFrogAgreesWithVerlet) {
  Real separation[2];
  for (int k = 0; k < 2; ++k) {
    Vec3 end[2];
    for (const Integrator integrator : {Integrator::verlet, Integrator::leap_frog}) {
      World w = wooden();
      w.settings.integrator = integrator;
      w.settings.dt = k == 0 ? 2e-5 : 5e-6;
      add_floor(w);
      add_body(w, add_mesh(w, "cube", {Size::By::edge, edge}), {0, 0, edge},
               normalized(Quat{1, 0.2, 0.3, 0.1}), {0.2, 0, -0.5}, {3, 1, 2});
      prepare(w);
      run(w, k == 0 ? 2500 : 10000);
      end[static_cast<int>(integrator)] = w.bodies.position[0];
    }
    separation[k] = length(end[0] - end[1]);
  }
  EXPECT_LT(separation[0], 0.02 * edge);
  EXPECT_LT(separation[1], 0.5 * separation[0]);
}

/// A block on a slope above the friction angle slides with a = g (sin t - mu cos t).
TEST(Pressure, BlockOnASlopeSlidesAsCoulombSays) {
  const Real mu = 0.5;
  for (const Real degrees : {20.0, 35.0}) {
    World w = wooden(wood(0.25, mu));
    const Real t = degrees * pi / 180;
    w.settings.gravity = {9.81 * std::sin(t), 0, -9.81 * std::cos(t)};
    add_floor(w);
    add_body(w, add_mesh(w, "cube", {Size::By::edge, edge}), {0, 0, 0.5 * edge});
    prepare(w);
    run(w, 5000);
    const Real before = w.bodies.velocity[0].x;
    run(w, 5000);
    const Real a = (w.bodies.velocity[0].x - before) / (5000 * w.settings.dt);
    const Real expected = std::max(0.0, 9.81 * (std::sin(t) - mu * std::cos(t)));
    EXPECT_NEAR(a, expected, 0.01 * 9.81) << degrees;
  }
}

/// Below the friction angle the block creeps at the speed of the published dashpot. The speed does not depend
/// on the step, although 4e-5 s are 20 times the time in which the dashpot stops the block.
TEST(Pressure, CreepFollowsThePublishedDashpot) {
  const Real t = 20 * pi / 180;
  for (const bool sphere : {false, true}) {
    for (const Real dt : {4e-5, 1e-5}) {
      World w = wooden();
      w.settings.dt = dt;
      w.settings.gravity = {9.81 * std::sin(t), 0, -9.81 * std::cos(t)};
      add_floor(w);
      const int shape =
          sphere ? w.shapes.add_sphere("ball", 0.6 * edge) : add_mesh(w, "cube", {Size::By::edge, edge});
      add_body(w, shape, {0, 0, sphere ? 0.6 * edge : 0.5 * edge});
      if (sphere) w.bodies.inverse_inertia[0] = {};  // the sphere must not roll
      prepare(w);
      run(w, static_cast<int>(0.4 / dt));
      const Real load = w.bodies.mass[0] * w.settings.gravity.x;
      const Real area =
          sphere ? SphereContact::on_wall(0.6 * edge).area(0.6 * edge - w.bodies.position[0].z) : edge * edge;
      const Real published = load / (4e6 * area);
      // The cube tilts, and so do its pressure distribution and its contact plane.
      EXPECT_NEAR(w.bodies.velocity[0].x, published, (sphere ? 0.001 : 0.06) * published)
          << sphere << ' ' << dt;
    }
  }
}

/// An L stands on its short leg. It tilts a little towards its centroid, so the bisecting contact plane is
/// tilted and pushes the body sideways. Friction resists this push by creeping as the published dashpot does.
TEST(Pressure, AConcaveBodyStands) {
  const Real unit = 0.015;
  Real creep[2];
  for (int k = 0; k < 2; ++k) {
    World w = wooden();
    w.settings.dt = k == 0 ? 4e-5 : 1e-5;
    add_floor(w);
    const int shape = add_mesh(w, "tetris_l", {Size::By::edge, unit});
    const FacetBody& body = w.shapes.meshes[w.shapes[shape].index];
    ASSERT_FALSE(body.convex);
    // Rotates the body until the longest side of its box is vertical.
    Quat q = as_given(w, shape, {}).orientation;
    Box box;
    for (const Quat rotation :
         {Quat{}, Quat{std::sqrt(0.5), 0, -std::sqrt(0.5), 0}, Quat{std::sqrt(0.5), std::sqrt(0.5), 0, 0}}) {
      Box turned;
      for (const Vec3 v : body.mesh.vertices) turned.include(rotate(rotation * q, v));
      if (turned.upper.z - turned.lower.z > 2.9 * unit) {
        box = turned, q = rotation * q;
        break;
      }
    }
    ASSERT_NEAR(box.upper.z - box.lower.z, 3 * unit, 1e-12);
    add_body(w, shape, {0, 0, -box.lower.z}, q);
    prepare(w);
    const int second = static_cast<int>(1 / w.settings.dt + 0.5);
    run(w, second / 2);
    const Vec3 at_rest = w.bodies.position[0];
    run(w, second / 2);
    creep[k] = 2 * length(w.bodies.position[0] - at_rest);
    EXPECT_NEAR(w.bodies.position[0].z, -box.lower.z, 1e-3 * unit);  // it sinks: its foot is soft
    EXPECT_NEAR(w.walls.all[0].force.z, -9.81 * w.bodies.mass[0], 1e-6);
  }
  EXPECT_LT(creep[0], 1e-6 * unit);  // creep in one second
  EXPECT_NEAR(creep[1], creep[0], 0.1 * creep[0]);
}

/// A U that is open at the top carries another U, which hangs over its bridge, turned by a right angle. Only
/// faces in the hollows touch.
TEST(Pressure, TwoHooksHangInEachOther) {
  World w = wooden();
  const Real u = 0.01;
  const std::vector<Vec2> hook = {{-1.5 * u, -1.5 * u}, {1.5 * u, -1.5 * u}, {1.5 * u, 1.5 * u},
                                  {0.5 * u, 1.5 * u},   {0.5 * u, -0.5 * u}, {-0.5 * u, -0.5 * u},
                                  {-0.5 * u, 1.5 * u},  {-1.5 * u, 1.5 * u}};
  const int shape = w.shapes.add_mesh("hook", make_facet_body(drawn_out(hook, 0.8 * u)));
  const Shape& s = w.shapes[shape];
  const Vec3 centroid = s.body_in_input.position;  // centroid in the frame of the outline
  const Pose below = as_given(w, shape, centroid);
  // The upper hook is upside down and turned by a right angle. Its bridge lies on the bridge of the lower
  // one: inner faces at z = -0.5 u.
  const Quat rotation = Quat{std::sqrt(0.5), 0, 0, std::sqrt(0.5)} * Quat{0, 1, 0, 0};
  const Vec3 origin{0, 0, -u};
  const Pose above{origin + rotate(rotation, centroid), rotation * below.orientation};
  w.add_body({shape, 0, 1, below, {}, {}, Freedom::fixed});
  w.add_body({shape, 0, 1, above, {}, {}, Freedom::free});
  prepare(w);
  run(w, 25000);
  EXPECT_NEAR(w.bodies.position[1].z, above.position.z, 0.02 * u);
  EXPECT_LT(length(w.bodies.velocity[1]), 1e-3);
  EXPECT_NEAR(w.bodies.force[1].z, 9.81 * w.bodies.mass[1], 0.02 * 9.81 * w.bodies.mass[1]);
  EXPECT_EQ(w.deep_contacts, 0);
}

World heap(int bodies) {
  World w = wooden();
  const Real width = 0.12;
  add_floor(w);
  for (int axis = 0; axis < 2; ++axis) {
    const Vec3 inward = axis == 0 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    w.walls.add_plane("low", 0, make_half_space(inward, {}));
    w.walls.add_plane("high", 0, make_half_space(-inward, width * inward));
  }
  const Size size{Size::By::volume, 1.41321e-5};
  const int shapes[] = {add_mesh(w, "cube", size), add_mesh(w, "tetris_l", size),
                        add_mesh(w, "tetrahedron", size), w.shapes.add_sphere("ball", 0.015),
                        add_mesh(w, "nut", size)};
  Random random(3);
  for (int i = 0; i < bodies; ++i) {
    const Vec3 point{0.04 * (i % 3) + 0.02, 0.04 * (i / 3 % 3) + 0.02, 0.05 * (i / 9) + 0.03};
    add_body(w, shapes[i % 5], point, random.rotation(), {0, 0, -0.5}, 5 * random.direction(), Freedom::free,
             0.7);
  }
  prepare(w);
  return w;
}

TEST(Pressure, LedgerOfAHeapClosesAndItComesToRest) {
  World w = heap(27);
  const Real before = w.first_total;
  run(w, 12000);
  w.update_ledger();
  const Real lost = before - w.ledger.total();
  EXPECT_LT(std::abs(w.ledger.error(before)), 1e-3 * lost);
  EXPECT_LT(w.ledger.kinetic, 0.01 * lost);
  std::printf("lost %.3g J: damping %.3g, friction %.3g, model %.3g; error %.1e; %d contacts\n", lost,
              w.ledger.damping, w.ledger.friction, w.ledger.model, w.ledger.error(before),
              w.contacts.touching_count());
  EXPECT_LT(std::abs(w.ledger.model), 0.15 * lost);
}

TEST(Pressure, HashDoesNotDependOnThreads) {
  std::uint64_t expected = 0;
  for (const int threads : {1, 2, 3, 4}) {
    World w = heap(27);
    set_thread_count(threads);
    run(w, 2000);
    if (threads == 1) expected = w.state_hash();
    EXPECT_EQ(w.state_hash(), expected) << threads << " threads";
    EXPECT_GT(w.contacts.touching_count(), 5);
  }
  set_thread_count(1);
}

/// An overlap deeper than the layers allow is counted, whether a block is pushed or placed that deep.
TEST(Pressure, OverlapsDeeperThanTheLayersAreReported) {
  for (const bool from_the_beginning : {false, true}) {
    World w = wooden(wood(1, 0));
    w.settings.gravity = {};
    const int cube = add_mesh(w, "cube", {Size::By::edge, edge});
    add_body(w, cube, {0, 0, 0}, {}, {}, {}, Freedom::fixed);
    const Real gap = from_the_beginning ? -0.6 * edge : 0.01 * edge;
    w.add_body(
        {cube, 0, 1, {{0, 0, edge + gap}, {}}, {0, 0, from_the_beginning ? 0 : -1.0}, {}, Freedom::free});
    // The body is so heavy that no contact stops it.
    w.bodies.mass[1] *= 1e4;
    w.bodies.inverse_mass[1] *= 1e-4;
    prepare(w);
    run(w, from_the_beginning ? 1 : 500);
    EXPECT_GT(w.deep_contacts, 0);
    EXPECT_EQ(w.first_deep.id_a, 1);
    EXPECT_EQ(w.first_deep.id_b, 2);
  }
  World w = heap(9);  // negative control: no overlap is too deep
  run(w, 2000);
  EXPECT_EQ(w.deep_contacts, 0);
}

/// A cube that rotates inside a drum of strips stays inside and presses on the drum with its weight.
TEST(Pressure, CylinderOfStripsHoldsACube) {
  World w = wooden();
  w.walls.add_cylinder("drum", 0, {0, -0.05, 0}, {0, 0.05, 0}, 0.05, true, 32);
  add_body(w, add_mesh(w, "cube", {Size::By::edge, edge}), {0.005, 0, -0.02},
           normalized(Quat{1, 0.1, 0.2, 0.3}));
  prepare(w);
  run(w, 15000);
  EXPECT_NEAR(w.walls.all[0].force.z, -9.81 * w.bodies.mass[0], 0.02 * 9.81 * w.bodies.mass[0]);
  EXPECT_LT(length(Vec3{w.bodies.position[0].x, 0, w.bodies.position[0].z}), 0.05 - 0.4 * edge);
}

/// A body moves on a mesh floor as it does on a plane.
TEST(Pressure, AMeshFloorEqualsAPlane) {
  Vec3 ends[2];
  for (const bool mesh : {false, true}) {
    World w = wooden();
    if (mesh) {
      Surface s;
      for (const Vec3 v : {Vec3{-1, -1, 0}, Vec3{1, -1, 0}, Vec3{1, 1, 0}, Vec3{-1, 1, 0}})
        s.vertices.push_back(v);
      s.add_face({0, 1, 2}), s.add_face({0, 2, 3});
      w.walls.add_mesh("floor", 0, make_facet_mesh(s));
    } else {
      add_floor(w);
    }
    add_body(w, add_mesh(w, "tetris_t", {Size::By::edge, 0.015}), {0, 0, 0.03},
             normalized(Quat{1, 0.4, 0.2, 0.1}), {0.1, 0, -0.3});
    prepare(w);
    run(w, 4000);
    ends[mesh] = w.bodies.position[0];
  }
  EXPECT_LT(length(ends[0] - ends[1]), 1e-9);
}

TEST(Pressure, ShapesAndLawsThatDoNotFitAreRefused) {
  World w = wooden();
  w.shapes.add_polyhedron("cube", box({1, 1, 1}));
  EXPECT_ERROR(prepare(w), "'cube' is neither a mesh nor a sphere");
  World v = world_of(wood());
  add_mesh(v, "cube", {Size::By::edge, edge});
  EXPECT_ERROR(prepare(v), "'cube' is a mesh, which only the law pressure supports");
}

}  // namespace
}  // namespace scree::test
