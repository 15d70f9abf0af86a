// A contestant that answers the queries of a set of pairs: Scree's own gjk_td, or another library.
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
  /// Undoes what an earlier run of these queries has left behind; not timed.
  virtual void renew(int /*begin*/, int /*end*/) {}
  virtual void run(int begin, int end, Answer* answers) = 0;
};

/// gjk_td with everything that it tells, or asked only what libccd and Bullet's Penetration answer: the same
/// of touching bodies, of separated ones only that they are. Warm: its cache was filled at the pose before.
enum class Start { cold, warm };
enum class Question { distance, verdict };
std::unique_ptr<Peer> make_gjk_td(Start start, Question question);

/// Those of other libraries, in bench/peers.
std::unique_ptr<Peer> make_ccd_gjk();
std::unique_ptr<Peer> make_ccd_mpr();
std::unique_ptr<Peer> make_bullet_penetration();
std::unique_ptr<Peer> make_bullet_signed_distance();
std::unique_ptr<Peer> make_fcl();

}  // namespace scree::bench
