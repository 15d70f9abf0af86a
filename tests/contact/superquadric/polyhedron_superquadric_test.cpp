#include "scree/contact/superquadric/polyhedron_superquadric.hpp"

#include "scree/contact/round_algorithms.hpp"
#include "scree/io/pairs/superquadric_pairs.hpp"
#include "scree/shape/library.hpp"
#include "superquadric_cases.hpp"
#include "support/support.hpp"

#include <cstdio>
#include <map>

namespace scree {
namespace {

using namespace test;

const std::vector<SuperquadricPair>& pairs() {
  static const auto list =
      read_superquadric_pairs(std::string(SCREE_TEST_FOLDER) + "/reference/superquadric-pairs.json");
  return list;
}

PlacedSuperquadric placed_b(const SuperquadricPair& p) { return {p.b, p.b_in_a}; }

constexpr const char* solids[] = {"tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron"};

Polyhedron solid(const char* name) {  // scaled to the circumradius of a cube of edge 2
  return make_polyhedron(library_shape(name, {}, {Size::By::diameter, 2 * std::sqrt(3.0)}));
}

TEST(PolyhedronSuperquadric, MatchesEveryReferencePair) {
  ASSERT_EQ(pairs().size(), 300U);
  for (const SuperquadricPair& p : pairs()) {
    Cache cache;
    for (int query = 0; query < 2; ++query) {  // cold, warm
      const Contact c = PolyhedronSuperquadric::collide(view(p.a), placed_b(p), cache);
      const SuperquadricPairError error = compare(p, c);
      EXPECT_TRUE(error.verdict) << p.id;
      EXPECT_LT(error.distance, 1e-12) << p.id;
      EXPECT_LT(error.normal, 1e-9) << p.id;
      EXPECT_LT(error.witness, 1e-10) << p.id;
      EXPECT_FALSE(c.used_fallback) << p.id;
    }
    Cache other;
    const SuperquadricPairError bounds =
        compare(p, GjkTdPolyhedronSuperquadric::collide(view(p.a), placed_b(p), other));
    EXPECT_TRUE(bounds.verdict) << p.id;
    EXPECT_LT(bounds.distance, 1e-8) << p.id;
  }
}

TEST(PolyhedronSuperquadric, TheComparisonCanFail) {
  const SuperquadricPair& p = pairs()[0];
  Cache cache;
  Contact c = PolyhedronSuperquadric::collide(view(p.a), placed_b(p), cache);
  c.overlap += 1e-6, c.status = Status::touching;
  EXPECT_FALSE(compare(p, c).verdict);
  EXPECT_GT(compare(p, c).distance, 1e-8);
}

TEST(PolyhedronSuperquadric, PublishedFlowEndsInTheRecordedCase) {  // PHSQ-12 to 21
  int recorded = 0, wrong = 0, undecided = 0;
  for (const SuperquadricPair& p : pairs()) {
    if (p.flow_case < 0) continue;
    ++recorded;
    const FaceSearch s = PolyhedronSuperquadric::search(view(p.a), placed_b(p), FaceSearchFlow::published);
    EXPECT_EQ(s.ending, p.flow_case) << p.id;
    if (p.has_first_point) {  // X0, PHSQ-14
      const LowestPoint x =
          lowest_over_plane(placed_b(p), p.a.face_normal[s.face[0]], p.a.face_offset[s.face[0]]);
      EXPECT_LT(length(x.point - p.first_point), 1e-9 * p.size) << p.id;
    }
    undecided += s.ending == 0 ? 1 : 0;
    if (s.ending == 0 || p.signed_distance == 0) continue;
    wrong += (s.status == Status::touching) != (p.signed_distance < 0) ? 1 : 0;
  }
  EXPECT_EQ(recorded, 279);
  EXPECT_EQ(undecided, 16);  // PHSQ-23
  EXPECT_EQ(wrong, 2);       // PHSQ-24 (ratio100-006), and a slender ellipsoid that pierces a face
}

TEST(PolyhedronSuperquadric, CompletedSearchDecidesEveryPairRightly) {  // PHSQ-25
  int fallbacks = 0, evaluated = 0, same = 0;
  for (const SuperquadricPair& p : pairs()) {
    const FaceSearch s = PolyhedronSuperquadric::search(view(p.a), placed_b(p));
    ASSERT_NE(s.status, Status::failed) << p.id;
    if (p.signed_distance != 0) { EXPECT_EQ(s.status == Status::touching, p.signed_distance < 0) << p.id; }
    EXPECT_EQ(s.ending == 8, p.flow_case < 0) << p.id;  // the file records no flow for centres inside
    EXPECT_EQ(s.visited, s.switches + 1) << p.id;
    fallbacks += s.used_fallback ? 1 : 0;
    if (!p.evaluation || s.used_fallback || s.ending == 8) continue;
    ++evaluated;  // equations 10 to 12
    same += std::abs(s.overlap - p.evaluation->overlap) < 1e-8 * p.size &&
                    length(s.normal - p.evaluation->normal) < 1e-8 &&
                    length(s.point - p.evaluation->point) < 1e-6 * p.size
                ? 1
                : 0;
  }
  EXPECT_LE(fallbacks, 2);
  EXPECT_GE(evaluated, 133);
  EXPECT_GE(same, evaluated - 2);  // two deep searches end on another face than that in the file
}

/// Returns the signed distance of a point from a polyhedron in closed form, as the minimum over all features.
Real signed_distance_of_point(const PolyhedronView& body, Vec3 x) {
  Real highest = -1e300;
  for (int f = 0; f < body.face_count; ++f)
    highest = std::max(highest, dot(body.face_normal[f], x) - body.face_offset(f));
  if (highest <= 0) return highest;
  Real nearest = 1e300;
  for (int f = 0; f < body.face_count; ++f) {
    const Vec3 n = body.face_normal[f];
    const Real height = dot(n, x) - body.face_offset(f);
    if (height <= 0) continue;
    bool inside = true;
    for (int h = body.face_begin[f]; h < body.face_begin[f + 1]; ++h) {
      const Vec3 p = body.vertex(body.origin[h]), q = body.vertex(body.target(h));
      if (dot(cross(q - p, n), x - p) > 0) inside = false;
      nearest = std::min(nearest, length(x - (p + closest_on_segment(x, p, q) * (q - p))));
    }
    if (inside) nearest = std::min(nearest, height);
  }
  return nearest;
}

TEST(PolyhedronSuperquadric, MillionSpheresAreExact) {
  // The pairs cover all features of the five solids. Compares statuses, and distances and overlaps to 1e-12.
  Random random(421);
  std::map<Feature::Kind, int> met;
  for (const char* name : solids) {
    const Polyhedron body = solid(name);
    const PolyhedronView a = view(body);
    const PlacedSuperquadric unit({}, {});
    for (int n = 0; n < 200'000; ++n) {
      PlacedSuperquadric b = unit;
      b.center = {random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)};
      Cache cache;
      const Contact c = PolyhedronSuperquadric::collide(a, b, cache);
      const Real distance = signed_distance_of_point(a, b.center) - 1;
      ASSERT_NEAR(c.overlap, -distance, 1e-12) << name << ' ' << n;
      ASSERT_EQ(c.status == Status::touching, distance <= 0) << name << ' ' << n;
      ++met[c.feature_a.kind];
    }
  }
  for (const auto kind : {Feature::Kind::vertex, Feature::Kind::edge, Feature::Kind::face})
    EXPECT_GT(met[kind], 50'000);
}

TEST(PolyhedronSuperquadric, SpheresTakenAsEllipsoidsAreExactToo) {
  // One half length differs in its last digit, so that the general method is used.
  Random random(422);
  const Superquadric nearly = make_superquadric({1, 1, 1 + 3e-16}, 2, 2);
  for (const char* name : solids) {
    const Polyhedron body = solid(name);
    for (int n = 0; n < 4000; ++n) {
      const Vec3 center{random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)};
      const PlacedSuperquadric b(nearly, {center, random.rotation()});
      Cache cache;
      const Contact c = PolyhedronSuperquadric::collide(view(body), b, cache);
      const Real distance = signed_distance_of_point(view(body), center) - 1;
      ASSERT_NEAR(c.overlap, -distance, 1e-12) << name << ' ' << n;
    }
  }
}

TEST(PolyhedronSuperquadric, SearchOfSpheresNeverErrs) {  // PHSQ-23, 25, 35, 36
  Random random(423);
  for (const char* name : solids) {
    const Polyhedron body = solid(name);
    std::map<int, int> ended;
    int undecided = 0;
    constexpr int count = 12'000;
    for (int n = 0; n < count; ++n) {
      const Vec3 center{random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)};
      const PlacedSuperquadric b(Superquadric{}, {center, {}});
      const Real distance = signed_distance_of_point(view(body), center);
      const FaceSearch full = PolyhedronSuperquadric::search(view(body), b);
      const FaceSearch published = PolyhedronSuperquadric::search(view(body), b, FaceSearchFlow::published);
      ASSERT_FALSE(full.used_fallback) << name << ' ' << n;
      ASSERT_EQ(full.ending == 8, distance <= 0) << name << ' ' << n;
      ASSERT_EQ(full.status == Status::touching, distance <= 1) << name << ' ' << n;
      if (published.ending != 0) {
        ASSERT_EQ(published.status, full.status) << name << ' ' << n;
      } else {
        ++undecided;
      }
      ++ended[full.ending];
    }
    const Real share = static_cast<Real>(undecided) / count;
    const std::string_view solid_name = name;
    const Real expected = solid_name == "octahedron" ? 0.027 : solid_name == "icosahedron" ? 0.014 : 0;
    EXPECT_NEAR(share, expected, 0.006) << name;
    EXPECT_EQ(ended[3], 0) << name;  // PHSQ-38
    if (solid_name == "cube") { EXPECT_EQ(ended[4], 0); }
  }
}

