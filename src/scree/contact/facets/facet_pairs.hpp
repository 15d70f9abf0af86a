// Finds the facets of two bodies that may touch. The search uses the bounding volume hierarchies of both
// bodies with a margin. The list is valid until the relative motion of the bodies exceeds the margin. Most
// facets of a pair of bodies never meet, so the list is short. It lasts for tens of steps.
//
// The rules for a contact depend only on the poses of the bodies. The list omits only pairs of facets that
// the rules would reject.
//
// Departure from Smeets et al. 2015: their layer test also accepts facets on the far sides of two bodies. If
// two cubes press lightly on each other side by side, the top of one and the bottom of the other face each
// other over a narrow strip. If the cubes are offset by less than half a layer, these faces pass the layer
// test and push the cubes along each other. The tip of a tetrahedron is thinner than the layers behind the
// middles of its faces, so far sides pass the test there. As a result, 100 cubes poured into a box gained
// 0.30 J out of 1.45 J, and 27 tetrahedra flew about with 100 times their energy.
//
// Here a contact must also lie in both bodies. The rule compares half the depth of the contact with the depth
// of its point below the surfaces of the two bodies. As the ratio grows from 1.5 to 3, the share of the
// contact falls from 1 to 0. For faces this ratio is 1, for the corner of a cube 1.1. In addition, the points
// of the facets that are projected onto the contact must lie near it, because facets that are almost at right
// angles are projected over distances as long as the facets.
//
// This rule makes the lists short. A ball that lies in both bodies fits between the planes that bound their
// hulls along the direction of least overlap. No point therefore lies deeper in both bodies than half the
// least overlap. Contacts more than six times deeper than that have the share 0.
#pragma once

#include "scree/contact/facets/hull_pair.hpp"
#include "scree/contact/facets/polygon_pressure.hpp"
#include "scree/math/pose.hpp"

#include <vector>

