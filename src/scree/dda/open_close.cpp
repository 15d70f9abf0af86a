#include "scree/dda/open_close.hpp"

#include "scree/dda/block_system.hpp"

#include <optional>

namespace scree::dda {
namespace {

constexpr int most_rounds = 24;
// Largest change of the friction forces in the last round, as a fraction of the largest normal force.
constexpr Real friction_slack = 1e-5;

/// Returns the derivative of a spring's stretch with respect to each unknown of a body at its end.
template <int dof>
Eigen::Matrix<Real, dof, 1> row(Vec3 direction, Vec3 arm) {
  const Vec3 lever = cross(arm, direction);
  Eigen::Matrix<Real, dof, 1> r;
  if constexpr (dof == 6) {
    r << direction.x, direction.y, direction.z, lever.x, lever.y, lever.z;
  } else {
    r << direction.x, direction.y, lever.z;
  }
  return r;
}

template <int dof>
Displacement displacement_of(const Eigen::Matrix<Real, dof, 1>& x) {
  if constexpr (dof == 6) {
    return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
  } else {
    return {{x[0], x[1], 0}, {0, 0, x[2]}};
  }
}

/// Returns the inertia of a body about its centroid, in the frame of the world.
Mat3 inertia_of(const Bodies& b, int i) {
  const Mat3 r = to_matrix(b.orientation[i]);
  const Vec3 m = b.inertia[i];
  return r * diagonal(m) * transpose(r);
}

/// Finds two unit vectors perpendicular to the normal. In 2D the second one is perpendicular to the plane
/// of motion.
void find_tangents(Vec3 normal, Vec3& first, Vec3& second) {
  second = std::abs(normal.z) < 0.9 ? normalized(cross(normal, {0, 0, 1})) : Vec3{1, 0, 0};
  first = normalized(cross(second, normal));
  second = cross(normal, first);
}

template <int dof>
class Rounds {
 public:
  using System = BlockSystem<dof>;
  using Vector = typename System::Vector;

  Rounds(const World& w, Real h, std::span<Spring> springs)
      : world_(w), h_(h), springs_(springs), unknown_(w.bodies.count(), -1) {
    for (int i = 0; i < w.bodies.count(); ++i) {
      if (w.bodies.freedom[i] == Freedom::free) unknown_[i] = count_++;
    }
    std::vector<std::pair<int, int>> couples;
    for (const Spring& s : springs) {
      const int a = unknown_of(s.a), b = unknown_of(s.b);
      if (a >= 0 && b >= 0) couples.emplace_back(std::minmax(a, b));
    }
    std::sort(couples.begin(), couples.end());
    couples.erase(std::unique(couples.begin(), couples.end()), couples.end());
    system_.emplace(count_, std::move(couples));
    x_.assign(count_, Vector::Zero());
    for (int i = 0; i < w.bodies.count(); ++i) {  // free motion is the initial guess
      if (unknown_[i] >= 0) x_[unknown_[i]] = h * row_of(w.bodies.velocity[i], w.bodies.spin[i]);
    }
  }

  OpenClose run() {
    OpenClose end;
    while (end.rounds < most_rounds && !end.converged) {
      ++end.rounds;
      assemble();
      system_->solve(x_);
      end.converged = update_states() && !break_bonds();
    }
    return end;
  }

  void displacements(std::vector<Displacement>& all) const {
    const Bodies& b = world_.bodies;
    all.assign(b.count(), {});
    for (int i = 0; i < b.count(); ++i) {
      if (unknown_[i] >= 0) {
        all[i] = displacement_of<dof>(x_[unknown_[i]]);
      } else if (b.freedom[i] == Freedom::prescribed) {
        all[i] = {h_ * b.velocity[i], h_ * b.spin[i]};
      }
    }
  }

 private:
  const World& world_;
  Real h_;
  std::span<Spring> springs_;
  std::vector<int> unknown_;  // index of the unknowns of each body; -1: it has none
  int count_ = 0;
  std::optional<System> system_;  // created once the couples are known
  std::vector<Vector> x_;

  static Vector row_of(Vec3 shift, Vec3 rotation) {
    Vector v;
    if constexpr (dof == 6) {
      v << shift.x, shift.y, shift.z, rotation.x, rotation.y, rotation.z;
    } else {
      v << shift.x, shift.y, rotation.z;
    }
    return v;
  }
  int unknown_of(int body) const { return body < 0 ? -1 : unknown_[body]; }

