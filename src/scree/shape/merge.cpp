#include "scree/shape/clean_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace scree {
namespace {

/// Faces grown from the largest ones over neighbours that lie in the same plane; the number of its region per
/// face.
std::vector<int> grow_coplanar_regions(const Surface& surface, const Topology& t, Real reach) {
  std::vector<Vec3> area(static_cast<std::size_t>(surface.face_count()));
  for (int f = 0; f < surface.face_count(); ++f) area[f] = area_vector(surface.vertices, surface.face(f));
  std::vector<int> order(area.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int f, int g) { return length_squared(area[f]) > length_squared(area[g]); });

  std::vector<int> region(area.size(), -1), stack;
  int count = 0;
  for (const int seed : order) {
    if (region[seed] >= 0) continue;
    region[seed] = count;
    const Real size = length(area[seed]);
    if (size > 0) {
      const Vec3 normal = area[seed] / size;
      const Real offset = dot(normal, surface.vertices[surface.face(seed)[0]]);
      const auto fits = [&](int f) {
        if (dot(area[f], normal) < 0.99 * length(area[f])) return false;  // folded or turned: not one polygon
        return std::ranges::all_of(surface.face(f), [&](int v) {
          return std::abs(dot(normal, surface.vertices[v]) - offset) <= reach;
        });
      };
      stack = {seed};
      while (!stack.empty()) {
        const int f = stack.back();
        stack.pop_back();
        for (int h = t.face_begin[f]; h < t.face_begin[f + 1]; ++h) {
          const int g = t.face[t.twin[h]];
          if (region[g] < 0 && fits(g)) region[g] = count, stack.push_back(g);
        }
      }
    }
    ++count;
  }
  return region;
}

/// The boundary of the region of half-edge `start`, or nothing when it visits a vertex twice.
std::vector<int> trace_boundary(const Topology& t, const std::vector<int>& region, int start) {
  const int own = region[t.face[start]];
  std::vector<int> loop;
  int h = start;
  do {
    loop.push_back(t.origin[h]);
    h = t.next(h);
    while (region[t.face[t.twin[h]]] == own) h = t.next(t.twin[h]);
  } while (h != start);
  std::vector<int> sorted = loop;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) loop.clear();
  return loop;
}

/// A vertex with only two faces lies inside an edge: it goes, where both faces keep three corners.
void drop_vertices_inside_edges(Surface& surface, Real reach) {
  std::vector<int> degree(surface.vertices.size(), 0);
  for (const int v : surface.corner) ++degree[v];
  std::vector<char> keep(surface.vertices.size(), 0);
  for (int f = 0; f < surface.face_count(); ++f) {
    const auto loop = surface.face(f);
    const int n = static_cast<int>(loop.size());
    int corners = 0;
    for (int i = 0; i < n; ++i) {
      const Vec3 p = surface.vertices[loop[i]], before = surface.vertices[loop[(i + n - 1) % n]],
                 after = surface.vertices[loop[(i + 1) % n]];
      const bool straight = length(cross(p - before, after - before)) <= reach * length(after - before);
      if (degree[loop[i]] != 2 || !straight) keep[loop[i]] = 1, ++corners;
    }
    if (corners < 3) {
      for (const int v : loop) keep[v] = 1;
    }
  }
  Loops loops;
  std::vector<int> kept;
  for (int f = 0; f < surface.face_count(); ++f) {
    kept.clear();
    for (const int v : surface.face(f)) {
      if (keep[v] != 0) kept.push_back(v);
    }
    loops.add(kept, f);
  }
  replace_faces(surface, std::move(loops));
}

}  // namespace

void merge_coplanar(Surface& surface, const Topology& t, Real reach, Notes& notes) {
  const std::vector<int> region = grow_coplanar_regions(surface, t, reach);
  const auto regions = static_cast<std::size_t>(*std::max_element(region.begin(), region.end())) + 1;
  std::vector<int> faces(regions, 0), boundary(regions, 0), start(regions, -1);
  for (const int r : region) ++faces[r];
  for (int h = 0; h < t.halfedge_count(); ++h) {
    const int r = region[t.face[h]];
    if (region[t.face[t.twin[h]]] != r) ++boundary[r], start[r] = start[r] < 0 ? h : start[r];
  }
  // Only a region with one simple boundary loop is a polygon; one with a hole keeps its faces.
  std::vector<std::vector<int>> merged(regions);
  for (std::size_t r = 0; r < regions; ++r) {
    if (faces[r] == 1 || start[r] < 0) continue;
    merged[r] = trace_boundary(t, region, start[r]);
    if (static_cast<int>(merged[r].size()) != boundary[r]) merged[r].clear();
  }
  Loops loops;
  std::vector<char> done(regions, 0);
  for (int f = 0; f < surface.face_count(); ++f) {
    const int r = region[f];
    if (merged[r].empty()) {
      loops.add(surface.face(f), f);
    } else if (done[r] == 0) {
      done[r] = 1;
      loops.add(merged[r], f);
    }
  }
  const int before = surface.face_count(), after = static_cast<int>(loops.old_face.size());
  replace_faces(surface, std::move(loops));
  drop_vertices_inside_edges(surface, reach);
  drop_unused_vertices(surface);
  if (after < before) notes.push_back(fmt::format("{} faces merged into {} polygons", before, after));
}

}  // namespace scree
