// The data that a pair of bodies stores from its last query. It changes how fast the next answer is found. It
// does not change the answer beyond the tolerance.
#pragma once

#include "scree/contact/pair/contact.hpp"

namespace scree {

/// Data that proves that a facet of A - B still has the least overlap after the bodies have moved.
/// gjk_td/facet_proof.hpp explains the proof. Single precision is enough, because the proof reduces the
/// allowed motion by the rounding error.
struct FacetMargin {
  float vertex_b[3];    // position of the facet's first vertex of B in A when the facet was found
  float rotation[4];    // orientation of B in A when the facet was found
  float depth;          // depth of the facet when it was found
  float depth_margin;   // all other facets were deeper than this facet by at least this amount
  float motion_margin;  // distance that B may move before another facet can have less overlap; 0 if unknown
};

/// The cache of a pair. `holds` states which member of the union is valid. The structs in the union have no
/// padding, so that files can store a cache as plain words.
struct Cache {
  enum class Holds : int {
    nothing,   // no member is valid, only the axis
    vertices,  // `count` vertices of A - B
    facet,     // a facet of A - B with its margin
    feature,   // the supporting feature of a polyhedron A in contact with a superquadric
    points,    // one point of each of two superquadrics
  };
  /// The vertices of a simplex, the support vertices along the axis, or the corners of the two features that
  /// a link joins. For a link there are three corners per body, and an edge or vertex repeats its corners.
  struct Vertices {
    int a[4], b[4];
  };
  struct Facet {
    int vertex_a[3], vertex_b[3];  // three vertices of A - B in the facet
    int feature_a, feature_b;      // index of the face, edge or vertex of each body that the facet stems from
    FacetMargin margin;
  };
  struct BodyFeature {
    int kind, id;  // kind and id of a Feature
  };
  /// A point of each body, in the frame of that body. Single precision is enough for a starting point.
  struct Points {
    float a[3], b[3];
  };

  Vec3 axis;  // the last normal, in the frame of A; zero if there is none yet
  Holds holds = Holds::nothing;
  int count = 0;  // number of vertices
  union {
    Facet facet;  // the largest member
    Vertices vertices;
    BodyFeature feature;
    Points points;
  };

  SCREE_HD Cache() : facet{} {}
  SCREE_HD bool holds_facet() const { return holds == Holds::facet; }
  SCREE_HD bool holds_vertices(int least = 1) const { return holds == Holds::vertices && count >= least; }
  SCREE_HD void set_vertices(int new_count) {
    holds = new_count > 0 ? Holds::vertices : Holds::nothing;
    count = new_count;
  }
};
static_assert(sizeof(Cache) == sizeof(Vec3) + 2 * sizeof(int) + sizeof(Cache::Facet));

}  // namespace scree
