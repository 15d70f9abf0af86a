// gjk_td, cold, with everything that it tells: verdict, signed distance, normal, witnesses, features. The
// second one is asked what libccd and Bullet's Penetration answer: the same of touching bodies, of separated
// ones only that they are.
#include "peer.hpp"

#include "scree/contact/gjk_td.hpp"

namespace scree::bench {
namespace {

class Ours final : public Peer {
 public:
  explicit Ours(bool with_gap) : with_gap_(with_gap) {}
  std::string_view name() const override { return with_gap_ ? "scree gjk_td" : "scree gjk_td, no gap"; }
  void prepare(const PairSet& set) override { set_ = &set; }
  void run(int begin, int end, Answer* answers) override {
    Tolerance tolerance;
    if (!with_gap_) tolerance.far = 0;
    for (int i = begin; i < end; ++i) {
      Cache cache;
      const Contact c = GjkTd::collide(set_->a(i), set_->b(i), set_->pairs[i].b_in_a, cache, tolerance);
      answers[i] = {c.status, with_gap_ || c.status == Status::touching ? c.overlap : unknown};
    }
  }

 private:
  bool with_gap_;
  const PairSet* set_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> make_gjk_td() { return std::make_unique<Ours>(true); }
std::unique_ptr<Peer> make_gjk_td_no_gap() { return std::make_unique<Ours>(false); }

}  // namespace scree::bench
