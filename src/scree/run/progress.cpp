#include "scree/run/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace scree {
namespace {

std::string minutes(double seconds) {
  const long s = static_cast<long>(seconds + 0.5);
  return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60)
                  : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace

Progress::Progress(const World& world, std::int64_t last_step, bool quiet)
    : first_step_(world.steps), last_step_(last_step), quiet_(quiet), terminal_(isatty(STDOUT_FILENO) != 0) {}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

void Progress::show(const World& world) {
  body_steps_ += world.bodies.count();
  if (quiet_) return;
  if (terminal_) {
    if (world.steps % 16 != 0 || Clock::now() - shown_ < std::chrono::milliseconds(200)) return;
    shown_ = Clock::now();
  } else {
    if (100 * (world.steps - first_step_) < next_percent_ * (last_step_ - first_step_)) return;
    while (100 * (world.steps - first_step_) >= next_percent_ * (last_step_ - first_step_))
      next_percent_ += 5;
  }
  print(world);
}

void Progress::print(const World& world) const {
  const double spent = seconds(), done = static_cast<double>(world.steps - first_step_),
               whole = static_cast<double>(last_step_ - first_step_);
  const int pending = pending_count(world);
  const std::string line = fmt::format(
      "{}{:5.1f}%  {:.4f} s  {:.0f} steps/s  {:.3g} particle-steps/s  {} contacts  Ekin {:.3g} J{}  {} "
      "left{}",
      terminal_ ? "\r\033[K" : "", 100 * done / whole, world.time, done / spent, body_steps_ / spent,
      world.contacts.touching_count(), world.bodies.kinetic_energy(),
      pending > 0 ? fmt::format("  {} pending", pending) : "", minutes(spent * (whole - done) / done),
      terminal_ ? "" : "\n");
  std::fputs(line.c_str(), stdout);  // ignores failure, so that the run continues without a reader
  std::fflush(stdout);
}

void Progress::end() {
  if (quiet_ || !terminal_) return;
  std::fputs("\r\033[K", stdout);
  std::fflush(stdout);
}

}  // namespace scree
