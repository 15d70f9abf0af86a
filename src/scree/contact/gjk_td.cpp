#include "scree/contact/gjk_td.hpp"

#include "scree/contact/exact.hpp"
#include "scree/contact/feature.hpp"
#include "scree/contact/gjk.hpp"
#include "scree/contact/portal.hpp"
#include "scree/contact/reserve.hpp"
#include "scree/contact/settle.hpp"

namespace scree {
namespace {

constexpr Real certified =
    1e-12;  // difference of upper and lower bound, as part of the size, that counts as equal

/// The exact normal behind a triangle of A - B: where it stems from one face of A or B, the stored normal;
/// where from an edge of each, their cross product. `guess` is the triangle's own normal (outward).
/// `face` becomes that face.
Vec3 feature_normal(const PolyhedronPair& pair, const MinkowskiVertex (&t)[3], Vec3 guess, int& face) {
  const bool one_a = t[0].a == t[1].a && t[1].a == t[2].a, one_b = t[0].b == t[1].b && t[1].b == t[2].b;
  if (one_b) return pair.normal_a(face = face_along(pair.a, t[0].a, guess));
  if (one_a) return -pair.normal_b(face = face_along(pair.b, t[0].b, pair.to_b(-guess)));
  // Two different vertices of A among the three make its edge, likewise for B.
  const int a0 = t[0].a, a1 = t[1].a != a0 ? t[1].a : t[2].a, b0 = t[0].b,
            b1 = t[1].b != b0 ? t[1].b : t[2].b;
  Real sine;
  const Vec3 n = unit_across(normalized(pair.vertex_a(a1) - pair.vertex_a(a0)),
                             normalized(pair.vertex_b(b1) - pair.vertex_b(b0)), sine);
  if (!(sine > 0)) return guess;
  return dot(n, guess) < 0 ? -n : n;
}
Vec3 feature_normal(const PolyhedronPair& pair, const MinkowskiVertex (&t)[3], Vec3 guess) {
  int face = -1;
  return feature_normal(pair, t, guess, face);
}

/// Makes a simplex that holds the origin into a tetrahedron, by support vertices out of its line or plane.
/// Returns the count reached.
int fill_up(const PolyhedronPair& pair, Simplex& s, Real rounding) {
  constexpr Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const auto try_direction = [&](Vec3 d, auto is_new) {
    for (const Real sign : {1.0, -1.0}) {
      const MinkowskiVertex w = minkowski_support(pair, sign * d);
      if (!s.holds(w) && is_new(w.w)) {
        s.add(w);
        return true;
      }
    }
    return false;
  };
  if (s.count == 1) {
    for (int i = 0; i < 3 && s.count == 1; ++i) {
      try_direction(axes[i], [&](Vec3 w) { return length(w - s.vertex[0].w) > rounding; });
    }
  }
  if (s.count == 2) {
    const Vec3 along = normalized(s.vertex[1].w - s.vertex[0].w);
    for (int i = 0; i < 3 && s.count == 2; ++i) {
      const Vec3 d = cross(along, axes[i]);
      if (length_squared(d) < 0.1) continue;
      try_direction(d, [&](Vec3 w) { return length(cross(w - s.vertex[0].w, along)) > rounding; });
    }
  }
  if (s.count == 3) {
    const Vec3 n = normalized(cross(s.vertex[1].w - s.vertex[0].w, s.vertex[2].w - s.vertex[0].w));
    try_direction(n, [&](Vec3 w) { return std::abs(dot(w - s.vertex[0].w, n)) > rounding; });
  }
  return s.count;
}

/// Upper bound of the signed overlap along a normal, and the contact that goes with it.
SupportPair take_normal(const PolyhedronPair& pair, Vec3 normal, const Tolerance& tolerance,
                        Contact& contact) {
  const SupportPair at = pair.supports(normal);
  contact.normal = normal;
  contact.overlap = -pair.gap(normal, at);
  contact.status = status_of(contact.overlap, pair, tolerance);
  return at;
}

/// The difference of the centroids, a corner of the polytope that starts from a portal, is no vertex of A -
/// B.
constexpr int centre = -1;
bool are_vertices(const MinkowskiVertex (&t)[3]) {
  return t[0].a != centre && t[1].a != centre && t[2].a != centre;
}

enum class Doubt : unsigned char { none, removed, stays };

/// Whether a sliver, whose plane is known badly, may be nearer to the origin than the face found. Such a face
/// is pushed out to its support vertex; one that has none left is measured by its features.
Doubt look_at_slivers(const PolyhedronPair& pair, Polytope& polytope, Real found) {
  const Real slack = certified * pair.size();
  const Real most = 4e-15 * pair.size() * pair.size() * pair.size();  // of a doubt times its area
  for (int f = 0; f < polytope.faces(); ++f) {
    const Polytope::Face& face = polytope.face(f);
    if ((face.distance - found) * face.area > most) continue;
    const Real doubt = polytope.doubt(face);
    if (!(doubt > 0.1 * slack) || face.distance - doubt > found) continue;
    const MinkowskiVertex w = minkowski_support(pair, face.normal);
    if (!polytope.holds(w)) return polytope.grow(w) ? Doubt::removed : Doubt::stays;
    const MinkowskiVertex t[3] = {polytope.vertex(face.v[0]), polytope.vertex(face.v[1]),
                                  polytope.vertex(face.v[2])};
    if (!are_vertices(t) || dot(face.normal, w.w) - face.distance > slack ||
        -pair.gap(feature_normal(pair, t, face.normal)) < found - slack)
      return Doubt::stays;
  }
  return Doubt::none;
}

/// Keeps the facet behind three vertices of A - B, and the reserve that the polytope leaves it, for the next
/// query.
void remember_facet(const PolyhedronPair& pair, const Quat& turn, const Polytope& polytope,
                    const MinkowskiVertex (&t)[3], int face, const Contact& contact, Cache& cache) {
  cache.axis = contact.normal;
  cache.size = 0;
  for (int i = 0; i < 3; ++i) cache.vertex_a[i] = t[i].a, cache.vertex_b[i] = t[i].b;
  const Origin origin = origin_of(cache.vertex_a, cache.vertex_b);
  if (origin == Origin::edges) {
    if (contact.feature_a.kind != Feature::Kind::edge || contact.feature_b.kind != Feature::Kind::edge)
      return;
    cache.vertex_a[3] = contact.feature_a.id, cache.vertex_b[3] = contact.feature_b.id;
  } else {
    cache.vertex_a[3] = origin == Origin::face_of_a ? face : t[0].a;
    cache.vertex_b[3] = origin == Origin::face_of_a ? t[0].b : face;
  }
  cache.size = Cache::facet;
  cache.reserve = measure_reserve(pair, turn, polytope, cache, contact);
}

/// Tetrahedron distortion. True when the answer is certified.
bool distort(const PolyhedronPair& pair, const Quat& turn, Simplex& s, const Tolerance& tolerance,
             Contact& contact, Cache& cache) {
  const Real size = pair.size(), rounding = 1e-14 * size;
  if (fill_up(pair, s, 1e-10 * size) < 4) return false;
  Polytope polytope;
  if (!polytope.start(s, rounding)) return false;
  for (int step = 0; step < Polytope::most_vertices; ++step, ++contact.iterations) {
    const Polytope::Face& face = polytope.nearest();
    const MinkowskiVertex w = minkowski_support(pair, face.normal);
    const Real beyond = dot(face.normal, w.w) - face.distance;
    if (beyond > rounding && !polytope.holds(w)) {
      if (!polytope.grow(w)) return false;
      continue;
    }
    const Doubt doubt = look_at_slivers(pair, polytope, face.distance);
    if (doubt == Doubt::removed) continue;
    if (doubt == Doubt::stays) return false;
    const Polytope::Face& central = polytope.most_central(face.distance + 1e-13 * size);
    const MinkowskiVertex t[3] = {polytope.vertex(central.v[0]), polytope.vertex(central.v[1]),
                                  polytope.vertex(central.v[2])};
    if (!are_vertices(t)) return false;  // the centre on the boundary
    int behind = -1;
    SupportPair at = take_normal(pair, feature_normal(pair, t, central.normal, behind), tolerance, contact);
    if (std::abs(contact.overlap - face.distance) >
        certified * size) {  // not on the boundary, or its features misread
      at = take_normal(pair, face.normal, tolerance, contact);
      behind = -2;
    }
    if (std::abs(contact.overlap - face.distance) > certified * size) return false;
    find_features(pair, tolerance, at, contact);
    find_witnesses(pair, at.a, contact);
    s.count = 0;
    if (behind != -2 && contact.overlap > 0) remember_facet(pair, turn, polytope, t, behind, contact, cache);
    return true;
  }
  return false;
}

/// The gap from the simplex that GJK ended with. True when the answer is certified: the plane across the
/// normal through the closest points separates the bodies by just their distance.
bool measure_gap(const PolyhedronPair& pair, const Simplex& s, const Tolerance& tolerance, Contact& contact) {
  const Vec3 v = s.point();
  const Real distance = length(v);
  Vec3 normal = -v / distance;
  if (s.count == 3) {  // a plane through three vertices is known better than the short way to it
    const MinkowskiVertex t[3] = {s.vertex[0], s.vertex[1], s.vertex[2]};
    normal = feature_normal(pair, t, normal);
  }
  for (int i = 0; i < s.count; ++i) contact.point_a += s.weight[i] * pair.vertex_a(s.vertex[i].a);
  // Far bodies round with their distance.
  const Real slack = certified * (distance > pair.size() ? distance : pair.size());
  SupportPair at = pair.supports(normal);
  Real gap = pair.gap(normal, at);
  const bool turned = !(std::abs(gap - distance) <= slack);
  if (turned) {
    normal = settled_normal(pair, contact.point_a, contact.point_a - v, normal);
    at = pair.supports(normal);
    gap = pair.gap(normal, at);
    if (!(std::abs(gap - distance) <= slack)) return false;
  }
  contact.normal = normal;
  contact.overlap = -gap;
  contact.status = status_of(contact.overlap, pair, tolerance);
  contact.point_b = contact.point_a + gap * normal;
  find_features(pair, tolerance, at, contact);
  if (turned) find_witnesses(pair, at.a, contact);
  return true;
}

/// The plane across an axis that shows the bodies to be far apart: a separating normal and a lower bound of
/// the gap. The witnesses are a vertex of A and its projection onto the plane through B's nearest vertex
/// along that normal.
void take_bound(const PolyhedronPair& pair, Vec3 axis, const MinkowskiVertex& bound, Contact& contact) {
  contact.normal = normalized(axis);
  const Real gap = -dot(contact.normal, bound.w);
  contact.status = Status::separated;
  contact.overlap = -gap;
  contact.point_a = pair.vertex_a(bound.a);
  contact.point_b = contact.point_a + gap * contact.normal;
  contact.feature_a = {Feature::Kind::vertex, bound.a};
  contact.feature_b = {Feature::Kind::vertex, bound.b};
}

/// Whether A - B ends along an axis so far before the origin that the gap need not be known.
bool shows_far(const PolyhedronPair& pair, Vec3 axis, const MinkowskiVertex& bound,
               const Tolerance& tolerance) {
  const Real far = std::max(tolerance.far, tolerance.touching) * pair.size(), along = -dot(axis, bound.w);
  return along > 0 && along * along > far * far * length_squared(axis);
}

/// The search from scratch, or from a simplex. True when the answer is certified.
bool search(const PolyhedronPair& pair, const Quat& turn, Cache& cache, const Tolerance& tolerance,
            Contact& contact) {
  // Nearer than this the direction to the origin is rounding; a polytope round it tells more.
  const Real rounding = 1e-10 * pair.size();
  GjkEnd end = gjk_walk<SignedVolumes>(pair, cached_simplex(pair, cache), first_direction(pair, cache),
                                       rounding, std::max(tolerance.far, tolerance.touching) * pair.size());
  contact.iterations += end.iterations;
  bool sure = end.end == GjkEnd::Case::far;
  cache.size = 0;
  if (sure) take_bound(pair, -end.point, end.bound, contact);
  if (end.end == GjkEnd::Case::apart) sure = measure_gap(pair, end.simplex, tolerance, contact);
  if (end.end == GjkEnd::Case::around_origin) {
    sure = distort(pair, turn, end.simplex, tolerance, contact, cache);
    // Not quite round it: planes of the polytope bound the short gap from below, only its corners measure it.
    if (sure && contact.overlap < certified * pair.size()) {
      const GjkEnd near = gjk_walk<SignedVolumes>(pair, {}, contact.normal, tolerance.touching * pair.size());
      contact.iterations += near.iterations;
      if (near.end != GjkEnd::Case::around_origin) {
        const int steps = contact.iterations;
        contact = {};
        contact.iterations = steps;
        end = near;
        cache.size = 0;
        sure = end.end == GjkEnd::Case::apart && measure_gap(pair, end.simplex, tolerance, contact);
      }
    }
  }
  if (sure && cache.size != Cache::facet) remember(end.simplex, contact.normal, cache);
  return sure;
}

}  // namespace

Contact GjkTd::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                       const Tolerance& tolerance) {
  const PolyhedronPair pair(a, b, b_in_a);
  const Quat& turn = b_in_a.orientation;
  Contact contact;
  if (cache.size == Cache::facet) {
    if (recertify(pair, turn, cache, tolerance, contact)) return contact;
    contact = {};
    cache.size = 0;
  } else if (tolerance.far < 1) {
    // Spheres, then the plane that was between the bodies last time.
    const Vec3 axis = length_squared(cache.axis) > 0 ? cache.axis : pair.translation;
    const MinkowskiVertex bound = minkowski_support(pair, axis);
    if (shows_far(pair, axis, bound, tolerance)) {
      take_bound(pair, axis, bound, contact);
      cache.axis = contact.normal;
      return contact;
    }
  }
  const PortalEnd portal = find_portal(pair);
  contact.iterations = portal.iterations;
  if (portal.end == PortalEnd::Case::apart && shows_far(pair, portal.axis, portal.bound, tolerance)) {
    take_bound(pair, portal.axis, portal.bound, contact);
    cache.axis = contact.normal;
    return contact;
  }
  if (portal.end == PortalEnd::Case::facet) {
    Simplex s;
    for (const MinkowskiVertex& v : portal.vertex) s.add(v);
    s.add({-pair.translation, centre, centre});
    if (distort(pair, turn, s, tolerance, contact, cache) && contact.overlap > certified * pair.size())
      return contact;
    contact = {};
    contact.iterations = portal.iterations;
    cache.size = 0;
  }
  if (!search(pair, turn, cache, tolerance, contact)) {
    const int steps = contact.iterations;
    contact = Exact::collide(a, b, b_in_a, tolerance);
    contact.iterations += steps;
    contact.judged = true;
    remember({}, contact.normal, cache);
  }
  return contact;
}

}  // namespace scree
