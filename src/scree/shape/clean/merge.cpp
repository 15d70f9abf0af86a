#include "scree/shape/clean/clean_steps.hpp"

#include "scree/error.hpp"

#include <algorithm>
#include <numeric>

namespace scree {
namespace {

/// Height of a face: twice its area divided by its longest edge. The normal of a face is unreliable if the
/// height is below the rounding of its corners.
Real face_height(const Surface& surface, int f) {
  const auto loop = surface.face(f);
  Real longest = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    longest =
        std::max(longest, length(surface.vertices[loop[i]] - surface.vertices[loop[(i + 1) % loop.size()]]));
  }
  return longest > 0 ? length(area_vector(surface.vertices, loop)) / longest : 0;
}

/// Grows regions from the largest faces over neighbours that lie in the same plane; returns the number of the
/// region of each face. A face marked `single` is merged only with slivers.
std::vector<int> grow_coplanar_regions(const Surface& surface, const Topology& t,
                                       const std::vector<char>& single, Real reach) {
  std::vector<Vec3> area(static_cast<std::size_t>(surface.face_count()));
  std::vector<char> sliver(area.size());
  for (int f = 0; f < surface.face_count(); ++f) {
    area[f] = area_vector(surface.vertices, surface.face(f));
    sliver[f] = face_height(surface, f) <= reach ? 1 : 0;
  }
  std::vector<int> order(area.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int f, int g) {
    return sliver[f] != sliver[g] ? sliver[f] < sliver[g] : length_squared(area[f]) > length_squared(area[g]);
  });

  std::vector<int> region(area.size(), -1), stack;
  int count = 0;
  for (const int seed : order) {
    if (region[seed] >= 0) continue;
    region[seed] = count;
    if (sliver[seed] == 0) {
      const Vec3 normal = normalized(area[seed]);
      const Real offset = dot(normal, surface.vertices[surface.face(seed)[0]]);
      const auto fits = [&](int f) {
        if (sliver[f] == 0 && (single[f] != 0 || single[seed] != 0)) return false;
        // Folded or reversed faces do not make one polygon.
        if (sliver[f] == 0 && dot(area[f], normal) < 0.99 * length(area[f])) return false;
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
          if (region[g] < 0 && fits(g)) {
            region[g] = count;
            stack.push_back(g);
          }
        }
      }
    }
    ++count;
  }
  return region;
}

/// Returns the boundary of the region to which half-edge `start` belongs; empty if the boundary visits a
/// vertex twice.
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

/// Drops vertices that have only two faces and so lie inside an edge, if both faces keep three or more
/// corners each.
int drop_vertices_inside_edges(Surface& surface, Real reach) {
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
      if (degree[loop[i]] != 2 || !straight) {
        keep[loop[i]] = 1;
        ++corners;
      }
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
  int dropped = 0;
  for (std::size_t v = 0; v < degree.size(); ++v) dropped += degree[v] > 0 && keep[v] == 0 ? 1 : 0;
  return dropped;
}

/// The surface after each region with one simple boundary loop was made one face (a region with a hole keeps
/// its faces), and the correspondence of old and new faces.
struct Merged {
  Surface surface;
  std::vector<int> replaced, face_of;  // number of old faces per new face; new face of each old face
};

Merged merge_regions(const Surface& surface, const Topology& t, const std::vector<int>& region) {
  const auto regions = static_cast<std::size_t>(*std::max_element(region.begin(), region.end())) + 1;
  std::vector<int> faces(regions, 0), boundary(regions, 0), start(regions, -1);
  for (const int r : region) ++faces[r];
  for (int h = 0; h < t.halfedge_count(); ++h) {
    const int r = region[t.face[h]];
    if (region[t.face[t.twin[h]]] != r) {
      ++boundary[r];
      start[r] = start[r] < 0 ? h : start[r];
    }
  }
  std::vector<std::vector<int>> outline(regions);
  for (std::size_t r = 0; r < regions; ++r) {
    if (faces[r] == 1 || start[r] < 0) continue;
    outline[r] = trace_boundary(t, region, start[r]);
    if (static_cast<int>(outline[r].size()) != boundary[r]) outline[r].clear();
  }
  Merged merged{surface, {}, std::vector<int>(region.size())};
  Loops loops;
  std::vector<int> new_face(regions, -1);
  for (int f = 0; f < surface.face_count(); ++f) {
    const int r = region[f];
    if (outline[r].empty() || new_face[r] < 0) {
      new_face[r] = static_cast<int>(merged.replaced.size());
      loops.add(outline[r].empty() ? surface.face(f) : std::span<const int>(outline[r]), f);
      merged.replaced.push_back(outline[r].empty() ? 1 : faces[r]);
    }
    merged.face_of[f] = new_face[r];
  }
  replace_faces(merged.surface, std::move(loops));
  return merged;
}

