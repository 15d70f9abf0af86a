// Compares impacts with closed forms: restitution, Hertz's theory, impulses of spinning bodies, friction.
#include "scenes.hpp"

#include "scree/math/random.hpp"
#include "scree/world/integrate/rigid_motion.hpp"

namespace scree::test {
namespace {

constexpr Real restitutions[] = {0.1, 0.3, 0.5, 0.7, 0.9, 1};

/// Returns the largest error of the restitution of a sphere over several moments of impact within a step.
Real worst_restitution_error(LawKind law, bool on_plane, Real e, Real part_of_contact) {
  constexpr int moments = 8;
  Real worst = 0;
  for (int k = 0; k < moments; ++k) {
    Material m = smooth(e);
    m.young = 1e8, m.poisson = 0.2;
    World w = world_of(m, law);
    const Real radius = 0.01, speed = 1;
    const int ball = w.shapes.add_sphere("ball", radius);
    const Real mass = m.density * w.shapes[ball].volume * (on_plane ? 1 : 0.5);
    const ContactProperties& p = w.materials.of(0, 0);
    // Contact times without damping: pi sqrt(m/k), and Hertz's 2.868 (m^2 / (R E^2 v))^(1/5) with a constant
    // of its own.
    const Real closing = on_plane ? speed : 2 * speed;
    const Real effective = on_plane ? radius : radius / 2;
    const Real time = law == LawKind::linear
                          ? pi * std::sqrt(mass / p.normal_stiffness)
                          : 2.868265 * std::pow(mass * mass / (effective * p.young * p.young * closing), 0.2);
    w.settings.dt = part_of_contact * time;
    const Real gap = (0.5 + Real(k) / moments) * closing * w.settings.dt;
    if (on_plane) {
      add_floor(w);
      add_body(w, ball, {0, 0, radius + gap}, {}, {0, 0, -speed});
    } else {
      add_body(w, ball, {-radius - gap / 2, 0, 0}, {}, {speed, 0, 0});
      add_body(w, ball, {radius + gap / 2, 0, 0}, {}, {-speed, 0, 0});
    }
    prepare(w);
    run_impact(w, static_cast<int>(20 / part_of_contact));
    const Real left = on_plane ? w.bodies.velocity[0].z : w.bodies.velocity[1].x;
    worst = std::max(worst, std::abs(left - e));
  }
  return worst;
}

TEST(Impact, SpheresReboundWithTheGivenRestitution) {
  for (const LawKind law : {LawKind::linear, LawKind::hertz_mindlin}) {
    for (const bool on_plane : {true, false}) {
      Real sum[2] = {};
      for (const Real e : restitutions) {
        const Real coarse = worst_restitution_error(law, on_plane, e, 1.0 / 20),
                   fine = worst_restitution_error(law, on_plane, e, 1.0 / 40);
        EXPECT_LT(coarse, 0.006) << "e " << e << ", law " << int(law) << ", plane " << on_plane;
        sum[0] += coarse, sum[1] += fine;
        std::printf("%s, e %.1f: %.1e, half the step %.1e\n", law == LawKind::linear ? "linear" : "Hertz", e,
                    coarse, fine);
      }
      std::printf("  order %.2f\n", std::log2(sum[0] / sum[1]));
      // The error is of second order. The force of the dashpot of a Hertz contact starts with the fourth root
      // of the time, so the order is lower there.
      EXPECT_GT(sum[0], (law == LawKind::linear ? 3.5 : 1.4) * sum[1]);
    }
  }
}

TEST(Impact, TwoGlassSpheresMeetAsHertzPredicts) {
  Material glass = smooth();
  glass.density = 2800;
  glass.young = 48e9;
  glass.poisson = 0.2;
  World w = world_of(glass, LawKind::hertz_mindlin);
  const int ball = w.shapes.add_sphere("ball", 0.01);
  w.settings.dt = 1e-8;
  add_body(w, ball, {-0.01 - 1e-9, 0, 0}, {}, {10, 0, 0});
  add_body(w, ball, {0.01 + 1e-9, 0, 0}, {}, {-10, 0, 0});
  prepare(w);
  Real force = 0, overlap = 0, time = 0;
  for (int i = 0; i < 6000; ++i) {
    step(w);
    force = std::max(force, length(w.bodies.force[0]));
    if (w.contacts.touching_count() == 0) continue;
    time += w.settings.dt;
    overlap = std::max(overlap, w.largest_overlap() * 0.01);
  }
  std::printf("glass spheres: %.5g kN, %.5g um, %.5g us\n", force / 1e3, overlap * 1e6, time * 1e6);
  EXPECT_NEAR(force, 10697, 0.005 * 10697);
  EXPECT_NEAR(overlap, 274.1e-6, 0.005 * 274.1e-6);
  EXPECT_NEAR(time, 40.34e-6, 0.005 * 40.34e-6);
}

TEST(Impact, SphereMeetsARigidPlaneAsHertzPredicts) {
  // Chung and Ooi 2011, test 2: a sphere of 0.1 m of an aluminium alloy hits a rigid plane at 0.2 m/s,
  // elastically. The force, overlap and time are compared with Hertz's closed forms.
  Material alloy = smooth();
  alloy.density = 2699;
  alloy.young = 70e9;
  alloy.poisson = 0.33;
  World w = world_of(alloy, LawKind::hertz_mindlin);
  ContactProperties rigid = w.materials.of(0, 0);
  rigid.young = 70e9 / (1 - 0.33 * 0.33);
  w.materials.set(0, 0, rigid, LawKind::hertz_mindlin);
  const Real r = 0.1, v = 0.2;
  const int ball = w.shapes.add_sphere("ball", r);
  const Real mass = alloy.density * w.shapes[ball].volume;
  add_floor(w);
  const int b = add_body(w, ball, {0, 0, r + 1e-9}, {}, {0, 0, -v});
  w.settings.dt = 2e-7;
  prepare(w);
  Real force = 0, overlap = 0, time = 0;
  for (int i = 0; i < 10000; ++i) {
    step(w);
    force = std::max(force, w.bodies.force[b].z);
    if (w.contacts.touching_count() == 0) continue;
    time += w.settings.dt;
    overlap = std::max(overlap, r - w.bodies.position[b].z);
  }
  const Real deepest = std::pow(15 * mass * v * v / (16 * std::sqrt(r) * rigid.young), 0.4);
  EXPECT_NEAR(overlap, deepest, 0.002 * deepest);
  const Real most = 4.0 / 3 * rigid.young * std::sqrt(r) * std::pow(deepest, 1.5);
  EXPECT_NEAR(force, most, 0.002 * most);
  EXPECT_NEAR(time, 2.94326 * deepest / v, 0.005 * 2.94326 * deepest / v);
}

/// Impulse of a frictionless impact at one point, by the theory of instantaneous impacts.
struct Impulse {
  Vec3 n;     // from A to B
  Real size;  // N s
};
Impulse impulse(const World& w, Vec3 point, Vec3 n, Real e) {
  const Bodies& b = w.bodies;
  Real closing = 0, compliance = 0;
  for (int i = 0; i < b.count(); ++i) {
    const Vec3 arm = point - b.position[i], lever = cross(arm, n);
    compliance +=
        b.inverse_mass[i] + dot(lever, apply_inverse_inertia(b.orientation[i], b.inverse_inertia[i], lever));
    closing += (i == 0 ? 1 : -1) * dot(n, b.velocity[i] + cross(b.spin[i], arm));
  }
  return {n, (1 + e) * closing / compliance};
}

struct After {
  Vec3 velocity, spin;
};
After after(const World& w, int body, Vec3 point, const Impulse& j) {
  const Bodies& b = w.bodies;
  const Vec3 push = ((body == 0 ? -1 : 1) * j.size) * j.n;
  return {b.velocity[body] + b.inverse_mass[body] * push,
          b.spin[body] + apply_inverse_inertia(b.orientation[body], b.inverse_inertia[body],
                                               cross(point - b.position[body], push))};
}

/// Returns a world with a stiff cube that falls on the floor. The cube must not rotate noticeably during
/// the contact.
constexpr Real edge = 0.01;
World falling_cube(Quat orientation, Real e, Vec3 spin) {
  Material m = smooth(e);
  m.normal_stiffness = 1e8;
  World w = world_of(m);
  const int cube = w.shapes.add_polyhedron("cube", box({edge, edge, edge}));
  add_floor(w);
  Real lowest = 1;
  for (int v = 0; v < 8; ++v)
    lowest = std::min(lowest, rotate(orientation, w.shapes.polyhedra[0].vertex(v)).z);
  add_body(w, cube, {0, 0, -lowest + 1e-8}, orientation, {0, 0, -0.1}, spin);
  w.settings.dt = pi * std::sqrt(w.bodies.mass[0] / m.normal_stiffness) / 200;
  prepare(w);
  return w;
}

void expect_impulse(Quat orientation, Real e, Vec3 spin, const char* what) {
  World w = falling_cube(orientation, e, spin);
  // The contact point is the mean of the lowest vertices.
  Real lowest = 1;
  Vec3 sum;
  int count = 0;
  for (int pass = 0; pass < 2; ++pass) {
    for (int v = 0; v < 8; ++v) {
      const Vec3 p = w.bodies.position[0] + rotate(orientation, w.shapes.polyhedra[0].vertex(v));
      if (pass == 0) lowest = std::min(lowest, p.z);
      if (pass == 1 && p.z < lowest + 1e-12) sum += p, ++count;
    }
  }
  const Vec3 point = sum / count;
  const After expected = after(w, 0, point, impulse(w, point, {0, 0, -1}, e));
  EXPECT_LT(run_impact(w, 4000), 4000);
  const Real speed = 0.1;
  EXPECT_LT(length(w.bodies.velocity[0] - expected.velocity), 0.01 * speed) << what << " e " << e;
  EXPECT_LT(length(w.bodies.spin[0] - expected.spin) * edge, 0.01 * speed) << what << " e " << e;
}

TEST(Impact, CubeOnAFaceAnEdgeOrACornerFollowsTheImpulse) {
  const Quat on_edge = axis_angle({0, 1, 0}, 0.5), balanced = axis_angle({0, 1, 0}, pi / 4);
  const Quat on_corner = axis_angle(normalized(Vec3{1, 0.7, 0.1}), 0.6);
  for (const Real e : restitutions) {
    expect_impulse({}, e, {}, "flat");
    expect_impulse(on_edge, e, {}, "edge");
    expect_impulse(balanced, e, {}, "balanced on an edge");
    expect_impulse(on_corner, e, {}, "corner");
    expect_impulse(on_corner, e, {1, 2, 3}, "spinning, corner");
  }
}

TEST(Impact, CubeCornerOnAFaceFollowsTheImpulse) {
  for (const Real e : restitutions) {
    Material m = smooth(e);
    m.normal_stiffness = 1e8;
    World w = world_of(m);
    const int cube = w.shapes.add_polyhedron("cube", box({edge, edge, edge}));
    const Quat tilted = axis_angle(normalized(Vec3{1, 0.7, 0.1}), 0.6);
    Vec3 lowest{0, 0, 1};
    for (int v = 0; v < 8; ++v) {
      const Vec3 p = rotate(tilted, w.shapes.polyhedra[0].vertex(v));
      if (p.z < lowest.z) lowest = p;
    }
    const Vec3 meeting{0.003, -0.002, edge / 2};
    add_body(w, cube, {}, {}, {0, 0, 0.05});
    add_body(w, cube, meeting - lowest + Vec3{0, 0, 1e-8}, tilted, {0.03, 0, -0.1}, {1, -1, 2});
    w.settings.dt = pi * std::sqrt(0.5 * w.bodies.mass[0] / m.normal_stiffness) / 200;
    prepare(w);
    const Impulse j = impulse(w, meeting, {0, 0, 1}, e);
    const After a = after(w, 0, meeting, j), b = after(w, 1, meeting, j);
    EXPECT_LT(run_impact(w, 4000), 4000);
    EXPECT_LT(length(w.bodies.velocity[0] - a.velocity), 0.0015) << e;
    EXPECT_LT(length(w.bodies.velocity[1] - b.velocity), 0.0015) << e;
    EXPECT_LT(length(w.bodies.spin[0] - a.spin) * edge, 0.0015) << e;
    EXPECT_LT(length(w.bodies.spin[1] - b.spin) * edge, 0.0015) << e;
  }
}

TEST(Impact, SlidingObliqueSphereFollowsCoulomb) {
  for (const LawKind law : {LawKind::linear, LawKind::hertz_mindlin}) {
    for (const Real e : restitutions) {
      for (const Real mu : {0.1, 0.3}) {
        Material m = smooth(e);
        m.friction = mu, m.young = 1e8;
        World w = world_of(m, law);
        const Real r = 0.01, normal = 1, tangential = 5;
        add_floor(w);
        const int b =
            add_body(w, w.shapes.add_sphere("ball", r), {0, 0, r * 1.0001}, {}, {tangential, 0, -normal});
        w.settings.dt = 2e-6;
        prepare(w);
        EXPECT_LT(run_impact(w, 10000), 10000);
        const Real change = mu * (1 + e) * normal;
        // Contact points are closer to the centre than the surface by half the overlap, which is some
        // thousandths of the arm.
        EXPECT_NEAR(w.bodies.velocity[b].x, tangential - change, 0.01 * change) << e;
        EXPECT_NEAR(w.bodies.spin[b].y, 2.5 * change / r, 0.02 * 2.5 * change / r) << e;
        EXPECT_EQ(w.bodies.velocity[b].y, 0);
        EXPECT_EQ(w.bodies.spin[b].x, 0);
      }
    }
  }
}

}  // namespace
}  // namespace scree::test
