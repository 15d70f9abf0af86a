#include "scree/contact/direct_search/search_result.hpp"

#include "scree/contact/direct_search/condense.hpp"
#include "scree/contact/pair/witness.hpp"

namespace scree {
namespace {

bool lies_on_face(const PolyhedronView& body, Feature feature, int face) {
  bool lies = false;
  for_faces_of(body, feature, [&](int f) { lies = lies || f == face; });
  return lies;
}

/// Face of a body on which all contacts lie, or -1. If there are several, it is the face whose normal is
/// nearest to a given normal.
struct CommonFace {
  int face = -1;
  bool unique = false;
};

CommonFace common_face(const SearchPair& pair, const ContactList& list, bool of_b, Vec3 normal) {
  const PolyhedronView& body = pair.body(of_b);
  CommonFace common;
  Real best = -2;
  for_faces_of(body, feature_of(list.contact[0], of_b), [&](int face) {
    bool all = true;
    for (int i = 1; i < list.count; ++i)
      all = all && lies_on_face(body, feature_of(list.contact[i], of_b), face);
    const Real along = dot(pair.normal_of(of_b, face), normal);
    if (!all) return;
    common.unique = common.face < 0;
    if (along > best) best = along, common.face = face;
  });
  return common;
}

/// Computes the normals of vertex-vertex and vertex-edge contacts as the mean of all valid normals.
void find_normals(const SearchPair& pair, ContactList& list) {
  for (int i = 0; i < list.count; ++i) {
    FeatureContact& c = list.contact[i];
    if (c.type > ContactType::vertex_edge) continue;
    c.normal = find_entrance(pair, c.feature_a, c.feature_b, list.cost).mean();
    c.distance = dot(c.normal, c.point_b - c.point_a);
  }
}

bool nearly_parallel(const SearchPair& pair, int edge_a, int edge_b) {
  const Real sine = 0.01745240643728351;  // sine of 1 degree
  const Vec3 u = pair.vertex_a(pair.a.target(edge_a)) - pair.vertex_a(pair.a.origin[edge_a]);
  const Vec3 v = pair.vertex_b(pair.b.target(edge_b)) - pair.vertex_b(pair.b.origin[edge_b]);
  return length_squared(cross(u, v)) <= sine * sine * length_squared(u) * length_squared(v);
}

struct Space {
  /// Offers the nearest points of all pairs of edges of the two features. If a feature is a vertex, also
  /// offers the nearest points of the vertex and the faces of the other body.
  static void offer_points(const SearchPair& pair, const FeatureContact& c, NearestPoints<Vec3>& nearest) {
    offer_vertex(pair, false, c, nearest);
    offer_vertex(pair, true, c, nearest);
    for_edges_of(pair.a, c.feature_a, [&](int a) {
      const Vec3 a0 = pair.vertex_a(pair.a.origin[a]), a1 = pair.vertex_a(pair.a.target(a));
      for_edges_of(pair.b, c.feature_b, [&](int b) {
        const ClosestPoints near =
            closest_segments(a0, a1, pair.vertex_b(pair.b.origin[b]), pair.vertex_b(pair.b.target(b)));
        nearest.offer(near.first, near.second);
      });
    });
  }

  static void offer_vertex(const SearchPair& pair, bool of_b, const FeatureContact& c,
                           NearestPoints<Vec3>& nearest) {
    const Feature vertex = feature_of(c, of_b);
    if (vertex.kind != Feature::Kind::vertex) return;
    const PolyhedronView& other = pair.body(!of_b);
    const Vec3 p = pair.point(of_b, vertex.id);
    for_faces_of(other, feature_of(c, !of_b), [&](int f) {
      const Vec3 n = (of_b ? 1 : -1) * pair.normal_of(!of_b, f);  // outward of the other body
      for (int h = other.face_begin[f]; h < other.face_begin[f + 1]; ++h) {
        const Vec3 u = pair.point(!of_b, other.origin[h]);
        if (dot(cross(pair.point(!of_b, other.target(h)) - u, p - u), n) < 0) return;
      }
      const Vec3 closest = p - dot(p - pair.point(!of_b, other.origin[other.face_begin[f]]), n) * n;
      nearest.offer(of_b ? closest : p, of_b ? p : closest);
    });
  }

  static bool link_normal(const SearchPair&, const NearestPoints<Vec3>& nearest, Real, Real least,
                          Vec3& normal) {
    const Vec3 link = nearest.on_b - nearest.on_a;
    if (!(length(link) > least)) return false;
    normal = normalized(link);
    return true;
  }
};

}  // namespace

void finish(const SearchPair& pair, ContactList& list) {
  if (!list.finalize()) return;
  int edge_a = -1, edge_b = -1;
  CommonFace on_a, on_b;
  if (list.count > 1) {
    edge_a = common_edge(pair, list, false), edge_b = common_edge(pair, list, true);
    on_a = common_face(pair, list, false, {}), on_b = common_face(pair, list, true, {});
  }
  // The vertices of edge-face and face-face contacts use the normal of the face. Only the other contacts need
  // normals of their own, whose computation would take two thirds of the time of a face-face contact.
  Vec3 sum;
  if (!((edge_a >= 0 || on_a.unique) && on_b.unique) && !(on_a.unique && edge_b >= 0)) {
    find_normals(pair, list);
    for (int i = 0; i < list.count; ++i) sum += list.contact[i].normal;
    list.take_nearest();
    if (list.count == 1) return;
    on_a = common_face(pair, list, false, sum), on_b = common_face(pair, list, true, sum);
  }
  const int face_a = on_a.face, face_b = on_b.face;
  if (edge_a >= 0 && edge_b >= 0 && nearly_parallel(pair, edge_a, edge_b)) {
    list.type = ContactType::parallel_edges;
    list.feature_a = edge_feature(pair.a, edge_a), list.feature_b = edge_feature(pair.b, edge_b);
    // The sum is not zero, because the valid normals of one pair of edges span less than a half-plane.
    list.normal = normalized(sum);
  } else if (edge_a >= 0 && face_b >= 0) {
    list.type = ContactType::edge_face;
    list.feature_a = edge_feature(pair.a, edge_a), list.feature_b = face_feature(face_b);
    list.normal = pair.normal_of(true, face_b);
  } else if (face_a >= 0 && edge_b >= 0) {
    list.type = ContactType::edge_face;
    list.feature_a = face_feature(face_a), list.feature_b = edge_feature(pair.b, edge_b);
    list.normal = pair.normal_of(false, face_a);
  } else if (face_a >= 0 && face_b >= 0) {
    list.type = ContactType::face_face;
    list.feature_a = face_feature(face_a), list.feature_b = face_feature(face_b);
    list.normal = normalized(pair.normal_of(false, face_a) + pair.normal_of(true, face_b));
  } else {
    return;
  }
  list.share_normal(ContactType::vertex_edge);
}

Contact condense(const SearchPair& pair, const ContactList& list, const Tolerance& tolerance) {
  return condense_in<Space>(pair, list, tolerance);
}

}  // namespace scree
