#include "scree/shape/clean/clean.hpp"

#include "scree/shape/clean/hull.hpp"
#include "scree/shape/library.hpp"
#include "scree/shape/mesh.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/surface/mass.hpp"
#include "scree/shape/surface/triangulate.hpp"
#include "support/support.hpp"

#include <map>

namespace scree {
namespace {

using namespace test;

/// Returns the triangles of a body, each with its own corners, as an STL file stores them.
Surface triangle_soup(const Surface& body) {
  Surface soup;
  for (const auto& t : triangulate(body).corner) {
    const int first = soup.vertex_count();
    for (const int v : t) soup.vertices.push_back(body.vertices[v]);
    soup.add_face({first, first + 1, first + 2});
  }
  return soup;
}

Real largest_deviation(const Surface& s) {
  Real worst = 0;
  for (int f = 0; f < s.face_count(); ++f) {
    const Vec3 n = normalized(area_vector(s.vertices, s.face(f)));
    for (const int v : s.face(f))
      worst = std::max(worst, std::abs(dot(n, s.vertices[v] - s.vertices[s.face(f)[0]])));
  }
  return worst;
}

TEST(Clean, WeldsAndMergesASoupOfTrianglesBackIntoPolygons) {
  for (const LibraryEntry& entry : library()) {
    if (entry.name == "nut") continue;  // the nut keeps its triangles
    const Surface body = library_shape(entry.name);
    Surface soup = triangle_soup(body);
    clean(soup, {.weld = 1e-6, .planar = 1e-6, .merge = 1e-6});
    EXPECT_EQ(soup.vertex_count(), body.vertex_count()) << entry.name;
    EXPECT_EQ(soup.face_count(), body.face_count()) << entry.name;
    EXPECT_NEAR(integrate_mass(soup).volume, integrate_mass(body).volume, 1e-13);
  }
}

TEST(Clean, FlattensBodiesRoundedToSinglePrecision) {
  // The bodies are rotated at random and rounded, so their polygons are no longer planar or convex. Cleaning
  // must restore the numbers of faces and vertices.
  Random random(21);
  for (const std::string name :
       {"cube", "dodecahedron", "rhombic_dodecahedron", "prism", "tetris_l", "box"}) {
    const Surface body = library_shape(name);
    for (int n = 0; n < 20; ++n) {
      Surface rounded = rotated(body, random.rotation());
      for (Vec3& v : rounded.vertices)
        v = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
      Surface soup = triangle_soup(rounded);
      clean(soup, {.weld = 1e-6, .planar = 1e-6, .merge = 1e-6});
      EXPECT_EQ(soup.face_count(), body.face_count()) << name;
      EXPECT_LT(largest_deviation(soup), 1e-12) << name;
      EXPECT_NEAR(integrate_mass(soup).volume, integrate_mass(body).volume, 1e-6);
      if (name != "tetris_l") { EXPECT_NO_THROW(make_polyhedron(soup)) << name; }
    }
  }
}

TEST(Clean, DropsVerticesInsideEdgesAndFaces) {
  // The body is a cube whose faces are 3 x 3 grids of squares: 56 vertices, 54 faces.
  Surface grid;
  std::map<std::tuple<int, int, int>, int> index;
  const auto vertex = [&](int x, int y, int z) {
    const auto [it, is_new] = index.try_emplace({x, y, z}, grid.vertex_count());
    if (is_new) grid.vertices.push_back({x / 3.0, y / 3.0, z / 3.0});
    return it->second;
  };
  for (int axis = 0; axis < 3; ++axis) {
    for (const int level : {0, 3}) {
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          const auto at = [&](int u, int v) {
            return axis == 0 ? vertex(level, u, v) : axis == 1 ? vertex(v, level, u) : vertex(u, v, level);
          };
          std::vector<int> loop{at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)};
          if (level == 0) std::ranges::reverse(loop);
          grid.add_face(loop);
        }
      }
    }
  }
  ASSERT_EQ(grid.vertex_count(), 56);
  const auto notes = clean(grid, computed);
  EXPECT_EQ(grid.vertex_count(), 8);
  EXPECT_EQ(grid.face_count(), 6);
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0], "54 faces merged into 6 polygons");
  EXPECT_EQ(notes[1], "24 vertices inside straight edges dropped");
  EXPECT_NEAR(make_polyhedron(grid).mass.volume, 1, 1e-15);
}

