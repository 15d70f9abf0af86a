// The replay page: one HTML file with its styles, its scripts and a recording inside. It needs no server, no
// network and nothing installed.
#pragma once

#include <string>
#include <string_view>

namespace scree {

/// A page that shows a recording. `live`: the path under which the program that serves it gives frames.
std::string replay_page(std::string_view title, std::string_view recording, std::string_view live = {});

/// One of the files of viewer/, which are built into the program; empty for any other name.
std::string_view viewer_file(std::string_view name);

}  // namespace scree
