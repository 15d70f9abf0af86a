// Pressure over the polygons of facet contacts, integrated to forces and moments (Smeets, Odenthal,
// Vanmaercke, Ramon 2015, sections 2.2 to 2.4), and the matching law for spheres.
//
// At a point of the contact polygon S12 the normal pressure is layer stiffness x overlap + damping x closing
// speed, never less than zero (equations 4 and 5; the paper says nothing about tension). The tangential
// pressure opposes the sliding and is the smaller of damping x speed and friction x normal pressure
// (equations 9 and 10). Forces are sums over the points of a quadrature rule on the triangles of S12
// (equation 6).
//
// Damping: equation 5 leaves its coefficient open. It is chosen so that two bodies that collide over a
// planar contact of size `area` keep the fraction e of their speed. The contact ends when the pressure has
// fallen to zero.
#pragma once

#include "scree/contact/facets/polygon_pressure.hpp"
#include "scree/law/contact_law.hpp"

#include <numbers>

namespace scree {

/// Quadrature rule on a triangle. Each point has two of its barycentric coordinates and its fraction of
/// the area.
struct TriangleRule {
  int count;
  struct Point {
    Real u, v, fraction;
  } point[6];
};

/// Quadrature rules that are exact for polynomials of degree 1, 2 or 4; the rule of degree 4 is by
/// Dunavant (1985). Overlaps are linear, so a rule of degree 2 integrates elastic forces and moments exactly.
inline constexpr TriangleRule rule_1 = {1, {{1.0 / 3, 1.0 / 3, 1}}};
inline constexpr TriangleRule rule_2 = {
    3, {{1.0 / 6, 1.0 / 6, 1.0 / 3}, {2.0 / 3, 1.0 / 6, 1.0 / 3}, {1.0 / 6, 2.0 / 3, 1.0 / 3}}};
inline constexpr TriangleRule rule_4 = {6,
                                        {{0.44594849091596489, 0.44594849091596489, 0.22338158967801147},
                                         {0.10810301816807023, 0.44594849091596489, 0.22338158967801147},
                                         {0.44594849091596489, 0.10810301816807023, 0.22338158967801147},
                                         {0.091576213509770743, 0.091576213509770743, 0.10995174365532187},
                                         {0.81684757298045851, 0.091576213509770743, 0.10995174365532187},
                                         {0.091576213509770743, 0.81684757298045851, 0.10995174365532187}}};
constexpr const TriangleRule& triangle_rule(int degree) {
  return degree <= 1 ? rule_1 : degree <= 2 ? rule_2 : rule_4;
}

/// Calls visit(point, overlap, area) for the quadrature points of the triangles of S12, which form a fan
/// around its first corner. `plane` maps the polygon to space.
template <class Visit>
SCREE_HD void for_each_point(const FacetContact& c, const ContactPlane& plane, const TriangleRule& rule,
                             Visit visit) {
  const FacetContact::Corner o = c.corner[0];
  for (int i = 2; i < c.count; ++i) {
    const FacetContact::Corner &p = c.corner[i - 1], &q = c.corner[i];
    const Real px = p.x - o.x, py = p.y - o.y, qx = q.x - o.x, qy = q.y - o.y;
    const Real area = 0.5 * c.share * (px * qy - py * qx);
    if (!(area > 0)) continue;
    const Real op = p.overlap - o.overlap, oq = q.overlap - o.overlap;
    for (int k = 0; k < rule.count; ++k) {
      const TriangleRule::Point& at = rule.point[k];
      visit(plane.at(o.x + at.u * px + at.v * qx, o.y + at.u * py + at.v * qy),
            o.overlap + at.u * op + at.v * oq, at.fraction * area);
    }
  }
}

struct PressureLaw {
  Real stiffness = 0;           // kl, Pa/m
  Real damping = 0;             // cl, kg/(m2 s)
  Real tangential_damping = 0;  // ct, kg/(m2 s)
  Real friction = 0;
};

struct Traction {
  Real normal = 0;  // Pa, pushes the second body along the normal
  Vec3 drag;        // Pa, acts on the first body; the second one gets the opposite
  Real closing = 0;
  Vec3 sliding;  // m/s, velocity of the second body relative to the first