/// True if the surface bends outwards, or not at all, along every edge at the vertex of a half-edge. Ignores
/// slivers, whose normals are unreliable.
bool is_convex_at(const Surface& surface, const Topology& t, int start, Real reach) {
  int h = start;
  do {
    const int f = t.face[h];
    if (face_height(surface, f) > reach) {
      const Vec3 normal = normalized(area_vector(surface.vertices, surface.face(f)));
      for (const int g :
           {t.face[t.twin[h]], t.face[t.twin[h == t.face_begin[f] ? t.face_begin[f + 1] - 1 : h - 1]]}) {
        for (const int v : surface.face(g)) {
          if (dot(normal, surface.vertices[v] - surface.vertices[t.origin[h]]) > reach) return false;
        }
      }
    }
    h = t.next(t.twin[h]);
  } while (h != start);
  return true;
}

/// Finds new faces that have a corner above 180 degrees at a vertex where the old surface is convex. They
/// arise on caps whose faces are parallel almost to rounding: there, faces in one plane may surround faces
/// that are not in it.
std::vector<int> dented_polygons(const Surface& old, const Topology& t, const Merged& merged, Real reach) {
  std::vector<int> halfedge(old.vertices.size(), -1), dented;
  for (int h = 0; h < t.halfedge_count(); ++h) halfedge[t.origin[h]] = h;
  for (int g = 0; g < merged.surface.face_count(); ++g) {
    const auto inside = [&](int v) { return is_convex_at(old, t, halfedge[v], reach); };
    if (merged.replaced[g] > 1 &&
        std::ranges::any_of(dents(old.vertices, merged.surface.face(g), reach), inside))
      dented.push_back(g);
  }
  return dented;
}

/// Largest distance of the corners of the old faces from the planes of the new faces. Needs the old indices,
/// so it must be called before unused vertices are dropped.
Real distance_merged(const Surface& old, const Merged& merged) {
  std::vector<Vec3> normal(merged.replaced.size());
  std::vector<Real> offset(normal.size());
  for (std::size_t g = 0; g < normal.size(); ++g) {
    const auto loop = merged.surface.face(static_cast<int>(g));
    normal[g] = normalized(area_vector(old.vertices, loop));
    for (const int v : loop) offset[g] += dot(normal[g], old.vertices[v]) / static_cast<Real>(loop.size());
  }
  Real farthest = 0;
  for (int f = 0; f < old.face_count(); ++f) {
    const auto g = static_cast<std::size_t>(merged.face_of[f]);
    if (merged.replaced[g] == 1) continue;
    for (const int v : old.face(f))
      farthest = std::max(farthest, std::abs(dot(normal[g], old.vertices[v]) - offset[g]));
  }
  return farthest;
}

bool is_two_manifold(const Surface& surface) {
  try {
    build_topology(surface);
    return true;
  } catch (const Error&) { return false; }
}

}  // namespace

std::vector<int> dents(std::span<const Vec3> vertices, std::span<const int> loop, Real reach) {
  std::vector<int> found;
  const std::size_t n = loop.size();
  const Vec3 normal = normalized(area_vector(vertices, loop));
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 p = vertices[loop[i]], before = vertices[loop[(i + n - 1) % n]],
               after = vertices[loop[(i + 1) % n]];
    if (dot(cross(after - before, p - before), normal) > reach * length(after - before))
      found.push_back(loop[i]);
  }
  return found;
}

/// Merges regions and undoes harmful merges. A region is split into its faces again if its polygon cannot be
/// made planar within the rounding (on gently curved surfaces), or if the polygon is not convex where the
/// surface is convex. The merge then starts again and keeps these faces single.
Real merge_coplanar(Surface& surface, const Topology& topology, Real size, Real reach, Notes& notes) {
  constexpr int rounds = 6;
  std::vector<char> single(static_cast<std::size_t>(surface.face_count()), 0);
  for (int round = 0;; ++round) {
    if (round == rounds) std::ranges::fill(single, 1);
    Merged merged = merge_regions(surface, topology, grow_coplanar_regions(surface, topology, single, reach));
    const int dropped = drop_vertices_inside_edges(merged.surface, reach);
    const Real off = distance_merged(surface, merged);
    const std::vector<int> dented = dented_polygons(surface, topology, merged, reach);
    drop_unused_vertices(merged.surface);
    const auto [bent, moved] = flatten_polygons(merged.surface, size, reach);
    bool again = false;
    for (int f = 0; f < surface.face_count() && round < rounds; ++f) {
      const int g = merged.face_of[f];
      if (single[f] == 0 && merged.replaced[g] > 1 &&
          (std::ranges::binary_search(bent, g) || std::ranges::binary_search(dented, g)))
        single[f] = 1, again = true;
    }
    if (!again && round < rounds && !is_two_manifold(merged.surface)) round = rounds - 1, again = true;
    if (again) continue;
    const int before = surface.face_count(), after = merged.surface.face_count();
    surface = std::move(merged.surface);
    if (after < before) {
      notes.push_back(fmt::format("{} faces merged into {} polygons", before, after));
      if (off > 1e-12 * size) notes.back() += fmt::format(", up to {:.2g} m off their planes", off);
    }
    if (dropped > 0) notes.push_back(fmt::format("{} vertices inside straight edges dropped", dropped));
    return moved;
  }
}

}  // namespace scree
