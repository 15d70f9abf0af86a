#include "scree/contact/direct_search/direct_search.hpp"

#include "scree/contact/direct_search/search_result.hpp"

#include <limits>

namespace scree {
namespace {

void check_vertices(const SearchPair& pair, bool of_b, ContactList& list) {
  const PolyhedronView &own = pair.body(of_b), &other = pair.body(!of_b);
  for (int v = 0; v < own.vertex_count; ++v) {
    VertexCheck check(pair, list, of_b, v);
    for (int w = 0; w < other.vertex_count; ++w) check.offer_vertex(w);
    for (int h = 0; h < other.halfedge_count; ++h) {
      if (other.twin[h] > h) check.offer_edge(h);
    }
    for (int f = 0; f < other.face_count; ++f) check.offer_face(f);
    if (check.finalize()) list.add(check.best);
  }
}

void check_edges(const SearchPair& pair, ContactList& list) {
  for (int h = 0; h < pair.a.halfedge_count; ++h) {
    if (pair.a.twin[h] < h) continue;
    for (int k = 0; k < pair.b.halfedge_count; ++k) {
      if (pair.b.twin[k] > k) check_crossing(pair, h, k, list);
    }
  }
}

/// Returns the widest gap along a face normal or the common normal of two edges. It is not positive if the
/// bodies overlap.
WidestGap widest_gap(const SearchPair& pair, SearchCost& cost) {
  WidestGap widest{0, {}};
  for (int f = 0; f < pair.a.face_count; ++f)
    widest.offer(pair.gap(pair.face_normal(false, f)), pair.face_normal(false, f));
  for (int f = 0; f < pair.b.face_count; ++f)
    widest.offer(pair.gap(pair.face_normal(true, f)), pair.face_normal(true, f));
  for (int h = 0; h < pair.a.halfedge_count; ++h) {
    if (pair.a.twin[h] < h) continue;
    const Vec3 along = pair.to_b(pair.vertex_a(pair.a.target(h)) - pair.vertex_a(pair.a.origin[h]));
    for (int k = 0; k < pair.b.halfedge_count; ++k) {
      if (pair.b.twin[k] > k) widest.offer_crossing(pair, h, k, along, cost);
    }
  }
  return widest;
}

ContactList search(const SearchPair& pair) {
  ContactList list;
  check_vertices(pair, false, list);
  check_vertices(pair, true, list);
  check_edges(pair, list);
  if (list.count == 0) {
    SearchCost not_counted;  // not part of the method
    const WidestGap widest = widest_gap(pair, not_counted);
    if (widest.gap > 0)
      list.status = Status::separated, list.normal = widest.normal, list.distance = widest.gap;
  }
  finish(pair, list);
  return list;
}

}  // namespace

ContactList DirectSearch::find(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                               Real distance_tolerance, const Tolerance& tolerance) {
  return search(SearchPair(a, b, b_in_a, distance_tolerance, tolerance));
}

Contact DirectSearch::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                              Cache& cache, const Tolerance& tolerance) {
  const Real edge = std::min(smallest_edge(a), smallest_edge(b));
  const SearchPair pair(a, b, b_in_a, edge / 2, tolerance);
  const ContactList list = search(pair);
  cache.axis = list.normal;
  return condense(pair, list, tolerance);
}

}  // namespace scree
