// libccd: GJK with EPA, and MPR (XenoCollide), with Scree's own support function. A has the identity pose, so
// its support function needs no rotation. The support function of B costs the same as in Scree. libccd
// computes no gap of separated bodies.
#include "peer.hpp"

#include <ccd/ccd.h>

namespace scree::bench {
namespace {

struct Body {
  PolyhedronView shape;
  Mat3 rotation;
  Vec3 position;
};

Vec3 from(const ccd_vec3_t* v) { return {v->v[0], v->v[1], v->v[2]}; }
void to(Vec3 v, ccd_vec3_t* out) { ccdVec3Set(out, v.x, v.y, v.z); }

void support_a(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Body& body = *static_cast<const Body*>(object);
  to(body.shape.vertex(body.shape.support(from(direction))), out);
}
void support_b(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Body& body = *static_cast<const Body*>(object);
  const Vec3 vertex = body.shape.vertex(body.shape.support(transpose(body.rotation) * from(direction)));
  to(body.rotation * vertex + body.position, out);
}
void centre(const void* object, ccd_vec3_t* out) { to(static_cast<const Body*>(object)->position, out); }

class Ccd final : public Peer {
 public:
  explicit Ccd(bool mpr) : mpr_(mpr) {
    CCD_INIT(&ccd_);
    ccd_.support1 = support_a, ccd_.support2 = support_b;
    ccd_.center1 = ccd_.center2 = centre;
    ccd_.max_iterations = 500;  // the default has no limit
    ccd_.epa_tolerance = ccd_.mpr_tolerance = ccd_.dist_tolerance = 1e-6;
  }
  std::string_view name() const override { return mpr_ ? "libccd MPR" : "libccd GJK+EPA"; }
  void prepare(const PairSet& set) override {
    bodies_.clear();
    for (int i = 0; i < static_cast<int>(set.pairs.size()); ++i) {
      bodies_.push_back({set.a(i), identity(), {}});
      const Pose& pose = set.pairs[i].b_in_a;
      bodies_.push_back({set.b(i), to_matrix(pose.orientation), pose.position});
    }
  }
  void run(int begin, int end, Answer* answers) override {
    const auto penetration = mpr_ ? ccdMPRPenetration : ccdGJKPenetration;
    for (int i = begin; i < end; ++i) {
      ccd_real_t depth = 0;
      ccd_vec3_t direction, position;
      const int result =
          penetration(&bodies_[2 * i], &bodies_[2 * i + 1], &ccd_, &depth, &direction, &position);
      answers[i] = result == 0    ? Answer{Status::touching, depth}
                   : result == -1 ? Answer{Status::separated, unknown}
                                  : Answer{};
    }
  }

 private:
  bool mpr_;
  ccd_t ccd_{};
  std::vector<Body> bodies_;
};

}  // namespace

std::unique_ptr<Peer> make_ccd_gjk() { return std::make_unique<Ccd>(false); }
std::unique_ptr<Peer> make_ccd_mpr() { return std::make_unique<Ccd>(true); }

}  // namespace scree::bench
