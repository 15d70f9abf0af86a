// The command as the user gave it, for messages that suggest a corrected command.
#pragma once

#include <string>

namespace scree::cli {

void remember_command(int argc, char** argv);
/// Returns the command with quotes where a shell needs them; it begins with "scree".
std::string given_command();

}  // namespace scree::cli
