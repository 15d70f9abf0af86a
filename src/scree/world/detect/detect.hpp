// From the list of pairs to the contacts, a batch of one kind at a time.
#pragma once

#include "scree/world/contacts.hpp"

#include <string_view>

namespace scree {

struct DetectInput {
  const Bodies* bodies;
  const Shapes* shapes;
  const Walls* walls;
  const MaterialTable* materials;
  bool patch;      // corners of faces, else one point a contact
  int quadrature;  // degree of the rule over the polygons of facets
};

/// Fills `out` with the pairs of the batch that touch and their points in the frame of the world. Caches are
/// used and renewed.
using DetectBatch = void (*)(const DetectInput& input, PairList& list, const Batch& batch,
                             BatchContacts& out);

/// The detectors of all kinds of pairs, with one algorithm for two polyhedra. Throws an Error when there is
/// no algorithm of that name.
std::array<DetectBatch, pair_kinds> detectors(std::string_view algorithm);

}  // namespace scree
