// Reads two convex polygons and a pose from bytes. The certificates and `exact` check the answers of gjk_td
// in 2D, cold and warm. Then the corners of the second polygon form a line of walls. The line must push the
// first polygon with finite forces and weights from 0 to 1.
//
// The bytes are the number of points of each body, the encoding of the coordinates, then the points, the
// position and the rotation of B.

#include "body_from_bytes.hpp"
#include "byte_reader.hpp"

#include "scree/planar/gjk_td/gjk_td.hpp"
#include "scree/planar/pair/certificate.hpp"
#include "scree/planar/pair/exact.hpp"
#include "scree/planar/wall/segment.hpp"

#include <cstdio>
#include <string_view>
#include <vector>

namespace scree::fuzz {
namespace {

void require_proof(bool condition, const char* what, std::string_view rule, const PlanarContact& c) {
  if (condition) return;
  std::fprintf(stderr, "%s: %.*s; overlap %.17g, normal %.17g %.17g\n", what, static_cast<int>(rule.size()),
               rule.data(), c.overlap, c.normal.x, c.normal.y);
  std::abort();
}

void check_pair(const Polygon& a, const Polygon& b, const PlanarPose& b_in_a) {
  const PolygonPair pair(view(a), view(b), b_in_a);
  const Slack slack;
  const Real scale = scale_of(pair);
  const PlanarContact exact = planar::Exact::collide(pair.a, pair.b, b_in_a);
  const Certificate of_exact = prove(pair, exact, slack);
  require_proof(of_exact.holds(), "exact", of_exact.objection, exact);
  PlanarCache cache;
  for (const char* what : {"cold", "warm"}) {
    const PlanarContact contact = planar::GjkTd::collide(pair.a, pair.b, b_in_a, cache);
    const Certificate certificate = prove(pair, contact, slack);
    require_proof(certificate.holds(), what, certificate.objection, contact);
    require_proof(std::abs(contact.overlap - exact.overlap) <= slack.distance * scale, what,
                  "the overlap of exact", contact);
    require_proof(contact.status == exact.status || std::abs(exact.overlap) <= 1e-12 * scale, what,
                  "the verdict of exact", contact);
    if (contact.status == Status::touching && contact.overlap > 0) {
      const PlanarManifold manifold = manifold_of(pair, contact);
      require(manifold.count > 0);
      Real sum = 0;
      for (int i = 0; i < manifold.count; ++i) sum += manifold.point[i].weight;
      require(std::abs(sum - 1) < 1e-9);
    }
  }
}

/// Checks the contacts of the line with the body in the frame of the body, as in the engine.
void check_line(const Polygon& body, const std::vector<Vec2>& points, const PlanarPose& line_in_body) {
  for (const LineSegment& segment : make_polyline(points)) {
    PlanarManifold manifold;
    touch_segment(view(body), segment, line_in_body, true, manifold);
    touch_segment(inverse_transform(line_in_body, Vec2{}), body.bounding_radius, segment, manifold);
    for (int i = 0; i < manifold.count; ++i) {
      const PlanarManifoldPoint& p = manifold.point[i];
      const bool sound = is_finite(p.position) && std::abs(length(p.normal) - 1) < 1e-9 &&
                         std::isfinite(p.overlap) && p.weight >= 0 && p.weight <= 1 + 1e-9;
      if (sound) continue;
      std::fprintf(stderr, "line: position %g %g, normal %g %g, overlap %g, weight %.17g\n", p.position.x,
                   p.position.y, p.normal.x, p.normal.y, p.overlap, p.weight);
      std::abort();
    }
  }
}

void pair_from_bytes(ByteReader in) {
  const int count_a = 3 + in.byte() % 20, count_b = 3 + in.byte() % 20, kind = in.byte();
  std::vector<Vec2> points_a, points_b;
  for (int i = 0; i < count_a; ++i) points_a.push_back(in.planar_point((kind & 1) == 0));
  for (int i = 0; i < count_b; ++i) points_b.push_back(in.planar_point((kind & 2) == 0));
  const Vec2 position = in.planar_point((kind & 4) == 0), direction = in.planar_point((kind & 8) == 0);
  const Real norm = length(direction);
  const PlanarRotation rotation =
      norm > 1e-6 ? PlanarRotation{direction.x / norm, direction.y / norm} : PlanarRotation{};
  try {
    const Polygon a = polygon_from_points(points_a), b = polygon_from_points(points_b);
    check_pair(a, b, {position, rotation});
    // The pose relates the input frames, so that whole coordinates stay whole numbers.
    const PlanarPose a_home{a.centroid_in_input, {}}, b_home{b.centroid_in_input, {}};
    check_pair(a, b, inverse(a_home) * PlanarPose{position, rotation} * b_home);
    check_line(a, points_b, {position, rotation});
  } catch (const Error&) {
    // the points are collinear, out of range, or do not form a line of walls
  }
}

}  // namespace
}  // namespace scree::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scree::fuzz::pair_from_bytes({data, size});
  return 0;
}
