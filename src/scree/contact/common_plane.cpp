#include "scree/contact/common_plane.hpp"

#include "scree/contact/plane.hpp"

namespace scree {
namespace {

constexpr Real largest_step = 0.08748866352592401;     // tan 5 degrees
constexpr Real smallest_step = 1.7453292519943297e-9;  // tan 1e-7 degrees
// Half a turn in largest steps is 36 moves. More moves of one size crawl along a ridge that no side points
// along: without the limit 4 of 595 pairs take more than 100 000 steps, and no more of them come out right.
constexpr int most_moves = 64;
// A pass must gain this much, in sizes, to be followed by another. With 1e-8 13 of 10 000 random pairs crawl
// beyond the limit of passes, with 1e-7 none, and as many come out right.
constexpr Real least_gain = 1e-7;
constexpr int most_passes = 200;

struct Climb {
  Plane plane;
  KnownLinks known;
  int steps = 0;
  bool converged = true;
};

/// Climbs with tilts towards +-p and +-q, from the largest to the smallest step.
void climb_across(const PolyhedronPair& pair, Across sides, Climb& climb) {
  Real k = largest_step;
  int moves = 0;
  while (k >= smallest_step) {
    ++climb.steps;
    Plane best = climb.plane;
    for (const Vec3 side : {sides.p, -sides.p, sides.q, -sides.q}) {
      offer(pair, normalized(climb.plane.normal + k * side), climb.known, best);
    }
    if (best.gap > climb.plane.gap && moves < most_moves) {
      ++moves;
      climb.plane = best;
      sides.p = normalized(sides.p - dot(sides.p, best.normal) * best.normal);
      sides.q = cross(best.normal, sides.p);
    } else {
      moves = 0;
      k *= 0.5;
    }
  }
}

enum class Sides {
  of_frame,           // eight: along axes that the frame gives, and between them
  of_frame_and_link,  // and eight more, along the line between the closest vertices
};

void climb_from(const PolyhedronPair& pair, Plane start, Sides sides, Climb& climb) {
  climb.plane = start;
  climb.known.remember(start.link);
  const auto climb_with_turned = [&](Vec3 direction) {
    climb_across(pair, across(climb.plane.normal, direction), climb);
    const Across s = across(climb.plane.normal, direction);
    climb_across(pair, {normalized(s.p + s.q), normalized(s.q - s.p)}, climb);
  };
  for (int pass = 0; pass < most_passes; ++pass) {
    const Real before = climb.plane.gap;
    climb_with_turned({});
    if (sides == Sides::of_frame_and_link) climb_with_turned(climb.plane.link);
    if (climb.plane.gap <= before + least_gain * pair.size()) return;
  }
  climb.converged = false;
}

/// The normal is right to about the smallest step, so vertices of the supporting feature lie that much below
/// its plane.
Tolerance widened(Tolerance tolerance) {
  tolerance.feature = std::max(tolerance.feature, 1e-8);
  return tolerance;
}

}  // namespace

Contact CommonPlaneClassical::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                                      Cache& cache, const Tolerance& tolerance) {
  const PolyhedronPair pair(a, b, b_in_a);
  Climb climb;
  climb_from(pair, starting_plane(pair, cache), Sides::of_frame, climb);
  return contact_on(pair, climb.plane, climb.steps, climb.converged, widened(tolerance), cache);
}

Contact CommonPlane::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                             Cache& cache, const Tolerance& tolerance) {
  const PolyhedronPair pair(a, b, b_in_a);
  const Plane middle = bisector(pair);
  Climb best;
  climb_from(pair, middle, Sides::of_frame_and_link, best);
  int steps = best.steps;
  const auto also_from = [&](Vec3 normal) {
    Climb climb;
    climb_from(pair, plane_along(pair, normal), Sides::of_frame_and_link, climb);
    steps += climb.steps;
    if (climb.plane.gap > best.plane.gap) best = climb;
  };
  const Across sides = across(middle.normal);
  for (const Vec3 normal : {sides.p, -sides.p, sides.q, -sides.q}) also_from(normal);
  // With one centre the sign of the bisector is undefined too.
  if (length(pair.translation) <= coincident * pair.size()) also_from(-middle.normal);
  const Real remembered = length(cache.axis);
  if (remembered > 0) also_from(cache.axis / remembered);
  return contact_on(pair, best.plane, steps, best.converged, widened(tolerance), cache);
}

}  // namespace scree
