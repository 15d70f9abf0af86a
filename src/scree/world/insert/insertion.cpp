#include "scree/world/insert/insertion.hpp"

#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/contact/superquadric/polyhedron_superquadric.hpp"
#include "scree/contact/superquadric/superquadric.hpp"
#include "scree/world/detect/touch_meshes.hpp"
#include "scree/world/detect/touch_planar.hpp"
#include "scree/world/insert/wall_sides.hpp"
#include "scree/world/world.hpp"

#include <algorithm>
#include <numbers>
#include <optional>
#include <unordered_map>

namespace scree {
namespace {

Real distance_to_facet(const FacetMesh& mesh, int facet, Vec3 p) {
  bool over = true;
  Real nearest = std::numeric_limits<Real>::infinity();  // distance to the nearest edge
  for (int c = mesh.facet_begin[facet]; c < mesh.facet_begin[facet + 1]; ++c) {
    over = over && dot(mesh.edge[c].outward, p) <= mesh.edge[c].offset;
    const Vec3 from = mesh.vertices[mesh.corner[c]],
               to = mesh.vertices[mesh.corner[mesh.next_corner(facet, c)]];
    nearest = std::min(nearest, length(from + closest_on_segment(p, from, to) * (to - from) - p));
  }
  return over ? std::abs(signed_distance(mesh.planar_patches[mesh.patch_of[facet]].plane, p)) : nearest;
}

/// Grid of all bodies, which finds the bodies near a point fast. Its cells are as wide as the largest
/// bounding sphere.
class Occupied {
 public:
  Occupied(const World& world, Real largest_pending) : world_(world) {
    Real radius = largest_pending;
    for (const Real r : world.bodies.radius) radius = std::max(radius, r);
    width_ = 2 * radius;
    for (int i = 0; i < world.bodies.count(); ++i) add(i);
  }
  void add(int body) { cells_[key(cell(world_.bodies.position[body]))].push_back(body); }
  /// True if a grain in this pose would touch a body.
  bool meets(const Grain& grain, const Pose& pose) const {
    const Real radius = grain.scale * world_.shapes[grain.shape].bounding_radius;
    const Cell c = cell(pose.position);
    for (std::int64_t x = c.x - 1; x <= c.x + 1; ++x) {
      for (std::int64_t y = c.y - 1; y <= c.y + 1; ++y) {
        for (std::int64_t z = c.z - 1; z <= c.z + 1; ++z) {
          const auto found = cells_.find(key({x, y, z}));
          if (found == cells_.end()) continue;
          for (const int i : found->second) {
            const Real reach = radius + world_.bodies.radius[i];
            if (length_squared(world_.bodies.position[i] - pose.position) < reach * reach &&
                !bodies_apart(grain, pose, i))
              return true;
          }
        }
      }
    }
    return false;
  }

 private:
  struct Cell {
    std::int64_t x, y, z;
  };
  Cell cell(Vec3 p) const {
    const auto index = [&](Real x) { return static_cast<std::int64_t>(std::floor(x / width_)); };
    return {index(p.x), index(p.y), index(p.z)};
  }
  static std::int64_t key(Cell c) {  // distant cells may share a key, which only costs time
    constexpr std::int64_t mask = (1 << 21) - 1;
    return ((c.x & mask) << 42) | ((c.y & mask) << 21) | (c.z & mask);
  }

