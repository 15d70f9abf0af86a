#include "scree/verify/stress_round.hpp"

#include "scree/contact/superquadric/gjk_td_round.hpp"
#include "scree/verify/stress_walk.hpp"

#include <chrono>

namespace scree {
namespace {

Real radius_of(const PolyhedronView& body) { return body.bounding_radius; }
Real radius_of(const PlacedSuperquadric& body) { return body.radius; }

Vec3 support_of(const PolyhedronView& body, Vec3 direction) { return body.vertex(body.support(direction)); }
Vec3 support_of(const PlacedSuperquadric& body, Vec3 direction) { return body.support(direction); }

/// Returns a lower bound on the distance of a point from a body. The function F of the body is convex, so the
/// body lies below its tangent plane.
Real outside_of(const PlacedSuperquadric& body, Vec3 point) {
  const SuperquadricSlope slope = body.slope_at(point);
  return slope.value > 0 ? slope.value / length(slope.gradient) : 0;
}
Real outside_of(const PolyhedronView& body, Vec3 point) { return outside(body, point); }

template <class Body>
Finding examine_placed(const RoundAlgorithm<Body>& algorithm, const Body& a, const Superquadric& shape,
                       const Pose& b_in_a, std::uint64_t index, bool with_walk) {
  const PlacedSuperquadric b(shape, b_in_a);
  const Real size = radius_of(a) + b.radius;
  const auto scale_at = [&](const Pose& pose) { return std::max(size, length(pose.position)); };
  const Real scale = scale_at(b_in_a);
  Cache cache;
  const auto start = std::chrono::steady_clock::now();
  const Contact cold = algorithm.collide(a, b, cache, {});
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  Finding found;
  found.index = index, found.iterations = cold.iterations, found.used_fallback = cold.used_fallback,
  found.compared = true;
  found.seconds = time.count();
  const auto object = [&](bool broken, std::string_view rule) {
    if (broken && found.rule.empty()) found.rule = rule;
  };
  object(cold.status == Status::failed, "an answer");
  object(!is_finite(cold.normal) || !is_finite(cold.point_a) || !is_finite(cold.point_b) ||
             !std::isfinite(cold.overlap),
         "finite numbers");
  if (!found.rule.empty()) return found;
  object(std::abs(length(cold.normal) - 1) > 1e-10, "a unit normal");
  object(cold.status == Status::touching ? cold.overlap < -1e-12 * scale : cold.overlap > 1e-12 * scale,
         "a status that fits the overlap");
  object(cold.iterations < 0 || cold.iterations > 100'000, "a bounded number of steps");
  const Real gap = dot(cold.normal, b.support(-cold.normal)) - dot(cold.normal, support_of(a, cold.normal));
  object(!(std::abs(gap + cold.overlap) <= round_form_slack * scale), "the true overlap along the normal");
  const Real witness_error = length(cold.point_a - cold.point_b - cold.overlap * cold.normal) / scale;
  // No rule limits this error. gjk_td returns a support point and its projection onto the other supporting
  // plane, and the projection may lie outside the body.
  const Real outside_a = outside_of(a, cold.point_a) / scale, outside_b = outside_of(b, cold.point_b) / scale;
  found.witness = std::max({witness_error, outside_a, outside_b});
  object(!(witness_error <= round_slack), "witness points that differ by the overlap along the normal");

  const BoundedDistance bounds = bounded_distance(a, b, b_in_a.position, 1e-11 * size);
  const Real below = (bounds.lower + cold.overlap) / scale, above = (-cold.overlap - bounds.upper) / scale;
  found.error = std::max({0.0, below, above});
  object(!(below <= round_slack), "a distance of at least the lower bound");
  // The distance in the answer cannot exceed the upper bound, because the gap along any normal is at most the
  // distance. An excess is recorded as an error.
  object(bounds.upper < -1e-12 * scale && cold.status == Status::separated, "no missed contact");
  object(bounds.lower > 1e-12 * scale && cold.status == Status::touching, "no false contact");

  const Contact warm = algorithm.collide(a, b, cache, {});
  const Real off = std::abs(warm.overlap - cold.overlap) / scale;
  object(warm.status == Status::failed || !(off <= round_slack), "the same overlap when warm");
  object(!same_verdict(warm, cold, scale), "the same verdict when warm");
  if (with_walk) {
    const auto ask = [&](const Pose& pose, Cache& memory, const Tolerance& tolerance) {
      return algorithm.collide(a, PlacedSuperquadric(shape, pose), memory, tolerance);
    };
    const auto step = [&](const Pose& pose, Random& random) {
      const Vec3 displacement = step_amount(random) * size * random.direction(), axis = random.direction();
      return Pose{pose.position + displacement,
                  normalized(axis_angle(axis, step_amount(random)) * pose.orientation)};
    };
    const WalkFault fault = walk<Cache>(ask, b_in_a, step, scale_at, index, round_slack);
    found.error = std::max(found.error, fault.error);
    object(!fault.rule.empty(), fault.rule);
  }
  return found;
}

constexpr RoundAlgorithms choices[] = {
    {"superquadric", true, superquadric_algorithms[0], polyhedron_superquadric_algorithms[0]},
    {"gjk_td", true, superquadric_algorithms[2], polyhedron_superquadric_algorithms[2]}};

}  // namespace

std::span<const RoundAlgorithms> round_algorithms_to_verify() { return choices; }

Finding examine(const RoundAlgorithms& chosen, const RandomRoundPair& pair, std::uint64_t index,
                bool with_walk) {
  if (pair.polyhedron != nullptr)
    return examine_placed(chosen.polyhedron, view(*pair.polyhedron), pair.b, pair.b_in_a, index, with_walk);
  return examine_placed(chosen.round, PlacedSuperquadric(pair.a, {}), pair.b, pair.b_in_a, index, with_walk);
}

StressResult stress(const RoundAlgorithms& chosen, const RandomRoundPairs& pairs,
                    const StressOptions& options) {
  const std::uint64_t families = RandomRoundPairs::families().size();
  return stress(families, options, [&](std::uint64_t i) {
    return examine(chosen, pairs(i), i, i / families % static_cast<std::uint64_t>(options.walk_sample) == 0);
  });
}

}  // namespace scree
