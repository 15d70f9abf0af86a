#include "shapes.hpp"

#include "in_turn.hpp"

#include "scree/error.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/library.hpp"
#include "scree/shape/mesh.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/read/read.hpp"
#include "scree/shape/read/stl.hpp"
#include "scree/shape/surface/triangulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numbers>

namespace scree::bench {
namespace {

using std::numbers::pi;

/// Reads a bumpy ball from a binary STL file.
int read_stl(int triangles, double& nanoseconds) {
  Surface ball = library_shape("random", {.vertices = triangles / 2 + 2, .seed = 3});
  for (Vec3& v : ball.vertices) {
    const Vec3 d = normalized(v);
    v = (1 + 0.2 * std::sin(17 * d.x) * std::sin(13 * d.y) * std::sin(15 * d.z + 1)) * v;
  }
  Surface surface;
  surface.vertices = ball.vertices;
  for (const auto& t : triangulate(ball).corner) surface.add_face(t);
  const std::string bytes = format_stl_binary(surface);
  int faces = 0;
  nanoseconds =
      nanoseconds_of([&] { faces = make_mesh(parse_surface(bytes, "ball.stl").surface).face_count(); });
  return faces;
}

/// Reads a planar sheet, which is not closed and must be refused. The sheet has about `vertices` vertices.
int refuse_obj(int vertices, double& nanoseconds) {
  const int side = static_cast<int>(std::sqrt(vertices));
  std::string text;
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) text += fmt::format("v {} {} 0\n", i, j);
  }
  for (int i = 0; i + 1 < side; ++i) {
    for (int j = 0; j + 1 < side; ++j) {
      const int a = side * i + j + 1;
      text += fmt::format("f {} {} {} {}\n", a, a + side, a + side + 1, a + 1);
    }
  }
  int refused = 0;
  nanoseconds = nanoseconds_of([&] {
    try {
      make_mesh(parse_surface(text, "sheet.obj").surface);
    } catch (const Error&) { refused = 1; }
  });
  return refused;
}

int hull_of_points(int count, double& nanoseconds) {
  Random random(33);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(random.uniform() * random.direction());
  int vertices = 0;
  nanoseconds = nanoseconds_of([&] { vertices = polyhedron_from_points(points).vertex_count(); });
  return vertices;
}

int random_body(int vertices, double& nanoseconds) {
  int made = 0;
  nanoseconds =
      nanoseconds_of([&] { made = library_shape("random", {.vertices = vertices}).vertex_count(); });
  return made;
}

int prism_of_many_sides(int sides, double& nanoseconds) {
  Surface s;
  std::vector<int> bottom, top;
  for (int i = 0; i < sides; ++i) {
    const Real angle = 2 * pi * i / sides;
    s.vertices.push_back({std::cos(angle), std::sin(angle), -1});
    s.vertices.push_back({std::cos(angle), std::sin(angle), 1});
    const int next = (i + 1) % sides;
    s.add_face({2 * i, 2 * next, 2 * next + 1, 2 * i + 1});
    bottom.insert(bottom.begin(), 2 * i), top.push_back(2 * i + 1);
  }
  s.add_face(bottom), s.add_face(top);
  int faces = 0;
  nanoseconds = nanoseconds_of([&] { faces = make_polyhedron(s).face_count(); });
  return faces;
}

/// Builds a body from two fans of triangles with a common rim. The lower fan is dented inwards, so the body
/// is concave. Many faces meet at the middle vertex of each fan.
int fans(int sides, double& nanoseconds) {
  Surface s;
  s.vertices = {{0, 0, 1}, {0, 0, 0.3}};
  for (int i = 0; i < sides; ++i) {
    const Real angle = 2 * pi * i / sides;
    s.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    const int a = 2 + i, b = 2 + (i + 1) % sides;
    s.add_face({0, a, b}), s.add_face({1, b, a});
  }
  int faces = 0;
  nanoseconds = nanoseconds_of([&] { faces = make_mesh(s).face_count(); });
  return faces;
}

int triangles_of(const std::vector<Vec2>& outline, double& nanoseconds) {
  std::vector<Vec3> vertices;
  std::vector<int> loop;
  for (const Vec2 p : outline) {
    loop.push_back(static_cast<int>(vertices.size()));
    vertices.push_back({p.x, p.y, 0});
  }
  std::vector<std::array<int, 3>> triangles;
  bool simple = false;
  nanoseconds = nanoseconds_of([&] { simple = triangulate(vertices, loop, triangles); });
  return simple ? static_cast<int>(triangles.size()) : 0;
}

