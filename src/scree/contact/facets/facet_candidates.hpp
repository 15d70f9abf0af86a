// Finds the facets of two bodies that can form a contact with a positive share while the bodies move relative
// to each other by up to a margin. It applies every rule of facet_contact() and of facet_pairs.hpp, relaxed
// by the changes that the motion may cause.
//
// The point m of a contact lies in both bodies. It is the projection of a point of each facet along the
// normal of the other facet. The projection distance is t = (depth of that point below the other facet) / (1
// + cosine), which is at most (depth of the contact) / (2 cosine). It must be smaller than the longest
// projection distance plus the depth of the contact. This depth is less than t x cosine x 2 sqrt(2).
#pragma once

#include "scree/contact/facets/facet_pairs.hpp"

#include <cmath>
#include <numbers>

namespace scree {

struct Interval {
  Real low = std::numeric_limits<Real>::infinity(), high = -low;

  /// Interval of the values of direction . (corner - from) over the corners of a facet.
  Interval(const FacetView& facet, Vec3 direction, Vec3 from) {
    for (int i = 0; i < facet.count; ++i) {
      const Real d = dot(direction, facet.corner[i] - from);
      low = std::min(low, d), high = std::max(high, d);
    }
  }
};

struct FacetCandidates {
  Real move, angle;  // largest displacement and rotation of the bodies
  Slab slab;         // slab that contains the intersection of the bodies, widened by the motion
  Real deepest;      // largest depth of a contact with a positive share
  bool equal;        // the layers are equally stiff
  // Upper bound on the projection distance of a contact, multiplied by the cosine between its facets.
  Real projection_bound;
  Real longest_projection;  // limit on the projection distance, before the depth is added

  FacetCandidates(Real margin, Real lever, const Slab& between, Real longest, bool equal_layers)
      : move(margin), angle(margin / lever), slab(between), equal(equal_layers), longest_projection(longest) {
    slab.low -= move;
    deepest = deepest_in(slab), projection_bound = equal ? 0.5 * deepest : deepest;
  }

  /// For a hull with more faces, the bounding sphere is a good enough approximation.
  static constexpr int many_faces = 32;

  /// Lower bound on the distance of a facet from the intersection of the bodies. It uses the slab and the
  /// hull of the other body, which is at `rotation` and `position`. The bound is not refined any further once
  /// it excludes the facet.
  Real distance_aside(const FacetView& facet, const PolyhedronView& hull, const Mat3& rotation,
                      Vec3 position) const {
    const Interval along(facet, slab.axis, {});
    Real most = std::max({Real(0), along.low - slab.high, slab.low - along.high});
    most = std::max(most, length(facet.centre - position) - facet.reach - hull.bounding_radius);
    if (too_far(most) || hull.face_count > many_faces) return most;
    Vec3 corner[most_facet_corners];
    for (int i = 0; i < facet.count; ++i) corner[i] = transpose(rotation) * (facet.corner[i] - position);
    for (int f = 0; f < hull.face_count && !too_far(most); ++f) {
      Real lowest = std::numeric_limits<Real>::infinity();
      for (int i = 0; i < facet.count; ++i) lowest = std::min(lowest, dot(hull.face_normal[f], corner[i]));
      most = std::max(most, lowest - hull.face_offset(f));
    }
    return most;
  }
  bool too_far(Real aside) const { return aside > reach(); }
  Real reach() const { return longest_projection + deepest + move; }

