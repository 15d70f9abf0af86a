// The contact patch: the region where the two bodies lie on each other, as up to eight points.
//
// Each body contributes one feature at its supporting feature: a face if one is parallel to the common plane,
// else a parallel edge, else a vertex. Both features are projected along the normal and intersected. The
// height of each feature over the common plane is linear, so the overlap is linear over the intersection. The
// piece with an overlap below zero (minus a margin) is cut off along a straight line. Both bodies are treated
// in the same manner. There is no reference face that could change from one body to the other.
//
// A feature is parallel if its angle to the plane is below a limit, 5 degrees by default. With a strict
// tolerance, the patch of a cube that is tilted by 1e-6 rad would be only an edge. Beyond the limit, only the
// supporting edge or vertex of the face remains in the patch. Points enter and leave the patch at zero
// overlap as long as the overlap of the bodies is below sin(5 degrees) = 9 % of the length of the face.
//
// Source: rigid-body engines clip their contact manifolds in this manner. None of the five papers describes
// it. The patch of two cubes face on face takes about 250 ns (AMD EPYC), a quarter of the time of the cold
// gjk_td query before it.
#pragma once

#include "scree/contact/pair/feature.hpp"
#include "scree/contact/patch/clip_by_signs.hpp"

#include <cstdint>

namespace scree {

struct ContactPatch {
  static constexpr int capacity = 8;
  struct Point {
    Vec3 a, b;         // on A and on B; a - b = overlap * normal
    Real overlap = 0;  // > 0 if the bodies overlap at this point
    // Fraction of the patch that this point represents. All shares add up to 1. As weights they integrate
    // linear fields over the patch exactly.
    Real share = 0;
    // The features of the bodies at this point. They identify the point from step to step.
    Feature feature_a, feature_b;
  };
  int count = 0;
  union {                   // the union leaves the points, mostly one to four, uninitialized
    Point point[capacity];  // a polygon counter-clockwise about the normal, a segment, or one point
  };
  Vec3 normal;    // contact normal, from A to B
  Real area = 0;  // projected area of the polygon along the normal, before the reduction to eight corners
  Vec3 centroid;  // centroid of the polygon, halfway between the bodies

  SCREE_HD ContactPatch() {}
  SCREE_HD Real deepest() const {
    Real most = point[0].overlap;
    for (int i = 1; i < count; ++i) most = point[i].overlap > most ? point[i].overlap : most;
    return most;
  }
};

/// Combines the features of a point into one number that identifies it.
SCREE_HD constexpr std::uint64_t point_key(const ContactPatch::Point& p) {
  return key_of(p.feature_a, p.feature_b);
}

struct PatchTolerance {
  Real margin = 1e-13;  // fraction of the pair's size; points with a gap up to this belong to the patch
  Real slope = 0.0872;  // sine of the largest angle to the common plane at which faces and edges are parallel
  Real merge = 1e-6;    // fraction of the pair's size; corners that stick out by less are left out
};

namespace clip_detail {

/// Coordinate frame of the common plane. The origin is halfway between the witnesses, and z points along
/// the normal.
struct Frame {
  Vec3 origin, x, y, z;

  SCREE_HD explicit Frame(const Contact& contact)
      : origin(0.5 * (contact.point_a + contact.point_b)), z(contact.normal) {
    const Real sign = z.z < 0 ? -1 : 1, p = -1 / (sign + z.z), q = z.x * z.y * p;  // Duff et al. 2017
    x = {1 + sign * z.x * z.x * p, sign * q, -sign * z.x};
    y = {q, sign + z.y * z.y * p, -z.y};
  }
  SCREE_HD Frame(Vec3 at, Vec3 axis_x, Vec3 axis_y, Vec3 axis_z)
      : origin(at), x(axis_x), y(axis_y), z(axis_z) {}
  /// Returns the same frame in coordinates of B.
  SCREE_HD Frame in_b(const PolyhedronPair& pair) const {
    return {pair.to_b(origin - pair.translation), pair.to_b(x), pair.to_b(y), pair.to_b(z)};
  }
  SCREE_HD Vec3 from(Real px, Real py, Real pz) const { return origin + px * x + py * y + pz * z; }
};

/// Feature of one body that is parallel to the common plane, projected along the normal.
struct PatchSide : Polygon {
  Feature feature;
  int begin = 0, corners = 1, offset = 0, stride = 1;
  Real height = 0, slope_x = 0, slope_y = 0;

