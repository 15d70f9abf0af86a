#include "scree/contact/clip.hpp"

#include "contact/plane_checks.hpp"
#include "contact/search_cases.hpp"
#include "scree/contact/algorithms.hpp"
#include "scree/shape/library.hpp"
#include "support/reference.hpp"
#include "support/support.hpp"

#include <map>
#include <numbers>

namespace scree {
namespace {

using namespace test;
using std::numbers::pi;

struct Query {
  Polyhedron a, b;
  Pose b_in_a;
  Contact contact;
  ContactPatch patch;

  Query(Polyhedron body_a, Polyhedron body_b, const Pose& pose, const PatchTolerance& tolerance = {})
      : a(std::move(body_a)), b(std::move(body_b)), b_in_a(pose) {
    Cache cache;
    contact = GjkTd::collide(view(a), view(b), b_in_a, cache);
    patch = contact_patch(pair(), contact, tolerance);
  }
  PolyhedronPair pair() const { return {view(a), view(b), b_in_a}; }
};

Polyhedron body(const std::string& name, Real scale = 1) {
  Surface surface = library_shape(name);
  for (Vec3& v : surface.vertices) v = scale * v;
  return make_polyhedron(surface);
}
Polyhedron hexagonal_prism() { return make_polyhedron(library_shape("prism", {.sides = 6})); }

Real top_of(const Polyhedron& p) { return dot(Vec3{0, 0, 1}, p.vertex(support_vertex(p, {0, 0, 1}))); }
/// B stands on A, `overlap` deep at the origin, turned about the vertical and then tilted about a level axis.
Query stacked(const Polyhedron& a, const Polyhedron& b, Vec3 shift, Real turn, Real tilt, Real overlap,
              const PatchTolerance& tolerance = {}, Vec3 axis = {0.6, 0.8, 0}) {
  const Quat q = axis_angle(axis, tilt) * axis_angle({0, 0, 1}, turn);
  const Vec3 foot = rotate(axis_angle(axis, tilt), {0, 0, -top_of(b)});
  return {a, b, {Vec3{0, 0, top_of(a) - overlap} - foot + shift, q}, tolerance};
}

// --- certificates
// ---------------------------------------------------------------------------------------------

Real outside(const Polyhedron& p, Vec3 x) {
  Real worst = -1e300;
  for (int f = 0; f < p.face_count(); ++f)
    worst = std::max(worst, dot(p.face_normal[f], x) - p.face_offset[f]);
  return worst;
}

/// The first rule that a patch of a touching pair breaks, or nothing. `right`: the contact is the exact one.
std::string broken_rule(const Polyhedron& a, const Polyhedron& b, const Pose& b_in_a, const Contact& c,
                        const ContactPatch& patch, bool right = true) {
  const Real size = a.bounding_radius + b.bounding_radius, rounding = 1e-11 * size;
  if (patch.count < 1 || patch.count > 8) return "one to eight points";
  Real shares = 0, deepest = -1e300;
  std::map<std::uint64_t, int> keys;
  for (int i = 0; i < patch.count; ++i) {
    const ContactPatch::Point& p = patch.point[i];
    if (!is_finite(p.a) || !is_finite(p.b) || !std::isfinite(p.overlap)) return "finite";
    if (length(p.a - p.b - p.overlap * c.normal) > rounding)
      return "points an overlap apart along the normal";
    if (std::abs(outside(a, p.a)) > 100 * rounding && right) return "point on A";
    if (std::abs(outside(b, inverse_transform(b_in_a, p.b))) > 100 * rounding && right) return "point on B";
    if (patch.count > 1 && p.overlap < -1e-12 * size) return "no gaps";
    if (!(p.share > 0)) return "positive shares";
    if (p.feature_a.kind == Feature::Kind::none || p.feature_b.kind == Feature::Kind::none) return "features";
    if (++keys[point_key(p)] > 1) return "keys differ";
    shares += p.share, deepest = std::max(deepest, p.overlap);
  }
  if (std::abs(shares - 1) > 1e-12) return "shares of the whole";
  if (right && std::abs(deepest - c.overlap) > rounding) return "the deepest point is the contact's";
  if (deepest != patch.deepest()) return "deepest";
  for (int i = 0; patch.count > 2 && i < patch.count; ++i) {
    const Vec3 p = patch.point[i].a, q = patch.point[(i + 1) % patch.count].a;
    for (int j = 0; j < patch.count; ++j) {
      if (dot(cross(q - p, patch.point[j].a - p), c.normal) < -rounding * size)
        return "convex, counter-clockwise";
    }
  }
  if (patch.count < 3 && patch.area > 1e-5 * size * size) return "no area without corners";
  return {};
}
std::string broken_rule(const Query& q) { return broken_rule(q.a, q.b, q.b_in_a, q.contact, q.patch); }

/// Area and centroid by another method in another precision: of all crossings of the lines that bound the
/// patch, those on the right side of every line are its corners; sorted by angle.
struct Measured {
  Real area = 0, mean_overlap = 0;
  Vec3 centroid;
  int corners = 0;
};
Measured measure(const Query& q) {
  using Wide = long double;
  struct Line {
    Wide x, y, c;  // x X + y Y <= c inside
  };
  const Vec3 n = q.contact.normal, o = 0.5 * (q.contact.point_a + q.contact.point_b);
  const Vec3 u = normalized(cross(n, std::abs(n.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0})), v = cross(n, u);
  const PolyhedronPair pair = q.pair();
  std::vector<Line> lines;
  Wide plane[2][3];  // height = plane[0] + plane[1] x + plane[2] y
  for (const bool of_b : {false, true}) {
    const PolyhedronView& side = of_b ? pair.b : pair.a;
    const auto normal = [&](int f) { return of_b ? pair.normal_b(f) : pair.normal_a(f); };
    const auto place = [&](int i) { return (of_b ? pair.vertex_b(i) : pair.vertex_a(i)) - o; };
    int best = 0;
    for (int f = 1; f < side.face_count; ++f) {
      if ((of_b ? -1 : 1) * dot(normal(f) - normal(best), n) > 0) best = f;
    }
    Vec3 middle;
    const int begin = side.face_begin[best], end = side.face_begin[best + 1];
    for (int h = begin; h < end; ++h) middle += place(side.origin[h]) / (end - begin);
    for (int h = begin; h < end; ++h) {
      const Vec3 p = place(side.origin[h]), e = place(side.target(h)) - p;
      Line l{dot(e, v), -Wide(dot(e, u)), 0};
      l.c = l.x * dot(p, u) + l.y * dot(p, v);
      if (l.x * dot(middle, u) + l.y * dot(middle, v) > l.c) l = {-l.x, -l.y, -l.c};
      const Wide norm = std::sqrt(l.x * l.x + l.y * l.y);
      lines.push_back({l.x / norm, l.y / norm, l.c / norm});
    }
    const Vec3 m = normal(best);
    const Wide down = dot(m, n);
    plane[of_b][0] = dot(m, middle) / down, plane[of_b][1] = -dot(m, u) / down,
    plane[of_b][2] = -dot(m, v) / down;
  }
  const Wide over[3] = {plane[0][0] - plane[1][0], plane[0][1] - plane[1][1], plane[0][2] - plane[1][2]};
  lines.push_back({-over[1], -over[2], over[0]});
  struct Point {
    Wide x, y;
  };
  std::vector<Point> corners;
  const Wide slack = 1e-13L * (q.a.bounding_radius + q.b.bounding_radius);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t j = i + 1; j < lines.size(); ++j) {
      const Line &k = lines[i], &l = lines[j];
      const Wide d = k.x * l.y - k.y * l.x;
      if (std::abs(d) < 1e-9L * std::hypot(k.x, k.y) * std::hypot(l.x, l.y) || d == 0) continue;
      const Point p{(k.c * l.y - k.y * l.c) / d, (k.x * l.c - k.c * l.x) / d};
      if (std::all_of(lines.begin(), lines.end(),
                      [&](const Line& m) { return m.x * p.x + m.y * p.y <= m.c + slack; }))
        corners.push_back(p);
    }
  }
  Measured result;
  if (corners.empty()) return result;
  Point mean{0, 0};
  for (const Point& p : corners) mean.x += p.x / Wide(corners.size()), mean.y += p.y / Wide(corners.size());
  std::sort(corners.begin(), corners.end(), [&](const Point& p, const Point& r) {
    return std::atan2(p.y - mean.y, p.x - mean.x) < std::atan2(r.y - mean.y, r.x - mean.x);
  });
  Wide area = 0, mx = 0, my = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point &p = corners[i], &r = corners[(i + 1) % corners.size()];
    const Wide t = ((p.x - mean.x) * (r.y - mean.y) - (p.y - mean.y) * (r.x - mean.x)) / 2;
    area += t, mx += t * (mean.x + p.x + r.x) / 3, my += t * (mean.y + p.y + r.y) / 3;
    result.corners += std::hypot(p.x - r.x, p.y - r.y) > 100 * slack ? 1 : 0;
  }
  const Wide x = mx / area, y = my / area;
  const auto height = [&](int side) { return plane[side][0] + plane[side][1] * x + plane[side][2] * y; };
  result.area = Real(area);
  result.centroid = o + Real(x) * u + Real(y) * v + Real((height(0) + height(1)) / 2) * n;
  result.mean_overlap = Real(over[0] + over[1] * x + over[2] * y);
  return result;
}

