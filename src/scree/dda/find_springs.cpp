#include "scree/dda/find_springs.hpp"

#include "scree/contact/common_plane/fast_common_plane.hpp"
#include "scree/contact/direct_search/direct_search.hpp"
#include "scree/contact/direct_search/fast_direct_search.hpp"
#include "scree/contact/gjk_td/gjk_td.hpp"
#include "scree/contact/patch/clip.hpp"
#include "scree/parallel.hpp"
#include "scree/planar/direct_search/direct_search.hpp"
#include "scree/planar/direct_search/fast_direct_search.hpp"
#include "scree/planar/gjk_td/gjk_td.hpp"
#include "scree/planar/patch/manifold.hpp"
#include "scree/world/detect/touch_planar.hpp"
#include "scree/world/forces/contact_bodies.hpp"

#include <algorithm>
#include <limits>

namespace scree::dda {
namespace {

/// One contact of a pair, in the world frame.
struct Found {
  std::uint64_t key;
  Vec3 on_a, on_b, normal;
  Real gap;
};

/// Corners of a polygon within `reach` of its supporting line along `out`, sorted from left to right.
class NearCorners {
 public:
  NearCorners(const PolygonPair& pair, bool of_b, Vec2 out, Real reach) {
    const int count = pair.body(of_b).vertex_count;
    Real top = -std::numeric_limits<Real>::infinity();
    for (int v = 0; v < count; ++v) top = std::max(top, dot(out, pair.point(of_b, v)));
    for (int v = 0; v < count; ++v) {
      const Vec2 p = pair.point(of_b, v);
      if (dot(out, p) >= top - reach) corners_.push_back({p, v});
    }
  }
  void sort(Vec2 along) {
    std::ranges::sort(corners_, [&](const Corner& p, const Corner& q) {
      return dot(along, p.point) < dot(along, q.point);
    });
  }
  Vec2 left() const { return corners_.front().point; }
  Vec2 right() const { return corners_.back().point; }

  /// Returns the point of the outline at a coordinate along the line.
  Vec2 at(Vec2 along, Real coordinate) const {
    for (std::size_t i = 1; i < corners_.size(); ++i) {
      const Vec2 p = corners_[i - 1].point, q = corners_[i].point;
      const Real from = dot(along, p), span = dot(along, q) - from;
      if (coordinate <= from + span && span > 0)
        return p + std::max((coordinate - from) / span, 0.0) * (q - p);
    }
    return right();
  }
  Feature nearest(Vec2 along, Real coordinate) const {
    const auto off = [&](const Corner& c) { return std::abs(dot(along, c.point) - coordinate); };
    return {Feature::Kind::vertex, std::ranges::min_element(corners_, {}, off)->id};
  }

 private:
  struct Corner {
    Vec2 point;
    int id;
  };
  std::vector<Corner> corners_;
};

/// Finds the contacts of the pairs of one batch and makes springs from them.
class BatchSearch {
 public:
  BatchSearch(World& w, Real tolerance, Real h, int first_polygons)
      : w_(w),
        in_{&w.bodies, &w.shapes, &w.walls, &w.materials, true, 0},
        tolerance_(tolerance),
        h_(h),
        first_polygons_(first_polygons) {}

  void search(const Batch& batch, const BatchContacts& before, std::vector<Spring>& springs,
              SearchPaths& counts) {
    auto touched = before.touching.begin();  // sorted by pair, like the batch
    for (int p = batch.begin; p < batch.end; ++p) {
      while (touched != before.touching.end() && touched->pair < p) ++touched;
      const bool touched_before = touched != before.touching.end() && touched->pair == p;
      found_.clear();
      const ListedPair& pair = w_.pairs.pairs[p];
      if (!is_free(pair.a) && (with_wall(pair.kind) || !is_free(pair.b))) continue;
      if (pair.kind == PairKind::polyhedron_polyhedron) two_polyhedra(p, pair, counts);
      if (pair.kind == PairKind::polygon_polygon) two_polygons(p, pair, counts);
      if (pair.kind == PairKind::polyhedron_plane) polyhedron_on_plane(pair);
      if (pair.kind == PairKind::polygon_plane) polygon_on_line(pair);
      for (const Found& f : found_)
        springs.push_back(spring_of(p, pair, f, touched_before ? &*touched : nullptr, before));
    }
  }

 private:
  World& w_;
  DetectInput in_;
  Real tolerance_, h_;
  int first_polygons_;  // index of the first pair of polygons
  std::vector<Found> found_;

  bool is_free(int body) const { return w_.bodies.freedom[body] == Freedom::free; }

  template <class List>
  void take(const List& list, const auto& to_world, const auto& turn_to_world) {
    for (int i = 0; i < list.count; ++i) {
      const auto& c = list.contact[i];
      found_.push_back({key_of(c.feature_a, c.feature_b), to_world(c.point_a), to_world(c.point_b),
                        turn_to_world(c.normal), c.distance});
    }
  }

