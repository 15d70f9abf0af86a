// polyhedron_superquadric: contact of a convex polyhedron (A) and a superquadric (B), after Peng, Hanley
// 2019, Contact detection between convex polyhedra and superquadrics in discrete element codes.
//
// The search moves from face to face. The point X of the superquadric deepest below a face lies above it (no
// contact), below all faces (a face contact at X), or above another face, which is searched next. If the
// search returns to a face, it tests the edge that the two faces share. Cases as in Fig. 7: 1, 3, 5 no
// contact, 2, 4, 6 contact, 8 the centre inside the polyhedron.
//
// published: follows Fig. 7 exactly (case 4 read as X_i). It is undefined where two faces share no edge or
// the search runs in a circle, and may accept a point outside a distant face (PHSQ-23, 24).
//
// completed (the default): checks all faces for the stop and for the next face. If the previous face is
// positive or a face is met again, it tests the edges of all faces met. A contact found is proven by its
// point, which lies in both bodies. A face above the superquadric proves that there is none. The end "no edge
// meets it" is proven by the plane perpendicular to the gradient of F at the nearest edge point. If that
// plane fails, as when a needle pierces a face and touches no edge, the signed distance decides.
//
// `collide` runs the completed search and then measures the least translation, or the distance, and its
// normal (feature_ascent.hpp), where the paper has fixed normals and no distance. Spheres have a closed form.
#pragma once

#include "scree/contact/pair/cache.hpp"
#include "scree/contact/pair/contact.hpp"
#include "scree/contact/pair/polyhedron_pair.hpp"
#include "scree/contact/superquadric/placed_superquadric.hpp"

#include <string_view>

namespace scree {

/// End of a search, with the contact as the paper evaluates it (equations 10 to 12).
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

/// The independent answer (gjk_td_round.hpp) as a contact.
struct GjkTdPolyhedronSuperquadric {
  static constexpr std::string_view name = "gjk_td";
  static Contact collide(const PolyhedronView& a, const PlacedSuperquadric& b, Cache& cache,
                         const Tolerance& tolerance = {});
};

}  // namespace scree
