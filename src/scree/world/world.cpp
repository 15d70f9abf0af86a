#include "scree/world/world.hpp"

#include "scree/error.hpp"
#include "scree/law/pressure.hpp"
#include "scree/planar/algorithms.hpp"
#include "scree/world/state/state.hpp"

#include <algorithm>

namespace scree {

void World::update_ledger() {
  ledger.kinetic = bodies.kinetic_energy();
  ledger.potential = 0;
  for (int i = 0; i < bodies.count(); ++i) {
    if (bodies.freedom[i] == Freedom::free)
      ledger.potential -= bodies.mass[i] * dot(settings.gravity, bodies.position[i]);
  }
}

Real World::largest_overlap() const {
  Real largest = 0;
  for (const BatchContacts& c : contacts.batches) {
    for (const TouchingPair& t : c.touching) {
      const ListedPair& pair = pairs.pairs[t.pair];
      Real radius = bodies.radius[pair.a];
      if (!with_wall(pair.kind)) radius = std::min(radius, bodies.radius[pair.b]);
      for (int i = t.first; i < t.first + t.count; ++i)
        largest = std::max(largest, c.points[i].overlap / radius);
    }
  }
  return largest;
}

Real contact_stiffness(const World& w, int body, const ContactProperties& p) {
  const Shape& shape = w.shapes[w.bodies.shape[body]];
  const Real scale = w.bodies.scale[body], radius = scale * shape.equivalent_radius;
  if (w.settings.law == LawKind::linear) return p.normal_stiffness;
  if (w.settings.law == LawKind::hertz_mindlin) return 2 * p.young * radius * std::sqrt(0.01);
  if (shape.kind == ShapeKind::mesh)
    return p.layer_stiffness * scale * scale * w.shapes.meshes[shape.index].largest_patch;
  return SphereContact::on_wall(radius).slope(p.layer_stiffness, 0.02 * radius);
}

namespace {

/// Checks that the walls of a 2D world move in its plane and rotate about z only.
void check_plane(const Motions& motions, const Walls& walls) {
  const auto check = [&](bool stays, int wall) {
    if (!stays)
      fail("the motion of the wall '{}' leaves the plane: it may move along x and y, and turn about z.",
           walls.all[wall].name);
  };
  for (const MotionPhase& m : motions.phases)
    check(m.velocity.z == 0 && m.spin.x == 0 && m.spin.y == 0, m.wall);
  for (const MotionTable& m : motions.tables) {
    check(m.axis.x == 0 && m.axis.y == 0, m.wall);
    for (const MotionTable::Entry& e : m.entries) check(e.position.z == 0, m.wall);
  }
  for (const Vibration& m : motions.vibrations) check(m.amplitude.z == 0, m.wall);
  for (const Servo& m : motions.servos) check(m.direction.z == 0, m.wall);
}

/// Checks that everything lies in the plane z = 0 if any shape is planar. Otherwise bodies would leave
/// the plane.
void check_plane(const World& w) {
  const auto planar = [](const Shape& s) { return s.planar(); };
  if (std::none_of(w.shapes.all.begin(), w.shapes.all.end(), planar)) {
    if (!w.walls.lines.empty())
      fail("the wall '{}' is a line, which is for bodies in the plane. In space use a plane or a mesh.",
           w.walls.all[w.walls.lines[0].wall].name);
    return;
  }
  for (const Shape& s : w.shapes.all) {
    if (!s.planar())
      fail("'{}' is a body in space, but other bodies are in the plane. Use polygons and discs only.",
           s.name);
  }
  if (w.settings.law == LawKind::pressure)
    fail("the law pressure is for bodies in space. In the plane use linear or hertz_mindlin.");
  if (planar::find_algorithm(w.settings.algorithm) == nullptr)
    fail("there is no algorithm '{}' in the plane. 'scree list' shows all.", w.settings.algorithm);
  if (w.settings.gravity.z != 0) fail("gravity leaves the plane: its z must be 0, as in [0, -9.81, 0].");
  if (!w.walls.cylinders.empty() || !w.walls.planar_patches.empty())
    fail(
        "cylinders and meshes cannot be walls in the plane. Use lines, boxes, and planes whose normals have "
        "z = 0.");
  for (const PlaneSurface& s : w.walls.planes) {
    if (s.plane.normal.z != 0)
      fail("the wall '{}' leaves the plane: the z of its normal must be 0.", w.walls.all[s.wall].name);
  }
  check_plane(w.motions, w.walls);
  for (int i = 0; i < w.bodies.count(); ++i) {
    const Bodies& b = w.bodies;
    if (b.position[i].z != 0 || b.velocity[i].z != 0 || b.spin[i].x != 0 || b.spin[i].y != 0 ||
        b.orientation[i].x != 0 || b.orientation[i].y != 0)
      fail("body {} leaves the plane: its z must be 0, and it may turn about z only.", b.id[i]);
  }
}

}  // namespace

void prepare(World& w) {
  check(w.motions, w.walls);
  check_plane(w);
  const bool pressure = w.settings.law == LawKind::pressure;
  for (const Shape& s : w.shapes.all) {
    if (pressure && s.kind != ShapeKind::mesh && s.kind != ShapeKind::sphere)
      fail("'{}' is neither a mesh nor a sphere, and the law pressure supports only these. Use another law.",
           s.name);
    if (!pressure && s.kind == ShapeKind::mesh)
      fail("'{}' is a mesh, which only the law pressure supports. Use this law, or polyhedra.", s.name);
  }
  if (pressure && w.materials.any_rolling())
    fail("rolling friction cannot be combined with the law pressure. Leave it out.");
  if (!(w.pairs.skin > 0)) {
    // The skin is a tenth of the radius of a small body. Lists then last some tens of steps in a flow and
    // forever in a packing.
    std::vector<Real> radii = w.bodies.radius;
    if (radii.empty()) radii.push_back(1);
    std::nth_element(radii.begin(), radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 10),
                     radii.end());
    w.pairs.skin = 0.1 * radii[radii.size() / 10];
  }
  if (w.steps == 0 && w.settings.solver == Solver::explicit_steps) find_forces_now(w);
  w.update_ledger();
  if (w.steps == 0) w.first_total = w.ledger.total();
}

Real critical_step(const World& w) {
  Real shortest = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < w.bodies.count(); ++i) {
    if (w.bodies.freedom[i] != Freedom::free) continue;
    Real stiffest = 0, damped = 0;
    const Shape& shape = w.shapes[w.bodies.shape[i]];
    for (std::size_t m = 0; m < w.materials.materials.size(); ++m) {
      const ContactProperties& p = w.materials.of(w.bodies.material[i], static_cast<int>(m));
      stiffest = std::max(stiffest, contact_stiffness(w, i, p));
      damped = std::max(damped, p.damping_ratio);
    }
    // A corner reacts as if the body were lighter by the factor 1 + lever, and the reduced mass of two
    // equal bodies is half the mass of one. Dashpots act on velocities of the previous step and shorten the
    // step further.
    const Real undamped = std::sqrt(2 * w.bodies.mass[i] / (stiffest * (1 + shape.lever)));
    shortest = std::min(shortest, undamped * (std::sqrt(1 + damped * damped) - damped));
  }
  return shortest;
}

}  // namespace scree
