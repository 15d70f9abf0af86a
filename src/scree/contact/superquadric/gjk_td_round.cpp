#include "scree/contact/superquadric/gjk_td_round.hpp"

#include "scree/contact/gjk_td/polytope.hpp"

#include <type_traits>

namespace scree {
namespace {

Vec3 farthest(const PolyhedronView& body, Vec3 d) { return body.vertex(body.support(d)); }
Vec3 farthest(const PlacedSuperquadric& body, Vec3 d) { return body.support(d); }
Real radius_of(const PolyhedronView& body) { return body.bounding_radius; }
Real radius_of(const PlacedSuperquadric& body) { return body.radius; }
Vec3 center_of(const PolyhedronView&) { return {}; }
Vec3 center_of(const PlacedSuperquadric& body) { return body.center; }

/// Points of both bodies for the vertices of simplex and polytope, which refer to them by index. Each entry
/// also contains the normal along which it was found and the gap along that normal.
struct Points {
  static constexpr int capacity = Polytope::most_vertices + 8;
  Vec3 a[capacity], b[capacity], normal[capacity];
  Real gap[capacity];
};

/// Two coordinates for the normals around a given unit normal.
struct Chart {
  Vec3 normal, x, y;

  explicit Chart(Vec3 n) : normal(n) {
    const Vec3 any = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    x = normalized(cross(n, any)), y = cross(n, x);
  }
  Vec3 at(Vec2 p) const { return normal + p.x * x + p.y * y; }
};

/// The inverse of a symmetric 2 x 2 Hessian, updated from gradients (Broyden, Fletcher, Goldfarb, Shanno).
struct InverseHessian {
  Real xx = 1, xy = 0, yy = 1;
  bool scaled = false;

  Vec2 operator*(Vec2 v) const { return {xx * v.x + xy * v.y, xy * v.x + yy * v.y}; }
  /// Updates the matrix after a step along which the gradient has changed by `bend`.
  void update(Vec2 step, Vec2 bend) {
    const Real along = dot(step, bend);
    if (!(along > 0)) return;
    if (!scaled) {
      xx = yy = along / dot(bend, bend);
      xy = 0;
      scaled = true;
    }
    const Vec2 image = *this * bend;
    const Real inverse_along = 1 / along, size = (1 + dot(bend, image) * inverse_along) * inverse_along;
    xx += size * step.x * step.x - 2 * inverse_along * step.x * image.x;
    yy += size * step.y * step.y - 2 * inverse_along * step.y * image.y;
    xy += size * step.x * step.y - inverse_along * (step.x * image.y + image.x * step.y);
  }
};

template <class A, class B>
class Search {
 public:
  Search(const A& body_a, const B& body_b, Real near_enough)
      : a(body_a), b(body_b), enough(near_enough), rounding(1e-16 * scale()) {}

  BoundedDistance distance(Vec3 first) {
    if (!gjk(first)) {
      const int count = distort();
      if (found.upper - found.lower > certain_fraction * scale()) refine(count);
    }
    return found;
  }

 private:
  const A& a;
  const B& b;
  Real enough, rounding;
  Points points;
  BoundedDistance found;

  /// Bounds that are nearer to each other than this fraction of the size need no refinement.
  static constexpr Real certain_fraction = 1e-9;

  Real scale() const { return radius_of(a) + radius_of(b) + length(center_of(b) - center_of(a)); }

  /// Finds the support point of A - B along a direction and stores it in a slot. The supporting plane there
  /// gives a lower bound on the signed distance.
  MinkowskiVertex support(Vec3 direction, int slot) {
    const Real size = length(direction);
    points.a[slot] = farthest(a, direction), points.b[slot] = farthest(b, -direction);
    const Vec3 w = points.a[slot] - points.b[slot];
    const Real gap = -dot(direction, w) / size;
    points.normal[slot] = direction / size;
    points.gap[slot] = gap;
    if (gap > found.lower) {
      found.lower = gap;
      found.normal = direction / size;
      found.point_a = points.a[slot], found.point_b = points.b[slot];
    }
    ++found.iterations;
    return {w, slot, slot};
  }

  static int free_slot(const Simplex& s) {
    for (int slot = 0;; ++slot) {
      bool used = false;
      for (int i = 0; i < s.count; ++i) used = used || s.vertex[i].a == slot;
      if (!used) return slot;
    }
  }

  /// Returns true if the bodies are separated and the distance is found, false if they overlap or touch.
  bool gjk(Vec3 first) {
    Simplex s;
    // The direction must be long enough that its square does not underflow.
    s.add(support(length(first) > 1e-30 * scale() ? first : Vec3{1, 0, 0}, 0));
    Real before = 1e300;
    for (int step = 0; step < 200; ++step) {
      const Reduction r = SignedVolumes::reduce(s);
      if (r.bits == 15 || r.squared <= rounding * rounding) return false;
      if (!(r.squared < before)) break;  // rounding cancelled the gain of the last step
      before = r.squared;
      s.keep(r.bits, r.weight);
      const Real distance = std::sqrt(r.squared);
      Vec3 on_a, on_b;
      for (int i = 0; i < s.count; ++i) {
        on_a += s.weight[i] * points.a[s.vertex[i].a], on_b += s.weight[i] * points.b[s.vertex[i].a];
      }
      found.upper = distance;
      const MinkowskiVertex next = support(-r.point, free_slot(s));
      if (found.upper - found.lower <= enough) {
        if (found.lower > 0) found.point_a = on_a, found.point_b = on_b;
        break;
      }
      s.add(next);
    }
    return found.lower > 0;
  }

