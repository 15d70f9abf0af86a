// A contact drawn as SVG: both bodies, the contact plane, the normal, the witnesses and the patch.
#pragma once

#include "scree/contact/patch/clip.hpp"
#include "scree/math/pose.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/superquadric.hpp"

#include <string>
#include <vector>

namespace scree {

struct NamedContact {
  std::string name;  // of the algorithm
  Contact contact;
};

/// All in the frame of A.
struct PairDrawing {
  const Polyhedron& a;
  const Polyhedron& b;
  Pose b_in_a;
  NamedContact answer;
  ContactPatch patch;
  std::vector<NamedContact> others;  // answers with other normals, drawn as arrows
  // Bodies that are superquadrics; the polyhedron in their place only gives the room that they take.
  const Superquadric* round_a = nullptr;
  const Superquadric* round_b = nullptr;
  std::string note{};  // a line under the answer
};

/// A polyhedron that takes the room of a superquadric in a drawing.
Polyhedron stand_in(const Superquadric& superquadric);

/// The picture has the normal of the answer pointing up and looks down on the contact plane at a low angle;
/// the direction round the normal is the one, of 72, that shows the faces best. The same pair gives the same
/// bytes.
std::string draw(const PairDrawing& drawing);

}  // namespace scree
