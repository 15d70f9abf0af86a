// The entrance test of two features of polygons (Zheng, Jiao, Gardner, Sitar 2017, section 2). It checks
// whether the features stay outside each other if one body is moved so that their contact points coincide. A
// vertex and an edge pass if both edge vectors of the vertex point out of the edge's half-plane. Two vertices
// pass if any of their vertex-edge pairs does. The test lists the normals of all valid pairs. If there are
// none, the entrance is invalid.
//
// The departures from the paper and their reasons are the same as in 3D
// (contact/direct_search/entrance_test.hpp). A corner may lie beyond the line by up to the distance tolerance
// ("flush"), but flush normals are used only if there is no strict normal.
#pragma once

#include "scree/contact/direct_search/search_pair.hpp"
#include "scree/contact/direct_search/valid_normals.hpp"
#include "scree/planar/pair/feature.hpp"

namespace scree {

using PlanarSearchPair = SearchPairOf<PolygonPair>;

/// Largest height of the two neighbours of a vertex above the line through it. `outward` is in the
/// body's frame.
SCREE_HD inline Real passing(const PolygonView& body, int vertex, Vec2 outward) {
  const Real after = dot(outward, body.edge(vertex)),
             before = -dot(outward, body.edge(body.previous(vertex)));
  return std::max({after, before, 0.0});
}

/// Returns how well a normal fits two features. An edge always fits its own normal.
SCREE_HD inline Fit fit_normal(const PlanarSearchPair& pair, Vec2 normal, Feature fa, Feature fb,
                               SearchCost& cost) {
  ++cost.entrances;
  Real worst = 0;
  for (const bool of_b : {false, true}) {
    const Feature f = of_b ? fb : fa;
    const Vec2 out = pair.outward(of_b, normal);
    if (f.kind != Feature::Kind::vertex) continue;
    // Quick test: a normal is invalid if its line has the centroid on the outer side.
    const Real height = dot(out, pair.body(of_b).vertex(f.id));
    worst = std::max({worst, -height, passing(pair.body(of_b), f.id, out)});
  }
  return worst <= pair.strict                         ? Fit::strict
         : worst <= std::max(pair.reach, pair.strict) ? Fit::flush
                                                      : Fit::none;
}

template <class Visit>
SCREE_HD void for_edges_of(const PolygonView& body, Feature feature, Visit visit) {
  visit(feature.id);
  if (feature.kind == Feature::Kind::vertex) visit(body.previous(feature.id));
}

/// Returns all valid normals of two features, split into vertex-edge and edge-vertex checks as in the paper.
SCREE_HD inline ValidNormals<Vec2> find_entrance(const PlanarSearchPair& pair, Feature fa, Feature fb,
                                                 SearchCost& cost) {
  ValidNormals<Vec2> entrance;
  for (const bool edge_of_b : {true, false}) {
    if ((edge_of_b ? fa : fb).kind != Feature::Kind::vertex) continue;
    for_edges_of(pair.body(edge_of_b), edge_of_b ? fb : fa, [&](int e) {
      const Vec2 normal = pair.normal_of(edge_of_b, e);
      const Fit fit = fit_normal(pair, normal, fa, fb, cost);
      if (fit != Fit::none) entrance.add(normal, fit == Fit::strict);
    });
  }
  return entrance;
}

/// Sets the normal of a contact of a vertex: the normal of the edge, or the mean of all valid normals.
/// Returns false if the two features have no valid normal.
SCREE_HD inline bool set_valid_normal(const PlanarSearchPair& pair, FeatureContactIn<Vec2>& c,
                                      SearchCost& cost) {
  const ValidNormals<Vec2> entrance = find_entrance(pair, c.feature_a, c.feature_b, cost);
  if (entrance.count > 0) c.normal = entrance.mean();
  return entrance.count > 0;
}

}  // namespace scree
