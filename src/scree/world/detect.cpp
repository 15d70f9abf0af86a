#include "scree/world/detect.hpp"

#include "scree/contact/algorithms.hpp"
#include "scree/contact/flat.hpp"
#include "scree/contact/polyhedron_plane.hpp"
#include "scree/contact/polyhedron_superquadric.hpp"
#include "scree/contact/sphere.hpp"
#include "scree/contact/superquadric.hpp"
#include "scree/error.hpp"

namespace scree {
namespace {

/// The view of a body's polyhedron at its scale.
PolyhedronView view_of(const DetectInput& in, int body) {
  const Shape& shape = (*in.shapes)[in.bodies->shape[body]];
  return view(in.shapes->polyhedra[shape.index], in.bodies->scale[body]);
}

/// Adds the only point of a contact, if there is one, given in a frame that is not turned.
void add_point(const Manifold& manifold, Vec3 origin, int pair, BatchContacts& out) {
  if (manifold.count == 0) return;
  out.touching.push_back({pair, static_cast<int>(out.points.size()), 1});
  out.points.push_back(manifold.point[0]);
  out.points.back().position += origin;
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

/// How far the bodies of a pair have come on their ways.
Real travelled(const DetectInput& in, const ListedPair& pair) {
  return in.bodies->travel[pair.a] + in.bodies->travel[pair.b];
}

/// Whether the bounding spheres are apart.
bool far_apart(const DetectInput& in, const ListedPair& pair, Vec3 between) {
  const Real reach = in.bodies->radius[pair.a] + in.bodies->radius[pair.b];
  return length_squared(between) > reach * reach;
}

/// The pose of B in the frame of A.
Pose relative(const Bodies& bodies, const ListedPair& pair, Vec3 between) {
  const Quat back = conjugate(bodies.orientation[pair.a]);
  return {rotate(back, between), back * bodies.orientation[pair.b]};
}

/// The gap of two polyhedra along an axis in the frame of A: from a support vertex of each. Most pairs of the
/// list end here, so nothing is prepared that this does not need.
Real gap_along(const DetectInput& in, const ListedPair& pair, Vec3 axis, Vec3 between) {
  const Bodies& bodies = *in.bodies;
  const auto height = [&](int body, Vec3 direction) {
    const Polyhedron& p = in.shapes->polyhedra[(*in.shapes)[bodies.shape[body]].index];
    const int v = support_scan(p.vertex_x.data(), p.vertex_y.data(), p.vertex_z.data(), p.vertex_count(),
                               direction.x, direction.y, direction.z);
    return bodies.scale[body] * dot(direction, p.vertex(v));
  };
  const Vec3 along = rotate(bodies.orientation[pair.a], axis);
  return dot(along, between) - height(pair.a, axis) -
         height(pair.b, rotate(conjugate(bodies.orientation[pair.b]), -along));
}

/// Two polyhedra. Those that wait are left, bounding spheres reject, then the axis that separated the pair
/// last time.
template <class Collide>
void detect_polyhedra(const DetectInput& in, int p, const ListedPair& pair, Collide collide,
                      PairMemory& memory, BatchContacts& out) {
  const Real way = travelled(in, pair);
  if (way < memory.wake) return;
  const Bodies& bodies = *in.bodies;
  const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
  if (far_apart(in, pair, between)) return;
  if (length_squared(memory.cache.axis) > 0) {
    const Real gap = gap_along(in, pair, memory.cache.axis, between);
    if (gap > 0) {
      memory.wake = way + gap;
      return;
    }
  }
  const Pose a = bodies.pose(pair.a), b_in_a = relative(bodies, pair, between);
  const PolyhedronView view_a = view_of(in, pair.a), view_b = view_of(in, pair.b);
  // A gap need not be known.
  Contact contact = collide(view_a, view_b, b_in_a, memory.cache, {.far = 0});
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

/// The superquadric of a body at its scale, placed in some frame.
PlacedSuperquadric placed(const DetectInput& in, int body, const Pose& pose) {
  Superquadric s = in.shapes->superquadrics[(*in.shapes)[in.bodies->shape[body]].index];
  s.half_length = in.bodies->scale[body] * s.half_length;
  return {s, pose, in.bodies->radius[body]};
}

/// The gap along a normal is certain: it tells how long the pair may wait.
template <class A>
Real gap_along(const A& support_a, const PlacedSuperquadric& b, Vec3 normal) {
  return dot(normal, b.support(-normal) - support_a(normal));
}

/// The point of a contact that an algorithm has found, else how long the pair may wait.
template <class A>
void take(const Contact& contact, const A& support_a, const PlacedSuperquadric& b, Real way,
          const Pose& frame, int p, PairMemory& memory, BatchContacts& out) {
  if (contact.status == Status::touching && contact.overlap > 0) {
    Manifold manifold;
    manifold.set_single(0.5 * (contact.point_a + contact.point_b), contact.normal, contact.overlap, 0);
    return add(manifold, frame, p, out);
  }
  const Real gap = gap_along(support_a, b, contact.normal);
  if (gap > 0) memory.wake = way + gap;
}

void touch_polyhedron_superquadric(const DetectInput& in, int p, const ListedPair& pair, PairMemory& memory,
                                   BatchContacts& out) {
  const Real way = travelled(in, pair);
  if (way < memory.wake) return;
  const Bodies& bodies = *in.bodies;
  const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
  if (far_apart(in, pair, between)) return;
  const PolyhedronView a = view_of(in, pair.a);
  const PlacedSuperquadric b = placed(in, pair.b, relative(bodies, pair, between));
  const Contact contact = PolyhedronSuperquadric::collide(a, b, memory.cache, {.far = 0});
  take(
      contact, [&](Vec3 n) { return a.vertex(a.support(n)); }, b, way, bodies.pose(pair.a), p, memory, out);
}

/// Seen from the centre of A, not turned with it.
void touch_superquadrics(const DetectInput& in, int p, const ListedPair& pair, PairMemory& memory,
                         BatchContacts& out) {
  const Real way = travelled(in, pair);
  if (way < memory.wake) return;
  const Bodies& bodies = *in.bodies;
  const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
  if (far_apart(in, pair, between)) return;
  const PlacedSuperquadric a = placed(in, pair.a, {{}, bodies.orientation[pair.a]}),
                           b = placed(in, pair.b, {between, bodies.orientation[pair.b]});
  const Contact contact = SuperquadricPairNewton::collide(a, b, memory.cache, {.far = 0});
  take(
      contact, [&](Vec3 n) { return a.support(n); }, b, way, {bodies.position[pair.a], {}}, p, memory, out);
}

/// The superquadric is the second body of the pair: the contact is turned round.
void touch_sphere_superquadric(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const Bodies& bodies = *in.bodies;
  const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
  if (far_apart(in, pair, between)) return;
  Manifold manifold;
  touch_sphere(placed(in, pair.b, {between, bodies.orientation[pair.b]}), {}, bodies.radius[pair.a],
               manifold);
  if (manifold.count > 0) manifold.point[0].normal = -manifold.point[0].normal;
  add_point(manifold, bodies.position[pair.a], p, out);
}

void touch_superquadric_plane(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const HalfSpace plane = in.walls->plane_world(pair.b);
  const Vec3 center = in.bodies->position[pair.a];
  const Real height = signed_distance(plane, center);
  if (height > in.bodies->radius[pair.a]) return;
  Manifold manifold;
  touch_plane(placed(in, pair.a, {{}, in.bodies->orientation[pair.a]}), plane.normal, -height, manifold);
  add_point(manifold, center, p, out);
}

void touch_superquadric_cylinder(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const CylinderSurface& s = in.walls->cylinders[pair.b];
  const Pose frame{in.bodies->position[pair.a], {}};
  const Cylinder world = transform(in.walls->all[s.wall].pose, s.cylinder);
  Manifold manifold;
  touch_cylinder(placed(in, pair.a, {{}, in.bodies->orientation[pair.a]}), inverse_transform(frame, world),
                 manifold);
  add_point(manifold, frame.position, p, out);
}

/// On the flat where its lowest point is over it, else on an edge.
void touch_superquadric_flat(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const FlatSurface& s = in.walls->flats[pair.b];
  const FacetMesh& mesh = in.walls->meshes[s.mesh];
  const Pose& wall = in.walls->all[s.wall].pose;
  const Pose frame = in.bodies->pose(pair.a);
  const HalfSpace plane = in.walls->flat_world(pair.b);
  const Real height = signed_distance(plane, frame.position);
  if (std::abs(height) >= in.bodies->radius[pair.a]) return;
  Manifold manifold;
  const PlacedSuperquadric body = placed(in, pair.a, {{}, frame.orientation});
  const Vec3 lowest = lowest_over_plane(body, plane.normal, -height).point;
  if (is_over(mesh, s.flat, inverse_transform(wall, frame.position + lowest))) {
    if (height > 0) touch_plane(body, plane.normal, -height, manifold);
    return add_point(manifold, frame.position, p, out);
  }
  touch_flat_edges(placed(in, pair.a, inverse(wall) * frame), mesh, s.flat, manifold);
  add(manifold, wall, p, out);
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
  add_point(manifold, bodies.position[pair.a], p, out);
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
  add_point(manifold, center, p, out);
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
    return add_point(manifold, center, p, out);
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

template <void (*touch)(const DetectInput&, int, const ListedPair&, PairMemory&, BatchContacts&)>
void detect_each(const DetectInput& in, PairList& list, const Batch& batch, BatchContacts& out, int* slot) {
  detect_batch(list, batch, out, slot,
               [&](int p, const ListedPair& pair) { touch(in, p, pair, list.memories[p], out); });
}

template <std::size_t algorithm>
void detect_by(const DetectInput& in, PairList& list, const Batch& batch, BatchContacts& out, int* slot) {
  detect_batch(list, batch, out, slot, [&](int p, const ListedPair& pair) {
    detect_polyhedra(in, p, pair, algorithms[algorithm].collide, list.memories[p], out);
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
          detect_each<touch_polyhedron_superquadric>,
          detect_each<touch_superquadrics>,
          detect_each<touch_sphere_polyhedron>,
          detect_each<touch_sphere_superquadric>,
          detect_each<touch_two_spheres>,
          detect_each<touch_sphere_plane>,
          detect_each<touch_polyhedron_plane>,
          detect_each<touch_superquadric_plane>,
          detect_each<touch_sphere_cylinder>,
          detect_each<touch_polyhedron_cylinder>,
          detect_each<touch_superquadric_cylinder>,
          detect_each<touch_sphere_flat>,
          detect_each<touch_polyhedron_flat>,
          detect_each<touch_superquadric_flat>};
}

}  // namespace scree