  template <class List>
  static void count(const List& list, bool known, SearchPaths& counts) {
    ++(known ? counts.updated : counts.initial);
    if (list.status == Status::separated) ++counts.excluded;
    if (list.status == Status::failed) ++counts.deep;
  }

  void two_polyhedra(int p, const ListedPair& pair, SearchPaths& counts) {
    const Bodies& bodies = w_.bodies;
    const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
    const Real reach = bodies.radius[pair.a] + bodies.radius[pair.b] + tolerance_;
    if (length_squared(between) > reach * reach) return;
    const PolyhedronView a = view_of(in_, pair.a), b = view_of(in_, pair.b);
    const Pose b_in_a = relative(bodies, pair, between);
    const Pose frame = bodies.pose(pair.a);
    const auto to_world = [&](Vec3 x) { return transform(frame, x); };
    const auto turn_to_world = [&](Vec3 x) { return rotate(frame.orientation, x); };
    SearchState& state = w_.dda.searches[p];
    const bool known = state.known, direct = w_.settings.dda.detector == Detector::direct_search;
    if (w_.settings.dda.detector == Detector::fast_common_plane) {
      ++counts.initial;
      Cache& cache = w_.pairs.memories[p].cache;
      return take_patch(a, b, b_in_a, FastCommonPlane::collide(a, b, b_in_a, cache), to_world, turn_to_world);
    }
    const ContactList list = direct ? DirectSearch::find(a, b, b_in_a, tolerance_)
                                    : FastDirectSearch::update(a, b, b_in_a, tolerance_, state);
    count(list, known && !direct, counts);
    if (list.status == Status::touching) return take(list, to_world, turn_to_world);
    if (list.status != Status::failed) return;
    state = {};
    Cache cache;
    take_patch(a, b, b_in_a, GjkTd::collide(a, b, b_in_a, cache), to_world, turn_to_world);
  }

  /// Adds the corners of the contact patch, or the closest points of bodies that are apart.
  void take_patch(const PolyhedronView& a, const PolyhedronView& b, const Pose& b_in_a,
                  const Contact& contact, const auto& to_world, const auto& turn_to_world) {
    if (contact.status == Status::failed || -contact.overlap > tolerance_) return;
    const PolyhedronPair pair(a, b, b_in_a);
    const ContactPatch patch = contact_patch(pair, contact, {.margin = tolerance_ / pair.size()});
    for (int i = 0; i < patch.count; ++i) {
      const ContactPatch::Point& c = patch.point[i];
      found_.push_back({point_key(c), to_world(c.a), to_world(c.b), turn_to_world(patch.normal), -c.overlap});
    }
  }

  void two_polygons(int p, const ListedPair& pair, SearchPaths& counts) {
    const Bodies& bodies = w_.bodies;
    const Vec3 between = bodies.position[pair.b] - bodies.position[pair.a];
    const Real reach = bodies.radius[pair.a] + bodies.radius[pair.b] + tolerance_;
    if (length_squared(between) > reach * reach) return;
    const PlanarPose frame = planar_pose(bodies, pair.a);
    const PlanarRotation back = inverse(frame.orientation);
    const PlanarPose b_in_a{back * in_plane(between), back * turn_of(bodies.orientation[pair.b])};
    const PolygonView a = polygon_view(in_, pair.a), b = polygon_view(in_, pair.b);
    const auto in_space = [](Vec2 x) { return Vec3{x.x, x.y, 0}; };
    const auto to_world = [&](Vec2 x) { return in_space(transform(frame, x)); };
    const auto turn_to_world = [&](Vec2 x) { return in_space(frame.orientation * x); };
    planar::SearchState& state = w_.dda.planar_searches[p - first_polygons_];
    const bool known = state.known, direct = w_.settings.dda.detector == Detector::direct_search;
    const PlanarContactList list = direct ? planar::DirectSearch::find(a, b, b_in_a, tolerance_)
                                          : planar::FastDirectSearch::update(a, b, b_in_a, tolerance_, state);
    count(list, known && !direct, counts);
    if (list.status == Status::touching) return take(list, to_world, turn_to_world);
    if (list.status != Status::failed) return;
    state = {};
    PlanarCache cache;
    const PlanarContact contact = planar::GjkTd::collide(a, b, b_in_a, cache);
    const PolygonPair placed(a, b, b_in_a);
    if (list.overflow && take_ends(placed, contact, to_world, turn_to_world)) return;
    const PlanarManifold manifold = manifold_of(placed, contact);
    for (int i = 0; i < manifold.count; ++i) {
      const PlanarManifoldPoint& m = manifold.point[i];
      const Vec3 middle = to_world(m.position), n = turn_to_world(m.normal);
      found_.push_back(
          {m.key, middle + (0.5 * m.overlap) * n, middle - (0.5 * m.overlap) * n, n, -m.overlap});
    }
  }

