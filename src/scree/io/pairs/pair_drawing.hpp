// Draws a contact as SVG: both bodies, the contact plane, the normal, the witness points and the patch.
#pragma once

#include "scree/contact/patch/clip.hpp"
#include "scree/math/pose.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/superquadric.hpp"

#include <string>
#include <vector>

namespace scree {

struct NamedContact {
  std::string name;  // name of the algorithm
  Contact contact;
};

/// Pair and contact to be drawn, all in the frame of A.
struct PairDrawing {
  const Polyhedron& a;
  const Polyhedron& b;
  Pose b_in_a;
  NamedContact answer;
  ContactPatch patch;
  std::vector<NamedContact> others;  // answers with other normals, drawn as arrows
  // Superquadrics of the pair. A polyhedron in place of each gives only the extent of the drawing.
  const Superquadric* round_a = nullptr;
  const Superquadric* round_b = nullptr;
  std::string note{};  // text shown below the answer
};

/// Returns a polyhedron that approximates a superquadric in the layout of a drawing.
Polyhedron stand_in(const Superquadric& superquadric);

/// Draws a pair. The normal of the answer points up, and the eye looks down on the contact plane at a low
/// angle. The view direction is chosen from 72 directions around the normal, so that the faces are most
/// clearly visible. The same pair gives the same bytes.
std::string draw(const PairDrawing& drawing);

}  // namespace scree
