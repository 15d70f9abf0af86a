// The grid finds the same pairs, in the same order, as a comparison of all pairs.
#include "scree/broad/pairs.hpp"
#include "scree/math/random.hpp"

#include <gtest/gtest.h>
#include "scree/parallel.hpp"

namespace scree::test {
namespace {

struct Cloud {
  std::vector<Vec3> center;
  std::vector<Real> radius;

  Spheres spheres() const { return {center, radius}; }
};

struct CloudCase {
  const char* name;
  int count;
  Real width;       // edge length of the cube that contains the centres; radii are about 1
  Real size_ratio;  // largest radius divided by the smallest
  int clusters;     // number of clusters; 0: evenly spread
  Vec3 away;
};

Cloud make_cloud(const CloudCase& c, std::uint64_t seed) {
  Random random(seed);
  const auto in_cube = [&](Real half) {
    return Vec3{random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
  };
  std::vector<Vec3> middle;
  for (int i = 0; i < c.clusters; ++i) middle.push_back(in_cube(c.width / 2));
  Cloud cloud;
  for (int i = 0; i < c.count; ++i) {
    const Vec3 p = c.clusters > 0 ? middle[random.below(c.clusters)] + in_cube(2) : in_cube(c.width / 2);
    cloud.center.push_back(c.away + p);
    // The radii are evenly distributed on a logarithmic scale.
    cloud.radius.push_back(std::pow(c.size_ratio, random.uniform(-0.5, 0.5)));
  }
  return cloud;
}

constexpr CloudCase cases[] = {
    {"none", 0, 1, 1, 0, {}},
    {"one", 1, 1, 1, 0, {}},
    {"two", 2, 2, 1, 0, {}},
    {"equal", 800, 20, 1, 0, {}},
    {"dense", 300, 3, 1, 0, {}},
    {"twenty", 800, 40, 20, 0, {}},
    {"thousand", 600, 200, 1000, 0, {}},
    {"clusters", 600, 500, 4, 12, {}},
    {"far", 600, 20, 20, 0, {1e6, -2e6, 3e6}},
    {"more classes of size than the grid has", 300, 1, 1e15, 0, {}},
    {"beyond the grid", 300, 10, 4, 0, {1e8, 1e8, -1e8}},  // all in the border cells of the grid
};

TEST(Grid, FindsTheSamePairsAsABruteForceSearch) {
  set_thread_count(1);
  for (const CloudCase& c : cases) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Cloud cloud = make_cloud(c, seed);
      for (const Real margin : {0.0, 0.1, 3.0}) {
        EXPECT_EQ(grid_pairs(cloud.spheres(), margin), all_pairs(cloud.spheres(), margin))
            << c.name << ", seed " << seed << ", margin " << margin;
      }
    }
  }
}

TEST(Grid, FindsTouchingSpheresAcrossCellBorders) {
  // The centres lie on the borders of cells. The gaps are exactly zero or one rounding error.
  Cloud cloud;
  for (int x = -4; x <= 4; ++x) {
    for (int y = -4; y <= 4; ++y) {
      for (int z = -1; z <= 1; ++z) {
        cloud.center.push_back({2.0 * x, 2.0 * y, 2.0 * z});
        cloud.radius.push_back(1);
      }
    }
  }
  const std::vector<Pair> pairs = grid_pairs(cloud.spheres(), 0);
  EXPECT_EQ(pairs.size(), 2U * 8 * 9 * 3 + 9U * 9 * 2);
  EXPECT_EQ(pairs, all_pairs(cloud.spheres(), 0));
}

TEST(Grid, FindsTheSameOnAnyNumberOfThreads) {
  const Cloud cloud = make_cloud({"", 3000, 40, 10, 0, {}}, 5);
  set_thread_count(1);
  const std::vector<Pair> expected = grid_pairs(cloud.spheres(), 0.1);
  for (const int threads : {2, 3}) {
    set_thread_count(threads);
    EXPECT_EQ(grid_pairs(cloud.spheres(), 0.1), expected) << threads;
  }
  set_thread_count(1);
}

TEST(Grid, FindsPairsOfOneBodyOfAnotherSize) {
  for (const Real radius : {1e-3, 1e3}) {
    Cloud cloud = make_cloud({"", 400, 30, 2, 0, {}}, 7);
    cloud.center[200] = {1, 2, 3}, cloud.radius[200] = radius;
    EXPECT_EQ(grid_pairs(cloud.spheres(), 0.2), all_pairs(cloud.spheres(), 0.2));
  }
}

}  // namespace
}  // namespace scree::test
