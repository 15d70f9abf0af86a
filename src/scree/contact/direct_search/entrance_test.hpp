// The entrance test of two local features (Zheng, Jiao, Gardner, Sitar 2017, section 2). It checks whether
// the features stay outside each other if one body is moved so that their contact points coincide. For convex
// bodies this is true if a plane through the point has each feature on its own side. The test lists the
// normals of all such planes. If there are none, the entrance is invalid.
//
// Departures from the paper and their reasons:
// - One test serves all contact types: a normal is valid if no corner adjacent to a feature lies beyond the
//   plane. For a vertex these corners are the other ends of its edges, for an edge the corners of its two
//   faces. They correspond to the edge vectors and dihedral vectors of the paper.
// - The quick test uses the centroid instead of the mean edge vector: both lie in the cone of the vertex, and
//   the centroid needs no computation.
// - The paper's sign tests miss contacts of bodies that lie flush except for a small tilt, because half of
//   the corners then lie slightly inside the other body. Here a corner may lie beyond the plane by up to the
//   distance tolerance; the fit is then "flush". Flush normals are used only if no strict normal exists, so
//   they never change the mean of strict normals.
#pragma once

#include "scree/contact/direct_search/search_pair.hpp"
#include "scree/contact/direct_search/valid_normals.hpp"
#include "scree/contact/pair/feature.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"

