// Finds the vertex of a body farthest along a direction. This is the inner loop of every algorithm here. The
// scan processes several vertices at a time without branches, in the widest vectors of the processor
// (AVX-512, AVX2, SSE2). All widths return the same vertex as the plain scan `support_vertex`
// (shape/polyhedron.hpp), even if vertices tie.
#pragma once

#include "scree/math/hd.hpp"
#include "scree/math/simd_widths.hpp"

namespace scree {

/// Returns the index of a vertex farthest along the direction, the first if there are several. The arrays are
/// padded to simd_padding with copies of the last vertex. The direction is passed by components, which stay
/// in registers.
using SupportScan = int (*)(const Real* x, const Real* y, const Real* z, int count, Real dx, Real dy,
                            Real dz);

/// The widest scan that this processor can run.
extern const Widest<SupportScan> support_scan;

/// Returns the scans that this processor can run, for the test that compares their results. The list ends
/// with nullptr.
const SupportScan* support_scans();

}  // namespace scree
