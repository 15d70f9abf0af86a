// Random superquadrics and pairs of them, and an optimizer that shares no code with the library.
#pragma once

#include "scree/contact/superquadric/gjk_td_round.hpp"
#include "scree/math/random.hpp"

#include <algorithm>
#include <array>

namespace scree::test {

/// Returns a superquadric with exponents from 2 to 20, some of them whole, and half lengths with ratios up to
/// 1 : aspect.
inline Superquadric random_superquadric(Random& random, Real aspect, Real scale = 1) {
  const auto exponent = [&] {
    const int kind = random.below(4);
    return kind == 0 ? 2.0 : kind == 1 ? 2.0 + 2 * random.below(10) : random.uniform(2, 20);
  };
  const auto length = [&] { return scale * std::pow(aspect, -random.uniform()); };
  const Vec3 half{length(), length(), length()};
  const Real n1 = exponent();
  return make_superquadric(half, n1, random.below(3) == 0 ? n1 : exponent());
}

/// Returns B moved along the normal between the bodies until their gap is nearly the wanted one
/// (negative: overlap).
template <class A>
PlacedSuperquadric moved_to(const A& a, PlacedSuperquadric b, Vec3 from, Real size, Real wanted) {
  const BoundedDistance d = bounded_distance(a, b, b.center - from, 1e-6 * size);
  b.center -= (d.lower - wanted) * d.normal;
  return b;
}

/// Returns the minimum of a function of three variables whose level sets are convex. Uses the simplex method
/// of Nelder and Mead, restarted where it ends. It needs no derivatives and solves no system of equations.
template <class Function>
Vec3 least_of(Function f, Vec3 start, Real size, Real& least) {
  struct Corner {
    Vec3 x;
    Real f;
  };
  Vec3 best = start;
  for (int restart = 0; restart < 4; ++restart, size *= 0.2) {
    std::array<Corner, 4> s;
    s[0] = {best, f(best)};
    for (int i = 0; i < 3; ++i) {
      Vec3 x = best;
      x[i] += size;
      s[static_cast<std::size_t>(i) + 1] = {x, f(x)};
    }
    for (int step = 0; step < 120; ++step) {
      std::sort(s.begin(), s.end(), [](const Corner& p, const Corner& q) { return p.f < q.f; });
      if (s[3].f - s[0].f <= 1e-15 * (1 + std::abs(s[0].f))) break;
      const Vec3 middle = (s[0].x + s[1].x + s[2].x) / 3;
      const auto at = [&](Real t) {
        const Vec3 x = middle + t * (s[3].x - middle);
        return Corner{x, f(x)};
      };
      const Corner mirrored = at(-1);
      if (mirrored.f < s[0].f) {
        const Corner farther = at(-2);
        s[3] = farther.f < mirrored.f ? farther : mirrored;
      } else if (mirrored.f < s[2].f) {
        s[3] = mirrored;
      } else {
        const Corner nearer = mirrored.f < s[3].f ? at(-0.5) : at(0.5);
        if (nearer.f < s[3].f) {
          s[3] = nearer;
        } else {
          for (int i = 1; i < 4; ++i) {
            Corner& c = s[static_cast<std::size_t>(i)];
            c.x = 0.5 * (c.x + s[0].x), c.f = f(c.x);
          }
        }
      }
    }
    best = s[0].x, least = s[0].f;
  }
  return best;
}

}  // namespace scree::test
