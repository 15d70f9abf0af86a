#include "scree/verify/stress_others.hpp"

#include "scree/verify/stress_walk.hpp"

#include <algorithm>

namespace scree {

void add(std::vector<OtherResult>& to, const std::vector<OtherResult>& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    to[i].name = from[i].name;
    to[i].answers += from[i].answers, to[i].failed += from[i].failed;
    to[i].wrong_verdicts += from[i].wrong_verdicts, to[i].off += from[i].off;
    to[i].error = std::max(to[i].error, from[i].error);
  }
}

std::vector<OtherResult> follow_others(const Algorithm& reference,
                                       const std::vector<const Algorithm*>& others, const RandomPair& pair,
                                       std::uint64_t index, const Slack& slack) {
  const PolyhedronView a = view(*pair.a), b = view(*pair.b);
  const Real size = a.bounding_radius + b.bounding_radius;
  std::vector<OtherResult> results(others.size());
  for (std::size_t i = 0; i < others.size(); ++i) results[i].name = others[i]->name;
  std::vector<Cache> steady(others.size()), mixed(others.size());
  Random random(~index);
  Pose pose = pair.b_in_a;
  for (int step = 0; step < walk_steps; ++step) {
    Cache none;
    const Contact right = reference.collide(a, b, pose, none, {});
    const Real scale = scale_of(PolyhedronPair(a, b, pose), slack);
    const bool clearly_separated = right.status == Status::separated && right.overlap < -1e-12 * scale;
    const bool quick = step % 2 == 0;
    for (std::size_t i = 0; i < others.size(); ++i) {
      OtherResult& result = results[i];
      const auto check = [&](const Contact& answer, bool with_gap) {
        if (!clearly_separated) return;
        ++result.answers;
        if (answer.status == Status::failed) {
          ++result.failed;
        } else if (answer.status == Status::touching) {
          ++result.wrong_verdicts;
        }
        // Without the gap, a lower bound on the distance suffices.
        if (answer.status != Status::separated) return;
        const Real beyond = right.overlap - answer.overlap;
        const Real off = (with_gap ? std::abs(beyond) : std::max(beyond, 0.0)) / scale;
        result.error = std::max(result.error, off);
        if (!(off <= slack.distance)) ++result.off;
      };
      check(others[i]->collide(a, b, pose, steady[i], {}), true);
      check(others[i]->collide(a, b, pose, mixed[i],
                               {.distance_cutoff = quick ? 0 : Tolerance{}.distance_cutoff}),
            !quick);
    }
    const Vec3 displacement = step_amount(random) * size * random.direction(), axis = random.direction();
    pose = {pose.position + displacement,
            normalized(axis_angle(axis, step_amount(random)) * pose.orientation)};
  }
  return results;
}

}  // namespace scree
