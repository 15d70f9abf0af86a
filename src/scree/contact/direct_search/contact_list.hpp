// The contacts between the features of two polyhedra, or of two polygons, which direct_search and
// fast_direct_search find.
//
// Each entry is one of the four basic types of Zheng, Jiao, Gardner and Sitar (2017): vertex-vertex,
// vertex-edge, vertex-face or crossing edges. The list as a whole has one of their seven types. The three
// other types, parallel edges, edge-face and face-face, are sets of basic contacts that lie on the same edges
// and faces. In 2D there are three types: vertex-vertex, vertex-edge and parallel edges, which consist of
// contacts of the first two types.
#pragma once

#include "scree/contact/pair/contact.hpp"

#include <algorithm>

namespace scree {

enum class ContactType : unsigned char {
  none,
  vertex_vertex,
  vertex_edge,
  vertex_face,
  crossing_edges,
  parallel_edges,
  edge_face,
  face_face,
};

/// One basic contact, in the frame of A.
template <class Vec>
struct FeatureContactIn {
  ContactType type = ContactType::none;
  Feature feature_a, feature_b;  // vertex_edge, vertex_face: the vertex may belong to either body
  Vec point_a, point_b;
  Vec normal;         // unit, from A to B: normal of the virtual contact planes through the two points
  Real distance = 0;  // normal . (point_b - point_a): > 0 separated, < 0 overlapping
};

template <class Vec>
SCREE_HD const Feature& feature_of(const FeatureContactIn<Vec>& c, bool of_b) {
  return of_b ? c.feature_b : c.feature_a;
}

/// Cost of a search. All searches count the same steps, so their costs can be compared.
struct SearchCost {
  int feature_pairs = 0;  // pairs of features whose distance was computed
  int entrances = 0;      // normals tried by the entrance test
};

template <class Vec>
struct ContactListIn {
  static constexpr int capacity = 64;

  /// Status of the search. `touching`: there are contacts within the distance tolerance. `separated`: there
  /// is none, and a plane between the bodies was found. `failed`: neither is true. Either the bodies overlap
  /// by more than the tolerance, or there are more contacts than the list can store.
  Status status = Status::failed;
  ContactType type = ContactType::none;  // type of the whole list
  Feature feature_a, feature_b;          // features that contain all contacts
  Vec normal;                            // normal of the whole list, or of the plane between separated bodies
  Real distance = 0;  // smallest distance of all entries, or the gap along the normal of separated bodies
  int count = 0;
  bool overflow = false;
  FeatureContactIn<Vec> contact[capacity];  // sorted by type and features, so equal sets give equal lists
  SearchCost cost;

  /// Adds a contact. Vertex-vertex contacts are found from both bodies, so the second copy is dropped.
  SCREE_HD void add(const FeatureContactIn<Vec>& c) {
    for (int i = 0; i < count && c.type == ContactType::vertex_vertex; ++i) {
      if (contact[i].feature_a == c.feature_a && contact[i].feature_b == c.feature_b) return;
    }
    if (count < capacity) {
      contact[count++] = c;
    } else {
      overflow = true;
    }
  }

  /// Records that the bodies have no contact and that a plane separates them.
  SCREE_HD void separate(Real gap, Vec plane_normal) {
    status = Status::separated;
    normal = plane_normal, distance = gap;
  }
  /// Sets the status and sorts the contacts after all of them have been added. Returns false if the list is
  /// empty or has overflowed, so that nothing else remains to be computed.
  SCREE_HD bool finalize() {
    if (overflow) status = Status::failed;
    if (overflow || count == 0) return false;
    sort();
    status = Status::touching;
    return true;
  }
  /// Copies type, features, normal and distance of the whole list from the nearest contact.
  SCREE_HD void take_nearest() {
    int nearest = 0;
    for (int i = 1; i < count; ++i) nearest = contact[i].distance < contact[nearest].distance ? i : nearest;
    const FeatureContactIn<Vec>& first = contact[nearest];
    type = first.type;
    feature_a = first.feature_a, feature_b = first.feature_b;
    normal = first.normal, distance = first.distance;
  }
  /// Gives the normal of the list to all contacts of types up to `up_to`, because they belong to one larger
  /// contact. Updates the distance of the list.
  SCREE_HD void share_normal(ContactType up_to) {
    for (int i = 0; i < count; ++i) {
      FeatureContactIn<Vec>& c = contact[i];
      if (c.type <= up_to) {
        c.normal = normal;
        c.distance = dot(normal, c.point_b - c.point_a);
      }
      distance = i == 0 ? c.distance : std::min(distance, c.distance);
    }
  }

  /// Sorts by type and features. An insertion sort suits lists that are short and nearly sorted.
  SCREE_HD void sort() {
    for (int i = 1; i < count; ++i) {
      const FeatureContactIn<Vec> c = contact[i];
      int j = i;
      for (; j > 0 && before(c, contact[j - 1]); --j) contact[j] = contact[j - 1];
      contact[j] = c;
    }
  }

 private:
  SCREE_HD static bool before(const FeatureContactIn<Vec>& p, const FeatureContactIn<Vec>& q) {
    if (p.type != q.type) return p.type < q.type;
    if (p.feature_a.kind != q.feature_a.kind) return p.feature_a.kind < q.feature_a.kind;
    if (p.feature_a.id != q.feature_a.id) return p.feature_a.id < q.feature_a.id;
    if (p.feature_b.kind != q.feature_b.kind) return p.feature_b.kind < q.feature_b.kind;
    return p.feature_b.id < q.feature_b.id;
  }
};

/// Nearest contact of one vertex among all contacts offered, independent of their order.
template <class Vec>
struct NearestContact {
  FeatureContactIn<Vec> best;
  Real best_square = 0;
  int best_id = -1;

  SCREE_HD bool found() const { return best.type != ContactType::none; }
  /// True if a contact at this squared distance is within reach and nearer than the best so far. Among
  /// equally near contacts, the contact with the lower type wins, then the contact with the lower feature
  /// number. Distances below `strict` are rounding errors and are set to 0, because otherwise they would
  /// affect which contacts are tried again.
  SCREE_HD bool wants(Real& square, ContactType type, int id, Real reach, Real strict) const {
    if (square > reach * reach) return false;
    if (square < strict * strict) square = 0;
    if (!found() || square < best_square) return true;
    return square == best_square && (type < best.type || (type == best.type && id < best_id));
  }
};

/// Returns the distance tolerance. Two bodies approach by at most twice the largest displacement of a vertex
/// in a step. A tolerance above half the smallest edge would make the contact types ambiguous. (The formula
/// is missing in the printed paper; this is the conservative reading.)
SCREE_HD inline Real distance_tolerance(Real largest_displacement, Real smallest_edge) {
  return std::min(2 * largest_displacement, smallest_edge / 2);
}

using FeatureContact = FeatureContactIn<Vec3>;
using ContactList = ContactListIn<Vec3>;
using PlanarContactList = ContactListIn<Vec2>;

}  // namespace scree
