// Scans all faces of gjk_td's polytope for one step: it finds the faces that see a point, and among the
// others the face nearest to the origin. It processes several faces at a time, in the widest vectors of the
// processor, as support_scan does for vertices. All widths give the same faces.
#pragma once

#include "scree/math/hd.hpp"
#include "scree/math/simd_widths.hpp"

namespace scree {

/// Planes by components. The arrays extend simd_padding beyond the last face; the distances there are 1e300.
struct FacePlanes {
  const Real *x, *y, *z;  // unit normals
  const Real* distance;   // depth of the origin below the plane
};

struct FacesSeen {
  int count;      // number of faces that see the point
  int nearest;    // the other face nearest to the origin, the first of several; -1: none
  Real distance;  // distance of the nearest face
};

/// Writes the indices of the faces that a point is above, or below by no more than the slack, in ascending
/// order. The list must have space for all faces and 16 more.
using FaceScan = FacesSeen (*)(const FacePlanes& planes, int count, Real px, Real py, Real pz, Real slack,
                               int* list);

/// The widest scan that this processor can run.
extern const Widest<FaceScan> face_scan;

/// Returns the scans that this processor can run, for the test that they agree. The list ends with nullptr.
const FaceScan* face_scans();

}  // namespace scree
