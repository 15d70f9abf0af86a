// A contestant that answers the queries of a set of pairs: Scree's gjk_td, or another library.
#pragma once

#include "accuracy.hpp"

#include <limits>
#include <memory>

namespace scree::bench {

/// Value of a gap that a library does not compute.
inline constexpr Real unknown = std::numeric_limits<Real>::quiet_NaN();

class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  virtual std::string_view name() const = 0;
  /// Converts shapes and poses to the form that the library needs; not timed.
  virtual void prepare(const PairSet& set) = 0;
  /// Resets the state that an earlier run of these queries has changed; not timed.
  virtual void renew(int /*begin*/, int /*end*/) {}
  virtual void run(int begin, int end, Answer* answers) = 0;
};

/// Kinds of queries of gjk_td. `distance` requests the full answer. `verdict` requests the answer that libccd
/// and Bullet's Penetration give: the full answer for touching bodies, but only the status of separated
/// bodies. A warm query has a cache that was filled at the previous pose.
enum class Start { cold, warm };
enum class Question { distance, verdict };
std::unique_ptr<Peer> make_gjk_td(Start start, Question question);

/// Contestants from other libraries, in bench/peers.
std::unique_ptr<Peer> make_ccd_gjk();
std::unique_ptr<Peer> make_ccd_mpr();
std::unique_ptr<Peer> make_bullet_penetration();
std::unique_ptr<Peer> make_bullet_signed_distance();
std::unique_ptr<Peer> make_fcl();

}  // namespace scree::bench
