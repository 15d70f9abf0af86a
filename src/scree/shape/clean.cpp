#include "scree/shape/clean.hpp"

#include "scree/error.hpp"
#include "scree/math/mat.hpp"
#include "scree/shape/topology.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <unordered_map>

namespace scree {
namespace {

/// Moves the surface so that its box is centred on the origin, and returns the box's diagonal.
Real center(Surface& surface) {
  for (int v = 0; v < surface.vertex_count(); ++v) {
    const Vec3 p = surface.vertices[v];
    if (!is_finite(p)) {
      fail("{}vertex {} is ({}, {}, {}). Coordinates must be finite numbers.", where(surface), v + 1, p.x, p.y, p.z);
    }
  }
  const Box box = bounding_box(surface.vertices);
  const Vec3 middle = box.center();
  const Real size = box.diagonal();
  // Squares, cubes and fifth powers of the size must stay within the range of a double.
  if (!(size < 1e50) || !(length(middle) < 1e100)) {
    fail("{}the body is {:.3g} m across, or that far away. Scree computes up to 1e50 m.", where(surface), size);
  }
  if (!(size > 1e-50)) fail("{}all vertices coincide: there is no volume. Check the coordinates.", where(surface));
  for (Vec3& v : surface.vertices) v -= middle;
  surface.origin += middle;
  surface.coordinate_error = std::max(surface.coordinate_error, 1.2e-16 * length(middle));
  return size;
}

/// Keeps the vertices that faces use, in their order.
int drop_unused_vertices(Surface& surface) {
  std::vector<int> new_index(surface.vertices.size(), -1);
  for (const int v : surface.corner) new_index[v] = 0;
  int count = 0;
  for (int v = 0; v < surface.vertex_count(); ++v) {
    if (new_index[v] < 0) continue;
    surface.vertices[count] = surface.vertices[v];
    new_index[v] = count++;
  }
  const int dropped = surface.vertex_count() - count;
  surface.vertices.resize(static_cast<std::size_t>(count));
  for (int& v : surface.corner) v = new_index[v];
  return dropped;
}

/// Replaces the faces by those of `kept` (new loops with the place of an old face each).
struct Loops {
  std::vector<int> begin = {0}, corner, old_face;

