// The contacts between the features of two polyhedra: what direct_search and fast_direct_search find.
//
// Each entry is one of the four basic types of Zheng, Jiao, Gardner and Sitar (2017): vertex-vertex,
// vertex-edge, vertex-face or crossing edges. The list as a whole has one of their seven types: parallel
// edges, edge-face and face-face are sets of basic contacts that lie on the same edges and faces.
#pragma once

#include "scree/contact/contact.hpp"

namespace scree {

SCREE_HD inline bool operator==(const Feature& a, const Feature& b) {
  return a.kind == b.kind && a.id == b.id;
}

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
struct FeatureContact {
  ContactType type = ContactType::none;
  Feature feature_a, feature_b;  // vertex_edge and vertex_face: the vertex may be of either body
  Vec3 point_a, point_b;
  Vec3 normal;        // unit, from A to B: that of the virtual contact planes through the two points
  Real distance = 0;  // normal . (point_b - point_a): > 0 apart, < 0 overlapping
};

/// What a search cost. Costs of different searches compare: both count the same steps.
struct SearchCost {
  int feature_pairs = 0;  // pairs of features whose distance was taken
  int entrances = 0;      // normals tried by the valid-entrance test
};

struct ContactList {
  static constexpr int capacity = 64;

  /// touching: there are contacts within the distance tolerance. separated: there is none, and a plane
  /// between the bodies was found. failed: neither, so the bodies overlap deeper than the tolerance; or more
  /// contacts than the list holds.
  Status status = Status::failed;
  ContactType type = ContactType::none;  // of the whole
  Feature feature_a, feature_b;          // what the whole lies on
  Vec3 normal;                           // of the whole; of separated bodies that of the plane between them
  Real distance = 0;  // the least of all entries; of separated bodies the gap along the normal
  int count = 0;
  bool overflow = false;
  FeatureContact contact[capacity];  // sorted by type and features, so equal sets make equal lists
  SearchCost cost;

  /// Vertex-vertex contacts are found from both bodies; the second is no news.
  SCREE_HD void add(const FeatureContact& c) {
    for (int i = 0; i < count && c.type == ContactType::vertex_vertex; ++i) {
      if (contact[i].feature_a == c.feature_a && contact[i].feature_b == c.feature_b) return;
    }
    if (count < capacity) {
      contact[count++] = c;
    } else {
      overflow = true;
    }
  }
};

}  // namespace scree
