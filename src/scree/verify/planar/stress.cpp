#include "scree/verify/planar/stress.hpp"

#include "scree/planar/pair/certificate.hpp"
#include "scree/verify/stress_walk.hpp"

#include <chrono>

namespace scree::planar {
namespace {

constexpr Slack slack = strict;

/// Returns the pose after a random motion that is at least as large as in a step of a simulation: 1e-6 to 0.1
/// of the size, and the same number of radians.
PlanarPose moved_a_little(const PlanarPose& pose, Real size, std::uint64_t index) {
  Random random(index + 1);
  const auto amount = [&] { return std::pow(10.0, random.uniform(-6, -1)); };
  const Vec2 displacement = amount() * size * random_direction(random);
  return {pose.position + displacement, normalized(rotation_by(amount()) * pose.orientation)};
}

}  // namespace

Finding examine(const Algorithm& algorithm, const PlanarCase& pair, std::uint64_t index, bool with_walk) {
  const PolygonView a = view(pair.a), b = view(pair.b);
  const PolygonPair placed = pair.pair();
  const Real scale = scale_of(placed, slack);
  PlanarCache cache;
  const auto start = std::chrono::steady_clock::now();
  const PlanarContact cold = algorithm.collide(a, b, pair.b_in_a, cache, {});
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;

  const Certificate certificate = prove(placed, cold, slack);
  Finding found{index,
                certificate.objection,
                certificate.distance,
                certificate.witness,
                cold.iterations,
                cold.used_fallback,
                true,
                time.count()};
  const auto object = [&](bool broken, std::string_view rule) {
    if (broken && found.rule.empty()) found.rule = rule;
  };
  if (cold.status == Status::failed) return found;
  const auto differs = [&](const PlanarContact& x, const PlanarContact& y) {
    const Real off = std::abs(x.overlap - y.overlap) / scale;
    found.error = std::max(found.error, off);
    return !(off <= slack.distance);
  };
  const PlanarContact exact = Exact::collide(a, b, pair.b_in_a);
  if (std::abs(exact.overlap) > 1e-12 * scale) {
    object(exact.status == Status::touching && cold.status == Status::separated, "no missed contact");
    object(exact.status == Status::separated && cold.status == Status::touching, "no false contact");
  }
  object(differs(cold, exact), "the overlap of exact");
  const PlanarContact warm = algorithm.collide(a, b, pair.b_in_a, cache, {});
  object(warm.status == Status::failed || differs(warm, cold), "the same overlap when warm");
  object(!same_verdict(warm, cold, scale), "the same verdict when warm");
  if (with_walk) {
    const auto ask = [&](const PlanarPose& pose, PlanarCache& memory, const Tolerance& tolerance) {
      return algorithm.collide(a, b, pose, memory, tolerance);
    };
    const auto step = [size = placed.size()](const PlanarPose& pose, Random& random) {
      const Vec2 displacement = step_amount(random) * size * random_direction(random);
      return PlanarPose{pose.position + displacement,
                        normalized(rotation_by(step_amount(random)) * pose.orientation)};
    };
    const auto scale_at = [&](const PlanarPose& pose) {
      return std::max(placed.size(), length(pose.position));
    };
    const WalkFault fault = walk<PlanarCache>(ask, pair.b_in_a, step, scale_at, index);
    found.error = std::max(found.error, fault.error);
    object(!fault.rule.empty(), fault.rule);
  }
  if (algorithm.name != GjkTd::name) return found;
  const PlanarPose moved = moved_a_little(pair.b_in_a, placed.size(), index);
  PlanarCache none;
  const PlanarContact there = algorithm.collide(a, b, moved, none, {});
  const PlanarContact from_here = algorithm.collide(a, b, moved, cache, {});
  object(from_here.status == Status::failed || differs(from_here, there), "the same overlap after a motion");
  object(!same_verdict(from_here, there, scale), "the same verdict after a motion");
  // Queries that do not ask for the gap use another search and other proofs. One query is cold, the other
  // is warm.
  PlanarCache cold_cache, warm_cache;
  algorithm.collide(a, b, pair.b_in_a, warm_cache, {.distance_cutoff = 0});
  for (PlanarCache* from : {&cold_cache, &warm_cache}) {
    const PlanarContact quick = algorithm.collide(a, b, moved, *from, {.distance_cutoff = 0});
    const Real beyond = quick.status == Status::touching ? std::abs(quick.overlap - there.overlap)
                                                         : there.overlap - quick.overlap;
    object(quick.status == Status::failed || !(beyond <= slack.distance * scale),
           "the same overlap without the gap");
  }
  return found;
}

StressResult stress(const Algorithm& algorithm, std::uint64_t seed, const StressOptions& options) {
  return stress(planar_families.size(), options, [&](std::uint64_t i) {
    const std::uint64_t round = i / planar_families.size();
    return examine(algorithm, planar_case(i, seed), i,
                   round % static_cast<std::uint64_t>(options.walk_sample) == 0);
  });
}

}  // namespace scree::planar
