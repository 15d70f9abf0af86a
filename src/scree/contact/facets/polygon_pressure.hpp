// The contact of two convex facets of two bodies: the polygon over which they press and the overlap at each
// of its corners (Smeets, Odenthal, Vanmaercke, Ramon 2015, sections 2.1 to 2.5). A contact of two bodies is
// the sum of the contacts of their facets, so the bodies may be concave.
//
// The contact plane passes through the line in which the planes of the facets meet. Its normal n12 is the
// bisector n1 - n2, in which each normal is weighted by the stiffness of its layer. Both facets are projected
// onto this plane, each along the normal of the other facet. S12 is the intersection of the projections on
// the side of the line where the overlap is positive.
//
// Departures, each of which FacetRules can reverse (facet_pairs.hpp has one more):
// - The overlap at a point is the distance between the two planes along n12. This linear function does not
//   refer to the line in which the planes meet. It equals equation 2 and stays continuous as the planes
//   become parallel. The case of nearly parallel planes (equations 25 and 26), which replaces the function by
//   a constant, is therefore not needed.
// - The layer test uses the overlap at the point of action of the pressure, not at the centres of the facets
//   (equation 23). On large facets the centres may lie far from the contact.
//
// This version also reads two formulas differently:
// - n12 points from facet 1 to facet 2, as all forces require. The printed equation 1 has the opposite sign.
// - Normals are weighted by the stiffnesses, not their inverses. Both layers then carry the same pressure,
//   and the plane of a rigid body is the contact plane.
#pragma once

#include "scree/math/vec.hpp"
#include "scree/shape/facet_body.hpp"

#include <limits>

namespace scree {

/// A facet in the frame that both facets of a contact share.
struct FacetView {
  const Vec3* corner = nullptr;  // counter-clockwise seen from outside
  int count = 0;                 // 0: the plane is unbounded
  Vec3 normal;                   // unit, outward
  Real offset = 0;               // normal . x = offset on the facet
  Vec3 centre;
  Real layer = 0;      // thickness of the solid behind the facet
  Real stiffness = 1;  // stiffness of the layer, Pa/m; only the ratio of two stiffnesses matters
  // Upper bound on the distance of a corner from the centre.
  Real reach = std::numeric_limits<Real>::infinity();
};

enum class FacetStatus : unsigned char {
  touching,
  facing_away,  // equation 21: the normals do not oppose each other
  too_deep,     // deeper than the layers allow (equation 23): the facets are on the far sides of the bodies
  no_overlap,   // equation 24: no common polygon with a positive overlap
};

struct FacetRules {
  bool parallel_as_published = false;  // constant overlap within 0.001 degrees of parallel
  bool layers_at_centres = false;      // equation 23 at the centres of the facets
};
inline constexpr FacetRules published_rules{true, true};

/// The contact plane, given by a point and two axes.
struct ContactPlane {
  Vec3 origin, u, v;

  SCREE_HD Vec3 at(Real x, Real y) const { return origin + x * u + y * v; }
};

struct FacetContact {
  static constexpr int capacity = 2 * most_facet_corners + 4;
  struct Corner {
    Real x, y, overlap;
  };
  FacetStatus status = FacetStatus::no_overlap;
  bool parallel = false;  // facets count as parallel by the published rule
  int count = 0;          // corners of S12, counter-clockwise about the normal
  Vec3 normal;            // n12: unit, from 1 to 2
  ContactPlane plane;
  Corner corner[capacity];  // on the plane
  Vec3 middle;              // point of action of the elastic pressure
  Real depth = 0;           // overlap at the middle
  // Larger of the projection distances from the two facets to the middle.
  Real projection_distance = 0;
  Real share = 1;  // fraction of the area that transmits pressure; see facet_pairs.hpp
  Real limit = 0;  // largest depth that the layers allow

  SCREE_HD FacetContact() {}
};

/// Fills `out`. If there is no common polygon, or if the overlap is larger than `deepest` everywhere, only
/// the status is valid and `count` is 0.
void facet_contact(const FacetView& first, const FacetView& second, const FacetRules& rules,
                   FacetContact& out, Real deepest = std::numeric_limits<Real>::infinity());

/// Returns the mean of the corners, weighted by their overlaps. For facets that count as parallel by the
/// published rule, returns the centroid of the polygon.
Vec3 contact_point(const FacetContact& contact);

}  // namespace scree
