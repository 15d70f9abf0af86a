#include "scree/shape/clean_steps.hpp"

#include "scree/error.hpp"
#include "scree/math/mat.hpp"
#include "scree/shape/triangulate.hpp"

#include <algorithm>
#include <array>

namespace scree {
namespace {

struct Plane {
  Vec3 normal;
  Real offset;
};

Plane fit_plane(const Surface& surface, int f) {
  const Vec3 normal = normalized(area_vector(surface.vertices, surface.face(f)));
  Real offset = 0;
  for (const int v : surface.face(f)) offset += dot(normal, surface.vertices[v]);
  return {normal, offset / static_cast<Real>(surface.face(f).size())};
}

Real deviation(const Surface& surface, int f, const Plane& plane) {
  Real worst = 0;
  for (const int v : surface.face(f))
    worst = std::max(worst, std::abs(dot(plane.normal, surface.vertices[v]) - plane.offset));
  return worst;
}

void check_planar(const Surface& surface, Real size, Real reach) {
  for (int f = 0; f < surface.face_count(); ++f) {
    const Real off = surface.face(f).size() > 3 ? deviation(surface, f, fit_plane(surface, f)) : 0;
    if (off > reach) {
      fail(
          "{}: the face is not planar: a corner lies {:.3g} m off ({:.2g} of the body's size, {:.2g} is "
          "allowed). Split the "
          "face into triangles, give more digits, or take the convex hull of the vertices.",
          where(surface, f), off, off / size, reach / size);
    }
  }
}

/// Moves every vertex to the least-squares meeting point of the planes fitted to its polygons, a few times
/// over; returns the polygons that stay bent, because their corners would have to move too far. Triangles are
/// planar as they are.
std::vector<int> flatten_polygons(Surface& surface, Real size, Real reach) {
  std::vector<int> bent;
  for (int f = 0; f < surface.face_count(); ++f) {
    if (surface.face(f).size() > 3 && deviation(surface, f, fit_plane(surface, f)) > 1e-14 * size)
      bent.push_back(f);
  }
  if (bent.empty()) return bent;
  std::vector<int> polygons;  // all that share a vertex with a bent one: they must stay planar
  std::vector<char> moves(surface.vertices.size(), 0);
  for (const int f : bent) {
    for (const int v : surface.face(f)) moves[v] = 1;
  }
  for (int f = 0; f < surface.face_count(); ++f) {
    const auto loop = surface.face(f);
    if (loop.size() > 3 && std::ranges::any_of(loop, [&](int v) { return moves[v] != 0; }))
      polygons.push_back(f);
  }
  const std::vector<Vec3> start = surface.vertices;
  const Real stiffness = 1e-5;  // holds a vertex in the directions that its planes leave free
  std::vector<Mat3> normal_matrix(surface.vertices.size());
  std::vector<Vec3> pull(surface.vertices.size());
  for (int sweep = 0; sweep < 40; ++sweep) {
    Real worst = 0;
    for (const int f : polygons) {
      for (const int v : surface.face(f)) normal_matrix[v] = stiffness * identity(), pull[v] = {};
    }
    for (const int f : polygons) {
      const Plane plane = fit_plane(surface, f);
      worst = std::max(worst, deviation(surface, f, plane));
      for (const int v : surface.face(f)) {
        normal_matrix[v] = normal_matrix[v] + outer(plane.normal, plane.normal);
        pull[v] += (plane.offset - dot(plane.normal, surface.vertices[v])) * plane.normal;
      }
    }
    if (worst <= 1e-15 * size) break;
    for (int v = 0; v < surface.vertex_count(); ++v) {
      if (moves[v] == 0) continue;
      const Vec3 shift = surface.vertices[v] + solve(normal_matrix[v], pull[v]) - start[v];
      const Real distance = length(shift);  // never farther than rounding explains
      surface.vertices[v] = start[v] + (distance > 2 * reach ? 2 * reach / distance : 1) * shift;
    }
  }
  std::erase_if(polygons,
                [&](int f) { return deviation(surface, f, fit_plane(surface, f)) <= 1e-12 * size; });
  return polygons;
}

}  // namespace

/// Makes polygons planar whose corners were rounded; those that cannot be are cut into triangles.
void flatten(Surface& surface, Real size, Real reach, Notes& notes) {
  check_planar(surface, size, reach);
  const std::vector<Vec3> before = surface.vertices;
  const std::vector<int> bent = flatten_polygons(surface, size, reach);
  if (!bent.empty()) {
    Loops loops;
    std::vector<std::array<int, 3>> triangles;
    for (int f = 0; f < surface.face_count(); ++f) {
      triangles.clear();
      if (!std::ranges::binary_search(bent, f) ||
          !triangulate(surface.vertices, surface.face(f), triangles)) {
        loops.add(surface.face(f), f);
      } else {
        for (const auto& t : triangles) loops.add(t, f);
      }
    }
    replace_faces(surface, std::move(loops));
    notes.push_back(fmt::format("{} slightly bent polygons cut into triangles", bent.size()));
  }
  Real moved = 0;
  for (int v = 0; v < surface.vertex_count(); ++v)
    moved = std::max(moved, length(surface.vertices[v] - before[v]));
  if (moved > 1e-12 * size) {
    notes.push_back(fmt::format("vertices moved by up to {:.2g} m to make polygons planar", moved));
  }
}

}  // namespace scree
