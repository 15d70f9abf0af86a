#include "scree/io/scene/poses.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/text.hpp"

namespace scree {

PoseTable read_pose_table(const std::filesystem::path& file, Real unit) {
  const std::string text = read_file(file);
  PoseTable table;
  std::string_view rest = text;
  for (int line = 1; !rest.empty(); ++line) {
    const auto where = [&] { return fmt::format("{}, line {}", file.string(), line); };
    const std::string_view whole = next_line(rest);
    std::string_view words = whole.substr(0, whole.find('#'));
    if (words.find_first_not_of(" \t") == std::string_view::npos) {
      const std::size_t at = whole.find("L=");
      if (at == std::string_view::npos) continue;
      std::string_view width = whole.substr(at + 2);
      table.width = unit * parse_number(next_word(width), where);
      continue;
    }
    Real v[7];
    for (Real& x : v) x = parse_number(next_word(words), where);
    if (!next_word(words).empty()) fail("{}: more than 7 numbers. A line is x y z qw qx qy qz.", where());
    const Quat q{v[3], v[4], v[5], v[6]};
    const Real norm = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(std::abs(norm - 1) < 0.01)) fail("{}: the quaternion has length {}, not 1.", where(), norm);
    table.poses.push_back({unit * Vec3{v[0], v[1], v[2]}, normalized(q)});
  }
  if (table.poses.empty()) fail("{}: there are no poses in the file.", file.string());
  return table;
}

}  // namespace scree
