#include "scree/contact/facets/facet_pairs.hpp"

#include "scree/contact/facets/depth_in_body.hpp"
#include "scree/contact/facets/facet_candidates.hpp"
#include "scree/contact/gjk_td/gjk_td.hpp"

#include <algorithm>

namespace scree {
namespace {

/// Fractions of the smaller body's diagonal: the longest projection distance to a contact, and the smallest
/// and largest margin of a list.
constexpr Real longest_fraction = 0.03, least_margin = 0.0025, most_margin = 0.02;
/// Smallest and largest number of uses that a list should last. The margin of a list that lasted for fewer
/// uses is enlarged, so fast bodies get a larger margin.
constexpr int few_uses = 6, many_uses = 48;

Real diagonal(const FacetBodyView& view) { return view.scale * view.body->bounds.diagonal(); }

/// Returns the box around the bounding box of a body in a given pose.
Box box_in_pose(const FacetBodyView& view, const Mat3& rotation, Vec3 translation) {
  const Box& box = view.body->bounds;
  const Vec3 half = (0.5 * view.scale) * (box.upper - box.lower);
  const Vec3 centre = rotation * (view.scale * box.center()) + translation;
  Vec3 reach;
  for (int i = 0; i < 3; ++i)
    reach[i] = std::abs(rotation(i, 0)) * half.x + std::abs(rotation(i, 1)) * half.y +
               std::abs(rotation(i, 2)) * half.z;
  return {centre - reach, centre + reach};
}

/// Largest distance between the centre of one body and a point of the other body that matters for a contact.
Real lever(const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a) {
  return length(b_in_a.position) +
         std::max(a.scale * a.body->mesh.bounding_radius, b.scale * b.body->mesh.bounding_radius);
}

void find_facets_in(const FacetBodyView& view, const Box& region, std::vector<int>& found) {
  const Box unscaled{region.lower / view.scale, region.upper / view.scale};
  found.clear();
  view.body->tree.for_each_overlap(unscaled, [&](int f) {
    if (view.body->box[f].overlaps(unscaled)) found.push_back(f);
  });
  std::sort(found.begin(), found.end());
}

}  // namespace

Real share_in(const FacetBodyView& view, int facet, Vec3 point, Real depth) {
  const Real scaled = depth / view.scale, least = inside_fraction * scaled;
  const Real inside = depth_in_body(*view.body, facet, point / view.scale, least);
  if (!(inside > least)) return 0;
  return faded((3 - 0.5 * scaled / inside) / 1.5);
}

Real longest_projection(const FacetBodyView& a, const FacetBodyView& b) {
  return longest_fraction * std::min(diagonal(a), diagonal(b));
}

namespace {

void rebuild(FacetList& list, const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a) {
  list.pairs.clear();
  list.built = b_in_a;
  const Real size = std::min(diagonal(a), diagonal(b));
  const Real change = list.uses < few_uses ? 2 : list.uses > many_uses ? 0.5 : 1;
  list.margin = std::clamp(change * list.margin, least_margin * size, most_margin * size);
  list.uses = 0;
  const HullPair hulls(a, b, b_in_a);
  Cache none;
  const Vec3 normal = GjkTd::collide(hulls.a, hulls.b, hulls.b_in_a, none, {.distance_cutoff = 0}).normal;
  Slab& slab = list.slab;
  slab.axis = rotate(a.body->hull_in_body.orientation, normal);
  slab.high = dot(slab.axis, a.scale * a.body->hull_in_body.position) +
              dot(normal, hulls.a.vertex(hulls.a.support(normal)));
  slab.low = slab.high + hulls.gap(normal);
  const FacetCandidates candidates(list.margin, lever(a, b, b_in_a), slab, longest_projection(a, b),
                                   a.stiffness == b.stiffness);
  if (!(candidates.deepest > 0)) return;

  Vec3 buffer_a[most_facet_corners], buffer_b[most_facet_corners];
  const Mat3 rotation = to_matrix(b_in_a.orientation), back = transpose(rotation);
  const Real grown = candidates.reach();
  const Box near_b = widened(box_in_pose(b, rotation, b_in_a.position), grown),
            near_a = widened(box_in_pose(a, back, back * -b_in_a.position), grown);
  const Pose hull_a = a.body->hull_in_body, hull_b = hull_a * hulls.b_in_a;  // in A's frame, at scale 1
  const Mat3 hull_a_rotation = to_matrix(hull_a.orientation), hull_b_rotation = to_matrix(hull_b.orientation);
  static thread_local FacetColumns of_a;  // clear() keeps the allocated memory
  static thread_local std::vector<int> found;
  of_a.clear();
  find_facets_in(a, near_b, found);
  for (const int fa : found) {
    const FacetView facet_a = facet_of(a, fa, buffer_a);
    const Real aside = candidates.distance_aside(facet_a, hulls.b, hull_b_rotation, hull_b.position);
    if (!candidates.too_far(aside)) of_a.add(fa, facet_a, aside);
  }
  if (of_a.count() == 0) return;
  find_facets_in(b, near_a, found);
  for (const int fb : found) {
    const FacetView facet_b = facet_of(b, fb, rotation, b_in_a.position, buffer_b);
    const Real aside_b = candidates.distance_aside(facet_b, hulls.a, hull_a_rotation, hull_a.position);
    if (candidates.too_far(aside_b)) continue;
    of_a.compare(facet_b, aside_b, candidates);
    for (int i = 0; i < of_a.count(); ++i) {
      if (!of_a.may_touch(i)) continue;
      const FacetView facet_a = facet_of(a, of_a.facet(i), buffer_a);
      if (candidates.may_touch(facet_a, facet_b, of_a.aside(i), aside_b))
        list.pairs.push_back({of_a.facet(i), fb});
    }
  }
}

}  // namespace

Slab renew(FacetList& list, const FacetBodyView& a, const FacetBodyView& b, const Pose& b_in_a) {
  const Quat rotation = b_in_a.orientation * conjugate(list.built.orientation);
  const Real angle =
      2 * std::sqrt(rotation.x * rotation.x + rotation.y * rotation.y + rotation.z * rotation.z);
  Real moved = length(b_in_a.position - list.built.position) + 1.1 * angle * lever(a, b, b_in_a);
  if (list.margin < 0 || moved >= list.margin) {
    rebuild(list, a, b, b_in_a);
    moved = 0;
  }
  ++list.uses;
  return {list.slab.axis, list.slab.low - moved, list.slab.high};
}

}  // namespace scree
