#include "reproduce/zheng/basic_models.hpp"

#include <cmath>
#include <numbers>

namespace scree::reproduce {

std::vector<Vec3> moved(std::vector<Vec3> points, Quat rotation, Vec3 shift, Real scale) {
  for (Vec3& p : points) p = scale * (rotate(rotation, p) + shift);
  return points;
}

SearchCase moved(SearchCase c, Quat rotation, Vec3 shift, Real scale) {
  c.a = moved(c.a, rotation, shift, scale), c.b = moved(c.b, rotation, shift, scale);
  c.points = moved(c.points, rotation, shift, scale);
  c.normal = rotate(rotation, c.normal);
  return c;
}

std::vector<SearchCase> seven_types() {
  using enum ContactType;
  const Real pi = std::numbers::pi, root2 = std::sqrt(2.0), root3 = std::sqrt(3.0);
  const Quat no_rotation;
  // Cubes of edge 1 that stand on a face, an edge along x, an edge along y, or a corner. The origin is the
  // lowest point, the middle of the lowest edge, or a corner of the lowest face.
  std::vector<Vec3> cube;
  for (int i = 0; i < 8; ++i) cube.push_back({Real(i & 1), Real(i >> 1 & 1), Real(i >> 2)});
  const std::vector<Vec3> on_edge_x =
      moved(moved(cube, no_rotation, {-0.5, 0, 0}), axis_angle({1, 0, 0}, pi / 4), {});
  const std::vector<Vec3> on_edge_y = moved(on_edge_x, axis_angle({0, 0, 1}, pi / 2), {});
  const Quat to_corner = axis_angle({1 / root2, -1 / root2, 0}, std::acos(1 / root3));
  const std::vector<Vec3> on_corner = moved(cube, to_corner, {});
  const std::vector<Vec3> edge_up = moved(on_edge_x, no_rotation, {0, 0, -root2});
  const std::vector<Vec3> below = moved(cube, no_rotation, {0, 0, -1});
  // Regular tetrahedra of edge 1: one with a face at z = 0 and the apex above it, and variants of this one.
  const Real height = std::sqrt(2.0 / 3);
  const std::vector<Vec3> on_face{{0, 0, 0}, {1, 0, 0}, {0.5, root3 / 2, 0}, {0.5, root3 / 6, height}};
  const std::vector<Vec3> face_up{{0, 0, 0}, {1, 0, 0}, {0.5, root3 / 2, 0}, {0.5, root3 / 6, -height}};
  const std::vector<Vec3> apex_up = moved(on_face, no_rotation, {-0.5, -root3 / 6, -height});
  const Quat flip = axis_angle({1, 0, 0}, pi);
  const std::vector<Vec3> apex_down = moved(moved(apex_up, axis_angle({0, 0, 1}, pi), {}), flip, {});
  const std::vector<Vec3> tetra_edge_up{
      {-0.5, 0, 0}, {0.5, 0, 0}, {0, -0.5, -1 / root2}, {0, 0.5, -1 / root2}};
  const std::vector<Vec3> tetra_edge_down = moved(tetra_edge_up, flip, {});
  const Quat quarter = axis_angle({0, 0, 1}, pi / 2);
  const Vec3 up{0, 0, 1};

  return {
      {"cube v-v",
       cube,
       moved(cube, no_rotation, {1, 1, 1}),
       vertex_vertex,
       {vertex_vertex},
       {{1, 1, 1}},
       normalized(Vec3{1, 1, 1})},
      {"cube v-e",
       edge_up,
       moved(on_corner, no_rotation, {0.2, 0, 0}),
       vertex_edge,
       {vertex_edge},
       {{0.2, 0, 0}},
       {}},
      {"cube v-f",
       below,
       moved(on_corner, no_rotation, {0.4, 0.7, 0}),
       vertex_face,
       {vertex_face},
       {{0.4, 0.7, 0}},
       up},
      {"cube crossing e-e",
       edge_up,
       moved(on_edge_y, no_rotation, {0.1, 0.2, 0}),
       crossing_edges,
       {crossing_edges},
       {{0.1, 0, 0}},
       up},
      {"cube parallel e-e",
       edge_up,
       moved(on_edge_x, no_rotation, {0.3, 0, 0}),
       parallel_edges,
       {vertex_edge, vertex_edge},
       {{-0.2, 0, 0}, {0.5, 0, 0}},
       up},
      {"cube e-f",
       below,
       moved(on_edge_x, no_rotation, {0.75, 0.4, 0}),
       edge_face,
       {vertex_face, crossing_edges},
       {{0.25, 0.4, 0}, {1, 0.4, 0}},
       up},
      {"cube f-f",
       below,
       moved(cube, no_rotation, {0.3, 0.2, 0}),
       face_face,
       {vertex_face, vertex_face, crossing_edges, crossing_edges},
       {{0.3, 0.2, 0}, {1, 1, 0}, {1, 0.2, 0}, {0.3, 1, 0}},
       up},
      {"tetrahedron v-v", apex_up, apex_down, vertex_vertex, {vertex_vertex}, {{0, 0, 0}}, {}},
      {"tetrahedron v-e",
       tetra_edge_up,
       moved(apex_down, no_rotation, {0.1, 0, 0}),
       vertex_edge,
       {vertex_edge},
       {{0.1, 0, 0}},
       {}},
      {"tetrahedron v-f",
       face_up,
       moved(apex_down, no_rotation, {0.5, 0.3, 0}),
       vertex_face,
       {vertex_face},
       {{0.5, 0.3, 0}},
       up},
      {"tetrahedron crossing e-e",
       tetra_edge_up,
       moved(tetra_edge_down, quarter, {0.1, -0.2, 0}),
       crossing_edges,
       {crossing_edges},
       {{0.1, 0, 0}},
       up},
      {"tetrahedron parallel e-e",
       tetra_edge_up,
       moved(tetra_edge_down, no_rotation, {0.2, 0, 0}),
       parallel_edges,
       {vertex_edge, vertex_edge},
       {{-0.3, 0, 0}, {0.5, 0, 0}},
       up},
      {"tetrahedron e-f",
       face_up,
       moved(tetra_edge_down, quarter, {0.5, 0.6, 0}),
       edge_face,
       {vertex_edge, vertex_face},
       {{0.5, 0.1, 0}, {0.5, root3 / 2, 0}},
       up},
      {"tetrahedron f-f",
       face_up,
       moved(on_face, no_rotation, {0.1, 0, 0}),
       face_face,
       {vertex_edge, vertex_edge, crossing_edges},
       {{0.1, 0, 0}, {1, 0, 0}, {0.55, 0.45 * root3, 0}},
       up},
  };
}

CutCube cut_cube(Random& random) {
  CutCube cut;
  cut.normal = random.direction();
  const Real offset =
      random.uniform(-0.4, 0.4);  // less than the smallest half width 0.5, so that every plane cuts the cube
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({(i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2) - 0.5});
  const auto height = [&](Vec3 p) { return dot(cut.normal, p) - offset; };
  for (const Vec3 p : corners) (height(p) < 0 ? cut.low : cut.high).push_back(p);
  for (int i = 0; i < 8; ++i) {
    for (const int bit : {1, 2, 4}) {
      const Vec3 p = corners[i], q = corners[i ^ bit];
      if ((i & bit) == 0 && (height(p) < 0) != (height(q) < 0))
        cut.section.push_back(p + height(p) / (height(p) - height(q)) * (q - p));
    }
  }
  cut.low.insert(cut.low.end(), cut.section.begin(), cut.section.end());
  cut.high.insert(cut.high.end(), cut.section.begin(), cut.section.end());
  return cut;
}

}  // namespace scree::reproduce
