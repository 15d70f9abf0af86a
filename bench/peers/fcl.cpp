// FCL: signed distance with nearest points, by its default solver. On degenerate pairs FCL throws exceptions
// and sometimes aborts. Both are caught, and the query is counted as failed.
#include "peer.hpp"

#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/distance.h>

#include <csetjmp>
#include <csignal>
#include <exception>

namespace scree::bench {
namespace {

sigjmp_buf after_abort;

extern "C" void leave_abort(int) { siglongjmp(after_abort, 1); }

class Fcl final : public Peer {
 public:
  Fcl() {
    struct sigaction action = {};
    action.sa_handler = leave_abort;
    action.sa_flags = SA_NODEFER;  // the handler ends with a jump, so the signal must not stay blocked
    sigaction(SIGABRT, &action, &former_);
  }
  Fcl(const Fcl&) = delete;
  Fcl& operator=(const Fcl&) = delete;
  ~Fcl() override { sigaction(SIGABRT, &former_, nullptr); }

  std::string_view name() const override { return "FCL signed distance"; }
  void prepare(const PairSet& set) override {
    set_ = &set;
    shapes_.clear(), poses_.clear();
    for (const Polyhedron& body : set.bodies) {
      auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
      for (int v = 0; v < body.vertex_count(); ++v) {
        vertices->push_back({body.vertex(v).x, body.vertex(v).y, body.vertex(v).z});
      }
      auto faces = std::make_shared<std::vector<int>>();
      const Topology& t = body.topology;
      for (int f = 0; f < body.face_count(); ++f) {
        faces->push_back(t.face_begin[f + 1] - t.face_begin[f]);
        for (int h = t.face_begin[f]; h < t.face_begin[f + 1]; ++h) faces->push_back(t.origin[h]);
      }
      shapes_.push_back(std::make_unique<fcl::Convexd>(vertices, body.face_count(), faces));
    }
    for (const Pair& pair : set.pairs) {
      const Quat q = pair.b_in_a.orientation;
      fcl::Transform3d pose = fcl::Transform3d::Identity();
      pose.linear() = fcl::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
      pose.translation() << pair.b_in_a.position.x, pair.b_in_a.position.y, pair.b_in_a.position.z;
      poses_.push_back(pose);
    }
  }
  void run(int begin, int end, Answer* answers) override {
    for (int i = begin; i < end; ++i) answers[i] = guarded(i);
  }

 private:
  /// Answers a query and catches aborts. Must not be inlined: the jump makes the local variables of the
  /// function undefined, and this function has none.
  [[gnu::noinline]] Answer guarded(int i) const {
    return sigsetjmp(after_abort, 0) == 0 ? answer(i) : Answer{};
  }

  Answer answer(int i) const {
    const fcl::DistanceRequestd request(true, true);
    fcl::DistanceResultd result;
    try {
      fcl::distance(shapes_[set_->pairs[i].a].get(), fcl::Transform3d::Identity(),
                    shapes_[set_->pairs[i].b].get(), poses_[i], request, result);
    } catch (const std::exception&) { return {}; }
    return {result.min_distance <= 0 ? Status::touching : Status::separated, -result.min_distance};
  }

  struct sigaction former_ = {};
  const PairSet* set_ = nullptr;
  std::vector<std::unique_ptr<fcl::Convexd>> shapes_;
  fcl::aligned_vector<fcl::Transform3d> poses_;
};

}  // namespace

std::unique_ptr<Peer> make_fcl() { return std::make_unique<Fcl>(); }

}  // namespace scree::bench
