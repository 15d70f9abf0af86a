#include "scree/shape/facet_body.hpp"

#include "scree/shape/clean/hull.hpp"

#include <algorithm>

namespace scree {
namespace {

/// Reach of the grid as a fraction of the body's diagonal. Contacts are rarely deeper than this.
constexpr Real grid_reach = 0.02;

/// Returns the surface of a mesh in the frame of its body.
Surface in_body_frame(const Mesh& mesh) {
  Surface surface;
  surface.vertices = mesh.vertices;
  surface.face_begin = mesh.topology.face_begin;
  surface.corner = mesh.topology.origin;
  return surface;
}

void add_cut(std::span<const int> loop, Surface& surface) {
  if (loop.size() <= most_facet_corners) return surface.add_face(loop);
  const std::size_t half = loop.size() / 2;
  std::vector<int> rest(loop.begin() + static_cast<std::ptrdiff_t>(half), loop.end());
  rest.push_back(loop[0]);
  add_cut(loop.subspan(0, half + 1), surface);
  add_cut(rest, surface);
}

/// Returns the facets as faces of a surface; cuts those with too many corners.
Surface facets_of(const FacetMesh& mesh) {
  Surface surface;
  surface.vertices = mesh.vertices;
  for (int f = 0; f < mesh.facet_count(); ++f)
    add_cut({mesh.corner.data() + mesh.facet_begin[f],
             static_cast<std::size_t>(mesh.facet_begin[f + 1] - mesh.facet_begin[f])},
            surface);
  return surface;
}

Vec3 centroid_of(std::span<const Vec3> polygon) {
  Vec3 sum;
  Real area = 0;
  const Vec3 normal = [&] {
    Vec3 n;
    for (std::size_t i = 2; i < polygon.size(); ++i)
      n += cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
    return normalized(n);
  }();
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    const Real a = dot(normal, cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]));
    sum += (a / 3) * ((polygon[i - 1] - polygon[0]) + (polygon[i] - polygon[0])), area += a;
  }
  return polygon[0] + sum / area;
}

}  // namespace

FacetBody make_facet_body(const Surface& given) {
  FacetBody body;
  body.mesh = make_mesh(given);
  const Surface faces = in_body_frame(body.mesh);
  body.facets = make_facet_mesh(faces, false);
  const Surface facets = facets_of(body.facets);
  const Triangles triangles = triangulate(facets);
  body.layer = layer_thickness(facets, triangles, Bvh(triangle_boxes(facets, triangles)));
  body.box = face_boxes(facets);
  body.tree = Bvh(body.box);
  for (const Box& box : body.box) body.bounds.include(box);
  std::vector<Vec3> polygon;
  for (int f = 0; f < facets.face_count(); ++f) {
    polygon.clear();
    for (const int v : facets.face(f)) polygon.push_back(facets.vertices[v]);
    body.corner.insert(body.corner.end(), polygon.begin(), polygon.end());
    body.begin.push_back(static_cast<int>(body.corner.size()));
    body.normal.push_back(normalized(area_vector(facets.vertices, facets.face(f))));
    body.centre.push_back(centroid_of(polygon));
    body.offset.push_back(dot(body.normal.back(), body.centre.back()));
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec3 out = cross(polygon[i + 1 < polygon.size() ? i + 1 : 0] - polygon[i], body.normal.back());
      body.edge_plane.push_back({out, dot(out, polygon[i])});
    }
    Real reach = 0;
    for (const Vec3 p : polygon) reach = std::max(reach, length(p - body.centre.back()));
    body.reach.push_back(reach);
  }
  for (const PlanarPatch& patch : body.facets.planar_patches) {
    Real area = 0;
    for (int f = patch.begin; f < patch.end; ++f) {
      const std::span<const int> loop(body.facets.corner.data() + body.facets.facet_begin[f],
                                      body.facets.corner.data() + body.facets.facet_begin[f + 1]);
      area += 0.5 * length(area_vector(body.facets.vertices, loop));
    }
    body.largest_patch = std::max(body.largest_patch, area);
  }
  body.thinnest_layer = *std::min_element(body.layer.begin(), body.layer.end());
  body.hull = polyhedron_from_points(body.mesh.vertices);
  body.hull_in_body = body.hull.mass.body_in_input;
  body.convex = body.hull.mass.volume <= (1 + 1e-9) * body.mesh.mass.volume;
  body.grid = NearGrid(body.box, body.bounds, grid_reach * body.bounds.diagonal());
  return body;
}

}  // namespace scree
