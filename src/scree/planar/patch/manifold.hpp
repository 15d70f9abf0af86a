// The points at which the forces of a contact of two polygons act: one or two points, each with its share of
// the force. The file is the counterpart of contact/patch/manifold.hpp and uses the same weights
// (contact/patch/contact_weights.hpp). The weights are constant while an edge lies flat except for a small
// tilt. They change continuously to one point as the body rolls from the edge onto a corner.
//
// Each body contributes the feature that lies flat on the common line: an edge within 5 degrees of it,
// otherwise a vertex. Both features are projected along the normal onto this line. The ends of the interval
// that the projections share are the points.
#pragma once

#include "scree/contact/patch/contact_weights.hpp"
#include "scree/planar/pair/feature.hpp"

namespace scree {

using PlanarManifoldPoint = ManifoldPointIn<Vec2, Real>;
using PlanarManifold = ManifoldIn<Vec2, Real, 2>;

namespace planar_detail {

/// Returns the edge at a supporting feature that lies within an angle of the common line, otherwise
/// the vertex.
SCREE_HD inline Feature parallel_feature(const PolygonView& body, Feature feature, Vec2 out) {
  constexpr Real least_cosine = 0.9962;  // cosine of 5 degrees
  if (feature.kind == Feature::Kind::edge) return feature;
  const int before = body.previous(feature.id);
  const Real after_along = dot(body.edge_normal[feature.id], out),
             before_along = dot(body.edge_normal[before], out);
  if (after_along < least_cosine && before_along < least_cosine) return feature;
  return {Feature::Kind::edge, after_along >= before_along ? feature.id : before};
}

/// Vertex or edge of one body, with its point and its feature at every position along the common line.
struct PatchSide {
  Vec2 from, to;  // counter-clockwise about the body; equal: a vertex
  Feature feature, at_from, at_to;
  Real position_from = 0, position_to = 0;

  SCREE_HD PatchSide(const PolygonPair& pair, bool of_b, Feature f, Vec2 along) : feature(f) {
    from = to = pair.point(of_b, f.id);
    at_from = at_to = {Feature::Kind::vertex, f.id};
    if (f.kind == Feature::Kind::edge) {
      at_to.id = pair.body(of_b).next(f.id);
      to = pair.point(of_b, at_to.id);
    }
    position_from = dot(along, from), position_to = dot(along, to);
  }
  SCREE_HD Real low() const { return position_from < position_to ? position_from : position_to; }
  SCREE_HD Real high() const { return position_from < position_to ? position_to : position_from; }
  SCREE_HD Vec2 point(Real position) const {
    const Real span = position_to - position_from;
    return std::abs(span) > 0 ? from + ((position - position_from) / span) * (to - from) : from;
  }
  /// Returns the vertex at a position, or the edge if there is none.
  SCREE_HD Feature at(Real position) const {
    return position == position_from ? at_from : position == position_to ? at_to : feature;
  }
};

}  // namespace planar_detail

/// Returns the manifold of a contact of two polygons that an algorithm has found, in the frame of A. The
/// interval is not clipped to the overlap of the bodies, so the weights do not depend on the depth.
SCREE_HD inline PlanarManifold manifold_of(const PolygonPair& pair, const PlanarContact& contact) {
  const Vec2 n = contact.normal, along = turned_left(n);
  const planar_detail::PatchSide a(pair, false, planar_detail::parallel_feature(pair.a, contact.feature_a, n),
                                   along);
  const planar_detail::PatchSide b(
      pair, true, planar_detail::parallel_feature(pair.b, contact.feature_b, pair.to_b(-n)), along);
  const Real from = a.low() > b.low() ? a.low() : b.low(), to = a.high() < b.high() ? a.high() : b.high();
  PlanarManifold manifold;
  const Real merged = 1e-6 * pair.size();
  if (!(to - from > merged)) {
    const Vec2 middle = 0.5 * (contact.point_a + contact.point_b);
    manifold.set_single(middle, n, contact.overlap, key_of(contact.feature_a, contact.feature_b));
    return manifold;
  }
  manifold.count = 2;
  for (int i = 0; i < 2; ++i) {
    const Real position = i == 0 ? from : to;
    const Vec2 p = a.point(position), q = b.point(position);
    manifold.point[i] = {0.5 * (p + q), n, dot(n, p - q), 0.5, key_of(a.at(position), b.at(position))};
  }
  compute_weights(manifold);
  return manifold;
}

}  // namespace scree