  SCREE_HD int halfedge(int i) const {  // the half-edge that begins at corner i
    const int along = offset + i * stride;
    return begin + (along < corners ? along : along - corners);
  }
  SCREE_HD Real height_at(Real px, Real py) const { return height + slope_x * px + slope_y * py; }
};

/// Returns the largest parallel feature that contains the supporting feature. `outward` is the normal in the
/// body's frame.
SCREE_HD inline Feature parallel_feature(const PolyhedronView& body, Feature supporting, Vec3 outward,
                                         Real slope) {
  const auto is_parallel = [slope](Real facing) {
    return facing > 0 && 1 - facing * facing <= slope * slope;
  };
  if (supporting.kind == Feature::Kind::none) return supporting;
  // If an algorithm gave a wrong answer, the supporting face may have any direction.
  if (supporting.kind == Feature::Kind::face) {
    return is_parallel(dot(body.face_normal[supporting.id], outward)) ? supporting : Feature{};
  }
  // Iterates over the half-edges of an edge, or over those that leave a vertex.
  const bool at_edge = supporting.kind == Feature::Kind::edge;
  const int start = at_edge ? supporting.id : body.vertex_halfedge[supporting.id];
  const auto next = [&](int h) { return at_edge ? body.twin[h] : body.next_around_vertex(h); };
  int face = -1;
  Real facing = -2;
  int h = start;
  do {
    const Real along = dot(body.face_normal[body.face[h]], outward);
    face = along > facing ? body.face[h] : face, facing = along > facing ? along : facing;
    h = next(h);
  } while (h != start);
  if (is_parallel(facing)) return {Feature::Kind::face, face};
  int edge = -1;
  Real least = slope * slope;
  do {
    const Vec3 e = body.vertex(body.target(h)) - body.vertex(body.origin[h]);
    const Real rise = dot(e, outward), square = rise * rise / dot(e, e);
    if (square <= least) least = square, edge = h;
    h = next(h);
  } while (h != start);
  if (edge >= 0) return edge_feature(body, edge);
  return supporting;
}

SCREE_HD inline bool is_point(Feature f) {
  return f.kind != Feature::Kind::edge && f.kind != Feature::Kind::face;
}

/// Sets the height of a side so that the given point lies on it.
SCREE_HD inline void set_height(PatchSide& side, Vec3 p) {
  side.height = p.z - side.slope_x * p.x - side.slope_y * p.y;
}

/// Computes the side of a body. All arguments are in the frame of the body.
SCREE_HD inline void make_side(const PolyhedronView& body, Feature supporting, Feature f, const Frame& frame,
                               PatchSide& side) {
  const Vec3 origin{dot(frame.origin, frame.x), dot(frame.origin, frame.y), dot(frame.origin, frame.z)};
  const auto set_corner = [&](int i, int v) {
    const Vec3 p = body.vertex(v);
    side.x[i] = dot(frame.x, p) - origin.x, side.y[i] = dot(frame.y, p) - origin.y;
  };
  const auto height_of = [&](int v) { return dot(frame.z, body.vertex(v)) - origin.z; };
  side.feature = f;
  if (f.kind == Feature::Kind::edge) {
    const int from = body.origin[f.id], to = body.target(f.id);
    set_corner(0, from), set_corner(1, to);
    side.begin = f.id;
    side.count = 2;
    side.close();
    const Real ex = side.x[1] - side.x[0], ey = side.y[1] - side.y[0], low = height_of(from);
    const Real rise = (height_of(to) - low) / (ex * ex + ey * ey);
    side.slope_x = rise * ex, side.slope_y = rise * ey;
    set_height(side, {side.x[0], side.y[0], low});
    return;
  }
  side.begin = body.face_begin[f.id];
  side.corners = body.face_begin[f.id + 1] - side.begin;
  // The plane of the side passes through the supporting feature. The deepest point then has the overlap of
  // the contact, even if the corners of a face are only nearly in one plane.
  const int through = supporting.kind == Feature::Kind::vertex ? supporting.id
                      : supporting.kind == Feature::Kind::edge ? body.origin[supporting.id]
                                                               : body.origin[side.begin];
  if (side.corners > side_capacity) {  // leaves out corners at even intervals, but never the deepest one
    side.stride = (side.corners + side_capacity - 1) / side_capacity;
    while (body.origin[side.begin + side.offset] != through) ++side.offset;
    side.count = (side.corners + side.stride - 1) / side.stride;
    for (int i = 0; i < side.count; ++i) set_corner(i, body.origin[side.halfedge(i)]);
  } else {
    side.count = side.corners;
    for (int i = 0; i < side.count; ++i) set_corner(i, body.origin[side.begin + i]);
  }
  side.close();
  const Vec3 n = body.face_normal[f.id], p = body.vertex(through) - frame.origin;
  const Real steep = -1 / dot(n, frame.z);
  side.slope_x = steep * dot(n, frame.x), side.slope_y = steep * dot(n, frame.y);
  set_height(side, {dot(p, frame.x), dot(p, frame.y), dot(p, frame.z)});
}

/// Computes the region that a side shares with the face of the other body, seen along the normal. `turn` is 1
/// if the face runs counter-clockwise, and -1 if it runs clockwise. Points outside an edge by less than
/// `rounding` are treated as on the edge, because the edge may be all that the bodies share.
SCREE_HD inline void cut_by_edges(const PatchSide& subject, int tag, const PatchSide& face, int face_tag,
                                  Real turn, Real rounding, Outline& outline) {
  const bool closed = subject.count > 2;
  outline.count = subject.count;
  for (int i = 0; i < subject.count; ++i) {
    const int before = i > 0 ? i - 1 : closed ? subject.count - 1 : no_edge - tag;
    outline.corner[i] = {subject.x[i], subject.y[i], tag + before, closed || i == 0 ? tag + i : no_edge};
  }
  for (int i = 0; i < face.count && outline.count > 0; ++i) {
    const int next = i + 1 == face.count ? 0 : i + 1;
    const Real ex = face.x[next] - face.x[i], ey = face.y[next] - face.y[i];
    const Real slack = rounding * (std::abs(ex) + std::abs(ey));
    outline.cut(face_tag + i, slack,
                [&](const Corner& c) { return turn * (ey * (c.x - face.x[i]) - ex * (c.y - face.y[i])); });
  }
}

/// Computes the region that a face shares with the other body's face or edge. Faces of A run
/// counter-clockwise, faces of B clockwise.
SCREE_HD inline void intersect(const PatchSide& a, const PatchSide& b, Real rounding, Outline& outline) {
  if (a.count > 2 && a.count <= few && b.count > 2 && b.count <= few &&
      intersect_by_signs(a, b, rounding, outline))
    return;
  b.count > 2 ? cut_by_edges(a, 0, b, side_capacity, -1, rounding, outline)
              : cut_by_edges(b, side_capacity, a, 0, 1, rounding, outline);
}

/// Returns the feature of a body at a patch corner: a vertex nearer than `merge`, else the edge that contains
/// the corner, else the feature of the side.
SCREE_HD inline Feature feature_at(const PolyhedronView& body, const PatchSide& side, int tag,
                                   const Corner& c, Real merge) {
  for (int half = 0; half < side.count; half += lanes) {
    unsigned near = 0;
    for (int i = 0; i < lanes; ++i) {
      const Real dx = side.x[half + i] - c.x, dy = side.y[half + i] - c.y;
      near |= static_cast<unsigned>(dx * dx + dy * dy < merge * merge) << static_cast<unsigned>(i);
    }
    if (near == 0) continue;
    const int i = half + std::countr_zero(near);
    const bool end = side.count == 2 && i == 1;
    return {Feature::Kind::vertex, end ? body.target(side.begin) : body.origin[side.halfedge(i)]};
  }
  for (const int edge : {c.in, c.out}) {
    if (edge >= tag && edge < tag + side.count) return edge_feature(body, side.halfedge(edge - tag));
  }
  return side.feature;
}

/// The patch projected along the normal: at most eight corners of the outline, and their shares.
struct SeenPatch {
  PatchSide a, b;
  Outline outline;
  Real share[ContactPatch::capacity];
  Real merge = 0;

