// The convex hulls of two facet bodies. If the hulls are separated, so are the bodies, and the region that
// the hulls share contains the region that the bodies share.
#pragma once

#include "scree/contact/pair/polyhedron_pair.hpp"
#include "scree/shape/facet_body.hpp"

namespace scree {

/// A scaled body of facets.
struct FacetBodyView {
  const FacetBody* body;
  Real scale;
  Real stiffness = 1;  // stiffness of the layers
};

struct HullPair {
  PolyhedronView a, b;
  Pose b_in_a;  // pose of the hull of B in the frame of the hull of A

  HullPair(const FacetBodyView& first, const FacetBodyView& second, const Pose& b_in_a_bodies)
      : a(view(first.body->hull, first.scale)),
        b(view(second.body->hull, second.scale)),
        b_in_a(inverse(hull_pose(first)) * (b_in_a_bodies * hull_pose(second))) {}

  /// Returns the gap along an axis in the frame of the first hull.
  Real gap(Vec3 axis) const { return PolyhedronPair(a, b, b_in_a).gap(axis); }

 private:
  static Pose hull_pose(const FacetBodyView& body) {
    const Pose& p = body.body->hull_in_body;
    return {body.scale * p.position, p.orientation};
  }
};

}  // namespace scree
