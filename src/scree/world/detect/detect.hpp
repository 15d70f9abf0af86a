// Contact detection: finds the contacts of the pair list. It processes one batch, which has one kind of pair,
// at a time.
#pragma once

#include "scree/world/contacts.hpp"

#include <string_view>

namespace scree {

struct DetectInput {
  const Bodies* bodies;
  const Shapes* shapes;
  const Walls* walls;
  const MaterialTable* materials;
  bool patch;      // true: points at the corners of the contact patch; false: one point per contact
  int quadrature;  // degree of the quadrature rule over the polygons of facets
};

/// Fills `out` with the touching pairs of the batch and with their points in the frame of the world. Uses and
/// updates the caches of the pairs.
using DetectBatch = void (*)(const DetectInput& input, PairList& list, const Batch& batch,
                             BatchContacts& out);

/// Returns the detectors of all kinds of pairs. `algorithm` names the one for two polyhedra. Throws an Error
/// if no algorithm has that name.
std::array<DetectBatch, pair_kinds> detectors(std::string_view algorithm);

}  // namespace scree
