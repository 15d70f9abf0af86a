// The pairs that may touch, kept over many steps: everything nearer than a skin, or than fast bodies come in
// some steps. Sorted by kind, then by the bodies, so that a run of pairs is of one kind and lists of two
// moments can be merged.
#pragma once

#include "scree/contact/facets/facet_pairs.hpp"
#include "scree/contact/pair/cache.hpp"
#include "scree/world/bodies.hpp"
#include "scree/world/walls.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace scree {

/// What meets what. A is always a body; B a body or a surface of a wall.
enum class PairKind : unsigned char {
  polyhedron_polyhedron,  // the first five have memories, numbered as the pairs are
  polyhedron_superquadric,
  superquadric_superquadric,
  mesh_mesh,
  polygon_polygon,
  sphere_polyhedron,
  sphere_superquadric,
  sphere_mesh,
  sphere_polygon,
  sphere_sphere,
  sphere_plane,  // with walls: in the order of ShapeKind
  polyhedron_plane,
  superquadric_plane,
  mesh_plane,
  polygon_plane,
  sphere_cylinder,
  polyhedron_cylinder,
  superquadric_cylinder,
  mesh_cylinder,
  polygon_cylinder,
  sphere_flat,
  polyhedron_flat,
  superquadric_flat,
  mesh_flat,
  polygon_flat,
  sphere_line,
  polyhedron_line,
  superquadric_line,
  mesh_line,
  polygon_line,
};
inline constexpr int pair_kinds = 30;

constexpr bool has_memory(PairKind kind) { return kind <= PairKind::polygon_polygon; }
constexpr bool with_wall(PairKind kind) { return kind >= PairKind::sphere_plane; }

struct ListedPair {
  int a = 0, b = 0;
  PairKind kind{};

  friend auto operator<=>(const ListedPair& x, const ListedPair& y) {
    if (x.kind != y.kind) return x.kind <=> y.kind;
    if (x.a != y.a) return x.a <=> y.a;
    return x.b <=> y.b;
  }
  friend bool operator==(const ListedPair&, const ListedPair&) = default;
};

/// The wall of a pair that has one.
inline int wall_of(const Walls& walls, const ListedPair& pair) {
  if (pair.kind <= PairKind::polygon_plane) return walls.planes[pair.b].wall;
  if (pair.kind <= PairKind::polygon_cylinder) return walls.cylinders[pair.b].wall;
  if (pair.kind <= PairKind::polygon_flat) return walls.flats[pair.b].wall;
  return walls.lines[pair.b].wall;
}

/// What a pair remembers: for the algorithm, and until when it needs no query. A gap stays open until its
/// bodies have travelled (Bodies::travel) as far, together, as it was wide.
struct PairMemory {
  Cache cache;
  Real wake = 0;
};

/// Runs of pairs of one kind: what a thread works on at a time. Their bounds do not depend on the number of
/// threads.
struct Batch {
  static constexpr int most = 128;
  PairKind kind{};
  int begin = 0, end = 0;
};

struct PairList {
  std::vector<ListedPair> pairs;
  std::vector<PairMemory> memories;  // of the pairs that have them
  // Which facets of two meshes may touch, numbered as the memories. It follows from the places of the bodies:
  // not part of the state.
  std::vector<FacetList> facets;
  std::vector<Batch> batches;
  std::vector<int> batch_of;  // each pair
  // Blocks of bodies that follow each other: the batches with pairs of them.
  std::vector<std::vector<int>> batches_of_block;
  // Where the bodies were when the list was made.
  std::vector<Vec3> position;
  std::vector<Quat> orientation;
  std::vector<Real> slack;  // how far each may move from there, turning included
  std::vector<Pose> wall_pose;
  std::vector<bool> wall_present;
  Real skin = 0;  // twice the least slack
  std::int64_t rebuilds = 0;

  /// Whether a body or a wall may have moved so far that a pair nearer than the margin is missing.
  bool outdated(const Bodies& bodies, const Walls& walls, Real margin = 0) const;
  /// Finds all pairs anew; memories of pairs that stay are kept. The list is meant to last for a time, in s:
  /// a body that would leave the skin sooner has a slack of its own, at most its radius.
  void rebuild(const Bodies& bodies, const Shapes& shapes, const Walls& walls, Real lasting = 0);
  /// How many bodies a block has: few blocks, because bodies of two of them look through the same contacts.
  static int block_size(int body_count) { return std::max(256, (body_count + 15) / 16); }
  /// Makes the batches and those of each block from the pairs.
  void index(int body_count);
};

}  // namespace scree
