#include "scree/contact/facets/polygon_pressure.hpp"

namespace scree {
namespace {

/// sin(0.001 degrees), equation 25.
constexpr Real sine_of_parallel = 1.7453292519057202e-5;

/// Point on the contact plane.
struct Spot {
  Real x, y;
};

/// Convex polygon to clip, and a buffer for the next cut.
struct Outline {
  int count = 0;
  Spot store[2][FacetContact::capacity];
  Spot* spot = store[0];
  Spot* spare = store[1];

  /// Clips the polygon to the region where height(spot) >= 0.
  template <class Height>
  void cut(Height height) {
    Real h[FacetContact::capacity + 1];
    Real lowest = 1e300, highest = -1e300;
    for (int i = 0; i < count; ++i) {
      h[i] = height(spot[i]);
      lowest = std::min(lowest, h[i]), highest = std::max(highest, h[i]);
    }
    if (!(highest > 0)) {
      count = 0;
      return;
    }
    if (lowest >= 0) return;
    h[count] = h[0], spot[count] = spot[0];
    int kept = 0;
    // Each cut of a convex outline adds at most one corner, so all corners fit. The check of the capacity is
    // needed because rounding may make the outline slightly concave.
    for (int i = 0; i < count && kept + 2 < FacetContact::capacity; ++i) {
      const Spot &p = spot[i], &q = spot[i + 1];
      if (h[i] >= 0) spare[kept++] = p;
      if ((h[i] >= 0) == (h[i + 1] >= 0)) continue;
      const Real t = h[i] / (h[i] - h[i + 1]);
      spare[kept++] = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
    }
    count = kept;
    std::swap(spot, spare);
  }
};

/// Depths of the corners of a facet below the plane of the other facet.
struct Depths {
  Real of[most_facet_corners];
  Real least = -std::numeric_limits<Real>::infinity(), most = -least;

  Depths(const FacetView& facet, const FacetView& other) {
    if (facet.count == 0) return;
    std::swap(least, most);
    for (int i = 0; i < facet.count; ++i) {
      of[i] = other.offset - dot(other.normal, facet.corner[i]);
      least = std::min(least, of[i]), most = std::max(most, of[i]);
    }
  }
};

using Corner = FacetContact::Corner;

/// Area centroid of the polygon S12.
Vec3 centroid_of(const FacetContact& c) {
  const Corner& o = c.corner[0];
  Real area = 0, x = 0, y = 0;
  for (int i = 2; i < c.count; ++i) {
    const Corner &p = c.corner[i - 1], &q = c.corner[i];
    const Real twice = (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
    area += twice;
    x += twice * (p.x + q.x - 2 * o.x);
    y += twice * (p.y + q.y - 2 * o.y);
  }
  return c.plane.at(o.x + x / (3 * area), o.y + y / (3 * area));
}

/// Returns the point of action of a pressure proportional to the overlap, and the overlap there. Returns
/// zeros if the polygon has no area or no overlap.
Corner middle_of(const FacetContact& c) {
  const Corner& o = c.corner[0];
  Real volume = 0, x = 0, y = 0, square = 0;
  for (int i = 2; i < c.count; ++i) {
    const Corner &p = c.corner[i - 1], &q = c.corner[i];
    const Real px = p.x - o.x, py = p.y - o.y, qx = q.x - o.x, qy = q.y - o.y;
    const Real twice = px * qy - py * qx, all = o.overlap + p.overlap + q.overlap;
    const Real of_p = twice * (all + p.overlap), of_q = twice * (all + q.overlap);
    volume += 4 * twice * all;
    x += of_p * px + of_q * qx, y += of_p * py + of_q * qy;
    square += twice * (all * all + o.overlap * o.overlap + p.overlap * p.overlap + q.overlap * q.overlap);
  }
  if (!(volume > 0)) return {};
  const Real inverse = 1 / volume;
  return {o.x + x * inverse, o.y + y * inverse, square * inverse};
}

/// Returns a direction perpendicular to n.
Vec3 tangent(Vec3 n) { return normalized(cross(std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}, n)); }

struct Extent {
  Real low_x = 1e300, low_y = 1e300, high_x = -1e300, high_y = -1e300;

