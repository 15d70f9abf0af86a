#include "scree/math/mat.hpp"
#include "scree/shape/clean/clean_steps.hpp"
#include "scree/shape/surface/triangulate.hpp"

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

/// Returns the polygons, ascending, with corners farther than `limit` from the plane of the polygon.
std::vector<int> bent_polygons(const Surface& surface, Real limit) {
  std::vector<int> bent;
  for (int f = 0; f < surface.face_count(); ++f) {
    if (surface.face(f).size() > 3 && deviation(surface, f, fit_plane(surface, f)) > limit) bent.push_back(f);
  }
  return bent;
}

}  // namespace

/// Fits planes to the polygons and moves every vertex of a bent polygon to the point that is closest, in the
/// least-squares sense, to the planes of its polygons. Repeats both steps.
Flattened flatten_polygons(Surface& surface, Real size, Real reach) {
  const std::vector<int> bent = bent_polygons(surface, 1e-14 * size);
  if (bent.empty()) return {};
  std::vector<char> moves(surface.vertices.size(), 0);
  for (const int f : bent) {
    for (const int v : surface.face(f)) moves[v] = 1;
  }
  std::vector<int> polygons;  // polygons that share a vertex with a bent polygon; they must stay planar
  for (int f = 0; f < surface.face_count(); ++f) {
    const auto loop = surface.face(f);
    if (loop.size() > 3 && std::ranges::any_of(loop, [&](int v) { return moves[v] != 0; }))
      polygons.push_back(f);
  }
  const std::vector<Vec3> start = surface.vertices;
  const Real stiffness = 1e-5;  // keeps a vertex in place in the directions that its planes leave free
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
      const Real distance = length(shift);  // the next line limits it to twice the reach
      surface.vertices[v] = start[v] + (distance > 2 * reach ? 2 * reach / distance : 1) * shift;
    }
  }
  Real moved = 0;
  for (std::size_t v = 0; v < start.size(); ++v)
    moved = std::max(moved, length(surface.vertices[v] - start[v]));
  return {bent_polygons(surface, 1e-12 * size), moved};
}

void cut_into_triangles(Surface& surface, const std::vector<int>& faces) {
  Loops loops;
  std::vector<std::array<int, 3>> triangles;
  for (int f = 0; f < surface.face_count(); ++f) {
    triangles.clear();
    if (!std::ranges::binary_search(faces, f) || !triangulate(surface.vertices, surface.face(f), triangles)) {
      loops.add(surface.face(f), f);
    } else {
      for (const auto& t : triangles) loops.add(t, f);
    }
  }
  replace_faces(surface, std::move(loops));
}

}  // namespace scree
