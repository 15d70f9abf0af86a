#include "scree/contact/gjk_td/gjk_td.hpp"

#include "scree/contact/pair/certificate.hpp"
#include "scree/contact/pair/exact.hpp"
#include "scree/contact/pair/gjk.hpp"
#include "scree/shape/library.hpp"
#include "support/reference.hpp"
#include "support/support.hpp"

#include <cstdio>

namespace scree {
namespace {

using namespace test;

template <class Algorithm>
Contact collide(const Polyhedron& a, const Polyhedron& b, const Pose& b_in_a) {
  Cache cache;
  return Algorithm::collide(view(a), view(b), b_in_a, cache);
}
template <class Algorithm>
Contact collide(const ReferencePair& p) {
  return collide<Algorithm>(p.a, p.b, p.b_in_a);
}

TEST(GjkTd, AgreesWithIntegerArithmeticOnEveryPair) {
  int fallbacks = 0, most = 0;
  for (const ReferencePair& p : reference_pairs()) {
    const Contact contact = collide<GjkTd>(p);
    const PairError error = compare(p, contact);
    const bool cutoff = far_origin(p);
    EXPECT_TRUE(error.verdict) << p.id;
    EXPECT_LT(error.distance, cutoff ? 1e-8 : 1e-12) << p.id;
    EXPECT_LT(error.normal, 1e-7) << p.id;
    EXPECT_LT(error.witness, cutoff ? 1e-8 : 1e-9) << p.id;
    fallbacks += contact.used_fallback ? 1 : 0;
    if (!contact.used_fallback) most = std::max(most, contact.iterations);
  }
  std::printf("answered by exact: %d of 595; most steps otherwise: %d\n", fallbacks, most);
  EXPECT_LE(fallbacks, 3);
  EXPECT_LT(most, 100);
}

TEST(GjkTd, ReproducesTableOneOfDescantes) {
  for (const ReferencePair& p : nine_situations()) {
    const Contact contact = collide<GjkTd>(p);
    EXPECT_NEAR(contact.overlap, -p.signed_distance, 1e-12) << p.id;
    EXPECT_LT(length(contact.normal - p.contacts[0].normal), 1e-12) << p.id;
    EXPECT_FALSE(contact.used_fallback) << p.id;
  }
}

TEST(Gjk, DistancesOfSeparatedPairsAreRight) {
  for (const ReferencePair& p : reference_pairs()) {
    if (!(p.signed_distance > 1e-9 * p.size) || far_origin(p)) continue;
    for (const Contact& contact : {collide<Gjk>(p), collide<GjkJohnson>(p)}) {
      EXPECT_NEAR(contact.overlap / p.size, -p.signed_distance / p.size, 1e-10) << p.id;
    }
  }
}

// This is the drawback that gjk_td corrects (Descantes 2019, Figs 6 to 8).
TEST(Gjk, ClassicalAnswersToOverlapAreOftenWrong) {
  int wrong = 0, overlapping = 0;
  for (const ReferencePair& p : reference_pairs()) {
    if (p.signed_distance >= 0) continue;
    ++overlapping;
    wrong += compare(p, collide<Gjk>(p)).distance > 1e-6 ? 1 : 0;
  }
  EXPECT_GT(wrong, overlapping / 4);
  for (const ReferencePair& p : nine_situations()) {
    if (p.id == "Fig. 2" || p.id == "Fig. 4" || p.id == "Fig. 7" || p.id == "Fig. 8a") {
      EXPECT_GT(compare(p, collide<Gjk>(p)).distance, 1e-6) << p.id;
    }
  }
}

std::string_view objection(const Polyhedron& a, const Polyhedron& b, const Pose& b_in_a, const Contact& c) {
  return prove({view(a), view(b), b_in_a}, c).objection;
}

std::vector<Polyhedron> zoo(Random& random) {
  std::vector<Polyhedron> bodies;
  for (const std::string name :
       {"tetrahedron", "pyramid", "cube", "octahedron", "rhombic_dodecahedron", "dodecahedron"}) {
    bodies.push_back(make_polyhedron(library_shape(name, {}, {Size::By::diameter, 2})));
  }
  for (const int n : {8, 20, 60}) {
    bodies.push_back(make_polyhedron(
        library_shape("random", {.vertices = n, .seed = 100U + static_cast<unsigned>(random.below(1000))},
                      {Size::By::diameter, 2})));
  }
  bodies.push_back(make_polyhedron(library_shape("box", {.lengths = {100, 1, 1}}, {Size::By::diameter, 2})));
  bodies.push_back(
      make_polyhedron(library_shape("box", {.lengths = {100, 100, 1}}, {Size::By::diameter, 2})));
  bodies.push_back(make_polyhedron(library_shape("cube", {}, {Size::By::diameter, 0.002})));
  return bodies;
}

void expect_same(const Polyhedron& a, const Polyhedron& b, const Pose& pose, Real tolerance, int& fallbacks) {
  const Contact ours = collide<GjkTd>(a, b, pose), exact = Exact::collide(view(a), view(b), pose);
  const Real size = a.bounding_radius + b.bounding_radius;
  ASSERT_NEAR(ours.overlap / size, exact.overlap / size, tolerance);
  if (std::abs(exact.overlap) > 1e-12 * size) { ASSERT_EQ(ours.status, exact.status); }
  ASSERT_EQ(objection(a, b, pose, ours), "");
  fallbacks += ours.used_fallback ? 1 : 0;
}

TEST(GjkTd, RandomPairsAgreeWithExact) {
  Random random(201);
  const auto bodies = zoo(random);
  const int count = static_cast<int>(bodies.size());
  int fallbacks = 0;
  constexpr int pairs = 20'000;
  for (int n = 0; n < pairs; ++n) {
    const Polyhedron &a = bodies[random.below(count)], &b = bodies[random.below(count)];
    const Real reach = a.bounding_radius + b.bounding_radius;
    const Pose pose{random.uniform(0, 1.1) * reach * random.direction(), random.rotation()};
    expect_same(a, b, pose, 1e-12, fallbacks);
    if (HasFatalFailure()) return;
  }
  std::printf("answered by exact: %d of %d\n", fallbacks, pairs);
  EXPECT_LE(fallbacks, pairs / 500);
}

TEST(GjkTd, DegenerateSetsAreExact) {
  // The four sets of pairs that break GJK and EPA in other libraries: bodies of equal orientation face
  // on face, the same with a small rotation, overlaps from 1e-12 to 1e-6 of the diameter, and
  // coincident centres.
  Random random(202);
  const auto bodies = zoo(random);
  int fallbacks = 0, queries = 0;
  for (const Polyhedron& body : bodies) {
    const Real diameter = 2 * body.bounding_radius;
    for (int n = 0; n < 150; ++n) {
      const int f = random.below(body.face_count());
      const Vec3 along = body.face_normal[f];
      const Real width = -Exact::collide(view(body), view(body), {2 * diameter * along, {}}).overlap;
      const Real exactly_touching = 2 * diameter - width;
      for (const Real turn : {0.0, 1e-12, 1e-9, 1e-6, 1e-3}) {
        for (const Real overlap : {0.0, 1e-12, 1e-9, 1e-6, 1e-2}) {
          Pose pose{(exactly_touching - overlap * diameter) * along, axis_angle(random.direction(), turn)};
          expect_same(body, body, pose, 1e-11, fallbacks);
          ++queries;
          if (HasFatalFailure()) return;
        }
      }
      expect_same(body, body, {{0, 0, 0}, n % 2 == 0 ? Quat{} : random.rotation()}, 1e-11, fallbacks);
      ++queries;
      if (HasFatalFailure()) return;
    }
  }
  std::printf("answered by exact: %d of %d\n", fallbacks, queries);
}

TEST(GjkTd, WarmEqualsCold) {
  Random random(203);
  const auto bodies = zoo(random);
  for (int walk = 0; walk < 100; ++walk) {
    const Polyhedron &a = bodies[random.below(6)], &b = bodies[random.below(6)];
    Pose pose{random.uniform(0.5, 0.9) * (a.bounding_radius + b.bounding_radius) * random.direction(),
              random.rotation()};
    Cache cache;
    long warm_steps = 0, cold_steps = 0;
    for (int step = 0; step < 100; ++step) {
      pose.position += 1e-4 * random.direction();
      pose.orientation = normalized(axis_angle(random.direction(), 1e-4) * pose.orientation);
      const Contact warm = GjkTd::collide(view(a), view(b), pose, cache), cold = collide<GjkTd>(a, b, pose);
      ASSERT_NEAR(warm.overlap, cold.overlap, 1e-12);
      warm_steps += warm.iterations, cold_steps += cold.iterations;
    }
    EXPECT_LE(warm_steps, cold_steps);
  }
}

/// Returns the first rule that an answer with Tolerance::distance_cutoff breaks, or an empty string. A gap
/// beyond the cutoff is reported as a lower bound that a separating normal proves. The rest of the answer is
/// the same as without a cutoff.
std::string broken_bound(const PolyhedronPair& pair, Real cutoff, const Contact& bounded,
                         const Contact& full) {
  if (bounded.status != full.status) return "verdict";
  if (std::abs(bounded.overlap - full.overlap) <= 1e-12 * pair.size()) return {};
  if (-bounded.overlap <= cutoff * pair.size()) return "only gaps beyond the limit are bounded";
  if (-bounded.overlap > -full.overlap) return "a lower bound";
  if (-bounded.overlap > pair.gap(bounded.normal) + 1e-12 * pair.size()) return "the normal shows the bound";
  return {};
}

TEST(GjkTd, FarGapsAreReportedAsBounds) {
  Random random(206);
  const auto bodies = zoo(random);
  int bounded = 0;
  for (int n = 0; n < 5000; ++n) {
    const Polyhedron &a = bodies[random.below(9)], &b = bodies[random.below(9)];
    const Pose pose{random.uniform(0, 4) * random.direction(), random.rotation()};
    const PolyhedronPair pair(view(a), view(b), pose);
    const Contact full = collide<GjkTd>(a, b, pose);
    for (const Real cutoff : {0.0, 0.1}) {
      Cache cache;
      Tolerance tolerance;
      tolerance.distance_cutoff = cutoff;
      const Contact cold = GjkTd::collide(view(a), view(b), pose, cache, tolerance);
      const Contact warm = GjkTd::collide(view(a), view(b), pose, cache, tolerance);
      ASSERT_EQ(broken_bound(pair, cutoff, cold, full), "");
      ASSERT_EQ(broken_bound(pair, cutoff, warm, full), "");
      bounded += cold.overlap != full.overlap ? 1 : 0;
      if (cold.overlap == full.overlap) continue;
      Contact wrong = cold;  // shows that the rules can fail
      wrong.overlap = 2 * full.overlap;
      ASSERT_EQ(broken_bound(pair, cutoff, wrong, full), "a lower bound");
    }
  }
  EXPECT_GT(bounded, 1000);
}

/// Walks overlapping pairs, in steps from a hundredth to a hundred times the step of a simulation. Counts the
/// answers that differ from a cold search, and the answers that needed no search.
struct Walks {
  int steps = 0, proven = 0, wrong = 0;
};
Walks walk_overlapping(void (*spoil)(Cache&)) {
  Random random(207);
  const auto bodies = zoo(random);
  Walks walks;
  for (int walk = 0; walk < 300; ++walk) {
    const Polyhedron &a = bodies[random.below(9)], &b = bodies[random.below(9)];
    Pose pose{random.uniform(0.3, 0.9) * (a.bounding_radius + b.bounding_radius) * random.direction(),
              random.rotation()};
    const Real step = std::pow(10, random.uniform(-6, -2));
    const Vec3 direction = random.direction(), axis = random.direction();
    const Tolerance tolerance{.distance_cutoff = walk % 2 == 0 ? 0 : Tolerance{}.distance_cutoff};
    Cache cache;
    for (int i = 0; i < 60; ++i) {
      pose.position += step * direction;
      pose.orientation = normalized(axis_angle(axis, step) * pose.orientation);
      const Contact warm = GjkTd::collide(view(a), view(b), pose, cache, tolerance);
      if (warm.status != Status::touching) break;
      const Contact cold = collide<GjkTd>(a, b, pose);
      const bool wrong =
          !(std::abs(warm.overlap - cold.overlap) <= 1e-12 * (a.bounding_radius + b.bounding_radius));
      ++walks.steps, walks.wrong += wrong ? 1 : 0;
      if (!wrong && objection(a, b, pose, warm) != "") ++walks.wrong;
      walks.proven += warm.iterations == 1 ? 1 : 0;
      spoil(cache);
    }
  }
  return walks;
}

TEST(GjkTd, MovedOverlapsAreProvenOrSearchedAgain) {
  const Walks walks = walk_overlapping([](Cache&) {});
  EXPECT_EQ(walks.wrong, 0);
  EXPECT_GT(walks.steps, 5000);
  EXPECT_GT(walks.proven, walks.steps * 7 / 10);
  std::printf("proven without a search: %d of %d\n", walks.proven, walks.steps);
}

TEST(GjkTd, AnInflatedFacetMarginGivesWrongAnswers) {  // shows that the previous test can fail
  const Walks walks = walk_overlapping([](Cache& cache) {
    if (!cache.holds_facet()) return;
    cache.facet.margin.motion_margin *= 1e3F;
    cache.facet.margin.depth_margin *= 1e3F;
  });
  EXPECT_GT(walks.wrong, 0);
}

TEST(GjkTd, HillClimbingFindsTheVertexOfTheFullScan) {
  Random random(208);
  for (const Polyhedron& body : zoo(random)) {
    const PolyhedronView v = view(body);
    EXPECT_TRUE(v.even);
    for (int n = 0; n < 300; ++n) {
      const Vec3 direction = random.direction();
      const int top = v.climb(direction, random.below(v.vertex_count));
      EXPECT_NEAR(dot(direction, v.vertex(top)), dot(direction, v.vertex(v.support(direction))),
                  1e-15 * body.bounding_radius);
    }
  }
}

TEST(GjkTd, DoesNotDependOnOrderFrameOrScale) {
  Random random(204);
  const auto bodies = zoo(random);
  for (int n = 0; n < 500; ++n) {
    const Polyhedron &a = bodies[random.below(9)], &b = bodies[random.below(9)];
    const Pose pose{random.uniform(0, 2) * random.direction(), random.rotation()};
    const Contact ab = collide<GjkTd>(a, b, pose), ba = collide<GjkTd>(b, a, inverse(pose));
    EXPECT_NEAR(ab.overlap, ba.overlap, 1e-12);
    EXPECT_EQ(ab.status, ba.status);
    for (const Real scale : {1e-6, 1e6}) {
      const auto scaled = [&](const Polyhedron& p) {
        Surface s = to_surface(p);
        s.origin = {};
        for (int v = 0; v < p.vertex_count(); ++v) s.vertices[v] = scale * p.vertex(v);
        return make_polyhedron(s);
      };
      const Polyhedron sa = scaled(a), sb = scaled(b);
      // Each scaled body has the same frame up to rounding. The pose still corrects for the difference.
      const Pose wide = inverse(sa.mass.body_in_input) * Pose{scale * pose.position, pose.orientation} *
                        sb.mass.body_in_input;
      EXPECT_NEAR(collide<GjkTd>(sa, sb, wide).overlap / scale, ab.overlap, 1e-11);
    }
  }
}

// The faces have more corners than the scratch arrays of the clipping can store.
TEST(GjkTd, AnswersForFacesWithManyCornersAreCertified) {
  const Polyhedron coin =
      make_polyhedron(library_shape("prism", {.sides = 100, .height = 4}, {Size::By::diameter, 2}));
  Random random(205);
  int fallbacks = 0;
  for (int n = 0; n < 20; ++n) {
    const Real height = coin.layer_thickness[static_cast<std::size_t>(coin.face_count()) - 1];
    const Pose parallel{{random.uniform(-1, 1), random.uniform(-1, 1), 0.99 * height},
                        axis_angle({0, 0, 1}, random.uniform(0, 3))};
    const Contact contact = collide<GjkTd>(coin, coin, parallel);
    EXPECT_EQ(objection(coin, coin, parallel, contact), "");
    fallbacks += contact.used_fallback ? 1 : 0;
  }
  std::printf("answered by exact: %d of 20\n", fallbacks);
}

}  // namespace
}  // namespace scree