  SCREE_HD int count() const { return outline.count; }
  SCREE_HD const Corner& corner(int i) const { return outline.corner[i]; }
  SCREE_HD Feature feature_a(const PolyhedronPair& pair, int i) const {
    return feature_at(pair.a, a, 0, corner(i), merge);
  }
  SCREE_HD Feature feature_b(const PolyhedronPair& pair, int i) const {
    return feature_at(pair.b, b, side_capacity, corner(i), merge);
  }
};

/// Finds the ends of the segment that two parallel edges share, seen along the normal. Returns false if the
/// edges cross, because they then share only one point.
SCREE_HD inline bool join_parallel_edges(Real most_offset, SeenPatch& patch) {
  const PatchSide &a = patch.a, &b = patch.b;
  const Real ax = a.x[1] - a.x[0], ay = a.y[1] - a.y[0], bx = b.x[1] - b.x[0], by = b.y[1] - b.y[0];
  const Real square = ax * ax + ay * ay;
  const auto along = [&](int i) { return ((b.x[i] - a.x[0]) * ax + (b.y[i] - a.y[0]) * ay) / square; };
  const Real s0 = along(0), s1 = along(1);  // positions along the edge of A, which runs from 0 to 1
  const Real low = std::max(0.0, std::min(s0, s1)), high = std::min(1.0, std::max(s0, s1));
  if (!((high - low) * (high - low) * square > patch.merge * patch.merge)) return false;
  const Real s[2] = {low, high};
  for (int i = 0; i < 2; ++i) {
    const Real t = (s[i] - s0) / (s1 - s0);
    const Real x = a.x[0] + s[i] * ax, y = a.y[0] + s[i] * ay;
    if (std::abs(b.x[0] + t * bx - x) + std::abs(b.y[0] + t * by - y) > most_offset) return false;
    patch.outline.corner[i] = {x, y, 0, side_capacity};
    patch.share[i] = 0.5;
  }
  patch.outline.count = 2;
  return true;
}

/// Clips a face by a face or an edge. Returns false if they share nothing. `centre`, if not null, is set to
/// the area and centre of the polygon before its corners are reduced.
SCREE_HD inline bool clip_sides(Real size, Real margin, SeenPatch& patch, Centre* centre) {
  const PatchSide &a = patch.a, &b = patch.b;
  Outline& outline = patch.outline;
  intersect(a, b, 1e-14 * size, outline);
  const auto overlap = [&](const Corner& c) { return a.height_at(c.x, c.y) - b.height_at(c.x, c.y); };
  if (margin < size)  // no overlap is less than minus the size
    outline.cut(no_edge, 0, [&](const Corner& c) { return -(overlap(c) + margin); });
  if (outline.count == 0) return false;
  if (centre != nullptr) *centre = centre_of(outline, patch.merge * patch.merge);
  if (outline.count < 3 || outline.count > ContactPatch::capacity ||
      has_negligible_corner(outline, patch.merge)) {
    int deepest = 0;
    Real most = overlap(outline.corner[0]);
    for (int i = 1; i < outline.count; ++i) {
      const Real here = overlap(outline.corner[i]);
      deepest = here > most ? i : deepest, most = here > most ? here : most;
    }
    simplify(outline, deepest, patch.merge, ContactPatch::capacity);
  }
  find_shares(outline, patch.share);
  return true;
}

/// The features of both bodies that are parallel to the common plane.
struct ParallelFeatures {
  Feature a, b;

