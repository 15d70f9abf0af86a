#include "scree/contact/gjk_td/face_scan.hpp"

#include "scree/math/simd.hpp"
#include "support/support.hpp"

#include <vector>

namespace scree {
namespace {

struct Planes {
  std::vector<Real> x, y, z, distance;

  explicit Planes(int count) {
    const int size = count + simd_padding;
    x.assign(size, 0), y = z = x;
    distance.assign(size, 1e300);
  }
  void set(int f, Vec3 n, Real d) { x[f] = n.x, y[f] = n.y, z[f] = n.z, distance[f] = d; }
};

/// Compares every scan that this processor can run with a plain loop.
void expect_plain(const Planes& planes, int count, Vec3 p, Real slack) {
  std::vector<int> plain;
  int nearest = -1;
  for (int f = 0; f < count; ++f) {
    const Real above = planes.x[f] * p.x + planes.y[f] * p.y + planes.z[f] * p.z - planes.distance[f];
    if (above >= -slack) {
      plain.push_back(f);
    } else if (nearest < 0 || planes.distance[f] < planes.distance[nearest]) {
      nearest = f;
    }
  }
  for (const FaceScan* scan = face_scans(); *scan != nullptr; ++scan) {
    std::vector<int> list(count + 16);
    const FacesSeen seen =
        (*scan)({planes.x.data(), planes.y.data(), planes.z.data(), planes.distance.data()}, count, p.x, p.y,
                p.z, slack, list.data());
    list.resize(seen.count);
    ASSERT_EQ(list, plain) << "scan " << scan - face_scans() << ", " << count << " faces";
    ASSERT_EQ(seen.nearest, nearest) << "scan " << scan - face_scans() << ", " << count << " faces";
    ASSERT_EQ(seen.distance, nearest < 0 ? 1e300 : planes.distance[nearest]);
  }
}

TEST(FaceScan, EveryWidthFindsTheFacesOfThePlainLoop) {
  Random random(302);
  for (const int count : {4, 5, 7, 8, 9, 15, 16, 17, 40, 63, 64, 65, 300}) {
    Planes planes(count);
    for (int n = 0; n < 300; ++n) {
      for (int f = 0; f < count; ++f) planes.set(f, random.direction(), random.uniform(-0.1, 1));
      expect_plain(planes, count, random.uniform(0, 2) * random.direction(), 1e-3);
    }
  }
}

TEST(FaceScan, TiesGoToTheFirst) {
  Random random(303);
  for (const int count : {6, 11, 24}) {
    Planes planes(count);
    for (int f = 0; f < count; ++f) planes.set(f, random.direction(), f % 3 == 1 ? 0.25 : 0.5);
    for (int n = 0; n < 300; ++n) expect_plain(planes, count, random.direction(), 0);
  }
}

TEST(FaceScan, HandlesDirectionsThatSeeAllFacesOrNone) {
  Planes planes(9);
  for (int f = 0; f < 9; ++f) planes.set(f, {0, 0, 1}, 1);
  expect_plain(planes, 9, {0, 0, 2}, 0);
  expect_plain(planes, 9, {0, 0, 1}, 0);
  expect_plain(planes, 9, {0, 0, 0.5}, 0);
}

}  // namespace
}  // namespace scree
