#include "scree/shape/clean/clean_steps.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <unordered_map>

namespace scree {
namespace {

using Cell = std::array<std::int64_t, 3>;

struct CellHash {
  std::size_t operator()(const Cell& c) const {
    return static_cast<std::size_t>(c[0]) * 73856093U ^ static_cast<std::size_t>(c[1]) * 19349663U ^
           static_cast<std::size_t>(c[2]) * 83492791U;
  }
};

/// Maps every vertex to the first vertex within `reach` of it, with a hash grid of the earlier vertices. A
/// cell is 16 times `reach` wide: most balls of radius `reach` lie in one cell, and few vertices share it.
std::vector<int> find_first_near(std::span<const Vec3> vertices, Real reach) {
  const auto cell_of = [&](Vec3 p) {
    const auto index = [&](Real x) { return static_cast<std::int64_t>(std::floor(x / (16 * reach))); };
    return Cell{index(p.x), index(p.y), index(p.z)};
  };
  std::unordered_map<Cell, int, CellHash> newest;  // the newest vertex in each cell
  std::vector<int> older(vertices.size(), -1);     // next older vertex in the same cell
  newest.reserve(vertices.size() / 4);
  const auto find_near = [&](Vec3 p) {
    const Vec3 margin{reach, reach, reach};
    const Cell low = cell_of(p - margin), high = cell_of(p + margin);
    for (std::int64_t x = low[0]; x <= high[0]; ++x) {
      for (std::int64_t y = low[1]; y <= high[1]; ++y) {
        for (std::int64_t z = low[2]; z <= high[2]; ++z) {
          const auto found = newest.find({x, y, z});
          for (int w = found == newest.end() ? -1 : found->second; w >= 0; w = older[w]) {
            if (length_squared(vertices[w] - p) <= reach * reach) return w;
          }
        }
      }
    }
    return -1;
  };
  std::vector<int> first(vertices.size());
  for (int v = 0; v < static_cast<int>(vertices.size()); ++v) {
    first[v] = find_near(vertices[v]);
    if (first[v] >= 0) continue;
    first[v] = v;
    int& head = newest.try_emplace(cell_of(vertices[v]), -1).first->second;
    older[v] = head;
    head = v;
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
  if (collapsed > 0)
    notes.push_back(fmt::format("{} faces shrank to nothing when vertices were welded", collapsed));
}

}  // namespace scree
