#include "round.hpp"

#include "in_turn.hpp"
#include "pair_sets.hpp"

#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/contact/round_algorithms.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/library.hpp"

namespace scree::bench {
namespace {

struct Kind {
  const char* name;
  Superquadric shape;  // its bounding radius is 1
};

std::vector<Kind> kinds() {
  std::vector<Kind> list = {{"sphere", {}},
                            {"ellipsoid", make_superquadric({1, 0.8, 0.6}, 2, 2)},
                            {"n = 4", make_superquadric({1, 0.8, 0.6}, 4, 4)},
                            {"n = 8", make_superquadric({1, 0.8, 0.6}, 8, 8)},
                            {"n1 = 8, n2 = 3.5", make_superquadric({1, 0.8, 0.6}, 8, 3.5)}};
  for (Kind& k : list) k.shape.half_length = k.shape.half_length / bounding_radius(k.shape);
  return list;
}

struct RoundPose {
  Pose now, before;  // before: the pose at which a warm query filled its cache
};

/// Moves B along a line through A until the signed distance has the wanted value, as in pair_sets.cpp.
template <class Distance>
RoundPose place_body(Distance distance, Vec3 direction, Quat orientation, Real wanted, Random& random) {
  Pose pose{2.2 * direction, orientation};
  for (int step = 0; step < 50; ++step) {
    const Contact c = distance(pose);
    const Real excess = -c.overlap - wanted;
    if (std::abs(excess) < 1e-13 || !(dot(c.normal, direction) > 1e-6)) break;
    pose.position -= (excess / dot(c.normal, direction)) * direction;
  }
  return {pose,
          {pose.position + 2e-4 * random.direction(),
           normalized(axis_angle(random.direction(), 1e-4) * pose.orientation)}};
}

/// Runs cold and warm queries of one kind of pair as contenders.
template <class Body>
struct Runner {
  const Body& a;
  std::vector<PlacedSuperquadric> now;
  std::vector<Cache> fresh, caches;
  RoundAlgorithm<Body> algorithm;

