// The command as the user gave it, for messages that tell which one to give instead.
#pragma once

#include <string>

namespace scree::cli {

void remember_command(int argc, char** argv);
/// The command with quotes where a shell needs them; it begins with "scree".
std::string given_command();

}  // namespace scree::cli
