// The list of pairs that may touch, kept over many steps. It contains all pairs nearer than a skin. Fast
// bodies have a wider skin, which covers their motion over some steps. The list is sorted by kind and then by
// bodies, so that neighbouring pairs have one kind and the lists of two times can be merged.
#pragma once

#include "scree/contact/facets/facet_pairs.hpp"
#include "scree/contact/pair/cache.hpp"
#include "scree/planar/pair/cache.hpp"
#include "scree/world/bodies.hpp"
#include "scree/world/walls.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace scree {

/// Kinds of pairs. A is always a body, B a body or a surface of a wall.
enum class PairKind : unsigned char {
  polyhedron_polyhedron,  // the first five kinds have memories, which are in the order of the pairs
  polyhedron_superquadric,
  superquadric_superquadric,
  mesh_mesh,
  polygon_polygon,
  sphere_polyhedron,
  sphere_superquadric,
  sphere_mesh,
  sphere_polygon,
  sphere_sphere,
  sphere_plane,  // from here on: pairs with walls, in the order of ShapeKind
  polyhedron_plane,
  superquadric_plane,
  mesh_plane,
  polygon_plane,
  sphere_cylinder,
  polyhedron_cylinder,
  superquadric_cylinder,
  mesh_cylinder,
  polygon_cylinder,
  sphere_patch,
  polyhedron_patch,
  superquadric_patch,
  mesh_patch,
  polygon_patch,
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

/// Returns the wall of a pair that has one.
inline int wall_of(const Walls& walls, const ListedPair& pair) {
  if (pair.kind <= PairKind::polygon_plane) return walls.planes[pair.b].wall;
  if (pair.kind <= PairKind::polygon_cylinder) return walls.cylinders[pair.b].wall;
  if (pair.kind <= PairKind::polygon_patch) return walls.planar_patches[pair.b].wall;
  return walls.lines[pair.b].wall;
}

/// Memory of a pair: the cache of its algorithm, and its retry distance. The pair needs no query until the
/// path bounds of its bodies (Bodies::path_bound) add up to the retry distance. A gap cannot close before the
/// paths of the two bodies add up to its width.
struct PairMemory {
  union {
    Cache cache;                                                // polyhedra, superquadrics and meshes
    PlanarCache planar_cache;                                   // polygons
    std::uint64_t word[sizeof(Cache) / sizeof(std::uint64_t)];  // the same bytes, for checkpoints and hashes
  };
  Real retry_distance = 0;

  PairMemory() : word{} {}  // all bytes are zero, so both caches are empty
};
static_assert(sizeof(PlanarCache) <= sizeof(Cache) && sizeof(Cache) % sizeof(std::uint64_t) == 0);

/// First query in the detection of two meshes.
enum class MeshStage : unsigned char {
  hulls,   // the hulls were apart at the last query, or the pair is new
  facets,  // the hulls overlapped at the last query
};

/// Memory of a pair of two meshes, besides its PairMemory.
struct MeshMemory {
  FacetList facets;  // facets that may touch; they are found from the poses and are not part of the state
  MeshStage stage = MeshStage::hulls;
};

/// Consecutive pairs of one kind. A thread works on one batch at a time. The bounds of a batch do not depend
/// on the number of threads.
struct Batch {
  static constexpr int most = 128;
  PairKind kind{};
  int begin = 0, end = 0;
};

struct PairList {
  std::vector<ListedPair> pairs;
  std::vector<PairMemory> memories;  // one for each pair that has a memory
  // Memories of pairs of meshes, in the order of `memories`; empty if no body is a mesh.
  std::vector<MeshMemory> mesh_memories;
  std::vector<Batch> batches;
  std::vector<int> batch_of;  // batch of each pair
  // For each block of consecutive bodies, the batches with pairs of these bodies.
  std::vector<std::vector<int>> batches_of_block;
  // Poses of the bodies when the list was built.
  std::vector<Vec3> position;
  std::vector<Quat> orientation;
  std::vector<Real> slack;  // distance that each body may move from its pose, rotation included
  std::vector<Pose> wall_pose;
  std::vector<bool> wall_present;
  Real skin = 0;  // twice the smallest slack
  std::int64_t rebuilds = 0;

  /// True if a body or a wall may have moved so far that a pair nearer than the margin is missing.
  bool outdated(const Bodies& bodies, const Walls& walls, Real margin = 0) const;
  /// Finds all pairs again and keeps the memories of pairs that stay. `lasting` is the time that the list
  /// should last, in s. A body that would leave the skin sooner has a slack of its own, at most its radius.
  void rebuild(const Bodies& bodies, const Shapes& shapes, const Walls& walls, Real lasting = 0);
  /// Returns the number of bodies of a block. There are few blocks, because two blocks may have to read the
  /// same contacts.
  static int block_size(int body_count) { return std::max(256, (body_count + 15) / 16); }
  /// Builds the batches, and the list of batches of each block, from the pairs.
  void index(int body_count);
};

}  // namespace scree
