#include "kernels.hpp"

#include "pair_sets.hpp"
#include "step.hpp"

#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/error.hpp"
#include "scree/parallel.hpp"

#ifdef SCREE_CALLGRIND
#include <valgrind/callgrind.h>
#endif

namespace scree::bench {
namespace {

constexpr std::string_view cold_pairs = "cold pairs";

// Cubes close their gaps slowly: they have 0.4 contact points per body after 200 steps and 3.4 after 840.
constexpr Kernel all_kernels[] = {
    {"cubes", "body-step", 800, 100},       {"14-vertex grains", "body-step", 100, 100},
    {"spheres", "body-step", 100, 200},     {"superquadrics", "body-step", 100, 50},
    {"pressure law", "body-step", 800, 50}, {cold_pairs, "query", 0, 1000},
};

/// Executes a call and counts its instructions if callgrind runs the program with --instr-atstart=no.
template <class Call>
void count(Call call) {
#ifdef SCREE_CALLGRIND
  CALLGRIND_START_INSTRUMENTATION;
#endif
  call();
#ifdef SCREE_CALLGRIND
  CALLGRIND_STOP_INSTRUMENTATION;
#endif
}

const Bed& bed_of(const Kernel& kernel) {
  if (kernel.name == pressure_bed().name) return pressure_bed();
  for (const Bed& bed : beds()) {
    if (bed.name == kernel.name) return bed;
  }
  fail("there is no bed '{}'.", kernel.name);
}

KernelRun run_steps(const Kernel& kernel, const std::filesystem::path& folder) {
  StepOptions options;
  options.folder = folder, options.tiles = 1;
  World w = tiled_bed(bed_of(kernel), options);
  for (int i = 0; i < kernel.relax; ++i) step(w);
  count([&] {
    for (int i = 0; i < kernel.steps; ++i) step(w);
  });
  const double bodies = w.bodies.count();
  return {std::int64_t{w.bodies.count()} * kernel.steps, w.contacts.touching_count() / bodies,
          w.contacts.point_count() / bodies};
}

/// Queries pairs with empty caches. Half of the pairs are near, and half of them overlap a little.
KernelRun run_cold_pairs(const Kernel& kernel) {
  KernelRun run;
  std::vector<PairSet> sets;
  for (const std::string_view regime : {"near", "shallow"}) {
    for (const int vertices : {8, 14, 32}) sets.push_back(random_set(regime, vertices, kernel.steps));
  }
  std::vector<std::vector<Cache>> caches;
  for (const PairSet& set : sets) {
    caches.emplace_back(set.pairs.size());
    run.units += static_cast<std::int64_t>(set.pairs.size());
  }
  int touching = 0;
  count([&] {
    for (std::size_t s = 0; s < sets.size(); ++s) {
      const PolyhedronView body = view(sets[s].bodies[0]);
      for (std::size_t i = 0; i < sets[s].pairs.size(); ++i) {
        const Contact c = GjkTd::collide(body, body, sets[s].pairs[i].b_in_a, caches[s][i]);
        touching += c.status == Status::touching ? 1 : 0;
      }
    }
  });
  run.contacts_per_unit = run.points_per_unit = touching / static_cast<double>(run.units);
  return run;
}

}  // namespace

std::span<const Kernel> kernels() { return all_kernels; }

KernelRun run_kernel(const Kernel& kernel, const std::filesystem::path& beds) {
  set_thread_count(1);
  return kernel.name == cold_pairs ? run_cold_pairs(kernel) : run_steps(kernel, beds);
}

bool built_for_callgrind() {
#ifdef SCREE_CALLGRIND
  return true;
#else
  return false;
#endif
}

}  // namespace scree::bench