  /// True if a grain and a body are apart. The bounding spheres of slender bodies overlap long before the
  /// bodies do.
  bool bodies_apart(const Grain& grain, const Pose& pose, int body) const {
    const Bodies& b = world_.bodies;
    return apart(grain.shape, grain.scale, pose, b.shape[body], b.scale[body], b.pose(body));
  }
  bool apart(int shape_a, Real scale_a, const Pose& a, int shape_b, Real scale_b, const Pose& b) const {
    const Shape &first = world_.shapes[shape_a], &second = world_.shapes[shape_b];
    if (second.kind < first.kind) return apart(shape_b, scale_b, b, shape_a, scale_a, a);
    if (first.kind == ShapeKind::sphere) return false;
    const Pose b_in_a = inverse(a) * b;
    if (first.kind == ShapeKind::polygon) {
      PlanarCache cache;
      return planar::GjkTd::collide(view(world_.shapes.polygons[first.index], scale_a),
                                    view(world_.shapes.polygons[second.index], scale_b),
                                    {in_plane(b_in_a.position), turn_of(b_in_a.orientation)}, cache)
                 .status == Status::separated;
    }
    if (second.kind == ShapeKind::mesh) {  // for meshes, their hulls are compared
      const HullPair hulls({&world_.shapes.meshes[first.index], scale_a},
                           {&world_.shapes.meshes[second.index], scale_b}, b_in_a);
      Cache cache;
      return GjkTd::collide(hulls.a, hulls.b, hulls.b_in_a, cache).status == Status::separated;
    }
    const auto body = [&](const Shape& s, Real scale) {
      return view(world_.shapes.polyhedra[s.index], scale);
    };
    const auto round = [&](const Shape& s, Real scale, const Pose& pose) {
      Superquadric q = world_.shapes.superquadrics[s.index];
      q.half_length = scale * q.half_length;
      return PlacedSuperquadric(q, pose);
    };
    Cache cache;
    const bool round_a = first.kind == ShapeKind::superquadric,
               round_b = second.kind == ShapeKind::superquadric;
    const Contact contact =
        round_a ? SuperquadricPairNewton::collide(round(first, scale_a, {}), round(second, scale_b, b_in_a),
                                                  cache)
        : round_b
            ? PolyhedronSuperquadric::collide(body(first, scale_a), round(second, scale_b, b_in_a), cache)
            : GjkTd::collide(body(first, scale_a), body(second, scale_b), b_in_a, cache);
    return contact.status == Status::separated;
  }

