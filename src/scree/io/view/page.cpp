#include "scree/io/view/page.hpp"

#include "scree/io/encode/packing.hpp"
#include "scree/io/encode/svg.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace scree {
namespace {

void put(std::string& page, std::string_view mark, std::string_view text) {
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) throw std::logic_error("viewer/page.html lacks " + std::string(mark));
  page.replace(at, mark.size(), text);
}

/// Replaces each line that names a script by the text of the script.
void put_scripts(std::string& page) {
  const std::string_view open = "<script src=\"", close = "\"></script>";
  for (std::size_t at = page.find(open); at != std::string::npos; at = page.find(open, at)) {
    const std::size_t from = at + open.size(), end = page.find(close, from);
    const std::string name = page.substr(from, end - from);
    if (viewer_file(name).empty())
      throw std::logic_error("viewer/page.html names " + name + ", which is not there");
    const std::string script = fmt::format("<script>\n{}</script>", viewer_file(name));
    page.replace(at, end + close.size() - at, script);
    at += script.size();
  }
}

}  // namespace

std::string replay_page(std::string_view title, std::string_view recording, std::string_view live) {
  std::string page(viewer_file("page.html"));
  put(page, "<!--TITLE-->", escaped(title));
  put(page, "<!--STYLE-->", viewer_file("page.css"));
  if (!live.empty()) put(page, "<body>", fmt::format("<body data-live=\"{}\">", escaped(live)));
  put_scripts(page);
  put(page, "<!--RECORDING-->", base64(recording));
  return page;
}

}  // namespace scree