namespace scree {

using Entrance = ValidNormals<Vec3>;

/// Largest height of the corners adjacent to a vertex or edge above the plane through it. `outward` is in the
/// body's frame. Values above `limit` are not exact, because the scan stops there.
SCREE_HD inline Real passing(const PolyhedronView& body, Feature feature, Vec3 outward, Real limit) {
  Real worst = 0;
  if (feature.kind == Feature::Kind::vertex) {
    const Real height = dot(outward, body.vertex(feature.id));
    if (-height > limit) return -height;  // the centroid, which is the origin, lies too high
    const int start = body.vertex_halfedge[feature.id];
    int h = start;
    do {
      worst = std::max(worst, dot(outward, body.vertex(body.target(h))) - height);
      h = body.next_around_vertex(h);
    } while (h != start && worst <= limit);
  } else {
    const Real height = std::min(dot(outward, body.vertex(body.origin[feature.id])),
                                 dot(outward, body.vertex(body.target(feature.id))));
    if (-height > limit) return -height;
    const int sides[2] = {feature.id, body.twin[feature.id]};
    for (const int side : sides) {
      const int f = body.face[side];
      for (int h = body.face_begin[f]; h < body.face_begin[f + 1] && worst <= limit; ++h) {
        worst = std::max(worst, dot(outward, body.vertex(body.origin[h])) - height);
      }
    }
  }
  return worst;
}

SCREE_HD inline Feature vertex_feature(int v) { return {Feature::Kind::vertex, v}; }
SCREE_HD inline Feature face_feature(int f) { return {Feature::Kind::face, f}; }

using SearchPair = SearchPairOf<PolyhedronPair>;

/// Returns how well a normal fits two features. A face always fits its own normal. `blur` is the rounding
/// error of the normal itself.
SCREE_HD inline Fit fit_normal(const SearchPair& pair, Vec3 normal, Feature fa, Feature fb, SearchCost& cost,
                               Real blur = 0) {
  ++cost.entrances;
  const Real slack = pair.strict + blur * pair.size(), limit = std::max(pair.reach, slack);
  Real worst = 0;
  if (fa.kind != Feature::Kind::face) worst = passing(pair.a, fa, normal, limit);
  if (worst <= limit && fb.kind != Feature::Kind::face) {
    worst = std::max(worst, passing(pair.b, fb, pair.outward(true, normal), limit));
  }
  return worst <= slack ? Fit::strict : worst <= limit ? Fit::flush : Fit::none;
}

/// The lines of two edges and their common normal.
struct Crossing {
  Vec3 origin_a, along_a, origin_b, along_b;
  Vec3 cross;   // cross product of the two directions
  Real square;  // its squared length
  // Edges at an angle of less than 1e-10 count as parallel. They stay within the least distance tolerance of
  // each other, so it suffices to check their ends.
  bool parallel;
  Vec3 normal;    // unit, from A to B
  Real distance;  // along the normal
  Real blur;      // rounding error of the normal, which is large for nearly parallel edges
};

SCREE_HD inline Crossing cross_lines(const SearchPair& pair, int edge_a, int edge_b) {
  Crossing x;
  x.origin_a = pair.vertex_a(pair.a.origin[edge_a]);
  x.origin_b = pair.vertex_b(pair.b.origin[edge_b]);
  x.along_a = pair.vertex_a(pair.a.target(edge_a)) - x.origin_a;
  x.along_b = pair.vertex_b(pair.b.target(edge_b)) - x.origin_b;
  x.cross = cross(x.along_a, x.along_b);
  x.square = length_squared(x.cross);
  x.parallel = !(x.square > 1e-20 * (length_squared(x.along_a) * length_squared(x.along_b)));
  return x;
}

/// Fills normal, distance and blur of lines that are not parallel.
SCREE_HD inline void find_common_normal(const SearchPair& pair, int edge_a, Crossing& x) {
  const Real size = std::sqrt(x.square);
  const Vec3 between = pair.normal_a(pair.a.face[edge_a]) + pair.normal_a(pair.a.face[pair.a.twin[edge_a]]);
  x.normal = x.cross / (dot(x.cross, between) < 0 ? -size : size);
  x.distance = dot(x.normal, x.origin_b - x.origin_a);
  x.blur = 1e-15 * length(x.along_a) * length(x.along_b) / size;
}

/// Closest points of two lines, and whether they lie inside both edges.
struct CrossingPoints {
  Vec3 on_a, on_b;
  bool inside;
};

SCREE_HD inline CrossingPoints crossing_points(const Crossing& x) {
  const Vec3 w = x.origin_b - x.origin_a;
  const Real s = dot(cross(w, x.along_b), x.cross) / x.square,
             t = dot(cross(w, x.along_a), x.cross) / x.square;
  return {x.origin_a + s * x.along_a, x.origin_b + t * x.along_b, s >= 0 && s <= 1 && t >= 0 && t <= 1};
}

template <class Visit>
SCREE_HD void for_edges_of(const PolyhedronView& body, Feature feature, Visit visit) {
  if (feature.kind == Feature::Kind::edge) visit(feature.id);
  if (feature.kind != Feature::Kind::vertex) return;
  const int start = body.vertex_halfedge[feature.id];
  int h = start;
  do {
    visit(std::min(h, body.twin[h]));
    h = body.next_around_vertex(h);
  } while (h != start);
}

template <class Visit>
SCREE_HD void for_faces_of(const PolyhedronView& body, Feature feature, Visit visit) {
  if (feature.kind == Feature::Kind::face) visit(feature.id);
  if (feature.kind == Feature::Kind::edge)
    visit(body.face[feature.id]), visit(body.face[body.twin[feature.id]]);
  if (feature.kind != Feature::Kind::vertex) return;
  const int start = body.vertex_halfedge[feature.id];
  int h = start;
  do {
    visit(body.face[h]);
    h = body.next_around_vertex(h);
  } while (h != start);
}

/// Visits the normals of two features that may be valid. As in the paper, they come from vertex-face,
/// face-vertex and edge-edge checks. Passes each normal and its rounding error to `visit` until `visit`
/// returns true.
template <class Visit>
SCREE_HD void for_normals_of(const SearchPair& pair, Feature fa, Feature fb, Visit visit) {
  const bool face_a = fa.kind == Feature::Kind::face, face_b = fb.kind == Feature::Kind::face;
  bool enough = false;
  if (!face_a) {
    for_faces_of(pair.b, fb, [&](int f) { enough = enough || visit(pair.normal_of(true, f), 0); });
  }
  if (!face_b) {
    for_faces_of(pair.a, fa, [&](int f) { enough = enough || visit(pair.normal_of(false, f), 0); });
  }
  if (face_a || face_b) return;
  for_edges_of(pair.a, fa, [&](int edge_a) {
    for_edges_of(pair.b, fb, [&](int edge_b) {
      if (enough) return;
      Crossing x = cross_lines(pair, edge_a, edge_b);
      if (x.parallel) return;
      find_common_normal(pair, edge_a, x);
      enough = visit(x.normal, x.blur);
    });
  });
}

/// Returns all valid normals of two features.
SCREE_HD inline Entrance find_entrance(const SearchPair& pair, Feature fa, Feature fb, SearchCost& cost) {
  Entrance entrance;
  for_normals_of(pair, fa, fb, [&](Vec3 normal, Real blur) {
    const Fit fit = fit_normal(pair, normal, fa, fb, cost, blur);
    if (fit != Fit::none) entrance.add(normal, fit == Fit::strict);
    return false;
  });
  return entrance;
}

/// True if two features have a valid normal. Takes a fraction of the time of find_entrance().
SCREE_HD inline bool has_entrance(const SearchPair& pair, Feature fa, Feature fb, SearchCost& cost) {
  bool found = false;
  for_normals_of(pair, fa, fb, [&](Vec3 normal, Real blur) {
    return found = fit_normal(pair, normal, fa, fb, cost, blur) != Fit::none;
  });
  return found;
}

/// Sets the normal of a vertex-face contact. finish() computes the normals of vertex-vertex and vertex-edge
/// contacts. Returns false if the two features have no valid normal.
SCREE_HD inline bool set_valid_normal(const SearchPair& pair, FeatureContact& c, SearchCost& cost) {
  if (!has_entrance(pair, c.feature_a, c.feature_b, cost)) return false;
  if (c.feature_a.kind == Feature::Kind::face) c.normal = pair.normal_of(false, c.feature_a.id);
  if (c.feature_b.kind == Feature::Kind::face) c.normal = pair.normal_of(true, c.feature_b.id);
  return true;
}

}  // namespace scree
