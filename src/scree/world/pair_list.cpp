#include "scree/world/pair_list.hpp"

#include "scree/broad/pairs.hpp"
#include "scree/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

namespace scree {
namespace {

/// Box around a body along its principal axes.
struct BodyBox {
  Mat3 axes;  // columns: the axes
  Vec3 half_extent;
};

/// True if two boxes may be nearer than a margin. It tests the six face normals as separating axes.
/// Boxes that are separated only along the cross product of two edges pass, too, which costs a query but
/// is not wrong.
bool boxes_near(const BodyBox& a, const BodyBox& b, Vec3 between, Real margin) {
  const Vec3 ea = a.half_extent, eb = b.half_extent;
  const Mat3 back = transpose(a.axes), r = back * b.axes;  // column j of r: axis j of B in A
  const Vec3 t = back * between;
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

/// Returns the kind of a pair of bodies, given their kinds of shapes in ascending order. Meshes form pairs
/// with meshes and spheres only, polygons with polygons and discs only.
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

/// Returns the pair in its order in the list: spheres first, then polyhedra. For equal kinds, the body that
/// was added first is the first one.
ListedPair listed(const Bodies& bodies, const Shapes& shapes, const Pair& p) {
  const ShapeKind a = shape_kind(bodies, shapes, p.a), b = shape_kind(bodies, shapes, p.b);
  const bool swapped = a == b ? bodies.id[p.b] < bodies.id[p.a] : b < a;
  return swapped ? ListedPair{p.b, p.a, body_kind(b, a)} : ListedPair{p.a, p.b, body_kind(a, b)};
}

/// Returns the kind of pair of a body and a surface, given the kind of pair of a sphere and that surface.
PairKind wall_kind(PairKind of_sphere, ShapeKind shape) {
  return static_cast<PairKind>(static_cast<int>(of_sphere) + static_cast<int>(shape));
}

/// Sorts pairs of bodies: counts them by kind and first body, then sorts each short row.
std::vector<ListedPair> sorted(const std::vector<std::vector<ListedPair>>& found, int bodies) {
  std::array<int, pair_kinds> row_of_kind{};
  for (const std::vector<ListedPair>& block_pairs : found) {
    for (const ListedPair& p : block_pairs) row_of_kind[static_cast<std::size_t>(p.kind)] = 1;
  }
  int rows = 0;
  for (int& row : row_of_kind) row = row > 0 ? bodies * rows++ : 0;
  const auto row_of = [&](const ListedPair& p) {
    return row_of_kind[static_cast<std::size_t>(p.kind)] + p.a;
  };
  std::vector<int> begin(static_cast<std::size_t>(bodies) * rows + 1, 0);
  for (const std::vector<ListedPair>& block_pairs : found) {
    for (const ListedPair& p : block_pairs) ++begin[row_of(p) + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<ListedPair> pairs(begin.back());
  std::vector<int> next(begin.begin(), begin.end() - 1);
  for (const std::vector<ListedPair>& block_pairs : found) {
    for (const ListedPair& p : block_pairs) pairs[next[row_of(p)]++] = p;
  }
  parallel_for(bodies * rows,
               [&](int r) { std::sort(pairs.begin() + begin[r], pairs.begin() + begin[r + 1]); });
  return pairs;
}

/// Returns the pairs of bodies whose boxes are nearer than their slacks, sorted.
std::vector<ListedPair> near_pairs(const Bodies& bodies, const Shapes& shapes, const std::vector<Real>& slack,
                                   const std::vector<Pair>& candidates) {
  std::vector<BodyBox> box(bodies.count());
  parallel_for(bodies.count(), [&](int i) {
    box[i] = {to_matrix(bodies.orientation[i]), bodies.scale[i] * shapes[bodies.shape[i]].half_extent};
  });
  constexpr int block = 4096;
  const int blocks = (static_cast<int>(candidates.size()) + block - 1) / block;
  std::vector<std::vector<ListedPair>> found(blocks);
  parallel_for_uneven(blocks, 1, [&](int k) {
    const int end = std::min((k + 1) * block, static_cast<int>(candidates.size()));
    for (int c = k * block; c < end; ++c) {
      const Pair& p = candidates[c];
      if (bodies.freedom[p.a] != Freedom::free && bodies.freedom[p.b] != Freedom::free) continue;
      if (boxes_near(box[p.a], box[p.b], bodies.position[p.b] - bodies.position[p.a],
                     slack[p.a] + slack[p.b]))
        found[k].push_back(listed(bodies, shapes, p));
    }
  });
  return sorted(found, bodies.count());
}

void add_wall_pairs(const Bodies& bodies, const Shapes& shapes, const Walls& walls,
                    const std::vector<Real>& reach_of, std::vector<ListedPair>& pairs) {
  for (int s = 0; s < static_cast<int>(walls.planes.size()); ++s) {
    if (!walls.all[walls.planes[s].wall].present) continue;
    const HalfSpace plane = walls.plane_world(s);
    for (int i = 0; i < bodies.count(); ++i) {
      if (bodies.freedom[i] != Freedom::free) continue;
      if (signed_distance(plane, bodies.position[i]) > reach_of[i]) continue;
      pairs.push_back({i, s, wall_kind(PairKind::sphere_plane, shape_kind(bodies, shapes, i))});
    }
  }
  for (int s = 0; s < static_cast<int>(walls.cylinders.size()); ++s) {
    const Wall& wall = walls.all[walls.cylinders[s].wall];
    if (!wall.present) continue;
    const Cylinder cylinder = transform(wall.pose, walls.cylinders[s].cylinder);
    for (int i = 0; i < bodies.count(); ++i) {
      if (bodies.freedom[i] != Freedom::free) continue;
      const CylinderPoint at(cylinder, bodies.position[i]);
      const Real reach = reach_of[i];
      if (std::abs(at.distance - cylinder.radius) > reach) continue;
      if (at.along < cylinder.from - reach || at.along > cylinder.to + reach) continue;
      pairs.push_back({i, s, wall_kind(PairKind::sphere_cylinder, shape_kind(bodies, shapes, i))});
    }
  }
}

/// Adds the pairs with planar patches of meshes. The hierarchy of the facets finds them.
void add_patch_pairs(const Bodies& bodies, const Shapes& shapes, const Walls& walls,
                     const std::vector<Real>& reach_of, std::vector<ListedPair>& pairs) {
  std::vector<int> near;
  for (int first = 0; first < static_cast<int>(walls.planar_patches.size());) {
    const PlanarPatchSurface& s = walls.planar_patches[first];
    const FacetMesh& mesh = walls.meshes[s.mesh];
    const Wall& wall = walls.all[s.wall];
    for (int i = 0; i < bodies.count() && wall.present; ++i) {
      if (bodies.freedom[i] != Freedom::free) continue;
      const Vec3 center = inverse_transform(wall.pose, bodies.position[i]);
      const Real reach = reach_of[i];
      near.clear();
      mesh.tree.for_each_overlap(widened({center, center}, reach), [&](int facet) {
        if (mesh.box[facet].overlaps(widened({center, center}, reach))) near.push_back(mesh.patch_of[facet]);
      });
      std::sort(near.begin(), near.end());
      near.erase(std::unique(near.begin(), near.end()), near.end());
      const PairKind kind = wall_kind(PairKind::sphere_patch, shape_kind(bodies, shapes, i));
      for (const int planar_patch : near) {
        if (std::abs(signed_distance(mesh.planar_patches[planar_patch].plane, center)) <= reach)
          pairs.push_back({i, first + planar_patch, kind});
      }
    }
    first += static_cast<int>(mesh.planar_patches.size());
  }
}

void add_line_pairs(const Bodies& bodies, const Shapes& shapes, const Walls& walls,
                    const std::vector<Real>& reach_of, std::vector<ListedPair>& pairs) {
  for (int s = 0; s < static_cast<int>(walls.lines.size()); ++s) {
    const Wall& wall = walls.all[walls.lines[s].wall];
    if (!wall.present) continue;
    for (int i = 0; i < bodies.count(); ++i) {
      if (bodies.freedom[i] != Freedom::free) continue;
      const Vec3 center = inverse_transform(wall.pose, bodies.position[i]);
      const Vec2 point{center.x, center.y};
      // Extends the segment by its longest possible continuation for any position of the body.
      const LineSegment& segment = walls.lines[s].segment;
      const Vec2 along = normalized(segment.end[1] - segment.end[0]);
      const Vec2 from = segment.end[0] - segment.joint[0].length * along,
                 to = segment.end[1] + segment.joint[1].length * along;
      if (distance(point, from, to) > reach_of[i]) continue;
      pairs.push_back({i, s, wall_kind(PairKind::sphere_line, shape_kind(bodies, shapes, i))});
    }
  }
}

/// Returns the memories of the pairs that both lists have, in the order of the new list.
template <class Memory>
std::vector<Memory> carried(const std::vector<ListedPair>& old_pairs, std::vector<Memory> old_memories,
                            const std::vector<ListedPair>& pairs) {
  const auto first_without = std::partition_point(
      pairs.begin(), pairs.end(), [](const ListedPair& pair) { return has_memory(pair.kind); });
  std::vector<Memory> memories(static_cast<std::size_t>(first_without - pairs.begin()));
  const int count = static_cast<int>(memories.size()), old_count = static_cast<int>(old_memories.size());
  constexpr int block = 4096;
  parallel_for((count + block - 1) / block, [&](int k) {
    const int begin = k * block;
    auto o =
        std::lower_bound(old_pairs.begin(), old_pairs.begin() + old_count, pairs[begin]) - old_pairs.begin();
    for (int p = begin; p < std::min(begin + block, count); ++p) {
      while (o < old_count && old_pairs[o] < pairs[p]) ++o;
      if (o < old_count && old_pairs[o] == pairs[p]) memories[p] = std::move(old_memories[o]);
    }
  });
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

/// Returns the sine of half the angle between two orientations. It is inlined, because every
/// step computes it for all bodies.
SCREE_ALWAYS_INLINE inline Real half_sine(Quat from, Quat to) {
  const Quat r = to * conjugate(from);
  return std::sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
}

}  // namespace

bool PairList::outdated(const Bodies& bodies, const Walls& walls, Real margin) const {
  if (position.size() != bodies.position.size() || wall_pose.size() != walls.all.size()) return true;
  // Both bodies of a pair may move, each by at most its slack. A rotation moves a corner by at most the angle
  // times the radius.
  std::atomic<bool> late = false;
  parallel_for(bodies.count(), [&](int i) {
    const Real moved = length(bodies.position[i] - position[i]) +
                       2 * half_sine(orientation[i], bodies.orientation[i]) * bodies.radius[i];
    if (moved > slack[i] - 0.5 * margin) late.store(true, std::memory_order_relaxed);
  });
  if (late) return true;
  const Real most = 0.5 * (skin - margin);
  for (std::size_t w = 0; w < walls.all.size(); ++w) {
    if (walls.all[w].present != wall_present[w]) return true;
    const Pose &now = walls.all[w].pose, &then = wall_pose[w];
    const bool still = now.position == then.position && now.orientation.w == then.orientation.w &&
                       now.orientation.x == then.orientation.x && now.orientation.y == then.orientation.y &&
                       now.orientation.z == then.orientation.z;
    if (still) continue;
    const Real sine = half_sine(then.orientation, now.orientation);
    for (int i = 0; i < bodies.count(); ++i) {
      const Real arm = length(bodies.position[i] - now.position) + bodies.radius[i];
      if (length(now.position - then.position) + 2 * sine * arm > most) return true;
    }
  }
  return false;
}

void PairList::rebuild(const Bodies& bodies, const Shapes& shapes, const Walls& walls, Real lasting) {
  const std::vector<ListedPair> old_pairs = std::move(pairs);
  slack.resize(bodies.count());
  std::vector<Real> reach(bodies.count());
  for (int i = 0; i < bodies.count(); ++i) {
    const Real speed = length(bodies.velocity[i]) + length(bodies.spin[i]) * bodies.radius[i];
    slack[i] = std::max(0.5 * skin, std::min(speed * lasting, bodies.radius[i]));
    reach[i] = bodies.radius[i] + slack[i];
  }
  pairs = near_pairs(bodies, shapes, slack, grid_pairs({bodies.position, reach}, 0));
  const std::size_t of_bodies = pairs.size();
  for (Real& r : reach) r += 0.5 * skin;  // walls move, too
  add_wall_pairs(bodies, shapes, walls, reach, pairs);
  add_patch_pairs(bodies, shapes, walls, reach, pairs);
  add_line_pairs(bodies, shapes, walls, reach, pairs);
  std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(of_bodies),
            pairs.end());  // kinds with walls come last
  memories = carried(old_pairs, std::move(memories), pairs);
  if (!shapes.meshes.empty()) mesh_memories = carried(old_pairs, std::move(mesh_memories), pairs);
  position = bodies.position, orientation = bodies.orientation;
  wall_pose.clear(), wall_present.clear();
  for (const Wall& w : walls.all) {
    wall_pose.push_back(w.pose);
    wall_present.push_back(w.present);
  }
  ++rebuilds;
  index(bodies.count());
}

void PairList::index(int body_count) {
  batches = batches_of(pairs);
  if (!pairs.empty() && pairs.front().kind == PairKind::mesh_mesh) mesh_memories.resize(memories.size());
  batch_of.resize(pairs.size());
  for (std::size_t k = 0; k < batches.size(); ++k)
    std::fill(batch_of.begin() + batches[k].begin, batch_of.begin() + batches[k].end, static_cast<int>(k));

  const int block = block_size(body_count);
  batches_of_block.resize((body_count + block - 1) / block);
  for (std::vector<int>& of_block : batches_of_block) of_block.clear();
  const auto note = [&](int body, int batch) {
    std::vector<int>& of_block = batches_of_block[body / block];
    if (of_block.empty() || of_block.back() != batch) of_block.push_back(batch);
  };
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    note(pairs[p].a, batch_of[p]);
    if (!with_wall(pairs[p].kind)) note(pairs[p].b, batch_of[p]);
  }
}

}  // namespace scree
