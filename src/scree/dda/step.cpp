#include "scree/dda/step.hpp"

#include "scree/dda/bonds.hpp"
#include "scree/dda/find_springs.hpp"
#include "scree/dda/open_close.hpp"
#include "scree/error.hpp"
#include "scree/world/forces/forces.hpp"

#include <cmath>

namespace scree::dda {
namespace {

constexpr int most_halvings = 8;

/// Largest relative displacement of two pressing corners in one substep, as a fraction of the shortest edge.
/// A contact whose features change pushes at once with the overlap that it then has.
constexpr Real sharpest = 0.002;

/// Deepest overlap for which the tolerance is widened, as a fraction of the shortest edge.
constexpr Real deepest_searched = 0.005;

/// Returns an upper bound on the displacement of a body's corners.
Real displacement_bound(const World& w, int i, Vec3 shift, Vec3 rotation) {
  return length(shift) + length(rotation) * w.bodies.radius[i];
}

/// Predicts the largest displacement of a corner in a step from the state before the step.
Real expected_displacement(const World& w, Real h) {
  const Real fall = h * h * length(w.settings.gravity);
  Real most = fall;
  for (int i = 0; i < w.bodies.count(); ++i)
    most = std::max(most, displacement_bound(w, i, h * w.bodies.velocity[i], h * w.bodies.spin[i]) + fall);
  for (const Wall& wall : w.walls.all) most = std::max(most, h * length(wall.velocity));
  return most;
}

/// Returns the size of the model: the diagonal of the box around all bodies.
Real size_of_model(const World& w) {
  Vec3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  for (int i = 0; i < w.bodies.count(); ++i) {
    for (int c = 0; c < 3; ++c) {
      low[c] = std::min(low[c], w.bodies.position[i][c] - w.bodies.radius[i]);
      high[c] = std::max(high[c], w.bodies.position[i][c] + w.bodies.radius[i]);
    }
  }
  return w.bodies.count() > 0 ? length(high - low) : 1;
}

struct Attempt {
  std::vector<Spring> springs;
  std::vector<Displacement> displacements;
  OpenClose end;
  Real largest_displacement = 0;  // displacement of the corner that moves farthest
  Real parting = 0;               // largest relative displacement of the two points of a pressing contact
};

/// Returns the displacement of B's point relative to A's.
Vec3 parting(const Spring& s, const std::vector<Displacement>& all) {
  const Displacement &a = all[s.a], none{}, &b = s.b < 0 ? none : all[s.b];
  const Vec3 displacement = b.shift + cross(b.rotation, s.arm_b) - a.shift - cross(a.rotation, s.arm_a);
  return s.b < 0 ? displacement + s.driven : displacement;
}

/// Finds the contacts, then the displacements. Repeats the search with a wider tolerance if corners moved
/// farther than expected, because it could have missed a contact.
Attempt attempt(World& w, Real h) {
  const Real edge = shortest_edge(w), size = size_of_model(w);
  Real expected = 1.2 * expected_displacement(w, h) + 1e-9 * size;
  Attempt a;
  for (int tries = 0; tries < 4; ++tries) {
    // The tolerance covers the overlaps of contacts at rest, but not the larger overlaps of soft contacts
    // that are pressed fast. Within a wide tolerance, corners press that are merely near each other, and
    // overlaps become larger still.
    const Real tolerance =
        std::min(2 * expected + 2 * std::min(w.dda.deepest, deepest_searched * edge), 0.5 * edge);
    find_neighbours(w, tolerance);
    a.springs = find_springs(w, tolerance, h);
    if (w.dda.substeps == 0 && w.dda.bonds.empty()) make_bonds(w, a.springs);
    apply_bonds(w, a.springs);
    a.end = open_close(w, h, a.springs, a.displacements);
    a.largest_displacement = 0;
    for (int i = 0; i < w.bodies.count(); ++i)
      a.largest_displacement =
          std::max(a.largest_displacement,
                   displacement_bound(w, i, a.displacements[i].shift, a.displacements[i].rotation));
    if (!(a.largest_displacement > expected) || tolerance >= 0.5 * edge) break;
    expected = 1.2 * a.largest_displacement;
  }
  a.parting = 0;
  for (const Spring& s : a.springs) {
    if (s.b >= 0 && s.state != State::open)
      a.parting = std::max(a.parting, length(parting(s, a.displacements)));
  }
  return a;
}

/// Converts a rotation vector to a quaternion. The direction of the vector is the axis, its length the angle.
Quat rotation_by(Vec3 rotation) {
  const Real angle = length(rotation), half = 0.5 * angle;
  const Real factor = angle > 1e-8 ? std::sin(half) / angle : 0.5;
  return {std::cos(half), factor * rotation.x, factor * rotation.y, factor * rotation.z};
}

void move_bodies(World& w, Real h, const std::vector<Displacement>& all) {
  Bodies& b = w.bodies;
  const bool rests = w.settings.dda.is_static;
  for (int i = 0; i < b.count(); ++i) {
    if (b.freedom[i] == Freedom::fixed) continue;
    b.position[i] += all[i].shift;
    b.orientation[i] = normalized(rotation_by(all[i].rotation) * b.orientation[i]);
    if (b.freedom[i] != Freedom::free) continue;
    b.velocity[i] = rests ? Vec3{} : 2 / h * all[i].shift - b.velocity[i];
    b.spin[i] = rests ? Vec3{} : 2 / h * all[i].rotation - b.spin[i];
    const Vec3 local = rotate(conjugate(b.orientation[i]), b.spin[i]), m = b.inertia[i];
    b.angular_momentum[i] = rotate(b.orientation[i], {m.x * local.x, m.y * local.y, m.z * local.z});
    b.half_velocity[i] = b.velocity[i];
  }
}

/// Stores the pressing springs as contacts of the world, for the next step, output and checkpoints. Returns
/// the energy that friction dissipated.
Real keep_contacts(World& w, const Attempt& a) {
  for (BatchContacts& c : w.contacts.batches) {
    c.touching.clear();
    c.points.clear();
    c.histories.clear();
    c.forces.clear();
    c.energy = {};
    c.failed = 0;
    c.deep = 0;
  }
  w.dda.deepest = 0;
  Real lost = 0;
  for (const Spring& s : a.springs) {
    if (s.state == State::open) continue;
    BatchContacts& c = w.contacts.batches[w.pairs.batch_of[s.pair]];
    if (c.touching.empty() || c.touching.back().pair != s.pair) {
      c.touching.push_back({s.pair, static_cast<int>(c.points.size()), 0});
      c.forces.push_back({});
    }
    const Vec3 displacement = parting(s, a.displacements);
    const Real along = dot(displacement, s.normal), overlap = -(s.gap + along);
    const Vec3 slip = displacement - along * s.normal;
    w.dda.deepest = std::max(w.dda.deepest, overlap);
    Vec3 shear = s.shear + slip;
    if (s.state == State::slide) {
      shear = s.tangential_stiffness > 0 ? (-1 / s.tangential_stiffness) * s.dragged : Vec3{};
      lost -= dot(s.dragged, slip) +
              0.5 * s.tangential_stiffness * (length_squared(shear) - length_squared(s.shear));
    }
    ++c.touching.back().count;
    c.points.push_back({s.point, s.normal, overlap, 1, s.key, {}});
    c.histories.push_back({s.key, shear, s.holding * s.tangential_stiffness, s.pressed, s.dragged});
    c.energy.normal += 0.5 * s.stiffness * overlap * overlap;
    c.energy.tangential += 0.5 * s.tangential_stiffness * length_squared(shear);
    const Vec3 force = s.pressed * s.normal + s.dragged;
    PairForce& f = c.forces.back();
    f.on_b += force;
    f.torque_a -= cross(s.arm_a, force);
    f.torque_b += cross(s.arm_b, force);
    if (s.b < 0) c.energy.walls -= dot(force, s.driven);
  }
  return lost;
}

/// Advances the world by a substep of length h with the result of an attempt.
void advance_substep(World& w, Real h, const Attempt& a) {
  w.update_ledger();
  const Real before = w.ledger.total();
  move_bodies(w, h, a.displacements);
  w.time += h;
  move_walls(w, h);
  const Real friction = keep_contacts(w, a);
  drop_broken_bonds(w, a.springs);
  ContactEnergy sum;
  for (const BatchContacts& c : w.contacts.batches) sum += c.energy;
  sum_forces(w);
  w.ledger.elastic = sum.normal + sum.tangential;
  w.contact_energy = sum;
  w.ledger.walls += sum.walls, w.ledger.friction += friction;
  w.update_ledger();
  w.ledger.damping += before + sum.walls - friction - w.ledger.total();
}

}  // namespace

void prepare(World& w) {
  for (const Shape& s : w.shapes.all) {
    if (s.kind != ShapeKind::polyhedron && s.kind != ShapeKind::polygon)
      fail(
          "the solver dda supports polyhedra, and polygons in the plane; '{}' is neither. Use one of "
          "these, or the explicit solver.",
          s.name);
  }
  if (!w.walls.cylinders.empty() || !w.walls.planar_patches.empty() || !w.walls.lines.empty())
    fail("the solver dda accepts planes and fixed bodies as walls, but no cylinders, meshes or lines.");
  const bool planar = !w.shapes.all.empty() && w.shapes.all.front().planar();
  if (planar && w.settings.dda.detector == Detector::fast_common_plane)
    fail(
        "the solver dda supports fast_common_plane in space only. In the plane use "
        "fast_direct_search.");
  if (w.settings.law != LawKind::linear) fail("the solver dda supports the law linear only.");
  if (w.materials.any_rolling())
    fail("rolling friction cannot be combined with the solver dda. Leave it out.");
  scree::prepare(w);
}

void step(World& w) {
  w.ledger.inserted += insert_due(w);
  const Real limit = w.settings.dda.displacement_limit * size_of_model(w),
             sharp = sharpest * shortest_edge(w);
  // `done` counts in units of the shortest substep. A substep doubles only at a multiple of the
  // doubled length.
  std::int64_t done = 0;
  const std::int64_t whole = std::int64_t{1} << most_halvings;
  while (done < whole) {
    while (w.dda.halvings > 0 && done % (whole >> (w.dda.halvings - 1)) == 0 && w.dda.easy >= 2)
      --w.dda.halvings, w.dda.easy = 0;
    const std::int64_t substep = whole >> w.dda.halvings;
    const Real h = w.settings.dt * static_cast<Real>(substep) / static_cast<Real>(whole);
    const Attempt a = attempt(w, h);
    w.dda.rounds += a.end.rounds;
    if ((!a.end.converged || a.largest_displacement > limit || a.parting > sharp) &&
        w.dda.halvings < most_halvings) {
      ++w.dda.halvings;
      ++w.dda.halved;
      w.dda.easy = 0;
      continue;
    }
    if (!a.end.converged) ++w.dda.unconverged;
    advance_substep(w, h, a);
    done += substep;
    ++w.dda.easy;
    ++w.dda.substeps;
  }
  ++w.steps;
}

}  // namespace scree::dda

namespace scree {

void prepare_solver(World& w) { w.settings.solver == Solver::dda ? dda::prepare(w) : prepare(w); }
void advance(World& w) { w.settings.solver == Solver::dda ? dda::step(w) : step(w); }

}  // namespace scree