  /// Adds both ends of the segment along which two polygons with many corners touch, and the deepest point.
  /// Returns false if they touch at a single point only.
  bool take_ends(const PolygonPair& pair, const PlanarContact& contact, const auto& to_world,
                 const auto& turn_to_world) {
    const Vec2 n = contact.normal, along = turned_left(n);
    NearCorners a(pair, false, n, tolerance_), b(pair, true, -n, tolerance_);
    a.sort(along), b.sort(along);
    const Real from = std::max(dot(along, a.left()), dot(along, b.left())),
               to = std::min(dot(along, a.right()), dot(along, b.right()));
    if (!(to - from > 1e-6 * pair.size())) return false;
    for (const Real end : {from, to}) {
      const Vec2 p = a.at(along, end), q = b.at(along, end);
      const std::uint64_t key = key_of(a.nearest(along, end), b.nearest(along, end));
      if (dot(n, q - p) <= tolerance_)
        found_.push_back({key, to_world(p), to_world(q), turn_to_world(n), dot(n, q - p)});
    }
    const Real deepest = dot(along, contact.point_a);
    if (deepest > from && deepest < to) {
      found_.push_back({key_of(contact.feature_a, contact.feature_b), to_world(contact.point_a),
                        to_world(contact.point_b), turn_to_world(n), -contact.overlap});
    }
    return true;
  }

  void add_on_plane(const HalfSpace& plane, Vec3 corner, int vertex) {
    const Real height = dot(plane.normal, corner) - plane.offset;
    if (height > tolerance_) return;
    found_.push_back({static_cast<std::uint64_t>(vertex) + 1, corner, corner - height * plane.normal,
                      -plane.normal, height});
  }

  void polyhedron_on_plane(const ListedPair& pair) {
    const HalfSpace plane = w_.walls.plane_world(pair.b);
    const PolyhedronView body = view_of(in_, pair.a);
    const Pose pose = w_.bodies.pose(pair.a);
    for (int v = 0; v < body.vertex_count; ++v) add_on_plane(plane, transform(pose, body.vertex(v)), v);
  }

  void polygon_on_line(const ListedPair& pair) {
    const HalfSpace plane = w_.walls.plane_world(pair.b);
    const PolygonView body = polygon_view(in_, pair.a);
    const PlanarPose pose = planar_pose(w_.bodies, pair.a);
    for (int v = 0; v < body.vertex_count; ++v) {
      const Vec2 corner = transform(pose, body.vertex(v));
      add_on_plane(plane, {corner.x, corner.y, 0}, v);
    }
  }

  /// Returns the displacement of a point in the step, for a body or wall whose motion is not an unknown.
  static Vec3 displacement(const ContactBody& body, Vec3 point, Real h) {
    return h * body.velocity_at(point);
  }