  void assemble() {
    System& system = *system_;
    system.clear();
    const Bodies& b = world_.bodies;
    const bool rests = world_.settings.dda.is_static;
    for (int i = 0; i < b.count(); ++i) {
      const int u = unknown_[i];
      if (u < 0) continue;
      const Mat3 inertia = inertia_of(b, i);
      const Real factor = 2 / (h_ * h_);
      auto& block = system.diagonal(u);
      if constexpr (dof == 6) {
        for (int r = 0; r < 3; ++r) block(r, r) = factor * b.mass[i];
        for (int r = 0; r < 3; ++r) {
          for (int c = 0; c < 3; ++c) block(3 + r, 3 + c) = factor * inertia(r, c);
        }
      } else {
        block(0, 0) = block(1, 1) = factor * b.mass[i];
        block(2, 2) = factor * inertia(2, 2);
      }
      const Vec3 velocity = rests ? Vec3{} : b.velocity[i], spin = rests ? Vec3{} : b.spin[i];
      const Vec3 momentum = inertia * spin;
      system.right(u) = row_of((2 / h_ * b.mass[i]) * velocity + b.mass[i] * world_.settings.gravity,
                               2 / h_ * momentum - cross(spin, momentum));
    }
    for (const Spring& s : springs_) {
      if (s.state == State::open) continue;
      add(s, s.normal, s.stiffness + s.damping / h_,
          -s.stiffness * s.gap - (s.stiffness + s.damping / h_) * dot(s.driven, s.normal));
      Vec3 tangents[2];
      find_tangents(s.normal, tangents[0], tangents[1]);
      const Real stiffness = s.holding * (s.tangential_stiffness + s.tangential_damping / h_);
      const Vec3 held = s.holding * s.tangential_stiffness * s.shear;
      for (const Vec3 t : tangents) add(s, t, stiffness, -dot(held, t) - stiffness * dot(s.driven, t));
    }
  }

  void add(const Spring& s, Vec3 direction, Real stiffness, Real force_on_b) {
    const int a = unknown_of(s.a), b = unknown_of(s.b);
    const Vector row_a = -row<dof>(direction, s.arm_a), row_b = row<dof>(direction, s.arm_b);
    system_->add(a, row_a, b, row_b, stiffness);
    if (a >= 0) system_->right(a) += force_on_b * row_a;
    if (b >= 0) system_->right(b) += force_on_b * row_b;
  }

  /// Returns the displacement of B's point relative to A's.
  Vec3 parting(const Spring& s) const {
    Vec3 displacement = s.driven;
    if (const int a = unknown_of(s.a); a >= 0) {
      const Displacement d = displacement_of<dof>(x_[a]);
      displacement -= d.shift + cross(d.rotation, s.arm_a);
    }
    if (const int b = unknown_of(s.b); b >= 0) {
      const Displacement d = displacement_of<dof>(x_[b]);
      displacement += d.shift + cross(d.rotation, s.arm_b);
    }
    return displacement;
  }

  /// Breaks the bonds whose strength is exceeded. Call it only after all other states have converged. Returns
  /// true if a bond broke.
  bool break_bonds() {
    bool broke = false;
    for (Spring& s : springs_) {
      if (!s.bonded) continue;
      const Real limit = std::max(0.0, s.friction * s.pressed) + s.cohesion;
      if (!(s.pressed < -s.tension || length(s.dragged) > limit)) continue;
      s.bonded = false, broke = true;
    }
    return broke;
  }

  /// Sets the state of each spring for the current displacements. Returns true if no state changed and
  /// friction has converged.
  bool update_states() {
    bool converged = true;
    Real largest = 0, off = 0;
    for (Spring& s : springs_) {
      const Vec3 displacement = parting(s);
      const Real along = dot(displacement, s.normal), gap = s.gap + along;
      const Vec3 slip = displacement - along * s.normal;
      const Real pressed = -(s.stiffness * gap + s.damping / h_ * along);
      // A dashpot must not pull back bodies that separate fast.
      if (!s.bonded && (s.state == State::open ? !(gap < 0 && pressed > 0) : pressed < 0)) {
        converged = converged && s.state == State::open;
        s.state = State::open;
        s.pressed = 0;
        s.dragged = {};
        s.holding = 1;
        continue;
      }
      converged = converged && s.state != State::open;
      s.pressed = pressed;
      // Force of the tangential spring and dashpot if the contact did not slip.
      const Vec3 pull = s.tangential_stiffness * (s.shear + slip) + (s.tangential_damping / h_) * slip;
      const Real limit = std::max(0.0, s.friction * pressed), whole = length(pull);
      const Real before = s.holding;
      s.holding = whole > limit && !s.bonded ? limit / whole : 1;
      s.state = s.holding < 1 ? State::slide : State::lock;
      s.dragged = -s.holding * pull;
      largest = std::max(largest, pressed);
      off = std::max(off, std::abs(s.holding - before) * whole);
    }
    return converged && off <= friction_slack * largest;
  }
};

template <int dof>
OpenClose solve(const World& w, Real h, std::span<Spring> springs, std::vector<Displacement>& all) {
  Rounds<dof> rounds(w, h, springs);
  const OpenClose end = rounds.run();
  rounds.displacements(all);
  return end;
}

bool in_plane(const World& w) { return !w.shapes.all.empty() && w.shapes.all.front().planar(); }

}  // namespace

OpenClose open_close(const World& world, Real h, std::span<Spring> springs, std::vector<Displacement>& all) {
  return in_plane(world) ? solve<3>(world, h, springs, all) : solve<6>(world, h, springs, all);
}

}  // namespace scree::dda
