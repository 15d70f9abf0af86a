#include "scree/contact/shortest_link.hpp"

#include "scree/contact/link_direct.hpp"
#include "scree/contact/witness.hpp"

namespace scree {
namespace {

using Kind = Feature::Kind;

constexpr int iteration_limit = 100;  // most seen in a query on three million random pairs: 22
constexpr int separation_limit = 16;
constexpr Real proof_slack = 1e-9;  // how much longer than its gap a link may be; faces are planar to this
constexpr Real short_link = 1e-3;   // below this part of the size the features give the better direction
constexpr Real weak_link = 1e-4;    // below this part of the size rounding may turn a link noticeably
constexpr Real weak_slack = 1e-10;  // proof asked of a weak link
constexpr Real margin = 1e-3;       // left between separated bodies, part of the smaller radius

struct LinkSearch {
  enum class End : unsigned char { shortest, overlapping, unfinished };
  Link link;
  int iterations = 0;
  End end = End::unfinished;
};

SCREE_HD Walk closest_on_a(const PolyhedronPair& pair, const Link& link, Real snap) {
  return walk_to_closest(pair.a, link.a, link.b.point, snap);
}

/// Walks in B's own frame; the end is given in A's.
SCREE_HD Walk closest_on_b(const PolyhedronPair& pair, const Link& link, Real snap) {
  const SurfacePoint from{pair.to_b(link.b.point - pair.translation), link.b.feature};
  Walk walk = walk_to_closest(pair.b, from, pair.to_b(link.a.point - pair.translation), snap);
  const Feature end = walk.end.feature;
  walk.end.point =
      end.kind == Kind::vertex ? pair.vertex_b(end.id) : pair.rotation * walk.end.point + pair.translation;
  return walk;
}

/// Replaces the link by direct ones unless they are longer: from faces to an edge and a face to edges, three
/// at most. Equal but for rounding counts, since the direct ends are right to more digits than their distance
/// shows.
SCREE_HD void shorten_directly(const PolyhedronPair& pair, Real snap, Link& link) {
  Link direct;
  for (int i = 0; i < 3 && direct_link(pair, link, snap, direct); ++i) {
    if (std::sqrt(length_squared(direct)) > std::sqrt(length_squared(link)) + 1e-3 * snap) return;
    link = direct;
  }
}

/// Section 3.5: to and fro from a first link, which may be stale but for its features.
SCREE_HD LinkSearch find_link(const PolyhedronPair& pair, const Link& start) {
  const Real snap = link_snap * pair.size();
  LinkSearch search;
  search.link = start;
  Link& link = search.link;
  bool stopped = false;
  int idle = 0;
  Real shortest = std::numeric_limits<Real>::infinity();
  const auto move = [&](bool on_b) {
    const Walk walk = on_b ? closest_on_b(pair, link, snap) : closest_on_a(pair, link, snap);
    if (walk.inside) search.end = LinkSearch::End::overlapping;
    stopped = stopped || walk.inside || !walk.finished;
    SurfacePoint& end = on_b ? link.b : link.a;
    const bool moved = length_squared(walk.end.point - end.point) > snap * snap;
    end = walk.end;
    return moved;
  };
  // The larger feature first meets the smaller, whose place is known better. Two edges say everything without
  // it.
  const Kind on_a = start.a.feature.kind, on_b = start.b.feature.kind;
  if (on_a != Kind::edge || on_b != Kind::edge) move(on_a <= on_b);
  while (!stopped && search.iterations < iteration_limit) {
    ++search.iterations;
    shorten_directly(pair, snap, link);
    const bool a_moved = move(false);
    if (stopped) break;
    const bool b_moved = move(true);
    if (stopped) break;
    if (length_squared(link) <= snap * snap) {
      search.end = LinkSearch::End::overlapping;
      break;
    }
    // Each end is the closest to the other: both planes across the link support their bodies. All but
    // parallel features have many links equal but for rounding; there the ends may move for ever, but not
    // shorten the link.
    const Real length_now = std::sqrt(length_squared(link));
    idle = length_now > shortest - 1e-3 * snap ? idle + 1 : 0;
    shortest = length_now < shortest ? length_now : shortest;
    if ((!a_moved && !b_moved) || idle >= 4) {
      search.end = LinkSearch::End::shortest;
      break;
    }
  }
  return search;
}

struct CommonPlane {
  Vec3 normal;
  Real gap = 0;
};

/// The normal that two features fix whatever the length of the link; false when they fix none.
SCREE_HD bool feature_normal(const PolyhedronPair& pair, const Link& link, Vec3& normal) {
  const LinkSide a{pair, false}, b{pair, true};
  const Feature on_a = link.a.feature, on_b = link.b.feature;
  if (on_a.kind == Kind::face) {
    normal = a.normal(on_a.id);
    return true;
  }
  if (on_b.kind == Kind::face) {
    normal = -b.normal(on_b.id);
    return true;
  }
  if (on_a.kind != Kind::edge || on_b.kind != Kind::edge) return false;
  const LinkSegment x = edge_segment(a, on_a), y = edge_segment(b, on_b);
  const Vec3 u = normalized(x.to.point - x.from.point), v = normalized(y.to.point - y.from.point);
  const Vec3 across = cross(u, v);
  const Real size = length(across);
  if (size < 1e-6) return false;  // nearer to parallel the product is noise
  const Vec3 outward = a.normal(pair.a.face[on_a.id]) + a.normal(pair.a.face[pair.a.twin[on_a.id]]);
  normal = (dot(across, outward) < 0 ? -1 / size : 1 / size) * across;
  return true;
}

/// The perpendicular bisector of a link, with the gap between the bodies across it.
SCREE_HD CommonPlane bisector(const PolyhedronPair& pair, const Link& link) {
  const Vec3 difference = link.b.point - link.a.point;
  const Real distance = length(difference);
  CommonPlane plane;
  const bool fixed = distance < short_link * pair.size() && feature_normal(pair, link, plane.normal);
  if (fixed) plane.gap = pair.gap(plane.normal);
  if (fixed && distance - plane.gap <= link_snap * pair.size()) return plane;
  if (distance > 0) {
    const Vec3 along = difference / distance;
    const Real gap = pair.gap(along);
    if (!fixed || gap > plane.gap) plane = {along, gap};
  }
  return plane;
}

/// A query under way: the best plane so far and the link to go on from.
struct Query {
  const PolyhedronPair& pair;
  const Tolerance& tolerance;
  CommonPlane plane;
  Link link;
  int iterations = 0;
  bool failed = false;