  SCREE_HD Vec3 on_second(Vec3 n) const { return normal * n - drag; }
};

/// Traction at a point of a contact. `velocity` is the velocity of the second body relative to the
/// first (equation 3). `held` is the friction that has built up, as a fraction of the normal
/// pressure (HeldFriction).
SCREE_HD SCREE_ALWAYS_INLINE inline Traction traction(const PressureLaw& law, Vec3 normal, Real overlap,
                                                      Vec3 velocity, Vec3 held = {}) {
  Traction t;
  const Real opening = dot(velocity, normal);
  const Real pressure = law.stiffness * overlap - law.damping * opening;
  t.normal = pressure > 0 ? pressure : 0;
  t.closing = -opening;
  t.sliding = velocity - opening * normal;
  t.drag = law.tangential_damping * t.sliding + t.normal * (held - dot(held, normal) * normal);
  const Real squared = length_squared(t.drag), limit = law.friction * t.normal;
  if (squared > limit * limit) t.drag = (limit / std::sqrt(squared)) * t.drag;
  return t;
}

/// Motion of the second body relative to the first, and the state of the law between them.
struct PressingPair {
  // The velocity of the second body relative to the first is base + relative_spin x (position - origin).
  Vec3 origin, base, relative_spin;
  Vec3 held;               // friction that has built up, as a fraction of the normal pressure (HeldFriction)
  Real whole_damping = 0;  // full tangential coefficient; the law stores the one reduced for the step

  SCREE_HD Vec3 velocity_at(Vec3 arm) const { return base + cross(relative_spin, arm); }
};

/// Contribution of a point to the sums of its pair.
struct PressedPoint {
  Vec3 force, moment;             // on the second body; the moment is about the origin of the first one
  Vec3 push, drag, drag_of_left;  // N, see HeldFriction
  Real pressing = 0, left = 0, whole = 0;
  Real stored = 0, power = 0, damping = 0, sliding = 0;  // `stored` in J, the others in W
};

/// Contribution of one point. `elastic` is the pressure of the spring at the point, `stored` the energy of
/// the spring over the area.
SCREE_HD SCREE_ALWAYS_INLINE inline PressedPoint press(const PressureLaw& law, const PressingPair& pair,
                                                       Vec3 position, Vec3 normal, Real overlap, Real area,
                                                       Real elastic, Real stored) {
  const Vec3 arm = position - pair.origin;
  const Traction t = traction(law, normal, overlap, pair.velocity_at(arm), pair.held);
  PressedPoint p;
  p.force = area * t.on_second(normal);
  p.moment = cross(arm, p.force);
  p.pressing = area * t.normal, p.push = p.pressing * normal;
  p.left = area * law.tangential_damping;
  p.whole = area * pair.whole_damping;
  p.drag = area * t.drag, p.drag_of_left = p.left * t.sliding;
  p.stored = stored, p.power = area * elastic * t.closing;
  p.damping = area * (t.normal - elastic) * t.closing;
  p.sliding = area * dot(t.drag, t.sliding);
  return p;
}

/// Contribution of one point at which layers with the stiffness of the law press.
SCREE_HD SCREE_ALWAYS_INLINE inline PressedPoint press_layer(const PressureLaw& law, const PressingPair& pair,
                                                             Vec3 position, Vec3 normal, Real overlap,
                                                             Real area) {
  const Real elastic = law.stiffness * overlap;
  return press(law, pair, position, normal, overlap, area, elastic, 0.5 * area * elastic * overlap);
}

/// Force and moment of a facet contact on the second body; the moment is about the contact point (equations
/// 7, 8, 11, 12). The first body gets the opposite. The moment about the centre of a body also includes
/// (contact point - centre) x force (equations 13 to 16).
struct FacetForce {
  Vec3 force, moment;
};

/// `velocity_at(x)` returns the velocity of the second body relative to the first.
template <class Velocity>
SCREE_HD FacetForce facet_force(const PressureLaw& law, const FacetContact& c, const TriangleRule& rule,
                                Velocity velocity_at) {
  FacetForce sum;
  const Vec3 point = contact_point(c);
  for_each_point(c, c.plane, rule, [&](Vec3 x, Real overlap, Real area) {
    const Vec3 f = area * traction(law, c.normal, overlap, velocity_at(x)).on_second(c.normal);
    sum.force += f, sum.moment += cross(x - point, f);
  });
  return sum;
}

/// Reduces the coefficient of a tangential dashpot, because the dashpot acts on the speed at the end of a
/// step. The dashpot of a realistic contact stops a body within much less than a step, so the full
/// coefficient would reverse the sliding in every step. The factor `several` allows for several contacts of a
/// body that act at once.
SCREE_HD inline Real left_within_step(Real damping, Real area, Real compliance, Real dt) {
  constexpr Real several = 2;
  return damping / (1 + several * damping * area * compliance * dt);
}

/// Friction with which a pair of bodies resists without sliding, as a fraction of the normal pressure.
///
/// The reduced dashpot of a step (`left`) balances a steady load only while the bodies slide, and they slide
/// far faster than under the whole dashpot. Bodies at rest would therefore creep, and a longer step would
/// make them creep faster. For this reason friction builds up while the bodies slide faster than the whole
/// dashpot allows under the present drag:
///   d(held x pressing) / dt = (sliding - drag / whole dashpot) x reduced dashpot / (16 steps).
/// The remaining creep is the creep of the published law. With 16 steps a pushed body comes to rest without
/// oscillation (8 would be critical). As steps get shorter, the reduced dashpot approaches the whole one, and
/// the held friction approaches zero.
struct HeldFriction {
  Vec3 ratio;                // friction / normal pressure; |ratio| <= friction
  Vec3 push;                 // sums over the points of the pair, N
  Vec3 drag, drag_of_left;   // N
  Real pressing = 0;         // N
  Real left = 0, whole = 0;  // reduced and whole dashpot, N s/m

