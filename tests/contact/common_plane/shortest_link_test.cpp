#include "scree/contact/common_plane/shortest_link.hpp"

#include "scree/contact/common_plane/link_direct.hpp"
#include "scree/contact/pair/certificate.hpp"
#include "scree/contact/pair/exact.hpp"
#include "scree/shape/library.hpp"
#include "support/reference.hpp"
#include "support/support.hpp"

namespace scree {
namespace {

using namespace test;

Contact collide_cold(const Polyhedron& a, const Polyhedron& b, const Pose& b_in_a) {
  Cache cache;
  return ShortestLink::collide(view(a), view(b), b_in_a, cache);
}

/// True if the gap or overlap of the bodies along the normal equals the claimed one. The signed distance is
/// the largest gap over all normals, so an answer that passes never claims a smaller overlap or a wider gap
/// than the true one.
bool proven(const PolyhedronPair& pair, const Contact& contact, Real slack = 1e-10) {
  return check_answer(pair, contact, {.distance = slack}).holds();
}

const Polyhedron& cube() {  // extends from -1 to 1
  static const Polyhedron body = [] {
    LibraryParameters box;
    box.lengths = {2, 2, 2};
    return make_polyhedron(library_shape("box", box));
  }();
  return body;
}

Feature vertex_at(const Polyhedron& body, Vec3 p) { return {Feature::Kind::vertex, support_vertex(body, p)}; }

Feature edge_at(const Polyhedron& body, Vec3 middle) {
  const PolyhedronView v = view(body);
  for (int h = 0; h < v.halfedge_count; ++h) {
    if (length(0.5 * (v.vertex(v.origin[h]) + v.vertex(v.target(h))) - middle) < 1e-9)
      return edge_feature(v, h);
  }
  ADD_FAILURE() << "no such edge";
  return {};
}

Feature face_along(const Polyhedron& body, Vec3 normal) {
  for (int f = 0; f < body.face_count(); ++f) {
    if (length(body.face_normal[f] - normal) < 1e-9) return {Feature::Kind::face, f};
  }
  ADD_FAILURE() << "no such face";
  return {};
}

bool same(Feature x, Feature y) { return x.kind == y.kind && x.id == y.id; }

/// Expects that the walks from every vertex, edge and face of the cube end at the same point.
void expect_walk(Vec3 q, Vec3 expected, Feature feature) {
  const PolyhedronView body = view(cube());
  std::vector<SurfacePoint> starts;
  for (int v = 0; v < body.vertex_count; ++v) starts.push_back({body.vertex(v), {Feature::Kind::vertex, v}});
  for (int h = 0; h < body.halfedge_count; ++h) {
    starts.push_back(
        {0.5 * (body.vertex(body.origin[h]) + body.vertex(body.target(h))), edge_feature(body, h)});
  }
  for (int f = 0; f < body.face_count; ++f) starts.push_back({body.face_normal[f], {Feature::Kind::face, f}});
  for (const SurfacePoint& start : starts) {
    const Walk walk = walk_to_closest(body, start, q, 1e-12);
    EXPECT_TRUE(walk.finished);
    EXPECT_FALSE(walk.inside);
    EXPECT_LT(length(walk.end.point - expected), 1e-14);
    EXPECT_TRUE(same(walk.end.feature, feature));
  }
}

TEST(ShortestLinkWalk, EndsAtAVertexAnEdgeOrAFaceFromEverywhere) {
  expect_walk({2, 3, 1.5}, {1, 1, 1}, vertex_at(cube(), {1, 1, 1}));
  expect_walk({2, 3, 0.5}, {1, 1, 0.5}, edge_at(cube(), {1, 1, 0}));
  expect_walk({0.25, 3, -0.5}, {0.25, 1, -0.5}, face_along(cube(), {0, 1, 0}));
}

TEST(ShortestLinkWalk, DetectsAPointInside) {
  const PolyhedronView body = view(cube());
  const SurfacePoint start{{1, 0, 0}, face_along(cube(), {1, 0, 0})};
  EXPECT_TRUE(walk_to_closest(body, start, {0.1, 0.2, 0.3}, 1e-12).inside);
  // The closest point on the far face is a local minimum, but it is not the closest point of the body.
  const Walk walk = walk_to_closest(body, start, {-1.5, 0, 0}, 1e-12);
  EXPECT_FALSE(walk.inside);
  EXPECT_LT(length(walk.end.point - Vec3{-1, 0, 0}), 1e-14);
}

TEST(ShortestLinkDirect, SolvesSegmentsInAPlane) {
  const auto link = [](Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
    const SegmentParameters p = coplanar_link(a, b, c, d);
    return length((c + p.t * (d - c)) - (a + p.s * (b - a)));
  };
  EXPECT_EQ(link({-1, 0}, {1, 0}, {0, -1}, {0, 1}), 0);           // the segments cross
  EXPECT_NEAR(link({-1, 0}, {1, 0}, {0, 2}, {0, 5}), 2, 1e-15);   // the closest point to C lies inside AB
  EXPECT_NEAR(link({0, 0}, {-1, 0}, {3, 4}, {9, 4}), 5, 1e-15);   // shortest link AC
  EXPECT_NEAR(link({0, 0}, {-1, 0}, {9, 4}, {3, 4}), 5, 1e-15);   // shortest link AD
  EXPECT_NEAR(link({-1, 0}, {0, 0}, {3, 4}, {9, 4}), 5, 1e-15);   // shortest link BC
  EXPECT_NEAR(link({-1, 0}, {0, 0}, {9, 4}, {3, 4}), 5, 1e-15);   // BD (the paper prints CD)
  EXPECT_NEAR(link({0, 0}, {1, 0}, {0.5, 1}, {7, 1}), 1, 1e-15);  // the segments are parallel, side by side
  EXPECT_NEAR(link({0, 0}, {1, 0}, {3, 0}, {2, 0}), 1, 1e-15);    // the segments lie on one line
}

struct Direct {
  PolyhedronPair pair;
  Link link, out;
  bool found;
  Direct(const Pose& b_in_a, SurfacePoint a, SurfacePoint b)
      : pair(view(cube()), view(cube()), b_in_a),
        link{a, b},
        out{},
        found(direct_link(pair, link, 1e-12, out)) {}
};

const Real root = std::sqrt(0.5);

TEST(ShortestLinkDirect, SolvesCrossingEdges) {
  // B is rotated by a quarter turn about the diagonal. The diagonal passes through one edge of each body, so
  // these edges cross at right angles.
  const Pose b_in_a{{2.5, 2.5, 0}, Quat{root, 0.5, 0.5, 0}};
  const Feature a = edge_at(cube(), {1, 1, 0}), b = edge_at(cube(), {-1, -1, 0});
  const Direct direct(b_in_a, {{1, 1, 0.7}, a}, {transform(b_in_a, {-1, -1, 0.4}), b});
  ASSERT_TRUE(direct.found);
  EXPECT_LT(length(direct.out.a.point - Vec3{1, 1, 0}), 1e-14);
  EXPECT_LT(length(direct.out.b.point - Vec3{1.5, 1.5, 0}), 1e-14);
  const Contact contact = collide_cold(cube(), cube(), b_in_a);
  EXPECT_NEAR(contact.overlap, -root, 1e-14);
  EXPECT_TRUE(same(contact.feature_a, a) && same(contact.feature_b, b));
}

TEST(ShortestLinkDirect, SolvesParallelFaces) {
  const Pose b_in_a{{0.3, 0.2, 2.5}, {}};
  const Feature top = face_along(cube(), {0, 0, 1}), bottom = face_along(cube(), {0, 0, -1});
  const Direct slanted(b_in_a, {{-0.2, 0, 1}, top}, {{0.5, 0.6, 1.5}, bottom});
  ASSERT_TRUE(slanted.found);
  EXPECT_NEAR(length_squared(slanted.out), 0.25, 1e-14);
  // A link along the common normal cannot be shortened, so the direct case declines.
  EXPECT_FALSE(Direct(b_in_a, {{0.1, 0, 1}, top}, {{0.1, 0, 1.5}, bottom}).found);
  const Contact contact = collide_cold(cube(), cube(), b_in_a);
  EXPECT_NEAR(contact.overlap, -0.5, 1e-14);
  EXPECT_LT(length(contact.normal - Vec3{0, 0, 1}), 1e-14);
  // The points lie in the middle of the region that the faces share.
  EXPECT_LT(length(contact.point_a - Vec3{0.15, 0.1, 1}), 1e-12);
}

TEST(ShortestLinkDirect, TiltedFacesLeadToAnEdge) {
  const Real angle = 1e-3;  // alternating projections would take some million steps
  const Pose b_in_a{{0, 0, 2.5}, Quat{std::cos(angle / 2), 0, std::sin(angle / 2), 0}};
  const Feature top = face_along(cube(), {0, 0, 1}), bottom = face_along(cube(), {0, 0, -1});
  const Direct direct(b_in_a, {{0, 0, 1}, top}, {transform(b_in_a, {0, 0, -1}), bottom});
  ASSERT_TRUE(direct.found);
  EXPECT_NE(direct.out.a.feature.kind == Feature::Kind::face,
            direct.out.b.feature.kind == Feature::Kind::face);
  const Contact contact = collide_cold(cube(), cube(), b_in_a);
  EXPECT_NEAR(contact.overlap, -(1.5 - std::cos(angle) - std::sin(angle)), 1e-14);
  EXPECT_LE(contact.iterations, 4);
}

TEST(ShortestLinkDirect, SolvesAnEdgeOverAFace) {
  // B stands on an edge. The edge is parallel to the face below at first; then one of its ends is lower.
  const Real eighth = std::acos(-1.0) / 8;
  const Quat on_edge{std::cos(eighth), std::sin(eighth), 0, 0};
  const Feature top = face_along(cube(), {0, 0, 1}), edge = edge_at(cube(), {0, -1, -1});
  const Pose level{{0, 0, 3}, on_edge};
  const Vec3 middle = transform(level, {0, -1, -1});
  const Direct level_link(level, {{middle.x, middle.y, 1}, top}, {middle, edge});
  ASSERT_TRUE(level_link.found);
  EXPECT_NEAR(std::sqrt(length_squared(level_link.out)), 2 - std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(collide_cold(cube(), cube(), level).overlap, std::sqrt(2.0) - 2, 1e-14);

  const Real tilt = 0.1;
  const Pose tilted{{0, 0, 3}, Quat{std::cos(tilt / 2), 0, std::sin(tilt / 2), 0} * on_edge};
  const Vec3 start = transform(tilted, {0, -1, -1});
  const Direct lower(tilted, {{start.x, start.y, 1}, top}, {start, edge});
  ASSERT_TRUE(lower.found);
  const Vec3 end = transform(tilted, {1, -1, -1});
  EXPECT_LT(length(lower.out.b.point - end), 1e-14);
  EXPECT_NEAR(collide_cold(cube(), cube(), tilted).overlap, -(end.z - 1), 1e-14);
}

TEST(ShortestLinkDirect, DeclinesWhereThePlaneIsNotUniqueOrMisses) {
  const Feature top = face_along(cube(), {0, 0, 1}), upright = edge_at(cube(), {-1, -1, 0}),
                lying = edge_at(cube(), {0, -1, -1});
  // The edge is perpendicular to the face.
  EXPECT_FALSE(Direct({{0, 0, 4}, {}}, {{0, 0, 1}, top}, {{-1, -1, 4}, upright}).found);
  // The plane through the edge does not meet the face.
  EXPECT_FALSE(Direct({{0, 5, 4}, {}}, {{0, 0, 1}, top}, {{0, 4, 3}, lying}).found);
  // Pairs of features that include a vertex have no direct case.
  EXPECT_FALSE(
      Direct({{0, 0, 4}, {}}, {{0, 0, 1}, top}, {{-1, -1, 3}, vertex_at(cube(), {-1, -1, -1})}).found);
}

TEST(ShortestLink, MatchesSeparatedPairsOfTheCorpus) {
  int count = 0;
  for (const ReferencePair& p : reference_pairs()) {
    if (p.signed_distance <= 0) continue;
    ++count;
    const Contact contact = collide_cold(p.a, p.b, p.b_in_a);
    const PairError error = compare(p, contact);
    EXPECT_TRUE(error.verdict) << p.id;
    EXPECT_LT(error.distance, far_origin(p) ? 1e-8 : 1e-10) << p.id;
    EXPECT_LT(error.normal, 1e-7) << p.id;
    EXPECT_LT(error.witness, far_origin(p) ? 1e-8 : 1e-9) << p.id;
    EXPECT_TRUE(proven({view(p.a), view(p.b), p.b_in_a}, contact, far_origin(p) ? 1e-8 : 1e-10)) << p.id;
    EXPECT_LE(contact.iterations, 20) << p.id;
  }
  EXPECT_EQ(count, 204);
}

TEST(ShortestLink, MatchesTouchingPairsOfTheCorpus) {
  int count = 0;
  for (const ReferencePair& p : reference_pairs()) {
    if (p.signed_distance != 0) continue;
    ++count;
    const Contact contact = collide_cold(p.a, p.b, p.b_in_a);
    const PairError error = compare(p, contact);
    EXPECT_NE(contact.status, Status::failed) << p.id;
    EXPECT_LT(error.distance, far_origin(p) ? 1e-8 : 1e-10) << p.id;
    EXPECT_LT(error.normal, 1e-7) << p.id;
    EXPECT_LT(error.witness, 1e-9) << p.id;
  }
  EXPECT_EQ(count, 112);
}

// Temporary separation ends on the side on which it starts. For deep overlaps the least overlap is often
// on another side. The reported overlap is never too small. The numbers measure this drawback of the
// classical algorithm.
TEST(ShortestLink, FindsAnUpperBoundOnOverlapsOfTheCorpus) {
  int shallow = 0, shallow_least = 0, deep = 0, deep_least = 0;
  Real worst = 1;
  for (const ReferencePair& p : reference_pairs()) {
    if (p.signed_distance >= 0) continue;
    const Contact contact = collide_cold(p.a, p.b, p.b_in_a);
    const PairError error = compare(p, contact);
    const Real least = -p.signed_distance;
    EXPECT_TRUE(error.verdict) << p.id;
    EXPECT_LT(error.witness, 1e-9) << p.id;
    EXPECT_TRUE(proven({view(p.a), view(p.b), p.b_in_a}, contact)) << p.id;
    EXPECT_GE(contact.overlap, least - (far_origin(p) ? 1e-8 : 1e-12) * p.size) << p.id;
    const bool is_least = error.distance < (far_origin(p) ? 1e-8 : 1e-10);
    (least < 0.05 * p.size ? shallow : deep) += 1;
    if (is_least) (least < 0.05 * p.size ? shallow_least : deep_least) += 1;
    worst = std::max(worst, contact.overlap / least);
  }
  EXPECT_EQ(shallow, 190);
  EXPECT_EQ(shallow_least, 189);
  EXPECT_EQ(deep, 89);
  EXPECT_EQ(deep_least, 64);
  EXPECT_NEAR(worst, 1.73, 0.01);
}

TEST(ShortestLink, WarmAndColdAgreeOnSeparatedPairs) {
  for (const ReferencePair& p : reference_pairs()) {
    if (p.signed_distance <= 0) continue;
    Cache cache;
    const Contact cold = ShortestLink::collide(view(p.a), view(p.b), p.b_in_a, cache);
    const Contact warm = ShortestLink::collide(view(p.a), view(p.b), p.b_in_a, cache);
    EXPECT_NEAR(warm.overlap, cold.overlap, 1e-12 * p.size) << p.id;
    EXPECT_LT(length(warm.normal - cold.normal), 1e-8) << p.id;
    EXPECT_LT(length(warm.point_a - cold.point_a), 1e-8 * p.size) << p.id;
    EXPECT_LE(warm.iterations, 2) << p.id;
    // A cache of another pair, or even a meaningless one, only costs time.
    Cache foreign;
    foreign.axis = -cold.normal;
    foreign.set_vertices(4);
    for (int i = 0; i < 4; ++i) {
      foreign.vertices.a[i] = 7 * i - 3;
      foreign.vertices.b[i] = 1000 - 333 * i;
    }
    const Contact misled = ShortestLink::collide(view(p.a), view(p.b), p.b_in_a, foreign);
    EXPECT_NEAR(misled.overlap, cold.overlap, 1e-10 * p.size) << p.id;
    EXPECT_LT(length(misled.normal - cold.normal), 1e-7) << p.id;
  }
}

TEST(ShortestLink, SwappedBodiesGiveTheOppositeAnswer) {
  for (const ReferencePair& p : reference_pairs()) {
    if (p.signed_distance <= 0) continue;
    const Pose a_in_b = inverse(p.b_in_a);
    const Contact there = collide_cold(p.a, p.b, p.b_in_a), back = collide_cold(p.b, p.a, a_in_b);
    EXPECT_EQ(there.status, back.status) << p.id;
    EXPECT_NEAR(there.overlap, back.overlap, 1e-10 * p.size) << p.id;
    EXPECT_LT(length(there.normal + rotate(p.b_in_a.orientation, back.normal)), 1e-7) << p.id;
    EXPECT_LT(length(there.point_a - transform(p.b_in_a, back.point_b)), 1e-7 * p.size) << p.id;
  }
}

Polyhedron placed(const Polyhedron& body, Real scale, Quat rotation, Vec3 shift) {
  const Surface surface = to_surface(body);
  std::vector<Vec3> vertices;
  for (const Vec3 v : surface.vertices)
    vertices.push_back(scale * (rotate(rotation, surface.origin + v) + shift));
  std::vector<std::vector<int>> faces;
  for (int f = 0; f < surface.face_count(); ++f) {
    const auto loop = surface.face(f);
    faces.emplace_back(loop.begin(), loop.end());
  }
  return polyhedron_from_faces(vertices, faces);
}

TEST(ShortestLink, AnswersFollowRigidMotionsAndScales) {
  Random random(5);
  int count = 0;
  for (const ReferencePair& p : reference_pairs()) {
    if (p.signed_distance <= 0 || far_origin(p) || ++count % 4 != 0) continue;
    const Contact here = collide_cold(p.a, p.b, p.b_in_a);
    for (const Real scale : {1e-6, 1.0, 1e6}) {
      const Quat rotation = random.rotation();
      const Vec3 shift = p.size * random.direction();
      const Polyhedron a = placed(p.a, scale, rotation, shift), b = placed(p.b, scale, rotation, shift);
      const Pose b_in_a = inverse(a.mass.body_in_input) * b.mass.body_in_input;
      const Contact there = collide_cold(a, b, b_in_a);
      EXPECT_EQ(there.status, here.status) << p.id;
      EXPECT_NEAR(there.overlap, scale * here.overlap, 1e-10 * scale * p.size) << p.id << " scale " << scale;
      const Vec3 in_world = rotate(a.mass.body_in_input.orientation, there.normal);
      const Vec3 expected = rotate(rotation, rotate(p.a.mass.body_in_input.orientation, here.normal));
      EXPECT_LT(length(in_world - expected), 1e-6) << p.id << " scale " << scale;
    }
  }
}

struct Named {
  std::string name;
  Polyhedron body;
};

const std::vector<Named>& grains() {
  static const std::vector<Named> all = [] {
    std::vector<Named> bodies;
    for (const char* name : {"cube", "tetrahedron", "rhombic_dodecahedron", "tetrakis_cube"}) {
      bodies.push_back({name, make_polyhedron(library_shape(name))});
    }
    LibraryParameters random;
    for (const int vertices : {14, 60}) {
      random.vertices = vertices;
      bodies.push_back(
          {"hull " + std::to_string(vertices), make_polyhedron(library_shape("random", random))});
    }
    LibraryParameters box;
    box.lengths = {1, 1, 0.01};
    bodies.push_back({"plate", make_polyhedron(library_shape("box", box))});
    box.lengths = {1, 0.01, 0.01};
    bodies.push_back({"needle", make_polyhedron(library_shape("box", box))});
    return bodies;
  }();
  return all;
}

TEST(ShortestLink, SolvesHundredThousandRandomPairs) {
  Random random(11);
  const int kinds = static_cast<int>(grains().size());
  int most = 0, separated = 0, overlapping = 0, checked = 0, not_least = 0;
  for (int i = 0; i < 100000; ++i) {
    const Polyhedron& a = grains()[random.below(kinds)].body;
    const Polyhedron& b = grains()[random.below(kinds)].body;
    // One pair in four has parallel axes, so faces lie on faces and edges along edges.
    const Quat rotation = random.below(4) == 0 ? Quat{} : random.rotation();
    const Pose b_in_a{random.uniform(0, 1.2) * (a.bounding_radius + b.bounding_radius) * random.direction(),
                      rotation};
    const PolyhedronPair pair(view(a), view(b), b_in_a);
    const Contact contact = collide_cold(a, b, b_in_a);
    ASSERT_NE(contact.status, Status::failed) << "pair " << i;
    ASSERT_TRUE(is_finite(contact.normal) && is_finite(contact.point_a) && is_finite(contact.point_b))
        << "pair " << i;
    ASSERT_TRUE(proven(pair, contact)) << "pair " << i;
    ASSERT_LT(length(contact.point_a - contact.point_b - contact.overlap * contact.normal),
              1e-9 * pair.size())
        << "pair " << i;
    most = std::max(most, contact.iterations);
    (contact.status == Status::separated ? separated : overlapping) += 1;
    if (i % 20 == 0) {
      const Contact exact = Exact::collide(view(a), view(b), b_in_a);
      ++checked;
      ASSERT_EQ(contact.status, exact.status) << "pair " << i;
      ASSERT_GE(contact.overlap, exact.overlap - 1e-10 * pair.size()) << "pair " << i;
      if (exact.status == Status::separated) {
        ASSERT_NEAR(contact.overlap, exact.overlap, 1e-10 * pair.size()) << "pair " << i;
      } else if (contact.overlap > exact.overlap + 1e-10 * pair.size()) {
        ++not_least;
      }
    }
  }
  EXPECT_GT(separated, 40000);
  EXPECT_GT(overlapping, 50000);
  EXPECT_EQ(checked, 5000);
  EXPECT_EQ(not_least, 896);  // 2900 pairs overlap, most of them deeply
  EXPECT_LE(most, 40);
}

// The pairs have gaps and overlaps of 1e-14 to 1e-5 of the size between parallel or nearly parallel bodies.
// The link is so short that rounding turns it. If an answer cannot be proven, `exact` supplies it.
TEST(ShortestLink, NearlyTouchingPairsNeverFail) {
  Random random(9);
  const int kinds = static_cast<int>(grains().size());
  int wrong = 0, coarse = 0, fallbacks = 0;
  for (int i = 0; i < 20000; ++i) {
    const Polyhedron& a = grains()[random.below(kinds)].body;
    const Polyhedron& b = grains()[random.below(kinds)].body;
    Quat rotation = random.below(2) == 0 ? Quat{} : random.rotation();
    const Vec3 small = std::pow(10.0, random.uniform(-12, -3)) * random.direction();
    if (random.below(2) == 0) rotation = normalized(Quat{1, small.x, small.y, small.z} * rotation);
    const Real size = a.bounding_radius + b.bounding_radius;
    Pose b_in_a{1.5 * size * random.direction(), rotation};
    const Contact separated = Exact::collide(view(a), view(b), b_in_a);
    const Real shift = (random.below(2) == 0 ? 1 : -1) * std::pow(10.0, random.uniform(-14, -5)) * size;
    b_in_a.position += (separated.overlap + shift) * separated.normal;
    const Contact exact = Exact::collide(view(a), view(b), b_in_a), contact = collide_cold(a, b, b_in_a);
    ASSERT_NE(contact.status, Status::failed) << "pair " << i;
    ASSERT_TRUE(is_finite(contact.normal) && is_finite(contact.point_a) && is_finite(contact.point_b))
        << "pair " << i;
    fallbacks += contact.used_fallback ? 1 : 0;
    wrong += contact.status != exact.status && std::abs(exact.overlap) > 1e-12 * size;
    if (exact.overlap < 0) {
      ASSERT_NEAR(contact.overlap, exact.overlap, 1e-5 * size) << "pair " << i;
      coarse += std::abs(contact.overlap - exact.overlap) > 1e-10 * size;
    }
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(coarse, 1);       // one touches within the tolerance, its overlap seen from the wrong side
  EXPECT_LE(fallbacks, 410);  // 399 were measured
  std::printf("wrong %d, coarse %d, fallbacks %d\n", wrong, coarse, fallbacks);
}

// A pair approaches, overlaps a little and separates again. It also rotates, and each step moves it by 1e-4
// of the size.
TEST(ShortestLink, MovingPairNeedsTwoIterations) {
  Random random(3);
  const int steps = 10000;
  int few_everywhere = 0, unlike_everywhere = 0, overlapped = 0;
  for (const Named& a : grains()) {
    const Named& b = grains()[random.below(static_cast<int>(grains().size()))];
    const Real size = a.body.bounding_radius + b.body.bounding_radius, limit = 0.02 * b.body.inscribed_radius;
    Pose b_in_a{size * random.direction(), random.rotation()};
    const Vec3 line = normalized(b_in_a.position);
    Vec3 spin = random.direction();
    Cache cache;
    int few = 0, separated = 0, unlike = 0;
    Real sign = -1;
    for (int i = 0; i < steps; ++i) {
      const Contact warm = ShortestLink::collide(view(a.body), view(b.body), b_in_a, cache);
      const Contact cold = collide_cold(a.body, b.body, b_in_a);
      ASSERT_EQ(warm.status, cold.status) << a.name << " and " << b.name << ", step " << i;
      if (warm.status == Status::separated) {
        ++separated;
        ASSERT_NEAR(warm.overlap, cold.overlap, 1e-10 * size)
            << a.name << " and " << b.name << ", step " << i;
      } else {
        unlike += std::abs(warm.overlap - cold.overlap) > 1e-10 * size;
      }
      few += warm.iterations <= 2;
      if (warm.overlap > limit) sign = 1;
      if (warm.overlap < -0.05 * size) sign = -1;
      b_in_a.position += 1e-4 * size * (sign * line + 0.3 * random.direction());
      spin = normalized(spin + 0.1 * random.direction());
      const Vec3 half = 0.5e-4 * spin;
      b_in_a.orientation = normalized(Quat{1, half.x, half.y, half.z} * b_in_a.orientation);
    }
    few_everywhere += few, unlike_everywhere += unlike;
    overlapped += steps - separated;
    EXPECT_GT(few, steps * 9 / 10) << a.name << " and " << b.name;
  }
  EXPECT_GE(few_everywhere, 79990);  // out of 80 000 queries; the paper: 95 to 98 %
  EXPECT_GT(overlapped, 4000);
  // The remembered direction of approach matters here: warm and cold starts stay on different sides of a
  // plate that the other body overlaps.
  EXPECT_EQ(unlike_everywhere, 73);
}

}  // namespace
}  // namespace scree
