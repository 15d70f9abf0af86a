#include "reproduce/nezami/race.hpp"

#include "reproduce/timing.hpp"

#include <algorithm>
#include <unordered_map>

namespace scree::reproduce {
namespace {

using Collide = Contact(const PolyhedronView&, const PolyhedronView&, const Pose&, Cache&, const Tolerance&);

struct Search {
  Collide* collide;
  Tolerance tolerance;
  bool slow;
};

const std::array<Search, RaceTimes::racers> searches = {{
    {CommonPlaneClassical::collide_as_published, {}, true},
    {FastCommonPlaneClassical::collide_as_published, {}, true},
    {FastCommonPlaneClassical::collide, {}, true},
    {ShortestLink::collide, {}, false},
    {GjkTd::collide, {.distance_cutoff = 0}, false},
}};

using Memories = std::array<Cache, RaceTimes::racers>;

struct Near {
  PolyhedronView a, b;
  Pose b_in_a;
  int memory;
};

class Race {
 public:
  RaceTimes times;

  void look(const World& w, bool slow, bool slow_timed) {
    if (w.pairs.rebuilds != rebuilds_) follow_list(w);
    find_near(w);
    results_.resize(near_.size());
    for (std::size_t turn = 0; turn < searches.size(); ++turn) {
      const std::size_t r = (turn + turns_) % searches.size();
      if (searches[r].slow && !slow) continue;
      const Real seconds = ask_all(r);
      if (!searches[r].slow || slow_timed) count(r, seconds);
    }
    ++turns_;
  }

 private:
  /// Brings the caches into the order of the new pair list. Identifies bodies by their ids, because they
  /// may have been renumbered.
  void follow_list(const World& w) {
    std::unordered_map<std::uint64_t, int> before;
    before.reserve(keys_.size());
    for (std::size_t p = 0; p < keys_.size(); ++p) before[keys_[p]] = static_cast<int>(p);
    std::vector<Memories> kept(w.pairs.pairs.size());
    keys_.assign(w.pairs.pairs.size(), 0);
    for (std::size_t p = 0; p < keys_.size(); ++p) {
      const ListedPair& pair = w.pairs.pairs[p];
      if (pair.kind != PairKind::polyhedron_polyhedron) continue;
      keys_[p] = static_cast<std::uint64_t>(w.bodies.id[pair.a]) << 32 |
                 static_cast<std::uint32_t>(w.bodies.id[pair.b]);
      if (const auto found = before.find(keys_[p]); found != before.end()) kept[p] = memories_[found->second];
    }
    memories_ = std::move(kept);
    rebuilds_ = w.pairs.rebuilds;
  }

  void find_near(const World& w) {
    const Bodies& bodies = w.bodies;
    const auto view_of = [&](int body) {
      return view(w.shapes.polyhedra[w.shapes[bodies.shape[body]].index], bodies.scale[body]);
    };
    near_.clear();
    for (std::size_t p = 0; p < w.pairs.pairs.size(); ++p) {
      const ListedPair& pair = w.pairs.pairs[p];
      if (pair.kind != PairKind::polyhedron_polyhedron) continue;
      const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
      const Real reach = bodies.radius[pair.a] + bodies.radius[pair.b];
      if (length_squared(between) > reach * reach) continue;
      const Quat back = conjugate(bodies.orientation[pair.a]);
      near_.push_back({view_of(pair.a),
                       view_of(pair.b),
                       {rotate(back, between), back * bodies.orientation[pair.b]},
                       static_cast<int>(p)});
    }
  }

  Real ask_all(std::size_t r) {
    const Search& search = searches[r];
    const Real begin = processor_seconds();
    for (std::size_t i = 0; i < near_.size(); ++i) {
      const Near& n = near_[i];
      const Contact c = search.collide(n.a, n.b, n.b_in_a, memories_[n.memory][r], search.tolerance);
      results_[i][r] = {c.status == Status::touching, c.iterations};
    }
    return processor_seconds() - begin;
  }

  void count(std::size_t r, Real seconds) {
    times.seconds[r] += seconds, times.queries[r] += static_cast<std::int64_t>(near_.size());
    const bool link = r == static_cast<std::size_t>(Racer::shortest_link);
    for (const auto& result : results_) {
      times.touching[r] += result[r].touching ? 1 : 0;
      times.all_iterations[r] += result[r].iterations;
      if (!link) continue;
      const auto n = std::min<std::size_t>(result[r].iterations, RaceTimes::most_iterations);
      ++times.link_iterations[n];
      if (result[r].touching) ++times.contact_iterations[n];
    }
  }

  struct Result {
    bool touching = false;
    int iterations = 0;
  };
  std::vector<std::uint64_t> keys_;
  std::vector<Memories> memories_;
  std::vector<Near> near_;
  std::vector<std::array<Result, RaceTimes::racers>> results_;
  std::int64_t rebuilds_ = -1;
  std::size_t turns_ = 0;
};

}  // namespace

Real RaceTimes::per_query(Racer r) const {
  const auto i = static_cast<std::size_t>(r);
  return queries[i] > 0 ? seconds[i] / static_cast<Real>(queries[i]) : 0;
}

Real RaceTimes::iterations_a_query(Racer r) const {
  const auto i = static_cast<std::size_t>(r);
  return queries[i] > 0 ? static_cast<Real>(all_iterations[i]) / static_cast<Real>(queries[i]) : 0;
}

Real RaceTimes::fraction(const std::array<std::int64_t, most_iterations + 1>& counts, int iterations) {
  std::int64_t few = 0, all = 0;
  for (std::size_t n = 0; n < counts.size(); ++n) {
    all += counts[n];
    if (static_cast<int>(n) <= iterations) few += counts[n];
  }
  return all > 0 ? static_cast<Real>(few) / static_cast<Real>(all) : 0;
}

RaceTimes race(World& world, int steps, int spacing) {
  Race race;
  for (int i = 1; i <= steps; ++i) {
    step(world);
    const bool timed = i % spacing == 0, warming = (i + 1) % spacing == 0;
    race.look(world, timed || warming, timed);
  }
  return race.times;
}

}  // namespace scree::reproduce
