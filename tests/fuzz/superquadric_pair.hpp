// Reads a pair with a superquadric from bytes and checks every answer. The answer must be finite, bounded in
// steps, consistent with the gap along its normal, and within the bounds of gjk_td. Warm and cold answers
// must be the same.
//
// The bytes are the kinds, the bodies (points of a hull, or half lengths and exponents), the position and the
// quaternion of B. Missing bytes are read as zeros. Superquadrics have exponents from 2 to 20 and aspect
// ratios up to 1:20.
#pragma once

#include "byte_reader.hpp"

#include "scree/contact/round_algorithms.hpp"
#include "scree/contact/superquadric/gjk_td_round.hpp"
#include "scree/error.hpp"
#include "scree/shape/polyhedron.hpp"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace scree::fuzz {

inline Superquadric superquadric_from(ByteReader& in, bool whole) {
  const auto length = [&] { return std::pow(20, -in.byte() / 255.0); };
  const auto exponent = [&] {
    return whole ? 2.0 + in.byte() % 19 : 2 + 18 * (in.byte() + in.byte() / 256.0) / 256;
  };
  const Real a = length(), b = length(), c = length(), n1 = exponent();
  return make_superquadric({a, b, c}, n1, (in.byte() & 1) != 0 ? n1 : exponent());
}

inline void demand(bool condition, const char* what, const Contact& c) {
  if (condition) return;
  std::fprintf(stderr, "%s; overlap %.17g, normal %.17g %.17g %.17g, %d steps\n", what, c.overlap, c.normal.x,
               c.normal.y, c.normal.z, c.iterations);
  std::abort();
}

template <class Body>
Real radius_of(const Body& body) {
  if constexpr (std::is_same_v<Body, PolyhedronView>) {
    return body.bounding_radius;
  } else {
    return body.radius;
  }
}

template <class Body, class Algorithm>
void check_round_pair(const Body& a, const PlacedSuperquadric& b, Vec3 from, Algorithm collide) {
  const Real size = radius_of(a) + b.radius, scale = std::max(size, length(b.center - from));
  const BoundedDistance bounds = bounded_distance(a, b, b.center - from, 1e-11 * size);
  Cache cache;
  Contact cold;
  for (const bool warm : {false, true}) {
    const Contact c = collide(a, b, cache, Tolerance{});
    demand(c.status != Status::failed, "an answer", c);
    demand(is_finite(c.normal) && std::isfinite(c.overlap) && is_finite(c.point_a) && is_finite(c.point_b),
           "finite numbers", c);
    demand(std::abs(length(c.normal) - 1) < 1e-10, "a unit normal", c);
    demand(c.iterations >= 0 && c.iterations < 20'000, "a bounded number of steps", c);
    Real top;
    if constexpr (std::is_same_v<Body, PolyhedronView>) {
      top = dot(c.normal, a.vertex(a.support(c.normal)));
    } else {
      top = dot(c.normal, a.support(c.normal));
    }
    demand(std::abs(dot(c.normal, b.support(-c.normal)) - top + c.overlap) < 1e-9 * scale,
           "the true gap along the normal", c);
    demand(-c.overlap >= bounds.lower - 1e-8 * scale, "a distance of at least the lower bound", c);
    demand(-c.overlap <= bounds.upper + 1e-8 * scale, "no more than the upper bound", c);
    if (!warm) cold = c;
    demand(c.status == cold.status || std::abs(c.overlap) < 1e-9 * scale, "the verdict of the cold query", c);
  }
}

inline void superquadric_from_bytes(const std::uint8_t* data, std::size_t size) {
  ByteReader in{data, size};
  const int kind = in.byte();
  const bool whole = (kind & 2) == 0;
  const auto pose = [&](Real reach) {
    const Vec3 position = in.point((kind & 4) == 0, 10 * reach);
    const Quat rotation{in.number(true, 1), in.number(true, 1), in.number(true, 1), in.number(true, 1)};
    const Real norm =
        rotation.w * rotation.w + rotation.x * rotation.x + rotation.y * rotation.y + rotation.z * rotation.z;
    return Pose{position, norm > 0 ? normalized(rotation) : Quat{}};
  };
  const Superquadric shape = superquadric_from(in, (kind & 8) == 0);
  try {
    if ((kind & 1) == 0) {
      const Superquadric other = superquadric_from(in, (kind & 16) == 0);
      const PlacedSuperquadric a(other, {}), b(shape, pose(2));
      check_round_pair(a, b, a.center, SuperquadricPairNewton::collide);
      return;
    }
    std::vector<Vec3> points;
    for (int i = 4 + in.byte() % 13; i > 0; --i) points.push_back(in.point(whole, 100));
    const Polyhedron hull = polyhedron_from_points(points);
    if (hull.inscribed_radius < 1e-3 * hull.bounding_radius) return;  // the contact target covers slivers
    const PlacedSuperquadric b(shape, pose(hull.bounding_radius + 1));
    check_round_pair(view(hull), b, {}, PolyhedronSuperquadric::collide);
    for (const FaceSearchFlow flow : {FaceSearchFlow::published, FaceSearchFlow::completed}) {
      const FaceSearch s = PolyhedronSuperquadric::search(view(hull), b, flow);
      if (!is_finite(s.normal) || !std::isfinite(s.overlap) || s.visited > FaceSearch::most_faces)
        std::abort();
    }
  } catch (const Error&) {
    // the points are flat, or out of range
  }
}

}  // namespace scree::fuzz
