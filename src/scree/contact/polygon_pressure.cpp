#include "scree/contact/polygon_pressure.hpp"

namespace scree {
namespace {

/// sin(0.001 degrees), equation 25.
constexpr Real sine_of_parallel = 1.7453292519057202e-5;

/// A corner on the contact plane, and the overlap there.
struct Corner {
  Real x, y, overlap;
};

Corner between(const Corner& p, const Corner& q, Real t) {
  return {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y), p.overlap + t * (q.overlap - p.overlap)};
}

/// A convex polygon that is cut, and room for the next cut.
struct Outline {
  int count = 0;
  Corner store[2][FacetContact::capacity];
  Corner* corner = store[0];
  Corner* spare = store[1];

  /// Keeps where height(corner) >= 0.
  template <class Height>
  void cut(Height height) {
    Real h[FacetContact::capacity];
    bool all = true, none = true;
    for (int i = 0; i < count; ++i) {
      h[i] = height(corner[i]);
      all = all && h[i] >= 0, none = none && !(h[i] > 0);
    }
    if (all && !none) return;
    int kept = 0;
    for (int i = 0; i < count && !none; ++i) {
      const int next = i + 1 == count ? 0 : i + 1;
      if (h[i] >= 0) spare[kept++] = corner[i];
      if ((h[i] >= 0) != (h[next] >= 0))
        spare[kept++] = between(corner[i], corner[next], h[i] / (h[i] - h[next]));
    }
    count = kept;
    std::swap(corner, spare);
  }
};

/// Whether a corner of the facet lies beneath the plane of the other.
bool reaches_below(const FacetView& facet, const FacetView& other) {
  if (facet.count == 0) return true;
  for (int i = 0; i < facet.count; ++i) {
    if (dot(other.normal, facet.corner[i]) < other.offset) return true;
  }
  return false;
}

/// Of the polygon S12, by area.
Vec3 centroid_of(const FacetContact& c) {
  Real area = 0;
  Vec3 sum;
  for (int i = 2; i < c.count; ++i) {
    const Vec3 p = c.corner[i - 1] - c.corner[0], q = c.corner[i] - c.corner[0];
    const Real part = dot(c.normal, cross(p, q));
    area += part, sum += (part / 3) * (p + q);
  }
  return area > 0 ? c.corner[0] + sum / area : c.corner[0];
}

/// The point where a pressure like the overlap acts, and the overlap there; none where there is no area.
Corner middle_of(const Outline& outline) {
  const Corner& o = outline.corner[0];
  Real volume = 0, x = 0, y = 0, square = 0;
  for (int i = 2; i < outline.count; ++i) {
    const Corner &p = outline.corner[i - 1], &q = outline.corner[i];
    const Real twice = (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
    const Real all = o.overlap + p.overlap + q.overlap;
    volume += 4 * twice * all;
    x += twice * (all * (p.x + q.x - 2 * o.x) + p.overlap * (p.x - o.x) + q.overlap * (q.x - o.x));
    y += twice * (all * (p.y + q.y - 2 * o.y) + p.overlap * (p.y - o.y) + q.overlap * (q.y - o.y));
    square += twice * (all * all + o.overlap * o.overlap + p.overlap * p.overlap + q.overlap * q.overlap);
  }
  if (!(volume > 0)) return {};
  return {o.x + x / volume, o.y + y / volume, square / volume};
}

/// Two directions that with n form a right-handed frame.
void tangents(Vec3 n, Vec3& u, Vec3& v) {
  const Vec3 any = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  u = normalized(cross(any, n)), v = cross(n, u);
}

/// A linear map from points, seen from the origin, to the contact plane along a direction.
struct Projection {
  Vec3 x, y, overlap;
  Real x_0, y_0, add;

  Projection(Vec3 u, Vec3 v, Vec3 slope, Vec3 n12, Real level, Vec3 direction, Real along) {
    const Real per_x = dot(u, direction) / along, per_y = dot(v, direction) / along,
               per_overlap = dot(slope, direction) / along;
    x = u - per_x * n12, y = v - per_y * n12, overlap = slope - per_overlap * n12;
    x_0 = level * per_x, y_0 = level * per_y, add = level * per_overlap;
  }
  Corner operator()(Vec3 p, Real overlap_0) const {
    return {x_0 + dot(x, p), y_0 + dot(y, p), overlap_0 + add + dot(overlap, p)};
  }
};

struct Extent {
  Real low_x = 1e300, low_y = 1e300, high_x = -1e300, high_y = -1e300;

  void include(const Corner& c) {
    low_x = std::min(low_x, c.x), high_x = std::max(high_x, c.x);
    low_y = std::min(low_y, c.y), high_y = std::max(high_y, c.y);
  }
  bool apart(const Extent& e) const {
    return low_x >= e.high_x || e.low_x >= high_x || low_y >= e.high_y || e.low_y >= high_y;
  }
};

}  // namespace

void facet_contact(const FacetView& f1, const FacetView& f2, const FacetRules& rules, FacetContact& out) {
  const Vec3 n1 = f1.normal, n2 = f2.normal;
  out.count = 0;
  out.status = FacetStatus::facing_away;
  if (!(dot(n1, n2) < 0)) return;
  out.status = FacetStatus::apart;
  const Vec3 weighted = f1.stiffness * n1 - f2.stiffness * n2;
  const Real size = length(weighted);
  const Vec3 n12 = weighted / size, between = f1.centre - f2.centre;
  // Where the facets touch a point of the first lies beside one of the second along n12.
  const Real at_centres = dot(n12, between), both = f1.reach + f2.reach;
  if (length_squared(between) - at_centres * at_centres > both * both) return;
  if (!reaches_below(f1, f2) || !reaches_below(f2, f1)) return;

  // All positions from here on are seen from a point near the contact.
  const Vec3 origin = f1.count > 0 ? f1.centre : f2.centre;
  const Real d1 = f1.offset - dot(n1, origin), d2 = f2.offset - dot(n2, origin);
  const Real level = (f1.stiffness * d1 - f2.stiffness * d2) / size;  // n12 . x on the contact plane
  const Real along_1 = dot(n1, n12), along_2 = dot(n2, n12);          // > 0, < 0
  const Real half_layers = 0.25 * (f1.layer * along_1 - f2.layer * along_2);
  out.normal = n12;
  out.limit = half_layers;
  // Equation 23 with n12 from 1 to 2, written out.
  if (rules.layers_at_centres && at_centres > half_layers) {
    out.status = FacetStatus::too_deep;
    return;
  }
  const Vec3 across = cross(n1, n2);
  out.flat = rules.flat_as_published && length_squared(across) < sine_of_parallel * sine_of_parallel;
  if (out.flat && !(at_centres > 0)) return;

  // The overlap at x of the plane: (d1 - n1 . x) / along_1 - (d2 - n2 . x) / along_2.
  const Vec3 slope = n2 / along_2 - n1 / along_1;
  const Real overlap_0 = d1 / along_1 - d2 / along_2;
  Vec3 u, v;
  tangents(n12, u, v);
  Outline outline;
  const bool first = f1.count > 0;
  // Seen along n12 the first facet runs counter-clockwise and the second clockwise.
  if (first) {
    const Projection at(u, v, slope, n12, level, n2, along_2);
    for (int i = 0; i < f1.count; ++i) outline.corner[i] = at(f1.corner[i] - origin, overlap_0);
    outline.count = f1.count;
  } else {
    const Projection at(u, v, slope, n12, level, n1, along_1);
    for (int i = 0; i < f2.count; ++i)
      outline.corner[i] = at(f2.corner[f2.count - 1 - i] - origin, overlap_0);
    outline.count = f2.count;
  }
  if (out.flat) {
    for (int i = 0; i < outline.count; ++i) outline.corner[i].overlap = at_centres;
  } else {
    Real least = 1e300;
    for (int i = 0; i < outline.count; ++i) least = std::min(least, outline.corner[i].overlap);
    if (!rules.layers_at_centres && least > 2 * half_layers) {  // the far sides of two bodies: not even noted
      out.status = FacetStatus::too_deep;
      return;
    }
    outline.cut([](const Corner& c) { return c.overlap; });
  }
  if (first && f2.count > 0 && outline.count > 2) {
    const Projection at(u, v, slope, n12, level, n1, along_1);
    Corner other[most_facet_corners];
    Extent of_2;
    for (int i = 0; i < f2.count; ++i)
      of_2.include(other[i] = at(f2.corner[f2.count - 1 - i] - origin, overlap_0));
    Extent of_1;
    for (int i = 0; i < outline.count; ++i) of_1.include(outline.corner[i]);
    if (of_1.apart(of_2)) return;
    for (int i = 0; i < f2.count && outline.count > 2; ++i) {
      const Corner &p = other[i], &q = other[i + 1 == f2.count ? 0 : i + 1];
      outline.cut([&](const Corner& c) { return (q.x - p.x) * (c.y - p.y) - (q.y - p.y) * (c.x - p.x); });
    }
  }
  if (outline.count < 3) return;

  const Vec3 plane_origin = origin + level * n12;
  Real sum = 0;
  Vec3 point;
  out.count = outline.count;
  for (int i = 0; i < outline.count; ++i) {
    const Corner& c = outline.corner[i];
    out.corner[i] = plane_origin + c.x * u + c.y * v;
    out.overlap[i] = c.overlap;
    sum += c.overlap, point += c.overlap * (out.corner[i] - plane_origin);
  }
  const Corner middle = middle_of(outline);
  if (!(sum > 0) || !(middle.overlap > 0)) {
    out.count = 0;
    return;
  }
  out.point = out.flat ? centroid_of(out) : plane_origin + point / sum;
  out.middle = plane_origin + middle.x * u + middle.y * v;
  out.depth = middle.overlap;
  out.status = FacetStatus::touching;
  if (!rules.layers_at_centres && out.depth > half_layers) out.status = FacetStatus::too_deep;
}

}  // namespace scree