TEST(Clean, KeepsTheTrianglesOfAFaceWithAHole) {
  Surface nut = library_shape("nut");
  clean(nut, computed);
  // The 6 outer sides and the 6 x 30 pieces of the bore become quadrilaterals. The two ends, which have a
  // hole, keep 36 triangles each.
  EXPECT_EQ(nut.face_count(), 6 + 180 + 72);
}

/// Returns a slab whose top is a gentle wave of triangles on a grid. Some regions of the top are planar
/// within rounding, but the whole top is curved.
Surface wavy_slab(int n, Real height) {
  Surface s;
  const auto top = [&](int i, int j) { return i * (n + 1) + j; };
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) {
      const Real x = 1.0 * i / n, y = 1.0 * j / n;
      s.vertices.push_back({x, y, 0.2 + height * std::sin(3 * x) * std::cos(4 * y)});
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      s.add_face({top(i, j), top(i + 1, j), top(i + 1, j + 1)});
      s.add_face({top(i, j), top(i + 1, j + 1), top(i, j + 1)});
    }
  }
  std::vector<int> rim;  // counter-clockwise seen from above
  for (int i = 0; i < n; ++i) rim.push_back(top(i, 0));
  for (int j = 0; j < n; ++j) rim.push_back(top(n, j));
  for (int i = n; i > 0; --i) rim.push_back(top(i, n));
  for (int j = n; j > 0; --j) rim.push_back(top(0, j));
  const int first_base = s.vertex_count(), m = static_cast<int>(rim.size());
  std::vector<int> floor;
  for (int k = 0; k < m; ++k) {
    s.vertices.push_back({s.vertices[rim[k]].x, s.vertices[rim[k]].y, 0});
    s.add_face({rim[(k + 1) % m], rim[k], first_base + k, first_base + (k + 1) % m});
    floor.push_back(first_base + m - 1 - k);
  }
  s.add_face(floor);
  return s;
}

TEST(Clean, GentlyCurvedMeshesAreNeitherRefusedNorDamaged) {
  for (const auto& [n, height] : {std::pair(40, 1e-3), {30, 1e-4}, {50, 1e-3}, {60, 1e-2}}) {
    for (const Real rounding : {0.0, 5e-7, 5e-8}) {
      SCOPED_TRACE(fmt::format("{} {} {}", n, height, rounding));
      Surface merged = wavy_slab(n, height);
      if (rounding > 0) {
        for (Vec3& v : merged.vertices) v.z = 2 * rounding * std::round(v.z / (2 * rounding));
      }
      merged.coordinate_error = rounding;
      Surface kept = merged;
      clean(merged, computed);
      clean(kept, {.keep_faces = true});
      const Mesh a = make_mesh(merged), b = make_mesh(kept);
      EXPECT_NEAR(a.mass.volume / b.mass.volume, 1, 1e-9 + 20 * rounding);
      EXPECT_NEAR(std::ranges::min(a.layer_thickness), std::ranges::min(b.layer_thickness), 1e-4);
    }
  }
}

TEST(Clean, SliversThatCloseATJunctionJoinTheirNeighbour) {
  // One edge of the cube is split at 0.37 on one side only. The triangle (a, b, m) with zero height closes
  // the gap.
  Random random(22);
  for (int n = 0; n < 20; ++n) {
    for (const bool single : {false, true}) {
      Surface cube = library_shape("cube");
      Surface split;
      split.vertices = cube.vertices;
      const int a = cube.face(0)[0], b = cube.face(0)[1], m = cube.vertex_count();
      split.vertices.push_back(cube.vertices[a] + 0.37 * (cube.vertices[b] - cube.vertices[a]));
      for (int f = 0; f < cube.face_count(); ++f) {
        const auto loop = cube.face(f);
        if (f > 0) {
          split.add_face({loop[0], loop[1], loop[2]});
          split.add_face({loop[0], loop[2], loop[3]});
        } else {
          split.add_face({a, m, loop[3]});
          split.add_face({m, loop[2], loop[3]});
          split.add_face({m, b, loop[2]});
          split.add_face({b, m, a});
        }
      }
      split = rotated(split, random.rotation());
      if (single) {
        for (Vec3& v : split.vertices)
          v = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
        split.coordinate_error = 6e-8;
      }
      clean(split, computed);
      const Polyhedron p = make_polyhedron(split);
      EXPECT_EQ(p.face_count(), 6);
      EXPECT_EQ(p.vertex_count(), 8);
      EXPECT_NEAR(p.mass.volume, 1, single ? 1e-6 : 1e-12);
    }
  }
}

