#include "scree/contact/gjk_td/facet_proof.hpp"

#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/clean/hull.hpp"
#include "scree/shape/library.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

Polyhedron body(std::string_view name) { return make_polyhedron(library_shape(name)); }

/// Returns a pose in which B overlaps A by about `depth` along a random line.
Pose shallow_pose(const PolyhedronView& a, const PolyhedronView& b, Real depth, Random& random) {
  Pose pose{(a.bounding_radius + b.bounding_radius) * random.direction(), random.rotation()};
  Cache cache;
  const Contact separated = GjkTd::collide(a, b, pose, cache);
  pose.position -= (depth - separated.overlap) * separated.normal;
  return pose;
}

// After a motion the cached facet is either rejected or proven. A proven facet must be correct.
TEST(FacetProof, ProvenFacetsHaveTheLeastOverlap) {
  Random random(1);
  int proven[2] = {}, asked[2] = {};
  const Polyhedron bodies[] = {body("tetrahedron"), body("cube"), body("rhombic_dodecahedron"),
                               body("prism")};
  for (int trial = 0; trial < 4000; ++trial) {
    const PolyhedronView a = view(bodies[random.below(4)]), b = view(bodies[random.below(4)]);
    const Real size = a.bounding_radius + b.bounding_radius;
    Pose pose = shallow_pose(a, b, size * (trial % 2 == 0 ? 0.002 : 0.05) * random.uniform(), random);
    Cache cache;
    if (GjkTd::collide(a, b, pose, cache).status != Status::touching || !cache.holds_facet()) continue;
    const Real motion = trial % 2 == 0 ? 1e-5 : 0.1;  // a step of a simulation, or a jump of a deep pair
    pose.position += (motion * size * random.uniform()) * random.direction();
    pose.orientation = axis_angle(random.direction(), motion * random.uniform()) * pose.orientation;
    const PolyhedronPair pair(a, b, pose);
    ++asked[trial % 2];
    Contact contact;
    if (!prove_facet(pair, pose.orientation, cache, {}, contact)) continue;
    ++proven[trial % 2];
    Cache none;
    const Contact cold = GjkTd::collide(a, b, pose, none);
    EXPECT_EQ(cold.status, Status::touching);
    EXPECT_NEAR(contact.overlap, cold.overlap, 1e-13 * size) << trial;
    EXPECT_NEAR(length(contact.point_a - contact.point_b - contact.overlap * contact.normal), 0,
                1e-14 * size);
    EXPECT_EQ(contact.feature_a.kind, cold.feature_a.kind) << trial;
  }
  std::printf("proven: %d of %d after a step, %d of %d after a jump\n", proven[0], asked[0], proven[1],
              asked[1]);
  EXPECT_GT(proven[0], 0.94 * asked[0]);
  EXPECT_GT(proven[1], 0.03 * asked[1]);
}

// Two cubes overlap by 0.3 along z and 0.2 along x. The facet normal to z must not be proven. The facet
// normal to x may be.
TEST(FacetProof, RejectsAFacetWithoutTheLeastOverlap) {
  const Polyhedron cube = body("cube");
  const PolyhedronView v = view(cube);
  const auto facet_across = [&](int axis) {
    Pose shallow{{0.1, 0.05, 0.02}, axis_angle(normalized(Vec3{1, 1, 0.3}), 0.001)};
    shallow.position[axis] = 0.999;
    Cache cache;
    GjkTd::collide(v, v, shallow, cache);
    EXPECT_GT(cache.axis[axis], 0.9);
    return cache;
  };
  Contact contact;
  const Pose corner{{0.8, 0.05, 0.7}, axis_angle(normalized(Vec3{1, 1, 0.3}), 0.001)};
  const auto proven = [&](const Pose& pose) {
    Cache cache = facet_across(2);
    return prove_facet(PolyhedronPair(v, v, pose), pose.orientation, cache, {}, contact);
  };
  EXPECT_FALSE(proven(corner));
  // If the overlap is shallow enough, the same facet is proven.
  const Pose shallow_pose{{0.1, 0.05, 0.999}, axis_angle(normalized(Vec3{1, 1, 0.3}), 0.001)};
  EXPECT_TRUE(proven(shallow_pose));
  EXPECT_FALSE(proven({{0.1, 0.05, 1.2}, {}}));  // the bodies are apart
}

}  // namespace
}  // namespace scree
