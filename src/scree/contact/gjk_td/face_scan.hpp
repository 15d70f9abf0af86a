// Scans all faces of gjk_td's polytope in one step of the algorithm. It finds the faces that see a point, and
// among the other faces the one nearest to the origin. The scan processes several faces at a time, in the
// widest vectors of the processor, as support_scan does for vertices. All widths return the same faces.
#pragma once

#include "scree/math/hd.hpp"
#include "scree/math/simd_widths.hpp"

namespace scree {

/// Face planes, stored component by component. The arrays have simd_padding more entries after the last face,
/// with distances of 1e300.
struct FacePlanes {
  const Real *x, *y, *z;  // unit normals
  const Real* distance;   // depth of the origin below the plane
};

struct FacesSeen {
  int count;      // number of faces that see the point
  int nearest;    // the nearest other face to the origin, the first if several tie; -1 if there is none
  Real distance;  // distance of the nearest face
};

/// Writes the indices of the faces that see a point, in ascending order. A face sees the point if the
/// point is above the face's plane, or below it by at most the slack. `list` must have space for all faces
/// and 16 more.
using FaceScan = FacesSeen (*)(const FacePlanes& planes, int count, Real px, Real py, Real pz, Real slack,
                               int* list);

/// The widest scan that this processor can run.
extern const Widest<FaceScan> face_scan;

/// Returns the scans that this processor can run, for the test that compares their results. The list ends
/// with nullptr.
const FaceScan* face_scans();

}  // namespace scree
