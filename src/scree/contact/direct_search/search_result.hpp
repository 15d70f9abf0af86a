// Turns the basic contacts of a search into its result: order, type and normal of the whole list, and the
// list condensed into one Contact.
#pragma once

#include "scree/contact/direct_search/feature_check.hpp"

namespace scree {

/// Sorts the contacts and fills type, features, normal, distance and status of the list.
///
/// The paper derives the type from the number of contacts: 1 is basic, 2 parallel edges or edge-face, 3 and
/// more face-face. This version derives it from the features that the contacts share: an edge of each body,
/// parallel within 1 degree (parallel edges); an edge and a face (edge-face); two faces (face-face). For
/// exact contact both rules give the same type. Within a tolerance the number alone may give a wrong type, as
/// for three contacts on one edge. Contacts may share no feature if the tolerance is wide. The list then has
/// the type of the nearest contact.
///
/// The normals are the normals of the paper's virtual contact planes. Two faces that are not quite parallel
/// share the mean of their normals, so that exchanging the bodies changes nothing.
void finish(const SearchPair& pair, ContactList& list);

/// Returns the list as one Contact. The contact is exact if the overlap or gap is well below the distance
/// tolerance, because the list then contains the features that determine it. Its overlap or gap is never less
/// than the least overlap or distance. For lists with status `separated` only the status is exact: the
/// overlap is minus the gap along the plane found, which is at most the distance. A list with the status
/// `failed` gives a contact with this status.
Contact condense(const SearchPair& pair, const ContactList& list, const Tolerance& tolerance);

}  // namespace scree
