#include "scree/contact/gjk_td.hpp"

#include "scree/contact/exact.hpp"
#include "scree/contact/feature.hpp"
#include "scree/contact/gjk.hpp"
#include "scree/contact/lean_walk.hpp"
#include "scree/contact/portal.hpp"
#include "scree/contact/reserve.hpp"
#include "scree/contact/settle.hpp"

namespace scree {
namespace {

constexpr Real certified =
    1e-12;  // difference of upper and lower bound, as part of the size, that counts as equal

/// The exact normal behind a triangle of A - B: where it stems from one face of A or B, the stored normal;
/// where from an edge of each, their cross product. `guess` is the triangle's own normal (outward).
Vec3 feature_normal(const PolyhedronPair& pair, const MinkowskiVertex (&t)[3], Vec3 guess) {
  const bool one_a = t[0].a == t[1].a && t[1].a == t[2].a, one_b = t[0].b == t[1].b && t[1].b == t[2].b;
  if (one_b) return pair.normal_a(face_along(pair.a, t[0].a, guess));
  if (one_a) return -pair.normal_b(face_along(pair.b, t[0].b, pair.to_b(-guess)));
  // Two different vertices of A among the three make its edge, likewise for B.
  const int a0 = t[0].a, a1 = t[1].a != a0 ? t[1].a : t[2].a, b0 = t[0].b,
            b1 = t[1].b != b0 ? t[1].b : t[2].b;
  Real sine;
  const Vec3 n = unit_across(normalized(pair.vertex_a(a1) - pair.vertex_a(a0)),
                             normalized(pair.vertex_b(b1) - pair.vertex_b(b0)), sine);
  if (!(sine > 0)) return guess;
  return dot(n, guess) < 0 ? -n : n;
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
    if ((polytope.distance(f) - found) * polytope.area(f) > most) continue;
    const Polytope::Face face = polytope.face(f);
    const Real doubt = polytope.doubt(f);
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

/// The edge between two vertices, by its half-edge of lower index; -1: there is none.
int edge_between(const PolyhedronView& body, int v, int w) {
  const int start = body.vertex_halfedge[v];
  int h = start;
  do {
    if (body.target(h) == w) return edge_feature(body, h).id;
    h = body.next_around_vertex(h);
  } while (h != start);
  return -1;
}

/// Puts the facet behind three vertices of A - B into the cache, with the features that it stems from.
/// `guess` points along the triangle's own normal. False where they are not features of the bodies.
bool name_facet(const PolyhedronPair& pair, const MinkowskiVertex (&t)[3], Vec3 guess, Cache& cache) {
  for (int i = 0; i < 3; ++i) cache.vertex_a[i] = t[i].a, cache.vertex_b[i] = t[i].b;
  int &id_a = cache.vertex_a[3], &id_b = cache.vertex_b[3];
  switch (origin_of(cache.vertex_a, cache.vertex_b)) {
    case Origin::face_of_a:
      id_a = face_along(pair.a, t[0].a, guess), id_b = t[0].b;
      break;
    case Origin::face_of_b:
      id_a = t[0].a, id_b = face_along(pair.b, t[0].b, pair.to_b(-guess));
      break;
    case Origin::edges:
      id_a = edge_between(pair.a, t[0].a, t[1].a != t[0].a ? t[1].a : t[2].a);
      id_b = edge_between(pair.b, t[0].b, t[1].b != t[0].b ? t[1].b : t[2].b);
      break;
  }
  cache.axis = guess;
  return id_a >= 0 && id_b >= 0;
}

/// The contact of the nearest face of a polytope, which lies on the boundary of A - B. It is taken from the
/// one with the vertices t among those as near. True when certified: its features support the bodies, at its
/// distance.
bool take_face(const PolyhedronPair& pair, const Polytope::Face& nearest, const Polytope::Face& face,
               const MinkowskiVertex (&t)[3], const Tolerance& tolerance, Contact& contact, Cache& cache) {
  const Real distance = nearest.distance;
  const Real slack = certified * pair.size();
  const bool named = name_facet(pair, t, face.normal, cache);
  if (named && place_clear_facet(pair, cache, tolerance, contact) &&
      std::abs(contact.overlap - distance) <= slack) {
    contact.status = status_of(contact.overlap, pair, tolerance);
    cache.size = Cache::facet;
    return true;
  }
  SupportPair at = take_normal(pair, feature_normal(pair, t, face.normal), tolerance, contact);
  bool same = true;
  if (!(std::abs(contact.overlap - distance) <= slack)) {  // not on the boundary, or its features misread
    at = take_normal(pair, nearest.normal, tolerance, contact);
    same = false;
  }
  if (!(std::abs(contact.overlap - distance) <= slack)) return false;
  find_features(pair, tolerance, at, contact);
  find_witnesses(pair, at.a, contact);
  if (named && same) cache.size = Cache::facet;
  return true;
}

/// Keeps the reserve that the polytope leaves the facet. The search ends as soon as the facet is known; faces
/// that are hardly deeper and not on the boundary are pushed out too, else a small motion would need a new
/// search.
void keep_reserve(const PolyhedronPair& pair, const Quat& turn, Polytope& polytope, const Contact& contact,
                  Cache& cache) {
  constexpr int most_pushes = 6;
  const Real wanted = 5e-4 * pair.size();
  for (int push = 0;; ++push) {
    int limiting;
    cache.reserve = measure_reserve(pair, turn, polytope, cache, contact, limiting);
    if (cache.reserve.room > wanted || limiting < 0 || push == most_pushes) return;
    const Polytope::Face face = polytope.face(limiting);
    const MinkowskiVertex w = minkowski_support(pair, face.normal);
    if (!(dot(face.normal, w.w) - face.distance > 1e-14 * pair.size()) || polytope.holds(w)) return;
    if (!polytope.grow(w)) {
      cache.reserve = {};
      return;
    }
  }
}

/// Tetrahedron distortion. True when the answer is certified. `on_boundary`: the face opposite to the last
/// vertex of the simplex is known to be.
bool distort(const PolyhedronPair& pair, const Quat& turn, Simplex& s, bool on_boundary,
             const Tolerance& tolerance, Contact& contact, Cache& cache) {
  const Real size = pair.size(), rounding = 1e-14 * size;
  if (fill_up(pair, s, 1e-10 * size) < 4) return false;
  Polytope polytope;
  if (!polytope.start(s, rounding)) return false;
  for (int step = 0; step < Polytope::most_vertices; ++step, ++contact.iterations) {
    const int nearest = polytope.nearest();
    const Polytope::Face face = polytope.face(nearest);
    if (!(on_boundary && polytope.is_first(nearest))) {
      const MinkowskiVertex w = minkowski_support(pair, face.normal);
      const Real beyond = dot(face.normal, w.w) - face.distance;
      if (beyond > rounding && !polytope.holds(w)) {
        if (!polytope.grow(w)) return false;
        continue;
      }
    }
    const Doubt doubt = look_at_slivers(pair, polytope, face.distance);
    if (doubt == Doubt::removed) continue;
    if (doubt == Doubt::stays) return false;
    const Polytope::Face central = polytope.face(polytope.most_central(face.distance + 1e-13 * size));
    const MinkowskiVertex t[3] = {polytope.vertex(central.v[0]), polytope.vertex(central.v[1]),
                                  polytope.vertex(central.v[2])};
    if (!are_vertices(t)) return false;  // the centre on the boundary
    s.count = 0;
    if (!take_face(pair, face, central, t, tolerance, contact, cache)) return false;
    cache.axis = contact.normal;
    if (cache.size == Cache::facet) {
      if (contact.overlap > 0) {
        keep_reserve(pair, turn, polytope, contact, cache);
      } else {
        cache.size = 0;
      }
    }
    return true;
  }
  return false;
}

/// The same from a triangle and the difference of the centroids. Of bodies that all but touch the polytope
/// tells too little; they are left to the walk of GJK.
bool distort_from(const PolyhedronPair& pair, const Quat& turn, Simplex triangle, bool on_boundary,
                  const Tolerance& tolerance, Contact& contact, Cache& cache) {
  const Vec3 n = cross(triangle.vertex[1].w-triangle.vertex[0].w,triangle.vertex[2].w-triangle.vertex[0].w);
  triangle.add(minkowski_support(pair, dot(n, triangle.vertex[0].w + pair.translation) > 0 ? -n : n));
  const int steps = contact.iterations;
  if (distort(pair, turn, triangle, on_boundary, tolerance, contact, cache) &&
      contact.overlap > certified * pair.size())
    return true;
  contact = {};
  contact.iterations = steps;
  cache.size = 0;
  return false;
}

Simplex cached_facet(const PolyhedronPair& pair, const Cache& cache) {
  Simplex s;
  for (int i = 0; i < 3; ++i) s.add(minkowski_vertex(pair, cache.vertex_a[i], cache.vertex_b[i]));
  return s;
}

/// The gap from the simplex that GJK ended with. True when the answer is certified: the plane across the
/// normal through the closest points separates the bodies by just their distance.
bool measure_gap(const PolyhedronPair& pair, const GjkEnd& end, const Tolerance& tolerance,
                 Contact& contact) {
  const Simplex& s = end.simplex;
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
  const Vec3 last =
      end.point + length(end.point) * normal;  // how the normal differs from the last direction of the walk
  const bool same = length_squared(last) < 1e-28 * length_squared(end.point);
  SupportPair at = same ? SupportPair{end.bound.a, end.bound.b} : pair.supports(normal);
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

void remember_bound(const MinkowskiVertex& bound, Vec3 normal, Cache& cache) {
  cache.axis = normal;
  cache.size = 1;
  cache.vertex_a[0] = bound.a, cache.vertex_b[0] = bound.b;
}

/// Whether the bounding spheres, or the plane that was between the bodies last time, show them to be so far
/// apart that the gap need not be known.
bool quickly_apart(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                   const Tolerance& tolerance, Contact& contact, Cache& cache) {
  const Vec3 t = b_in_a.position;
  const Real size = a.bounding_radius + b.bounding_radius, reach = size * (1 + tolerance.far);
  const Real square = length_squared(t);
  if (square > reach * reach * (1 + 1e-12)) {
    const Real distance = std::sqrt(square);
    contact.status = Status::separated;
    contact.normal = (1 / distance) * t;
    contact.overlap = size - distance;
    contact.point_a = a.bounding_radius * contact.normal;
    contact.point_b = t - b.bounding_radius * contact.normal;
    cache.axis = contact.normal;
    cache.size = 0;
    return true;
  }
  const Vec3 axis = cache.axis;
  if (!(length_squared(axis) > 0)) return false;
  const Vec3 down = rotate(conjugate(b_in_a.orientation), -axis);
  const auto farthest = [&](const PolyhedronView& body, Vec3 direction, int last) {
    // Fewer vertices are scanned faster.
    return body.even && body.vertex_count > 64 && cache.size > 0 ? body.climb(direction, last)
                                                                 : body.support(direction);
  };
  const int va = farthest(a, axis, cache.vertex_a[0]), vb = farthest(b, down, cache.vertex_b[0]);
  const Vec3 on_a = a.vertex(va);
  const Real gap = dot(axis, t - on_a) - dot(down, b.vertex(vb));
  if (!(gap > tolerance.far * size && gap > certified * size)) return false;
  contact.status = Status::separated;
  contact.normal = axis;
  contact.overlap = -gap;
  contact.point_a = on_a;
  contact.point_b = on_a + gap * axis;
  contact.feature_a = {Feature::Kind::vertex, va}, contact.feature_b = {Feature::Kind::vertex, vb};
  cache.vertex_a[0] = va, cache.vertex_b[0] = vb;
  cache.size = 1;
  return true;
}

/// The search from scratch, or from a simplex. True when the answer is certified.
bool search(const PolyhedronPair& pair, const Quat& turn, Cache& cache, const Tolerance& tolerance,
            Contact& contact) {
  // Nearer than this the direction to the origin is rounding; a polytope round it tells more.
  const Real rounding = 1e-10 * pair.size();
  const Real far = std::max(tolerance.far, tolerance.touching) * pair.size();
  const Vec3 direction = first_direction(pair, cache);
  GjkEnd end = lean_walk(pair, cached_simplex(pair, cache), direction, rounding, far);
  contact.iterations += end.iterations;
  cache.size = 0;
  if (end.end == GjkEnd::Case::apart && measure_gap(pair, end, tolerance, contact)) {
    remember(end.simplex, contact.normal, cache);
    return true;
  }
  if (end.end == GjkEnd::Case::apart || end.end == GjkEnd::Case::failed) {
    const int steps = contact.iterations;
    contact = {};
    end = gjk_walk<SignedVolumes>(pair, {}, direction, rounding, far);
    contact.iterations = steps + end.iterations;
  }
  bool sure = end.end == GjkEnd::Case::far;
  if (sure) take_bound(pair, -end.point, end.bound, contact);
  if (end.end == GjkEnd::Case::apart) sure = measure_gap(pair, end, tolerance, contact);
  if (end.end == GjkEnd::Case::around_origin) {
    sure = distort(pair, turn, end.simplex, false, tolerance, contact, cache);
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
        sure = end.end == GjkEnd::Case::apart && measure_gap(pair, end, tolerance, contact);
      }
    }
  }
  if (end.end == GjkEnd::Case::far) {
    remember_bound(end.bound, contact.normal, cache);
  } else if (sure && cache.size != Cache::facet) {
    remember(end.simplex, contact.normal, cache);
  }
  return sure;
}

}  // namespace

Contact GjkTd::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a, Cache& cache,
                       const Tolerance& tolerance) {
  Contact contact;
  const bool gap_wanted = !(tolerance.far < 1);
  if (!gap_wanted && cache.size != Cache::facet && quickly_apart(a, b, b_in_a, tolerance, contact, cache))
    return contact;
  const PolyhedronPair pair(a, b, b_in_a);
  const Quat& turn = b_in_a.orientation;
  if (cache.size == Cache::facet) {
    if (recertify(pair, turn, cache, tolerance, contact)) return contact;
    const bool overlaps = !(contact.overlap < 0);  // for all that is known
    contact = {};
    cache.size = 0;
    // The polytope starts from the last facet, which is near to the one wanted.
    if (overlaps && distort_from(pair, turn, cached_facet(pair, cache), false, tolerance, contact, cache))
      return contact;
  }
  // A gap is measured by the walk of GJK, which tells overlaps on its way.
  if (!gap_wanted) {
    const PortalEnd portal = find_portal(pair);
    contact.iterations = portal.iterations;
    if (portal.end == PortalEnd::Case::apart && shows_far(pair, portal.axis, portal.bound, tolerance)) {
      take_bound(pair, portal.axis, portal.bound, contact);
      remember_bound(portal.bound, contact.normal, cache);
      return contact;
    }
    const bool deep = portal.end == PortalEnd::Case::deep;
    if (deep || portal.end == PortalEnd::Case::facet) {
      // Most are proven by their cone; else the polytope starts from the portal and the tip.
      const MinkowskiVertex(&t)[3] = portal.vertex;
      if (!deep && name_facet(pair, t, cross(t[1].w - t[0].w, t[2].w - t[0].w), cache) &&
          place_clear_facet(pair, cache, tolerance, contact) && contact.overlap > certified * pair.size() &&
          certify(pair, turn, cache, contact)) {
        contact.status = Status::touching;
        cache.axis = contact.normal;
        cache.size = Cache::facet;
        return contact;
      }
      Simplex s;
      for (const MinkowskiVertex& v : portal.vertex) s.add(v);
      if (distort_from(pair, turn, s, !deep, tolerance, contact, cache)) return contact;
    }
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
