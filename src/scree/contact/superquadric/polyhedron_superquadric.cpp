#include "scree/contact/superquadric/polyhedron_superquadric.hpp"

#include "scree/contact/common_plane/link_walk.hpp"
#include "scree/contact/superquadric/feature_ascent.hpp"
#include "scree/contact/superquadric/gjk_td_round.hpp"

namespace scree {
namespace {

using Kind = Feature::Kind;

Real size_of(const PolyhedronView& a, const PlacedSuperquadric& b) { return a.bounding_radius + b.radius; }

Contact contact_along(Vec3 normal, Real gap, Vec3 point_b, Real size, const Tolerance& tolerance) {
  Contact contact;
  contact.status = gap > tolerance.touching * size ? Status::separated : Status::touching;
  contact.normal = normal;
  contact.overlap = -gap;
  contact.point_b = point_b, contact.point_a = point_b - gap * normal;
  return contact;
}

/// Returns the contact of a sphere in closed form, from the point of the polyhedron nearest to the centre of
/// the sphere.
Contact sphere_contact(const PolyhedronView& body, Vec3 center, Real radius, const Tolerance& tolerance) {
  int highest = 0;
  Real height = -1e300;
  for (int f = 0; f < body.face_count; ++f) {
    const Real h = dot(body.face_normal[f], center) - body.face_offset(f);
    if (h > height) height = h, highest = f;
  }
  const Real size = body.bounding_radius + radius, snap = link_snap * body.bounding_radius;
  Vec3 normal = body.face_normal[highest];
  Feature feature{Kind::face, highest};
  if (height > 0) {  // the centre is outside; from inside, the shortest exit is through the nearest face
    const SurfacePoint near =
        walk_to_closest(body, closest_on_face(body, highest, center, snap), center, snap).end;
    feature = near.feature;
    if (feature.kind == Kind::face) {
      normal = body.face_normal[feature.id];
      height = dot(normal, center) - body.face_offset(feature.id);
    } else {
      height = length(center - near.point);
      if (height > snap) normal = (center - near.point) / height;
    }
  }
  Contact contact = contact_along(normal, height - radius, center - radius * normal, size, tolerance);
  contact.feature_a = feature;
  contact.iterations = 1;
  return contact;
}

Feature cached_feature(const PolyhedronView& a, const Cache& cache) {
  if (cache.holds != Cache::Holds::feature) return {};
  const Feature f{static_cast<Kind>(cache.feature.kind), cache.feature.id};
  const int count = f.kind == Kind::face     ? a.face_count
                    : f.kind == Kind::edge   ? a.halfedge_count
                    : f.kind == Kind::vertex ? a.vertex_count
                                             : 0;
  return f.id >= 0 && f.id < count ? f : Feature{};
}

void remember(const Summit& s, Cache& cache) {
  cache.axis = s.normal;
  cache.holds = Cache::Holds::feature;
  cache.feature = {static_cast<int>(s.feature.kind), s.feature.id};
}

/// Ascends to a summit. If the polyhedron is not convex up to rounding, also checks the result against the
/// whole polyhedron. In this case all neighbours of a vertex may lie below it while another vertex lies
/// above it.
Summit checked_ascent(const PolyhedronView& a, const PlacedSuperquadric& b, Feature start, Vec3 towards,
                      Real size) {
  Summit s = ascend(a, b, start, towards);
  if (!a.even && s.found) {
    const Real top = dot(s.normal, a.vertex(a.support(s.normal)));
    s.found = dot(s.normal, s.point) - top >= s.gap - 1e-12 * size;
  }
  return s;
}

/// Returns the highest summit over all normals. The ascent starts from the normal that gjk_td finds with its
/// bounds. Deeply overlapping bodies have many summits, and an ascent from the support vertex may miss the
/// nearest one. Ascents from the edges and faces at this vertex are therefore tried too.
Summit highest_summit(const PolyhedronView& a, const PlacedSuperquadric& b, Real size, BoundedDistance& d) {
  d = bounded_distance(a, b, b.center, 1e-10 * size);
  const int v = a.support(d.normal), start = a.vertex_halfedge[v];
  Summit top = checked_ascent(a, b, {Kind::vertex, v}, d.normal, size);
  int h = start, steps = top.steps + d.iterations;
  const auto reached = [&] { return top.found && top.gap >= d.lower - 1e-14 * size; };
  do {
    for (const Feature from : {Feature{Kind::edge, h}, Feature{Kind::face, a.face[h]}}) {
      if (reached()) break;
      const Summit other = checked_ascent(a, b, from, d.normal, size);
      steps += other.steps;
      if (other.found && (!top.found || other.gap > top.gap)) top = other;
    }
    h = a.next_around_vertex(h);
  } while (h != start);
  if (!reached()) {
    top.feature = supporting_feature(a, d.normal, 1e-7 * size);
    top.normal = d.normal;
    top.point = b.support(-d.normal);
    top.gap = d.lower;
    top.found = false;
  }
  top.steps = steps;
  return top;
}

}  // namespace

Contact PolyhedronSuperquadric::collide(const PolyhedronView& a, const PlacedSuperquadric& b, Cache& cache,
                                        const Tolerance& tolerance) {
  const Real size = size_of(a, b);
  const Real sphere_gap = length(b.center) - size;
  if (sphere_gap > tolerance.distance_cutoff * size) {  // the bounding spheres prove the separation
    const Vec3 normal = normalized(b.center);
    Contact contact = contact_along(normal, sphere_gap, b.center - b.radius * normal, size, tolerance);
    return contact;
  }
  if (is_sphere(b.shape)) return sphere_contact(a, b.center, b.shape.half_length.x, tolerance);
  // Up to this overlap there is only one summit, so a summit also proves the status (feature_ascent.hpp).
  const Real shallow = rolling_radius(b.shape);
  Summit top;
  int steps = 0;
  bool proven = false, used_fallback = false, uncertified = false;
  if (const Feature last = cached_feature(a, cache); last.kind != Kind::none) {
    top = checked_ascent(a, b, last, cache.axis, size);
    steps += top.steps;
    proven = top.found && top.gap > -shallow;
  }
  if (!proven) {
    const FaceSearch search = PolyhedronSuperquadric::search(a, b);
    top = checked_ascent(a, b, search.feature, search.normal, size);
    steps += search.visited + top.steps;
    proven = top.found && top.gap > -shallow;
  }
  if (!proven) {
    BoundedDistance bounds;
    const Summit other = highest_summit(a, b, size, bounds);
    steps += other.steps;
    if (!top.found || other.gap > top.gap) {
      used_fallback = !other.found;
      top = other;
    }
    uncertified = !(top.found && top.gap > -shallow) && !certifies(bounds, top.gap, size);
  }
  Contact contact = contact_along(top.normal, top.gap, top.point, size, tolerance);
  contact.feature_a = top.feature;
  contact.iterations = steps;
  contact.used_fallback = used_fallback;
  contact.uncertified = uncertified;
  remember(top, cache);
  return contact;
}

Contact PolyhedronSuperquadricPublished::collide(const PolyhedronView& a, const PlacedSuperquadric& b, Cache&,
                                                 const Tolerance&) {
  const FaceSearch s = PolyhedronSuperquadric::search(a, b, FaceSearchFlow::published);
  Contact contact;
  contact.status = s.status;
  contact.iterations = s.visited;
  contact.normal = s.normal;
  contact.overlap = s.overlap;
  contact.feature_a = s.feature;
  const bool on_round = s.feature.kind == Kind::face;  // otherwise the point lies on the edge or vertex
  contact.point_b = on_round ? s.point : s.point - s.overlap * s.normal;
  contact.point_a = contact.point_b + s.overlap * s.normal;
  return contact;
}

Contact GjkTdPolyhedronSuperquadric::collide(const PolyhedronView& a, const PlacedSuperquadric& b,
                                             Cache& cache, const Tolerance& tolerance) {
  const Real size = size_of(a, b);
  const bool warm = length_squared(cache.axis) > 0;
  const BoundedDistance d = bounded_distance(a, b, warm ? cache.axis : b.center, 1e-13 * size);
  Contact contact = contact_along(d.normal, d.lower, d.point_b, size, tolerance);
  contact.iterations = d.iterations;
  contact.uncertified = !certifies(d, d.lower, size);
  contact.feature_a = supporting_feature(a, d.normal, 1e-6 * size);
  cache.axis = d.normal;
  return contact;
}

}  // namespace scree
