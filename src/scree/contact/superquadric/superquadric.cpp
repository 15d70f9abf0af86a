#include "scree/contact/superquadric/superquadric.hpp"

#include "scree/contact/superquadric/closest_point.hpp"
#include "scree/contact/superquadric/common_normal.hpp"
#include "scree/contact/superquadric/gjk_td_round.hpp"

namespace scree {
namespace {

Contact contact_between(const CommonNormal& c, Real size, const Tolerance& tolerance) {
  Contact contact;
  contact.status = c.gap > tolerance.touching * size ? Status::separated : Status::touching;
  contact.normal = c.normal;
  contact.overlap = -c.gap;
  contact.point_a = c.point_a, contact.point_b = c.point_a + c.gap * c.normal;
  contact.iterations = c.steps;
  return contact;
}

/// Finds a common normal, starting from the support points along a normal. A correct answer has at least the
/// gap along that normal.
CommonNormal from_normal(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Vec3 n, Real slack) {
  const Vec3 on_a = a.support(n), on_b = b.support(-n);
  CommonNormal c = common_normal(a, b, on_a, on_b);
  c.found = c.found && c.gap >= dot(n, on_b - on_a) - slack;
  return c;
}

Vec3 restored(const float (&p)[3]) { return {p[0], p[1], p[2]}; }
void store(Vec3 p, float (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = static_cast<float>(p[i]);
}

/// Warm start from the points of the last query, which have moved with their bodies.
CommonNormal from_last(const PlacedSuperquadric& a, const PlacedSuperquadric& b, const Cache& cache) {
  const Vec3 on_a = restored(cache.points.a), on_b = restored(cache.points.b);
  if (!(length_squared(on_a) > 0 && length_squared(on_b) > 0)) return {};
  return common_normal(a, b, a.from_local(on_a), b.from_local(on_b));
}

/// Finds the surface point of A closest to the centre of a sphere B.
CommonNormal from_center(const PlacedSuperquadric& a, const PlacedSuperquadric& b) {
  const Vec3 v = a.to_local(b.center);
  CommonNormal c;
  // With coincident centres no direction is preferred. The caller then searches the pair as a deep overlap.
  if (!(length(v) > 1e-30 * a.radius)) return c;
  const Real radius = b.shape.half_length.x;
  const ClosestPoint closest = closest_on_surface(a.shape, v, v);
  c.normal = a.rotation * closest.normal;
  c.gap = closest.height - radius;
  c.steps = closest.steps;
  c.point_a = a.from_local(closest.point), c.point_b = b.center - radius * c.normal;
  c.found = closest.converged;
  return c;
}

CommonNormal swapped(CommonNormal c) {
  c.normal = -c.normal;
  std::swap(c.point_a, c.point_b);
  return c;
}

CommonNormal spheres(const PlacedSuperquadric& a, const PlacedSuperquadric& b) {
  const Vec3 between = b.center - a.center;
  const Real distance = length(between), ra = a.shape.half_length.x, rb = b.shape.half_length.x;
  CommonNormal c;
  c.normal = distance > 1e-30 * ra ? between / distance : Vec3{0, 0, 1};
  c.gap = distance - ra - rb;
  c.steps = 1;
  c.found = true;
  c.point_a = a.center + ra * c.normal, c.point_b = b.center - rb * c.normal;
  return c;
}

/// Searches over all normals. The bounds prove the answer if they are close enough.
CommonNormal searched(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Real size,
                      BoundedDistance& d) {
  d = bounded_distance(a, b, b.center - a.center, 1e-10 * size);
  CommonNormal c = from_normal(a, b, d.normal, 1e-13 * size);
  c.steps += d.iterations;
  if (c.found) return c;
  c.normal = d.normal;
  c.gap = d.lower;
  c.point_a = a.support(d.normal), c.point_b = b.support(-d.normal);
  return c;
}

}  // namespace

LineOverlap overlap_on_line(const PlacedSuperquadric& a, const PlacedSuperquadric& b,
                            const CommonLevel& level) {
  // Distance from the point of `level` to the surface along a direction. F is convex, so Newton's method from
  // outside the surface converges from one side. A start at the diameter of the bounding sphere is outside.
  const auto exit_distance = [&](const PlacedSuperquadric& s, Vec3 direction) {
    Real t = 2 * s.radius;
    for (int step = 0; step < 200; ++step) {
      const SuperquadricSlope at = s.slope_at(level.point + t * direction);
      const Real next = t - at.value / dot(at.gradient, direction);
      if (!(next < t) || !(next > 0)) break;
      t = next;
    }
    return t;
  };
  const Real in_a = exit_distance(a, level.normal), in_b = exit_distance(b, -level.normal);
  return {level.point + in_a * level.normal, level.point - in_b * level.normal, in_a + in_b};
}

Contact SuperquadricPairNewton::collide(const PlacedSuperquadric& a, const PlacedSuperquadric& b,
                                        Cache& cache, const Tolerance& tolerance) {
  const Real size = a.radius + b.radius, slack = 1e-12 * size;
  const Vec3 between = b.center - a.center;
  const Real sphere_gap = length(between) - size;
  CommonNormal c;
  if (sphere_gap > tolerance.distance_cutoff * size) {  // the bounding spheres prove the separation
    const Vec3 n = normalized(between);
    c.normal = n;
    c.gap = sphere_gap;
    c.point_a = a.center + a.radius * n, c.point_b = b.center - b.radius * n;
    return contact_between(c, size, tolerance);
  }
  const bool sphere_a = is_sphere(a.shape), sphere_b = is_sphere(b.shape);
  if (sphere_a && sphere_b) return contact_between(spheres(a, b), size, tolerance);
  // Up to this overlap there is only one common normal, so a common normal also proves the status. Each
  // body is a smaller body, enlarged by a ball that can roll inside it, and the smaller bodies are
  // still separated.
  const Real shallow = rolling_radius(a.shape) + rolling_radius(b.shape);
  const auto proven = [&] { return c.found && c.gap > -shallow; };
  int steps = 0;
  if (sphere_a || sphere_b) {
    c = sphere_b ? from_center(a, b) : swapped(from_center(b, a));
    steps = c.steps;
  } else {
    if (cache.holds == Cache::Holds::points) {
      c = from_last(a, b, cache);
      steps = c.steps;
    }
    if (!proven()) {
      const CommonLevel level = common_level(a, b);
      c = from_normal(a, b, level.normal, slack);
      steps += level.iterations + level.cuts + c.steps;
    }
  }
  bool used_fallback = false, uncertified = false;
  if (!proven()) {
    BoundedDistance bounds;
    const CommonNormal other = searched(a, b, size, bounds);
    steps += other.steps;
    if (!c.found || other.gap > c.gap) {
      used_fallback = !other.found;
      c = other;
    }
    uncertified = !proven() && !certifies(bounds, c.gap, size);
  }
  Contact contact = contact_between(c, size, tolerance);
  contact.iterations = steps;
  contact.used_fallback = used_fallback;
  contact.uncertified = uncertified;
  cache.axis = c.normal;
  cache.holds = Cache::Holds::points;
  store(a.to_local(c.point_a), cache.points.a);
  store(b.to_local(c.point_b), cache.points.b);
  return contact;
}

Contact SuperquadricPairPublished::collide(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Cache&,
                                           const Tolerance&) {
  const CommonLevel level = common_level(a, b);
  Contact contact;
  contact.iterations = level.iterations + level.cuts;
  if (!level.found) return contact;
  contact.normal = level.normal;
  if (level.level < 0) {
    const LineOverlap line = overlap_on_line(a, b, level);
    contact.status = Status::touching;
    contact.overlap = line.overlap;
    contact.point_a = line.point_a;
    contact.point_b = line.point_b;
    return contact;
  }
  contact.status = Status::separated;
  contact.point_a = a.support(level.normal);
  const Real gap = dot(level.normal, b.support(-level.normal) - contact.point_a);
  contact.overlap = -gap;
  contact.point_b = contact.point_a + gap * level.normal;
  return contact;
}

Contact GjkTdSuperquadrics::collide(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Cache& cache,
                                    const Tolerance& tolerance) {
  const Real size = a.radius + b.radius;
  const bool warm = length_squared(cache.axis) > 0;
  const BoundedDistance d = bounded_distance(a, b, warm ? cache.axis : b.center - a.center, 1e-13 * size);
  CommonNormal c;
  c.normal = d.normal;
  c.gap = d.lower;
  c.steps = d.iterations;
  c.point_a = d.point_a;
  cache.axis = d.normal;
  Contact contact = contact_between(c, size, tolerance);
  contact.uncertified = !certifies(d, d.lower, size);
  return contact;
}

}  // namespace scree
