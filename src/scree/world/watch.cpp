#include "scree/world/watch.hpp"

#include "scree/world/world.hpp"

#include <algorithm>

namespace scree {
namespace {

Real size_of(const World& w, int body) {
  return 2 * w.bodies.scale[body] * w.shapes[w.bodies.shape[body]].equivalent_radius;
}

/// Calls visit(body a, body b or -1 - wall, depth, fraction) for every contact of the last step.
template <class Visit>
void for_each_overlap(const World& w, Visit visit) {
  for (const BatchContacts& c : w.contacts.batches) {
    for (const TouchingPair& t : c.touching) {
      const ListedPair& pair = w.pairs.pairs[t.pair];
      const bool wall = with_wall(pair.kind);
      Real size = size_of(w, pair.a);
      if (!wall) size = std::min(size, size_of(w, pair.b));
      Real depth = 0;
      for (int i = t.first; i < t.first + t.count; ++i) depth = std::max(depth, c.points[i].overlap);
      visit(pair.a, wall ? -1 - wall_of(w.walls, pair) : pair.b, depth, depth / size);
    }
  }
}

/// True if the wall is present or will appear.
bool is_or_comes(const World& w, int wall) { return w.time < w.walls.all[wall].removed_at; }

/// Returns the box around all bodies that are not free and all walls except planes, in the frame of
/// the world.
Box box_of_obstacles(const World& w) {
  Box box = box_of_finite_walls(w);
  const Bodies& b = w.bodies;
  for (int i = 0; i < b.count(); ++i) {
    if (b.freedom[i] == Freedom::free) continue;
    const Vec3 r{b.radius[i], b.radius[i], b.radius[i]};
    box.include(Box{b.position[i] - r, b.position[i] + r});
  }
  return box;
}

/// True if a body that touches nothing on its path reaches the plane.
bool meets(const HalfSpace& plane, Vec3 position, Vec3 velocity, Vec3 gravity, Real radius) {
  const Real gap = signed_distance(plane, position) - radius, speed = -dot(plane.normal, velocity),
             pull = -dot(plane.normal, gravity);
  if (gap <= 0 || pull > 0) return true;
  if (speed <= 0) return false;
  return pull == 0 || speed * speed >= -2 * pull * gap;
}

/// True if the body is beyond the box along an axis and neither its velocity nor gravity brings it back.
bool leaves(const Box& box, Vec3 position, Vec3 velocity, Vec3 gravity, Real radius) {
  for (int c = 0; c < 3; ++c) {
    for (const int sign : {-1, 1}) {
      const Real beyond = sign > 0 ? position[c] - box.upper[c] : box.lower[c] - position[c];
      if (beyond > radius && sign * velocity[c] > 0 && sign * gravity[c] >= 0) return true;
    }
  }
  return false;
}

}  // namespace

Box box_of_finite_walls(const World& w) {
  Box box;
  for (const CylinderSurface& s : w.walls.cylinders) {
    if (!is_or_comes(w, s.wall)) continue;
    const Cylinder c = transform(w.walls.all[s.wall].pose, s.cylinder);
    const Vec3 r{c.radius * std::sqrt(std::max(0.0, 1 - c.axis.x * c.axis.x)),
                 c.radius * std::sqrt(std::max(0.0, 1 - c.axis.y * c.axis.y)),
                 c.radius * std::sqrt(std::max(0.0, 1 - c.axis.z * c.axis.z))};
    for (const Real along : {c.from, c.to}) {
      const Vec3 end = c.point + along * c.axis;
      box.include(Box{end - r, end + r});
    }
  }
  for (const PlanarPatchSurface& s : w.walls.planar_patches) {
    if (s.patch != 0 || !is_or_comes(w, s.wall)) continue;  // visits each mesh once
    for (const Vec3 v : w.walls.meshes[s.mesh].vertices) box.include(transform(w.walls.all[s.wall].pose, v));
  }
  for (const LineSurface& s : w.walls.lines) {
    if (!is_or_comes(w, s.wall)) continue;
    for (const Vec2 end : s.segment.end)
      box.include(transform(w.walls.all[s.wall].pose, Vec3{end.x, end.y, 0}));
  }
  return box;
}

DeepestOverlap deepest_overlap(const World& w) {
  DeepestOverlap deepest;
  for_each_overlap(w, [&](int a, int b, Real depth, Real fraction) {
    if (fraction > deepest.fraction) deepest = {a, b, depth, fraction};
  });
  return deepest;
}

std::vector<int> appearing_walls(const World& w) {
  std::vector<int> walls;
  for (std::size_t i = 0; i < w.walls.all.size(); ++i) {
    const Wall& wall = w.walls.all[i];
    if (!wall.present && w.time >= wall.appears_at && w.time < wall.removed_at)
      walls.push_back(static_cast<int>(i));
  }
  return walls;
}

void note_appeared(World& w, const std::vector<int>& walls) {
  for (const int wall : walls) {
    SuddenOverlap found{w.steps + 1, wall};
    int last = -1;  // last body; a body may have several consecutive contacts with a wall
    for_each_overlap(w, [&](int a, int b, Real depth, Real fraction) {
      if (b != -1 - wall || fraction < deep_overlap) return;
      if (a != last) ++found.count;
      last = a;
      if (fraction > found.fraction) {
        found.depth = depth;
        found.fraction = fraction;
      }
    });
    if (found.count > 0) w.watch.sudden.push_back(found);
  }
}

void note_inserted(World& w, int first_id) {
  SuddenOverlap found{w.steps};
  for_each_overlap(w, [&](int a, int b, Real depth, Real fraction) {
    const int id = b < 0 ? w.bodies.id[a] : std::max(w.bodies.id[a], w.bodies.id[b]);
    if (id < first_id || fraction < deep_overlap) return;
    ++found.count;
    if (fraction > found.fraction) {
      found.depth = depth;
      found.fraction = fraction;
    }
  });
  if (found.count > 0) w.watch.sudden.push_back(found);
}

void note_step(World& w) {
  const Bodies& b = w.bodies;
  const Real dt = w.settings.dt, quick = dt * dt;
  for (int i = 0; i < b.count(); ++i) {
    // First compares with a tenth of the bounding radius, because that does not need the shape.
    if (quick * length_squared(b.velocity[i]) < 0.01 * b.radius[i] * b.radius[i]) continue;
    const Real distance = dt * length(b.velocity[i]);
    if (distance < size_of(w, i)) continue;
    if (w.watch.fast_bodies++ == 0) w.watch.first_fast = {w.steps + 1, b.id[i], 0, distance};
  }
  if (w.motions.servos.empty()) return;
  w.watch.servos.resize(w.motions.servos.size());
  for (std::size_t s = 0; s < w.motions.servos.size(); ++s) {
    const Servo& servo = w.motions.servos[s];
    if (w.time < servo.begin || w.time > servo.end) continue;
    ServoRecord& record = w.watch.servos[s];
    constexpr std::int64_t longest = 200;
    ++record.steps;
    record.force += (-dot(w.walls.all[servo.wall].force, servo.direction) - record.force) /
                    static_cast<Real>(std::min(record.steps, longest));
  }
}

LostBodies lost_bodies(const World& w) {
  LostBodies lost;
  const bool any_fixed = std::any_of(w.bodies.freedom.begin(), w.bodies.freedom.end(),
                                     [](Freedom f) { return f != Freedom::free; });
  if (w.walls.all.empty() && !any_fixed) return lost;
  const Box box = box_of_obstacles(w);
  const Bodies& b = w.bodies;
  const Vec3 gravity = w.settings.gravity;
  for (int i = 0; i < b.count(); ++i) {
    if (b.freedom[i] != Freedom::free || length_squared(b.force[i]) > 0) continue;
    if (!leaves(box, b.position[i], b.velocity[i], gravity, b.radius[i])) continue;
    bool caught = false;
    for (int p = 0; p < static_cast<int>(w.walls.planes.size()) && !caught; ++p)
      caught = is_or_comes(w, w.walls.planes[p].wall) &&
               meets(w.walls.plane_world(p), b.position[i], b.velocity[i], gravity, b.radius[i]);
    if (caught) continue;
    if (lost.count++ == 0) {
      lost.first_id = b.id[i];
      lost.position = b.position[i];
    }
  }
  return lost;
}

}  // namespace scree