Vec2 polar(Real radius, Real angle) { return {radius * std::cos(angle), radius * std::sin(angle)}; }

int comb(int corners, double& nanoseconds) {
  const int n = corners - 3;
  std::vector<Vec2> outline{{0, 0}, {Real(n), 0}};
  for (int i = n / 2 - 1; i >= 0; --i)
    outline.push_back({2.0 * i + 2, 2}), outline.push_back({2 * i + 1.5, 1});
  outline.push_back({0, 2});
  return triangles_of(outline, nanoseconds) - (static_cast<int>(outline.size()) - 2);
}

int gear(int corners, double& nanoseconds) {
  std::vector<Vec2> outline;
  for (int i = 0; i < corners; ++i) outline.push_back(polar(i % 2 == 0 ? 1 : 0.9, 2 * pi * i / corners));
  return triangles_of(outline, nanoseconds);
}

/// Triangulates the outline of a band that winds outwards and back in a spiral of ten turns.
int spiral(int corners, double& nanoseconds) {
  std::vector<Vec2> outline;
  for (int i = 0; i < corners; ++i) {
    const bool out = i < corners / 2;
    const Real angle = 20 * pi * (out ? i : corners - 1 - i) / (corners / 2 - 1);
    outline.push_back(polar((out ? 1 : 0.7) + 0.2 * angle, angle));
  }
  return triangles_of(outline, nanoseconds);
}

int circle(int corners, double& nanoseconds) {
  std::vector<Vec2> outline;
  for (int i = 0; i < corners; ++i) outline.push_back(polar(1, 2 * pi * i / corners));
  return triangles_of(outline, nanoseconds);
}

/// Triangulates an outline that crosses itself and must be refused.
int tangle(int corners, double& nanoseconds) {
  Random random(45);
  std::vector<Vec2> outline;
  for (int i = 0; i < corners; ++i) outline.push_back({random.uniform(), random.uniform()});
  return triangles_of(outline, nanoseconds);
}

int all_but_two(int n) { return n - 2; }
int none(int) { return 0; }

constexpr ShapeTask tasks[] = {
    // Merging joins a few coplanar triangles, so fewer faces than triangles remain.
    {"read and check an STL file", "triangles", 200'000, read_stl, [](int n) { return -n * 19 / 20; }},
    {"refuse an open OBJ file", "vertices", 1'000'000, refuse_obj, [](int) { return 1; }},
    {"convex hull of a ball of points", "points", 1'000'000, hull_of_points, [](int) { return -100; }},
    {"random body of the library", "vertices", 200'000, random_body, [](int n) { return n; }},
    {"prism of many sides", "sides", 40'000, prism_of_many_sides, [](int n) { return n + 2; }},
    {"concave body of two fans", "sides", 5000, fans, [](int n) { return 2 * n; }},
    {"triangulate a comb", "corners", 20'000, comb, none},
    {"triangulate a gear", "corners", 20'000, gear, all_but_two},
    {"triangulate a spiral", "corners", 20'000, spiral, all_but_two},
    {"triangulate a circle", "corners", 200'000, circle, all_but_two},
    {"refuse a tangle", "corners", 20'000, tangle, none},
};

}  // namespace

std::span<const ShapeTask> shape_tasks() { return tasks; }

ShapeRow measure_shape_task(const ShapeTask& task, bool quick) {
  ShapeRow row;
  row.name = task.name, row.counted = task.counted;
  const int largest = quick ? task.largest / 20 : task.largest, rounds = quick ? 1 : 3;
  for (const int size : {largest / 8, largest / 2, largest}) {
    double best = std::numeric_limits<double>::max();
    for (int round = 0; round < rounds; ++round) {
      double nanoseconds = 0;
      const int result = task.work(size, nanoseconds), wanted = task.expected(size);
      row.right = row.right && (wanted < 0 ? result >= -wanted : result == wanted);
      best = std::min(best, nanoseconds);
    }
    row.sizes.push_back(size), row.seconds.push_back(1e-9 * best);
  }
  row.exponent = std::log(row.seconds.back() / row.seconds.front()) /
                 std::log(static_cast<double>(row.sizes.back()) / row.sizes.front());
  return row;
}

}  // namespace scree::bench