/// What is wrong with the measures of a patch of two faces; weights are checked where no corner was left out.
std::string wrong_measure(const Query& q, const Measured& m) {
  const Real size = q.a.bounding_radius + q.b.bounding_radius;
  if (std::abs(q.patch.area - m.area) > 1e-11 * size * size) return "area";
  if (length(q.patch.centroid - m.centroid) > 1e-9 * size) return "centroid";
  if (m.corners > 8) return q.patch.count == 8 ? "" : "eight of many corners";
  if (q.patch.count != m.corners) return fmt::format("{} of {} corners", q.patch.count, m.corners);
  Real overlap = 0;
  Vec3 centroid;
  for (const ContactPatch::Point& p : std::span(q.patch.point, q.patch.count))
    overlap += p.share * p.overlap, centroid += 0.5 * p.share * (p.a + p.b);
  if (std::abs(overlap - m.mean_overlap) > 1e-9 * size) return "mean overlap";
  if (length(centroid - m.centroid) > 1e-9 * size) return "centroid by shares";
  return {};
}
std::string wrong_measure(const Query& q) { return wrong_measure(q, measure(q)); }

TEST(Clip, CertificatesCanFail) {
  const Query right = stacked(body("cube"), body("cube"), {0.2, 0.1, 0}, 0.3, 0.001, 0.01);
  ASSERT_EQ(broken_rule(right), "");
  ASSERT_EQ(wrong_measure(right), "");
  const auto with = [&](auto change) {
    Query wrong = right;
    change(wrong.patch);
    return broken_rule(wrong);
  };
  EXPECT_EQ(with([](ContactPatch& p) { p.count = 0; }), "one to eight points");
  EXPECT_EQ(with([](ContactPatch& p) { p.point[1].overlap *= 1.01; }),
            "points an overlap apart along the normal");
  EXPECT_EQ(with([&](ContactPatch& p) { p.point[0].a += 1e-8 * p.normal, p.point[0].b += 1e-8 * p.normal; }),
            "point on A");
  EXPECT_EQ(with([](ContactPatch& p) { p.point[0].b -= 1e-8 * p.normal, p.point[0].overlap += 1e-8; }),
            "point on B");
  EXPECT_EQ(with([](ContactPatch& p) { p.point[0].share *= 1.1; }), "shares of the whole");
  EXPECT_EQ(with([](ContactPatch& p) { p.point[0] = p.point[1]; }), "keys differ");
  EXPECT_EQ(with([](ContactPatch& p) { std::swap(p.point[0], p.point[1]); }), "convex, counter-clockwise");
  Query shallower = right;
  shallower.contact.overlap -= 1e-9;
  EXPECT_EQ(broken_rule(shallower), "the deepest point is the contact's");

  const auto measured = [&](auto change) {
    Query wrong = right;
    change(wrong.patch);
    return wrong_measure(wrong);
  };
  EXPECT_EQ(measured([](ContactPatch& p) { p.area *= 1 + 1e-9; }), "area");
  EXPECT_EQ(measured([](ContactPatch& p) { p.centroid += Vec3{1e-8, 0, 0}; }), "centroid");
  EXPECT_EQ(measured([](ContactPatch& p) { p.point[0].share += 1e-3, p.point[1].share -= 1e-3; }),
            "mean overlap");
  EXPECT_NE(measured([](ContactPatch& p) { --p.count; }), "");
}

