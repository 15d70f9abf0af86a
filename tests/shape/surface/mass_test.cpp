// Compares volume, area and inertia of every library body with closed forms, and of any body with two
// independent integrations.

#include "scree/shape/surface/mass.hpp"

#include "scree/shape/clean/hull.hpp"
#include "scree/shape/library.hpp"
#include "scree/shape/mesh.hpp"
#include "support/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numbers>

namespace scree {
namespace {

using namespace test;

struct ClosedForm {
  std::string name;
  LibraryParameters parameters;
  Real volume, area;
  Vec3 inertia;  // principal moments of inertia, ascending
};

Vec3 sorted(Vec3 v) {
  std::sort(&v.x, &v.x + 3);
  return v;
}

Vec3 box_inertia(Vec3 l) {
  const Real v = l.x * l.y * l.z / 12;
  return sorted({v * (l.y * l.y + l.z * l.z), v * (l.x * l.x + l.z * l.z), v * (l.x * l.x + l.y * l.y)});
}

/// Returns the closed form for four unit cubes whose centres lie in a plane, by the parallel axis theorem.
ClosedForm tetris(const std::string& name, const std::vector<Vec2>& cubes, Real area) {
  Vec2 c;
  for (const Vec2 p : cubes) c = c + 0.25 * p;
  Real xx = 4.0 / 12, yy = 4.0 / 12, xy = 0;
  for (const Vec2 p : cubes) {
    xx += (p.x - c.x) * (p.x - c.x);
    yy += (p.y - c.y) * (p.y - c.y);
    xy += (p.x - c.x) * (p.y - c.y);
  }
  const Real zz = 4.0 / 12, mean = (xx + yy) / 2, split = std::hypot((xx - yy) / 2, xy);
  return {name, {}, 4, area, sorted({mean - split + zz, mean + split + zz, xx + yy})};
}

ClosedForm prism(int sides, Real height) {
  const Real angle = std::numbers::pi / sides, area = sides / (4 * std::tan(angle));
  const Real circumradius = 0.5 / std::sin(angle), polar = area / 12 * (6 * circumradius * circumradius - 1);
  const Real across = height * polar / 2 + area * height * height * height / 12;
  return {"prism",
          {.sides = sides, .height = height},
          area * height,
          2 * area + sides * height,
          sorted({across, across, height * polar})};
}

/// A body whose cross-section is a regular n-gon of circumradius r(z). The radius is piecewise linear, so
/// three-point Gauss quadrature of each piece is exact (the integrands have degree four).
struct PolygonStack {
  Real volume = 0, side_area = 0, polar = 0, zz = 0;  // integrals of 1, of the sides, of x^2 + y^2 and of z^2

