#include "scree/contact/gjk_td_round.hpp"

#include "scree/contact/polytope.hpp"

namespace scree {
namespace {

Vec3 farthest(const PolyhedronView& body, Vec3 d) { return body.vertex(body.support(d)); }
Vec3 farthest(const PlacedSuperquadric& body, Vec3 d) { return body.support(d); }
Real radius_of(const PolyhedronView& body) { return body.bounding_radius; }
Real radius_of(const PlacedSuperquadric& body) { return body.radius; }
Vec3 center_of(const PolyhedronView&) { return {}; }
Vec3 center_of(const PlacedSuperquadric& body) { return body.center; }

/// The points behind the vertices of simplex and polytope, which know them by number.
struct Points {
  static constexpr int capacity = Polytope::most_vertices + 8;
  Vec3 a[capacity], b[capacity];
};

template <class A, class B>
class Search {
 public:
  Search(const A& body_a, const B& body_b, Real near_enough)
      : a(body_a), b(body_b), enough(near_enough), rounding(1e-16 * scale()) {}

  BoundedDistance distance(Vec3 first) {
    if (!gjk(first)) distort();
    return found;
  }

 private:
  const A& a;
  const B& b;
  Real enough, rounding;
  Points points;
  BoundedDistance found;

  Real scale() const { return radius_of(a) + radius_of(b) + length(center_of(b) - center_of(a)); }

  /// The support point of A - B along a direction, kept under a number; the plane across it is a lower bound.
  MinkowskiVertex support(Vec3 direction, int slot) {
    const Real size = length(direction);
    points.a[slot] = farthest(a, direction), points.b[slot] = farthest(b, -direction);
    const Vec3 w = points.a[slot] - points.b[slot];
    const Real gap = -dot(direction, w) / size;
    if (gap > found.lower) {
      found.lower = gap, found.normal = direction / size;
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

  /// True when the bodies are apart and the distance is found; false: they overlap or touch.
  bool gjk(Vec3 first) {
    Simplex s;
    s.add(support(length(first) > 1e-30 * scale() ? first : Vec3{1, 0, 0}, 0));  // squares must not underflow
    Real before = 1e300;
    for (int step = 0; step < 200; ++step) {
      const Reduction r = SignedVolumes::reduce(s);
      if (r.bits == 15 || r.squared <= rounding * rounding) return false;
      if (!(r.squared < before)) break;  // rounding undid the last step
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

  void distort() {
    found.upper = 1e300;
    // A tetrahedron of support points. Whether it holds the origin does not matter: faces that the origin is
    // outside of are nearest and are pushed out first.
    Simplex s;
    const Real k = 0.57735026918962576;
    for (const Vec3 d : {Vec3{k, k, k}, Vec3{k, -k, -k}, Vec3{-k, k, -k}, Vec3{-k, -k, k}})
      s.add(support(d, s.count));
    Polytope polytope;
    if (!polytope.start(s, rounding)) return;
    for (int slot = 4; slot < Polytope::most_vertices; ++slot) {
      const Polytope::Face face = polytope.face(polytope.nearest());
      found.upper = -face.distance;
      const MinkowskiVertex w = support(face.normal, slot);
      if (found.upper - found.lower <= enough || dot(face.normal, w.w) - face.distance <= enough) return;
      if (!polytope.grow(w)) return;
    }
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