// --- areas that are known
// -------------------------------------------------------------------------------------

TEST(Clip, ShiftedCubesShareARectangle) {
  for (const Vec3 shift : {Vec3{0, 0, 0}, Vec3{0.25, 0, 0}, Vec3{0.25, -0.5, 0}, Vec3{-0.9, 0.99, 0}}) {
    const Query q = stacked(body("cube"), body("cube"), shift, 0, 0, 0.001);
    EXPECT_EQ(broken_rule(q), "");
    EXPECT_EQ(q.patch.count, 4);
    EXPECT_NEAR(q.patch.area, (1 - std::abs(shift.x)) * (1 - std::abs(shift.y)), 1e-14);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(q.patch.point[i].overlap, 0.001, 1e-15);
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(q.patch.point[i].share, 0.25, 1e-14);
  }
}

TEST(Clip, TurnedCubesShareAnOctagon) {
  const Query q = stacked(body("cube"), body("cube"), {}, pi / 4, 0, 0.001);
  EXPECT_EQ(broken_rule(q), "");
  EXPECT_EQ(q.patch.count, 8);
  EXPECT_NEAR(q.patch.area, 2 * (std::sqrt(2.0) - 1), 1e-14);
}

TEST(Clip, PrismsShareTwelveCornersAndKeepEight) {
  const Polyhedron prism = hexagonal_prism();
  const Query q = stacked(prism, prism, {}, pi / 6, 0, 0.001);
  Real inner = 1e300;  // distance of the sides from the axis
  for (int f = 0; f < prism.face_count(); ++f) {
    if (std::abs(prism.face_normal[f].z) < 0.5) inner = std::min(inner, prism.face_offset[f]);
  }
  EXPECT_EQ(broken_rule(q), "");
  EXPECT_EQ(q.patch.count, 8);
  EXPECT_NEAR(q.patch.area, 12 * inner * inner * std::tan(pi / 12), 1e-13);
}