  void include(Spot s) {
    low_x = std::min(low_x, s.x), high_x = std::max(high_x, s.x);
    low_y = std::min(low_y, s.y), high_y = std::max(high_y, s.y);
  }
  bool misses(const Extent& e) const {
    return low_x >= e.high_x || e.low_x >= high_x || low_y >= e.high_y || e.low_y >= high_y;
  }
};

/// Projects the corners of a facet along the normal of the other facet onto the contact plane. `depths`
/// contains the depths of the corners below the other facet, and `distance_per_depth` is the projection
/// distance for a depth of 1. Returns the bounding box of the projections.
Extent project(const ContactPlane& plane, const FacetView& facet, const Depths& depths, Vec3 along,
               Real distance_per_depth, bool backwards, Spot* spot) {
  const Real shift_x = distance_per_depth * dot(along, plane.u),
             shift_y = distance_per_depth * dot(along, plane.v);
  Extent extent;
  for (int i = 0; i < facet.count; ++i) {
    const Vec3 p = facet.corner[i] - plane.origin;
    const Real depth = depths.of[i];
    const Spot s{dot(plane.u, p) + shift_x * depth, dot(plane.v, p) + shift_y * depth};
    extent.include(s);
    spot[backwards ? facet.count - 1 - i : i] = s;
  }
  return extent;
}

}  // namespace

void facet_contact(const FacetView& f1, const FacetView& f2, const FacetRules& rules, FacetContact& out,
                   Real deepest) {
  const Vec3 n1 = f1.normal, n2 = f2.normal;
  const Real cosine = -dot(n1, n2);
  out.count = 0;
  out.status = FacetStatus::facing_away;
  if (!(cosine > 0)) return;
  out.status = FacetStatus::no_overlap;
  const Depths below_2(f1, f2);
  if (!(below_2.most > 0)) return;
  const Depths below_1(f2, f1);
  if (!(below_1.most > 0)) return;

  // A point of facet 1 at depth d below plane 2 is projected along n2 over the distance d k2 / sum_2. The
  // overlap there is d x per_1. The same is true for facet 2 with the indices exchanged.
  const Real k1 = f1.stiffness, k2 = f2.stiffness;
  const Real sum_1 = k1 + k2 * cosine, sum_2 = k2 + k1 * cosine;
  const Vec3 across = cross(n1, n2);
  const Real sine_squared = length_squared(across);
  const bool inclined = sine_squared > 1e-4;  // enough for the overlap to vary noticeably over the facets
  out.parallel = rules.parallel_as_published && sine_squared < sine_of_parallel * sine_of_parallel;
  if (inclined && std::max(sum_1 * below_2.least, sum_2 * below_1.least) >=
                      std::min(sum_1 * below_2.most, sum_2 * below_1.most))
    return;
  const Real size = std::sqrt(k1 * sum_1 + k2 * sum_2);  // length of k1 n1 - k2 n2
  const Real inverse_1 = 1 / sum_1, inverse_2 = 1 / sum_2, inverse_size = 1 / size;
  const Real both = cosine * size * (k2 * inverse_1 + k1 * inverse_2), per_1 = both * inverse_2,
             per_2 = both * inverse_1;
  const Vec3 n12 = (k1 * inverse_size) * n1 - (k2 * inverse_size) * n2;
  out.normal = n12;
  out.limit = 0.25 * (f1.layer * sum_1 + f2.layer * sum_2) * inverse_size;
  const Real at_centres = rules.layers_at_centres ? dot(n12, f1.centre - f2.centre) : 0;
  const Real least = std::max(per_1 * below_2.least, per_2 * below_1.least);
  // With layers_at_centres this is equation 23, written for n12 from 1 to 2. Otherwise the test rejects
  // facets on the far sides of two bodies, which are not recorded at all.
  if (rules.layers_at_centres ? at_centres > out.limit : least > std::min(deepest, 2 * out.limit)) {
    out.status = FacetStatus::too_deep;
    return;
  }
  if (out.parallel && !(at_centres > 0)) return;

  const bool first = f1.count > 0, second = f2.count > 0;
  ContactPlane& plane = out.plane;
  plane.origin = first ? f1.centre : f2.centre;
  const Real height_1 = f1.offset - dot(n1, plane.origin), height_2 = f2.offset - dot(n2, plane.origin);
  plane.origin += ((k1 * height_1 - k2 * height_2) * inverse_size) * n12;
  plane.u = inclined ? across / std::sqrt(sine_squared) : tangent(n12);
  plane.v = cross(n12, plane.u);
  Outline outline;
  Spot other[most_facet_corners];
  outline.count = first ? f1.count : f2.count;
  // Seen along n12, the corners of the first facet run counter-clockwise and those of the second clockwise.
  if (first) {
    const Extent of_1 = project(plane, f1, below_2, n2, k2 * inverse_2, false, outline.spot);
    if (second && project(plane, f2, below_1, n1, k1 * inverse_1, true, other).misses(of_1)) return;
  } else {
    project(plane, f2, below_1, n1, k1 * inverse_1, true, outline.spot);
  }
  // Overlap at a point of the contact plane: the distance between the planes of the facets along n12.
  const Real along_1 = size * inverse_1, along_2 = size * inverse_2;
  const Vec3 slope = -along_1 * n1 - along_2 * n2;
  const Real slope_x = out.parallel ? 0 : dot(slope, plane.u),
             slope_y = out.parallel ? 0 : dot(slope, plane.v);
  const Real overlap_0 = out.parallel ? at_centres
                                      : along_1 * (f1.offset - dot(n1, plane.origin)) +
                                            along_2 * (f2.offset - dot(n2, plane.origin));
  const auto overlap_at = [&](Spot s) { return overlap_0 + slope_x * s.x + slope_y * s.y; };
  if (!out.parallel && (!first || below_2.least < 0)) outline.cut(overlap_at);
  for (int i = 0; first && i < f2.count && outline.count > 2; ++i) {
    const Spot p = other[i], q = other[i + 1 == f2.count ? 0 : i + 1];
    const Real x = q.x - p.x, y = q.y - p.y;
    outline.cut([&](Spot s) { return x * (s.y - p.y) - y * (s.x - p.x); });
  }
  if (outline.count < 3) return;

  out.count = outline.count;
  for (int i = 0; i < outline.count; ++i) {
    const Spot s = outline.spot[i];
    out.corner[i] = {s.x, s.y, std::max(Real(0), overlap_at(s))};
  }
  const Corner middle = middle_of(out);
  if (!(middle.overlap > 0)) {
    out.count = 0;
    return;
  }
  out.middle = plane.at(middle.x, middle.y);
  out.depth = middle.overlap;
  out.projection_distance = out.depth * std::max(k1, k2) / both;
  const bool too_deep = !rules.layers_at_centres && out.depth > out.limit;
  out.status = too_deep ? FacetStatus::too_deep : FacetStatus::touching;
}

Vec3 contact_point(const FacetContact& c) {
  if (c.parallel) return centroid_of(c);
  Real sum = 0, x = 0, y = 0;
  for (int i = 0; i < c.count; ++i) {
    const Corner& at = c.corner[i];
    sum += at.overlap;
    x += at.overlap * at.x;
    y += at.overlap * at.y;
  }
  return c.plane.at(x / sum, y / sum);
}

}  // namespace scree
