#include "scree/contact/direct_search/fast_direct_search.hpp"

#include "scree/contact/direct_search/contact_region.hpp"
#include "scree/contact/direct_search/search_result.hpp"

#include <limits>

namespace scree {
namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

/// Checks all vertices of one body against the faces of the other. Returns true at the first face whose
/// planes contain a contact or exclude all. The vertex with a valid entrance is the lowest over the face.
bool scan_faces(const SearchPair& pair, bool vertex_of_b, bool to_contact, WidestGap& widest,
                ContactList& list) {
  const PolyhedronView &own = pair.body(vertex_of_b), &other = pair.body(!vertex_of_b);
  for (int f = 0; f < other.face_count; ++f) {
    const FacePlane plane = plane_in_other(pair, !vertex_of_b, f);
    Real lowest = infinity;
    bool near = false;
    for (int v = 0; v < own.vertex_count; ++v) {
      ++list.cost.feature_pairs;
      const Real height = dot(plane.normal, own.vertex(v)) - plane.offset;
      lowest = std::min(lowest, height);
      if (!to_contact || near || std::abs(height) > pair.reach + pair.strict) continue;
      near = VertexCheck(pair, list, vertex_of_b, v).near_face(f);
    }
    widest.offer(lowest, pair.face_normal(!vertex_of_b, f));
    if (lowest > pair.reach) return true;
    if (to_contact && near && lowest >= -pair.reach) {
      widest = {lowest, pair.face_normal(!vertex_of_b, f)};
      return true;
    }
  }
  return false;
}

/// Checks all edges against all edges in the same way.
bool scan_edges(const SearchPair& pair, bool to_contact, WidestGap& widest, ContactList& list) {
  for (int h = 0; h < pair.a.halfedge_count; ++h) {
    if (pair.a.twin[h] < h) continue;
    const Vec3 along = pair.to_b(pair.vertex_a(pair.a.target(h)) - pair.vertex_a(pair.a.origin[h]));
    for (int k = 0; k < pair.b.halfedge_count; ++k) {
      if (pair.b.twin[k] < k) continue;
      ++list.cost.feature_pairs;
      const bool contact = widest.offer_crossing(pair, h, k, along, list.cost);
      if ((to_contact && contact) || widest.gap > pair.reach) return true;
    }
  }
  return false;
}

/// Returns the planes that initial detection starts from: those of a contact (only if `to_contact` is set),
/// or planes further apart than the tolerance, or those with the widest gap of all.
WidestGap scan(const SearchPair& pair, bool to_contact, ContactList& list) {
  WidestGap widest{-infinity, {}};
  scan_faces(pair, false, to_contact, widest, list) || scan_faces(pair, true, to_contact, widest, list) ||
      scan_edges(pair, to_contact, widest, list);
  return widest;
}

/// Returns a vertex of a feature, from which the climb to the extreme vertex starts.
int vertex_of(const PolyhedronView& body, Feature feature) {
  if (feature.kind == Feature::Kind::vertex) return feature.id;
  if (feature.kind == Feature::Kind::edge) return body.origin[feature.id];
  return feature.kind == Feature::Kind::face ? body.origin[body.face_begin[feature.id]] : 0;
}

/// Runs the checks on the features in the region.
void check_region(const SearchPair& pair, Region& region, ContactList& list) {
  for (const bool of_b : {false, true}) {
    const RegionSide &own = region.side(of_b), &other = region.side(!of_b);
    for (int i = 0; i < own.vertices; ++i) {
      VertexCheck check(pair, list, of_b, own.vertex[i]);
      for (int k = 0; k < other.faces; ++k) check.offer_face_and_rim(other.face[k]);
      if (check.finalize()) list.add(check.best);
    }
  }
  find_edge_boxes(pair, region);
  for (int i = 0; i < region.a.edges; ++i) {
    for (int k = 0; k < region.b.edges; ++k) {
      if (region.a.box[i].meets(region.b.box[k]))
        check_crossing(pair, region.a.edge[i], region.b.edge[k], list);
    }
  }
}

/// Runs the checks on whole bodies if the region has more features than its lists hold.
void check_all(const SearchPair& pair, ContactList& list) {
  for (const bool of_b : {false, true}) {
    const PolyhedronView &own = pair.body(of_b), &other = pair.body(!of_b);
    for (int v = 0; v < own.vertex_count; ++v) {
      VertexCheck check(pair, list, of_b, v);
      for (int f = 0; f < other.face_count; ++f) check.offer_face_and_rim(f);
      if (check.finalize()) list.add(check.best);
    }
  }
  for (int h = 0; h < pair.a.halfedge_count; ++h) {
    if (pair.a.twin[h] < h) continue;
    for (int j = 0; j < pair.b.halfedge_count; ++j) {
      if (pair.b.twin[j] > j) check_crossing(pair, h, j, list);
    }
  }
}

/// Refreshes the contacts in the case "unchanged": the part of a body in the region stands over the inside of
/// one face of the other, so that only its vertices and that face can be in contact. Every other face that
/// reaches into the region must look away by more than the tolerance plus a sideways distance. This is the
/// distance by which the edges of the vertex may stick out before they leave the region.
bool refresh_on_face(const SearchPair& pair, const Region& region, bool vertex_of_b, int face,
                     ContactList& list) {
  const PolyhedronView &own = pair.body(vertex_of_b), &other = pair.body(!vertex_of_b);
  const RegionSide &vertices = region.side(vertex_of_b), &faces = region.side(!vertex_of_b);
  list.count = 0;
  const Vec3 out = pair.outward(vertex_of_b, region.normal);
  const Real floor = dot(out, own.vertex(vertices.top)) - region.depth;
  for (int i = 0; i < faces.vertices; ++i) {  // no vertices of the other body except those of the face
    bool of_face = false;
    for (int h = other.face_begin[face]; h < other.face_begin[face + 1]; ++h) {
      of_face = of_face || other.origin[h] == faces.vertex[i];
    }
    if (!of_face) return false;
  }
  for (int i = 0; i < vertices.vertices; ++i) {
    const int v = vertices.vertex[i];
    VertexCheck check(pair, list, vertex_of_b, v);
    const Real above = dot(out, own.vertex(v)) - floor;
    Real sideways = 0;
    for_edges_of(own, vertex_feature(v), [&](int edge) {
      const Vec3 along =
          own.vertex(own.origin[edge] == v ? own.target(edge) : own.origin[edge]) - own.vertex(v);
      const Real drop = -dot(out, along);
      if (drop > above) sideways = std::max(sideways, above / drop * length(along));
    });
    for (int k = 0; k < faces.faces; ++k) {
      const int f = faces.face[k];
      if (f == face) continue;
      ++list.cost.feature_pairs;
      if (dot(other.face_normal[f], check.x) - other.face_offset(f) > -(pair.reach + sideways)) return false;
    }
    check.offer_face(face);
    if (check.found()) list.add(check.best);
  }
  return list.count > 0;
}

/// Stores the data that the next step starts from.
void keep(const SearchPair& pair, const ContactList& list, const Region* region, SearchState& state) {
  state.known = list.status != Status::failed;
  state.type = list.type;
  state.feature_a = list.feature_a, state.feature_b = list.feature_b;
  state.normal = list.normal;
  state.vertex_a = region ? region->a.top : vertex_of(pair.a, list.feature_a);
  state.vertex_b = region ? region->b.top : vertex_of(pair.b, list.feature_b);
  state.vertices_a = region ? region->a.vertices : 0;
  state.vertices_b = region ? region->b.vertices : 0;
  state.on_face_a = state.on_face_b = list.count > 0;
  for (int i = 0; i < list.count; ++i) {
    const FeatureContact& c = list.contact[i];
    state.on_face_a = state.on_face_a && c.feature_a.kind == Feature::Kind::face &&
                      c.feature_a.id == list.contact[0].feature_a.id;
    state.on_face_b = state.on_face_b && c.feature_b.kind == Feature::Kind::face &&
                      c.feature_b.id == list.contact[0].feature_b.id;
  }
}

/// Initial detection: the region between the planes of the first contact contains all contacts.
ContactList detect(const SearchPair& pair, SearchState& state) {
  ContactList list;
  WidestGap widest = scan(pair, true, list);
  Region region;
  if (widest.gap <= pair.reach) {
    find_region(pair, widest.normal, 0, 0, region);
    if (region.overflow) {
      check_all(pair, list);
    } else {
      check_region(pair, region, list);
    }
    // Near but not touching: other planes must show whether the bodies are separated or deep inside
    // each other.
    if (list.count == 0 && widest.gap <= 0) widest = scan(pair, false, list);
  }
  if (list.count == 0 && widest.gap > 0) list.separate(widest.gap, widest.normal);
  finish(pair, list);
  keep(pair, list, region.vertices_known() ? &region : nullptr, state);
  return list;
}

/// Returns the normal of the virtual contact planes at the new pose, from the features of the last contact.
Vec3 planes_of_last(const SearchPair& pair, const SearchState& state) {
  if (state.feature_b.kind == Feature::Kind::face) return pair.face_normal(true, state.feature_b.id);
  if (state.feature_a.kind == Feature::Kind::face) return pair.face_normal(false, state.feature_a.id);
  if (state.type == ContactType::crossing_edges) {
    Crossing x = cross_lines(pair, state.feature_a.id, state.feature_b.id);
    if (!x.parallel) {
      find_common_normal(pair, state.feature_a.id, x);
      return x.normal;
    }
  }
  return state.normal;
}

ContactList update_detect(const SearchPair& pair, SearchState& state) {
  if (!state.known) return detect(pair, state);
  Region region;
  find_region(pair, planes_of_last(pair, state), state.vertex_a, state.vertex_b, region);
  if (region.overflow) return detect(pair, state);
  ContactList list;
  if (region.gap > pair.reach) {
    list.separate(region.gap, region.normal);
    const SearchState last = state;
    keep(pair, list, &region, state);
    // The features stay: the bodies will most often meet again where they parted.
    state.type = last.type, state.feature_a = last.feature_a, state.feature_b = last.feature_b;
    return list;
  }
  const bool unchanged = region.a.vertices == state.vertices_a && region.b.vertices == state.vertices_b;
  const bool refreshed =
      unchanged && ((state.on_face_b && refresh_on_face(pair, region, false, state.feature_b.id, list)) ||
                    (state.on_face_a && refresh_on_face(pair, region, true, state.feature_a.id, list)));
  if (!refreshed) {
    list.count = 0;
    check_region(pair, region, list);
  }
  if (list.count == 0) {
    // Near but not touching. Without a gap along these planes, only a search over the whole bodies can show
    // whether they are separated or deep inside each other.
    if (region.gap <= 0) return detect(pair, state);
    list.separate(region.gap, region.normal);
  }
  finish(pair, list);
  keep(pair, list, &region, state);
  return list;
}

}  // namespace

ContactList FastDirectSearch::find(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                                   Real distance_tolerance, const Tolerance& tolerance) {
  SearchState state;
  return detect(SearchPair(a, b, b_in_a, distance_tolerance, tolerance), state);
}

ContactList FastDirectSearch::update(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                                     Real distance_tolerance, SearchState& state,
                                     const Tolerance& tolerance) {
  return update_detect(SearchPair(a, b, b_in_a, distance_tolerance, tolerance), state);
}

Contact FastDirectSearch::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                                  Cache& cache, const Tolerance& tolerance) {
  const Real edge = std::min(smallest_edge(a), smallest_edge(b));
  const SearchPair pair(a, b, b_in_a, edge / 2, tolerance);
  const ContactList list =
      search_from_cache<SearchState>(cache, [&](SearchState& state) { return update_detect(pair, state); });
  return condense(pair, list, tolerance);
}

}  // namespace scree