Real area_of(const std::vector<Vec3>& corners, Vec3 normal) {
  Real twice = 0;
  for (std::size_t i = 2; i < corners.size(); ++i)
    twice += dot(cross(corners[i - 1] - corners[0], corners[i] - corners[0]), normal);
  return twice / 2;
}

TEST(Clip, EightCornersKeepNearlyTheLargestArea) {  // of the 495 ways to choose eight of twelve
  Random random(8);
  Real worst = 1;
  for (int i = 0; i < 100; ++i) {
    const Query q = stacked(hexagonal_prism(), hexagonal_prism(), random.uniform(0, 0.1) * Vec3{0.6, 0.8, 0},
                            random.uniform(0.2, 0.8), random.uniform(0, 1e-3), 0.01);
    EXPECT_EQ(broken_rule(q), "");
    if (measure(q).corners <= 8) continue;
    std::vector<Vec3> kept, all;
    for (int k = 0; k < q.patch.count; ++k) kept.push_back(q.patch.point[k].a);
    // All corners, before any is left out.
    const PolyhedronPair pair = q.pair();
    clip_detail::Outline outline;
    clip_detail::Side a, b;
    const clip_detail::Frame frame(q.contact);
    clip_detail::make_side(pair, false, q.contact.feature_a, frame, 0.1, a);
    clip_detail::make_side(pair, true, q.contact.feature_b, frame, 0.1, b);
    clip_detail::intersect(a, b, -1, 0, outline);
    for (int k = 0; k < outline.count; ++k)
      all.push_back(frame.from(outline.corner[k].x, outline.corner[k].y, 0));
    Real best = 0;
    for (unsigned chosen = 0; chosen < 1U << all.size(); ++chosen) {
      if (__builtin_popcount(chosen) != 8) continue;
      std::vector<Vec3> corners;
      for (std::size_t k = 0; k < all.size(); ++k) {
        if ((chosen >> k & 1U) != 0) corners.push_back(all[k]);
      }
      best = std::max(best, area_of(corners, q.contact.normal));
    }
    worst = std::min(worst, area_of(kept, q.contact.normal) / best);
  }
  EXPECT_GT(worst, 0.97);
  EXPECT_LT(worst, 1.0 + 1e-9);
}

