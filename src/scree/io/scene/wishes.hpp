// What users of other programs look for in a scene and Scree does not have yet: named instead of the nearest
// key, which would mislead.
#pragma once

#include <string>
#include <string_view>

namespace scree {

/// Returns a sentence about a feature that is not in Scree yet, for the name of a table, a key or a law, with
/// what to do instead where there is something. Returns nothing for any other name.
std::string wish_text(std::string_view name);

}  // namespace scree
