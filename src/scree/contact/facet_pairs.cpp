#include "scree/contact/facet_pairs.hpp"

#include "scree/math/closest.hpp"

#include <algorithm>
#include <limits>

namespace scree {
namespace {

/// Parts of the smaller body's diagonal: how far boxes are grown, and the margin of a list.
constexpr Real growth_part = 0.05, margin_part = 0.005;

Real diagonal(const FacetBodyView& view) { return view.scale * view.body->bounds.diagonal(); }

/// The box around a placed box.
Box placed_box(const FacetBodyView& view, const Mat3& rotation, Vec3 translation) {
  const Box& box = view.body->bounds;
  const Vec3 half = (0.5 * view.scale) * (box.upper - box.lower);
  const Vec3 centre = rotation * (view.scale * box.center()) + translation;
  Vec3 reach;
  for (int i = 0; i < 3; ++i)
    reach[i] = std::abs(rotation(i, 0)) * half.x + std::abs(rotation(i, 1)) * half.y +
               std::abs(rotation(i, 2)) * half.z;
  return {centre - reach, centre + reach};
}

/// No point that matters is farther from another than this.
Real lever(const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a) {
  return diagonal(a) + diagonal(b) + length(b_in_a.position);
}

std::vector<int> facets_in(const FacetBodyView& view, const Box& region) {
  const Box unscaled{region.lower / view.scale, region.upper / view.scale};
  std::vector<int> found;
  view.body->tree.for_each_overlap(unscaled, [&](int f) {
    if (view.body->box[f].overlaps(unscaled)) found.push_back(f);
  });
  std::sort(found.begin(), found.end());
  return found;
}

Real lowest_over(const FacetView& facet, const FacetView& plane) {
  Real lowest = dot(plane.normal, facet.corner[0]);
  for (int i = 1; i < facet.count; ++i) lowest = std::min(lowest, dot(plane.normal, facet.corner[i]));
  return lowest - plane.offset;
}

/// Whether the facets can touch within the margin m; the normals may turn by m / lever.
bool may_touch(const FacetView& fa, const FacetView& fb, Real m, Real turn) {
  const Real cosine = dot(fa.normal, fb.normal);
  if (cosine > turn) return false;
  const Vec3 weighted = fa.stiffness * fa.normal - fb.stiffness * fb.normal, between = fa.centre - fb.centre;
  const Vec3 normal = normalized(weighted);
  const Real along = dot(between, normal), both = fa.reach + fb.reach + 3 * m;
  if (length_squared(between) - along * along > both * both) return false;
  if (lowest_over(fa, fb) > m || lowest_over(fb, fa) > m) return false;
  if (cosine > -0.5 || fa.stiffness != fb.stiffness) return true;
  // Deeper than the layers allow everywhere: the far sides of two bodies. On the contact plane the overlap
  // falls by 2 tan(alpha) from the centres, and by cos(2 alpha) / cos(alpha)^2 > 0.66 through the
  // projections.
  const Real cos_alpha = dot(fa.normal, normal),
             tan_alpha = std::sqrt(std::max(Real(0), 1 / (cos_alpha * cos_alpha) - 1));
  const Real least = 0.66 * (along - 2 * tan_alpha * (fa.reach + fb.reach) - 8 * m);
  return least <= 0.25 * (fa.layer + fb.layer);
}

Real squared_distance(const Box& box, Vec3 p) {
  const Vec3 out = max(max(box.lower - p, p - box.upper), Vec3{});
  return length_squared(out);
}

Real distance_to_facet(const FacetBody& body, int f, Vec3 p) {
  const Vec3 normal = body.normal[f];
  bool over = true;
  Real nearest = std::numeric_limits<Real>::infinity();  // edge, squared
  for (int c = body.begin[f]; c < body.begin[f + 1]; ++c) {
    const Vec3 from = body.corner[c], to = body.corner[c + 1 < body.begin[f + 1] ? c + 1 : body.begin[f]];
    over = over && dot(normal, cross(to - from, p - from)) >= 0;
    nearest = std::min(nearest, length_squared(from + closest_on_segment(p, from, to) * (to - from) - p));
  }
  return over ? std::abs(dot(normal, p) - body.offset[f]) : std::sqrt(nearest);
}

/// How deep a point lies in a body; 0 outside, or where the surface is farther than `most`.
Real depth_in(const FacetBody& body, Vec3 p, Real most) {
  Real nearest = most, height = 0;  // height: over the plane of the nearest facet
  const auto visit = [&](int f) {
    const Real distance = distance_to_facet(body, f, p), over = dot(body.normal[f], p) - body.offset[f];
    // Of the facets at an edge the one that is seen least from aside tells the side.
    const bool tie = std::abs(distance - nearest) <= 1e-9 * nearest;
    if (tie ? std::abs(over) > std::abs(height) : distance < nearest) height = over;
    nearest = std::min(nearest, distance);
    return false;
  };
  body.tree.any_of([&](const Box& box) { return squared_distance(box, p) <= nearest * nearest * (1 + 1e-8); },
                   visit);
  return height < 0 ? nearest : 0;
}

/// The same without a limit: the nearest plane.
Real depth_in_convex(const FacetBody& body, Vec3 p) {
  Real nearest = std::numeric_limits<Real>::infinity();
  for (int f = 0; f < body.facet_count(); ++f)
    nearest = std::min(nearest, body.offset[f] - dot(body.normal[f], p));
  return nearest;
}

}  // namespace

Real share_in(const FacetBodyView& view, Vec3 point, Real depth) {
  const Vec3 p = point / view.scale;
  const Real half = 0.5 * depth / view.scale;
  const Real inside = view.body->convex ? depth_in_convex(*view.body, p) : depth_in(*view.body, p, 2 * half);
  if (!(inside > 0)) return 0;
  const Real ratio = half / inside;
  if (!(ratio > 2)) return 1;
  const Real t = 0.5 * (4 - ratio);
  return t > 0 ? t * t * (3 - 2 * t) : 0;
}

FacetRegions::FacetRegions(const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a) {
  const Mat3 rotation = to_matrix(b_in_a.orientation), back = transpose(rotation);
  const Real grown = growth_part * std::min(diagonal(a), diagonal(b));
  of_a = widened(placed_box(b, rotation, b_in_a.position), grown);
  of_b = widened(placed_box(a, back, back * -b_in_a.position), grown);
}

bool holds(const FacetList& list, const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a) {
  if (list.margin < 0) return false;
  const Quat turn = b_in_a.orientation * conjugate(list.built.orientation);
  const Real angle = 2 * std::sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
  return length(b_in_a.position - list.built.position) + 1.1 * angle * lever(a, b, b_in_a) < list.margin;
}

void rebuild(FacetList& list, const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a) {
  list.pairs.clear();
  list.built = b_in_a;
  list.margin = margin_part * std::min(diagonal(a), diagonal(b));
  const Real m = list.margin, turn = m / lever(a, b, b_in_a);
  FacetRegions regions(a, b, b_in_a);
  const std::vector<int> of_a = facets_in(a, widened(regions.of_a, m));
  if (of_a.empty()) return;
  const std::vector<int> of_b = facets_in(b, widened(regions.of_b, m));
  const Mat3 rotation = to_matrix(b_in_a.orientation);
  Vec3 room_a[most_facet_corners], room_b[most_facet_corners];
  for (const int fb : of_b) {
    const FacetView facet_b = facet_of(b, fb, rotation, b_in_a.position, room_b);
    for (const int fa : of_a) {
      if (dot(a.body->normal[fa], facet_b.normal) > turn) continue;
      const FacetView facet_a = facet_of(a, fa, room_a);
      if (may_touch(facet_a, facet_b, m, turn)) list.pairs.push_back({fa, fb});
    }
  }
}

}  // namespace scree