// --- tilts
// ----------------------------------------------------------------------------------------------------

TEST(Clip, OverlapsOfTiltedCubesVaryLinearly) {
  for (const Real tilt : {0.0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2}) {
    const Query q = stacked(body("cube"), body("cube"), {0.2, 0.3, 0}, 0, tilt, 0.02);
    EXPECT_EQ(q.patch.count, 4) << tilt;
    EXPECT_EQ(broken_rule(q), "") << tilt;
    EXPECT_EQ(wrong_measure(q), "") << tilt;
    Real least = 1, most = -1;
    for (int i = 0; i < q.patch.count; ++i) {
      const ContactPatch::Point& p = q.patch.point[i];
      const Vec3 middle = 0.5 * (p.a + p.b) - Vec3{0.2, 0.3, 0};
      const Real expected = 0.02 - tilt * (0.6 * middle.y - 0.8 * middle.x);
      EXPECT_NEAR(p.overlap, expected, tilt * tilt + 1e-13) << tilt;
      least = std::min(least, p.overlap), most = std::max(most, p.overlap);
    }
    EXPECT_GE(most - least, 0.5 * tilt) << "the tilt is lost";
  }
}

TEST(Clip, ATiltBeyondTheOverlapLeavesAStrip) {
  for (const Real tilt : {1e-5, 1e-4, 1e-3, 1e-2}) {
    for (const Real overlap : {1e-2 * tilt, 0.2 * tilt}) {
      const Query q = stacked(body("cube"), body("cube"), {}, 0, tilt, overlap, {.margin = 0}, {1, 0, 0});
      EXPECT_EQ(broken_rule(q), "");
      EXPECT_EQ(wrong_measure(q), "");
      EXPECT_EQ(q.patch.count, 4);
      EXPECT_NEAR(q.patch.area, 0.5 + overlap / tilt,
                  2 * tilt);  // from the low edge to the line without overlap
    }
  }
}

TEST(Clip, AStrictToleranceLosesTheFace) {  // why flat is an angle of degrees
  const Query strict = stacked(body("cube"), body("cube"), {}, 0.3, 1e-6, 0.02, {.slope = 1e-10});
  EXPECT_LT(strict.patch.count, 3);
  EXPECT_GT(stacked(body("cube"), body("cube"), {}, 0.3, 1e-6, 0.02).patch.count, 3);
}

/// Most that the sum of the overlaps and their moment jump, per step of a motion.
template <class Motion>
Real largest_jump(int steps, Motion query_at) {
  Real worst = 0, last_sum = 0;
  Vec3 last_moment;
  for (int i = 0; i <= steps; ++i) {
    const Query q = query_at(Real(i) / steps);
    EXPECT_EQ(broken_rule(q), "") << i;
    Real sum = 0;
    Vec3 moment;
    for (const ContactPatch::Point& p : std::span(q.patch.point, q.patch.count))
      sum += p.overlap, moment += p.overlap * p.a;
    if (i > 0) worst = std::max({worst, std::abs(sum - last_sum), length(moment - last_moment)});
    last_sum = sum, last_moment = moment;
  }
  return worst;
}

