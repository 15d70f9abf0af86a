#include "reproduce/nezami/pile.hpp"

#include "scree/world/measure.hpp"

#include <algorithm>
#include <map>
#include <numbers>

namespace scree::reproduce {
namespace {

/// The straight line nearest to points of distance and height.
struct Flank {
  Real slope = 0;  // degrees, downwards
  Real toe = 0;    // where it comes down to the ground; 0: nowhere
};

Flank flank_of(const std::vector<Vec2>& points) {
  if (points.size() <= 2) return {};
  Vec2 mean{};
  for (const Vec2 p : points) mean += p / static_cast<Real>(points.size());
  Real across = 0, along = 0;
  for (const Vec2 p : points) {
    across += (p.x - mean.x) * (p.y - mean.y), along += (p.x - mean.x) * (p.x - mean.x);
  }
  if (along <= 0 || across == 0) return {};
  return {-std::atan(across / along) * 180 / std::numbers::pi, mean.x - mean.y * along / across};
}

}  // namespace

Pile measure_pile(const World& w, Spreads spreads, Real cell) {
  const auto distance = [&](Real x, Real y) { return spreads == Spreads::along_x ? x : std::hypot(x, y); };
  Pile pile;
  std::vector<Real> distances;
  std::map<std::pair<int, int>, Real> surface;
  Real mass = 0;
  for (int i = 0; i < w.bodies.count(); ++i) {
    const Vec3 p = w.bodies.position[i];
    const Real top = top_of(w, i);
    distances.push_back(distance(p.x, p.y));
    pile.center_height += w.bodies.mass[i] * p.z, mass += w.bodies.mass[i];
    pile.top = std::max(pile.top, top);
    Real& height =
        surface[{static_cast<int>(std::floor(p.x / cell)), static_cast<int>(std::floor(p.y / cell))}];
    height = std::max(height, top);
  }
  pile.center_height /= mass;
  const auto nine_tenths = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() * 9 / 10);
  std::nth_element(distances.begin(), nine_tenths, distances.end());
  pile.reach = *nine_tenths;
  const auto flank_between = [&](Real from, Real to) {
    std::vector<Vec2> points;
    for (const auto& [place, height] : surface) {
      if (height < from || height > to) continue;
      points.push_back({distance((place.first + 0.5) * cell, (place.second + 0.5) * cell), height});
    }
    return flank_of(points);
  };
  const Flank flank = flank_between(std::max(0.1 * pile.top, 2 * cell), 0.7 * pile.top);
  pile.slope = flank.slope, pile.toe = flank.toe;
  pile.upper_slope = flank_between(0.4 * pile.top, 0.9 * pile.top).slope;
  pile.outside = lost_grains(w);
  return pile;
}

Overlaps overlaps_of(const World& w) {
  Overlaps found;
  std::int64_t count = 0;
  for (const BatchContacts& batch : w.contacts.batches) {
    for (const TouchingPair& t : batch.touching) {
      Real deepest = 0;
      for (int i = t.first; i < t.first + t.count; ++i) deepest = std::max(deepest, batch.points[i].overlap);
      found.mean += deepest, found.largest = std::max(found.largest, deepest), ++count;
    }
  }
  if (count > 0) found.mean /= static_cast<Real>(count);
  return found;
}

int lost_grains(const World& w) {
  int lost = 0;
  for (const Vec3 p : w.bodies.position) {
    bool behind = false;
    for (int s = 0; s < static_cast<int>(w.walls.planes.size()); ++s) {
      behind = behind || (w.walls.all[w.walls.planes[s].wall].present &&
                          signed_distance(w.walls.plane_world(s), p) < 0);
    }
    lost += behind ? 1 : 0;
  }
  return lost;
}

}  // namespace scree::reproduce
