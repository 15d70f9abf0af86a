// What a step of gjk_td's polytope asks of all its faces: which of them see a point, and which is nearest to
// the origin. Several faces at a time and without branches, in the widest vectors of the processor, as
// support_scan does for vertices. All widths give the same faces.
#pragma once

#include "scree/math/hd.hpp"

namespace scree {

/// Planes by components. The arrays reach simd_padding beyond the last face; what is there does not matter,
/// but distances there are not below any other.
struct FacePlanes {
  const Real *x, *y, *z;  // unit normals
  const Real* distance;
};

struct FaceScan {
  /// Writes the indices of the faces that a point is above, or below by no more than the slack, in their
  /// order, and returns how many there are. The list has room for all faces.
  int (*seen)(const FacePlanes& planes, int count, Real px, Real py, Real pz, Real slack, int* list);
  /// The face nearest to the origin; the first of several.
  int (*nearest)(const Real* distance, int count);
};

/// The one for this processor; chosen when the program starts.
extern FaceScan face_scan;

/// Those that this processor can run, for the test that they agree; ends with one that has no functions.
const FaceScan* face_scans();

}  // namespace scree
