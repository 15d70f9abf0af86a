// Materials of bodies, and the properties of contacts between two materials.
#pragma once

#include "scree/math/vec.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace scree {

/// Properties of a contact between two materials. Only the values for the law in use have an effect.
struct ContactProperties {
  // linear
  Real normal_stiffness = 1e5;      // N/m
  Real tangential_stiffness = 8e4;  // N/m
  // Hertz-Mindlin: effective moduli, Pa
  Real young = 0;  // 1 / ((1 - nu_a^2) / E_a + (1 - nu_b^2) / E_b)
  Real shear = 0;  // 1 / ((2 - nu_a) / G_a + (2 - nu_b) / G_b)
  // pressure
  Real layer_stiffness = 3e7;     // Pa/m, of both layers together
  Real tangential_damping = 4e6;  // kg/(m2 s)
  Real sphere_damping_ratio = 0;  // used if the force grows with the square of the overlap
  // all
  Real restitution = 0.5;
  Real friction = 0.5;
  Real rolling_friction = 0;  // fraction of the radius of the smaller body
  Real damping_ratio = 0;     // fraction of critical damping, computed from the restitution
  // Strengths of the bonds that the implicit solver creates at the beginning, Pa.
  Real cohesion = 0, tension = 0;

  bool is_elastic() const { return damping_ratio == 0; }
};

struct Material {
  std::string name;
  Real density = 2650;  // kg/m3
  Real least_mass = 0;  // kg; lighter bodies are made denser, so that a few do not shorten the step for all
  Real normal_stiffness = 1e5, tangential_stiffness = 8e4;
  Real young = 1e8, poisson = 0.25;
  Real layer_stiffness = 3e7, tangential_damping = 4e6;
  Real restitution = 0.5, friction = 0.5, rolling_friction = 0;
  Real cohesion = 0, tension = 0;  // Pa

  /// Density of a body of the given volume.
  Real density_of(Real volume) const { return std::max(density, least_mass / volume); }
};

enum class LawKind : unsigned char { linear, hertz_mindlin, pressure };

constexpr std::string_view law_name(LawKind law) {
  return law == LawKind::linear ? "linear" : law == LawKind::hertz_mindlin ? "hertz_mindlin" : "pressure";
}

/// Damping ratio at which an impact on a linear spring and dashpot has the given restitution. The contact
/// ends when the force has fallen to zero, so it never pulls (Schwager and Poeschel 2007).
Real linear_damping_ratio(Real restitution);

/// Damping ratio of a Hertz contact with the damping of Tsuji et al. 1992.
Real hertz_damping_ratio(Real restitution);

/// Damping ratio for a force that grows with the square of the overlap. The damping is proportional to the
/// square root of the slope of the force.
Real square_damping_ratio(Real restitution);

/// Combines two materials whose pair has no properties of its own. Stiffnesses act in series, and two
/// equal stiffnesses stay as they are. Friction, rolling friction and restitution are the smaller of the
/// two values.
ContactProperties combine(const Material& a, const Material& b);

/// Smallest restitution for which damping is computed. As the restitution goes to 0, the damping ratio grows
/// without bound and the critical step shrinks. The ratio is 0.5 at a restitution of 0.3, 4.8 at 0.01 and
/// 1000 or more at 0.
inline constexpr Real least_restitution = 0.01;

/// Computes the damping ratio from the restitution. A restitution below `least_restitution` counts as
/// that value.
void finish(ContactProperties& properties, LawKind law);

/// Properties of every pair of materials.
struct MaterialTable {
  std::vector<Material> materials;
  std::vector<ContactProperties> pairs;  // row by row

  const ContactProperties& of(int a, int b) const {
    return pairs[static_cast<std::size_t>(a) * materials.size() + b];
  }
  ContactProperties& of(int a, int b) { return pairs[static_cast<std::size_t>(a) * materials.size() + b]; }
  bool any_rolling() const {
    for (const ContactProperties& p : pairs) {
      if (p.rolling_friction > 0) return true;
    }
    return false;
  }
  /// True if contacts between some pair of materials lose no energy along the normal.
  bool any_elastic() const {
    return std::any_of(pairs.begin(), pairs.end(), [](const ContactProperties& p) { return p.is_elastic(); });
  }
  /// Sets the properties of every pair of materials with `combine`.
  void combine_all(LawKind law);
  /// Sets the properties of one pair of materials.
  void set(int a, int b, ContactProperties properties, LawKind law);
};

}  // namespace scree