/// Returns a prism along y whose top rises by `height` towards its middle. It has 7 faces, or 6 if the top is
/// merged into one face.
Surface ridge(Real height) {
  const Vec2 section[] = {{0, 0}, {1, 0}, {1, 1}, {0.5, 1 + height}, {0, 1}};
  Surface s;
  for (const Real y : {0.0, 1.0}) {
    for (const Vec2 p : section) s.vertices.push_back({p.x, y, p.y});
  }
  s.add_face({0, 1, 2, 3, 4});
  s.add_face({9, 8, 7, 6, 5});
  for (int i = 0; i < 5; ++i) s.add_face({i, 5 + i, 5 + (i + 1) % 5, (i + 1) % 5});
  return s;
}

TEST(Clean, MergesOnlyWhatIsPlanarToRounding) {
  for (const Real size : {1.0, 0.013, 100.0}) {
    const auto faces = [&](Real height, CleanTolerance tolerance) {
      Surface s = ridge(height);
      scale(s, size);
      clean(s, tolerance);
      return s.face_count();
    };
    for (const Real height : {1e-3, 1e-6, 1e-9, 0x1p-31, 1e-11, 1e-12, 1e-13})
      EXPECT_EQ(faces(height, computed), 7) << height;
    EXPECT_EQ(faces(0x1p-52, computed), 6);  // the ridge is one unit in the last place high
    EXPECT_EQ(faces(0x1p-31, {.merge = 1e-9}), 6);
    EXPECT_EQ(faces(1e-8, {.merge = 1e-9}), 7);
  }
}

TEST(Clean, CoordinatesFarFromTheOriginAreRoundedMore) {
  // At 1000 m a unit in the last place is 1.1e-13 m. A ridge of two units is rounding, a ridge of 20 units
  // is not.
  for (const auto& [units, faces] : {std::pair(1, 6), {20, 7}}) {
    Surface s = ridge(0);
    for (Vec3& v : s.vertices) v += Vec3{0, 0, 999};
    for (const int v : {3, 8}) s.vertices[v].z += units * 0x1p-43;
    clean(s, computed);
    EXPECT_EQ(s.face_count(), faces) << units;
  }
}

TEST(Clean, ABodyDentedByLessThanItsToleranceIsTheHullOfItsVertices) {
  // The top sinks by 2e-10 towards its middle. No convex body has these faces.
  const Surface s = ridge(-2e-10);
  std::vector<std::vector<int>> faces;
  for (int f = 0; f < s.face_count(); ++f) faces.emplace_back(s.face(f).begin(), s.face(f).end());
  const Polyhedron p = polyhedron_from_faces(s.vertices, faces);
  EXPECT_EQ(p.vertex_count(), 8);
  EXPECT_LT(p.unevenness, 1e-15);
}

TEST(Clean, RefusesABentPolygonAndSaysHowMuch) {
  Surface cube = library_shape("cube");
  cube.vertices[0].x += 1e-3;
  cube.vertices[0].y += 2e-3;
  EXPECT_ERROR(clean(cube, computed), "is not planar");
}

TEST(Clean, DoesNotMoveExactVertices) {
  for (const LibraryEntry& entry : library()) {
    const Surface before = library_shape(entry.name);
    Surface after = before;
    clean(after, {.planar = 1e-6, .keep_faces = true});
    for (int v = 0; v < before.vertex_count(); ++v) {
      EXPECT_LT(length(after.origin + after.vertices[v] - before.origin - before.vertices[v]), 2e-15);
    }
  }
}

}  // namespace
}  // namespace scree
