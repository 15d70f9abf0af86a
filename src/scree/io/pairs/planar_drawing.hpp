// Pairs of polygons drawn as SVG, as in Figure 13 of Nezami et al. 2006: bodies, common line, shortest link.
#pragma once

#include "scree/contact/pair/contact.hpp"
#include "scree/math/planar_pose.hpp"
#include "scree/shape/polygon.hpp"

#include <span>
#include <string>

namespace scree {

/// All in the frame of A. The common line halves the way between the witnesses; of overlapping bodies the
/// link is the overlap.
struct PlanarDrawing {
  const Polygon& a;
  const Polygon& b;
  PlanarPose b_in_a;
  PlanarContact contact;
  std::string title, note;  // a line above, a line below
};

/// The pairs side by side, `columns` to a row. The same pairs give the same bytes.
std::string draw(std::span<const PlanarDrawing> drawings, int columns = 3);

}  // namespace scree
