#include "scree/contact/gjk_td/tetrahedron_distortion.hpp"

#include "scree/contact/gjk_td/facet_features.hpp"
#include "scree/contact/gjk_td/facet_margin.hpp"

#include <algorithm>

namespace scree {
namespace {

/// Extends a simplex that contains the origin to a tetrahedron. It adds support vertices off the line or
/// plane of the simplex. Returns the new number of vertices.
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

/// Sets the normal, overlap and status of the contact. The overlap along any normal is an upper bound on the
/// signed overlap. Returns the support vertices.
SupportPair take_normal(const PolyhedronPair& pair, Vec3 normal, const Tolerance& tolerance,
                        Contact& contact) {
  const SupportPair at = pair.supports(normal);
  contact.normal = normal;
  contact.overlap = -pair.gap(normal, at);
  contact.status = status_of(contact.overlap, pair, tolerance);
  return at;
}

enum class Doubt : unsigned char { none, removed, stays };

/// Searches for a sliver that may be nearer to the origin than the face found, because the planes of slivers
/// are inaccurate. Such a sliver is pushed out to its support vertex. If the polytope already contains this
/// vertex, the normal of the sliver's features gives its distance.
Doubt check_slivers(const PolyhedronPair& pair, Polytope& polytope, Real found) {
  const Real slack = certified * pair.size();
  // Upper bound on the doubt about a face, times the area of the face.
  const Real most = 4e-15 * pair.size() * pair.size() * pair.size();
  for (int f = 0; f < polytope.faces(); ++f) {
    if ((polytope.distance(f) - found) * polytope.area(f) > most) continue;
    const Polytope::Face face = polytope.face(f);
    const Real doubt = polytope.doubt(f);
    if (!(doubt > 0.1 * slack) || face.distance - doubt > found) continue;
    const MinkowskiVertex w = minkowski_support(pair, face.normal);
    if (!polytope.holds(w)) return polytope.grow(w) ? Doubt::removed : Doubt::stays;
    const MinkowskiVertex t[3] = {polytope.vertex(face.v[0]), polytope.vertex(face.v[1]),
                                  polytope.vertex(face.v[2])};
    if (dot(face.normal, w.w) - face.distance > slack ||
        -pair.gap(feature_normal(pair, t, face.normal)) < found - slack)
      return Doubt::stays;
  }
  return Doubt::none;
}

/// Returns an upper bound on the distance between the witnesses of a facet and its face or edges. If a
/// feature is a vertex, the vertex itself is the witness.
Real distance_from_facet(const PolyhedronPair& pair, const Contact& contact) {
  constexpr auto vertex = Feature::Kind::vertex;
  const Real a = contact.feature_a.kind == vertex ? 0 : distance_to_feature_a(pair, contact);
  const Real b = contact.feature_b.kind == vertex ? 0 : distance_to_feature_b(pair, contact);
  return std::max(a, b);
}

/// Computes the contact from the nearest face of a polytope, which lies on the boundary of A - B. Several
/// faces may be at the same distance. The contact is taken from one of them, `face`, which has the vertices
/// t. Returns true if the contact is certified, that is, if the features of the face support the bodies at
/// the distance of the nearest face.
bool take_face(const PolyhedronPair& pair, const Polytope::Face& nearest, const Polytope::Face& face,
               const MinkowskiVertex (&t)[3], const Tolerance& tolerance, Contact& contact, Cache& cache) {
  const Real distance = nearest.distance;
  const Real slack = certified * pair.size();
  const bool named = name_facet(pair, t, face.normal, cache);
  if (named && update_clear_facet(pair, cache, tolerance, contact) &&
      std::abs(contact.overlap - distance) <= slack) {
    contact.status = status_of(contact.overlap, pair, tolerance);
    cache.holds = Cache::Holds::facet;
    // The closest point to the origin lies on the nearest face. It may lie outside the chosen facet if facets
    // tie to within rounding or if the face joins vertices of several facets.
    correct_witnesses(pair, distance_from_facet(pair, contact), contact);
    return true;
  }
  SupportPair at = take_normal(pair, feature_normal(pair, t, face.normal), tolerance, contact);
  bool same = true;
  // The face is not on the boundary, or its features were identified wrongly.
  if (!(std::abs(contact.overlap - distance) <= slack)) {
    at = take_normal(pair, nearest.normal, tolerance, contact);
    same = false;
  }
  if (!(std::abs(contact.overlap - distance) <= slack)) return false;
  find_features(pair, tolerance, at, contact);
  find_witnesses(pair, at.a, contact);
  if (named && same) cache.holds = Cache::Holds::facet;
  return true;
}

/// Stores the facet margin that the polytope proves. The search ends as soon as the facet is known, so this
/// function also pushes out faces that are hardly deeper than the facet and not on the boundary. Otherwise a
/// small motion would need a new search.
void keep_margin(const PolyhedronPair& pair, const Quat& rotation, Polytope& polytope, const Contact& contact,
                 Cache& cache) {
  constexpr int most_pushes = 6;
  const Real wanted = 5e-4 * pair.size();
  for (int push = 0;; ++push) {
    int limiting;
    FacetMargin& margin = cache.facet.margin;
    margin = measure_margin(pair, rotation, polytope, cache.facet, contact, limiting);
    if (margin.motion_margin > wanted || limiting < 0 || push == most_pushes) return;
    const Polytope::Face face = polytope.face(limiting);
    const MinkowskiVertex w = minkowski_support(pair, face.normal);
    if (!(dot(face.normal, w.w) - face.distance > 1e-14 * pair.size()) || polytope.holds(w)) return;
    if (!polytope.grow(w)) {
      margin = {};
      return;
    }
  }
}

}  // namespace

bool distort(const PolyhedronPair& pair, const Quat& rotation, Simplex& s, bool on_boundary,
             const Tolerance& tolerance, Contact& contact, Cache& cache, int& iterations) {
  const Real size = pair.size(), rounding = 1e-14 * size;
  if (fill_up(pair, s, 1e-10 * size) < 4) return false;
  Polytope polytope;
  if (!polytope.start(s, rounding)) return false;
  for (int step = 0; step < Polytope::most_vertices; ++step, ++iterations) {
    const int nearest = polytope.nearest();
    const Polytope::Face face = polytope.face(nearest);
    if (!(on_boundary && polytope.is_first(nearest))) {
      const MinkowskiVertex w = minkowski_support(pair, face.normal);
      const Real beyond = dot(face.normal, w.w) - face.distance;
      // A vertex of the polytope can be beyond one of its faces only by rounding.
      if (beyond > 1e-6 * size || (beyond > rounding && !polytope.holds(w))) {
        if (!polytope.grow(w)) return false;
        continue;
      }
    }
    const Doubt doubt = check_slivers(pair, polytope, face.distance);
    if (doubt == Doubt::removed) continue;
    if (doubt == Doubt::stays) return false;
    const Polytope::Face central = polytope.face(polytope.most_central(face.distance + 1e-13 * size));
    const MinkowskiVertex t[3] = {polytope.vertex(central.v[0]), polytope.vertex(central.v[1]),
                                  polytope.vertex(central.v[2])};
    s.count = 0;
    if (!take_face(pair, face, central, t, tolerance, contact, cache)) return false;
    cache.axis = contact.normal;
    if (cache.holds_facet()) {
      if (contact.overlap > 0) {
        keep_margin(pair, rotation, polytope, contact, cache);
      } else {
        cache.holds = Cache::Holds::nothing;
      }
    }
    return true;
  }
  return false;
}

bool distort_from(const PolyhedronPair& pair, const Quat& rotation, const MinkowskiVertex (&triangle)[3],
                  bool on_boundary, const Tolerance& tolerance, Contact& contact, Cache& cache,
                  int& iterations) {
  Simplex s;
  for (const MinkowskiVertex& v : triangle) s.add(v);
  const Vec3 p = triangle[0].w, n = cross(triangle[1].w - p, triangle[2].w - p);
  // The difference of the centroids is inside A - B; it is minus the translation.
  s.add(minkowski_support(pair, dot(n, p + pair.translation) > 0 ? -n : n));
  if (distort(pair, rotation, s, on_boundary, tolerance, contact, cache, iterations) &&
      contact.overlap > certified * pair.size())
    return true;
  contact = {};
  cache.holds = Cache::Holds::nothing;
  return false;
}

}  // namespace scree
