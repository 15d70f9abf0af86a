#include "reproduce/descantes/situations.hpp"

#include "reproduce/embedded.hpp"
#include "scree/error.hpp"
#include "scree/math/random.hpp"
#include "scree/text.hpp"

namespace scree::reproduce {

const std::vector<ReferencePair>& nine_situations() {
  static const auto pairs = parse_pairs(embedded("descantes-nine.json"), "descantes-nine.json");
  return pairs;
}

const ReferencePair& situation(std::string_view id) {
  for (const ReferencePair& p : nine_situations()) {
    if (p.id == id) return p;
  }
  fail("there is no situation '{}'. They are those of descantes-nine.json: Fig. 2 to Fig. 10d.", shown(id));
}

const Algorithm& algorithm(std::string_view name) {
  if (const Algorithm* found = find_algorithm(name)) return *found;
  fail("there is no algorithm '{}'. 'scree list' shows all.", shown(name));
}

Contact cold(const Algorithm& algorithm, const ReferencePair& pair) {
  Cache cache;
  return algorithm.collide(view(pair.a), view(pair.b), pair.b_in_a, cache, {});
}

Vec3 in_paper_frame(const ReferencePair& pair, Vec3 direction) {
  return rotate(pair.a.mass.body_in_input.orientation, direction);
}

int right_frames(const Algorithm& algorithm, const ReferencePair& pair, Real tolerance) {
  Random random(36);
  int right = 0;
  for (int i = 0; i < frames; ++i) {
    const ReferencePair turned = reframed(pair, random.rotation(), 1);
    const PairError error = compare(turned, cold(algorithm, turned));
    right += error.verdict && error.distance < tolerance && error.normal < 1e-7 ? 1 : 0;
  }
  return right;
}

}  // namespace scree::reproduce
