// Bad files, at every scale and far from the origin: each produces one message that names the file, the
// location and the cause.

#include "scree/shape/library.hpp"
#include "scree/shape/mesh.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/read/obj.hpp"
#include "scree/shape/read/read.hpp"
#include "scree/shape/read/stl.hpp"
#include "support/support.hpp"

namespace scree {
namespace {

using namespace test;

Surface cube_at(const Placement& p) {
  Surface cube = library_shape("cube");
  for (Vec3& v : cube.vertices) v = place_point(p, v);
  return cube;
}

/// Returns the loops of a surface as vectors that can be edited.
std::vector<std::vector<int>> loops_of(const Surface& s) {
  std::vector<std::vector<int>> loops;
  for (int f = 0; f < s.face_count(); ++f) loops.emplace_back(s.face(f).begin(), s.face(f).end());
  return loops;
}

std::string obj(const std::vector<Vec3>& vertices, const std::vector<std::vector<int>>& loops) {
  Surface s;
  s.vertices = vertices;
  for (const auto& loop : loops) s.add_face(loop);
  return format_obj(s);
}

Mesh load(const std::string& bytes, const std::string& name) {
  return make_mesh(parse_surface(bytes, name).surface);
}

TEST(BadSurface, IsExplainedAtEveryScale) {
  for (const Placement& placement : placements) {
    const Surface cube = cube_at(placement);
    const auto vertices = cube.vertices;
    const auto loops = loops_of(cube);

    auto open = loops;
    open.erase(open.begin() + 2);
    EXPECT_ERROR(load(obj(vertices, open), "x.obj"), "so the surface is open");
    EXPECT_ERROR(load(obj(vertices, open), "x.obj"), "x.obj, line ");

    auto inverted = loops;
    for (auto& loop : inverted) std::ranges::reverse(loop);
    EXPECT_ERROR(load(obj(vertices, inverted), "x.obj"), "x.obj: the surface is inside out");

    auto one_reversed = loops;
    std::ranges::reverse(one_reversed[3]);
    EXPECT_ERROR(load(obj(vertices, one_reversed), "x.obj"), "turned inside out");

    auto twice = loops;
    twice.push_back(loops[0]);
    EXPECT_ERROR(load(obj(vertices, twice), "x.obj"), "belongs to 3 faces");

    auto fins = vertices;  // a two-sided triangle is attached to an edge, which then has four faces
    fins.push_back(place_point(placement, {2, 2, 2}));
    auto with_fin = loops;
    with_fin.push_back({loops[0][0], loops[0][1], 8});
    with_fin.push_back({loops[0][1], loops[0][0], 8});
    EXPECT_ERROR(load(obj(fins, with_fin), "x.obj"), "belongs to 4 faces");

    auto two_cubes = vertices;  // the cubes are joined at one vertex
    auto two_loops = loops;
    const Vec3 shift = vertices[7] - vertices[0];
    for (const Vec3 v : vertices) two_cubes.push_back(v + shift);
    for (auto loop : loops) {
      for (int& v : loop) v = v == 0 ? 7 : v + 8;
      two_loops.push_back(loop);
    }
    EXPECT_ERROR(load(obj(two_cubes, two_loops), "x.obj"), "touches itself at");

    auto flattened = vertices;
    for (Vec3& v : flattened) v.z = vertices[0].z;
    EXPECT_THROW(load(obj(flattened, loops), "x.obj"), Error);
    EXPECT_ERROR(load(obj({place_point(placement, {0, 0, 0}), place_point(placement, {1, 0, 0}),
                           place_point(placement, {0, 1, 0}), place_point(placement, {1, 1, 0})},
                          {{0, 1, 2}, {2, 1, 3}, {1, 0, 3}, {0, 2, 3}}),
                      "x.obj"),
                 "the body is flat");

    // Two faces use a copy of a vertex, so the surface has a slit. Welding closes the slit.
    auto doubled = vertices;
    doubled.push_back(vertices[loops[0][0]]);
    auto slit = loops;
    slit[0][0] = 8;
    EXPECT_ERROR(load(obj(doubled, slit), "x.obj"), "--weld 1e-6 welds vertices that coincide");
    EXPECT_EQ(error_of([&] { parse_surface(obj(vertices, open), "x.obj", {.weld = 1e-6}); }).find("--weld"),
              std::string::npos);  // the user gave the option, and the hole is a real one
    EXPECT_NO_THROW(parse_surface(obj(doubled, slit), "x.obj", {.weld = 1e-6}));

    auto bent = vertices;
    bent[0] += place_point({placement.scale, 0}, {0.01, 0.02, 0.03});
    EXPECT_ERROR(load(obj(bent, loops), "x.obj"), "the face is not planar");

    auto repeated = loops;
    repeated[1][2] = repeated[1][0];
    EXPECT_ERROR(load(obj(vertices, repeated), "x.obj"), "appears twice in this face");
  }
}

TEST(BadSurface, IsReportedThroughTheProgramInterface) {
  const Surface cube = library_shape("cube");
  auto loops = loops_of(cube);
  loops[2][1] = 77;
  EXPECT_ERROR(polyhedron_from_faces(cube.vertices, loops), "face 3: vertex 78 does not exist; there are 8");
  loops[2][1] = -1;
  EXPECT_ERROR(polyhedron_from_faces(cube.vertices, loops), "face 3: vertex 0 does not exist");
  EXPECT_ERROR(polyhedron_from_faces(cube.vertices, {}), "there are no faces");
  EXPECT_ERROR(polyhedron_from_faces({}, {}), "there are no vertices");
  auto vertices = cube.vertices;
  vertices[4].y = INFINITY;
  EXPECT_ERROR(polyhedron_from_faces(vertices, loops_of(cube)), "vertex 5 is (");
  vertices[4].y = NAN;
  EXPECT_ERROR(polyhedron_from_faces(vertices, loops_of(cube)), "nan");
  for (Vec3& v : vertices) v = {1, 2, 3};
  EXPECT_ERROR(polyhedron_from_faces(vertices, loops_of(cube)), "all vertices coincide");
}

TEST(BadObj, NamesTheLine) {
  const std::string tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n";
  EXPECT_NO_THROW(load(tetrahedron + "f 1 4 3\n", "x.obj"));
  EXPECT_ERROR(load(tetrahedron + "f 1 4 5\n", "x.obj"),
               "x.obj, line 8: the face names vertex 5, but the file has 4");
  EXPECT_ERROR(load(tetrahedron + "f 1 4 0\n", "x.obj"), "x.obj, line 8: vertex 0 does not exist");
  EXPECT_ERROR(load(tetrahedron + "f 1 4 -5\n", "x.obj"), "x.obj, line 8: vertex -5 does not exist");
  EXPECT_ERROR(load(tetrahedron + "f 1 4 99999999999999999999\n", "x.obj"), "is not a vertex index");
  EXPECT_ERROR(load(tetrahedron + "f 1 4\n", "x.obj"), "x.obj, line 8: a face needs at least three vertices");
  EXPECT_ERROR(load(tetrahedron + "f 1 four 3\n", "x.obj"), "x.obj, line 8: 'four' is not a vertex index");
  EXPECT_ERROR(load("v 0 0\n", "x.obj"), "x.obj, line 1: a number is missing");
  EXPECT_ERROR(load("v 0 0 zero\n", "x.obj"), "x.obj, line 1: 'zero' is not a number");
  EXPECT_ERROR(load("v 0 0 nan\n", "x.obj"), "x.obj, line 1: the coordinate is nan");
  EXPECT_ERROR(load("v 0 -inf 0\n", "x.obj"), "x.obj, line 1: the coordinate is -inf");
  EXPECT_ERROR(load("v 0 -1e999 0\n", "x.obj"), "-1e999 is out of range. Numbers go up to 1.7e308");
  EXPECT_ERROR(load("v 0 1e999x 0\n", "x.obj"), "'1e999x' is not a number. Correct it");
  EXPECT_ERROR(load("v 0 0x1 0\n", "x.obj"), "'0x1' is not a number");
  EXPECT_ERROR(load("v 1,0 0 0\n", "x.obj"), "'1,0' is not a number. Write a decimal point, not a comma");
  EXPECT_ERROR(load(tetrahedron + "f 1/x/y 4 3\n", "x.obj"), "x.obj, line 8: '1/x/y' is not a vertex index");
  EXPECT_ERROR(load(tetrahedron + "f 1/1.5 4 3\n", "x.obj"), "'1/1.5' is not a vertex index");
  EXPECT_ERROR(load(tetrahedron + "f /1 4 3\n", "x.obj"), "'/1' is not a vertex index");
  EXPECT_ERROR(load(tetrahedron + "f 1/1/1/1 4 3\n", "x.obj"), "'1/1/1/1' has more than three parts");
  EXPECT_ERROR(load("v 0 0 0\rv 0 0 zero\r", "x.obj"), "x.obj, line 2: 'zero'");
  EXPECT_ERROR(load("", "x.obj"), "x.obj: there are no vertices");
  EXPECT_ERROR(load("v 0 0 0\nv 1 0 0\n", "x.obj"), "x.obj: there are no faces");
  EXPECT_ERROR(load("PK\x03\x04garbage\n", "x.obj"), "is not a statement of a polygonal OBJ file");
  EXPECT_ERROR(load(tetrahedron, "x.obj"), "so the surface is open");  // the file is cut short
}

TEST(BadStl, NamesTheTriangleOrLine) {
  const std::string binary = format_stl_binary(library_shape("cube")),
                    ascii = format_stl_ascii(library_shape("cube"));
  EXPECT_ERROR(load("", "x.stl"), "0 bytes are too few");
  EXPECT_ERROR(load(binary.substr(0, 300), "x.stl"),
               "states 12 triangles, which need 684 bytes, but the file has 300. It is cut short");
  EXPECT_ERROR(load(binary + "more", "x.stl"), "damaged");
  EXPECT_ERROR(load(ascii.substr(0, ascii.size() / 2), "x.stl"), "x.stl, line ");
  EXPECT_ERROR(load(ascii.substr(0, ascii.size() - 20), "x.stl"), "cut short");
  EXPECT_ERROR(load("solid nothing\nendsolid nothing\n", "x.stl"), "no triangles");
  std::string wrong = ascii;
  wrong.replace(wrong.find("vertex"), 6, "vortex");
  EXPECT_ERROR(load(wrong, "x.stl"), "x.stl, line 4: found 'vortex', expected 'vertex'");
  std::string nan = binary;
  const float value = NAN;
  nan.replace(84 + 50 * 3 + 12, 4, reinterpret_cast<const char*>(&value), 4);
  EXPECT_ERROR(load(nan, "x.stl"), "x.stl, triangle 4: a coordinate is nan");
  std::string missing = binary.substr(0, binary.size() - 50);
  missing[80] = 11;
  EXPECT_ERROR(load(missing, "x.stl"), "so the surface is open");
  EXPECT_ERROR(
      load("hello world, this is not an STL file, but it is longer than eighty-four characters, really",
           "x.stl"),
      "x.stl: this is text, but not STL: it begins with 'hello world");
  EXPECT_ERROR(load("\n<!DOCTYPE html>\n<html>", "x.stl"),
               "it begins with '<!DOCTYPE html>', not with 'solid'");
  EXPECT_ERROR(load("\xEF\xBB\xBF" + format_obj(library_shape("cube")), "x.stl"), "'# written by scree'");
}

TEST(BadStl, ReportsSinglePrecisionFarFromTheOrigin) {
  const auto cube_away = [](Real sizes) {
    return format_stl_binary(cube_at({.scale = 1, .sizes_away = sizes}));
  };
  EXPECT_ERROR(load(cube_away(1e5), "x.stl"), "x.stl: the body is 1.7");
  EXPECT_ERROR(load(cube_away(1e5), "x.stl"), "rounds its coordinates to 0.006 m. Move it to the origin");
  const auto notes = parse_surface(cube_away(128), "x.stl").notes;
  ASSERT_FALSE(notes.empty());
  EXPECT_EQ(notes[0].find("coordinates are rounded to 7.7e-06 m, 4e-06 of the size"), 0U) << notes[0];
  for (const std::string& note : parse_surface(cube_away(1), "x.stl").notes) {
    EXPECT_EQ(note.find("rounded to"), std::string::npos) << note;
  }
}

TEST(BadObj, AnOpenSheetOfAMillionVerticesIsRefused) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    for (int j = 0; j < 1000; ++j) text += fmt::format("v {} {} 0\n", i, j);
  }
  for (int i = 0; i + 1 < 1000; ++i) {
    for (int j = 0; j + 1 < 1000; ++j) {
      const int a = 1000 * i + j + 1;
      text += fmt::format("f {} {} {} {}\n", a, a + 1000, a + 1001, a + 1);
    }
  }
  EXPECT_ERROR(load(text, "sheet.obj"), "so the surface is open");
}

}  // namespace
}  // namespace scree
