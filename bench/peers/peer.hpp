// A library that answers the queries of a set of pairs.
#pragma once

#include "accuracy.hpp"

#include <limits>
#include <memory>

namespace scree::bench {

/// Stands for the gap that a library does not tell.
inline constexpr Real unknown = std::numeric_limits<Real>::quiet_NaN();

class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  virtual std::string_view name() const = 0;
  /// Brings shapes and poses into the form that the library wants; not timed.
  virtual void prepare(const PairSet& set) = 0;
  virtual void run(int begin, int end, Answer* answers) = 0;
};

std::unique_ptr<Peer> make_gjk_td();
std::unique_ptr<Peer> make_gjk_td_no_gap();
std::unique_ptr<Peer> make_ccd_gjk();
std::unique_ptr<Peer> make_ccd_mpr();
std::unique_ptr<Peer> make_bullet_penetration();
std::unique_ptr<Peer> make_bullet_signed_distance();
std::unique_ptr<Peer> make_fcl();

}  // namespace scree::bench
