// scree verify for a file of pairs with superquadrics.
#pragma once

#include <string>

namespace scree::cli {

/// Checks the algorithms on the pairs and prints the result. `algorithm` is a name of the list, or all.
/// Throws CheckFailed if an algorithm that claims to be exact is wrong.
void verify_round(const std::string& bytes, const std::string& file, const std::string& algorithm, bool json);

}  // namespace scree::cli