TEST(PolyhedronSuperquadric, MatchesAnalyticContactsOfFig10) {  // PHSQ-34
  const Polyhedron cube = make_polyhedron(library_shape("cube", {}, {Size::By::edge, 2}));
  const auto search = [&](const Superquadric& s, Vec3 at, Quat rotation = {}) {
    return PolyhedronSuperquadric::search(view(cube), {s, {at, rotation}});
  };
  const FaceSearch face = search({}, {0.2, 0.3, 1.9});
  EXPECT_EQ(face.ending, 2);
  EXPECT_EQ(face.feature.kind, Feature::Kind::face);
  EXPECT_NEAR(face.overlap, 0.1, 1e-15);
  EXPECT_LT(length(face.point - Vec3{0.2, 0.3, 0.9}), 1e-15);
  const FaceSearch edge = search({}, {0.1, 1.6, 1.6});
  EXPECT_EQ(edge.ending, 6);
  EXPECT_EQ(edge.feature.kind, Feature::Kind::edge);
  EXPECT_LT(length(edge.point - Vec3{0.1, 1, 1}), 1e-14);
  EXPECT_NEAR(edge.overlap, 1 - 0.6 * std::sqrt(2.0), 1e-14);
  const FaceSearch vertex = search({}, {1.5, 1.5, 1.5});
  EXPECT_EQ(vertex.ending, 6);
  EXPECT_EQ(vertex.feature.kind, Feature::Kind::vertex);
  EXPECT_NEAR(vertex.overlap, 1 - 0.5 * std::sqrt(3.0), 1e-14);
  EXPECT_EQ(search({}, {0, 0, 2.1}).ending, 1);
  EXPECT_EQ(search({}, {1.71, 1.71, 0}).status, Status::separated);
  EXPECT_EQ(search({}, {1.58, 1.58, 1.58}).ending, 5);
  EXPECT_EQ(search({}, {0.2, 0.1, 0.5}).ending, 8);
  const FaceSearch ellipsoid = search(make_superquadric({1, 2, 0.5}, 2, 2), {0.3, 0.2, 1.4});
  EXPECT_EQ(ellipsoid.ending, 2);
  EXPECT_NEAR(ellipsoid.overlap, 0.1, 1e-15);
  EXPECT_LT(length(ellipsoid.point - Vec3{0.3, 0.2, 0.9}), 1e-15);
  const Polyhedron tetrahedron = solid("tetrahedron");
  Vec3 top = tetrahedron.vertex(0);
  const FaceSearch tip = PolyhedronSuperquadric::search(
      view(tetrahedron), {Superquadric{}, {1.5 / length(top) * top + top, {}}});
  EXPECT_EQ(tip.status, Status::separated);
  const FaceSearch touch = PolyhedronSuperquadric::search(
      view(tetrahedron), {Superquadric{}, {0.9 / length(top) * top + top, {}}});
  EXPECT_EQ(touch.feature.kind, Feature::Kind::vertex);
  EXPECT_NEAR(touch.overlap, 0.1, 1e-14);
  EXPECT_LT(length(touch.normal - normalized(top)), 1e-14);
}

