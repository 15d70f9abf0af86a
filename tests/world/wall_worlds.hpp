// Small worlds for the tests of walls, and surfaces for these walls.
#pragma once

#include "scree/shape/library.hpp"
#include "scree/world/world.hpp"

#include "support/support.hpp"

#include "scree/parallel.hpp"

namespace scree::test {

struct Grain {
  Real stiffness = 1e4, restitution = 0.3, friction = 0.5, density = 2500;
};

/// Returns an empty world with one material. It runs on one thread, because in such small worlds the threads
/// only wait for each other.
inline World world_of(const Grain& grain, Real dt) {
  set_thread_count(1);
  World w;
  Material m;
  m.name = "rock";
  m.density = grain.density;
  m.normal_stiffness = grain.stiffness;
  m.tangential_stiffness = 0.8 * grain.stiffness;
  m.restitution = grain.restitution, m.friction = grain.friction;
  w.materials.materials.push_back(m);
  w.materials.combine_all(w.settings.law);
  w.settings.dt = dt;
  return w;
}

inline Polyhedron box_polyhedron(Vec3 half) {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i)
    points.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  return polyhedron_from_points(points);
}

/// Returns a box of 12 triangles, seen from inside (normals inward) or from outside.
inline Surface box_surface(Vec3 lower, Vec3 upper, bool inside) {
  Surface s;
  for (int i = 0; i < 8; ++i)
    s.vertices.push_back({i & 1 ? upper.x : lower.x, i & 2 ? upper.y : lower.y, i & 4 ? upper.z : lower.z});
  // The faces as seen from inside: -x, +x, -y, +y, -z, +z.
  const int quads[6][4] = {{0, 2, 6, 4}, {1, 5, 7, 3}, {0, 4, 5, 1},
                           {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 6, 7, 5}};
  for (const auto& q : quads) {
    if (inside) {
      s.add_face({q[0], q[1], q[2]});
      s.add_face({q[0], q[2], q[3]});
    } else {
      s.add_face({q[2], q[1], q[0]});
      s.add_face({q[3], q[2], q[0]});
    }
  }
  return s;
}

/// Returns a floor at height 0 of n x n squares of two triangles each. Leaves out the squares for which
/// `skip` is true.
template <class Skip>
Surface floor_surface(int n, Real side, Skip skip) {
  Surface s;
  const auto at = [&](int i, int j) { return i * (n + 1) + j; };
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) s.vertices.push_back({side * (i - 0.5 * n), side * (j - 0.5 * n), 0});
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (skip(i, j)) continue;
      const int a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      if ((i + j) % 2 == 0) {
        s.add_face({a, b, c}), s.add_face({a, c, d});
      } else {
        s.add_face({a, b, d}), s.add_face({b, c, d});
      }
    }
  }
  return s;
}

inline void add_box_planes(Walls& walls, Vec3 lower, Vec3 upper) {
  walls.add_plane("x-", 0, {{1, 0, 0}, lower.x});
  walls.add_plane("x+", 0, {{-1, 0, 0}, -upper.x});
  walls.add_plane("y-", 0, {{0, 1, 0}, lower.y});
  walls.add_plane("y+", 0, {{0, -1, 0}, -upper.y});
  walls.add_plane("z-", 0, {{0, 0, 1}, lower.z});
  walls.add_plane("z+", 0, {{0, 0, -1}, -upper.z});
}

inline void run(World& w, int steps) {
  for (int i = 0; i < steps; ++i) step(w);
}
inline void run_for(World& w, Real time) { run(w, static_cast<int>(time / w.settings.dt + 0.5)); }

inline BodyState body_at(const Pose& pose) {
  BodyState body;
  body.pose = pose;
  return body;
}

/// Adds a lattice of bodies with random orientations and alternating shapes.
inline void add_lattice(World& w, Vec3 lower, Real spacing, int nx, int ny, int nz, int shapes) {
  Random random(7);
  int k = 0;
  for (int z = 0; z < nz; ++z) {
    for (int y = 0; y < ny; ++y) {
      for (int x = 0; x < nx; ++x, ++k) {
        BodyState b;
        b.shape = k % shapes;
        b.pose = {lower + spacing * Vec3{x + 0.5, y + 0.5, z + 0.5}, random.rotation()};
        b.velocity = 0.3 * random.direction();
        w.add_body(b);
      }
    }
  }
}

inline Real ledger_error(World& w) {
  w.update_ledger();
  return std::abs(w.ledger.error(w.first_total));
}

}  // namespace scree::test
