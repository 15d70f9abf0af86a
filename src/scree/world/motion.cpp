#include "scree/world/motion.hpp"

#include "scree/error.hpp"
#include "scree/world/forces/forces.hpp"

#include <algorithm>
#include <numbers>

namespace scree {
namespace {

/// Displacement of a wall by one motion between two times.
struct Displacement {
  int wall;
  Vec3 shift, rotation;  // rotation: axis times angle
  Vec3 center;           // centre of rotation
  bool carried = false;  // true: the centre is in the frame of the wall
};

Real time_within(Real begin, Real end, Real from, Real to) {
  return std::max(0.0, std::min(end, to) - std::max(begin, from));
}

Displacement displacement(const MotionPhase& m, Real from, Real to) {
  const Real time = time_within(m.begin, m.end, from, to);
  return {m.wall, time * m.velocity, time * m.spin, m.center, m.carried};
}

MotionTable::Entry at(const MotionTable& m, Real time) {
  const auto after = std::upper_bound(m.entries.begin(), m.entries.end(), time,
                                      [](Real t, const MotionTable::Entry& e) { return t < e.time; });
  if (after == m.entries.begin()) return m.entries.front();
  if (after == m.entries.end()) return m.entries.back();
  const MotionTable::Entry &p = *(after - 1), &q = *after;
  const Real fraction = (time - p.time) / (q.time - p.time);
  return {time, p.position + fraction * (q.position - p.position), p.angle + fraction * (q.angle - p.angle)};
}

Displacement displacement(const MotionTable& m, Real from, Real to) {
  const MotionTable::Entry p = at(m, from), q = at(m, to);
  return {m.wall, q.position - p.position, (q.angle - p.angle) * normalized(m.axis), m.center, true};
}

Displacement displacement(const Vibration& m, Real from, Real to) {
  const auto sine_at = [&](Real time) {
    return std::sin(2 * std::numbers::pi * m.frequency * (std::clamp(time, m.begin, m.end) - m.begin) +
                    m.phase);
  };
  return {m.wall, (sine_at(to) - sine_at(from)) * m.amplitude, {}, {}, true};
}

Displacement displacement(const Servo& m, const Wall& wall, Real from, Real to) {
  const Real measured = -dot(wall.force, m.direction);
  const Real speed = std::clamp(m.gain * (m.force - measured), -m.fastest, m.fastest);
  return {m.wall, time_within(m.begin, m.end, from, to) * speed * m.direction, {}, {}, true};
}

template <class Act>
void for_each_displacement(const Motions& motions, Real from, Real to, Act act) {
  for (const MotionPhase& m : motions.phases) act(displacement(m, from, to));
  for (const MotionTable& m : motions.tables) act(displacement(m, from, to));
  for (const Vibration& m : motions.vibrations) act(displacement(m, from, to));
}

/// Sum of the displacements of all motions of a wall. A single motion is exact. The displacements of several
/// motions add up as velocities do.
struct Step {
  Vec3 shift, rotation;
};

Quat rotation_by(Vec3 rotation) {
  const Real angle = length(rotation);
  return angle > 0 ? axis_angle(rotation / angle, angle) : Quat{};
}

Vec3 arm_of(const Displacement& t, const Wall& wall) {
  return t.carried ? rotate(wall.pose.orientation, -t.center) : wall.pose.position - t.center;
}

void set_presence(World& w) {
  for (std::size_t i = 0; i < w.walls.all.size(); ++i) {
    Wall& wall = w.walls.all[i];
    if (wall.appears_at == -forever && wall.removed_at == forever) continue;
    const bool present = w.time >= wall.appears_at && w.time < wall.removed_at;
    // A wall that disappears removes the energy of the springs that pressed on it.
    if (wall.present && !present) {
      const Real energy = energy_against_wall(w, static_cast<int>(i));
      w.ledger.walls -= energy, w.contact_energy.normal -= energy;
    }
    wall.present = present;
  }
}

}  // namespace

void move_walls(World& w, Real dt) {
  set_presence(w);
  if (w.motions.empty()) return;
  const Real now = w.time;
  std::vector<Step> moved(w.walls.all.size()), around(w.walls.all.size());
  std::vector<bool> moves(w.walls.all.size(), false);
  for_each_displacement(w.motions, now - dt, now, [&](const Displacement& t) {
    const Vec3 arm = arm_of(t, w.walls.all[t.wall]);
    moved[t.wall].shift += t.shift + rotate(rotation_by(t.rotation), arm) - arm;
    moved[t.wall].rotation += t.rotation;
    moves[t.wall] = true;
  });
  for (const Servo& m : w.motions.servos) {
    const Vec3 shift = displacement(m, w.walls.all[m.wall], now - dt, now).shift;
    moved[m.wall].shift += shift;
    around[m.wall].shift += 2 * shift;
    moves[m.wall] = true;
  }
  for (std::size_t i = 0; i < moved.size(); ++i) {
    Pose& pose = w.walls.all[i].pose;
    if (!moves[i]) continue;
    pose.position += moved[i].shift;
    if (length_squared(moved[i].rotation) > 0)
      pose.orientation = normalized(rotation_by(moved[i].rotation) * pose.orientation);
  }
  for_each_displacement(w.motions, now - dt, now + dt, [&](const Displacement& t) {
    around[t.wall].shift += t.shift + cross(t.rotation, arm_of(t, w.walls.all[t.wall]));
    around[t.wall].rotation += t.rotation;
  });
  for (std::size_t i = 0; i < moved.size(); ++i) {
    if (!moves[i]) continue;
    w.walls.all[i].velocity = around[i].shift / (2 * dt);
    w.walls.all[i].spin = around[i].rotation / (2 * dt);
  }
}

void check(const Motions& motions, const Walls& walls) {
  const auto name = [&](int wall) {
    if (wall < 0 || wall >= static_cast<int>(walls.all.size()))
      fail("a motion names wall {}, but the number of walls is {}.", wall, walls.all.size());
    return walls.all[wall].name;
  };
  const auto check_times = [&](int wall, Real begin, Real end) {
    const std::string which = name(wall);
    if (!(begin < end))
      fail("wall '{}': a motion begins at {} s and ends at {} s. It must end later.", which, begin, end);
  };
  for (const MotionPhase& m : motions.phases) check_times(m.wall, m.begin, m.end);
  for (const Vibration& m : motions.vibrations) check_times(m.wall, m.begin, m.end);
  for (const MotionTable& m : motions.tables) {
    const std::string which = name(m.wall);
    if (m.entries.empty()) fail("wall '{}': the table of its motion is empty.", which);
    if (!(length(m.axis) > 0)) fail("wall '{}': the axis of its motion has no length.", which);
    for (std::size_t i = 1; i < m.entries.size(); ++i) {
      if (!(m.entries[i - 1].time < m.entries[i].time))
        fail("wall '{}': entry {} of the table of its motion ({} s) is not later than the one before ({} s).",
             which, i + 1, m.entries[i].time, m.entries[i - 1].time);
    }
  }
  for (const Servo& m : motions.servos) {
    check_times(m.wall, m.begin, m.end);
    if (std::abs(length(m.direction) - 1) > 1e-9)
      fail("wall '{}': the direction of a servo must have length 1.", name(m.wall));
    if (!(m.gain > 0) || !(m.fastest > 0))
      fail("wall '{}': gain and fastest speed of a servo must be greater than 0.", name(m.wall));
  }
}

}  // namespace scree
