// polyhedron_superquadric: contact of a convex polyhedron (A) and a superquadric (B), after Peng, Hanley
// 2019, Contact detection between convex polyhedra and superquadrics in discrete element codes.
//
// The search moves from face to face. For each face it finds the lowest point X of the superquadric. If X
// lies above the face, there is no contact. If X lies below all faces, there is a face contact at X.
// Otherwise X lies above another face, which is searched next. If the search returns to a face, it tests the
// edge that the two faces share. The cases are numbered as in Fig. 7: 1, 3 and 5 mean no contact, 2, 4 and 6
// contact, and 8 that the centre is inside the polyhedron.
//
// published: follows Fig. 7 exactly (with case 4 read as X_i). The result is undefined if two faces share no
// edge or if the search runs in a circle. The search may accept a point outside a distant face (PHSQ-23, 24).
//
// completed (the default): checks all faces, both for the stop and for the next face. If X lies above the
// previous face, or if the search meets a face again, it tests the edges of all visited faces. A contact is
// proven by its point, which lies in both bodies. A face with the whole superquadric above it proves that
// there is no contact. If no edge meets the superquadric, the plane perpendicular to the gradient of F at the
// nearest edge point must separate the bodies. If it does not, as when a needle pierces a face and touches no
// edge, the signed distance decides.
//
// `collide` runs the completed search. It then computes the least separating translation, or the distance,
// with its normal (feature_ascent.hpp). The paper uses fixed normals and gives no distance. Spheres have a
// closed form.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"
#include "scree/contact/superquadric/placed_superquadric.hpp"

#include <string_view>

namespace scree {

/// Result of a search, with the contact as the paper evaluates it (equations 10 to 12).
struct FaceSearch {
  static constexpr int most_faces = 16;  // largest number of faces visited in a search
  Status status = Status::failed;        // failed: the published flow does not decide
  int ending = 0;                        // case 1 to 6, or 8; 0: not decided
  int switches = 0;                      // number of moves from face to face
  int visited = 0, face[most_faces];     // the faces searched, in order
  bool used_fallback = false;            // decided by the signed distance, not by the search itself
  Feature feature;                       // feature of the polyhedron
  Vec3 point;        // contact point on the superquadric (face) or the edge; cases 1, 3: X
  Vec3 normal;       // unit, from the polyhedron to the superquadric
  Real overlap = 0;  // without contact: minus the height over the last face, or 0
};

enum class FaceSearchFlow : unsigned char { completed, published };

struct PolyhedronSuperquadric {
  static constexpr std::string_view name = "polyhedron_superquadric";
  static FaceSearch search(const PolyhedronView& a, const PlacedSuperquadric& b,
                           FaceSearchFlow flow = FaceSearchFlow::completed);
  static Contact collide(const PolyhedronView& a, const PlacedSuperquadric& b, Cache& cache,
                         const Tolerance& tolerance = {});
};

/// The published search, with its result as a contact.
struct PolyhedronSuperquadricPublished {
  static constexpr std::string_view name = "polyhedron_superquadric_published";
  static Contact collide(const PolyhedronView& a, const PlacedSuperquadric& b, Cache& cache,
                         const Tolerance& tolerance = {});
};

/// The answer of gjk_td (gjk_td_round.hpp) as a contact. It is independent of the search above.
struct GjkTdPolyhedronSuperquadric {
  static constexpr std::string_view name = "gjk_td";
  static Contact collide(const PolyhedronView& a, const PlacedSuperquadric& b, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
