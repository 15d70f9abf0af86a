// Which facets of two bodies may touch: found through the hierarchies of both, with a margin, and kept until
// the bodies have moved on each other as far as it allows. Most facets of a pair never meet; a list of a few
// lasts tens of steps.
//
// A facet takes part only where its box meets the box of the other body, grown by a little: facets whose
// planes happen to cross elsewhere are no contact. This and everything else that is asked of a contact
// depends on the places of the bodies alone; the list only leaves out what would be refused.
//
// A departure from Smeets et al. 2015. Two cubes side by side that press a little also have a top and a
// bottom that face each other over a narrow strip; if they are offset by less than half a layer the layer
// test of the paper passes them, and they push the cubes along each other. At the tips of tetrahedra, thinner
// than the layers behind the middles of their faces, the far sides pass. 100 cubes poured into a box gained
// 0.30 J out of 1.45 J that way, 27 tetrahedra threw themselves about with 100 times their energy. Here a
// contact also has to lie in both bodies: its share falls from 1 to 0 as half its depth grows from 2 to 4
// times the depth of that point below the surfaces of the two. For faces that ratio is 1, for the
// corner of a cube 1.1.
#pragma once

#include "scree/contact/polygon_pressure.hpp"
#include "scree/math/pose.hpp"

#include <vector>

namespace scree {

/// A body at its scale.
struct FacetBodyView {
  const FacetBody* body;
  Real scale;
  Real stiffness = 1;  // of its layers
};

struct FacetPair {
  int a, b;
};

struct FacetList {
  std::vector<FacetPair> pairs;  // by b, then by a
  Pose built;                    // of B in A
  Real margin = -1;              // how far they may move from there; < 0: there is no list
};

/// A facet of a body in its own frame; the corners are written to a place with room for them.
inline FacetView facet_of(const FacetBodyView& view, int f, Vec3* room) {
  const FacetBody& b = *view.body;
  const int first = b.begin[f], count = b.begin[f + 1] - first;
  for (int i = 0; i < count; ++i) room[i] = view.scale * b.corner[first + i];
  return {room,
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
  for (int i = 0; i < facet.count; ++i) room[i] = rotation * room[i] + translation;
  facet.normal = rotation * facet.normal, facet.centre = rotation * facet.centre + translation;
  facet.offset += dot(facet.normal, translation);
  return facet;
}

/// Calls touch(contact, pair) for all facets that touch or are too deep, with their shares, in the frame of
/// A, in the order of the list, which is renewed where needed.
template <class Touch>
void for_each_facet_contact(const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a,
                            FacetList& list, Touch touch);

/// Whether a list still holds.
bool holds(const FacetList& list, const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a);

/// Finds the pairs anew.
void rebuild(FacetList& list, const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a);

/// The boxes in which facets of A and B must reach to take part, each in the frame of its body.
struct FacetRegions {
  Box of_a, of_b;

  FacetRegions(const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a);
  bool take_part(const FacetBodyView& a, const FacetBodyView& b, FacetPair pair) const {
    return box_of(a, pair.a).overlaps(of_a) && box_of(b, pair.b).overlaps(of_b);
  }
  static Box box_of(const FacetBodyView& view, int f) {
    const Box& box = view.body->box[f];
    return {view.scale * box.lower, view.scale * box.upper};
  }
};

/// How much of a contact of some depth counts whose point lies there in a body, in its frame.
Real share_in(const FacetBodyView& body, Vec3 point, Real depth);

template <class Touch>
void for_each_facet_contact(const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a,
                            FacetList& list, Touch touch) {
  if (!holds(list, a, b, b_in_a)) rebuild(list, a, b, b_in_a);
  if (list.pairs.empty()) return;
  const Mat3 rotation = to_matrix(b_in_a.orientation);
  const FacetRegions regions(a, b, b_in_a);
  Vec3 room_a[most_facet_corners], room_b[most_facet_corners];
  FacetView facet_b;
  FacetContact contact;
  int placed = -1;
  for (const FacetPair& pair : list.pairs) {
    if (pair.b != placed) facet_b = facet_of(b, pair.b, rotation, b_in_a.position, room_b), placed = pair.b;
    if (!(dot(a.body->normal[pair.a], facet_b.normal) < 0)) continue;
    facet_contact(facet_of(a, pair.a, room_a), facet_b, {}, contact);
    if (contact.count == 0 || !regions.take_part(a, b, pair)) continue;
    const Vec3 in_b = transpose(rotation) * (contact.middle - b_in_a.position);
    contact.share = share_in(a, contact.middle, contact.depth);
    if (contact.share > 0) contact.share = std::min(contact.share, share_in(b, in_b, contact.depth));
    if (contact.share == 0) continue;
    touch(contact, pair);
  }
}

}  // namespace scree
