// gjk_td, cold, with everything that it tells: verdict, signed distance, normal, witnesses, features.
#include "peer.hpp"

#include "scree/contact/gjk_td.hpp"

namespace scree::bench {
namespace {

class Ours final : public Peer {
 public:
  std::string_view name() const override { return "scree gjk_td"; }
  void prepare(const PairSet& set) override { set_ = &set; }
  void run(int begin, int end, Answer* answers) override {
    for (int i = begin; i < end; ++i) {
      Cache cache;
      const Contact c = GjkTd::collide(set_->a(i), set_->b(i), set_->pairs[i].b_in_a, cache);
      answers[i] = {c.status, c.overlap};
    }
  }

 private:
  const PairSet* set_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> make_gjk_td() { return std::make_unique<Ours>(); }

}  // namespace scree::bench
