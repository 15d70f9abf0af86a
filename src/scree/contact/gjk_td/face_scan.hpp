// What a step of gjk_td's polytope asks of all its faces: which of them see a point, and which of the others
// is nearest to the origin. Several faces at a time, in the widest vectors of the processor, as support_scan
// does for vertices. All widths give the same faces.
#pragma once

#include "scree/math/hd.hpp"

namespace scree {

/// Planes by components. The arrays reach simd_padding beyond the last face, where distances are 1e300.
struct FacePlanes {
  const Real *x, *y, *z;  // unit normals
  const Real* distance;   // of the origin below
};

struct FacesSeen {
  int count;      // of faces that see the point
  int nearest;    // of those that do not, the one nearest to the origin, the first of several; -1: all do
  Real distance;  // of that one
};

/// Writes the indices of the faces that a point is above, or below by no more than the slack, in their order.
/// The list has room for all faces and 16 more.
using FaceScan = FacesSeen (*)(const FacePlanes& planes, int count, Real px, Real py, Real pz, Real slack,
                               int* list);

/// The one for this processor; chosen when the program starts.
extern FaceScan face_scan;

/// Those that this processor can run, for the test that they agree; ends with nullptr.
const FaceScan* face_scans();

}  // namespace scree