  SCREE_HD HeldFriction(Vec3 before, Vec3 mean_spin, Real dt)
      : ratio(before + dt * cross(mean_spin, before)) {}

  SCREE_HD void add(const PressedPoint& p) {
    pressing += p.pressing, push += p.push;
    drag += p.drag, drag_of_left += p.drag_of_left;
    left += p.left, whole += p.whole;
  }

  /// Returns the friction after all points of the step have been added.
  SCREE_HD Vec3 after(Real friction) const {
    constexpr Real steps = 16;
    if (!(pressing > 0 && whole > 0)) return {};
    Vec3 held = ratio + (1 / (steps * pressing)) * (drag_of_left - (left / whole) * drag);
    const Real squared = length_squared(push);  // zero if the pushes on a body cancel
    if (squared > 0) held -= (dot(held, push) / squared) * push;
    const Real size = length(held);
    return size > friction ? (friction / size) * held : held;
  }
};

/// Coefficient cl for two bodies with this reduced mass that meet on a planar contact of this area.
inline Real layer_damping(Real stiffness, Real damping_ratio, Real reduced_mass, Real area) {
  return 2 * damping_ratio * std::sqrt(stiffness * reduced_mass / area);
}

/// Contact of spheres: force = layer stiffness x area of the circle in which they meet x half the overlap.
/// On a plane this gives F = pi kl d^2 (R - d / 2), equation 19. Two equal spheres give
/// (pi / 2) kl d^2 (R - d / 4). The area is exact in both cases, and exact to second order in d / R
/// in between.
struct SphereContact {
  Real radius;  // 1 / (1 / R_a + 1 / R_b); on a wall the radius of the sphere
  Real bend;    // 1 - 3 R_a R_b / (R_a + R_b)^2; on a wall 1

  SCREE_HD static SphereContact of(Real a, Real b) {
    const Real sum = a + b, product = a * b;
    return {product / sum, 1 - 3 * product / (sum * sum)};
  }
  SCREE_HD static SphereContact on_wall(Real radius) { return {radius, 1}; }

  SCREE_HD Real area(Real overlap) const {
    return std::numbers::pi * overlap * (2 * radius - bend * overlap);
  }
  SCREE_HD Real force(Real stiffness, Real overlap) const {
    return 0.5 * stiffness * area(overlap) * overlap;
  }
  SCREE_HD Real slope(Real stiffness, Real overlap) const {
    return std::numbers::pi * stiffness * overlap * (2 * radius - 1.5 * bend * overlap);
  }
  SCREE_HD Real energy(Real stiffness, Real overlap) const {
    return std::numbers::pi * stiffness * overlap * overlap * overlap * (radius / 3 - bend * overlap / 8);
  }
};

}  // namespace scree
