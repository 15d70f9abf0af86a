// The basic models of Zheng, Jiao, Gardner and Sitar 2017: two hexahedra and two tetrahedra in each of the
// seven contact types, and blocks cut from a hexahedron. The paper shows them only in figures (10, 12 and
// 14). Ours are unit cubes, regular tetrahedra of edge 1, and a cube cut by a random plane.
#pragma once

#include "scree/contact/direct_search/contact_list.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/polyhedron.hpp"

#include <string>
#include <vector>

namespace scree::reproduce {

/// Two bodies given by their corners in one world frame.
struct PlacedPair {
  Polyhedron a, b;
  Pose b_in_a;

  PlacedPair(const std::vector<Vec3>& corners_a, const std::vector<Vec3>& corners_b)
      : a(polyhedron_from_points(corners_a)),
        b(polyhedron_from_points(corners_b)),
        b_in_a(inverse(a.mass.body_in_input) * b.mass.body_in_input) {}

  Vec3 point_world(Vec3 in_a) const { return transform(a.mass.body_in_input, in_a); }
  Vec3 direction_world(Vec3 in_a) const { return rotate(a.mass.body_in_input.orientation, in_a); }
};

/// One model and its required results.
struct SearchCase {
  std::string name;
  std::vector<Vec3> a, b;  // corners of the two bodies
  ContactType type;
  std::vector<ContactType> basic;  // types of the single contacts, sorted
  std::vector<Vec3> points;        // points of all contacts, in any order
  Vec3 normal;                     // zero: any separating normal is right
};

std::vector<Vec3> moved(std::vector<Vec3> points, Quat rotation, Vec3 shift, Real scale = 1);
SearchCase moved(SearchCase c, Quat rotation, Vec3 shift, Real scale);

/// Models of the seven contact types, first with cubes, then with tetrahedra.
std::vector<SearchCase> seven_types();

/// A cube of edge 1 that a plane cuts in two. The cross-section is a face of both halves.
struct CutCube {
  std::vector<Vec3> low, high, section;  // corners of both halves and of the cross-section
  Vec3 normal;                           // normal of the plane, from low to high
};

/// Cuts the cube by a random plane.
CutCube cut_cube(Random& random);

}  // namespace scree::reproduce