namespace scree {

struct FacetPair {
  int a, b;
};

/// Region where low <= axis . x <= high.
struct Slab {
  Vec3 axis;
  Real low = 0, high = 0;
};

struct FacetList {
  std::vector<FacetPair> pairs;  // ordered by b, then by a
  Pose built;        // pose of B in A when the list was built; lengths are relative to the scale of A
  Real margin = -1;  // allowed relative displacement; < 0: there is no list
  int uses = 0;
  Slab slab;  // slab that contains the intersection of the hulls at pose `built`, in the frame of A
};

/// Returns a facet of a body in its own frame. `buffer` must have space for the corners of the facet; the
/// function may write them there.
inline FacetView facet_of(const FacetBodyView& view, int f, Vec3* buffer) {
  const FacetBody& b = *view.body;
  const int first = b.begin[f], count = b.begin[f + 1] - first;
  const bool as_is = view.scale == 1;
  for (int i = 0; i < count && !as_is; ++i) buffer[i] = view.scale * b.corner[first + i];
  return {as_is ? &b.corner[first] : buffer,
          count,
          b.normal[f],
          view.scale * b.offset[f],
          view.scale * b.centre[f],
          view.scale * b.layer[f],
          view.stiffness,
          view.scale * b.reach[f]};
}

/// Returns the facet transformed to another frame.
inline FacetView facet_of(const FacetBodyView& view, int f, const Mat3& rotation, Vec3 translation,
                          Vec3* buffer) {
  FacetView facet = facet_of(view, f, buffer);
  for (int i = 0; i < facet.count; ++i) buffer[i] = rotation * facet.corner[i] + translation;
  facet.corner = buffer;
  facet.normal = rotation * facet.normal;
  facet.centre = rotation * facet.centre + translation;
  facet.offset += dot(facet.normal, translation);
  return facet;
}

/// Calls touch(contact, pair) for each listed facet pair with a positive share, in list order. Contacts are
/// in the frame of A and may be `too_deep`. Rebuilds the list if necessary.
template <class Touch>
void for_each_facet_contact(const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a,
                            FacetList& list, Touch touch);

/// Rebuilds the list unless it is still valid. A must have scale 1. Returns the slab that contains the
/// intersection of the bodies.
Slab renew(FacetList& list, const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a);

/// The point of a contact with a positive share lies inside both bodies by at least this fraction of the
/// contact's depth; see share_in(). The depth is therefore at most t / (2 x this fraction), where t is the
/// thickness of the slab that contains the intersection.
inline constexpr Real inside_fraction = 1.0 / 6;

inline Real deepest_in(const Slab& slab) { return (slab.high - slab.low) / (2 * inside_fraction); }

/// Returns the longest projection distance. A contact whose projection distance from the facets exceeds this
/// plus its depth has the share 0. Up to half of this limit the share is 1; it then falls smoothly to 0 at
/// the limit.
Real longest_projection(const FacetBodyView& a, const FacetBodyView& b);

/// Returns a value that rises smoothly from 0 at t = 0 to 1 at t = 1.
inline Real faded(Real t) { return t >= 1 ? 1 : t <= 0 ? 0 : t * t * (3 - 2 * t); }

inline Real projection_share(Real fraction_of_longest) { return faded(2 * (1 - fraction_of_longest)); }

/// Returns the share of a contact of the given depth with respect to one body. The point of the contact is in
/// the frame of the body, near the facet.
Real share_in(const FacetBodyView& body, int facet, Vec3 point, Real depth);

/// Converts a contact from the scale of a body to the scale of the world.
inline void enlarge(FacetContact& c, Real scale) {
  for (int i = 0; i < c.count; ++i) {
    c.corner[i].x *= scale;
    c.corner[i].y *= scale;
    c.corner[i].overlap *= scale;
  }
  c.plane.origin = scale * c.plane.origin;
  c.middle = scale * c.middle;
  c.depth *= scale;
  c.limit *= scale;
  c.projection_distance *= scale;
}

template <class Touch>
void for_each_facet_contact(const FacetBodyView& a_scaled, const FacetBodyView& b_scaled,
                            const Pose& b_in_a_scaled, FacetList& list, Touch touch) {
  const Real scale = a_scaled.scale;
  const FacetBodyView a{a_scaled.body, 1, a_scaled.stiffness},
      b{b_scaled.body, b_scaled.scale / scale, b_scaled.stiffness};
  const Pose b_in_a{b_in_a_scaled.position / scale, b_in_a_scaled.orientation};
  const Slab slab = renew(list, a, b, b_in_a);
  const Real deepest = deepest_in(slab);
  if (!(deepest > 0) || list.pairs.empty()) return;
  const Mat3 rotation = to_matrix(b_in_a.orientation);
  const Real longest = longest_projection(a, b);
  Vec3 buffer_a[most_facet_corners], buffer_b[most_facet_corners];
  FacetView facet_b;
  FacetContact contact;
  int transformed = -1;
  for (const FacetPair& pair : list.pairs) {
    if (pair.b != transformed) {
      facet_b = facet_of(b, pair.b, rotation, b_in_a.position, buffer_b);
      transformed = pair.b;
    }
    facet_contact(facet_of(a, pair.a, buffer_a), facet_b, {}, contact, deepest);
    if (contact.count == 0) continue;
    contact.share = projection_share(contact.projection_distance / (longest + contact.depth));
    if (contact.share == 0) continue;
    const Real height = dot(slab.axis, contact.middle), inside = inside_fraction * contact.depth;
    if (height + inside > slab.high || height - inside < slab.low) continue;
    contact.share *= share_in(a, pair.a, contact.middle, contact.depth);
    if (contact.share == 0) continue;
    const Vec3 in_b = transpose(rotation) * (contact.middle - b_in_a.position);
    contact.share *= share_in(b, pair.b, in_b, contact.depth);
    if (contact.share == 0) continue;
    if (scale != 1) enlarge(contact, scale);
    touch(contact, pair);
  }
}

}  // namespace scree
