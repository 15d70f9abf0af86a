// The face search of polyhedron_superquadric (Peng, Hanley 2019, Fig. 7) in its published and its
// completed version.

#include "scree/contact/superquadric/feature_ascent.hpp"
#include "scree/contact/superquadric/gjk_td_round.hpp"
#include "scree/contact/superquadric/polyhedron_superquadric.hpp"

namespace scree {
namespace {

using Kind = Feature::Kind;

struct Searcher {
  const PolyhedronView& body;
  const PlacedSuperquadric& round;
  FaceSearch r{};

  Real height(int f, Vec3 p) const { return dot(body.face_normal[f], p) - body.face_offset(f); }

  /// Returns the face whose plane function is largest at a point, among all faces. highest_neighbour()
  /// searches only the neighbours of one face.
  int highest(Vec3 p, Real& most) const {
    int best = 0;
    most = -1e300;
    for (int f = 0; f < body.face_count; ++f) {
      const Real h = height(f, p);
      if (h > most) most = h, best = f;
    }
    return best;
  }
  int highest_neighbour(int of, Vec3 p, Real& most) const {
    int best = of;
    most = -1e300;
    for (int e = body.face_begin[of]; e < body.face_begin[of + 1]; ++e) {
      const int f = body.face[body.twin[e]];
      const Real h = height(f, p);
      if (h > most) most = h, best = f;
    }
    return best;
  }
  /// Returns the half-edge of face f on the edge that it shares with face g, or -1.
  int common_edge(int f, int g) const {
    for (int e = body.face_begin[f]; e < body.face_begin[f + 1]; ++e) {
      if (body.face[body.twin[e]] == g) return e;
    }
    return -1;
  }

  void end(int ending, Status status) { r.ending = ending, r.status = status; }

  /// Evaluates equation 10: the normal of the face and the depth of X below it.
  void evaluate_face(int f, Vec3 x) {
    r.feature = {Kind::face, f};
    r.point = x;
    r.normal = body.face_normal[f];
    r.overlap = -height(f, x);
  }
  /// Evaluates equations 11 and 12: a plane through the contact point, and the depth of the superquadric
  /// below this plane.
  void evaluate_across(Feature feature, Vec3 point, Vec3 direction) {
    r.feature = feature;
    r.point = point;
    r.normal = normalized(direction);
    r.overlap = -lowest_over_plane(round, r.normal, dot(r.normal, point)).height;
  }
  /// Evaluates an edge contact. If F is least at an end of the edge, it is a contact of that
  /// vertex (PHSQ-28).
  void evaluate_edge(int h, const LeastPoint& least) {
    constexpr Real end_of_edge = 1e-9;
    if (least.parameter > end_of_edge && least.parameter < 1 - end_of_edge) {
      const Vec3 sum = body.face_normal[body.face[h]] + body.face_normal[body.face[body.twin[h]]];
      return evaluate_across(edge_feature(body, h), least.point, sum);
    }
    const int v = least.parameter < 0.5 ? body.origin[h] : body.target(h);
    const Vec3 at = body.vertex(v);
    Vec3 sum;
    const int start = body.vertex_halfedge[v];
    int e = start;
    do {
      sum += normalized(at - body.vertex(body.target(e)));
      e = body.next_around_vertex(e);
    } while (e != start);
    evaluate_across({Kind::vertex, v}, at, sum);
  }
  LeastPoint least_on_edge(int h) const {
    return least_on_segment(round, body.vertex(body.origin[h]), body.vertex(body.target(h)));
  }

  /// Ends in case 5 at the edge point with the least F. The paper evaluates nothing in this case.
  void end_separated(int h, Vec3 point) {
    r.feature = edge_feature(body, h);
    r.point = point;
    r.normal = normalized(-round.slope_at(point).gradient);
    r.overlap = 0;
    end(5, Status::separated);
  }

  /// Records a face as searched. Returns false if the list is full.
  bool visit(int f) {
    if (r.visited == FaceSearch::most_faces) return false;
    r.face[r.visited++] = f;
    return true;
  }
  bool was_visited(int f) const {
    for (int i = 0; i < r.visited; ++i) {
      if (r.face[i] == f) return true;
    }
    return false;
  }

