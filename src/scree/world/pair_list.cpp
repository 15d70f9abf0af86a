#include "scree/world/pair_list.hpp"

#include "scree/broad/pairs.hpp"

#include <algorithm>

namespace scree {
namespace {

/// Whether the boxes of two bodies, along their principal axes, come within a margin: the six face normals as
/// separating axes. Boxes that only an edge pair separates pass, which costs a query and is not wrong.
bool boxes_near(const Bodies& bodies, const Shapes& shapes, int a, int b, Real margin) {
  const Vec3 ea = bodies.scale[a] * shapes[bodies.shape[a]].half_extent,
             eb = bodies.scale[b] * shapes[bodies.shape[b]].half_extent;
  const Mat3 ra = to_matrix(bodies.orientation[a]), rb = to_matrix(bodies.orientation[b]);
  const Mat3 r = transpose(ra) * rb;  // column j: axis j of B in A
  const Vec3 t = transpose(ra) * (bodies.position[b] - bodies.position[a]);
  for (int i = 0; i < 3; ++i) {
    const Real reach =
        ea[i] + margin + std::abs(r(i, 0)) * eb.x + std::abs(r(i, 1)) * eb.y + std::abs(r(i, 2)) * eb.z;
    if (std::abs(t[i]) > reach) return false;
  }
  for (int j = 0; j < 3; ++j) {
    const Real reach =
        eb[j] + margin + std::abs(r(0, j)) * ea.x + std::abs(r(1, j)) * ea.y + std::abs(r(2, j)) * ea.z;
    if (std::abs(dot(t, column(r, j))) > reach) return false;
  }
  return true;
}

ShapeKind shape_kind(const Bodies& bodies, const Shapes& shapes, int i) {
  return shapes[bodies.shape[i]].kind;
}

/// The kind of two bodies, the one of the lower kind first. Meshes meet meshes and spheres only, polygons
/// too.
PairKind body_kind(ShapeKind a, ShapeKind b) {
  if (a == ShapeKind::sphere) {
    return b == ShapeKind::sphere         ? PairKind::sphere_sphere
           : b == ShapeKind::polyhedron   ? PairKind::sphere_polyhedron
           : b == ShapeKind::superquadric ? PairKind::sphere_superquadric
           : b == ShapeKind::mesh         ? PairKind::sphere_mesh
                                          : PairKind::sphere_polygon;
  }
  if (a == ShapeKind::polygon) return PairKind::polygon_polygon;
  if (a == ShapeKind::mesh) return PairKind::mesh_mesh;
  if (a == ShapeKind::superquadric) return PairKind::superquadric_superquadric;
  return b == ShapeKind::polyhedron ? PairKind::polyhedron_polyhedron : PairKind::polyhedron_superquadric;
}

/// Spheres are first, then polyhedra; of two alike the body that was added first.
ListedPair listed(const Bodies& bodies, const Shapes& shapes, const Pair& p) {
  const ShapeKind a = shape_kind(bodies, shapes, p.a), b = shape_kind(bodies, shapes, p.b);
  return b < a ? ListedPair{p.b, p.a, body_kind(b, a)} : ListedPair{p.a, p.b, body_kind(a, b)};
}

/// The kind for a body and a surface, from that of a sphere.
PairKind wall_kind(PairKind of_sphere, ShapeKind shape) {
  return static_cast<PairKind>(static_cast<int>(of_sphere) + static_cast<int>(shape));
}

void add_wall_pairs(const Bodies& bodies, const Shapes& shapes, const Walls& walls, Real margin,
                    std::vector<ListedPair>& pairs) {
  for (int s = 0; s < static_cast<int>(walls.planes.size()); ++s) {
    if (!walls.all[walls.planes[s].wall].present) continue;
    const HalfSpace plane = walls.plane_world(s);
    for (int i = 0; i < bodies.count(); ++i) {
      if (bodies.freedom[i] != Freedom::free) continue;
      if (signed_distance(plane, bodies.position[i]) > bodies.radius[i] + margin) continue;
      pairs.push_back({i, s, wall_kind(PairKind::sphere_plane, shape_kind(bodies, shapes, i))});
    }
  }
  for (int s = 0; s < static_cast<int>(walls.cylinders.size()); ++s) {
    const Wall& wall = walls.all[walls.cylinders[s].wall];
    if (!wall.present) continue;
    const Cylinder cylinder = transform(wall.pose, walls.cylinders[s].cylinder);
    for (int i = 0; i < bodies.count(); ++i) {
      if (bodies.freedom[i] != Freedom::free) continue;
      const CylinderPlace at(cylinder, bodies.position[i]);
      const Real reach = bodies.radius[i] + margin;
      if (std::abs(at.distance - cylinder.radius) > reach) continue;
      if (at.along < cylinder.from - reach || at.along > cylinder.to + reach) continue;
      pairs.push_back({i, s, wall_kind(PairKind::sphere_cylinder, shape_kind(bodies, shapes, i))});
    }
  }
}

/// Flats of meshes: by the hierarchy of their facets.
void add_flat_pairs(const Bodies& bodies, const Shapes& shapes, const Walls& walls, Real margin,
                    std::vector<ListedPair>& pairs) {
  std::vector<int> near;
  for (int first = 0; first < static_cast<int>(walls.flats.size());) {
    const FlatSurface& s = walls.flats[first];
    const FacetMesh& mesh = walls.meshes[s.mesh];
    const Wall& wall = walls.all[s.wall];
    for (int i = 0; i < bodies.count() && wall.present; ++i) {
      if (bodies.freedom[i] != Freedom::free) continue;
      const Vec3 center = inverse_transform(wall.pose, bodies.position[i]);
      const Real reach = bodies.radius[i] + margin;
      near.clear();
      mesh.tree.for_each_overlap(widened({center, center}, reach), [&](int facet) {
        if (mesh.box[facet].overlaps(widened({center, center}, reach))) near.push_back(mesh.flat_of[facet]);
      });
      std::sort(near.begin(), near.end());
      near.erase(std::unique(near.begin(), near.end()), near.end());
      const PairKind kind = wall_kind(PairKind::sphere_flat, shape_kind(bodies, shapes, i));
      for (const int flat : near) {
        if (std::abs(signed_distance(mesh.flats[flat].plane, center)) <= reach)
          pairs.push_back({i, first + flat, kind});
      }
    }
    first += static_cast<int>(mesh.flats.size());
  }
}

void add_line_pairs(const Bodies& bodies, const Shapes& shapes, const Walls& walls, Real margin,
                    std::vector<ListedPair>& pairs) {
  for (int s = 0; s < static_cast<int>(walls.lines.size()); ++s) {
    const Wall& wall = walls.all[walls.lines[s].wall];
    if (!wall.present) continue;
    for (int i = 0; i < bodies.count(); ++i) {
      if (bodies.freedom[i] != Freedom::free) continue;
      const Vec3 center = inverse_transform(wall.pose, bodies.position[i]);
      const Vec2 point{center.x, center.y};
      // Continued as far as it can be, from wherever the body will be.
      const LineSegment& segment = walls.lines[s].segment;
      const Vec2 along = normalized(segment.end[1] - segment.end[0]);
      const Vec2 from = segment.end[0] - segment.joint[0].length * along,
                 to = segment.end[1] + segment.joint[1].length * along;
      if (distance(point, from, to) > bodies.radius[i] + margin) continue;
      pairs.push_back({i, s, wall_kind(PairKind::sphere_line, shape_kind(bodies, shapes, i))});
    }
  }
}

/// Memories of the pairs that both lists have, in the order of the new one.
template <class Memory>
std::vector<Memory> carried(const std::vector<ListedPair>& old_pairs, std::vector<Memory> old_memories,
                            const std::vector<ListedPair>& pairs) {
  const auto with_memory = [](const ListedPair& pair) { return has_memory(pair.kind); };
  std::vector<Memory> memories;  // no larger than it must be: they are a fourth of all memory
  memories.reserve(static_cast<std::size_t>(std::count_if(pairs.begin(), pairs.end(), with_memory)));
  std::size_t o = 0;
  for (const ListedPair& pair : pairs) {
    if (!has_memory(pair.kind)) break;
    while (o < old_memories.size() && old_pairs[o] < pair) ++o;
    const bool stays = o < old_memories.size() && old_pairs[o] == pair;
    memories.push_back(stays ? std::move(old_memories[o]) : Memory{});
  }
  return memories;
}

std::vector<Batch> batches_of(const std::vector<ListedPair>& pairs) {
  std::vector<Batch> batches;
  for (int p = 0; p < static_cast<int>(pairs.size()); ++p) {
    if (batches.empty() || batches.back().kind != pairs[p].kind ||
        batches.back().end - batches.back().begin == Batch::most) {
      batches.push_back({pairs[p].kind, p, p});
    }
    ++batches.back().end;
  }
  return batches;
}

}  // namespace

bool PairList::outdated(const Bodies& bodies, const Walls& walls, Real margin) const {
  if (position.size() != bodies.position.size() || wall_pose.size() != walls.all.size()) return true;
  // Both of a pair may move: each half the skin. A turn moves a corner by at most the angle times the radius.
  Real farthest = 0;
#pragma omp parallel for schedule(static) reduction(max : farthest)
  for (int i = 0; i < bodies.count(); ++i) {
    const Quat turn = bodies.orientation[i] * conjugate(orientation[i]);
    const Real half_sine = std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
    const Real moved = length(bodies.position[i] - position[i]) + 2 * half_sine * bodies.radius[i];
    farthest = std::max(farthest, moved);
  }
  const Real most = 0.5 * (skin - margin);
  if (farthest > most) return true;
  for (std::size_t w = 0; w < walls.all.size(); ++w) {
    if (walls.all[w].present != wall_present[w]) return true;
    const Pose &now = walls.all[w].pose, &then = wall_pose[w];
    const bool still = now.position == then.position && now.orientation.w == then.orientation.w &&
                       now.orientation.x == then.orientation.x && now.orientation.y == then.orientation.y &&
                       now.orientation.z == then.orientation.z;
    if (still) continue;
    const Quat turn = now.orientation * conjugate(then.orientation);
    const Real half_sine = std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
    for (int i = 0; i < bodies.count(); ++i) {
      const Real arm = length(bodies.position[i] - now.position) + bodies.radius[i];
      if (length(now.position - then.position) + 2 * half_sine * arm > most) return true;
    }
  }
  return false;
}

void PairList::rebuild(const Bodies& bodies, const Shapes& shapes, const Walls& walls) {
  std::vector<ListedPair> old_pairs = std::move(pairs);
  pairs.clear();
  for (const Pair& p : grid_pairs({bodies.position, bodies.radius}, skin)) {
    if (bodies.freedom[p.a] != Freedom::free && bodies.freedom[p.b] != Freedom::free) continue;
    if (boxes_near(bodies, shapes, p.a, p.b, skin)) pairs.push_back(listed(bodies, shapes, p));
  }
  add_wall_pairs(bodies, shapes, walls, skin, pairs);
  add_flat_pairs(bodies, shapes, walls, skin, pairs);
  add_line_pairs(bodies, shapes, walls, skin, pairs);
  std::sort(pairs.begin(), pairs.end());
  memories = carried(old_pairs, std::move(memories), pairs);
  if (!shapes.meshes.empty()) facets = carried(old_pairs, std::move(facets), pairs);
  position = bodies.position, orientation = bodies.orientation;
  wall_pose.clear(), wall_present.clear();
  for (const Wall& w : walls.all) wall_pose.push_back(w.pose), wall_present.push_back(w.present);
  ++rebuilds;
  index(bodies.count());
}

void PairList::index(int body_count) {
  batches = batches_of(pairs);
  if (!pairs.empty() && pairs.front().kind == PairKind::mesh_mesh) facets.resize(memories.size());
  batch_of.resize(pairs.size());
  for (std::size_t k = 0; k < batches.size(); ++k)
    std::fill(batch_of.begin() + batches[k].begin, batch_of.begin() + batches[k].end, static_cast<int>(k));

  begin.assign(body_count + 1, 0);
  for (const ListedPair& p : pairs) {
    ++begin[p.a + 1];
    if (!with_wall(p.kind)) ++begin[p.b + 1];
  }
  for (int i = 0; i < body_count; ++i) begin[i + 1] += begin[i];
  entries.resize(begin.back());
  std::vector<int> next(begin.begin(), begin.end() - 1);
  for (int p = 0; p < static_cast<int>(pairs.size()); ++p) {
    entries[next[pairs[p].a]++] = 2 * p;
    if (!with_wall(pairs[p].kind)) entries[next[pairs[p].b]++] = 2 * p + 1;
  }
}

}  // namespace scree
