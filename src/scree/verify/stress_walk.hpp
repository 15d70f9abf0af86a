// Walks: a pair moves in many steps of very different sizes and is queried with a cache and without one. The
// memory of an algorithm may change how fast it answers, never which answer it gives.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/math/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace scree {

inline constexpr int walk_steps = 24;
/// Largest difference of a warm answer from a cold one, relative to the scale of the pair.
inline constexpr Real walk_slack = 4e-12;

/// Returns the size of a random step: 1e-13 to 1e-2 of the size of the pair, and the same number of radians.
inline Real step_amount(Random& random) { return std::pow(10.0, random.uniform(-13, -2)); }

/// True if two answers have the same status, or if the bodies touch up to rounding.
template <class SomeContact>
bool same_verdict(const SomeContact& answer, const SomeContact& reference, Real scale) {
  return answer.status == reference.status || std::abs(reference.overlap) <= 1e-12 * scale;
}

struct WalkFault {
  std::string_view rule;  // first rule that an answer broke; empty: none
  Real error = 0;         // largest difference between a warm and a cold overlap, relative to the scale
};

/// Moves a pair along a walk. `ask(pose, memory, tolerance)` is a query, `step(pose, random)` returns the
/// next pose, and `scale_at(pose)` the scale of errors. Queries with one memory ask for the gap in every
/// step. Queries with the other ask in turn whether the bodies touch, as simulations do, and for the gap.
template <class Memory, class Placement, class Ask, class Step, class Scale>
WalkFault walk(const Ask& ask, Placement pose, const Step& step, const Scale& scale_at, std::uint64_t index,
               Real slack = walk_slack) {
  Random random(index * 0x9E3779B97F4A7C15U + 0x77616C6B);
  WalkFault fault;
  const auto object = [&](bool broken, std::string_view rule) {
    if (broken && fault.rule.empty()) fault.rule = rule;
  };
  Memory steady, mixed;
  ask(pose, steady, Tolerance{}), ask(pose, mixed, Tolerance{.distance_cutoff = 0});
  for (int i = 0; i < walk_steps; ++i) {
    pose = step(pose, random);
    const Real scale = scale_at(pose);
    Memory none;
    const auto cold = ask(pose, none, Tolerance{});
    if (cold.status == Status::failed) continue;
    const auto compare = [&](const auto& warm, std::string_view overlap_rule, std::string_view verdict_rule) {
      const Real off = std::abs(warm.overlap - cold.overlap) / scale;
      fault.error = std::max(fault.error, off);
      object(!same_verdict(warm, cold, scale), verdict_rule);
      object(warm.status == Status::failed || !(off <= slack), overlap_rule);
    };
    compare(ask(pose, steady, Tolerance{}), "the same overlap on a walk", "the same verdict on a walk");
    if (i % 2 == 0) {
      const auto quick = ask(pose, mixed, Tolerance{.distance_cutoff = 0});
      // For separated bodies a lower bound on the gap suffices.
      const Real beyond = quick.status == Status::touching ? std::abs(quick.overlap - cold.overlap)
                                                           : cold.overlap - quick.overlap;
      object(!same_verdict(quick, cold, scale), "the same verdict on a walk without the gap");
      object(quick.status == Status::failed || !(beyond <= slack * scale),
             "the same overlap on a walk without the gap");
    } else {
      compare(ask(pose, mixed, Tolerance{}), "the same overlap on a walk with and without the gap",
              "the same verdict on a walk with and without the gap");
    }
  }
  return fault;
}

}  // namespace scree
