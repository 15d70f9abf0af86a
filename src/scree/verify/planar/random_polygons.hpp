// Random pairs of convex polygons of 3 to 40 sides in families that are hard for some algorithm: apart, near,
// touching, shallow, deep, needles, parallel edges, corner on corner, very different sizes.
#pragma once

#include "scree/math/random.hpp"
#include "scree/planar/pair/exact.hpp"
#include "scree/shape/polygon.hpp"

#include <array>
#include <numbers>
#include <string_view>
#include <vector>

namespace scree {

inline constexpr std::array<std::string_view, 12> planar_families = {
    "apart",    "near",           "touching", "shallow",    "deep",       "needles",
    "parallel", "almost aligned", "corners",  "size ratio", "coincident", "anything"};

struct PlanarCase {
  Polygon a, b;
  PlanarPose b_in_a;
  std::string_view family;

  PolygonPair pair() const { return {view(a), view(b), b_in_a}; }
};

inline Vec2 random_direction(Random& random) {
  const Real angle = random.uniform(0, 2 * std::numbers::pi);
  return {std::cos(angle), std::sin(angle)};
}

/// Returns a random convex polygon: the hull of points at random angles of an ellipse, in some cases regular.
inline Polygon random_polygon(Random& random, Real aspect = 1, Real size = 1) {
  const int sides = 3 + random.below(38);
  const bool regular = random.below(3) == 0;
  const Real first = random.uniform(0, 2 * std::numbers::pi);
  const PlanarRotation rotation = rotation_by(random.uniform(0, 2 * std::numbers::pi));
  for (;;) {
    std::vector<Vec2> corners;
    for (int i = 0; i < sides; ++i) {
      const Real angle =
          first + (regular ? 2 * std::numbers::pi * i / sides : random.uniform(0, 2 * std::numbers::pi));
      corners.push_back(size * (rotation * Vec2{std::cos(angle), aspect * std::sin(angle)}));
    }
    Polygon p = polygon_from_points(corners);
    // Discards slivers between three close corners. Needles are intended and pass.
    if (p.inscribed_radius > 0.02 * aspect * size && p.vertex_count() >= 3) return p;
  }
}

inline Polygon regular_polygon(int sides, Real radius = 1, Real first = 0) {
  std::vector<Vec2> corners;
  for (int i = 0; i < sides; ++i) {
    const Real angle = first + 2 * std::numbers::pi * i / sides;
    corners.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return make_polygon(corners);
}

/// Returns pair number i of a seed, which does not depend on the caller or the order of calls. It belongs to
/// family i mod the number of families.
inline PlanarCase planar_case(std::uint64_t index, std::uint64_t seed = 0) {
  Random random(index * 7919 + 1 + seed * 0x9e3779b97f4a7c15U);
  PlanarCase c;
  c.family = planar_families[index % planar_families.size()];
  const bool needles = c.family == "needles", small = c.family == "size ratio";
  const auto thin = [&] { return needles ? std::pow(10.0, random.uniform(-3, -1)) : random.uniform(0.3, 1); };
  c.a = random_polygon(random, thin());
  c.b = random_polygon(random, thin(), small ? 0.01 : 1);
  if (random.below(2) == 0 && (small || needles)) std::swap(c.a, c.b);
  PlanarRotation rotation = rotation_by(random.uniform(0, 2 * std::numbers::pi));
  const int edge_a = random.below(c.a.vertex_count()), edge_b = random.below(c.b.vertex_count());
  if (c.family == "parallel" || c.family == "almost aligned") {
    const Vec2 m = c.b.edge_normal[edge_b], n = -c.a.edge_normal[edge_a];  // m is rotated onto n
    rotation = {dot(m, n), cross(m, n)};
    if (c.family == "almost aligned")
      rotation = rotation_by(std::pow(10.0, random.uniform(-14, -3))) * rotation;
  }
  c.b_in_a = {{}, normalized(rotation)};
  const Real size = c.a.bounding_radius + c.b.bounding_radius;
  // Moves B so that its lowest vertex lies above a point of an edge of A, separated by a gap.
  const Vec2 out = c.a.edge_normal[edge_a];
  const auto place_with_gap = [&](Real gap) {
    const PolygonPair pair = c.pair();
    const Real along = random.uniform();
    const Vec2 spot = c.a.vertices[edge_a] + along * pair.a.edge(edge_a);
    c.b_in_a.position = spot + gap * out - c.b_in_a.orientation * pair.b.vertex(pair.support_b(-out));
  };
  const Real decade = std::pow(10.0, random.uniform(-15, -1));
  if (c.family == "apart") c.b_in_a.position = random.uniform(0.7, 3) * size * random_direction(random);
  if (c.family == "near") place_with_gap(decade * size);
  if (c.family == "touching") place_with_gap(0);
  if (c.family == "shallow") place_with_gap(-0.5 * decade * size);
  if (c.family == "deep") place_with_gap(-random.uniform(0.05, 0.6) * size);
  if (c.family == "needles" || small) place_with_gap(random.uniform(-0.3, 0.3) * size);
  if (c.family == "parallel" || c.family == "almost aligned") {
    place_with_gap(random.below(3) == 0 ? 0 : random.uniform(-1, 1) * decade * size);
  }
  if (c.family == "corners") {  // vertex on vertex, exact up to rounding or nearly exact
    const Vec2 v = c.a.vertices[edge_a], w = c.b_in_a.orientation * c.b.vertices[edge_b];
    c.b_in_a.position = v - w + (random.below(2) == 0 ? 0 : decade) * random_direction(random);
  }
  if (c.family == "anything") c.b_in_a.position = random.uniform(0, 1.2) * size * random_direction(random);
  if (c.family == "coincident")
    c.b_in_a.position = (random.below(2) == 0 ? 0 : decade) * random_direction(random);
  return c;
}

}  // namespace scree