  SCREE_HD ParallelFeatures(const PolyhedronPair& pair, const Contact& contact, Real slope)
      : a(parallel_feature(pair.a, contact.feature_a, contact.normal, slope)),
        b(parallel_feature(pair.b, contact.feature_b, pair.to_b(-contact.normal), slope)) {}
  SCREE_HD bool is_edge_on_face() const {
    using Kind = Feature::Kind;
    return (a.kind == Kind::edge && b.kind == Kind::face) || (a.kind == Kind::face && b.kind == Kind::edge);
  }
};

/// Computes the region that the parallel features of both bodies share. Returns false if one of them is a
/// vertex, or if they share nothing. The witnesses then form the patch.
SCREE_HD inline bool see_patch(const PolyhedronPair& pair, const Contact& contact,
                               const ParallelFeatures& features, const Frame& frame,
                               const PatchTolerance& tolerance, SeenPatch& patch, Centre* centre) {
  if (is_point(features.a) || is_point(features.b)) return false;
  make_side(pair.a, contact.feature_a, features.a, frame, patch.a);
  make_side(pair.b, contact.feature_b, features.b, frame.in_b(pair), patch.b);
  patch.merge = tolerance.merge * pair.size();
  if (patch.a.count > 2 || patch.b.count > 2)
    return clip_sides(pair.size(), tolerance.margin * pair.size(), patch, centre);
  if (!join_parallel_edges(Tolerance{}.feature * pair.size(), patch)) return false;
  const Corner &p = patch.corner(0), &q = patch.corner(1);
  if (centre != nullptr) *centre = {0, 0.5 * (p.x + q.x), 0.5 * (p.y + q.y)};
  return true;
}

}  // namespace clip_detail

/// True if a contact has a patch: the bodies touch, or their gap is no more than the margin.
SCREE_HD inline bool has_patch(const PolyhedronPair& pair, const Contact& contact, Real margin) {
  return contact.status == Status::touching ||
         (contact.status == Status::separated && contact.overlap >= -margin * pair.size());
}

/// Returns the patch of a contact that any algorithm has found. The patch of touching bodies has at least one
/// point. The patch is empty if the gap is larger than the margin or if the query failed.
SCREE_HD inline ContactPatch contact_patch(const PolyhedronPair& pair, const Contact& contact,
                                           const PatchTolerance& tolerance = {}) {
  using namespace clip_detail;
  ContactPatch patch;
  patch.normal = contact.normal;
  if (!has_patch(pair, contact, tolerance.margin)) return patch;
  const Frame frame(contact);
  SeenPatch seen;
  Centre centre;
  const ParallelFeatures features(pair, contact, tolerance.slope);
  if (!see_patch(pair, contact, features, frame, tolerance, seen, &centre)) {
    patch.count = 1;
    patch.point[0] = {contact.point_a,   contact.point_b,  contact.overlap, 1,
                      contact.feature_a, contact.feature_b};
    patch.centroid = 0.5 * (contact.point_a + contact.point_b);
    return patch;
  }
  const auto top = [&](Real x, Real y) { return seen.a.height_at(x, y); };
  const auto bottom = [&](Real x, Real y) { return seen.b.height_at(x, y); };
  patch.area = centre.area;
  patch.centroid =
      frame.from(centre.x, centre.y, 0.5 * (top(centre.x, centre.y) + bottom(centre.x, centre.y)));
  patch.count = seen.count();
  for (int i = 0; i < patch.count; ++i) {
    const Corner& c = seen.corner(i);
    const Real high = top(c.x, c.y), low = bottom(c.x, c.y);
    patch.point[i] = {frame.from(c.x, c.y, high), frame.from(c.x, c.y, low), high - low, seen.share[i],
                      seen.feature_a(pair, i),    seen.feature_b(pair, i)};
  }
  return patch;
}

}  // namespace scree