TEST(Clip, PointsComeAndGoAtZeroOverlap) {
  // A cube rolls over its edge, from face through edge and back, at 1 % overlap of the lowest corner.
  const Polyhedron cube = body("cube");
  const auto rolling = [&](Real slope) {
    return [&cube, slope](Real s) {
      const Real tilt = 0.3 * s;
      const Quat q = axis_angle({1, 0, 0}, tilt) * axis_angle({0, 0, 1}, 0.5);
      Real lowest = 0;
      for (int v = 0; v < 8; ++v) lowest = std::min(lowest, rotate(q, cube.vertex(v)).z);
      return Query(make_polyhedron(library_shape("box", {.lengths = {3, 3, 1}})), cube,
                   {{0, 0, 0.5 - lowest - 0.01}, q}, {.slope = slope});
    };
  };
  EXPECT_LT(largest_jump(20000, rolling(PatchTolerance{}.slope)), 1e-4);
  EXPECT_GT(largest_jump(20000, rolling(1e-3)), 1e-3);  // the check sees a tolerance that is too strict
}

// --- the seven types
// ------------------------------------------------------------------------------------------

TEST(Clip, PointsOfTheSevenTypes) {
  const std::map<ContactType, int> expected{
      {ContactType::vertex_vertex, 1},  {ContactType::vertex_edge, 1},    {ContactType::vertex_face, 1},
      {ContactType::crossing_edges, 1}, {ContactType::parallel_edges, 2}, {ContactType::edge_face, 2}};
  for (const SearchCase& c : seven_types()) {
    for (const Real overlap : {0.0, 1e-9, 1e-3}) {
      // Overlapping bodies part sideways where corners or parallel edges met: another contact.
      const bool blunt = c.type >= ContactType::vertex_face && c.type != ContactType::parallel_edges;
      if (overlap > 0 && !blunt) continue;
      const PlacedPair placed(c.a, moved(c.b, {}, -overlap * c.normal));
      const Query q(placed.a, placed.b, placed.b_in_a);
      EXPECT_EQ(broken_rule(q), "") << c.name << ' ' << overlap;
      const int points = c.type == ContactType::face_face ? int(c.points.size()) : expected.at(c.type);
      EXPECT_EQ(q.patch.count, points) << c.name << ' ' << overlap;
    }
  }
}

TEST(Clip, BodiesApartHaveNoPatchButWithinTheMargin) {
  const Polyhedron cube = body("cube");
  EXPECT_EQ(stacked(cube, cube, {0.2, 0.1, 0}, 0, 0, -0.01).patch.count, 0);
  const Query near = stacked(cube, cube, {0.2, 0.1, 0}, 0, 1e-3, -0.01, {.margin = 0.02});
  EXPECT_EQ(near.patch.count, 4);
  EXPECT_NEAR(near.patch.deepest(), near.contact.overlap, 1e-14);
  Contact failed = near.contact;
  failed.status = Status::failed;
  EXPECT_EQ(contact_patch(near.pair(), failed).count, 0);
}

TEST(Clip, AFaceThatLooksElsewhereLeavesTheWitness) {  // as algorithms that err may tell
  const Query q = stacked(body("cube"), body("cube"), {0.2, 0.1, 0}, 0, 0, 0.01);
  ASSERT_EQ(q.patch.count, 4);
  Contact across = q.contact;
  across.normal = {1, 0, 0};
  across.point_b = across.point_a - across.overlap * across.normal;
  const ContactPatch patch = contact_patch(q.pair(), across);
  ASSERT_EQ(patch.count, 1);
  EXPECT_TRUE(patch.point[0].a == across.point_a);
  EXPECT_EQ(patch.point[0].overlap, across.overlap);
}

TEST(Clip, FacesWithManyCorners) {  // more than are kept: thinned out, but not of the deepest
  for (const int sides : {64, 65, 100}) {
    const Polyhedron drum = make_polyhedron(library_shape("prism", {.sides = sides}));
    const Polyhedron table = make_polyhedron(library_shape("box", {.lengths = {100, 100, 1}}));
    for (int i = 0; i < 40; ++i) {
      const Query q = stacked(table, drum, {0.05, 0, 0}, 0.01 * i, 1e-4, 0.01);
      EXPECT_EQ(q.patch.count, 8);
      EXPECT_EQ(broken_rule(q), "") << sides << ' ' << i;
      EXPECT_NEAR(q.patch.area / measure(q).area, 1, 0.006);
    }
  }
}

