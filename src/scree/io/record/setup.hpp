// The setup of a world: everything that its state does not hold, so that a state goes on only in a world of
// the same setup. Worlds that are made of scenes and worlds that are made in code are compared alike.
#pragma once

#include "scree/world/world.hpp"

#include <string>
#include <string_view>

namespace scree {

/// Settings, shapes, materials, walls, motions and insertions of a world, one "name = value" a line. Numbers
/// have all their digits. A shape, a mesh or a long list is a line with a hash of its content.
std::string setup_of(const World& world);

/// Throws an Error that names the first line in which two setups differ. `file` heads the message.
void check_same_setup(const std::string& file, std::string_view saved, std::string_view now);

}  // namespace scree
