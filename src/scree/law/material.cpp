#include "scree/law/material.hpp"

#include <cmath>
#include <numbers>

namespace scree {
namespace {

/// Restitution of an impact on a linear spring and dashpot, in closed form.
Real restitution_of_linear(Real ratio) {
  if (ratio >= 1) {
    if (ratio == 1) return std::exp(-2);
    const Real s = std::sqrt(ratio * ratio - 1);
    return std::exp(-ratio / s * std::log((ratio + s) / (ratio - s)));
  }
  const Real s = std::sqrt(1 - ratio * ratio);
  // The force k d + c v falls to zero at this phase, before the overlap does.
  const Real end = std::numbers::pi - std::atan2(2 * ratio * s, 1 - 2 * ratio * ratio);
  return std::exp(-ratio / s * end);
}

/// Restitution of an impact with d'' = -force(d) - damping(d) d', computed by integration.
template <class Force, class Damping>
Real restitution_by_steps(Force force, Damping damping) {
  const auto acceleration = [&](Real d, Real v) { return d > 0 ? -(force(d) + damping(d) * v) : 0; };
  constexpr Real h = 1e-3;
  Real d = 0, v = 1;
  d = h * v;                                  // no force acts in the first step
  for (int step = 0; step < 20000; ++step) {  // midpoint rule
    const Real a = acceleration(d, v);
    const Real dm = d + h / 2 * v, vm = v + h / 2 * a;
    d += h * vm, v += h * acceleration(dm, vm);
    if (v < 0 && (d <= 0 || acceleration(d, v) >= 0)) break;
  }
  return v < 0 ? -v : 0;
}

/// Restitution for d'' = -d^(3/2) - 2 ratio sqrt(5/6) sqrt(3/2) d^(1/4) d', which does not depend on
/// the speed.
Real restitution_of_hertz(Real ratio) {
  const Real damping = 2 * ratio * std::sqrt(5.0 / 6) * std::sqrt(1.5);
  return restitution_by_steps([](Real d) { return d * std::sqrt(d); },
                              [&](Real d) { return damping * std::sqrt(std::sqrt(d)); });
}

/// Restitution for d'' = -d^2 - 2 ratio sqrt(2 d) d', which does not depend on the speed either.
Real restitution_of_square(Real ratio) {
  return restitution_by_steps([](Real d) { return d * d; },
                              [&](Real d) { return 2 * ratio * std::sqrt(2 * d); });
}

template <class Restitution>
Real invert(Real wanted, Restitution restitution) {
  if (wanted >= 1) return 0;
  Real low = 0, high = 1;
  while (restitution(high) > wanted && high < 1e3) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const Real middle = 0.5 * (low + high);
    (restitution(middle) > wanted ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

Real in_series(Real a, Real b) { return a + b > 0 ? 2 * a * b / (a + b) : 0; }

}  // namespace

Real linear_damping_ratio(Real restitution) { return invert(restitution, restitution_of_linear); }
Real hertz_damping_ratio(Real restitution) { return invert(restitution, restitution_of_hertz); }
Real square_damping_ratio(Real restitution) { return invert(restitution, restitution_of_square); }

ContactProperties combine(const Material& a, const Material& b) {
  ContactProperties p;
  p.normal_stiffness = in_series(a.normal_stiffness, b.normal_stiffness);
  p.tangential_stiffness = in_series(a.tangential_stiffness, b.tangential_stiffness);
  const auto shear = [](const Material& m) { return m.young / (2 * (1 + m.poisson)); };
  p.young = 1 / ((1 - a.poisson * a.poisson) / a.young + (1 - b.poisson * b.poisson) / b.young);
  p.shear = 1 / ((2 - a.poisson) / shear(a) + (2 - b.poisson) / shear(b));
  p.layer_stiffness = in_series(a.layer_stiffness, b.layer_stiffness);
  p.tangential_damping = in_series(a.tangential_damping, b.tangential_damping);
  p.restitution = std::min(a.restitution, b.restitution);
  p.friction = std::min(a.friction, b.friction);
  p.rolling_friction = std::min(a.rolling_friction, b.rolling_friction);
  p.cohesion = std::min(a.cohesion, b.cohesion);
  p.tension = std::min(a.tension, b.tension);
  return p;
}

void finish(ContactProperties& p, LawKind law) {
  const Real aim = std::max(p.restitution, least_restitution);
  p.damping_ratio = law == LawKind::hertz_mindlin ? hertz_damping_ratio(aim) : linear_damping_ratio(aim);
  if (law == LawKind::pressure) p.sphere_damping_ratio = square_damping_ratio(aim);
}

void MaterialTable::combine_all(LawKind law) {
  const int n = static_cast<int>(materials.size());
  pairs.resize(static_cast<std::size_t>(n) * n);
  for (int a = 0; a < n; ++a) {
    for (int b = a; b < n; ++b) set(a, b, combine(materials[a], materials[b]), law);
  }
}

void MaterialTable::set(int a, int b, ContactProperties properties, LawKind law) {
  finish(properties, law);
  of(a, b) = properties, of(b, a) = properties;
}

}  // namespace scree
