// Features that users of other programs look for in a scene and that Scree does not have yet. Messages name
// the feature instead of the nearest key, which would mislead.
#pragma once

#include <string>
#include <string_view>

namespace scree {

/// Returns a sentence about a feature that is not in Scree yet, for the name of a table, a key or a law, with
/// an alternative if there is one. Returns an empty text for any other name.
std::string wish_text(std::string_view name);

}  // namespace scree
