#include "scree/shape/read/stl.hpp"

#include "scree/shape/surface/size_range.hpp"
#include "scree/shape/surface/triangulate.hpp"
#include "scree/text.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdint>
#include <cstring>

namespace scree {
namespace {

static_assert(std::endian::native == std::endian::little, "binary STL is little-endian");

constexpr std::size_t header_size = 80, count_end = 84, triangle_size = 50;

void add_triangle(Surface& surface, const Vec3 (&corners)[3], int location) {
  const int first = surface.vertex_count();
  surface.vertices.insert(surface.vertices.end(), std::begin(corners), std::end(corners));
  surface.add_face({first, first + 1, first + 2});
  surface.face_location.push_back(location);
}

Surface parse_binary(std::string_view bytes, const std::string& name) {
  if (bytes.size() < count_end) {
    fail(
        "{}: {} bytes are too few for an STL file (84 and more). The file is cut short or is not an STL "
        "file.",
        name, bytes.size());
  }
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + header_size, sizeof count);
  const std::size_t expected = count_end + triangle_size * count;
  if (bytes.size() != expected) {
    fail(
        "{}: the header states {} triangles, which need {} bytes, but the file has {}. It is {} or not an "
        "STL file; "
        "export it again.",
        name, count, expected, bytes.size(), bytes.size() < expected ? "cut short" : "damaged");
  }
  Surface surface;
  surface.source = name;
  surface.face_unit = "triangle";
  surface.vertices.reserve(3 * static_cast<std::size_t>(count));
  Real largest = 0;
  for (std::uint32_t t = 0; t < count; ++t) {
    float values[12];  // normal and three corners; the order of the corners is more reliable than the normal
    std::memcpy(values, bytes.data() + count_end + triangle_size * t, sizeof values);
    Vec3 corners[3];
    for (int i = 0; i < 9; ++i) {
      const float x = values[3 + i];
      if (!std::isfinite(x)) {
        fail("{}, triangle {}: a coordinate is {}. Coordinates must be finite numbers.", name, t + 1, x);
      }
      check_coordinate(x, [&] { return fmt::format("{}, triangle {}", name, t + 1); });
      corners[i / 3][i % 3] = x;
      largest = std::max(largest, static_cast<Real>(std::abs(x)));
    }
    add_triangle(surface, corners, static_cast<int>(t) + 1);
  }
  surface.coordinate_error = largest * 0x1p-24;
  return surface;
}

class AsciiReader {
 public:
  AsciiReader(std::string_view text, const std::string& name)
      : rest_(without_byte_order_mark(text)), name_(name) {
    surface_.source = name;
    surface_.face_unit = "line";
  }

  Surface read() {
    std::string_view word = next();
    while (is_word(word, "solid")) {
      skip_line();  // the solid's name
      word = next();
      while (is_word(word, "facet")) {
        read_triangle();
        word = next();
      }
      if (!is_word(word, "endsolid")) fail_expecting("facet' or 'endsolid", word);
      skip_line();
      word = next();
    }
    if (!word.empty()) fail_expecting("solid", word);
    return std::move(surface_);
  }

 private:
  std::string location() const { return fmt::format("{}, line {}", name_, line_); }

  std::string_view next() {
    while (true) {
      const std::string_view word = next_word(in_line_);
      if (!word.empty() || rest_.empty()) return word;
      in_line_ = next_line(rest_);
      ++line_;
    }
  }
  void skip_line() { in_line_ = {}; }
  bool at_end() const { return rest_.empty() && in_line_.empty(); }

  [[noreturn]] void fail_expecting(std::string_view expected, std::string_view found) const {
    if (found.empty() || (at_end() && expected.starts_with(found))) {
      fail("{}: the file ends after {} triangles where '{}' should follow. It is cut short; export it again.",
           location(), surface_.face_count(), expected);
    }
    fail("{}: found '{}', expected '{}'. Is this an STL file?", location(), shown(found), expected);
  }
  void expect(std::string_view word) {
    const std::string_view found = next();
    if (!is_word(found, word)) fail_expecting(word, found);
  }
  Vec3 read_vector() {
    Vec3 v;
    for (int i = 0; i < 3; ++i) {
      v[i] = parse_number(next(), [&] { return location(); });
      check_coordinate(v[i], [&] { return location(); });
    }
    return v;
  }
  void read_triangle() {
    const int start = line_;
    expect("normal");
    for (int i = 0; i < 3; ++i) next();  // skips the normal, which is often wrong or NaN
    expect("outer");
    expect("loop");
    Vec3 corners[3];
    for (Vec3& c : corners) {
      expect("vertex");
      c = read_vector();
    }
    expect("endloop");
    expect("endfacet");
    add_triangle(surface_, corners, start);
  }