  const World& world_;
  Real width_ = 1;
  std::unordered_map<std::int64_t, std::vector<int>> cells_;
};

/// Returns a random point in the region for a body of this radius.
Vec3 random_point(const Insertion& s, Real radius, Random& random) {
  Vec3 point;
  for (int c = 0; c < 3; ++c) {
    const Real from = s.lower[c] + radius, to = s.upper[c] - radius, u = random.uniform();
    point[c] = from < to ? from + u * (to - from) : 0.5 * (s.lower[c] + s.upper[c]);
  }
  return point;
}

/// Returns the grid point of the k-th body of the rain. The bodies fill the grid row by row, back and forth,
/// then start again from the beginning. The grid covers all points of the region where the centre of the
/// largest body may lie.
Vec3 grid_point(const Insertion& s, int k, Real largest_radius) {
  const int points = s.columns * s.rows;
  const auto along = static_cast<int>(static_cast<std::int64_t>(k) * s.stride % points);
  const int row = along / s.columns, forth = along % s.columns;
  const int column = row % 2 == 0 ? forth : s.columns - 1 - forth;
  Vec3 point = 0.5 * (s.lower + s.upper);
  const auto spread = [&](int axis, int i, int count) {
    const Real half_width = 0.5 * (s.upper[axis] - s.lower[axis]) - (1 + 1e-9) * largest_radius - s.scatter;
    if (count > 1 && half_width > 0) point[axis] += half_width * (2.0 * i / (count - 1) - 1);
  };
  spread(0, column, s.columns), spread(1, row, s.rows);
  return point;
}

/// Returns the grid point of the k-th body with a random offset.
Vec3 scattered_grid_point(const Insertion& s, int k, Real largest_radius, Random& random) {
  Vec3 point = grid_point(s, k, largest_radius);
  for (const int axis : {0, 1}) point[axis] += s.scatter * random.uniform(-1, 1);
  return point;
}

Quat random_rotation_about_z(Random& random) {
  const Real half = std::numbers::pi * random.uniform();
  return {std::cos(half), 0, 0, std::sin(half)};
}

struct LatticeSize {
  int x, y, z;
  int count() const {
    const Real all = static_cast<Real>(x) * y * z;
    constexpr int most = std::numeric_limits<int>::max();
    return all < most ? x * y * z : most;
  }
};

LatticeSize lattice_size(const Insertion& s) {
  const auto along = [&](int c) {
    if (s.upper[c] == s.lower[c]) return 1;  // 2D: no extent along z
    return static_cast<int>(std::clamp((s.upper[c] - s.lower[c]) / s.spacing + 1e-9, 0.0, 1e9));
  };
  return {along(0), along(1), along(2)};
}

/// Returns the k-th point of the lattice, which is centred in the region and is filled layer by layer.
Vec3 lattice_point(const Insertion& s, int k) {
  const LatticeSize n = lattice_size(s);
  const Vec3 index{static_cast<Real>(k % n.x), static_cast<Real>(k / n.x % n.y),
                   static_cast<Real>(k / (n.x * n.y))};
  const Vec3 size{static_cast<Real>(n.x), static_cast<Real>(n.y), static_cast<Real>(n.z)};
  const Vec3 first = 0.5 * (s.lower + s.upper) - (0.5 * s.spacing) * (size - Vec3{1, 1, 1});
  return first + s.spacing * index;
}

/// Returns the total number of bodies of an insertion.
int whole_count(const Insertion& s) {
  switch (s.kind) {
    case InsertionKind::lattice: {
      const int points = lattice_size(s).count();
      return s.count > 0 ? std::min(s.count, points) : points;
    }
    case InsertionKind::table:
      return static_cast<int>(s.poses.size());
    case InsertionKind::random:
      return s.solid_fraction > 0 ? std::numeric_limits<int>::max() : s.count;
    case InsertionKind::rain:
      return s.count;
  }
  return 0;
}

int due_count(const Insertion& s, Real time) {
  const int whole = whole_count(s);
  if (s.kind != InsertionKind::rain) return whole;
  const Real since = (time - s.start) / s.interval + 1e-9;
  return since < whole ? static_cast<int>(since) + 1 : whole;
}

bool full(const Insertion& s) {
  if (s.kind == InsertionKind::random && s.solid_fraction > 0)
    return s.state.volume >= s.solid_fraction * s.region_volume();
  return s.state.done >= whole_count(s);
}

/// Returns a pose for the next grain, or none if no point has room. Rain then tries again later. Rain with a
/// grid tries again with the same point and orientation, so the bodies do not depend on how long they wait.
std::optional<Pose> find_pose(const World& w, Insertion& s, const Grain& grain, const Occupied& occupied) {
  const Shape& shape = w.shapes[grain.shape];
  if (s.kind == InsertionKind::table) {
    const Pose& pose = s.poses[s.state.done];
    return Pose{pose.position, pose.orientation * shape.body_in_input.orientation};
  }
  const Real radius = grain.scale * shape.bounding_radius;
  const bool grid = s.columns > 0;
  const int tries = s.kind == InsertionKind::lattice || grid ? 1 : s.kind == InsertionKind::rain ? 20 : 10000;
  const bool contained = s.kind == InsertionKind::random || (s.kind == InsertionKind::rain && !grid);
  const Random before = s.state.random;
  for (int t = 0; t < tries; ++t) {
    const Vec3 point =
        s.kind == InsertionKind::lattice ? lattice_point(s, s.state.done)
        : grid ? scattered_grid_point(s, s.state.done, s.grains.largest_radius(w.shapes), s.state.random)
               : random_point(s, radius, s.state.random);
    const Quat rotation = !s.random_orientation ? Quat{}
                          : shape.planar()      ? random_rotation_about_z(s.state.random)
                                                : s.state.random.rotation();
    const Pose pose{point, rotation * shape.body_in_input.orientation};
    if (!clear_of_walls(w, point, radius)) continue;
    if (contained && wall_before(w, s.inside, point) >= 0) continue;
    if (!occupied.meets(grain, pose)) return pose;
  }
  if (grid) s.state.random = before;
  return {};
}

/// Largest number of steps between two tries. An insertion that finds no room tries again after 1, 2, 4, ...
/// steps. A try examines all bodies and up to 10000 points. One try per step would take most of the time of
/// a run.
constexpr int longest_wait = 32;

Real insert(World& w, Insertion& s) {
  Real energy = 0;
  const int due = due_count(s, w.time);
  if (s.state.done < due && !full(s) && w.steps >= s.state.retry_step) {
    Occupied occupied(w, s.grains.largest_radius(w.shapes));
    while (s.state.done < due && !full(s)) {
      const Grain grain = s.grains.grain(s.state.done, w.shapes);
      const std::optional<Pose> pose = find_pose(w, s, grain, occupied);
      s.state.wait = pose ? 0 : std::clamp(2 * s.state.wait, 1, longest_wait);
      s.state.retry_step = pose ? 0 : w.steps + s.state.wait;
      if (!pose) break;
      const int i =
          w.add_body({grain.shape, s.material, grain.scale, *pose, s.velocity, s.spin, Freedom::free});
      occupied.add(i);
      const Bodies& b = w.bodies;
      energy += 0.5 * (b.mass[i] * length_squared(b.velocity[i]) + dot(b.spin[i], b.angular_momentum[i])) -
                b.mass[i] * dot(w.settings.gravity, b.position[i]);
      ++s.state.done;
      s.state.volume += w.shapes[grain.shape].volume * w.shapes[grain.shape].volume_factor(grain.scale);
    }
  }
  s.state.finished = full(s);
  return energy;
}

}  // namespace

Real insert_due(World& w) {
  Real energy = 0;
  for (Insertion& s : w.insertions) {
    if (!s.state.finished && w.time >= s.start - 1e-9 * w.settings.dt) energy += insert(w, s);
  }
  return energy;
}

int remaining_count(const World& w) {
  int count = 0;
  for (const Insertion& s : w.insertions) {
    if (!s.state.finished && s.solid_fraction == 0) count += whole_count(s) - s.state.done;
  }
  return count;
}

Vec3 middle_of(const Insertion& s) {
  if (s.kind != InsertionKind::table) return 0.5 * (s.lower + s.upper);
  Box box;
  for (const Pose& pose : s.poses) box.include(pose.position);
  return box.center();
}

std::vector<OutsidePoints> points_outside(const World& w, const Insertion& s) {
  std::vector<OutsidePoints> found;
  int of = 0;
  const auto look_at = [&](std::span<const Vec3> corners) {
    ++of;
    for (const Vec3 point : corners) {
      const int wall = wall_before(w, s.inside, point);
      if (wall < 0) continue;
      auto known = std::find_if(found.begin(), found.end(), [&](const auto& f) { return f.wall == wall; });
      if (known == found.end()) known = found.insert(found.end(), {wall, 0, 0, point});
      ++known->count;
      return;
    }
  };
  if (s.kind == InsertionKind::table) {
    for (const Pose& pose : s.poses) look_at({&pose.position, 1});
  } else if (s.kind == InsertionKind::lattice) {
    for (int k = 0; k < whole_count(s); ++k) {
      const Vec3 point = lattice_point(s, k);
      look_at({&point, 1});
    }
  } else if (s.columns > 0) {
    const Real radius = s.grains.largest_radius(w.shapes);
    for (int k = 0; k < s.columns * s.rows; ++k) {
      const Vec3 at = grid_point(s, k, radius);
      std::vector<Vec3> corners = {at};
      for (const int x : {-1, 1}) {
        for (const int y : {-1, 1}) corners.push_back(at + s.scatter * Vec3{Real(x), Real(y), 0});
      }
      look_at(corners);
    }
  }
  for (OutsidePoints& f : found) f.of = of;
  return found;
}

int pending_count(const World& w) {
  int count = 0;
  for (const Insertion& s : w.insertions) {
    if (s.state.wait > 0 && !s.state.finished)
      count += s.solid_fraction > 0 ? 1 : due_count(s, w.time) - s.state.done;
  }
  return count;
}

int expected_count(const Insertion& s) { return s.solid_fraction > 0 ? s.state.done : whole_count(s); }

int lattice_capacity(const Insertion& s) { return lattice_size(s).count(); }

bool clear_of_walls(const World& w, Vec3 center, Real radius) {
  for (int p = 0; p < static_cast<int>(w.walls.planes.size()); ++p) {
    if (!w.walls.all[w.walls.planes[p].wall].present) continue;
    if (signed_distance(w.walls.plane_world(p), center) < radius) return false;
  }
  for (const CylinderSurface& s : w.walls.cylinders) {
    const Wall& wall = w.walls.all[s.wall];
    if (!wall.present) continue;
    const CylinderPoint at(s.cylinder, inverse_transform(wall.pose, center));
    const bool within_length = at.along > s.cylinder.from - radius && at.along < s.cylinder.to + radius;
    if (within_length && std::abs(at.distance - s.cylinder.radius) < radius) return false;
  }
  for (const PlanarPatchSurface& s : w.walls.planar_patches) {
    const Wall& wall = w.walls.all[s.wall];
    if (s.patch != 0 || !wall.present) continue;  // visits each mesh once
    const FacetMesh& mesh = w.walls.meshes[s.mesh];
    const Vec3 p = inverse_transform(wall.pose, center);
    if (mesh.tree.any_of(
            [&](const Box& box) {
              return box.overlaps(widened({p, p}, radius));
            },
            [&](int facet) { return distance_to_facet(mesh, facet, p) < radius; }))
      return false;
  }
  for (const LineSurface& s : w.walls.lines) {
    const Wall& wall = w.walls.all[s.wall];
    const Vec2 p = in_plane(inverse_transform(wall.pose, center));
    if (wall.present && distance(p, s.segment.end[0], s.segment.end[1]) < radius) return false;
  }
  return true;
}

}  // namespace scree