  SCREE_HD bool apart() const { return plane.gap > tolerance.touching * pair.size(); }
};

/// Moves B away along the normal until the bodies are apart, takes the common plane there and brings B back;
/// again from that plane while the overlap lessens. If g is the gap along n and m that along the plane found
/// after moving by s, m is best after the move, so m + s n.m >= g + s: no round is worse than the one before.
SCREE_HD void separate(Query& query) {
  const PolyhedronPair& pair = query.pair;
  const Real spare = margin * (pair.a.bounding_radius < pair.b.bounding_radius ? pair.a.bounding_radius
                                                                               : pair.b.bounding_radius);
  for (int i = 0; i < separation_limit; ++i) {
    const Vec3 shift = (spare - query.plane.gap) * query.plane.normal;
    PolyhedronPair moved = pair;
    moved.translation += shift;
    Link start = query.link;
    start.b.point += shift;
    const LinkSearch search = find_link(moved, start);
    query.iterations += search.iterations;
    if (search.end != LinkSearch::End::shortest) {
      query.failed = true;
      return;
    }
    CommonPlane plane = bisector(moved, search.link);
    plane.gap = pair.gap(plane.normal);
    const bool same_features = link_detail::same(search.link.a.feature, query.link.a.feature) &&
                               link_detail::same(search.link.b.feature, query.link.b.feature);
    const Real gained = plane.gap - query.plane.gap;
    query.link = search.link;
    query.link.b.point -= shift;
    if (gained > 0) query.plane = plane;
    Vec3 fixed;
    // The same features that fix a normal would give it again.
    if (gained <= link_snap * pair.size() || (same_features && feature_normal(pair, query.link, fixed)))
      return;
  }
}

/// Corners of a feature for the cache: v v v, u v v or u v w.
SCREE_HD void remember(const PolyhedronView& body, Feature feature, int* vertex) {
  const int h = feature.kind == Kind::face ? body.face_begin[feature.id] : feature.id;
  const bool point = feature.kind == Kind::vertex;
  vertex[0] = point ? feature.id : body.origin[h];
  vertex[1] = point ? feature.id : body.target(h);
  vertex[2] = feature.kind == Kind::face ? body.target(body.next(h)) : vertex[1];
}

/// The feature of three remembered vertices and a point in it. Vertices that another algorithm left are taken
/// as far as they go.
SCREE_HD SurfacePoint recall(const LinkSide& side, const int* vertex) {
  const PolyhedronView& body = side.body();
  const auto known = [&](int v) { return v >= 0 && v < body.vertex_count; };
  const int first = known(vertex[0]) ? vertex[0] : 0;
  const SurfacePoint corner{side.at(first), {Kind::vertex, first}};
  if (!known(vertex[1]) || vertex[1] == first) return corner;
  const int start = body.vertex_halfedge[first];
  int h = start;
  while (body.target(h) != vertex[1]) {
    h = body.next_around_vertex(h);
    if (h == start) return corner;
  }
  const int third = body.target(body.next(h));
  if (vertex[2] != third) return {0.5 * (side.at(first) + side.at(vertex[1])), edge_feature(body, h)};
  Vec3 sum;
  const int f = body.face[h], begin = body.face_begin[f], end = body.face_begin[f + 1];
  for (int k = begin; k < end; ++k) sum += side.at(body.origin[k]);
  return {sum / (end - begin), {Kind::face, f}};
}

/// The first plane and link: the last ones, or the bisector of the centroids and the extreme vertices towards
/// the other body.
SCREE_HD void start(Query& query, const Cache& cache) {
  const PolyhedronPair& pair = query.pair;
  const Real offset = length(pair.translation), axis = length(cache.axis);
  const bool warm = cache.size >= 3 && axis > 0.5 && axis < 2;
  query.plane.normal = warm ? cache.axis / axis : offset > 0 ? pair.translation / offset : Vec3{1, 0, 0};
  if (warm) {
    query.link = {recall({pair, false}, cache.vertex_a), recall({pair, true}, cache.vertex_b)};
    query.plane.gap = pair.gap(query.plane.normal);
  } else {
    const int v = pair.support_a(query.plane.normal), w = pair.support_b(-query.plane.normal);
    query.link = {{pair.vertex_a(v), {Kind::vertex, v}}, {pair.vertex_b(w), {Kind::vertex, w}}};
    query.plane.gap = dot(query.plane.normal, query.link.b.point - query.link.a.point);
  }
}

SCREE_HD bool contains(const PolyhedronView& body, Vec3 p, Real slack) {
  for (int f = 0; f < body.face_count; ++f) {
    if (dot(body.face_normal[f], p) - body.face_offset(f) > slack) return false;
  }
  return true;
}

SCREE_HD bool common_point(const PolyhedronPair& pair, Vec3 p) {
  const Real slack = link_snap * pair.size();
  return contains(pair.a, p, slack) && contains(pair.b, pair.to_b(p - pair.translation), slack);
}

SCREE_HD Contact contact_from_plane(const Query& query) {
  Contact contact;
  contact.normal = query.plane.normal;
  contact.overlap = -query.plane.gap;
  contact.status = status_of(contact.overlap, query.pair, query.tolerance);
  find_features(query.pair, query.tolerance, contact);
  find_witnesses(query.pair, contact);
  return contact;
}

/// The bodies are apart and the link is proven. Where the features are parallel there are many links; the
/// witnesses are then the middle of what the features share, so that they do not depend on the start.
SCREE_HD Contact contact_from_link(const Query& query) {
  Contact contact = contact_from_plane(query);
  const Feature a = contact.feature_a, b = contact.feature_b;
  const bool corner = a.kind == Kind::vertex || b.kind == Kind::vertex;
  Vec3 fixed;
  const bool crossing =
      a.kind == Kind::edge && b.kind == Kind::edge && feature_normal(query.pair, {{{}, a}, {{}, b}}, fixed);
  if (corner || crossing) contact.point_a = query.link.a.point, contact.point_b = query.link.b.point;
  return contact;
}

}  // namespace

Contact ShortestLink::collide(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                              Cache& cache, const Tolerance& tolerance) {
  const PolyhedronPair pair(a, b, b_in_a);
  Query query{pair, tolerance, {}, {}, 0, false};
  start(query, cache);
  Contact contact;
  bool done = false;
  if (!query.apart()) {
    separate(query);
    if (!query.failed && !query.apart()) {
      contact = contact_from_plane(query);
      // A point in both bodies proves the verdict. Without one the best plane may be on the far side of
      // bodies that are apart.
      done = common_point(pair, contact.point_a) || common_point(pair, contact.point_b);
    }
  }
  if (!done && !query.failed) {
    const LinkSearch search = find_link(pair, query.link);
    query.iterations += search.iterations;
    if (search.end == LinkSearch::End::unfinished) query.failed = true;
    if (search.end == LinkSearch::End::shortest) {
      const Real distance = std::sqrt(length_squared(search.link));
      const CommonPlane plane = bisector(pair, search.link);
      const bool weak = distance < weak_link * pair.size();
      if (distance - plane.gap <= (weak ? weak_slack : proof_slack) * pair.size()) {
        query.plane = {plane.normal, distance};
        query.link = search.link;
        contact = contact_from_link(query);
        done = true;
      } else if (!weak) {
        query.failed = true;
      } else if (plane.gap > query.plane.gap) {
        query.plane = plane;
      }
    }
  }
  if (!done && !query.failed) {  // all but touching: the link has no direction of its own to trust
    separate(query);
    contact = contact_from_plane(query);
  }
  if (query.failed) contact = {};
  contact.iterations = query.iterations;
  cache = {};
  if (contact.status == Status::failed) return contact;
  cache.axis = contact.normal;
  cache.size = 3;
  remember(a, query.link.a.feature, cache.vertex_a);
  remember(b, query.link.b.feature, cache.vertex_b);
  return contact;
}

}  // namespace scree
