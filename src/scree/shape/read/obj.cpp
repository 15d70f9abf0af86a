#include "scree/shape/read/obj.hpp"

#include "scree/shape/surface/size_range.hpp"
#include "scree/text.hpp"

#include <algorithm>
#include <array>

namespace scree {
namespace {

// Statements that are ignored because they do not affect a solid: appearance, grouping and geometry other
// than faces.
constexpr std::array passed_over = {"vt",       "vn",       "vp",         "vc",       "g",      "mg",
                                    "o",        "s",        "l",          "p",        "usemtl", "mtllib",
                                    "maplib",   "usemap",   "lod",        "bevel",    "ctech",  "stech",
                                    "c_interp", "d_interp", "shadow_obj", "trace_obj"};

class ObjReader {
 public:
  ObjReader(std::string_view text, const std::string& name) : rest_(without_byte_order_mark(text)) {
    surface_.source = name;
    surface_.face_unit = "line";
  }

  Surface read() {
    while (!rest_.empty()) read_statement();
    if (surface_.vertices.empty()) {
      fail("{}: there are no vertices ('v x y z' lines). Is this an OBJ file?", surface_.source);
    }
    for (int f = 0; f < surface_.face_count(); ++f) {
      for (const int v : surface_.face(f)) {
        if (v >= surface_.vertex_count()) {
          fail("{}: the face names vertex {}, but the file has {}. Correct the index.", where(surface_, f),
               v + 1, surface_.vertex_count());
        }
      }
    }
    return std::move(surface_);
  }

 private:
  std::string location() const { return fmt::format("{}, line {}", surface_.source, line_number_); }

  void read_statement() {
    std::string_view line = take_statement();
    const std::string_view keyword = next_word(line);
    if (keyword.empty()) return;
    if (keyword == "v") {
      read_vertex(line);
    } else if (keyword == "f") {
      read_face(line);
    } else if (std::ranges::find(passed_over, keyword) == passed_over.end()) {
      fail("{}: '{}' is not a statement of a polygonal OBJ file. Export the body as polygons.", location(),
           shown(keyword));
    }
  }

  /// Returns the next statement: a line, joined with the next one as long as it ends with a backslash.
  std::string_view take_statement() {
    std::string_view line = take_line();
    line_number_ = lines_taken_;
    if (!line.ends_with('\\')) return line;
    joined_.clear();
    while (line.ends_with('\\')) {
      line.remove_suffix(1);
      joined_.append(line).append(" ");
      line = take_line();
    }
    return joined_.append(line);
  }

  /// Returns a line without its comment, so that a backslash at the end of a comment does not join lines.
  std::string_view take_line() {
    ++lines_taken_;
    const std::string_view line = next_line(rest_);
    return line.substr(0, line.find('#'));
  }

  void read_vertex(std::string_view line) {
    Vec3 p;
    for (int i = 0; i < 3; ++i) {
      p[i] = parse_number(next_word(line), [&] { return location(); });
      check_coordinate(p[i], [&] { return location(); });
    }
    surface_.vertices.push_back(p);  // a weight or a colour may follow
  }

  /// Returns the vertex of a corner: "vertex", "vertex/texture", "vertex//normal" or "vertex/texture/normal".
  long read_corner(std::string_view word) const {
    std::string_view rest = word;
    const auto take_index = [&](bool optional) {
      const std::string_view digits = rest.substr(0, rest.find('/'));
      rest.remove_prefix(digits.size());
      long index = 0;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
      const bool whole = error == std::errc() && end == digits.data() + digits.size();
      if (!whole && !(optional && digits.empty())) {
        fail("{}: '{}' is not a vertex index. Corners are whole numbers: 7, 7/1, 7//1 or 7/1/1.", location(),
             shown(word));
      }
      return index;
    };
    const long vertex = take_index(false);
    for (int k = 0; k < 2 && !rest.empty(); ++k) {
      rest.remove_prefix(1);
      take_index(true);
    }
    if (!rest.empty())
      fail("{}: '{}' has more than three parts. Corners look like 7/1/1.", location(), shown(word));
    return vertex;
  }

  void read_face(std::string_view line) {
    loop_.clear();
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      const long index = read_corner(word);
      const long last = static_cast<long>(surface_.vertices.size());
      const long from_zero =
          index < 0 ? last + index : index - 1;  // a negative index counts back from the last vertex
      if (index == 0 || from_zero < 0 || from_zero > 2'000'000'000) {
        fail("{}: vertex {} does not exist. Indices start at 1.", location(), index);
      }
      loop_.push_back(static_cast<int>(from_zero));
    }
    if (loop_.size() < 3)
      fail("{}: a face needs at least three vertices, this one has {}.", location(), loop_.size());
    surface_.add_face(loop_);
    surface_.face_location.push_back(line_number_);
  }

  std::string_view rest_;
  std::string joined_;
  int lines_taken_ = 0, line_number_ = 0;
  std::vector<int> loop_;
  Surface surface_;
};

}  // namespace

Surface parse_obj(std::string_view text, const std::string& name) { return ObjReader(text, name).read(); }

std::string format_obj(const Surface& surface) {
  std::string text = "# written by scree\n";
  for (const Vec3 v : surface.vertices) {
    const Vec3 p = surface.origin + v;
    fmt::format_to(std::back_inserter(text), "v {} {} {}\n", p.x, p.y, p.z);
  }
  for (int f = 0; f < surface.face_count(); ++f) {
    text += 'f';
    for (const int v : surface.face(f)) fmt::format_to(std::back_inserter(text), " {}", v + 1);
    text += '\n';
  }
  return text;
}

}  // namespace scree