  Contender contender() {
    return {static_cast<int>(now.size()),
            [this](int begin, int end) {
              std::copy(fresh.begin() + begin, fresh.begin() + end, caches.begin() + begin);
            },
            [this](int begin, int end) {
              for (int i = begin; i < end; ++i) algorithm.collide(a, now[i], caches[i], {});
            }};
  }
};

template <class Body>
Runner<Body> runner(const Body& a, const RoundAlgorithm<Body>& algorithm, const Superquadric& shape,
                    const std::vector<RoundPose>& poses, bool warm) {
  Runner<Body> r{a, {}, {}, {}, algorithm};
  for (const RoundPose& p : poses) {
    r.now.emplace_back(shape, p.now);
    Cache cache;
    if (warm) algorithm.collide(a, {shape, p.before}, cache, {});
    r.fresh.push_back(cache);
  }
  r.caches = r.fresh;
  return r;
}

struct Regime {
  const char* name;
  Real from, to;  // signed distance
};
constexpr Regime regimes[] = {{"near", 0, 0.1}, {"shallow", -0.04, 0}};

Contender gjk_td_contender(const PairSet& set, std::vector<Cache>& fresh, std::vector<Cache>& caches) {
  return {static_cast<int>(set.pairs.size()),
          [&](int begin, int end) {
            std::copy(fresh.begin() + begin, fresh.begin() + end, caches.begin() + begin);
          },
          [&](int begin, int end) {
            for (int i = begin; i < end; ++i)
              GjkTd::collide(set.a(i), set.b(i), set.pairs[i].b_in_a, caches[i]);
          }};
}

}  // namespace

std::vector<RoundTimes> measure_round(const RoundEffort& effort) {
  std::vector<RoundTimes> rows;
  Random random(77);
  const auto& ph = polyhedron_superquadric_algorithms[0];
  const auto& sq = superquadric_algorithms[0];
  const std::vector<PairSet> sets = random_sets(effort.poses);
  for (const Regime& regime : regimes) {
    for (const PairSet& set : sets) {
      if (set.name != regime.name) continue;
      const PolyhedronView a = view(set.bodies[set.pairs[0].a]);
      std::vector<Cache> cold(set.pairs.size()), warm(set.pairs.size()), cold_now = cold, warm_now = cold;
      for (int i = 0; i < static_cast<int>(set.pairs.size()); ++i)
        GjkTd::collide(set.a(i), set.b(i), set.pairs[i].before, warm[i]);
      std::vector<Contender> contenders = {gjk_td_contender(set, cold, cold_now),
                                           gjk_td_contender(set, warm, warm_now)};
      const std::size_t first = rows.size();
      rows.push_back({regime.name, "polyhedron (gjk_td)", set.vertices, 0, 0, 0, 1, 1, 0, 0});
      const std::vector<Kind> list = kinds();
      std::vector<Runner<PolyhedronView>> runners;
      runners.reserve(2 * list.size());
      for (const Kind& kind : list) {
        std::vector<RoundPose> poses;
        const auto distance = [&](const Pose& pose) {
          Cache cache;
          return ph.collide(a, {kind.shape, pose}, cache, {});
        };
        for (int i = 0; i < effort.poses; ++i) {
          poses.push_back(place_body(distance, random.direction(), random.rotation(),
                                     random.uniform(regime.from, regime.to), random));
        }
        RoundTimes row{regime.name, kind.name, set.vertices, 0, 0, 0, 0, 0, 0, 0};
        for (const RoundPose& p : poses) {
          const Contact c = distance(p.now);
          row.steps += static_cast<double>(c.iterations) / effort.poses,
              row.used_fallback += c.used_fallback ? 1 : 0;
        }
        rows.push_back(row);
        for (const bool is_warm : {false, true}) runners.push_back(runner(a, ph, kind.shape, poses, is_warm));
      }
      for (auto& r : runners) contenders.push_back(r.contender());
      for (std::size_t k = 0; k < list.size(); ++k) {
        const auto& queries = runners[2 * k].now;
        contenders.push_back({static_cast<int>(queries.size()), [](int, int) {},
                              [&a, &queries](int begin, int end) {
                                for (int i = begin; i < end; ++i)
                                  PolyhedronSuperquadric::search(a, queries[i]);
                              }});
      }
      const std::vector<double> ns = time_in_turn(contenders, effort.rounds);
      for (std::size_t k = 0; k <= list.size(); ++k) {
        RoundTimes& row = rows[first + k];
        row.cold = ns[2 * k], row.warm = ns[2 * k + 1];
        row.cold_ratio = row.cold / ns[0], row.warm_ratio = row.warm / ns[1];
        if (k > 0) row.search = ns[2 * list.size() + 1 + k];
      }
    }
    for (const Kind& kind : kinds()) {  // two bodies of the same kind
      const PlacedSuperquadric a(kind.shape, {});
      const auto distance = [&](const Pose& pose) {
        Cache cache;
        return sq.collide(a, {kind.shape, pose}, cache, {});
      };
      std::vector<RoundPose> poses;
      RoundTimes row{regime.name, kind.name, 0, 0, 0, 0, 0, 0, 0, 0};
      for (int i = 0; i < effort.poses; ++i) {
        poses.push_back(place_body(distance, random.direction(), random.rotation(),
                                   random.uniform(regime.from, regime.to), random));
        const Contact c = distance(poses.back().now);
        row.steps += static_cast<double>(c.iterations) / effort.poses,
            row.used_fallback += c.used_fallback ? 1 : 0;
      }
      auto cold = runner(a, sq, kind.shape, poses, false), warm = runner(a, sq, kind.shape, poses, true);
      const std::vector<double> ns = time_in_turn({cold.contender(), warm.contender()}, effort.rounds);
      row.cold = ns[0], row.warm = ns[1];
      rows.push_back(row);
    }
  }
  return rows;
}

std::vector<CaseTimes> measure_cases(const RoundEffort& effort) {
  std::vector<CaseTimes> rows;
  Random random(78);
  const Size size{Size::By::diameter, 2 * std::sqrt(3.0)};
  const Kind bodies[] = {{"sphere", {}}, {"ellipsoid", make_superquadric({1.25, 1, 0.8}, 2, 2)}};
  for (const char* solid : {"tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron"}) {
    const Polyhedron polyhedron = make_polyhedron(library_shape(solid, {}, size));
    const PolyhedronView a = view(polyhedron);
    for (const Kind& kind : bodies) {
      std::vector<PlacedSuperquadric> queries[9];
      for (int i = 0; i < 10 * effort.poses; ++i) {
        const Vec3 center{random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)};
        const PlacedSuperquadric b(kind.shape, {center, random.rotation()});
        queries[PolyhedronSuperquadric::search(a, b).ending].push_back(b);
      }
      const std::size_t first = rows.size();
      std::vector<Contender> contenders;
      for (int ending = 1; ending <= 8; ++ending) {
        const auto& q = queries[ending];
        if (q.empty()) continue;
        rows.push_back(
            {solid, kind.name, polyhedron.face_count(), ending, static_cast<int>(q.size()), 0, 0, 0});
        const auto add = [&](auto call) {
          contenders.push_back({static_cast<int>(q.size()), [](int, int) {},
                                [&q, call](int begin, int end) {
                                  for (int i = begin; i < end; ++i) call(q[i]);
                                }});
        };
        add([a](const PlacedSuperquadric& b) { PolyhedronSuperquadric::search(a, b); });
        add([a](const PlacedSuperquadric& b) {
          Cache cache;
          PolyhedronSuperquadric::collide(a, b, cache);
        });
        add([a](const PlacedSuperquadric& b) {
          PolyhedronSuperquadric::search(a, b, FaceSearchFlow::published);
        });
      }
      const std::vector<double> ns = time_in_turn(contenders, effort.rounds);
      for (std::size_t i = first; i < rows.size(); ++i) {
        const std::size_t k = 3 * (i - first);
        rows[i].search = ns[k], rows[i].collide = ns[k + 1], rows[i].published = ns[k + 2];
      }
    }
  }
  return rows;
}

}  // namespace scree::bench
