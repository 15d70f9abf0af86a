#include "scree/world/detect.hpp"

#include "scree/contact/algorithms.hpp"
#include "scree/contact/flat.hpp"
#include "scree/contact/polyhedron_plane.hpp"
#include "scree/contact/sphere.hpp"
#include "scree/error.hpp"

namespace scree {
namespace {

/// The view of a body's polyhedron at its scale.
PolyhedronView view_of(const DetectInput& in, int body) {
  const Shape& shape = (*in.shapes)[in.bodies->shape[body]];
  return view(in.shapes->polyhedra[shape.index], in.bodies->scale[body]);
}

/// Adds a manifold given in a frame of the world. Points that do not press are left out.
void add(Manifold& manifold, const Pose& frame, int pair, BatchContacts& out) {
  drop_idle(manifold);
  if (manifold.count == 0) return;
  out.touching.push_back({pair, static_cast<int>(out.points.size()), manifold.count});
  for (int i = 0; i < manifold.count; ++i) {
    ManifoldPoint p = manifold.point[i];
    p.position = transform(frame, p.position);
    p.normal = rotate(frame.orientation, p.normal);
    p.tilt = rotate(frame.orientation, p.tilt);
    out.points.push_back(p);
  }
}

/// Whether an axis in the frame of A still separates two polyhedra: a support vertex of each. Most pairs of
/// the list end here, so nothing is prepared that this does not need.
bool apart_along(const DetectInput& in, const ListedPair& pair, Vec3 axis, Vec3 between) {
  if (!(length_squared(axis) > 0)) return false;
  const Bodies& bodies = *in.bodies;
  const auto height = [&](int body, Vec3 direction) {
    const Polyhedron& p = in.shapes->polyhedra[(*in.shapes)[bodies.shape[body]].index];
    const int v = support_scan(p.vertex_x.data(), p.vertex_y.data(), p.vertex_z.data(), p.vertex_count(),
                               direction.x, direction.y, direction.z);
    return bodies.scale[body] * dot(direction, p.vertex(v));
  };
  const Vec3 along = rotate(bodies.orientation[pair.a], axis);
  const Real distance = dot(along, between) - height(pair.a, axis);
  return distance > height(pair.b, rotate(conjugate(bodies.orientation[pair.b]), -along));
}

/// Two polyhedra. Bounding spheres reject first, then the axis that separated the pair last time.
template <class Collide>
void detect_polyhedra(const DetectInput& in, int p, const ListedPair& pair, Collide collide, Cache& cache,
                      BatchContacts& out) {
  const Bodies& bodies = *in.bodies;
  const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
  const Real reach = bodies.radius[pair.a] + bodies.radius[pair.b];
  if (length_squared(between) > reach * reach || apart_along(in, pair, cache.axis, between)) return;
  const Pose a = bodies.pose(pair.a);
  const Pose b_in_a{rotate(conjugate(a.orientation), between),
                    conjugate(a.orientation) * bodies.orientation[pair.b]};
  const PolyhedronView view_a = view_of(in, pair.a), view_b = view_of(in, pair.b);
  Contact contact = collide(view_a, view_b, b_in_a, cache, {.far = 0});  // a gap need not be known
  if (contact.status == Status::failed) {
    if (out.failed++ == 0) out.first_failed = p;
    contact = Exact::collide(view_a, view_b, b_in_a);
  }
  if (contact.status != Status::touching || !(contact.overlap > 0)) return;
  Manifold manifold;
  if (in.patch) {
    manifold = manifold_of({view_a, view_b, b_in_a}, contact);
  } else {
    manifold.set_single(0.5 * (contact.point_a + contact.point_b), contact.normal, contact.overlap, 0);
  }
  add(manifold, a, p, out);
}

void touch_sphere_polyhedron(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const Bodies& bodies = *in.bodies;
  const Pose frame = bodies.pose(pair.b);
  Manifold manifold;
  touch_polyhedron(inverse_transform(frame, bodies.position[pair.a]), bodies.radius[pair.a],
                   view_of(in, pair.b), manifold);
  add(manifold, frame, p, out);
}

void touch_two_spheres(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const Bodies& bodies = *in.bodies;
  Manifold manifold;
  // Seen from the first centre, so that places far from the origin lose no digits.
  touch_spheres({}, bodies.radius[pair.a], bodies.position[pair.b] - bodies.position[pair.a],
                bodies.radius[pair.b], manifold);
  add(manifold, {bodies.position[pair.a], {}}, p, out);
}

void touch_polyhedron_plane(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const Pose frame = in.bodies->pose(pair.a);
  const HalfSpace plane = in.walls->plane_world(pair.b);
  const Real height = signed_distance(plane, frame.position);
  if (height > in.bodies->radius[pair.a]) return;
  Manifold manifold;
  touch_plane(view_of(in, pair.a), rotate(conjugate(frame.orientation), plane.normal), -height, in.patch,
              manifold);
  add(manifold, frame, p, out);
}

void touch_sphere_plane(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const HalfSpace plane = in.walls->plane_world(pair.b);
  const Vec3 center = in.bodies->position[pair.a];
  Manifold manifold;
  touch_plane(Vec3{}, in.bodies->radius[pair.a], plane.normal, signed_distance(plane, center), manifold);
  add(manifold, {center, {}}, p, out);
}

void touch_polyhedron_cylinder(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const CylinderSurface& s = in.walls->cylinders[pair.b];
  const Pose frame = in.bodies->pose(pair.a);
  const Cylinder world = transform(in.walls->all[s.wall].pose, s.cylinder);
  Manifold manifold;
  touch_cylinder(view_of(in, pair.a), inverse_transform(frame, world), in.patch, manifold);
  add(manifold, frame, p, out);
}

void touch_sphere_cylinder(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const CylinderSurface& s = in.walls->cylinders[pair.b];
  const Pose frame{in.bodies->position[pair.a], {}};
  const Cylinder world = transform(in.walls->all[s.wall].pose, s.cylinder);
  Manifold manifold;
  touch_cylinder(in.bodies->radius[pair.a], inverse_transform(frame, world), manifold);
  add(manifold, frame, p, out);
}

void touch_polyhedron_flat(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const FlatSurface& s = in.walls->flats[pair.b];
  const FacetMesh& mesh = in.walls->meshes[s.mesh];
  const Pose frame = in.bodies->pose(pair.a);
  const HalfSpace plane = in.walls->flat_world(pair.b);
  const Real height = signed_distance(plane, frame.position);
  if (height > in.bodies->radius[pair.a] || height < 0) return;
  const PolyhedronView body = view_of(in, pair.a);
  Manifold manifold;
  touch_plane(body, rotate(conjugate(frame.orientation), plane.normal), -height, in.patch, manifold);
  if (manifold.count == 0) return;
  const Pose in_mesh = inverse(in.walls->all[s.wall].pose) * frame;
  const FlatCover cover = cover_of(body, in_mesh, mesh, s.flat);
  if (cover == FlatCover::none) return;
  if (cover == FlatCover::part) touch_flat_edges(body, in_mesh, mesh, s.flat, in.patch, manifold);
  add(manifold, frame, p, out);
}

void touch_sphere_flat(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const FlatSurface& s = in.walls->flats[pair.b];
  const FacetMesh& mesh = in.walls->meshes[s.mesh];
  const Pose& wall = in.walls->all[s.wall].pose;
  const Vec3 center = in.bodies->position[pair.a];
  const Real radius = in.bodies->radius[pair.a];
  const HalfSpace plane = in.walls->flat_world(pair.b);
  const Real height = signed_distance(plane, center);
  if (std::abs(height) >= radius) return;
  const Vec3 center_in_mesh = inverse_transform(wall, center);
  Manifold manifold;
  if (is_over(mesh, s.flat, center_in_mesh)) {
    if (height > 0) touch_plane(Vec3{}, radius, plane.normal, height, manifold);
    return add(manifold, {center, {}}, p, out);
  }
  touch_flat_edges(center_in_mesh, radius, mesh, s.flat, manifold);
  add(manifold, wall, p, out);
}

/// A batch detector from the detector of one pair.
template <class Touch>
void detect_batch(PairList& list, const Batch& batch, BatchContacts& out, int* slot, Touch touch) {
  for (int p = batch.begin; p < batch.end; ++p) {
    const std::size_t before = out.touching.size();
    touch(p, list.pairs[p]);
    slot[p] = out.touching.size() > before ? static_cast<int>(before) : -1;
  }
}

template <void (*touch)(const DetectInput&, int, const ListedPair&, BatchContacts&)>
void detect_each(const DetectInput& in, PairList& list, const Batch& batch, BatchContacts& out, int* slot) {
  detect_batch(list, batch, out, slot, [&](int p, const ListedPair& pair) { touch(in, p, pair, out); });
}

template <std::size_t algorithm>
void detect_by(const DetectInput& in, PairList& list, const Batch& batch, BatchContacts& out, int* slot) {
  detect_batch(list, batch, out, slot, [&](int p, const ListedPair& pair) {
    detect_polyhedra(in, p, pair, algorithms[algorithm].collide, list.caches[p], out);
  });
}

template <std::size_t... index>
constexpr std::array<DetectBatch, sizeof...(index)> by_algorithm(std::index_sequence<index...>) {
  return {detect_by<index>...};
}
constexpr auto polyhedron_detectors = by_algorithm(std::make_index_sequence<algorithms.size()>());

}  // namespace

std::array<DetectBatch, pair_kinds> detectors(std::string_view algorithm) {
  const Algorithm* found = find_algorithm(algorithm);
  if (found == nullptr) fail("there is no algorithm '{}'. 'scree list' shows all.", algorithm);
  return {polyhedron_detectors[found - algorithms.data()],
          detect_each<touch_sphere_polyhedron>,
          detect_each<touch_two_spheres>,
          detect_each<touch_polyhedron_plane>,
          detect_each<touch_sphere_plane>,
          detect_each<touch_polyhedron_cylinder>,
          detect_each<touch_sphere_cylinder>,
          detect_each<touch_polyhedron_flat>,
          detect_each<touch_sphere_flat>};
}

}  // namespace scree
