// Which facets of two bodies may touch: found through the hierarchies of both, with a margin, and kept until
// the bodies have moved on each other as far as it allows. Most facets of a pair never meet; a list of a few
// lasts tens of steps.
//
// What is asked of a contact depends on the places of the bodies alone; the list only leaves out what would
// be refused.
//
// A departure from Smeets et al. 2015. Two cubes side by side that press a little also have a top and a
// bottom that face each other over a narrow strip; if they are offset by less than half a layer the layer
// test of the paper passes them, and they push the cubes along each other. At the tips of tetrahedra, thinner
// than the layers behind the middles of their faces, the far sides pass. 100 cubes poured into a box gained
// 0.30 J out of 1.45 J that way, 27 tetrahedra threw themselves about with 100 times their energy. Here a
// contact also has to lie in both bodies: its share falls from 1 to 0 as half its depth grows from 1.5 to 3
// times the depth of that point below the surfaces of the two. For faces that ratio is 1, for the
// corner of a cube 1.1. And the points of the facets that come to the contact by projection must lie near it:
// facets that are almost at right angles are projected over ways as long as they are.
//
// That is what makes lists short. A ball in both bodies fits between the planes that bound their hulls along
// the direction of least overlap. So no point lies deeper in both than half that overlap, and contacts deeper
// than six times that count nothing.
#pragma once

#include "scree/contact/facets/hull_pair.hpp"
#include "scree/contact/facets/polygon_pressure.hpp"
#include "scree/math/pose.hpp"

#include <vector>

namespace scree {

struct FacetPair {
  int a, b;
};

/// Where low <= axis . x <= high.
struct Slab {
  Vec3 axis;
  Real low = 0, high = 0;
};

struct FacetList {
  std::vector<FacetPair> pairs;  // by b, then by a
  Pose built;                    // of B in A, as all lengths at the scale of A
  Real margin = -1;              // how far they may move from there; < 0: there is no list
  int uses = 0;
  Slab slab;  // which the hulls share there, in A
};

/// A facet of a body in its own frame; there must be room for its corners, which may go there.
inline FacetView facet_of(const FacetBodyView& view, int f, Vec3* room) {
  const FacetBody& b = *view.body;
  const int first = b.begin[f], count = b.begin[f + 1] - first;
  const bool as_is = view.scale == 1;
  for (int i = 0; i < count && !as_is; ++i) room[i] = view.scale * b.corner[first + i];
  return {as_is ? &b.corner[first] : room,
          count,
          b.normal[f],
          view.scale * b.offset[f],
          view.scale * b.centre[f],
          view.scale * b.layer[f],
          view.stiffness,
          view.scale * b.reach[f]};
}

/// The same, placed in another frame.
inline FacetView facet_of(const FacetBodyView& view, int f, const Mat3& rotation, Vec3 translation,
                          Vec3* room) {
  FacetView facet = facet_of(view, f, room);
  for (int i = 0; i < facet.count; ++i) room[i] = rotation * facet.corner[i] + translation;
  facet.corner = room;
  facet.normal = rotation * facet.normal, facet.centre = rotation * facet.centre + translation;
  facet.offset += dot(facet.normal, translation);
  return facet;
}

/// Calls touch(contact, pair) for all facets that touch or are too deep, with their shares, in the frame of
/// A, in the order of the list, which is renewed where needed.
template <class Touch>
void for_each_facet_contact(const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a,
                            FacetList& list, Touch touch);

/// Finds the pairs anew unless the list still holds; A has the scale 1. Returns the slab in which both bodies
/// lie together.
Slab renew(FacetList& list, const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a);

/// A contact that counts lies at least this part of its depth inside both bodies, see share_in(). So it is no
/// deeper than the slab that holds what they share / (2 x this).
inline constexpr Real inside_part = 1.0 / 6;

inline Real deepest_in(const Slab& slab) { return (slab.high - slab.low) / (2 * inside_part); }

/// Ways from the facets to a contact that are longer than this and its depth do not count; those of half of
/// it do wholly.
Real longest_way(const FacetBodyView& a, const FacetBodyView& b);

/// Falls from 1 at t = 1 to 0 at t = 0 without a kink.
inline Real faded(Real t) { return t >= 1 ? 1 : t <= 0 ? 0 : t * t * (3 - 2 * t); }

inline Real share_by_way(Real part_of_longest) { return faded(2 * (1 - part_of_longest)); }

/// How much of a contact of some depth counts whose point lies there in a body, in its frame, near a facet.
Real share_in(const FacetBodyView& body, int facet, Vec3 point, Real depth);

/// From the scale of a body to that of the world.
inline void enlarge(FacetContact& c, Real scale) {
  for (int i = 0; i < c.count; ++i)
    c.corner[i].x *= scale, c.corner[i].y *= scale, c.corner[i].overlap *= scale;
  c.plane.origin = scale * c.plane.origin, c.middle = scale * c.middle;
  c.depth *= scale, c.limit *= scale, c.way *= scale;
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
  const Real longest = longest_way(a, b);
  Vec3 room_a[most_facet_corners], room_b[most_facet_corners];
  FacetView facet_b;
  FacetContact contact;
  int placed = -1;
  for (const FacetPair& pair : list.pairs) {
    if (pair.b != placed) facet_b = facet_of(b, pair.b, rotation, b_in_a.position, room_b), placed = pair.b;
    facet_contact(facet_of(a, pair.a, room_a), facet_b, {}, contact, deepest);
    if (contact.count == 0) continue;
    contact.share = share_by_way(contact.way / (longest + contact.depth));
    if (contact.share == 0) continue;
    const Real height = dot(slab.axis, contact.middle), inside = inside_part * contact.depth;
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
