// Reads two hulls and a pose from bytes. The certificates check the answers of gjk_td, cold and warm. On
// small hulls `exact` checks them too.
//
// The bytes are the number of points of each body, the encoding of the coordinates, then the points, the
// position and the quaternion of B. Missing bytes are read as zeros.

#include "body_from_bytes.hpp"
#include "byte_reader.hpp"

#include "scree/contact/common_plane/fast_common_plane.hpp"
#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/contact/pair/certificate.hpp"
#include "scree/contact/pair/exact.hpp"

#include <cstdio>
#include <string_view>
#include <vector>

namespace scree::fuzz {
namespace {

void require_proof(bool condition, const char* what, std::string_view rule, const Contact& c) {
  if (condition) return;
  std::fprintf(stderr, "%s: %.*s; overlap %.17g, normal %.17g %.17g %.17g\n", what,
               static_cast<int>(rule.size()), rule.data(), c.overlap, c.normal.x, c.normal.y, c.normal.z);
  std::abort();
}

Real outside_of_bodies(const PolyhedronPair& pair, const Contact& c) {
  return std::max(outside(pair.a, c.point_a), outside(pair.b, pair.to_b(c.point_b - pair.translation)));
}

void check_pair(const Polyhedron& a, const Polyhedron& b, const Pose& b_in_a) {
  const PolyhedronPair pair(view(a), view(b), b_in_a);
  // Allows 1e-9 of the size of the smaller body, plus the bounds of the answer (1e-12 of the size) and the
  // unevenness of the faces.
  const Real allowed = 2e-9 * std::min(a.bounding_radius, b.bounding_radius) + 1e-12 * scale_of(pair) +
                       a.unevenness + b.unevenness;
  const Slack slack;
  Cache cache, other;
  Contact cold;
  for (const char* what : {"cold", "warm"}) {
    const Contact contact = GjkTd::collide(pair.a, pair.b, b_in_a, cache);
    if (*what == 'c') cold = contact;
    const Certificate certificate = prove(pair, contact, slack);
    require_proof(certificate.holds(), what, certificate.objection, contact);
    require_proof(outside_of_bodies(pair, contact) <= allowed, what, "witnesses on both bodies", contact);
    const Contact plane = FastCommonPlane::collide(pair.a, pair.b, b_in_a, other);
    require_proof(improvement(pair, contact, plane.normal) <= slack.distance, what, "a better normal",
                  contact);
    if (a.vertex_count() > 14 || b.vertex_count() > 14) continue;
    const Contact exact = Exact::collide(pair.a, pair.b, b_in_a);
    const Real scale = scale_of(pair);
    require_proof(std::abs(contact.overlap - exact.overlap) <= slack.distance * scale, what,
                  "the overlap of exact", contact);
    require_proof(contact.status == exact.status || std::abs(exact.overlap) <= 1e-12 * scale, what,
                  "the verdict of exact", contact);
  }
}

void pair_from_bytes(ByteReader in) {
  const int count_a = 4 + in.byte() % 29, count_b = 4 + in.byte() % 29, kind = in.byte();
  std::vector<Vec3> points_a, points_b;
  for (int i = 0; i < count_a; ++i) points_a.push_back(in.point((kind & 1) == 0));
  for (int i = 0; i < count_b; ++i) points_b.push_back(in.point((kind & 2) == 0));
  const Vec3 position = in.point((kind & 4) == 0);
  const bool whole = (kind & 8) == 0;
  Quat rotation{in.number(whole), in.number(whole), in.number(whole), in.number(whole)};
  const Real norm =
      rotation.w * rotation.w + rotation.x * rotation.x + rotation.y * rotation.y + rotation.z * rotation.z;
  rotation = norm > 1e-12 ? normalized(rotation) : Quat{};
  try {
    const Polyhedron a = polyhedron_from_points(points_a), b = polyhedron_from_points(points_b);
    check_pair(a, b, {position, rotation});
    // The pose relates the input frames, so that whole coordinates stay whole numbers.
    check_pair(a, b, inverse(a.mass.body_in_input) * Pose{position, rotation} * b.mass.body_in_input);
  } catch (const Error&) {
    // the points are flat, or out of range
  }
}

}  // namespace
}  // namespace scree::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scree::fuzz::pair_from_bytes({data, size});
  return 0;
}
