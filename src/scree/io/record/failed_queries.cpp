#include "scree/io/record/failed_queries.hpp"

#include "scree/io/pairs/pairs.hpp"

#include <fmt/format.h>

namespace scree {

std::string format_failures(const World& w) {
  const auto body = [&](int shape, Real scale) {
    return reframed(w.shapes.polyhedra[w.shapes[shape].index], {}, scale);
  };
  std::vector<ReferencePair> pairs;
  for (const FailedQuery& f : w.failures) {
    pairs.push_back(pair_with_exact_answer(fmt::format("step-{}-bodies-{}-{}", f.step, f.id_a, f.id_b),
                                           body(f.shape_a, f.scale_a), body(f.shape_b, f.scale_b), f.b_in_a));
  }
  const std::string title = fmt::format("{} gave up {} queries of a run; these are the first",
                                        w.settings.algorithm, w.failed_queries);
  return format_pairs(title, pairs);
}

}  // namespace scree
