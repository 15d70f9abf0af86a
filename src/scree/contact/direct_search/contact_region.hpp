// The features of polyhedra in the search region of Zheng, Jiao, Gardner and Sitar (2017). region_search.hpp
// explains the region.
//
// The vertices of a convex body above a plane are connected by edges. A walk from the extreme vertex
// therefore finds the region without visiting the rest of the body.
#pragma once

#include "scree/contact/direct_search/entrance_test.hpp"

namespace scree {

/// Bounding box, along the axes of A, of the section of an edge that lies in the region.
struct EdgeBox {
  Real low[3], high[3];

  SCREE_HD bool meets(const EdgeBox& other) const {
    return low[0] <= other.high[0] && low[1] <= other.high[1] && low[2] <= other.high[2] &&
           other.low[0] <= high[0] && other.low[1] <= high[1] && other.low[2] <= high[2];
  }
};

/// Features of one body that reach into the region, or all features of the body.
struct RegionSide {
  static constexpr int vertex_capacity = 64, edge_capacity = 160, face_capacity = 96;
  int vertex[vertex_capacity], edge[edge_capacity], face[face_capacity];
  EdgeBox box[edge_capacity];  // boxes of the edges, filled by find_edge_boxes
  int vertices = 0, edges = 0, faces = 0;
  int top = 0;  // extreme vertex of the body

  template <class Visit>
  SCREE_HD void for_vertices(const PolyhedronView&, Visit visit) const {
    for (int i = 0; i < vertices; ++i) visit(vertex[i]);
  }
  template <class Visit>
  SCREE_HD void for_facets(const PolyhedronView&, Visit visit) const {
    for (int i = 0; i < faces; ++i) visit(face[i]);
  }
};

namespace region_detail {

SCREE_HD inline bool holds(const int* list, int count, int id) {
  for (int i = 0; i < count; ++i) {
    if (list[i] == id) return true;
  }
  return false;
}

/// Returns the extreme vertex along a direction by climbing along edges. Each step ends at a strictly higher
/// vertex, so no vertex is visited twice.
SCREE_HD inline int climb(const PolyhedronView& body, Vec3 direction, int start) {
  int top = start;
  Real height = dot(direction, body.vertex(top));
  for (int steps = 0; steps < body.vertex_count; ++steps) {
    int better = top;
    const int first = body.vertex_halfedge[top];
    int h = first;
    do {
      const int v = body.target(h);
      const Real along = dot(direction, body.vertex(v));
      if (along > height) height = along, better = v;
      h = body.next_around_vertex(h);
    } while (h != first);
    if (better == top) break;
    top = better;
  }
  return top;
}

/// Collects the vertices within `depth` of the top vertex, then their edges and faces. Returns false if they
/// do not fit into the lists.
SCREE_HD inline bool gather(const PolyhedronView& body, Vec3 direction, Real depth, RegionSide& side) {
  const Real floor = dot(direction, body.vertex(side.top)) - depth;
  side.vertex[0] = side.top;
  side.vertices = 1;
  for (int i = 0; i < side.vertices; ++i) {  // the loop appends to the list; each vertex is added once
    const int first = body.vertex_halfedge[side.vertex[i]];
    int h = first;
    do {
      const int v = body.target(h);
      if (dot(direction, body.vertex(v)) >= floor && !holds(side.vertex, side.vertices, v)) {
        if (side.vertices == RegionSide::vertex_capacity) return false;
        side.vertex[side.vertices++] = v;
      }
      const int edge = h < body.twin[h] ? h : body.twin[h];
      if (!holds(side.edge, side.edges, edge)) {
        if (side.edges == RegionSide::edge_capacity) return false;
        side.edge[side.edges++] = edge;
      }
      if (!holds(side.face, side.faces, body.face[h])) {
        if (side.faces == RegionSide::face_capacity) return false;
        side.face[side.faces++] = body.face[h];
      }
      h = body.next_around_vertex(h);
    } while (h != first);
  }
  return true;
}

}  // namespace region_detail

/// Fills the boxes of the edges. The two points of a contact both lie in the region and within the tolerance
/// of each other. Edges whose boxes do not overlap therefore have no contact. Most edges have only one end in
/// the region, so their boxes are small.
template <class Region>
SCREE_HD void find_edge_boxes(const SearchPair& pair, Region& region) {
  for (const bool of_b : {false, true}) {
    RegionSide& side = of_b ? region.b : region.a;
    const PolyhedronView& body = pair.body(of_b);
    const Vec3 out = of_b ? -region.normal : region.normal;
    const Real floor = dot(out, pair.point(of_b, side.top)) - region.depth - pair.strict;
    const Real margin = pair.strict + (of_b ? 0 : pair.reach);
    for (int i = 0; i < side.edges; ++i) {
      Vec3 p = pair.point(of_b, body.origin[side.edge[i]]), q = pair.point(of_b, body.target(side.edge[i]));
      const Real height_p = dot(out, p) - floor, height_q = dot(out, q) - floor;
      // An edge in the list has at most one end that lies outside the region by more than rounding.
      if (height_p < 0 && height_q > 0) p = q + height_q / (height_q - height_p) * (p - q);
      if (height_q < 0 && height_p > 0) q = p + height_p / (height_p - height_q) * (q - p);
      for (int axis = 0; axis < 3; ++axis) {
        side.box[i].low[axis] = std::min(p[axis], q[axis]) - margin;
        side.box[i].high[axis] = std::max(p[axis], q[axis]) + margin;
      }
    }
  }
}

}  // namespace scree
