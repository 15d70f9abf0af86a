// Shows the progress of a run: on a terminal in one line that is overwritten, otherwise in one line per 5 %.
#pragma once

#include "scree/world/world.hpp"

#include <chrono>

namespace scree {

class Progress {
 public:
  Progress(const World& world, std::int64_t last_step, bool quiet);
  /// Shows the progress. Call it after every step; it costs little if there is nothing to show.
  void show(const World& world);
  /// Clears the progress line on a terminal.
  void end();
  double seconds() const;
  double particle_steps() const { return body_steps_; }

 private:
  using Clock = std::chrono::steady_clock;
  void print(const World& world) const;

  std::int64_t first_step_, last_step_, next_percent_ = 5;
  bool quiet_, terminal_;
  double body_steps_ = 0;
  Clock::time_point began_ = Clock::now(), shown_ = began_;
};

}  // namespace scree
