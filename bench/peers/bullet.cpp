// Bullet: the solver with GJK and EPA that Bullet uses for convex pairs, called directly, without margins, in
// double precision. `SignedDistance` computes the gap of separated bodies, `Penetration` does not.
#include "peer.hpp"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#ifndef BT_USE_DOUBLE_PRECISION
#error "Bullet must be the variant in double precision (Debian: bullet-float64)"
#endif

namespace scree::bench {
namespace {

class Bullet final : public Peer {
 public:
  explicit Bullet(bool with_gap) : with_gap_(with_gap) {}
  std::string_view name() const override {
    return with_gap_ ? "Bullet SignedDistance" : "Bullet Penetration";
  }
  void prepare(const PairSet& set) override {
    set_ = &set;
    shapes_.clear(), poses_.clear();
    for (const Polyhedron& body : set.bodies) {
      auto shape = std::make_unique<btConvexHullShape>();
      for (int v = 0; v < body.vertex_count(); ++v) {
        shape->addPoint({body.vertex(v).x, body.vertex(v).y, body.vertex(v).z}, false);
      }
      shape->recalcLocalAabb();
      shape->setMargin(0);
      shapes_.push_back(std::move(shape));
    }
    for (const Pair& pair : set.pairs) {
      const Vec3 p = pair.b_in_a.position;
      const Mat3 m = to_matrix(pair.b_in_a.orientation);
      poses_.push_back(btTransform(
          btMatrix3x3(m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), m(2, 0), m(2, 1), m(2, 2)),
          {p.x, p.y, p.z}));
    }
  }
  void run(int begin, int end, Answer* answers) override {
    using Results = btGjkEpaSolver2::sResults;
    const btTransform at_rest = btTransform::getIdentity();
    for (int i = begin; i < end; ++i) {
      const btConvexShape *a = shapes_[set_->pairs[i].a].get(), *b = shapes_[set_->pairs[i].b].get();
      const btVector3 guess = poses_[i].getOrigin();
      Results results;
      results.distance = 0;
      const bool found = with_gap_
                             ? btGjkEpaSolver2::SignedDistance(a, at_rest, b, poses_[i], guess, results)
                             : btGjkEpaSolver2::Penetration(a, at_rest, b, poses_[i], guess, results, false);
      if (results.status == Results::GJK_Failed || results.status == Results::EPA_Failed) {
        answers[i] = {};
      } else if (results.status == Results::Penetrating) {
        answers[i] = {Status::touching, -results.distance};
      } else {
        answers[i] = {Status::separated, with_gap_ && found ? -results.distance : unknown};
      }
    }
  }

 private:
  bool with_gap_;
  const PairSet* set_ = nullptr;
  std::vector<std::unique_ptr<btConvexHullShape>> shapes_;
  std::vector<btTransform> poses_;
};

}  // namespace

std::unique_ptr<Peer> make_bullet_penetration() { return std::make_unique<Bullet>(false); }
std::unique_ptr<Peer> make_bullet_signed_distance() { return std::make_unique<Bullet>(true); }

}  // namespace scree::bench
