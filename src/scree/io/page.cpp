#include "scree/io/page.hpp"

#include "scree/io/packing.hpp"
#include "scree/io/svg.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace scree {
namespace {

void put(std::string& page, std::string_view mark, std::string_view text) {
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) throw std::logic_error("viewer/page.html lacks " + std::string(mark));
  page.replace(at, mark.size(), text);
}

}  // namespace

std::string replay_page(std::string_view title, std::string_view recording, std::string_view live) {
  std::string page(viewer_file("page.html")), scripts;
  for (const char* name : {"recording.js", "camera.js", "scene.js", "plots.js", "colors.js", "app.js"})
    scripts += fmt::format("<script>\n{}</script>\n", viewer_file(name));
  put(page, "<!--TITLE-->", escaped(title));
  put(page, "<!--STYLE-->", viewer_file("page.css"));
  if (!live.empty()) put(page, "<body>", fmt::format("<body data-live=\"{}\">", escaped(live)));
  put(page, "<!--SCRIPTS-->", scripts);
  put(page, "<!--RECORDING-->", base64(recording));
  return page;
}

}  // namespace scree