  PolygonStack(int n, const std::vector<Real>& z, const std::vector<Real>& r) {
    const Real half = std::numbers::pi / n;
    const Real area_1 = n * std::sin(half) * std::cos(half), side_1 = 2 * std::sin(half);
    const Real polar_1 = area_1 / 12 * (6 - side_1 * side_1);
    for (std::size_t i = 0; i + 1 < z.size(); ++i) {
      const Real h = z[i + 1] - z[i];
      for (const auto& [x, w] :
           {std::pair(0.5 - std::sqrt(0.15), 5.0 / 18), {0.5, 8.0 / 18}, {0.5 + std::sqrt(0.15), 5.0 / 18}}) {
        const Real radius = r[i] + x * (r[i + 1] - r[i]), level = z[i] + x * h;
        volume += w * h * area_1 * radius * radius;
        polar += w * h * polar_1 * std::pow(radius, 4);
        zz += w * h * area_1 * radius * radius * level * level;
      }
      const Real slant = std::hypot(h, std::cos(half) * (r[i + 1] - r[i]));
      side_area += n * side_1 * (r[i] + r[i + 1]) / 2 * slant;
    }
  }
};

ClosedForm nut() {
  const Real h = 0.8;
  std::vector<Real> z, r;
  for (int i = 0; i <= 6; ++i) {
    z.push_back(h * (i / 6.0 - 0.5));
    r.push_back(i % 2 == 0 ? 0.5 : 0.56);
  }
  const PolygonStack outside(6, {-h / 2, h / 2}, {1, 1}), bore(30, z, r);
  const Real half = std::numbers::pi / 30, hexagon = 1.5 * std::numbers::sqrt3;
  const Real ends = 2 * (hexagon - 30 * 0.25 * std::sin(half) * std::cos(half));
  const Real polar = outside.polar - bore.polar, zz = outside.zz - bore.zz;
  return {"nut",
          {},
          outside.volume - bore.volume,
          outside.side_area + bore.side_area + ends,
          sorted({polar / 2 + zz, polar / 2 + zz, polar})};
}

/// The icosahedron subdivided once has 20 middle and 60 corner triangles. The scalar products of their
/// corners follow from the angle between neighbours (cosine 1/sqrt 5). A tetrahedron from the centre has the
/// volume sqrt(Gram determinant)/6.
ClosedForm icosphere_1() {
  const Real c = 1 / std::sqrt(5.0), phi = std::numbers::phi;
  const Real radius = std::sqrt(phi * phi + 1) / 2;  // for edge length 1
  const Real mm = (1 + 3 * c) / (2 + 2 * c), vm = std::sqrt((1 + c) / 2);
  const auto add = [&](Real ab, Real bc, Real ca, int count, ClosedForm& sum) {
    const Real r3 = radius * radius * radius;
    const Real gram = 1 + 2 * ab * bc * ca - ab * ab - bc * bc - ca * ca;
    const Real volume = r3 * std::sqrt(gram) / 6;
    sum.volume += count * volume;
    const Real s1 = std::sqrt(2 - 2 * ab), s2 = std::sqrt(2 - 2 * bc), s3 = std::sqrt(2 - 2 * ca),
               s = (s1 + s2 + s3) / 2;
    sum.area += count * radius * radius * std::sqrt(s * (s - s1) * (s - s2) * (s - s3));
    const Real r_squared = volume / 10 * radius * radius * (3 + ab + bc + ca);  // integral of |x|^2
    const Real moment = count * r_squared * 2 / 3;                              // all three moments are equal
    sum.inertia += Vec3{moment, moment, moment};
  };
  ClosedForm sum{"icosphere", {.level = 1}, 0, 0, {}};
  add(mm, mm, mm, 20, sum);
  add(vm, mm, vm, 60, sum);
  return sum;
}

std::vector<ClosedForm> closed_forms() {
  const Real r2 = std::numbers::sqrt2, r3 = std::numbers::sqrt3, r5 = std::sqrt(5.0), phi = std::numbers::phi;
  const auto isotropic = [](const std::string& name, Real volume, Real area, Real per_volume) {
    const Real i = volume * per_volume;
    return ClosedForm{name, {}, volume, area, {i, i, i}};
  };
  const Real pyramid = r2 / 6;
  std::vector<ClosedForm> forms = {
      isotropic("tetrahedron", r2 / 12, r3, 1.0 / 20),
      {"pyramid",
       {},
       pyramid,
       1 + r3,
       sorted({pyramid * (0.05 + 3.0 / 160), pyramid * (0.05 + 3.0 / 160), pyramid / 10})},
      isotropic("cube", 1, 6, 1.0 / 6),
      isotropic("octahedron", r2 / 3, 2 * r3, 1.0 / 10),
      isotropic("dodecahedron", (15 + 7 * r5) / 4, 3 * std::sqrt(25 + 10 * r5), (39 * phi + 28) / 150),
      isotropic("icosahedron", 5 * (3 + r5) / 12, 5 * r3, phi * phi / 10),
      isotropic("rhombic_dodecahedron", 16 * r3 / 9, 8 * r2, 1.0 / 3),
      isotropic("tetrakis_cube", 1.5, 3 * r5, 313.6 / 1024 / 1.5),
      {"box", {.lengths = {3, 2, 1}}, 6, 22, box_inertia({3, 2, 1})},
      {"box", {.lengths = {100, 1, 0.01}}, 1, 2 * (100 + 0.01 + 1), box_inertia({100, 1, 0.01})},
      prism(3, 1),
      prism(6, 1),
      prism(7, 0.2),
      prism(50, 40),
      {"tetris_i", {}, 4, 18, box_inertia({4, 1, 1})},
      {"tetris_o", {}, 4, 16, box_inertia({2, 2, 1})},
      tetris("tetris_l", {{0, 0}, {1, 0}, {0, 1}, {0, 2}}, 18),
      tetris("tetris_t", {{0, 1}, {1, 1}, {2, 1}, {1, 0}}, 18),
      tetris("tetris_s", {{0, 0}, {1, 0}, {1, 1}, {2, 1}}, 18),
      tetris("tetris_z", {{1, 0}, {2, 0}, {0, 1}, {1, 1}}, 18),
      nut(),
      icosphere_1()};
  ClosedForm level_0 = forms[5];
  level_0.name = "icosphere", level_0.parameters.level = 0;
  forms.push_back(level_0);
  return forms;
}

/// Compares values relative to the expected ones. Compares moments of inertia relative to the largest moment.
void expect_mass(const MassProperties& mass, const ClosedForm& expected, Real size, Real tolerance) {
  SCOPED_TRACE(expected.name);
  const Real volume = expected.volume * size * size * size, area = expected.area * size * size;
  EXPECT_NEAR(mass.volume / volume, 1, tolerance);
  EXPECT_NEAR(mass.area / area, 1, tolerance);
  const Vec3 moments = sorted(principal_frame(mass).inertia), wanted = std::pow(size, 5) * expected.inertia;
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(moments[i] / wanted.z, wanted[i] / wanted.z, tolerance);
}

TEST(Mass, LibraryBodiesMatchClosedForms) {
  for (const ClosedForm& expected : closed_forms()) {
    for (const Real size : {1e-6, 1.0, 1e6}) {
      const Surface surface = library_shape(expected.name, expected.parameters, {Size::By::edge, size});
      expect_mass(integrate_mass(surface), expected, size, 1e-12);
    }
  }
}

TEST(Mass, EveryLibraryBodyHasAClosedFormOrAnIndependentIntegration) {
  const auto forms = closed_forms();
  for (const LibraryEntry& entry : library()) {
    const bool listed = std::ranges::any_of(forms, [&](const ClosedForm& f) { return f.name == entry.name; });
    EXPECT_TRUE(listed || entry.name == "random") << entry.name;  // others: RandomHullsMatchTetrahedra
  }
}

TEST(Mass, ClosedFormCheckCanFail) {
  ClosedForm wrong = closed_forms()[2];
  wrong.inertia.z *= 1 + 1e-11;
  const Vec3 moments = sorted(principal_frame(integrate_mass(library_shape(wrong.name))).inertia);
  EXPECT_GT(std::abs(moments.z / wrong.inertia.z - 1), 1e-12);
}

void expect_same_mass(const Surface& surface, Real tolerance) {
  const MassProperties ours = integrate_mass(surface), theirs = mass_by_tetrahedra(surface);
  const Real size = bounding_box(surface.vertices).diagonal();
  EXPECT_NEAR(ours.volume / theirs.volume, 1, tolerance);
  EXPECT_LT(length(ours.centroid - theirs.centroid), tolerance * size);
  const Real moment = trace(theirs.inertia);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(ours.inertia(i, j) / moment, theirs.inertia(i, j) / moment, tolerance);
  }
}

TEST(Mass, RandomHullsMatchTetrahedraInLongDouble) {
  Random random(11);
  for (int n = 0; n < 500; ++n)
    expect_same_mass(convex_hull(random_points(random, 4 + random.below(60))), 1e-12);
}

TEST(Mass, FineBodiesMatchTetrahedraInLongDouble) {
  for (int level = 0; level <= 4; ++level)
    expect_same_mass(library_shape("icosphere", {.level = level}), 1e-12);
  expect_same_mass(library_shape("nut"), 1e-12);
}

/// Estimates the volume and the second moments from the uniform points in a box that lie inside the body.
/// Compares them with the computed values, within four standard errors.
void expect_monte_carlo(const Surface& surface, const std::function<bool(Vec3)>& inside, std::uint64_t seed) {
  constexpr int count = 400'000;
  const MassProperties mass = integrate_mass(surface);
  const Box box = bounding_box(surface.vertices);
  const Vec3 extent = box.upper - box.lower;
  const Real box_volume = extent.x * extent.y * extent.z;
  Random random(seed);
  int hits = 0;
  Real r_sum = 0, r_squares = 0;  // sums over |x - centroid|^2 of the points inside
  for (int i = 0; i < count; ++i) {
    const Vec3 p = box.lower + Vec3{extent.x * random.uniform(), extent.y * random.uniform(),
                                    extent.z * random.uniform()};
    if (!inside(p)) continue;
    ++hits;
    const Real r = length_squared(p - mass.centroid);
    r_sum += r, r_squares += r * r;
  }
  const Real share = static_cast<Real>(hits) / count, share_error = std::sqrt(share * (1 - share) / count);
  EXPECT_NEAR(mass.volume / box_volume, share, 4 * share_error);
  const Real mean = r_sum / count, mean_error = std::sqrt((r_squares / count - mean * mean) / count);
  EXPECT_NEAR(trace(mass.inertia) / 2 / box_volume, mean,
              4 * mean_error);  // half the trace is the integral of |x|^2
}

TEST(Mass, RandomHullsMatchMonteCarlo) {
  Random random(12);
  for (int n = 0; n < 10; ++n) {
    const Surface hull = convex_hull(random_points(random, 30));
    std::vector<std::pair<Vec3, Real>> planes;
    for (int f = 0; f < hull.face_count(); ++f) {
      const Vec3 normal = area_vector(hull.vertices, hull.face(f));
      planes.emplace_back(normal, dot(normal, hull.vertices[hull.face(f)[0]]));
    }
    const auto inside = [&](Vec3 p) {
      return std::ranges::all_of(planes,
                                 [&](const auto& plane) { return dot(plane.first, p) <= plane.second; });
    };
    expect_monte_carlo(hull, inside, 100 + n);
  }
}

TEST(Mass, NutMatchesMonteCarlo) {
  // A point is inside if it lies within the hexagon and outside the bore, whose 30 sides lie at
  // r(z) cos(pi/30).
  const auto polygon_radius = [](Vec3 p,
                                 int n) {  // circumradius of the n-gon through p, with a corner on the x axis
    const Real half = std::numbers::pi / n;
    const Real angle = std::remainder(std::atan2(p.y, p.x) - half, 2 * half);
    return std::hypot(p.x, p.y) * std::cos(angle) / std::cos(half);
  };
  const auto inside = [&](Vec3 p) {
    // The value is 0 at the bore's radius and 1 at the groove.
    const Real groove = std::abs(std::remainder((p.z + 0.4) / 0.8 * 6, 2.0));
    return std::abs(p.z) < 0.4 && polygon_radius(p, 6) < 1 && polygon_radius(p, 30) > 0.5 + 0.06 * groove;
  };
  expect_monte_carlo(library_shape("nut"), inside, 7);
}

TEST(Mass, InertiaRotatesWithTheBody) {
  Random random(13);
  for (int n = 0; n < 200; ++n) {
    const Surface hull = convex_hull(random_points(random, 12));
    const Quat q = random.rotation();
    const MassProperties before = integrate_mass(hull), after = integrate_mass(rotated(hull, q));
    const Mat3 expected = to_matrix(q) * before.inertia * transpose(to_matrix(q));
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) EXPECT_NEAR(after.inertia(i, j), expected(i, j), 1e-13 * trace(expected));
    }
    EXPECT_LT(length(after.centroid - rotate(q, before.centroid)), 1e-14);
    const Vec3 a = sorted(principal_frame(before).inertia), b = sorted(principal_frame(after).inertia);
    EXPECT_LT(length(a - b), 1e-13 * length(a));
  }
}

TEST(Mass, SlenderBodiesThatLieAskewKeepTheirSmallMoments) {
  // The smallest principal moment of a needle of 1:10000 is 1e-8 of the large ones. The first integration
  // alone gave it with an error of 4e-5.
  Random random(14);
  for (const Vec3 lengths : {Vec3{1, 1, 100}, Vec3{1, 2, 1e4}, Vec3{1e4, 1e4, 1}, Vec3{3, 300, 3e4}}) {
    for (int n = 0; n < 10; ++n) {
      const Surface body = rotated(library_shape("box", {.lengths = lengths}), random.rotation());
      const Vec3 moments = sorted(make_mesh(body).mass.inertia), expected = box_inertia(lengths);
      for (int i = 0; i < 3; ++i) EXPECT_NEAR(moments[i] / expected[i], 1, 1e-11) << lengths.z;
    }
  }
}

TEST(Mass, SphereIsTheMostSpherical) {
  EXPECT_NEAR(sphericity(4 * std::numbers::pi / 3, 4 * std::numbers::pi), 1, 1e-15);
  EXPECT_NEAR(sphericity(1, 6), std::cbrt(std::numbers::pi / 6), 1e-15);
}

}  // namespace
}  // namespace scree