// --- frame, size, order, time
// ---------------------------------------------------------------------------------

TEST(Clip, MeasuresOfRandomStacksAgreeWithAnotherMethod) {
  Random random(11);
  const Polyhedron bodies[] = {body("cube"), hexagonal_prism(), body("box"), body("tetrahedron")};
  int polygons = 0, merged = 0;
  for (int i = 0; i < 3000; ++i) {
    const Polyhedron &a = bodies[random.below(3)], &b = bodies[random.below(3)];
    const Real tilt = std::pow(10.0, random.uniform(-12, -1.2)), overlap = random.uniform(0.001, 0.05);
    const Query q = stacked(a, b, {random.uniform(-0.6, 0.6), random.uniform(-0.6, 0.6), 0},
                            random.uniform(0, 6), tilt, overlap, {.margin = 0});
    if (q.contact.status != Status::touching) continue;
    EXPECT_EQ(broken_rule(q), "") << i;
    if (q.contact.normal.z < 0.995 || q.patch.area < 1e-4) continue;  // through a side
    ++polygons;
    const std::string wrong = wrong_measure(q);
    if (wrong.ends_with("corners")) {
      ++merged;
    } else {
      EXPECT_EQ(wrong, "") << i;
    }
  }
  EXPECT_GT(polygons, 1500);
  EXPECT_LT(merged, 5);  // two corners so near that they count as one
}

/// How two patches of the same contact differ, or nothing. The second is in the frame `second_in_first`.
std::string difference(const ContactPatch& p, const ContactPatch& q, const Pose& second_in_first,
                       bool swapped, Real scale, Real size) {
  if (p.count != q.count) return fmt::format("{} and {} points", p.count, q.count);
  if (std::abs(p.area * scale * scale - q.area) > 1e-9 * size * size) return "area";
  if (length(scale * p.centroid - transform(second_in_first, q.centroid)) > 1e-7 * size) return "centroid";
  for (int i = 0; i < p.count; ++i) {
    bool found = false;
    for (int j = 0; j < q.count && !found; ++j) {
      const ContactPatch::Point &c = p.point[i], &d = q.point[j];
      found = length(scale * c.a - transform(second_in_first, swapped ? d.b : d.a)) < 1e-7 * size &&
              std::abs(scale * c.overlap - d.overlap) < 1e-9 * size && std::abs(c.share - d.share) < 1e-6 &&
              c.feature_a == (swapped ? d.feature_b : d.feature_a);
    }
    if (!found) return fmt::format("point {}", i);
  }
  return {};
}

TEST(Clip, SwapRigidMotionAndScale) {
  Random random(12);
  const Polyhedron bodies[] = {body("cube"), body("box"), body("octahedron"), body("pyramid")};
  int compared = 0;
  for (int i = 0; i < 600; ++i) {
    const Polyhedron &a = bodies[random.below(2)], &b = bodies[random.below(4)];
    const Query q =
        stacked(a, b, {random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4), 0}, random.uniform(0, 6),
                std::pow(10.0, random.uniform(-6, -2)), random.uniform(0.001, 0.02));
    if (q.contact.status != Status::touching || q.contact.normal.z < 0.99) continue;
    ++compared;
    const Query back(b, a, inverse(q.b_in_a));
    EXPECT_EQ(difference(q.patch, back.patch, q.b_in_a, true, 1, 1), "") << i;
    ContactPatch wrong = back.patch;
    wrong.point[0].a += Vec3{1e-6, 0, 0}, wrong.point[0].b += Vec3{1e-6, 0, 0};
    EXPECT_NE(difference(q.patch, wrong, q.b_in_a, true, 1, 1), "") << i;
    for (const Real scale : {1e-6, 1.0, 1e6}) {
      // A is seen from another frame of its own.
      const Pose frame{{}, random.rotation()};
      const Quat turn = conjugate(frame.orientation);
      const Query other(changed(a, turn, scale), changed(b, {}, scale),
                        {scale * rotate(turn, q.b_in_a.position), turn * q.b_in_a.orientation});
      EXPECT_EQ(difference(q.patch, other.patch, frame, false, scale, scale), "") << i << ' ' << scale;
    }
  }
  EXPECT_GT(compared, 400);
}

