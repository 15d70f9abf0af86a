#include "scree/io/encode/vtkhdf.hpp"

#include "scree/error.hpp"
#include "scree/io/encode/hdf5.hpp"
#include "scree/io/record/frames.hpp"
#include "support/small_world.hpp"
#include "support/support.hpp"

#include <numeric>

namespace scree {
namespace {

/// Expects the properties that VTKHDF 1.0 requires of an unstructured grid, read back from the bytes.
void expect_valid(const std::string& bytes) {
  const hdf5::Reader file(bytes, "frame");
  const auto one = [&](const char* name) {
    const auto values = file.read<std::int64_t>(std::string("VTKHDF/") + name);
    EXPECT_EQ(values.size(), 1U) << name;
    return values.at(0);
  };
  const std::int64_t points = one("NumberOfPoints"), cells = one("NumberOfCells"),
                     ids = one("NumberOfConnectivityIds");
  EXPECT_EQ(file.read<double>("VTKHDF/Points").size(), static_cast<std::size_t>(3 * points));
  const auto types = file.read<unsigned char>("VTKHDF/Types");
  EXPECT_EQ(types.size(), static_cast<std::size_t>(cells));
  for (const unsigned char type : types) EXPECT_TRUE(type == 1 || type == 7);
  const auto offsets = file.read<std::int64_t>("VTKHDF/Offsets");
  ASSERT_EQ(offsets.size(), static_cast<std::size_t>(cells + 1));
  EXPECT_EQ(offsets.front(), 0);
  EXPECT_EQ(offsets.back(), ids);
  EXPECT_TRUE(std::is_sorted(offsets.begin(), offsets.end()));
  const auto connectivity = file.read<std::int64_t>("VTKHDF/Connectivity");
  EXPECT_EQ(connectivity.size(), static_cast<std::size_t>(ids));
  for (const std::int64_t p : connectivity) EXPECT_TRUE(p >= 0 && p < points);
}

class Frames : public testing::Test {
 protected:
  static World settled_world() {
    test::use_one_thread();
    World world = test::small_world();
    test::run(world, 1000);
    return world;
  }
  World world = settled_world();
};

TEST_F(Frames, BodiesAreVerticesWithTheirData) {
  const std::string bytes = format_vtkhdf(bodies_grid(world));
  expect_valid(bytes);
  const hdf5::Reader file(bytes, "frame");
  EXPECT_EQ(file.read<std::int32_t>("VTKHDF/PointData/id"), world.bodies.id);
  EXPECT_EQ(file.read<std::int32_t>("VTKHDF/PointData/shape"), world.bodies.shape);
  const auto points = file.read<double>("VTKHDF/Points");
  const auto orientations = file.read<float>("VTKHDF/PointData/orientation");
  const auto energy = file.read<float>("VTKHDF/PointData/kinetic_energy");
  ASSERT_EQ(orientations.size(), 4U * world.bodies.count());
  for (int i = 0; i < world.bodies.count(); ++i) {
    EXPECT_EQ(points[3 * i + 2], world.bodies.position[i].z);
    EXPECT_EQ(orientations[4 * i], static_cast<float>(world.bodies.orientation[i].w));
    EXPECT_EQ(orientations[4 * i + 3], static_cast<float>(world.bodies.orientation[i].z));
  }
  const double sum = std::accumulate(energy.begin(), energy.end(), 0.0);
  EXPECT_NEAR(sum, world.bodies.kinetic_energy(), 1e-5 * sum);
  const auto contacts = file.read<std::int32_t>("VTKHDF/PointData/contacts");
  EXPECT_GT(*std::max_element(contacts.begin(), contacts.end()), 3);
}

TEST_F(Frames, ContactsHoldTheBodiesUp) {
  const Grid grid = contacts_grid(world);
  expect_valid(format_vtkhdf(grid));
  ASSERT_EQ(grid.cell_count(), world.contacts.touching_count());
  const auto reals = [&](const char* name) {
    for (const Grid::Array& a : grid.point_data) {
      if (a.name == name) return std::get<std::vector<float>>(a.values);
    }
    ADD_FAILURE() << name;
    return std::vector<float>();
  };
  const auto ids = [&](const char* name) {
    for (const Grid::Array& a : grid.point_data) {
      if (a.name == name) return std::get<std::vector<std::int32_t>>(a.values);
    }
    ADD_FAILURE() << name;
    return std::vector<std::int32_t>();
  };
  const auto force = reals("force"), normal = reals("normal"), branch = reals("branch");
  const auto a = ids("a"), b = ids("b");
  std::vector<Vec3> sum(world.bodies.count() + 1);
  for (int c = 0; c < grid.cell_count(); ++c) {
    const Vec3 f{force[3 * c], force[3 * c + 1], force[3 * c + 2]};
    const Vec3 n{normal[3 * c], normal[3 * c + 1], normal[3 * c + 2]};
    EXPECT_NEAR(length(n), 1, 1e-6);
    EXPECT_GE(dot(f, n), 0);  // the force pushes B away from A
    EXPECT_GT(dot(n, {branch[3 * c], branch[3 * c + 1], branch[3 * c + 2]}), 0);
    sum.at(a[c]) -= f;  // ids start at 1
    if (b[c] > 0) sum.at(b[c]) += f;
    EXPECT_GE(b[c], -5);  // the world has five walls
  }
  for (int i = 0; i < world.bodies.count(); ++i)
    EXPECT_LT(length(sum[i + 1] - world.bodies.force[i]), 1e-5 * (1 + length(world.bodies.force[i])));
}

TEST_F(Frames, SurfacesEncloseTheVolumesOfTheBodies) {
  const Grid grid = surfaces_grid(world);
  expect_valid(format_vtkhdf(grid));
  const auto& id = std::get<std::vector<std::int32_t>>(grid.cell_data[0].values);
  ASSERT_EQ(grid.cell_data[0].name, "id");
  std::vector<Real> volume(world.bodies.count() + 1);
  for (int c = 0; c < grid.cell_count(); ++c) {
    const Vec3 o = world.bodies.position[id[c] - 1];
    const auto point = [&](std::int64_t k) { return grid.points[grid.connectivity[k]] - o; };
    for (std::int64_t k = grid.offsets[c] + 2; k < grid.offsets[c + 1]; ++k)
      volume[id[c]] += dot(point(grid.offsets[c]), cross(point(k - 1), point(k))) / 6;
  }
  for (int i = 0; i < world.bodies.count(); ++i) {
    const Shape& shape = world.shapes[world.bodies.shape[i]];
    const Real exact = shape.volume * std::pow(world.bodies.scale[i], 3);
    EXPECT_NEAR(volume[i + 1], exact, (shape.kind == ShapeKind::sphere ? 0.06 : 1e-9) * exact);
  }
}

TEST_F(Frames, WallsLieOnTheirPlanesAndMeetAtTheirEdges) {
  world.walls.all[2].present = false;
  const Grid grid = walls_grid(world);
  expect_valid(format_vtkhdf(grid));
  ASSERT_EQ(grid.cell_count(), 4);
  const auto& wall = std::get<std::vector<std::int32_t>>(grid.cell_data[0].values);
  for (int c = 0; c < 4; ++c) {
    for (std::int64_t k = grid.offsets[c]; k < grid.offsets[c + 1]; ++k) {
      const Vec3 p = grid.points[grid.connectivity[k]];
      EXPECT_NEAR(signed_distance(world.walls.plane_world(wall[c]), p), 0, 1e-12);
      for (int other = 0; other < 5; ++other) {
        if (other == 2) continue;
        EXPECT_GT(signed_distance(world.walls.plane_world(other), p), -1e-6);
      }
    }
  }
}

TEST_F(Frames, EqualWorldsGiveEqualBytes) {
  World other = settled_world();
  const auto bytes = [](const World& w) {
    return format_vtkhdf(bodies_grid(w)) + format_vtkhdf(contacts_grid(w)) + format_vtkhdf(surfaces_grid(w));
  };
  EXPECT_EQ(bytes(world), bytes(other));
  step(other);
  EXPECT_NE(bytes(world), bytes(other));
}

/// Each of 200 single-bit flips and 50 truncations is refused.
TEST_F(Frames, AChangedBitIsRefused) {
  const Grid grid = bodies_grid(world);
  const std::string good = format_vtkhdf(grid);
  const Grid back = parse_vtkhdf(good, "frame", bodies_grid(World()));
  ASSERT_EQ(back.points.size(), grid.points.size());
  EXPECT_EQ(back.time, world.time);
  Random random(11);
  int refused = 0;
  for (int k = 0; k < 200; ++k) {
    std::string bad = good;
    bad[random.below(static_cast<int>(bad.size()))] ^= static_cast<char>(1 << random.below(8));
    try {
      const Grid read = parse_vtkhdf(bad, "frame", bodies_grid(World()));
      for (std::size_t i = 0; i < read.points.size(); ++i) ASSERT_EQ(read.points[i].x, grid.points[i].x);
      ADD_FAILURE() << "accepted";
    } catch (const Error&) { ++refused; }
  }
  EXPECT_EQ(refused, 200);
  for (int k = 0; k < 50; ++k)
    EXPECT_ERROR(check_vtkhdf(good.substr(0, random.below(static_cast<int>(good.size()))), "frame"),
                 "frame: the frame is ");
  EXPECT_ERROR(check_vtkhdf(good + "x", "frame"), "its checksum is wrong");
}

/// Frames of versions that wrote no checksum end at the size that their HDF5 data state. Any other size
/// means damage.
TEST_F(Frames, FramesWithoutChecksumStayReadable) {
  const std::string bytes = format_vtkhdf(bodies_grid(world));
  const std::string old = bytes.substr(0, bytes.find("\nScree frame\n"));
  EXPECT_FALSE(check_vtkhdf(old, "frame"));
  EXPECT_EQ(parse_vtkhdf(old, "frame", bodies_grid(World())).points.size(), world.bodies.id.size());
  EXPECT_ERROR(check_vtkhdf(old + "\n", "frame"), "its checksum is wrong");
  EXPECT_ERROR(check_vtkhdf(old.substr(0, old.size() - 1), "frame"), "frame: the frame is cut off");
}

TEST_F(Frames, EmptyWorldsGiveValidFrames) {
  const World empty;
  expect_valid(format_vtkhdf(bodies_grid(empty)));
  expect_valid(format_vtkhdf(contacts_grid(empty)));
  expect_valid(format_vtkhdf(surfaces_grid(empty)));
  expect_valid(format_vtkhdf(walls_grid(empty)));
}

TEST(Series, ReadsBackWhatWasWritten) {
  const std::vector<SeriesEntry> entries = {{"bodies-000.hdf", 0}, {"bodies-100.hdf", 0.1}};
  const auto back = parse_series(format_series(entries), "x");
  ASSERT_EQ(back.size(), 2U);
  EXPECT_EQ(back[1].file, "bodies-100.hdf");
  EXPECT_EQ(back[1].time, 0.1);
  EXPECT_TRUE(parse_series(format_series({}), "x").empty());
  EXPECT_ERROR(parse_series("{ \"files\": [ 3 ] }", "x.hdf.series"), "x.hdf.series: this is not a series");
  EXPECT_ERROR(parse_series("", "x.hdf.series"), "this is not a series");
}

}  // namespace
}  // namespace scree
