#include "scree/world/detect/detect.hpp"

#include "scree/error.hpp"
#include "scree/world/detect/touch_bodies.hpp"
#include "scree/world/detect/touch_meshes.hpp"
#include "scree/world/detect/touch_planar.hpp"
#include "scree/world/detect/touch_walls.hpp"

namespace scree {
namespace {

template <void (*touch)(const DetectInput&, int, const ListedPair&, BatchContacts&)>
void detect_each(const DetectInput& in, PairList& list, const Batch& batch, BatchContacts& out) {
  for (int p = batch.begin; p < batch.end; ++p) touch(in, p, list.pairs[p], out);
}

template <void (*touch)(const DetectInput&, int, const ListedPair&, PairMemory&, BatchContacts&)>
void detect_each(const DetectInput& in, PairList& list, const Batch& batch, BatchContacts& out) {
  for (int p = batch.begin; p < batch.end; ++p) touch(in, p, list.pairs[p], list.memories[p], out);
}

void detect_meshes(const DetectInput& in, PairList& list, const Batch& batch, BatchContacts& out) {
  for (int p = batch.begin; p < batch.end; ++p)
    touch_meshes(in, p, list.pairs[p], list.memories[p], list.mesh_memories[p], out);
}

template <std::size_t algorithm>
void detect_by(const DetectInput& in, PairList& list, const Batch& batch, BatchContacts& out) {
  for (int p = batch.begin; p < batch.end; ++p)
    detect_polyhedra(in, p, list.pairs[p], algorithms[algorithm].collide, list.memories[p], out);
}

template <std::size_t algorithm>
void detect_in_plane(const DetectInput& in, PairList& list, const Batch& batch, BatchContacts& out) {
  for (int p = batch.begin; p < batch.end; ++p)
    detect_polygons(in, p, list.pairs[p], planar::algorithms[algorithm].collide, list.memories[p], out);
}

template <std::size_t... index>
constexpr std::array<DetectBatch, sizeof...(index)> by_algorithm(std::index_sequence<index...>) {
  return {detect_by<index>...};
}
constexpr auto polyhedron_detectors = by_algorithm(std::make_index_sequence<algorithms.size()>());

template <std::size_t... index>
constexpr std::array<DetectBatch, sizeof...(index)> by_planar_algorithm(std::index_sequence<index...>) {
  return {detect_in_plane<index>...};
}
constexpr auto polygon_detectors = by_planar_algorithm(std::make_index_sequence<planar::algorithms.size()>());

}  // namespace

std::array<DetectBatch, pair_kinds> detectors(std::string_view algorithm) {
  const Algorithm* found = find_algorithm(algorithm);
  if (found == nullptr) fail("there is no algorithm '{}'. 'scree list' shows all.", algorithm);
  // This is null if 2D has no algorithm of that name. prepare() has then rejected polygons.
  const planar::Algorithm* in_plane = planar::find_algorithm(algorithm);
  return {polyhedron_detectors[found - algorithms.data()],
          detect_each<touch_polyhedron_superquadric>,
          detect_each<touch_superquadrics>,
          detect_meshes,
          polygon_detectors[in_plane == nullptr ? 0 : in_plane - planar::algorithms.data()],
          detect_each<touch_sphere_polyhedron>,
          detect_each<touch_sphere_superquadric>,
          detect_each<touch_sphere_mesh>,
          detect_each<touch_disc_polygon>,
          detect_each<touch_two_spheres>,
          detect_each<touch_sphere_plane>,
          detect_each<touch_polyhedron_plane>,
          detect_each<touch_superquadric_plane>,
          detect_each<touch_mesh_plane>,
          detect_each<touch_polygon_plane>,
          detect_each<touch_sphere_cylinder>,
          detect_each<touch_polyhedron_cylinder>,
          detect_each<touch_superquadric_cylinder>,
          detect_each<touch_mesh_cylinder>,
          detect_each<touch_nothing>,
          detect_each<touch_sphere_patch>,
          detect_each<touch_polyhedron_patch>,
          detect_each<touch_superquadric_patch>,
          detect_each<touch_mesh_patch>,
          detect_each<touch_nothing>,
          detect_each<touch_disc_line>,
          detect_each<touch_nothing>,
          detect_each<touch_nothing>,
          detect_each<touch_nothing>,
          detect_each<touch_polygon_line>};
}

}  // namespace scree
