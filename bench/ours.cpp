#include "peer.hpp"

#include "scree/contact/gjk_td/gjk_td.hpp"

namespace scree::bench {
namespace {

class Ours final : public Peer {
 public:
  Ours(Start start, Question question) : start_(start), question_(question) {}
  std::string_view name() const override {
    constexpr std::string_view names[2][2] = {{"scree gjk_td", "scree gjk_td, no gap"},
                                              {"scree gjk_td, warm", "scree gjk_td, warm, no gap"}};
    return names[static_cast<int>(start_)][static_cast<int>(question_)];
  }
  void prepare(const PairSet& set) override {
    set_ = &set;
    views_.clear();
    for (const Polyhedron& body : set.bodies) views_.push_back(view(body));
    fresh_.assign(set.pairs.size(), {});
    if (start_ == Start::warm) {
      for (std::size_t i = 0; i < set.pairs.size(); ++i) {
        const Pair& pair = set.pairs[i];
        GjkTd::collide(views_[pair.a], views_[pair.b], pair.before, fresh_[i], tolerance());
      }
    }
    caches_ = fresh_;
  }
  void renew(int begin, int end) override {
    std::copy(fresh_.begin() + begin, fresh_.begin() + end, caches_.begin() + begin);
  }
  void run(int begin, int end, Answer* answers) override {
    const bool with_gap = question_ == Question::distance;
    for (int i = begin; i < end; ++i) {
      const Pair& pair = set_->pairs[i];
      const Contact c = GjkTd::collide(views_[pair.a], views_[pair.b], pair.b_in_a, caches_[i], tolerance());
      answers[i] = {c.status, with_gap || c.status == Status::touching ? c.overlap : unknown};
    }
  }

 private:
  Tolerance tolerance() const {
    Tolerance tolerance;
    if (question_ == Question::verdict) tolerance.distance_cutoff = 0;
    return tolerance;
  }

  Start start_;
  Question question_;
  const PairSet* set_ = nullptr;
  std::vector<PolyhedronView> views_;
  std::vector<Cache> fresh_, caches_;  // caches at the start of every run, and the caches in use
};

}  // namespace

std::unique_ptr<Peer> make_gjk_td(Start start, Question question) {
  return std::make_unique<Ours>(start, question);
}

}  // namespace scree::bench
