#include "scree/shape/read/read.hpp"

#include "scree/file.hpp"
#include "scree/shape/library.hpp"
#include "scree/shape/mesh.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/read/obj.hpp"
#include "scree/shape/read/printed.hpp"
#include "scree/shape/read/stl.hpp"
#include "scree/shape/surface/triangulate.hpp"
#include "support/support.hpp"

#include <filesystem>

namespace scree {
namespace {

using namespace test;

TEST(Obj, RoundTripIsExact) {
  for (const LibraryEntry& entry : library()) {
    for (const Placement& placement : placements) {
      Surface body = library_shape(entry.name);
      body.origin = {};
      for (Vec3& v : body.vertices) v = place_point(placement, v);
      const Surface back = parse_obj(format_obj(body), "body.obj");
      EXPECT_EQ(back.vertices, body.vertices);
      EXPECT_EQ(back.corner, body.corner);
      EXPECT_EQ(back.face_begin, body.face_begin);
    }
  }
}

TEST(Stl, RoundTripKeepsTheBody) {
  for (const LibraryEntry& entry : library()) {
    for (const Real scale : {1e-6, 1.0, 1e6}) {
      const Surface body = library_shape(entry.name, {}, {Size::By::diameter, scale});
      const Real volume = integrate_mass(body).volume;
      const ReadOptions keep{.keep_faces = entry.name == "nut"};
      const Surface ascii = parse_surface(format_stl_ascii(body), "a.stl", keep).surface;
      const Surface binary = parse_surface(format_stl_binary(body), "b.stl", keep).surface;
      for (const Surface& back : {ascii, binary}) {
        EXPECT_EQ(back.face_count(), body.face_count()) << entry.name;
        EXPECT_EQ(back.vertex_count(), body.vertex_count()) << entry.name;
      }
      EXPECT_NEAR(integrate_mass(ascii).volume / volume, 1, 1e-12) << entry.name;
      EXPECT_NEAR(integrate_mass(binary).volume / volume, 1, 1e-6) << entry.name;  // single precision
    }
  }
}

TEST(Obj, UnderstandsWhatExportersWrite) {
  const std::string text =
      "# a comment\r\nmtllib rock.mtl\r\no Rock\r\n"
      "v 0 0 0 1.0\r\nv +1 0 0\r\nv 0 1e0 0 0.5 0.5 0.5\r\nv 0 0 1.\r\n"
      "vn 0 0 1\r\nvt 0 0\r\ns off\r\nusemtl grey\r\n"
      "f 1/1/1 3/1/1 2/1/1 # base\r\nf -4//1 -3//1 -1//1\r\nf 2 3\\\r\n 4\r\nf 1 4 3\r\n";
  const ReadSurface read = parse_surface(text, "rock.obj");
  EXPECT_EQ(read.surface.face_count(), 4);
  EXPECT_TRUE(read.notes.empty());
  EXPECT_NEAR(make_polyhedron(read.surface).mass.volume, 1.0 / 6, 1e-15);
}

/// Returns the tetrahedron of the following tests with the given line ends.
std::string tetrahedron_obj(const std::string& end) {
  std::string text;
  for (const char* line :
       {"v 0 0 0", "v 1 0 0", "v 0 1 0", "v 0 0 1", "f 1 3 2", "f 1 2 4", "f 2 3 4", "f 1 4 3"})
    text += line + end;
  return text;
}

TEST(Obj, UnderstandsWhatEditorsAndOldProgramsWrite) {
  const std::string plain = tetrahedron_obj("\n");
  const auto faces = [](const std::string& text) {
    return parse_surface(text, "t.obj").surface.face_count();
  };
  EXPECT_EQ(faces(plain), 4);
  EXPECT_EQ(faces("\xEF\xBB\xBF" + plain), 4);
  EXPECT_EQ(faces(tetrahedron_obj("\r")), 4);
  EXPECT_EQ(faces(tetrahedron_obj("\r\n")), 4);
  EXPECT_EQ(faces("# from C:\\rocks\\\n" + plain), 4);
  EXPECT_EQ(faces(tetrahedron_obj(" # a corner\\\n")), 4);
  EXPECT_EQ(faces("mg 1 0.5\nvc 1 1 1\nctech cparm 1\n" + plain), 4);
}

TEST(Obj, NumbersThatUnderflowAreZero) {
  EXPECT_EQ(parse_obj("v 1e-400 -1e-400 +0." + std::string(400, '0') + "1\n", "t.obj").vertices[0], (Vec3{}));
}

TEST(Obj, ReportsItsChanges) {
  // The file contains a triangulated cube, and a vertex that no face uses.
  const Surface triangles =
      parse_surface(format_stl_ascii(library_shape("cube")), "c.stl", {.keep_faces = true}).surface;
  ASSERT_EQ(triangles.face_count(), 12);
  const ReadSurface read = parse_surface(format_obj(triangles) + "v 9 9 9\n", "c.obj");
  EXPECT_EQ(read.surface.face_count(), 6);
  ASSERT_EQ(read.notes.size(), 2U);
  EXPECT_EQ(read.notes[0], "1 vertices belong to no face and were left out");
  EXPECT_EQ(read.notes[1], "12 faces merged into 6 polygons");
}

TEST(Obj, SixDigitsAreEnough) {
  Random random(81);
  const Surface body = rotated(library_shape("dodecahedron"), random.rotation());
  std::string text;
  for (const Vec3 v : body.vertices) text += fmt::format("v {:.6f} {:.6f} {:.6f}\n", v.x, v.y, v.z);
  const std::string exact = format_obj(body);
  text += exact.substr(exact.find("\nf ") + 1);
  const ReadSurface read = parse_surface(text, "d.obj");
  ASSERT_EQ(read.notes.size(), 1U);
  EXPECT_NE(read.notes[0].find("to make polygons planar"), std::string::npos);
  EXPECT_EQ(make_polyhedron(read.surface).face_count(), 12);
}

/// Writes a unit cube that is rotated by half a radian and whose triangulated top has a ridge of this height.
/// Prints the given number of decimals, or all digits if it is 0.
std::string ridged_obj(Real height, int decimals) {
  Surface cube = library_shape("cube");
  Surface s;
  s.vertices = cube.vertices;
  const auto add = [&](Vec3 p) { s.vertices.push_back(p); };
  add({0, -0.5, 0.5 + height});
  add({0, 0.5, 0.5 + height});  // vertices 8 and 9 lie on edges along x
  const auto at = [&](Real x, Real y, Real z) {
    for (int v = 0; v < 8; ++v) {
      if (length(cube.vertices[v] - Vec3{x, y, z}) < 1e-9) return v;
    }
    return -1;
  };
  const auto corner = [&](int x, int y, int z) { return at(x - 0.5, y - 0.5, z - 0.5); };
  s.add_face({corner(0, 0, 0), corner(0, 1, 0), corner(1, 1, 0), corner(1, 0, 0)});
  s.add_face({corner(0, 0, 0), corner(0, 0, 1), corner(0, 1, 1), corner(0, 1, 0)});
  s.add_face({corner(1, 0, 0), corner(1, 1, 0), corner(1, 1, 1), corner(1, 0, 1)});
  s.add_face({corner(0, 0, 0), corner(1, 0, 0), corner(1, 0, 1), 8, corner(0, 0, 1)});
  s.add_face({corner(0, 1, 0), corner(0, 1, 1), 9, corner(1, 1, 1), corner(1, 1, 0)});
  s.add_face({corner(0, 0, 1), 8, corner(0, 1, 1)});
  s.add_face({8, 9, corner(0, 1, 1)});
  s.add_face({8, corner(1, 0, 1), corner(1, 1, 1)});
  s.add_face({8, corner(1, 1, 1), 9});
  const Quat rotation = axis_angle(normalized(Vec3{1, 2, 3}), 0.5);
  std::string text;
  for (const Vec3 v : s.vertices) {
    const Vec3 p = rotate(rotation, v) + Vec3{1, 1, 1};
    text += decimals > 0
                ? fmt::format("v {:.{}f} {:.{}f} {:.{}f}\n", p.x, decimals, p.y, decimals, p.z, decimals)
                : fmt::format("v {} {} {}\n", p.x, p.y, p.z);
  }
  const std::string all = format_obj(s);
  return text + all.substr(all.find("\nf ") + 1);
}

TEST(Obj, MergesWhatTheDigitsOfTheFileCannotTellApart) {
  const auto faces = [](Real height, int decimals, Real merge = 0) {
    return parse_surface(ridged_obj(height, decimals), "r.obj", {.merge = merge}).surface.face_count();
  };
  EXPECT_EQ(faces(0, 6), 6);
  EXPECT_EQ(faces(5e-7, 6), 6);  // the ridge is half a unit of the last decimal high
  EXPECT_EQ(faces(1e-5, 6), 7);  // the ridge is ten units high, so the top has two sides
  EXPECT_EQ(faces(0, 9), 6);
  EXPECT_EQ(faces(1e-8, 9), 7);
  EXPECT_EQ(faces(0, 0), 6);  // all digits are printed
  EXPECT_EQ(faces(1e-10, 0), 7);
  EXPECT_EQ(faces(1e-10, 0, 1e-9), 6);
}

TEST(Obj, ReportsTheDistanceOfMergedFacesFromTheirPlane) {
  const ReadSurface read = parse_surface(ridged_obj(1e-10, 0), "r.obj", {.merge = 1e-9});
  ASSERT_FALSE(read.notes.empty());
  EXPECT_NE(read.notes[0].find("9 faces merged into 6 polygons, up to 1e-10 m off their planes"),
            std::string::npos)
      << read.notes[0];
}

TEST(Obj, TheDigitsOfTheFileSetTheTolerance) {
  Surface s;
  const auto error = [&](std::vector<Vec3> vertices) {
    s.vertices = std::move(vertices);
    return printed_error(s);
  };
  EXPECT_NEAR(error({{0.123457, 0, 0}, {1, 0.5, 0.25}}), 5e-7, 1e-12);
  EXPECT_NEAR(error({{1.234567e-2, 0, 0}, {12.34567, 0.5, 0.25}}), 5e-6, 1e-12);
  EXPECT_EQ(error({{1, 0.5, 0.25}, {0, 10, 100}}), 0);               // numbers with few digits are exact
  EXPECT_EQ(error({{1.0 / 3, std::sqrt(2.0), 0.1}, {0, 1, 1}}), 0);  // numbers with all digits are exact
  EXPECT_NEAR(error({{0.00123, 0.004567, 0}, {0.0078125, 0.001, 0}}), 5e-8, 1e-12);
}

TEST(Obj, HullIgnoresTheFaces) {
  const ReadSurface read = parse_surface(format_obj(library_shape("tetris_l")), "l.obj", {.hull = true});
  EXPECT_EQ(make_polyhedron(read.surface).vertex_count(), 10);
  EXPECT_EQ(read.notes[0], "convex hull of 12 points, 10 of them vertices");
}

TEST(Stl, ABinaryFileMayBeginWithSolid) {
  std::string bytes = format_stl_binary(library_shape("cube"));
  bytes.replace(0, 6, "solid ");
  EXPECT_EQ(parse_surface(bytes, "cube.STL").surface.face_count(), 6);
}

TEST(Stl, AcceptsKeywordsInAnyCaseAndAByteOrderMark) {
  std::string text = format_stl_ascii(library_shape("cube"));
  EXPECT_EQ(parse_surface("\xEF\xBB\xBF" + text, "c.stl").surface.face_count(), 6);
  std::ranges::replace(text, '\n', '\r');
  EXPECT_EQ(parse_surface(text, "c.stl").surface.face_count(), 6);
  for (char& c : text) c = static_cast<char>(std::toupper(c));
  EXPECT_EQ(parse_surface(text, "c.stl").surface.face_count(), 6);
}

TEST(Stl, SeveralSolidsMakeOneBody) {
  Surface other = library_shape("cube");
  for (Vec3& v : other.vertices) v += Vec3{3, 0, 0};
  const std::string text = format_stl_ascii(library_shape("cube")) + format_stl_ascii(other);
  EXPECT_EQ(make_mesh(parse_surface(text, "two.stl").surface).shells, 2);
}

TEST(Stl, ABodyConvexExceptForRoundingBecomesConvex) {
  // The body is a ball of 2000 points in single precision. Some slivers among its triangles bend inwards
  // by 1e-8.
  const Surface ball = library_shape("random", {.vertices = 2000});
  const ReadSurface read = parse_surface(format_stl_binary(ball), "ball.stl");
  EXPECT_NO_THROW(make_polyhedron(read.surface));
  EXPECT_NEAR(integrate_mass(read.surface).volume / integrate_mass(ball).volume, 1, 1e-6);
}

/// Returns a bumpy ball of 200 000 triangles as a binary STL file.
std::string large_stl() {
  Surface ball = library_shape("random", {.vertices = 100'002, .seed = 3});
  for (Vec3& v : ball.vertices) {
    const Vec3 d = normalized(v);
    v = (1 + 0.2 * std::sin(17 * d.x) * std::sin(13 * d.y) * std::sin(15 * d.z + 1)) * v;
  }
  Surface triangles;
  triangles.vertices = ball.vertices;
  for (const auto& t : triangulate(ball).corner) triangles.add_face(t);
  return format_stl_binary(triangles);
}

TEST(Stl, ReadsTwoHundredThousandTriangles) {
  const std::string bytes = large_stl();
  ASSERT_EQ(bytes.size(), 84U + 50U * 200'000U);
  const Mesh mesh = make_mesh(parse_surface(bytes, "large.stl").surface);
  EXPECT_GT(mesh.face_count(), 190'000);
}

TEST(File, IsWrittenWholeOrNotAtAll) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "scree_read_test";
  std::filesystem::create_directories(folder);
  write_surface(folder / "cube.obj", library_shape("cube"));
  EXPECT_EQ(read_surface(folder / "cube.obj").surface.face_count(), 6);
  EXPECT_FALSE(std::filesystem::exists(folder / "cube.obj.part"));
  EXPECT_ERROR(write_file(folder / "no/such/folder/x.obj", "x"), "cannot be written");
  EXPECT_ERROR(read_surface(folder / "missing.obj"), "missing.obj: cannot be read");
  EXPECT_ERROR(read_file(folder), "this is a folder");
  EXPECT_ERROR(read_surface(folder / "cube.ply"), "must end in .obj or .stl");
  std::filesystem::remove_all(folder);
}

TEST(File, WritesAllFilesOrNone) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "scree_several_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "taken.stl");
  const auto write = [&](const char* second) {
    const NamedBytes files[] = {{folder / "a.obj", "a"}, {folder / second, "b"}};
    write_files(files);
  };
  EXPECT_ERROR(write("missing/b.stl"), "missing/b.stl: cannot be written");
  EXPECT_ERROR(write("taken.stl"), "this is a folder");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  write("b.stl");
  EXPECT_EQ(read_file(folder / "a.obj") + read_file(folder / "b.stl"), "ab");
  std::filesystem::remove_all(folder);
}

TEST(File, LinksStayAndDevicesAreWrittenInto) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "scree_link_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "far");
  std::filesystem::create_symlink("far/new.obj", folder / "link.obj");
  for (const std::string bytes : {"first", "second"}) {  // the target of the link is missing, then exists
    write_file(folder / "link.obj", bytes);
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.obj"));
    EXPECT_EQ(read_file(folder / "far/new.obj"), bytes);
  }
  std::filesystem::create_symlink("/dev/null", folder / "null.obj");
  write_file(folder / "null.obj", "x");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  if (std::filesystem::exists("/dev/full")) EXPECT_ERROR(write_file("/dev/full", "x"), "cannot be written");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace scree