  void add(std::span<const int> loop, int from) {
    corner.insert(corner.end(), loop.begin(), loop.end());
    begin.push_back(static_cast<int>(corner.size()));
    old_face.push_back(from);
  }
};

void replace_faces(Surface& surface, Loops loops) {
  std::vector<int> place;
  place.reserve(loops.old_face.size());
  for (const int f : loops.old_face) place.push_back(surface.face_place.empty() ? f + 1 : surface.face_place[f]);
  surface.face_place = std::move(place);
  surface.face_begin = std::move(loops.begin);
  surface.corner = std::move(loops.corner);
}

// --- weld -----------------------------------------------------------------------------------------------------------

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

void weld(Surface& surface, Real reach, std::vector<std::string>& notes) {
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

// --- merge ----------------------------------------------------------------------------------------------------------

struct Plane {
  Vec3 normal;
  Real offset;
};

/// Faces grown from the largest ones over neighbours that lie in the same plane; the number of its region per face.
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
      const Plane plane{area[seed] / size, dot(area[seed] / size, surface.vertices[surface.face(seed)[0]])};
      const auto fits = [&](int f) {
        if (dot(area[f], plane.normal) < 0.99 * length(area[f])) return false;  // folded or turned: not one polygon
        return std::ranges::all_of(surface.face(f), [&](int v) {
          return std::abs(dot(plane.normal, surface.vertices[v]) - plane.offset) <= reach;
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

void merge_coplanar(Surface& surface, const Topology& t, Real reach, std::vector<std::string>& notes) {
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

void check_areas(const Surface& surface, Real size) {
  for (int f = 0; f < surface.face_count(); ++f) {
    const auto loop = surface.face(f);
    Real longest = 0;
    for (const int v : loop) longest = std::max(longest, length(surface.vertices[v] - surface.vertices[loop[0]]));
    if (length(area_vector(surface.vertices, loop)) <= 1e-13 * size * longest) {
      fail("{}: the face has no area: its corners lie on a line or coincide. Remove it, or weld vertices that should be one.",
           where(surface, f));
    }
  }
}

// --- flatten --------------------------------------------------------------------------------------------------------

Plane fit_plane(const Surface& surface, int f) {
  const Vec3 normal = normalized(area_vector(surface.vertices, surface.face(f)));
  Real offset = 0;
  for (const int v : surface.face(f)) offset += dot(normal, surface.vertices[v]);
  return {normal, offset / static_cast<Real>(surface.face(f).size())};
}

struct Deviation {
  Real distance = 0;
  int face = -1, vertex = -1;
};

Deviation worst_deviation(const Surface& surface, std::span<const int> polygons, std::vector<Plane>& planes) {
  Deviation worst;
  planes.clear();
  for (const int f : polygons) {
    planes.push_back(fit_plane(surface, f));
    for (const int v : surface.face(f)) {
      const Real d = std::abs(dot(planes.back().normal, surface.vertices[v]) - planes.back().offset);
      if (d > worst.distance) worst = {d, f, v};
    }
  }
  return worst;
}

/// Makes polygons planar whose corners were rounded: every vertex moves to the least-squares meeting point of the planes
/// fitted to its polygons, a few times over. Triangles are planar as they are.
void flatten(Surface& surface, Real size, Real reach, std::vector<std::string>& notes) {
  std::vector<int> polygons;
  for (int f = 0; f < surface.face_count(); ++f) {
    if (surface.face(f).size() > 3) polygons.push_back(f);
  }
  std::vector<Plane> planes;
  Deviation worst = worst_deviation(surface, polygons, planes);
  if (!(worst.distance <= reach)) {
    fail("{}: the face is not planar: {} lies {:.3g} m off ({:.2g} of the body's size, {:.2g} is allowed). "
         "Split the face into triangles, give more digits, or take the convex hull of the vertices.",
         where(surface, worst.face), point_name(surface, worst.vertex), worst.distance, worst.distance / size, reach / size);
  }
  if (worst.distance <= 1e-14 * size) return;
  const std::vector<Vec3> before = surface.vertices;
  const Real stiffness = 1e-5;  // holds a vertex in the directions its planes leave free
  for (int sweep = 0; sweep < 60 && worst.distance > 1e-15 * size; ++sweep) {
    std::vector<Mat3> normal_matrix(surface.vertices.size(), stiffness * identity());
    std::vector<Vec3> pull(surface.vertices.size());
    for (std::size_t i = 0; i < polygons.size(); ++i) {
      for (const int v : surface.face(polygons[i])) {
        const Vec3 n = planes[i].normal;
        normal_matrix[v] = normal_matrix[v] + outer(n, n);
        pull[v] += (planes[i].offset - dot(n, surface.vertices[v])) * n;
      }
    }
    for (int v = 0; v < surface.vertex_count(); ++v) surface.vertices[v] += solve(normal_matrix[v], pull[v]);
    const Deviation now = worst_deviation(surface, polygons, planes);
    if (!(now.distance < worst.distance)) break;
    worst = now;
  }
  Real moved = 0;
  for (int v = 0; v < surface.vertex_count(); ++v) moved = std::max(moved, length(surface.vertices[v] - before[v]));
  if (moved > 1e-12 * size) {
    notes.push_back(fmt::format("vertices moved by up to {:.2g} m to make polygons planar", moved));
  }
}

}  // namespace

std::vector<std::string> clean(Surface& surface, CleanTolerance tolerance) {
  if (surface.vertices.empty()) fail("{}there are no vertices. Give a closed surface.", where(surface));
  std::vector<std::string> notes;
  const Real size = center(surface);
  check_faces(surface);
  const Real rounding = 4 * surface.coordinate_error;
  if (tolerance.weld > 0) weld(surface, std::max(tolerance.weld * size, rounding), notes);
  const int unused = drop_unused_vertices(surface);
  if (unused > 0) notes.push_back(fmt::format("{} vertices belong to no face and were left out", unused));
  const Topology topology = build_topology(surface);
  const Real reach = std::max(tolerance.planar * size, rounding);
  if (tolerance.merge) merge_coplanar(surface, topology, reach, notes);
  check_areas(surface, size);
  flatten(surface, size, reach, notes);
  return notes;
}

}  // namespace scree
