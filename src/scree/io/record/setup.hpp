// The setup of a world: everything that is not part of its state. A state can only be continued in a world of
// the same setup. The comparison is the same for worlds made from scenes and for worlds made in code.
#pragma once

#include "scree/world/world.hpp"

#include <string>
#include <string_view>

namespace scree {

/// Returns settings, shapes, materials, walls, motions and insertions of a world as text, one "name = value"
/// per line. Numbers are written with all their digits. A shape, a mesh or a long list is a line with a hash
/// of its content.
std::string setup_of(const World& world);

/// Throws an Error that names the first line in which two setups differ. The message begins with `file`.
void check_same_setup(const std::string& file, std::string_view saved, std::string_view now);

}  // namespace scree
