#include "scree/version.hpp"

namespace scree {

const char* version() { return SCREE_VERSION; }

}  // namespace scree
