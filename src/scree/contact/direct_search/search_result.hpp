// From the basic contacts of a search to its result: order, type and normal of the whole; and the whole
// as one Contact.
#pragma once

#include "scree/contact/direct_search/feature_check.hpp"

namespace scree {

/// Sorts the contacts and fills type, features, normal, distance and status of the whole.
///
/// The paper takes the type from the number of contacts: 1 basic, 2 parallel edges or edge-face, 3 and more
/// face-face. We take it from what the contacts have in common: an edge of each body, parallel within 1
/// degree (parallel edges); an edge and a face (edge-face); two faces (face-face). In exact contact that is
/// the same; within a tolerance the number alone may be wrong (three contacts on one edge). Contacts without
/// a common feature, which only a wide tolerance brings, have the type of the nearest one.
///
/// The normals are those of the paper's virtual contact planes; two faces that are not quite parallel share
/// the mean of their normals, so that exchanging the bodies changes nothing.
void finish(const SearchPair& pair, ContactList& list);

/// The same as one Contact: exact while the overlap or gap is well below the distance tolerance, for the list
/// then holds the features that decide; never less than the least overlap or distance. Of lists with status
/// `separated` only the verdict is exact: the overlap is minus the gap along the plane found, at most the
/// distance. Lists that failed stay failed.
Contact condense(const SearchPair& pair, const ContactList& list, const Tolerance& tolerance);

}  // namespace scree