  /// Runs the steps with which both flows begin. Returns true if the search ends there. Otherwise `next` is
  /// the face to search next.
  bool first_face(int& next) {
    int initial = 0;
    Real most = -1e300;
    for (int f = 0; f < body.face_count; ++f) {  // the centroid is the origin
      const Real along = dot(body.face_normal[f], round.center);
      if (along > most) most = along, initial = f;
    }
    visit(initial);
    Real above = 0;
    highest(round.center, above);
    const LowestPoint x = lowest_over_plane(round, body.face_normal[initial], body.face_offset(initial));
    evaluate_face(initial, x.point);
    if (above <= 0) return end(8, Status::touching), true;
    if (x.height > 0) return end(1, Status::separated), true;
    next = highest(x.point, above);
    if (above <= 0) return end(2, Status::touching), true;
    return false;
  }

  void published() {
    int current = 0;
    if (first_face(current)) return;
    int previous = r.face[0];
    while (visit(current)) {
      ++r.switches;
      const LowestPoint x = lowest_over_plane(round, body.face_normal[current], body.face_offset(current));
      evaluate_face(current, x.point);
      if (x.height > 0) return end(3, Status::separated);
      Real above = 0;
      const int next = highest_neighbour(current, x.point, above);
      if (above <= 0) return end(4, Status::touching);
      if (height(previous, x.point) > 0) {
        const int h = common_edge(current, previous);
        if (h < 0) return;  // no common edge: the flowchart does not define this case
        const LeastPoint least = least_on_edge(h);
        if (least.value > 0) return end_separated(h, least.point);
        evaluate_edge(h, least);
        return end(6, Status::touching);
      }
      previous = current, current = next;
    }
  }

  /// Tests the edges of all visited faces. The edge with the least F has the contact.
  void test_edges() {
    int best = -1;
    LeastPoint nearest{{}, 0, 1e300};
    for (int i = 0; i < r.visited; ++i) {
      for (int h = body.face_begin[r.face[i]]; h < body.face_begin[r.face[i] + 1]; ++h) {
        // This edge is tested with its other face.
        if (h > body.twin[h] && was_visited(body.face[body.twin[h]])) continue;
        const LeastPoint least = least_on_edge(h);
        if (least.value < nearest.value) nearest = least, best = h;
      }
    }
    evaluate_edge(best, nearest);
    if (nearest.value <= 0) return end(6, Status::touching);
    r.overlap = 0;
    // The plane through the nearest point perpendicular to grad F has the superquadric behind it. Checks
    // whether the polyhedron lies in front of this plane.
    const Vec3 away = -round.slope_at(nearest.point).gradient;
    const Vec3 top = body.vertex(body.support(away));
    const Real size = body.bounding_radius + round.radius;
    if (dot(away, top - nearest.point) <= 1e-13 * size * length(away)) return end(5, Status::separated);
    decide_by_distance();
  }

  /// Decides by the signed distance: ascends from the nearest edge, or uses gjk_td if the ascent
  /// proves nothing.
  void decide_by_distance() {
    r.used_fallback = true;
    const Summit top = ascend(body, round, r.feature, r.normal);
    if (top.found && top.gap > -rolling_radius(round.shape)) {
      r.feature = top.feature;
      r.normal = top.normal;
      r.point = top.point;
      r.overlap = -top.gap;
      return top.gap > 0 ? end(5, Status::separated) : end(6, Status::touching);
    }
    const Real size = body.bounding_radius + round.radius;
    const BoundedDistance d = bounded_distance(body, round, round.center, 1e-9 * size);
    r.normal = d.normal;
    r.point = d.point_b;
    r.overlap = -d.lower;
    r.feature = supporting_feature(body, d.normal, 1e-6 * size);
    d.lower > 0 ? end(5, Status::separated) : end(6, Status::touching);
  }

  void completed() {
    int current = 0;
    if (first_face(current)) return;
    int previous = r.face[0];
    for (;;) {
      if (was_visited(current) || !visit(current)) return test_edges();
      ++r.switches;
      const LowestPoint x = lowest_over_plane(round, body.face_normal[current], body.face_offset(current));
      if (x.height > 0) {
        evaluate_face(current, x.point);
        return end(3, Status::separated);
      }
      Real above = 0;
      const int next = highest(x.point, above);
      if (above <= 0) {
        evaluate_face(current, x.point);
        return end(4, Status::touching);
      }
      if (height(previous, x.point) > 0) return test_edges();
      previous = current, current = next;
    }
  }
};

}  // namespace

FaceSearch PolyhedronSuperquadric::search(const PolyhedronView& a, const PlacedSuperquadric& b,
                                          FaceSearchFlow flow) {
  Searcher searcher{a, b};
  flow == FaceSearchFlow::published ? searcher.published() : searcher.completed();
  return searcher.r;
}

}  // namespace scree