TEST(PolyhedronSuperquadric, EveryAnswerLiesWithinTheBounds) {
  Random random(424);
  std::vector<Polyhedron> bodies;
  for (const char* name : solids) bodies.push_back(solid(name));
  bodies.push_back(
      make_polyhedron(library_shape("random", {.vertices = 60, .seed = 3}, {Size::By::diameter, 2})));
  bodies.push_back(make_polyhedron(library_shape("box", {.lengths = {20, 20, 1}}, {Size::By::diameter, 2})));
  bodies.push_back(make_polyhedron(library_shape("box", {.lengths = {20, 1, 1}}, {Size::By::diameter, 2})));
  int fallbacks = 0, most = 0;
  Real worst = 0;
  for (int n = 0; n < 8000; ++n) {
    const Polyhedron& body = bodies[random.below(static_cast<int>(bodies.size()))];
    const PolyhedronView a = view(body);
    const Superquadric shape = random_superquadric(random, 20, std::pow(10, random.uniform(-1, 1)));
    const Real radius = bounding_radius(shape), size = radius + a.bounding_radius;
    PlacedSuperquadric b(shape, {random.uniform(0, 1.1) * size * random.direction(), random.rotation()},
                         radius);
    const Real wanted = (n % 3 == 1 ? 1 : -1) * std::pow(10, random.uniform(-9, -1)) * std::min(radius, 1.0);
    if (n % 3 != 0) b = moved_to(a, b, {}, size, wanted);
    const BoundedDistance bounds = bounded_distance(a, b, b.center, 1e-12 * size);
    Cache cache;
    for (int query = 0; query < 2; ++query) {
      const Contact c = PolyhedronSuperquadric::collide(a, b, cache);
      const Real gap = -c.overlap, error = std::max(bounds.lower - gap, gap - bounds.upper) / size;
      worst = std::max(worst, error);
      ASSERT_LT(error, 1e-10) << n;
      // The certificate consists of the gap along the normal and of the superquadric's witness point, which
      // lies on its surface.
      const Real along = dot(c.normal, b.support(-c.normal) - a.vertex(a.support(c.normal)));
      ASSERT_NEAR(along / size, gap / size, 1e-10) << n;
      if (std::abs(gap) > 1e-11 * size) { ASSERT_EQ(c.status == Status::touching, gap < 0) << n; }
      fallbacks += c.used_fallback ? 1 : 0, most = std::max(most, c.iterations);
    }
    const FaceSearch s = PolyhedronSuperquadric::search(a, b);
    if (std::abs(bounds.lower) > 1e-9 * size && s.ending != 8) {
      ASSERT_EQ(s.status == Status::touching, bounds.lower < 0) << n;
    }
  }
  std::printf("worst error %.1e of the size, %d left to the bounds, at most %d steps\n", worst, fallbacks,
              most);
  EXPECT_LE(fallbacks, 8);
}