  Spring spring_of(int p, const ListedPair& pair, const Found& f, const TouchingPair* touched,
                   const BatchContacts& before) const {
    const ContactBody a = contact_body(w_, pair.a), b = second_body(w_, pair);
    const ContactProperties& properties = properties_of(w_, pair);
    Spring s;
    s.pair = p;
    s.a = pair.a;
    s.b = with_wall(pair.kind) ? -1 : pair.b;
    s.key = f.key;
    s.point = 0.5 * (f.on_a + f.on_b);
    s.arm_a = f.on_a - a.origin;
    s.arm_b = f.on_b - b.origin;
    s.normal = f.normal, s.gap = f.gap;
    if (b.inverse_mass == 0) s.driven += displacement(b, f.on_b, h_);
    if (a.inverse_mass == 0) s.driven -= displacement(a, f.on_a, h_);
    s.stiffness = properties.normal_stiffness;
    s.tangential_stiffness = properties.tangential_stiffness;
    const Compliance move_a = a.compliance(s.point, s.normal), move_b = b.compliance(s.point, s.normal);
    const Real normal = move_a.normal + move_b.normal, tangential = move_a.tangential + move_b.tangential;
    if (normal > 0) s.damping = 2 * properties.damping_ratio * std::sqrt(s.stiffness / normal);
    if (tangential > 0)
      s.tangential_damping = 2 * properties.damping_ratio * std::sqrt(s.tangential_stiffness / tangential);
    s.friction = properties.friction;
    const Vec3 speed = b.velocity_at(f.on_b) - a.velocity_at(f.on_a);
    if (s.gap < 0 || s.gap + h_ * dot(speed, s.normal) < 0) s.state = State::lock;
    if (touched == nullptr) return s;
    for (int i = touched->first; i < touched->first + touched->count; ++i) {
      const PointHistory& old = before.histories[i];
      if (old.key != s.key) continue;
      s.shear = old.spring - dot(old.spring, s.normal) * s.normal;
      s.state = State::lock;
      if (s.tangential_stiffness > 0) s.holding = old.stiffness / s.tangential_stiffness;
    }
    return s;
  }
};

/// Returns the index of the first pair of a kind in the list.
int first_of(const std::vector<ListedPair>& pairs, PairKind kind) {
  const auto found = std::lower_bound(pairs.begin(), pairs.end(), kind,
                                      [](const ListedPair& p, PairKind k) { return p.kind < k; });
  return static_cast<int>(found - pairs.begin());
}
int count_of(const std::vector<ListedPair>& pairs, PairKind kind) {
  return first_of(pairs, static_cast<PairKind>(static_cast<int>(kind) + 1)) - first_of(pairs, kind);
}

/// Moves the search states of pairs that are in both lists to their new indices.
template <class State>
void carry(std::vector<State>& states, const std::vector<ListedPair>& old_pairs,
           const std::vector<ListedPair>& pairs, PairKind kind) {
  const int old_first = first_of(old_pairs, kind), first = first_of(pairs, kind);
  const int old_count = static_cast<int>(states.size());
  std::vector<State> now(count_of(pairs, kind));
  for (int i = 0, o = 0; i < static_cast<int>(now.size()); ++i) {
    while (o < old_count && old_pairs[old_first + o] < pairs[first + i]) ++o;
    if (o < old_count && old_pairs[old_first + o] == pairs[first + i]) now[i] = states[o];
  }
  states = std::move(now);
}

}  // namespace

Real shortest_edge(const World& w) {
  Real shortest = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < w.bodies.count(); ++i) {
    const Shape& shape = w.shapes[w.bodies.shape[i]];
    if (shape.kind == ShapeKind::polyhedron) {
      const PolyhedronView body = view(w.shapes.polyhedra[shape.index], w.bodies.scale[i]);
      for (int h = 0; h < body.halfedge_count; ++h)
        shortest = std::min(shortest, length(body.vertex(body.target(h)) - body.vertex(body.origin[h])));
    } else if (shape.kind == ShapeKind::polygon) {
      const PolygonView body = view(w.shapes.polygons[shape.index], w.bodies.scale[i]);
      for (int v = 0; v < body.vertex_count; ++v)
        shortest = std::min(shortest, length(body.vertex(body.next(v)) - body.vertex(v)));
    }
  }
  return shortest;
}

void find_neighbours(World& w, Real tolerance) {
  PairList& list = w.pairs;
  const bool wider = list.skin < 2 * tolerance;
  if (wider) list.skin = 3 * tolerance;
  const bool known = w.dda.searches.size() + w.dda.planar_searches.size() ==
                     static_cast<std::size_t>(count_of(list.pairs, PairKind::polyhedron_polyhedron) +
                                              count_of(list.pairs, PairKind::polygon_polygon));
  if (!known) {  // the world was just loaded and has no search states
    w.dda.searches.assign(count_of(list.pairs, PairKind::polyhedron_polyhedron), {});
    w.dda.planar_searches.assign(count_of(list.pairs, PairKind::polygon_polygon), {});
  }
  if (!wider && !list.outdated(w.bodies, w.walls, tolerance)) return;
  const std::vector<ListedPair> old_pairs = list.pairs;
  list.rebuild(w.bodies, w.shapes, w.walls);
  rebatch(w.contacts, indices_in(old_pairs, list.pairs), list);
  carry(w.dda.searches, old_pairs, list.pairs, PairKind::polyhedron_polyhedron);
  carry(w.dda.planar_searches, old_pairs, list.pairs, PairKind::polygon_polygon);
}

std::vector<Spring> find_springs(World& w, Real tolerance, Real h) {
  w.dda.tolerance = tolerance;
  const int batches = static_cast<int>(w.pairs.batches.size());
  std::vector<std::vector<Spring>> of_batch(batches);
  std::vector<SearchPaths> counts(batches);
  const int first_polygons = first_of(w.pairs.pairs, PairKind::polygon_polygon);
  SharedRange range(batches);
  const auto search_batches = [&](int, int) {
    range.for_each([&](int k) {
      BatchSearch search(w, tolerance, h, first_polygons);
      search.search(w.pairs.batches[k], w.contacts.batches[k], of_batch[k], counts[k]);
    });
  };
  on_team(search_batches, batches > 4 ? batches : 1);
  std::vector<Spring> all;
  for (int k = 0; k < batches; ++k) {
    all.insert(all.end(), of_batch[k].begin(), of_batch[k].end());
    w.dda.paths += counts[k];
  }
  return all;
}

}  // namespace scree::dda