  /// True if two facets may touch. `aside_a` and `aside_b` are the results of distance_aside() for both.
  bool may_touch(const FacetView& fa, const FacetView& fb, Real aside_a, Real aside_b) const {
    const Interval over_b(fa, fb.normal, fb.centre), over_a(fb, fa.normal, fa.centre);
    if (over_b.low > move || over_a.low > move) return false;
    if (aside_a + over_b.low > 2 * move || aside_b + over_a.low > 2 * move) return false;
    const Real facing = -dot(fa.normal, fb.normal) - angle;
    const Vec3 across = cross(fa.normal, fb.normal);
    if (!equal || facing < 0 || length_squared(across) < 1e-3) return true;
    // If the layers are equally stiff, overlaps are proportional to depths below the other facet.
    if (-over_b.high > 2 * move - over_a.low || -over_a.high > 2 * move - over_b.low) return false;
    const Real per = 2 * facing / ((1 + facing) * std::sqrt(0.5 * (1 + facing)));
    const Real least = per * (std::max(-over_b.high, -over_a.high) - move);
    if (least > std::min(deepest, 0.5 * (fa.layer + fb.layer))) return false;
    // The projections do not move points along the line in which the planes meet, so the facets must overlap
    // along this line.
    const Interval of_a(fa, across, fa.centre), of_b(fb, across, fa.centre);
    const Real slack = move + 1.1 * angle * (length(fa.centre - fb.centre) + fa.reach + fb.reach);
    return of_a.low <= of_b.high + slack && of_b.low <= of_a.high + slack;
  }
};

/// Facets of A, stored as columns. compare() tests all of them against one facet of B. It uses the centres
/// and reaches of the facets, not their corners.
class FacetColumns {
 public:
  void clear() {
    facet_.clear();
    for (std::vector<Real>* column : {&normal_[0], &normal_[1], &normal_[2], &centre_[0], &centre_[1],
                                      &centre_[2], &reach_, &aside_, &lack_})
      column->clear();
  }
  void add(int facet, const FacetView& view, Real aside) {
    facet_.push_back(facet);
    reach_.push_back(view.reach);
    aside_.push_back(aside);
    for (int i = 0; i < 3; ++i) normal_[i].push_back(view.normal[i]), centre_[i].push_back(view.centre[i]);
    lack_.push_back(0);
  }
  int count() const { return static_cast<int>(facet_.size()); }
  int facet(int i) const { return facet_[i]; }
  Real aside(int i) const { return aside_[i]; }
  /// True if facet i may touch the facet of B that was last passed to compare().
  bool may_touch(int i) const { return !(lack_[i] > 0); }

  void compare(const FacetView& fb, Real aside_b, const FacetCandidates& candidates) {
    const Real *nx = normal_[0].data(), *ny = normal_[1].data(), *nz = normal_[2].data();
    const Real *cx = centre_[0].data(), *cy = centre_[1].data(), *cz = centre_[2].data();
    const Real *reach_a = reach_.data(), *all_aside = aside_.data(), reach_b = fb.reach;
    const Real move = candidates.move, angle = candidates.angle;
    const Real projection_bound = candidates.projection_bound, longest = candidates.longest_projection;
    const Real depth_factor = candidates.equal ? 2 * std::numbers::sqrt2 : 1e300;
    const Vec3 n = fb.normal, c = fb.centre;
    Real* lack = lack_.data();
    const std::size_t size = facet_.size();
    const auto larger = [](Real p, Real q) { return p > q ? p : q; };
    for (std::size_t i = 0; i < size; ++i) {
      const Real facing = -(nx[i] * n.x + ny[i] * n.y + nz[i] * n.z) - angle, aside_a = all_aside[i];
      const Real x = cx[i] - c.x, y = cy[i] - c.y, z = cz[i] - c.z;
      const Real over_b = n.x * x + n.y * y + n.z * z - reach_a[i],
                 over_a = -(nx[i] * x + ny[i] * y + nz[i] * z) - reach_b;
      const Real gap = std::sqrt(x * x + y * y + z * z) - reach_a[i] - reach_b;
      const Real below = larger(aside_a + over_b, aside_b + over_a) - 2 * move;
      // Lower bound on the projection distance of any contact of this pair.
      const Real needed = larger(larger(larger(aside_a, aside_b), 0.5 * gap) - move, 0);
      const Real too_long = larger(facing * needed - projection_bound,
                                   (1 - depth_factor * (facing + 2 * angle)) * needed - longest);
      lack[i] = larger(larger(below, too_long), -facing - 2 * angle);
    }
  }

 private:
  std::vector<int> facet_;
  std::vector<Real> normal_[3], centre_[3], reach_, aside_, lack_;
};

}  // namespace scree
