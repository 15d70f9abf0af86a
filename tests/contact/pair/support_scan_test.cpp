#include "scree/contact/pair/support_scan.hpp"

#include "scree/contact/pair/polyhedron_pair.hpp"
#include "scree/shape/library.hpp"
#include "support/support.hpp"

#include <limits>

namespace scree {
namespace {

/// Compares every scan that this processor can run with the plain scan.
void expect_plain(const Polyhedron& body, Vec3 direction) {
  const PolyhedronView v = view(body);
  const int plain = support_vertex(body, direction);
  for (const SupportScan* scan = support_scans(); *scan != nullptr; ++scan) {
    ASSERT_EQ((*scan)(v.x, v.y, v.z, v.vertex_count, direction.x, direction.y, direction.z), plain)
        << "scan " << scan - support_scans() << ", " << v.vertex_count << " vertices, direction "
        << direction.x << ' ' << direction.y << ' ' << direction.z;
  }
  ASSERT_EQ(v.support(direction), plain);
}

TEST(SupportScan, EveryWidthFindsTheVertexOfThePlainScan) {
  Random random(301);
  for (const int vertices : {4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 200}) {
    const Polyhedron body = make_polyhedron(library_shape("random", {.vertices = vertices, .seed = 3}));
    for (int n = 0; n < 2000; ++n) expect_plain(body, random.uniform(1e-6, 1e6) * random.direction());
  }
}

TEST(SupportScan, TiesGoToTheFirst) {
  for (const char* name :
       {"cube", "box", "octahedron", "rhombic_dodecahedron", "dodecahedron", "icosphere"}) {
    const Polyhedron body = make_polyhedron(library_shape(name));
    for (const Vec3 axis :
         {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{1, 1, 0}, Vec3{0, 1, 1}, Vec3{}}) {
      expect_plain(body, axis), expect_plain(body, -axis);
    }
    for (const Vec3 normal : body.face_normal) expect_plain(body, normal);
  }
}

TEST(SupportScan, DirectionsWithNaNsStillGetAVertex) {
  const Polyhedron body = make_polyhedron(library_shape("icosahedron"));
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  expect_plain(body, {nan, 0, 0});
  expect_plain(body, {nan, nan, nan});
}

}  // namespace
}  // namespace scree
