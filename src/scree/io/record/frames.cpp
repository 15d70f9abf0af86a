#include "scree/io/record/frames.hpp"

#include "scree/shape/library.hpp"
#include "scree/shape/superquadric_derivatives.hpp"
#include "scree/world/state/renumber.hpp"

#include <algorithm>
#include <numbers>

namespace scree {
namespace {

/// Array of numbers in columns, to which rows are added.
struct Reals {
  Grid::Array array;
  std::vector<float>& values;

  Reals(std::string name, int columns)
      : array{std::move(name), columns, std::vector<float>()}, values(std::get<0>(array.values)) {}
  void add(Real x) { values.push_back(static_cast<float>(x)); }
  void add(Vec3 v) {
    add(v.x);
    add(v.y);
    add(v.z);
  }
  void add(Quat q) {
    add(q.w);
    add(q.x);
    add(q.y);
    add(q.z);
  }
};

Grid::Array whole(std::string name, std::vector<std::int32_t> values) {
  return {std::move(name), 1, std::move(values)};
}

Grid::Array per_body(std::string name, const std::vector<int>& values) {
  return whole(std::move(name), {values.begin(), values.end()});
}

template <class T>
Grid::Array per_body(std::string name, int columns, const std::vector<T>& values) {
  Reals reals(std::move(name), columns);
  for (const T& value : values) reals.add(value);
  return std::move(reals.array);
}

Real kinetic_energy(const Bodies& b, int i) {
  return 0.5 * (b.mass[i] * length_squared(b.velocity[i]) + dot(b.angular_momentum[i], b.spin[i]));
}

/// Calls visit(pair, batch of its contact, touching pair, force) for each contact, in the order of the list.
template <class Visit>
void visit_contacts(const World& w, Visit visit) {
  for (const BatchContacts& c : w.contacts.batches) {
    for (std::size_t t = 0; t < c.touching.size(); ++t)
      visit(w.pairs.pairs[c.touching[t].pair], c, c.touching[t], c.forces[t]);
  }
}

std::vector<std::int32_t> contacts_of_bodies(const World& w) {
  std::vector<std::int32_t> count(w.bodies.count());
  visit_contacts(w, [&](const ListedPair& pair, const auto&, const auto&, const auto&) {
    ++count[pair.a];
    if (!with_wall(pair.kind)) ++count[pair.b];
  });
  return count;
}

void add_moment(const World& w, Grid& grid) {
  Reals time("time", 1);
  time.add(w.time);
  grid.time = w.time;
  grid.field_data.push_back(std::move(time.array));
}

/// Cuts a polygon in place at the plane of a half-space and keeps the piece outside the solid.
void keep_outside(std::vector<Vec3>& polygon, const HalfSpace& solid, Real slack) {
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 p = polygon[i], q = polygon[(i + 1) % polygon.size()];
    const Real hp = signed_distance(solid, p) + slack, hq = signed_distance(solid, q) + slack;
    if (hp >= 0) kept.push_back(p);
    if ((hp >= 0) != (hq >= 0)) kept.push_back(p + (hp / (hp - hq)) * (q - p));
  }
  polygon = std::move(kept);
}

/// Returns the cylinder of a wall, if it has one.
const Cylinder* cylinder_of(const Walls& walls, int wall) {
  for (const CylinderSurface& s : walls.cylinders) {
    if (s.wall == wall) return &s.cylinder;
  }
  return nullptr;
}

/// Returns a plane as a polygon: a square around the box, cut by the box and by the other planes.
std::vector<Vec3> visible_polygon(const World& w, int plane, const Box& box) {
  const HalfSpace h = w.walls.plane_world(plane);
  const Vec3 n = h.normal, along = std::abs(n.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 u = normalized(cross(n, along)), v = cross(n, u);
  const Real size = box.diagonal(), slack = 1e-9 * size;
  const Vec3 middle = box.center() - signed_distance(h, box.center()) * n;
  std::vector<Vec3> polygon;
  for (const auto& [s, t] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
    polygon.push_back(middle + (s * size) * u + (t * size) * v);
  for (int c = 0; c < 3; ++c) {
    // Clips only along the plane, not along its normal: a plane beyond the box is still shown.
    if (std::abs(n[c]) > 0.7) continue;
    Vec3 axis;
    axis[c] = 1;
    keep_outside(polygon, {axis, box.lower[c]}, slack);
    keep_outside(polygon, {-axis, -box.upper[c]}, slack);
  }
  for (int other = 0; other < static_cast<int>(w.walls.planes.size()); ++other) {
    // The ends of a cylinder reach no farther than the cylinder, so they hide nothing.
    const int wall = w.walls.planes[other].wall;
    if (other != plane && w.walls.all[wall].present && cylinder_of(w.walls, wall) == nullptr)
      keep_outside(polygon, w.walls.plane_world(other), slack);
  }
  return polygon;
}

constexpr int cylinder_sides = 64;

/// Returns a point of a cylinder's surface: corner `side` around the axis, at distance `along` from the
/// cylinder's point.
Vec3 on_rim(const Cylinder& c, int side, Real along) {
  const Vec3 any = std::abs(c.axis.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0};
  const Vec3 x = normalized(cross(any, c.axis)), y = cross(c.axis, x);
  const Real angle = 2 * std::numbers::pi * side / cylinder_sides;
  return c.point + along * c.axis + c.radius * (std::cos(angle) * x + std::sin(angle) * y);
}

/// Returns a cylinder as planar strips along its axis, counter-clockwise seen from the inside, on which the
/// bodies are.
std::vector<std::vector<Vec3>> strips_of(const Cylinder& c) {
  std::vector<std::vector<Vec3>> strips;
  for (int i = 0; i < cylinder_sides; ++i)
    strips.push_back(
        {on_rim(c, i + 1, c.from), on_rim(c, i, c.from), on_rim(c, i, c.to), on_rim(c, i + 1, c.to)});
  return strips;
}

/// Returns triangles for a superquadric: an icosphere that is stretched and inflated to its surface.
Surface triangles_of(const Superquadric& s) {
  const bool blocky = s.n1 > 2 || s.n2 > 2;
  Surface surface = library_shape("icosphere", {.level = blocky ? 3 : 2}, {Size::By::diameter, 2});
  for (Vec3& v : surface.vertices) {
    const Vec3 stretched{v.x * s.half_length.x, v.y * s.half_length.y, v.z * s.half_length.z};
    v = stretched / gauge(s, stretched);
  }
  return surface;
}

/// Returns one end of a closed cylinder as a polygon, counter-clockwise seen from inside. `plane` is the
/// plane of the wall at this end.
std::vector<Vec3> end_of(const Cylinder& c, const HalfSpace& plane) {
  const bool first = dot(plane.normal, c.axis) > 0;
  std::vector<Vec3> disc;
  for (int i = 0; i < cylinder_sides; ++i) disc.push_back(on_rim(c, first ? i : -i, first ? c.from : c.to));
  return disc;
}

}  // namespace

namespace {

/// Returns a prism for a 2D body, no deeper than the width of the smallest shape. Bevelled edges distinguish
/// neighbours even if all have one colour and are seen face-on.
Surface prism(const std::vector<Vec2>& outline, Real depth) {
  const int n = static_cast<int>(outline.size());
  std::vector<Vec2> normal(n);  // normal of the edge that begins at each corner
  Real inside = depth;          // distance of the nearest edge from the centroid
  for (int i = 0; i < n; ++i) {
    normal[i] = -turned_left(normalized(outline[(i + 1) % n] - outline[i]));
    inside = std::min(inside, dot(normal[i], outline[i]));
  }
  const Real bevel = 0.08 * inside;
  std::vector<Vec2> inner;
  for (int i = 0; i < n; ++i) {
    const Vec2 m = normal[(i + n - 1) % n], k = normal[i];
    inner.push_back(outline[i] - bevel / std::max(0.25, 1 + dot(m, k)) * (m + k));
  }
  Surface s;
  const auto add_ring = [&](const std::vector<Vec2>& ring, Real z) {
    for (const Vec2 p : ring) s.vertices.push_back({p.x, p.y, z});
  };
  add_ring(inner, -0.5 * depth);
  add_ring(outline, -0.5 * depth + bevel);
  add_ring(outline, 0.5 * depth - bevel);
  add_ring(inner, 0.5 * depth);
  std::vector<int> bottom, top;
  for (int i = 0; i < n; ++i) {
    bottom.push_back(n - 1 - i);
    top.push_back(3 * n + i);
  }
  s.add_face(bottom);
  s.add_face(top);
  for (int r = 0; r < 3 * n; r += n) {
    for (int i = 0; i < n; ++i) s.add_face({r + i, r + (i + 1) % n, r + n + (i + 1) % n, r + n + i});
  }
  return s;
}

Surface surface_in_plane(const Shapes& shapes, const Shape& s) {
  Real depth = s.thickness;  // all shapes have the same depth
  for (const Shape& other : shapes.all) depth = std::min(depth, other.bounding_radius);
  if (s.kind == ShapeKind::polygon) return prism(shapes.polygons[s.index].vertices, depth);
  constexpr int corners = 48;
  std::vector<Vec2> circle;
  for (int i = 0; i < corners; ++i) {
    const Real angle = 2 * std::numbers::pi * i / corners;
    circle.push_back({s.bounding_radius * std::cos(angle), s.bounding_radius * std::sin(angle)});
  }
  return prism(circle, depth);
}

}  // namespace

Surface surface_of(const Shapes& shapes, int shape) {
  const Shape& s = shapes[shape];
  if (s.planar()) return surface_in_plane(shapes, s);
  if (s.kind == ShapeKind::sphere)
    return library_shape("icosphere", {.level = 2}, {Size::By::diameter, 2 * s.bounding_radius});
  if (s.kind == ShapeKind::superquadric) return triangles_of(shapes.superquadrics[s.index]);
  Surface surface;
  if (s.kind == ShapeKind::mesh) {
    const FacetMesh& mesh = shapes.meshes[s.index].facets;
    surface.vertices = mesh.vertices;
    surface.face_begin = mesh.facet_begin;
    surface.corner = mesh.corner;
    return surface;
  }
  const Polyhedron& body = shapes.polyhedra[s.index];
  for (int v = 0; v < body.vertex_count(); ++v) surface.vertices.push_back(body.vertex(v));
  surface.face_begin = body.topology.face_begin;
  surface.corner = body.topology.origin;
  return surface;
}

Grid bodies_grid(const World& w) {
  const Bodies& b = w.bodies;
  const std::vector<int> order = order_by_id(b);  // the order in memory changes during a run
  Grid grid;
  Reals energy("kinetic_energy", 1);
  for (const int i : order) {
    grid.points.push_back(b.position[i]);
    grid.add_cell(Grid::vertex, static_cast<std::int64_t>(grid.points.size()) - 1);
    energy.add(kinetic_energy(b, i));
  }
  grid.point_data.push_back(per_body("id", taken(b.id, order)));
  grid.point_data.push_back(per_body("shape", taken(b.shape, order)));
  grid.point_data.push_back(per_body("material", taken(b.material, order)));
  grid.point_data.push_back(per_body("scale", 1, taken(b.scale, order)));
  grid.point_data.push_back(per_body("orientation", 4, taken(b.orientation, order)));
  grid.point_data.push_back(per_body("velocity", 3, taken(b.velocity, order)));
  grid.point_data.push_back(per_body("spin", 3, taken(b.spin, order)));
  grid.point_data.push_back(std::move(energy.array));
  grid.point_data.push_back(whole("contacts", taken(contacts_of_bodies(w), order)));
  add_moment(w, grid);
  return grid;
}

Grid surfaces_grid(const World& w) {
  const Bodies& b = w.bodies;
  std::vector<Surface> surfaces;
  for (int s = 0; s < static_cast<int>(w.shapes.all.size()); ++s) surfaces.push_back(surface_of(w.shapes, s));
  const std::vector<std::int32_t> touching = contacts_of_bodies(w);
  Grid grid;
  std::vector<std::int32_t> id, shape, material, contacts;
  Reals velocity("velocity", 3), spin("spin", 3);
  for (const int i : order_by_id(b)) {
    const Surface& surface = surfaces[b.shape[i]];
    const auto first = static_cast<std::int64_t>(grid.points.size());
    for (const Vec3& v : surface.vertices) grid.points.push_back(transform(b.pose(i), b.scale[i] * v));
    for (int f = 0; f < surface.face_count(); ++f) {
      for (const int corner : surface.face(f)) grid.connectivity.push_back(first + corner);
      grid.end_cell(Grid::polygon);
      id.push_back(b.id[i]);
      shape.push_back(b.shape[i]);
      material.push_back(b.material[i]);
      contacts.push_back(touching[i]);
      velocity.add(b.velocity[i]);
      spin.add(b.spin[i]);
    }
  }
  grid.cell_data.push_back(whole("id", std::move(id)));
  grid.cell_data.push_back(whole("shape", std::move(shape)));
  grid.cell_data.push_back(whole("material", std::move(material)));
  grid.cell_data.push_back(std::move(velocity.array));
  grid.cell_data.push_back(std::move(spin.array));
  grid.cell_data.push_back(whole("contacts", std::move(contacts)));
  add_moment(w, grid);
  return grid;
}

Grid walls_grid(const World& w) {
  Box box;
  for (int i = 0; i < w.bodies.count(); ++i) {
    const Vec3 reach{w.bodies.radius[i], w.bodies.radius[i], w.bodies.radius[i]};
    box.include(w.bodies.position[i] - reach);
    box.include(w.bodies.position[i] + reach);
  }
  if (w.bodies.count() == 0) box = {{-1, -1, -1}, {1, 1, 1}};
  Grid grid;
  std::vector<std::int32_t> wall, material;
  Reals force("force", 3);
  const auto add = [&](int index, const std::vector<Vec3>& polygon) {
    if (!w.walls.all[index].present || polygon.size() < 3) return;
    const auto first = static_cast<std::int64_t>(grid.points.size());
    grid.points.insert(grid.points.end(), polygon.begin(), polygon.end());
    grid.add_cell(Grid::polygon, first);
    wall.push_back(index);
    material.push_back(w.walls.all[index].material);
    force.add(w.walls.all[index].force);
  };
  for (int p = 0; p < static_cast<int>(w.walls.planes.size()); ++p) {
    const int index = w.walls.planes[p].wall;
    const Cylinder* cylinder = cylinder_of(w.walls, index);
    add(index, cylinder == nullptr
                   ? visible_polygon(w, p, box)
                   : end_of(transform(w.walls.all[index].pose, *cylinder), w.walls.plane_world(p)));
  }
  for (const CylinderSurface& s : w.walls.cylinders) {
    for (const std::vector<Vec3>& strip : strips_of(transform(w.walls.all[s.wall].pose, s.cylinder)))
      add(s.wall, strip);
  }
  for (const PlanarPatchSurface& s : w.walls.planar_patches) {
    const FacetMesh& mesh = w.walls.meshes[s.mesh];
    for (int f = mesh.planar_patches[s.patch].begin; f < mesh.planar_patches[s.patch].end; ++f) {
      std::vector<Vec3> facet;
      for (int c = mesh.facet_begin[f]; c < mesh.facet_begin[f + 1]; ++c)
        facet.push_back(transform(w.walls.all[s.wall].pose, mesh.vertices[mesh.corner[c]]));
      add(s.wall, facet);
    }
  }
  // Lines are drawn about as deep as the bodies.
  Real half = w.shapes.all.empty() ? 0 : 0.5 * w.shapes[0].thickness;
  if (w.bodies.count() > 0)
    half = std::min(half, 0.5 * *std::max_element(w.bodies.radius.begin(), w.bodies.radius.end()));
  for (const LineSurface& s : w.walls.lines) {
    const Vec2 a = s.segment.end[0], b = s.segment.end[1];
    std::vector<Vec3> strip = {{a.x, a.y, -half}, {b.x, b.y, -half}, {b.x, b.y, half}, {a.x, a.y, half}};
    for (Vec3& corner : strip) corner = transform(w.walls.all[s.wall].pose, corner);
    add(s.wall, strip);
  }
  grid.cell_data.push_back(whole("wall", std::move(wall)));
  grid.cell_data.push_back(whole("material", std::move(material)));
  grid.cell_data.push_back(std::move(force.array));
  add_moment(w, grid);
  return grid;
}

Grid contacts_grid(const World& w) {
  Grid grid;
  Reals normal("normal", 3), force("force", 3), size("force_size", 1), overlap("overlap", 1),
      branch("branch", 3);
  std::vector<std::int32_t> a, b, points;
  visit_contacts(
      w, [&](const ListedPair& pair, const BatchContacts& c, const TouchingPair& t, const PairForce& f) {
        Vec3 middle, mean;
        Real weight = 0, deepest = 0;
        for (int i = t.first; i < t.first + t.count; ++i) {
          const ManifoldPoint& p = c.points[i];
          const Real share = c.areas.empty() ? p.weight : c.areas[i];
          middle += share * p.position;
          mean += share * p.normal;
          weight += share;
          deepest = std::max(deepest, p.overlap);
        }
        middle = middle / weight;
        const bool wall = with_wall(pair.kind);
        grid.points.push_back(middle);
        grid.add_cell(Grid::vertex, static_cast<std::int64_t>(grid.points.size()) - 1);
        normal.add(normalized(mean));
        force.add(f.on_b);
        size.add(length(f.on_b));
        overlap.add(deepest);
        branch.add((wall ? middle : w.bodies.position[pair.b]) - w.bodies.position[pair.a]);
        a.push_back(w.bodies.id[pair.a]);
        b.push_back(wall ? -1 - wall_of(w.walls, pair) : w.bodies.id[pair.b]);
        points.push_back(t.count);
      });
  for (Reals* reals : {&normal, &force, &size, &overlap, &branch})
    grid.point_data.push_back(std::move(reals->array));
  grid.point_data.push_back(whole("a", std::move(a)));
  grid.point_data.push_back(whole("b", std::move(b)));
  grid.point_data.push_back(whole("points", std::move(points)));
  add_moment(w, grid);
  return grid;
}

}  // namespace scree
