// Insertion of bodies: positions, shapes and sizes, times, and reproducibility.

#include "scree/contact/pair/exact.hpp"
#include "scree/file.hpp"
#include "scree/io/scene/scene.hpp"
#include "scree/shape/read/obj.hpp"
#include "scree/world/insert/wall_sides.hpp"
#include "support/scratch_folder.hpp"
#include "support/support.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <numeric>

namespace scree {
namespace {

World world_of(const std::string& text) {
  return build(parse_scene(text, std::filesystem::path(SCREE_TEST_FOLDER) / "scene.toml"));
}

std::string insert_scene(const std::string& keys) {
  return "[run]\nend = 1\n[[wall]]\n[[insert]]\nlower = [0, 0, 0]\nupper = [1, 1, 1]\n" + keys;
}

/// Expects that no bodies overlap. `close` counts the pairs whose bounding spheres overlap, for which the
/// shapes matter.
void expect_no_overlap(const World& w, int& close) {
  const Bodies& b = w.bodies;
  for (int i = 0; i < b.count(); ++i) {
    EXPECT_TRUE(clear_of_walls(w, b.position[i], b.radius[i]));
    for (int j = i + 1; j < b.count(); ++j) {
      if (length(b.position[j] - b.position[i]) >= b.radius[i] + b.radius[j]) continue;
      const Shape &si = w.shapes[b.shape[i]], &sj = w.shapes[b.shape[j]];
      ASSERT_EQ(si.kind, ShapeKind::polyhedron);
      ASSERT_EQ(sj.kind, ShapeKind::polyhedron);
      const Contact contact =
          Exact::collide(view(w.shapes.polyhedra[si.index], b.scale[i]),
                         view(w.shapes.polyhedra[sj.index], b.scale[j]), inverse(b.pose(i)) * b.pose(j));
      EXPECT_EQ(contact.status, Status::separated) << i << ' ' << j;
      ++close;
    }
  }
}

std::vector<Real> diameters(const World& w) {
  std::vector<Real> all;
  for (int i = 0; i < w.bodies.count(); ++i)
    all.push_back(2 * w.bodies.scale[i] * w.shapes[w.bodies.shape[i]].equivalent_radius);
  return all;
}

TEST(Insertion, RandomPositionsDoNotOverlapAndLieInTheRegion) {
  const World w =
      world_of(insert_scene("type = \"random\"\nshapes = [\"cube\", \"tetrahedron\", \"sphere\"]\nsizes = "
                            "[0.02, 0.08]\ncount = 800\n"));
  ASSERT_EQ(w.bodies.count(), 800);
  int close = 0;
  expect_no_overlap(w, close);
  EXPECT_GT(close, 100);
  for (int i = 0; i < w.bodies.count(); ++i) {
    for (int c = 0; c < 3; ++c) {
      EXPECT_GE(w.bodies.position[i][c], w.bodies.radius[i]);
      EXPECT_LE(w.bodies.position[i][c], 1 - w.bodies.radius[i]);
    }
  }
}

TEST(Insertion, SolidFractionIsReached) {
  const World w = world_of(
      insert_scene("type = \"random\"\nshapes = [\"sphere\"]\nsizes = [0.1]\nsolid_fraction = 0.2\n"));
  const Real solid = w.bodies.count() * M_PI / 6 * 1e-3;
  EXPECT_GE(solid, 0.2);
  EXPECT_LT(solid, 0.2 + M_PI / 6 * 1e-3);
  int close = 0;
  expect_no_overlap(w, close);
}

TEST(Insertion, LatticeFillsTheRegionOrStopsAtTheCount) {
  const std::string keys = "type = \"lattice\"\nshapes = [\"sphere\"]\nsizes = [0.1]\nspacing = 0.2\n";
  const World full = world_of(insert_scene(keys)), some = world_of(insert_scene(keys + "count = 30\n"));
  EXPECT_EQ(full.bodies.count(), 125);
  EXPECT_EQ(some.bodies.count(), 30);
  EXPECT_NEAR(length(full.bodies.position[0] - Vec3{0.1, 0.1, 0.1}), 0, 1e-12);
  EXPECT_NEAR(length(full.bodies.position[124] - Vec3{0.9, 0.9, 0.9}), 0, 1e-12);
  EXPECT_NEAR(some.bodies.position[29].z, 0.3, 1e-12);
  int close = 0;
  expect_no_overlap(full, close);
}

TEST(Insertion, OrientationsAreRandomOnlyWhenAsked) {
  const std::string keys = "type = \"lattice\"\nshapes = [\"cube\"]\nsizes = [0.05]\n";
  const World random = world_of(insert_scene(keys));
  const World straight = world_of(insert_scene(keys + "random_orientation = false\n"));
  Real mean = 0;
  for (const Quat q : random.bodies.orientation) mean += q.w * q.w;
  // Random orientations are uniformly distributed over all rotations.
  EXPECT_NEAR(mean / random.bodies.count(), 0.25, 0.01);
  for (const Quat q : straight.bodies.orientation) EXPECT_EQ(q.w, 1);
}

TEST(Insertion, SizesFollowTheirRule) {
  const auto lattice = [](const std::string& sizes) {
    return diameters(
        world_of("[run]\nend = 1\n[[insert]]\nlower = [0, 0, 0]\nupper = [20, 20, 20]\n"
                 "type = \"lattice\"\nshapes = [\"cube\"]\nspacing = 1\n" +
                 sizes));
  };
  const auto part_below = [](const std::vector<Real>& d, Real limit, int power) {
    Real below = 0, all = 0;
    for (const Real x : d) {
      const Real weight = power == 3 ? x * x * x : 1;
      all += weight;
      if (x < limit) below += weight;
    }
    return below / all;
  };
  const auto uniform = lattice("sizes = [0.1, 0.5]\n");
  ASSERT_EQ(uniform.size(), 8000U);
  EXPECT_NEAR(part_below(uniform, 0.2, 0), 0.25, 0.02);
  EXPECT_NEAR(part_below(uniform, 0.3, 0), 0.50, 0.02);
  const auto halves = lattice("sizes = [0.1, 0.4, 0.5]\nsize_rule = \"halves\"\n");
  EXPECT_NEAR(part_below(halves, 0.25, 0), 0.25, 0.02);
  EXPECT_NEAR(part_below(halves, 0.40, 0), 0.50, 0.02);
  EXPECT_NEAR(part_below(halves, 0.45, 0), 0.75, 0.02);
  // `passing` is a fraction of the mass, and sizes are uniformly distributed in between.
  const auto sieved = lattice("sizes = [0.1, 0.2, 0.4]\npassing = [0, 0.3, 1]\nsize_rule = \"sieve\"\n");
  EXPECT_NEAR(part_below(sieved, 0.15, 3), 0.15, 0.02);
  EXPECT_NEAR(part_below(sieved, 0.20, 3), 0.30, 0.02);
  EXPECT_NEAR(part_below(sieved, 0.30, 3), 0.65, 0.02);
  for (const auto& all : {uniform, halves}) {
    EXPECT_GE(*std::min_element(all.begin(), all.end()), 0.1);
    EXPECT_LE(*std::max_element(all.begin(), all.end()), 0.5 + 1e-12);
  }
}

TEST(Insertion, SharesAreByNumberOrByMass) {
  const std::string shapes =
      "[run]\nend = 1\n[shape.big]\nlibrary = \"cube\"\nedge = 0.2\n[shape.small]\nlibrary = \"cube\"\nedge "
      "= 0.1\n"
      "[[insert]]\nlower = [0, 0, 0]\nupper = [20, 20, 20]\ntype = \"lattice\"\nspacing = 1\n"
      "shapes = [\"big\", \"small\"]\nshares = [1, 3]\n";
  const auto masses = [](const World& w) {
    Real mass[2] = {0, 0};
    int count[2] = {0, 0};
    for (int i = 0; i < w.bodies.count(); ++i)
      mass[w.bodies.shape[i]] += w.bodies.mass[i], ++count[w.bodies.shape[i]];
    return std::pair{mass[0] / (mass[0] + mass[1]), static_cast<Real>(count[0]) / (count[0] + count[1])};
  };
  EXPECT_NEAR(masses(world_of(shapes)).second, 0.25, 0.02);
  EXPECT_NEAR(masses(world_of(shapes + "shares_by = \"mass\"\n")).first, 0.25, 0.03);
}

TEST(Insertion, OrderInTurnAlternatesTheShapes) {
  const World w =
      world_of(insert_scene("type = \"random\"\nshapes = [\"cube\", \"sphere\", \"octahedron\"]\n"
                            "sizes = [0.01]\ncount = 7\norder = \"in_turn\"\n"));
  EXPECT_EQ(w.bodies.shape, (std::vector<int>{0, 1, 2, 0, 1, 2, 0}));
}

TEST(Insertion, EqualSeedsGiveEqualBodies) {
  const std::string keys =
      "type = \"random\"\nshapes = [\"cube\", \"sphere\"]\nsizes = [0.02, 0.04]\ncount = 50\n";
  const std::uint64_t first = world_of(insert_scene(keys)).state_hash();
  EXPECT_EQ(world_of(insert_scene(keys)).state_hash(), first);
  EXPECT_NE(world_of(insert_scene(keys + "seed = 5\n")).state_hash(), first);
}

const std::string rain =
    "[run]\nend = 1\nstep = 1e-4\n[[wall]]\n[material.m]\nnormal_stiffness = 1e4\n[[insert]]\n"
    "type = \"rain\"\nshapes = [\"cube\", \"tetrahedron\"]\nsizes = [0.02, 0.03]\n"
    "lower = [0, 0, 0.05]\nupper = [0.1, 0.1, 0.12]\nvelocity = [0, 0, -0.5]\nspin = [1, 0, 0]\n";

TEST(Insertion, RainArrivesAtItsRate) {
  World w = world_of(rain + "count = 6\nrate = 100\nstart = 0.02\n");
  EXPECT_EQ(w.bodies.count(), 0);
  std::vector<int> counts;
  for (int i = 0; i < 1000; ++i) {
    step(w);
    if (w.steps % 100 == 50) counts.push_back(w.bodies.count());
    if (w.steps == 500) {  // there are no contacts yet, so all energy came with the bodies
      w.update_ledger();
      EXPECT_EQ(w.contacts.touching_count(), 0);
      EXPECT_GT(w.ledger.inserted, 0);
      EXPECT_NEAR(w.ledger.error(w.first_total), 0, 1e-12 * w.ledger.inserted);
    }
  }
  EXPECT_EQ(counts, (std::vector<int>{0, 0, 1, 2, 3, 4, 5, 6, 6, 6}));
  EXPECT_TRUE(w.insertions[0].state.finished);
}

TEST(Insertion, RainWaitsIfThereIsNoRoom) {
  // The bodies arrive so fast that they must wait until earlier ones have fallen.
  World w = world_of(rain + "count = 25\ninterval = 1e-4\n");
  EXPECT_EQ(w.bodies.count(), 1);
  while (w.steps < 100) step(w);
  EXPECT_LT(w.bodies.count(), 25);
  while (w.steps < 3000) step(w);
  EXPECT_EQ(w.bodies.count(), 25);
}

TEST(Insertion, AGridIsFilledInSerpentineOrder) {
  World w = world_of(rain + "count = 14\nrate = 50\ngrid = [4, 3]\nrandom_orientation = false\n");
  while (w.bodies.count() < 14 && w.steps < 4500) {
    const int before = w.bodies.count();
    step(w);
    for (int i = before; i < w.bodies.count(); ++i) {
      const int row = i / 4 % 3, column = row == 1 ? 3 - i % 4 : i % 4;
      const Real radius = w.insertions[0].grains.largest_radius(w.shapes);
      EXPECT_NEAR(w.bodies.position[i].x, radius + column * (0.1 - 2 * radius) / 3, 1e-9) << i;
      EXPECT_NEAR(w.bodies.position[i].y, radius + row * (0.1 - 2 * radius) / 2, 1e-9) << i;
      EXPECT_NEAR(w.bodies.position[i].z, 0.085, 2e-4) << i;
    }
  }
  EXPECT_EQ(w.bodies.count(), 14);
}

TEST(Insertion, AStrideVisitsEveryGridPointOncePerRound) {
  World w = world_of(rain + "count = 12\nrate = 50\ngrid = [4, 3]\nstride = 5\n");
  std::vector<std::pair<int, int>> points;
  const Real radius = w.insertions[0].grains.largest_radius(w.shapes), width = 0.1 - 2 * radius;
  for (int seen = 0; seen < 12 && w.steps < 4000; step(w)) {
    for (; seen < w.bodies.count(); ++seen) {
      const Vec3 p = w.bodies.position[seen];
      points.emplace_back(std::lround(3 * (p.x - radius) / width), std::lround(2 * (p.y - radius) / width));
    }
  }
  ASSERT_EQ(points.size(), 12U);
  EXPECT_EQ(points[1], std::pair(2, 1));  // the sixth point of the snake
  std::sort(points.begin(), points.end());
  EXPECT_EQ(std::unique(points.begin(), points.end()), points.end());
}

TEST(Insertion, ScatterMovesBodiesOffTheirGridPointsBySeed) {
  const std::string keys = "count = 4\nrate = 20\ngrid = [1, 1]\nscatter = 0.002\n";
  std::vector<Vec3> points[2];
  for (const int seed : {1, 2}) {
    World w = world_of(rain + keys + "seed = " + std::to_string(seed) + "\n");
    for (std::size_t seen = 0; seen < 4 && w.steps < 4000; step(w)) {
      for (; seen < w.bodies.position.size(); ++seen) points[seed - 1].push_back(w.bodies.position[seen]);
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3 aside = points[0].at(i) - Vec3{0.05, 0.05, 0.085};
    EXPECT_LE(std::max(std::abs(aside.x), std::abs(aside.y)), 0.002);
    EXPECT_GT(std::abs(aside.x) + std::abs(aside.y), 1e-5);
    EXPECT_NE(points[0].at(i).x, points[1].at(i).x);
  }
}

TEST(Insertion, WaitingDoesNotChangeTheBodies) {
  // The grid has one point, so each body waits until the previous one has fallen. Orientations and sizes are
  // those of a slow rain in a world in which no body waits.
  const std::string keys = "count = 5\ngrid = [1, 1]\nscatter = 0.001\n";
  World fast = world_of(rain + keys + "interval = 1e-4\n"), slow = world_of(rain + keys + "interval = 0.1\n");
  std::vector<Quat> turns[2];
  int k = 0;
  for (World* w : {&fast, &slow}) {
    if (w->bodies.count() == 1) turns[k].push_back(w->bodies.orientation[0]);
    for (int count = 1; count < 5 && w->steps < 8000; count = w->bodies.count()) {
      step(*w);
      if (w->bodies.count() == count) continue;
      ASSERT_EQ(w->bodies.count(), count + 1);  // a step inserts at most one body
      turns[k].push_back(w->bodies.orientation.back());
    }
    ++k;
  }
  EXPECT_GT(fast.steps, 5 * 10);  // bodies had to wait
  ASSERT_EQ(turns[0].size(), 5U);
  ASSERT_EQ(turns[1].size(), 5U);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(turns[0][i].w, turns[1][i].w) << i;
    EXPECT_EQ(turns[0][i].x, turns[1][i].x) << i;
    EXPECT_EQ(fast.bodies.scale[i], slow.bodies.scale[i]) << i;
  }
}

TEST(Insertion, ContinuesFromACopyOfItsState) {
  for (const std::string grid : {"", "grid = [3, 2]\n"}) {
    World w = world_of(rain + "count = 25\ninterval = 5e-4\n" + grid);
    while (w.bodies.count() <= 5 && w.steps < 3000) step(w);
    EXPECT_GT(w.bodies.count(), 5);
    EXPECT_LT(w.bodies.count(), 20);
    World copy = w;
    for (int i = 0; i < 1000; ++i) step(w), step(copy);
    EXPECT_GT(w.bodies.count(), 8);
    EXPECT_EQ(copy.state_hash(), w.state_hash());
  }
}

/// Returns a scene with a tube of radius 0.1 in a region whose corners lie outside the tube. The tube is a
/// cylinder or a mesh of flat strips.
std::string tube_scene(const std::string& tube, const std::string& keys) {
  return "[run]\nend = 0.001\nstep = 1e-6\n[shape.g]\nlibrary = \"sphere\"\ndiameter = "
         "0.008\n[[wall]]\n[[wall]]\n"
         "name = \"tube\"\n" +
         tube + "[[insert]]\nshapes = [\"g\"]\nlower = [-0.1, -0.1, 0]\nupper = [0.1, 0.1, 0.4]\n" + keys;
}

const std::string cylinder =
    "type = \"cylinder\"\nfrom = [0, 0, -0.01]\nto = [0, 0, 1]\nradius = 0.1\nclosed = false\n";

/// Returns flat strips from z = -0.01 to z = 1 that touch the tube from inside.
Surface strips(int count, Real radius) {
  Surface s;
  for (int i = 0; i < count; ++i) {
    const Real angle = 2 * std::numbers::pi * i / count;
    for (const Real z : {-0.01, 1.0})
      s.vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
  }
  for (int i = 0; i < count; ++i) {
    const int a = 2 * i, b = 2 * ((i + 1) % count);
    s.add_face({a, a + 1, b + 1, b});
  }
  return s;
}

int outside_count(const World& w, Real radius) {
  int count = 0;
  for (const Vec3 p : w.bodies.position) count += std::hypot(p.x, p.y) > radius ? 1 : 0;
  return count;
}

TEST(Insertion, RandomPositionsAreInsideTheTube) {
  const std::string random = "type = \"random\"\ncount = 2000\n";
  EXPECT_EQ(outside_count(world_of(tube_scene(cylinder, random)), 0.1), 0);
  EXPECT_EQ(outside_count(world_of(tube_scene(cylinder, random + "inside = [\"tube\"]\n")), 0.1), 0);
  EXPECT_GT(outside_count(world_of(tube_scene(cylinder, random + "inside = []\n")), 0.1), 200);
}

TEST(Insertion, RandomPositionsAreInsideATubeOfFacets) {
  const test::ScratchFolder folder;
  write_file(folder.path() / "tube.obj", format_obj(strips(24, 0.1)));
  const auto world = [&](const std::string& keys) {
    return build(parse_scene(
        tube_scene("type = \"mesh\"\nfile = \"tube.obj\"\n", "type = \"random\"\ncount = 1000\n" + keys),
        folder.path() / "scene.toml"));
  };
  EXPECT_EQ(outside_count(world(""), 0.1), 0);
  EXPECT_GT(outside_count(world("inside = []\n"), 0.1), 100);
}

TEST(Insertion, RainFallsInsideTheTube) {
  for (const bool contained : {true, false}) {
    World w = world_of(tube_scene(cylinder, "type = \"rain\"\ncount = 2000\ninterval = 1e-9\n" +
                                                std::string(contained ? "" : "inside = []\n")));
    for (int i = 0; i < 200 && remaining_count(w) > 0; ++i) step(w);
    EXPECT_GT(w.bodies.count(), 1900);
    if (contained) {
      EXPECT_EQ(outside_count(w, 0.1), 0);
    } else {
      EXPECT_GT(outside_count(w, 0.1), 200);
    }
  }
}

TEST(Insertion, PrescribedPointsOutsideAreCounted) {
  const World lattice = world_of(tube_scene(cylinder, "type = \"lattice\"\nspacing = 0.04\ncount = 1000\n"));
  const auto found = points_outside(lattice, lattice.insertions[0]);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(lattice.walls.all[found[0].wall].name, "tube");
  EXPECT_EQ(found[0].count, outside_count(lattice, 0.1));
  EXPECT_GT(found[0].count, 10);
  EXPECT_EQ(found[0].of, lattice.bodies.count());
  EXPECT_ERROR(world_of(tube_scene(cylinder, "type = \"rain\"\ncount = 9\nrate = 10\ngrid = [5, 5]\n")),
               "12 of 25 points of the grid lie behind the wall 'tube', which contains the bodies");
  EXPECT_NO_THROW(
      world_of(tube_scene(cylinder, "type = \"rain\"\ncount = 9\nrate = 10\ngrid = [5, 5]\ninside = []\n")));
}

TEST(Insertion, InsideTakesNamesOfWalls) {
  const auto scene = [](const std::string& inside) {
    return tube_scene(cylinder, "type = \"random\"\ncount = 5\ninside = " + inside + "\n");
  };
  EXPECT_EQ(world_of(scene("[\"tube\", \"wall1\"]")).insertions[0].inside, (std::vector<int>{1, 0}));
  EXPECT_ERROR(world_of(scene("[\"tub\"]")),
               "insert[0].inside: there is no wall 'tub'; the nearest is 'tube'.");
  EXPECT_ERROR(
      world_of("[run]\nend = 1\ndimension = 2\n[[wall]]\ntype = \"line\"\npoints = [0, 0, 1, 0]\n[[insert]]\n"
               "type = \"random\"\ncount = 1\nshapes = [\"disc\"]\nsizes = [0.1]\nlower = [0, 1]\n"
               "upper = [1, 2]\ninside = [\"wall1\"]\n"),
      "the wall 'wall1' is a line, which has no inside");
}

/// Returns the box from -1 to 1 with inward normals, as one mesh or as one mesh per side. Bit s of `open`
/// leaves out side s.
World box_of_facets(int open, bool separate) {
  World w;
  Surface all;
  for (int side = 0; side < 6; ++side) {
    if ((open >> side & 1) != 0) continue;
    const int axis = side / 2, b = (axis + 1) % 3, c = (axis + 2) % 3;
    Surface one;
    Surface& s = separate ? one : all;
    const Real at = side % 2 == 0 ? -1 : 1;
    std::vector<int> face;
    for (const auto& [u, v] : {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)}) {
      Vec3 p;
      p[axis] = at;
      p[b] = u;
      p[c] = v;
      const auto known = std::find(s.vertices.begin(), s.vertices.end(), p);
      face.push_back(static_cast<int>(known - s.vertices.begin()));
      if (known == s.vertices.end()) s.vertices.push_back(p);
    }
    if (side % 2 == 1) std::reverse(face.begin(), face.end());
    s.add_face(face);
    if (separate) w.walls.add_mesh(fmt::format("side{}", side), 0, make_facet_mesh(one));
  }
  if (!separate) w.walls.add_mesh("box", 0, make_facet_mesh(all));
  return w;
}

TEST(WallSides, ABoxOfFacetsContainsItsInside) {
  Random random(5);
  for (const bool separate : {false, true}) {
    const World w = box_of_facets(0, separate);
    const std::vector<int> walls = walls_around(w, {0.3, -0.2, 0.1});
    EXPECT_EQ(walls.size(), separate ? 6U : 1U);
    for (int i = 0; i < 2000; ++i) {
      const Vec3 p{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
      const bool inside = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) < 1;
      ASSERT_EQ(wall_before(w, walls, p) < 0, inside) << p.x << ' ' << p.y << ' ' << p.z;
    }
  }
}

TEST(WallSides, PointsBeyondARimAreOnNeitherSide) {
  const World w = box_of_facets(1 << 5, false);  // the box is open above
  const std::vector<int> walls = walls_around(w, {0, 0, 0.9});
  ASSERT_EQ(walls.size(), 1U);
  EXPECT_LT(wall_before(w, walls, {0.2, 0.1, 3}), 0);     // the point lies over the mouth
  EXPECT_LT(wall_before(w, walls, {1.5, 0.1, 3}), 0);     // beside the mouth: the nearest point is on the rim
  EXPECT_EQ(wall_before(w, walls, {1.5, 0.1, 0.5}), 0);   // the point lies outside a face
  EXPECT_EQ(wall_before(w, walls, {1.5, 1.5, 0.5}), 0);   // the point lies outside an edge
  EXPECT_EQ(wall_before(w, walls, {1.5, 1.5, -1.5}), 0);  // the point lies outside a corner
  EXPECT_EQ(wall_before(w, walls, {0, 0, -1.2}), 0);      // the point lies below
  EXPECT_LT(wall_before(w, {}, {1.5, 0.1, 0.5}), 0);
  const World sheet = box_of_facets(0b101111, false);  // only the floor
  EXPECT_EQ(walls_around(sheet, {5, 5, 1}).size(), 1U);
  EXPECT_EQ(wall_before(sheet, walls, {0, 0.5, -7}), 0);
  EXPECT_LT(wall_before(sheet, walls, {1.5, 0.5, -7}), 0);
  EXPECT_LT(wall_before(sheet, walls, {1.5, 1.5, -7}), 0);
}

TEST(WallSides, AbsentWallsHoldNothing) {
  World w = box_of_facets(0, false);
  w.walls.all[0].present = false;
  EXPECT_LT(wall_before(w, walls_around(w, {}), {3, 0, 0}), 0);
}

/// A body that finds no room does not retry in every step.
TEST(Insertion, RetryIntervalsGrowForABodyWithoutRoom) {
  for (const std::string kind :
       {"type = \"random\"\nstart = 1e-5\n", "type = \"rain\"\nrate = 1000\nstart = 1e-5\n"}) {
    World w = world_of(
        "[run]\nend = 1\nstep = 1e-5\ngravity = [0, 0, 0]\n[[wall]]\n[shape.plug]\nlibrary = "
        "\"box\"\nlengths = "
        "[1.2, 1.2, 1.2]\n[[body]]\nshape = \"plug\"\nposition = [0.5, 0.5, 1]\nfreedom = "
        "\"prescribed\"\n[[insert]]\nlower = [0.4, 0.4, 0.6]\nupper = [0.6, 0.6, 0.8]\nshapes = "
        "[\"cube\"]\nsizes = [0.05]\ncount = 3\n" +
        kind);
    int tries = 0;
    for (int i = 0; i < 500; ++i) {
      const auto before = w.insertions[0].state.random.state;
      step(w);
      if (w.insertions[0].state.random.state != before) ++tries;
    }
    EXPECT_EQ(w.bodies.count(), 1);
    EXPECT_GE(pending_count(w), 1);
    EXPECT_LE(tries, 22) << kind;
    EXPECT_GE(tries, 18) << kind;
    EXPECT_EQ(w.insertions[0].state.wait, 32);
    // When there is room again, the body is inserted within the longest wait. In a copied world it is
    // inserted in the same step.
    w.bodies.position[0].x = 10;
    World copy = w;
    int steps = 0;
    while (w.bodies.count() == 1 && steps < 200) step(w), ++steps;
    EXPECT_LE(steps, 33);
    for (int i = 0; i < steps; ++i) step(copy);
    EXPECT_EQ(copy.state_hash(), w.state_hash());
    EXPECT_EQ(w.insertions[0].state.wait, 0);
    EXPECT_EQ(pending_count(w), 0);
  }
}

}  // namespace
}  // namespace scree