TEST(Clip, KeysOutliveSmallMotions) {
  Random random(13);
  const auto keys = [](const ContactPatch& p) {
    std::vector<std::uint64_t> list;
    for (int i = 0; i < p.count; ++i) list.push_back(point_key(p.point[i]));
    std::sort(list.begin(), list.end());
    return list;
  };
  int same = 0, all = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3 shift{random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4), 0};
    const Real turn = random.uniform(0, 6);
    const Query first = stacked(body("cube"), body("cube"), shift, turn, 1e-4, 0.01);
    const Query next =
        stacked(body("cube"), body("cube"), shift + 1e-4 * random.direction(), turn + 1e-4, 2e-4, 0.01);
    ++all, same += keys(first.patch) == keys(next.patch) ? 1 : 0;
  }
  EXPECT_GE(same, all - 3);  // corners that slide over an edge in between
  // Equal cubes on each other, trembling: corner on corner stays corner on corner.
  const auto still = keys(stacked(body("cube"), body("cube"), {}, 0, 0, 0.01).patch);
  ASSERT_EQ(still.size(), 4U);
  for (int i = 0; i < 300; ++i) {
    const Query q = stacked(body("cube"), body("cube"), 3e-7 * random.direction(),
                            random.uniform(-3e-7, 3e-7), random.uniform(0, 1e-6), 0.01);
    EXPECT_EQ(keys(q.patch), still) << i;
  }
  const auto elsewhere = keys(stacked(body("cube"), body("cube"), {0.3, 0.2, 0}, 0, 0, 0.01).patch);
  EXPECT_NE(elsewhere, still);  // the comparison can fail
}

// --- every algorithm
// ------------------------------------------------------------------------------------------

TEST(Clip, EveryTouchingAnswerOfEveryAlgorithmHasAPatch) {
  std::map<std::string_view, int> patches;
  for (const ReferencePair& p : reference_pairs()) {
    for (const Algorithm& algorithm : algorithms) {
      Cache cache;
      const Contact c = algorithm.collide(view(p.a), view(p.b), p.b_in_a, cache, {});
      const ContactPatch patch = contact_patch({view(p.a), view(p.b), p.b_in_a}, c);
      if (c.status != Status::touching) {
        EXPECT_EQ(patch.count, 0) << algorithm.name << ' ' << p.id;
        continue;
      }
      const PairError error = compare(p, c);
      const bool right =
          !far_origin(p) && error.distance < 1e-12 && error.normal < 1e-9 && error.witness < 1e-11;
      EXPECT_EQ(broken_rule(p.a, p.b, p.b_in_a, c, patch, right), "") << algorithm.name << ' ' << p.id;
      patches[algorithm.name] += right ? 1 : 0;
    }
  }
  EXPECT_EQ(patches.size(), algorithms.size());
  EXPECT_GT(patches["exact"], 350);
  EXPECT_GT(patches["gjk_td"], 350);
}

TEST(Clip, RandomPairs) {
  Random random(14);
  int touching = 0, counts[9] = {};
  for (int i = 0; i < 2000; ++i) {
    const Polyhedron a = polyhedron_from_points(random_points(random, 4 + random.below(20))),
                     b = polyhedron_from_points(random_points(random, 4 + random.below(20)));
    const Quat turn = random.rotation();
    const Vec3 direction = random.direction();
    const Contact apart = Exact::collide(view(a), view(b), {5 * direction, turn});
    Pose pose{5 * direction, turn};
    pose.position += (apart.overlap - random.uniform(0, 0.02)) * apart.normal;
    const Query q(a, b, pose);
    if (q.contact.status != Status::touching) continue;
    ++touching, ++counts[q.patch.count];
    EXPECT_EQ(broken_rule(q), "") << i;
  }
  EXPECT_GT(touching, 1800);
  EXPECT_GT(counts[1], 1000);
  EXPECT_GT(counts[2] + counts[3] + counts[4], 20);
}

}  // namespace
}  // namespace scree