TEST(PolyhedronSuperquadric, ANeedleThroughAFaceIsFound) {
  // The needle meets no edge, and its deepest point lies beyond the opposite face, so the search alone ends
  // in case 5.
  const Polyhedron cube = make_polyhedron(library_shape("cube", {}, {Size::By::edge, 2}));
  const PlacedSuperquadric needle(make_superquadric({0.05, 0.05, 3}, 2, 2), {{0.1, 0.2, 1.2}, {}});
  const FaceSearch s = PolyhedronSuperquadric::search(view(cube), needle);
  EXPECT_EQ(s.status, Status::touching);
  EXPECT_TRUE(s.used_fallback);
  Cache cache;
  const Contact c = PolyhedronSuperquadric::collide(view(cube), needle, cache);
  EXPECT_NEAR(c.overlap, 0.8 + 0.05 * std::sqrt(1 - 0.04 / 9), 1e-6);  // leaves sideways, over the upper edge
}

TEST(PolyhedronSuperquadric, MovesOfAWarmPairFollowTheColdAnswer) {
  Random random(425);
  const Polyhedron body = solid("dodecahedron");
  for (const Superquadric& shape :
       {make_superquadric({1, 0.7, 0.5}, 2, 2), make_superquadric({1, 0.7, 0.5}, 8, 8),
        make_superquadric({0.4, 0.4, 1}, 20, 2)}) {
    Pose pose{{0, 0, 2.2}, random.rotation()};
    Cache warm;
    for (int step = 0; step < 3000; ++step) {
      pose.position +=
          0.02 * random.direction() - 0.002 * (length(pose.position) > 2 ? 1 : -1) * pose.position;
      pose.orientation = normalized(axis_angle(random.direction(), 0.02) * pose.orientation);
      const PlacedSuperquadric b(shape, pose);
      Cache cold;
      const Contact c = PolyhedronSuperquadric::collide(view(body), b, cold);
      const Contact w = PolyhedronSuperquadric::collide(view(body), b, warm);
      ASSERT_EQ(c.status, w.status) << step;
      if (c.overlap < 0.01) { ASSERT_NEAR(w.overlap, c.overlap, 1e-11) << step; }
    }
  }
}