  /// Distorts a tetrahedron. Returns the number of points of the polytope.
  int distort() {
    found.upper = 1e300;
    // Starts from a tetrahedron of support points. It need not contain the origin: a face that has the origin
    // on its outer side counts as nearest and is pushed out first.
    Simplex s;
    const Real k = 0.57735026918962576;
    for (const Vec3 d : {Vec3{k, k, k}, Vec3{k, -k, -k}, Vec3{-k, k, -k}, Vec3{-k, -k, k}})
      s.add(support(d, s.count));
    Polytope polytope;
    if (!polytope.start(s, rounding)) return s.count;
    int slot = 4;
    for (; slot < Polytope::most_vertices; ++slot) {
      const Polytope::Face face = polytope.face(polytope.nearest());
      found.upper = -face.distance;
      const MinkowskiVertex w = support(face.normal, slot);
      if (found.upper - found.lower <= enough || dot(face.normal, w.w) - face.distance <= enough ||
          !polytope.grow(w))
        return slot + 1;
    }
    return slot;
  }

  /// Ascends to the largest gaps near the best normals tried. These include the face normals of a polyhedron.
  void refine(int count) {
    constexpr int most_starts = 24, most_faces = 200;
    constexpr Real near = 0.95;  // largest cosine of the angle between two starts
    if constexpr (std::is_same_v<A, PolyhedronView>) {
      for (int f = 0; f < a.face_count && a.face_count <= most_faces; ++f) support(a.face_normal[f], scratch);
    }
    Vec3 start[most_starts] = {found.normal};
    ascend(start[0]);
    for (int n = 1; n < most_starts; ++n) {
      int best = -1;
      for (int i = 0; i < count; ++i) {
        bool taken = false;
        for (int k = 0; k < n; ++k) taken = taken || dot(start[k], points.normal[i]) > near;
        if (!taken && (best < 0 || points.gap[i] > points.gap[best])) best = i;
      }
      if (best < 0) return;
      start[n] = points.normal[best];
      ascend(start[n]);
    }
  }

  static constexpr int scratch = Points::capacity - 1;

  /// Ascends from a normal to the largest gap near it by a quasi-Newton method in two coordinates. Its line
  /// search also works for a polyhedron, whose gap has kinks (Lewis, Overton 2013). `support` stores the
  /// best result.
  void ascend(Vec3 from) {
    constexpr int most_steps = 60, most_trials = 40;
    constexpr Real first_step = 0.02;
    const Real little = 1e-14 * scale();
    Chart chart(from);
    Vec2 here, slope;
    Real overlap = overlap_at(chart, here, slope);
    InverseHessian inverse;
    for (int step = 0; step < most_steps; ++step) {
      Vec2 along = -1 * (inverse * slope);
      Real fall = dot(slope, along);
      if (!inverse.scaled) {
        const Real size = length(slope);
        if (!(size > 0)) return;
        along = (-first_step / size) * slope, fall = dot(slope, along);
      }
      if (!(fall < -little)) return;
      const Real step_length = length(along);
      if (step_length > 0.5) along = (0.5 / step_length) * along, fall *= 0.5 / step_length;
      // Accept a step that decreases the overlap enough and reduces the slope enough.
      Real low = 0, high = 1e300, t = 1, taken = 0, reached = overlap;
      Vec2 slope_there;
      for (int trial = 0; trial < most_trials && high - low > 1e-12; ++trial) {
        Vec2 trial_slope;
        const Real there = overlap_at(chart, here + t * along, trial_slope);
        const bool fell = there <= overlap + 1e-4 * t * fall;
        if (fell) {
          taken = t;
          reached = there;
          slope_there = trial_slope;
        }
        if (fell && !(dot(trial_slope, along) < 0.9 * fall && t < 4)) break;
        (fell ? low : high) = t;
        t = high < 1e300 ? 0.5 * (low + high) : 2 * t;
      }
      if (!(taken > 0)) return;
      inverse.update(taken * along, slope_there - slope);
      here = here + taken * along;
      overlap = reached;
      slope = slope_there;
      if (length(here) > 0.5) {  // starts new coordinates around the current normal
        chart = Chart(normalized(chart.at(here)));
        here = {}, inverse = {};
        overlap = overlap_at(chart, here, slope);
      }
    }
  }

  /// Returns the overlap at point p of a chart and sets `slope` to its gradient.
  Real overlap_at(const Chart& chart, Vec2 p, Vec2& slope) {
    const Vec3 direction = chart.at(p);
    const Vec3 w = support(direction, scratch).w;
    const Real inverse = 1 / length(direction), overlap = dot(direction, w) * inverse;
    slope = inverse * Vec2{dot(chart.x, w), dot(chart.y, w)} - overlap * inverse * inverse * p;
    return overlap;
  }
};

}  // namespace

BoundedDistance bounded_distance(const PolyhedronView& a, const PlacedSuperquadric& b, Vec3 first,
                                 Real enough) {
  return Search(a, b, enough).distance(first);
}
BoundedDistance bounded_distance(const PlacedSuperquadric& a, const PlacedSuperquadric& b, Vec3 first,
                                 Real enough) {
  return Search(a, b, enough).distance(first);
}

}  // namespace scree
