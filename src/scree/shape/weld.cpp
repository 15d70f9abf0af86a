#include "scree/shape/clean_steps.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <unordered_map>

namespace scree {
namespace {

/// Maps every vertex to the first one within `reach` of it: a hash grid of cells of twice the reach, in which a ball
/// touches at most eight cells.
std::vector<int> find_first_near(std::span<const Vec3> vertices, Real reach) {
  struct CellHash {
    std::size_t operator()(const std::array<std::int64_t, 3>& c) const {
      return static_cast<std::size_t>(c[0]) * 73856093U ^ static_cast<std::size_t>(c[1]) * 19349663U ^
             static_cast<std::size_t>(c[2]) * 83492791U;
    }
  };
  const Real cell = 2 * reach;
  const auto index = [&](Real x) { return static_cast<std::int64_t>(std::floor(x / cell)); };
  std::unordered_map<std::array<std::int64_t, 3>, std::vector<int>, CellHash> grid;
  grid.reserve(vertices.size());
  std::vector<int> first(vertices.size());
  for (int v = 0; v < static_cast<int>(vertices.size()); ++v) {
    const Vec3 p = vertices[v];
    int found = -1;
    for (int corner = 0; corner < 8 && found < 0; ++corner) {
      const auto near = grid.find({index(p.x + ((corner & 1) != 0 ? reach : -reach)),
                                   index(p.y + ((corner & 2) != 0 ? reach : -reach)),
                                   index(p.z + ((corner & 4) != 0 ? reach : -reach))});
      if (near == grid.end()) continue;
      for (const int w : near->second) {
        if (length_squared(vertices[w] - p) <= reach * reach) { found = w; break; }
      }
    }
    if (found < 0) grid[{index(p.x), index(p.y), index(p.z)}].push_back(v);
    first[v] = found < 0 ? v : found;
  }
  return first;
}

}  // namespace

void weld(Surface& surface, Real reach, Notes& notes) {
  const std::vector<int> first = find_first_near(surface.vertices, reach);
  for (int& v : surface.corner) v = first[v];
  Loops loops;
  std::vector<int> loop;
  for (int f = 0; f < surface.face_count(); ++f) {
    loop.clear();
    for (const int v : surface.face(f)) {
      if (loop.empty() || loop.back() != v) loop.push_back(v);
    }
    while (loop.size() > 1 && loop.front() == loop.back()) loop.pop_back();
    if (loop.size() >= 3) loops.add(loop, f);
  }
  const int collapsed = surface.face_count() - static_cast<int>(loops.old_face.size());
  replace_faces(surface, std::move(loops));
  drop_unused_vertices(surface);
  if (collapsed > 0) notes.push_back(fmt::format("{} faces shrank to nothing when vertices were welded", collapsed));
}

}  // namespace scree