TEST(PolyhedronSuperquadric, FarBodiesGetABound) {
  const Polyhedron cube = make_polyhedron(library_shape("cube"));
  const PlacedSuperquadric b(make_superquadric({1, 0.5, 0.5}, 4, 4), {{50, 0, 0}, {}});
  Cache cache;
  const Contact c = PolyhedronSuperquadric::collide(view(cube), b, cache, {.distance_cutoff = 1});
  EXPECT_EQ(c.status, Status::separated);
  EXPECT_LE(-c.overlap, 48.5);
  EXPECT_GT(-c.overlap, 40);
}

TEST(SuperquadricPairsFile, RefusesBadInput) {
  const auto file = [](const std::string& round) {
    return R"({"pairs":[{"id":"one","signed_distance":1,"normal":[1,0,0],"witness_polyhedron":[0,0,0],)"
           R"("witness_superquadric":[0,0,0],"superquadric":)" +
           round +
           R"(,"polyhedron":{"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],)"
           R"("faces":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]]}}]})";
  };
  const std::string good =
      R"({"a":1,"b":1,"c":1,"n1":2,"n2":2,"position":[3,0,0],"quaternion_wxyz":[1,0,0,0]})";
  EXPECT_TRUE(holds_superquadrics(file(good)));
  EXPECT_EQ(parse_superquadric_pairs(file(good), "f").size(), 1U);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return file(text);
  };
  EXPECT_ERROR(parse_superquadric_pairs(with("\"n1\":2", "\"n1\":1.5"), "f"),
               "f, pair one: a superquadric's exponents");
  EXPECT_ERROR(parse_superquadric_pairs(with("\"b\":1", "\"b\":0"), "f"),
               "a half length of the superquadric is 0");
  EXPECT_ERROR(parse_superquadric_pairs(with("[1,0,0,0]", "[0,0,0,0]"), "f"), "quaternion w,x,y,z not zero");
  EXPECT_ERROR(parse_superquadric_pairs(with("\"n2\":2", "\"n3\":2"), "f"), "pair one");
  EXPECT_ERROR(parse_superquadric_pairs("{}", "f"), "f, pair (none yet)");
  EXPECT_FALSE(holds_superquadrics("not json"));
}

}  // namespace
}  // namespace scree
