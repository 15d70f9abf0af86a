// The replay page: one HTML file with its styles, its scripts and a recording inside. It needs no server, no
// network and no installation.
#pragma once

#include <string>
#include <string_view>

namespace scree {

/// Returns a page that shows a recording. `live` is the path under which a live server provides frames; empty
/// for a recorded run.
std::string replay_page(std::string_view title, std::string_view recording, std::string_view live = {});

/// Returns one of the files of viewer/, which are built into the program; empty for any other name.
std::string_view viewer_file(std::string_view name);

}  // namespace scree