  std::string_view rest_, in_line_;
  const std::string& name_;
  int line_ = 0;
  Surface surface_;
};

bool begins_as_ascii(std::string_view bytes) {
  std::string_view head = without_byte_order_mark(bytes).substr(0, 1024);
  return head.find('\0') == std::string_view::npos && is_word(next_word(head), "solid");
}

/// Rejects text that is not STL, such as a web page or an OBJ file. Read as binary STL, such text would give
/// absurd numbers.
void refuse_other_text(std::string_view bytes, const std::string& name) {
  const std::string_view head = without_byte_order_mark(bytes).substr(0, 1024);
  const auto is_text = [](unsigned char c) { return c >= ' ' || std::isspace(c) != 0; };
  std::string_view rest = head;
  if (next_word(rest).empty() || !std::ranges::all_of(head, is_text)) return;
  rest = head.substr(head.find_first_not_of(" \t\r\n\v\f"));
  fail("{}: this is text, but not STL: it begins with '{}', not with 'solid'. Export the body as STL.", name,
       shown(next_line(rest)));
}

/// Calls visit(normal, a, b, c) for every triangle, in the frame of the input.
template <class Visit>
void for_each_triangle(const Surface& surface, Visit visit) {
  for (const auto& t : triangulate(surface).corner) {
    const Vec3 a = surface.vertices[t[0]], b = surface.vertices[t[1]], c = surface.vertices[t[2]];
    visit(normalized(cross(b - a, c - a)), surface.origin + a, surface.origin + b, surface.origin + c);
  }
}

}  // namespace

Surface parse_stl(std::string_view bytes, const std::string& name) {
  // Some binary files begin with "solid" too, so the size decides first.
  std::uint32_t count = 0;
  if (bytes.size() >= count_end) std::memcpy(&count, bytes.data() + header_size, sizeof count);
  const bool fits_binary = bytes.size() >= count_end && bytes.size() == count_end + triangle_size * count;
  const bool ascii = !fits_binary && begins_as_ascii(bytes);
  if (!fits_binary && !ascii) refuse_other_text(bytes, name);
  Surface surface = ascii ? AsciiReader(bytes, name).read() : parse_binary(bytes, name);
  if (surface.face_count() == 0) fail("{}: there are no triangles in the file.", name);
  return surface;
}

std::string format_stl_ascii(const Surface& surface) {
  std::string text = "solid scree\n";
  for_each_triangle(surface, [&](Vec3 n, Vec3 a, Vec3 b, Vec3 c) {
    fmt::format_to(std::back_inserter(text), " facet normal {} {} {}\n  outer loop\n", n.x, n.y, n.z);
    for (const Vec3 p : {a, b, c})
      fmt::format_to(std::back_inserter(text), "   vertex {} {} {}\n", p.x, p.y, p.z);
    text += "  endloop\n endfacet\n";
  });
  return text + "endsolid scree\n";
}

std::string format_stl_binary(const Surface& surface) {
  std::string bytes = "binary STL written by scree";
  bytes.resize(count_end, ' ');
  std::uint32_t count = 0;
  for_each_triangle(surface, [&](Vec3 n, Vec3 a, Vec3 b, Vec3 c) {
    for (const Vec3 p : {n, a, b, c}) {
      for (const Real x : {p.x, p.y, p.z}) {
        const auto single = static_cast<float>(x);
        bytes.append(reinterpret_cast<const char*>(&single), sizeof single);
      }
    }
    bytes.append(2, '\0');
    ++count;
  });
  std::memcpy(bytes.data() + header_size, &count, sizeof count);
  return bytes;
}

}  // namespace scree
