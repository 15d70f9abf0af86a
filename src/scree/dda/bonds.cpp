#include "scree/dda/bonds.hpp"

#include "scree/world/forces/contact_bodies.hpp"

#include <algorithm>

namespace scree::dda {
namespace {

Bond name_of(const World& w, const Spring& s) {
  const ListedPair& pair = w.pairs.pairs[s.pair];
  return {w.bodies.id[pair.a], with_wall(pair.kind) ? -1 - wall_of(w.walls, pair) : w.bodies.id[pair.b],
          s.key, 0};
}

bool before(const Bond& x, const Bond& y) {
  if (x.id_a != y.id_a) return x.id_a < y.id_a;
  if (x.id_b != y.id_b) return x.id_b < y.id_b;
  return x.key < y.key;
}

template <class Bonds>
auto find(Bonds& bonds, const Bond& name) {
  const auto found = std::lower_bound(bonds.begin(), bonds.end(), name, before);
  return found != bonds.end() && !before(name, *found) ? found : bonds.end();
}

/// Returns the area of the convex hull of the contact points, projected along the normal. In 2D it is the
/// joint length times the body thickness.
Real joint_area(const World& w, std::span<const Spring> springs) {
  const Vec3 n = springs[0].normal;
  const Shape& shape = w.shapes[w.bodies.shape[springs[0].a]];
  const Vec3 across = normalized(shape.planar()        ? cross(n, {0, 0, 1})
                                 : std::abs(n.z) < 0.9 ? cross(n, {0, 0, 1})
                                                       : cross(n, {1, 0, 0}));
  const Vec3 up = cross(n, across);
  std::vector<Vec2> at;
  for (const Spring& s : springs) at.push_back({dot(across, s.point), dot(up, s.point)});
  std::sort(at.begin(), at.end(), [](Vec2 p, Vec2 q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
  if (shape.planar()) return (at.back().x - at.front().x) * shape.thickness;
  // Twice the area of the hull: the area under its upper chain minus the area under its lower chain. Both
  // chains run from left to right (Andrew 1979).
  Real twice = 0;
  for (const Real sign : {1.0, -1.0}) {
    std::vector<Vec2> chain;
    for (const Vec2 p : at) {
      while (chain.size() > 1) {
        const Vec2 e = chain.back() - chain[chain.size() - 2], f = p - chain.back();
        if (sign * (e.x * f.y - e.y * f.x) < 0) break;
        chain.pop_back();
      }
      chain.push_back(p);
    }
    for (std::size_t i = 1; i < chain.size(); ++i)
      twice += sign * (chain[i].x - chain[i - 1].x) * (chain[i].y + chain[i - 1].y);
  }
  return 0.5 * twice;
}

}  // namespace

void make_bonds(World& w, std::span<const Spring> springs) {
  std::vector<Bond>& bonds = w.dda.bonds;
  for (std::size_t begin = 0, end = 0; begin < springs.size(); begin = end) {
    while (end < springs.size() && springs[end].pair == springs[begin].pair) ++end;
    const ContactProperties& p = properties_of(w, w.pairs.pairs[springs[begin].pair]);
    if (!(p.cohesion > 0 || p.tension > 0)) continue;
    std::vector<Spring> touching;
    for (std::size_t i = begin; i < end; ++i) {
      if (springs[i].gap <= 1e-6 * w.bodies.radius[springs[i].a]) touching.push_back(springs[i]);
    }
    if (touching.empty()) continue;
    const Real share = joint_area(w, touching) / static_cast<Real>(touching.size());
    for (const Spring& s : touching) {
      bonds.push_back(name_of(w, s));
      bonds.back().area = share;
    }
  }
  std::sort(bonds.begin(), bonds.end(), before);
}

void apply_bonds(const World& w, std::span<Spring> springs) {
  if (w.dda.bonds.empty()) return;
  for (Spring& s : springs) {
    const auto bond = find(w.dda.bonds, name_of(w, s));
    if (bond == w.dda.bonds.end()) continue;
    const ContactProperties& p = properties_of(w, w.pairs.pairs[s.pair]);
    s.bonded = true;
    s.state = State::lock;
    s.holding = 1;
    s.cohesion = bond->area * p.cohesion;
    s.tension = bond->area * p.tension;
  }
}

void drop_broken_bonds(World& w, std::span<const Spring> springs) {
  for (const Spring& s : springs) {
    if (s.bonded || (s.cohesion == 0 && s.tension == 0)) continue;
    const auto bond = find(w.dda.bonds, name_of(w, s));
    if (bond != w.dda.bonds.end()) w.dda.bonds.erase(bond);
  }
}

}  // namespace scree::dda
