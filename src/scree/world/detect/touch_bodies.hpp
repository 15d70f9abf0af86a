// Contact detection of two bodies.
#pragma once

#include "scree/contact/algorithms.hpp"
#include "scree/contact/superquadric/polyhedron_superquadric.hpp"
#include "scree/contact/superquadric/superquadric.hpp"
#include "scree/contact/wall/sphere.hpp"
#include "scree/contact/wall/superquadric_walls.hpp"
#include "scree/world/detect/touch.hpp"

namespace scree {

/// Returns the sum of the path bounds of the two bodies of a pair.
inline Real path_bound(const DetectInput& in, const ListedPair& pair) {
  return in.bodies->path_bound[pair.a] + in.bodies->path_bound[pair.b];
}

/// True if the bounding spheres are apart.
inline bool far_apart(const DetectInput& in, const ListedPair& pair, Vec3 between) {
  const Real reach = in.bodies->radius[pair.a] + in.bodies->radius[pair.b];
  return length_squared(between) > reach * reach;
}

/// Returns the pose of B in the frame of A.
inline Pose relative(const Bodies& bodies, const ListedPair& pair, Vec3 between) {
  const Quat back = conjugate(bodies.orientation[pair.a]);
  return {rotate(back, between), back * bodies.orientation[pair.b]};
}

/// Returns the gap of two polyhedra along an axis in the frame of A, from a support vertex of each. Most
/// pairs of the list end here, so the function computes only the data that it needs.
inline Real gap_along(const DetectInput& in, const ListedPair& pair, Vec3 axis, Vec3 between) {
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

/// Detects the contact of two polyhedra. Skips pairs that wait. Rejects other pairs by their bounding
/// spheres, or by the axis that separated the bodies at the last query. Queries a pair at once if it
/// overlapped at the last query.
template <class Collide>
void detect_polyhedra(const DetectInput& in, int p, const ListedPair& pair, Collide collide,
                      PairMemory& memory, BatchContacts& out) {
  const Real path = path_bound(in, pair);
  if (path < memory.retry_distance) return;
  const Bodies& bodies = *in.bodies;
  const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
  if (far_apart(in, pair, between)) return;
  if (!memory.cache.holds_facet() && length_squared(memory.cache.axis) > 0) {
    const Real gap = gap_along(in, pair, memory.cache.axis, between);
    if (gap > 0) {
      memory.retry_distance = path + gap;
      return;
    }
  }
  const Pose a = bodies.pose(pair.a), b_in_a = relative(bodies, pair, between);
  const PolyhedronView view_a = view_of(in, pair.a), view_b = view_of(in, pair.b);
  // The algorithm need not compute the size of a gap.
  Contact contact = collide(view_a, view_b, b_in_a, memory.cache, {.distance_cutoff = 0});
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
  add_pressing(manifold, a, p, out);
}

/// Returns the gap along a normal. It is a proven lower bound on the distance, so it determines how long the
/// pair may wait.
template <class A>
Real gap_along(const A& support_a, const PlacedSuperquadric& b, Vec3 normal) {
  return dot(normal, b.support(-normal) - support_a(normal));
}

/// Adds the contact point that an algorithm has found, or sets the retry distance of a separated pair.
template <class A>
void add_or_wait(const Contact& contact, const A& support_a, const PlacedSuperquadric& b, Real path,
                 const Pose& frame, int p, PairMemory& memory, BatchContacts& out) {
  if (contact.status == Status::touching && contact.overlap > 0) {
    Manifold manifold;
    manifold.set_single(0.5 * (contact.point_a + contact.point_b), contact.normal, contact.overlap, 0);
    return add_points(manifold, frame, p, out);
  }
  const Real gap = gap_along(support_a, b, contact.normal);
  if (gap > 0) memory.retry_distance = path + gap;
}

inline void touch_polyhedron_superquadric(const DetectInput& in, int p, const ListedPair& pair,
                                          PairMemory& memory, BatchContacts& out) {
  const Real path = path_bound(in, pair);
  if (path < memory.retry_distance) return;
  const Bodies& bodies = *in.bodies;
  const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
  if (far_apart(in, pair, between)) return;
  const PolyhedronView a = view_of(in, pair.a);
  const PlacedSuperquadric b = placed(in, pair.b, relative(bodies, pair, between));
  const Contact contact = PolyhedronSuperquadric::collide(a, b, memory.cache, {.distance_cutoff = 0});
  add_or_wait(
      contact, [&](Vec3 n) { return a.vertex(a.support(n)); }, b, path, bodies.pose(pair.a), p, memory, out);
}

/// Detects the contact of two superquadrics. Coordinates are relative to the centre of A, in the axes of
/// the world.
inline void touch_superquadrics(const DetectInput& in, int p, const ListedPair& pair, PairMemory& memory,
                                BatchContacts& out) {
  const Real path = path_bound(in, pair);
  if (path < memory.retry_distance) return;
  const Bodies& bodies = *in.bodies;
  const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
  if (far_apart(in, pair, between)) return;
  const PlacedSuperquadric a = placed(in, pair.a, {{}, bodies.orientation[pair.a]}),
                           b = placed(in, pair.b, {between, bodies.orientation[pair.b]});
  const Contact contact = SuperquadricPairNewton::collide(a, b, memory.cache, {.distance_cutoff = 0});
  add_or_wait(
      contact, [&](Vec3 n) { return a.support(n); }, b, path, {bodies.position[pair.a], {}}, p, memory, out);
}

/// Detects the contact of a sphere and a superquadric. The superquadric is the second body of the pair, so
/// the normal is reversed.
inline void touch_sphere_superquadric(const DetectInput& in, int p, const ListedPair& pair,
                                      BatchContacts& out) {
  const Bodies& bodies = *in.bodies;
  const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
  if (far_apart(in, pair, between)) return;
  Manifold manifold;
  touch_sphere(placed(in, pair.b, {between, bodies.orientation[pair.b]}), {}, bodies.radius[pair.a],
               manifold);
  if (manifold.count > 0) manifold.point[0].normal = -manifold.point[0].normal;
  add_point(manifold, bodies.position[pair.a], p, out);
}

inline void touch_sphere_polyhedron(const DetectInput& in, int p, const ListedPair& pair,
                                    BatchContacts& out) {
  const Bodies& bodies = *in.bodies;
  const Pose frame = bodies.pose(pair.b);
  Manifold manifold;
  touch_polyhedron(inverse_transform(frame, bodies.position[pair.a]), bodies.radius[pair.a],
                   view_of(in, pair.b), manifold);
  add_points(manifold, frame, p, out);
}

inline void touch_two_spheres(const DetectInput& in, int p, const ListedPair& pair, BatchContacts& out) {
  const Bodies& bodies = *in.bodies;
  Manifold manifold;
  // Centres are relative to the first one, so that points far from the origin lose no digits.
  touch_spheres({}, bodies.radius[pair.a], bodies.position[pair.b] - bodies.position[pair.a],
                bodies.radius[pair.b], manifold);
  add_point(manifold, bodies.position[pair.a], p, out);
}

}  // namespace scree
