#include "reproduce/nezami/pile.hpp"

#include "reproduce/timing.hpp"
#include "scree/world/measure.hpp"

#include <algorithm>
#include <map>
#include <numbers>
#include <optional>

namespace scree::reproduce {
namespace {

/// Height of the highest grain above each cell of the ground.
using Surface = std::map<std::pair<int, int>, Real>;

/// Plane that fits the heights of a square of cells.
struct Facet {
  Real height;   // m, mean of the cells
  Real degrees;  // slope
};

/// Returns the facet around a cell, or nothing if a cell of the square is empty.
std::optional<Facet> facet_at(const Surface& surface, std::pair<int, int> cell_index, Real cell) {
  constexpr int half = 2, cells = (2 * half + 1) * (2 * half + 1);
  Real sum = 0, along_x = 0, along_y = 0, square = 0;
  for (int x = -half; x <= half; ++x) {
    for (int y = -half; y <= half; ++y) {
      const auto found = surface.find({cell_index.first + x, cell_index.second + y});
      if (found == surface.end()) return {};
      sum += found->second, along_x += x * found->second, along_y += y * found->second, square += x * x;
    }
  }
  return Facet{sum / cells,
               std::atan(std::hypot(along_x, along_y) / (square * cell)) * 180 / std::numbers::pi};
}

/// Returns the median slope in degrees of the facets between two heights, or 0 if there are none.
Real median_slope(const std::vector<Facet>& facets, Real from, Real to) {
  std::vector<Real> degrees;
  for (const Facet& f : facets) {
    if (f.height >= from && f.height <= to) degrees.push_back(f.degrees);
  }
  return degrees.empty() ? 0 : median(std::move(degrees));
}

/// Fits a line to points (distance, height) and returns the distance at which it meets the ground, or 0 if it
/// does not meet the ground.
Real toe_of(const std::vector<Vec2>& points) {
  if (points.size() <= 2) return 0;
  Vec2 mean{};
  for (const Vec2 p : points) mean += p / static_cast<Real>(points.size());
  Real across = 0, along = 0;
  for (const Vec2 p : points) {
    across += (p.x - mean.x) * (p.y - mean.y), along += (p.x - mean.x) * (p.x - mean.x);
  }
  return across == 0 ? 0 : mean.x - mean.y * along / across;
}

}  // namespace

Pile measure_pile(const World& w, Spreads spreads, Real cell) {
  const auto distance = [&](Real x, Real y) { return spreads == Spreads::along_x ? x : std::hypot(x, y); };
  Pile pile;
  std::vector<Real> distances;
  Surface surface;
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
  const Real low = std::max(0.1 * pile.top, 2 * cell), high = 0.7 * pile.top;
  std::vector<Facet> facets;
  std::vector<Vec2> flank;
  for (const auto& [cell_index, height] : surface) {
    if (const auto facet = facet_at(surface, cell_index, cell)) facets.push_back(*facet);
    if (height >= low && height <= high)
      flank.push_back({distance((cell_index.first + 0.5) * cell, (cell_index.second + 0.5) * cell), height});
  }
  pile.slope = median_slope(facets, low, high);
  pile.upper_slope = median_slope(facets, 0.4 * pile.top, 0.9 * pile.top);
  pile.toe = toe_of(flank);
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
