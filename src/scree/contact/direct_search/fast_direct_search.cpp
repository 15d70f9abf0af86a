#include "scree/contact/direct_search/fast_direct_search.hpp"

#include "scree/contact/direct_search/contact_region.hpp"
#include "scree/contact/direct_search/region_search.hpp"
#include "scree/contact/direct_search/search_result.hpp"

namespace scree {

struct PolyhedronRegion : PolyhedronFeatures {
  using RegionSide = scree::RegionSide;
  static constexpr bool climbs_first = false;
  static constexpr bool keeps_near_features = false;

  static int climb(const PolyhedronView& body, Vec3 direction, int start) {
    return region_detail::climb(body, direction, start);
  }
  static bool gather(const PolyhedronView& body, Vec3 direction, Real depth, RegionSide& side) {
    return region_detail::gather(body, direction, depth, side);
  }

  /// Returns a function that computes the height of a vertex of the other body over a face. The plane of the
  /// face is transformed once for all vertices.
  static auto heights_over(const SearchPair& pair, bool of_b, int f) {
    const Vec3 n = of_b ? pair.normal_b(f) : pair.normal_a(f);
    const Vec3 normal = of_b ? n : pair.to_b(n);
    const Real shift = dot(n, pair.translation);
    const Real offset = pair.body(of_b).face_offset(f) + (of_b ? shift : -shift);
    return
        [normal, offset, &other = pair.body(!of_b)](int v) { return dot(normal, other.vertex(v)) - offset; };
  }

  template <class Visit>
  static void for_edges_at(const PolyhedronView& body, int v, Visit visit) {
    for_edges_of(body, vertex_feature(v), [&](int edge) {
      visit(body.vertex(body.origin[edge] == v ? body.target(edge) : body.origin[edge]) - body.vertex(v));
    });
  }

  /// True if the vertex lies behind every other face in the region by more than the tolerance plus the
  /// sideways reach.
  static bool over_inside(VertexCheck& check, const RegionSide& side, int face, Real sideways) {
    const PolyhedronView& other = check.other;
    for (int i = 0; i < side.faces; ++i) {
      const int f = side.face[i];
      if (f == face) continue;
      ++check.list.cost.feature_pairs;
      if (dot(other.face_normal[f], check.x) - other.face_offset(f) > -(check.pair.reach + sideways))
        return false;
    }
    return true;
  }

  /// Returns the face of a body on which all contacts lie, or -1.
  static int facet_of(const ContactList& list, bool of_b) {
    const int face = feature_of(list.contact[0], of_b).id;
    for (int i = 0; i < list.count; ++i) {
      if (!(feature_of(list.contact[i], of_b) == face_feature(face))) return -1;
    }
    return face;
  }

  static void check_region_crossings(const SearchPair& pair, RegionIn<PolyhedronRegion>& region,
                                     ContactList& list) {
    find_edge_boxes(pair, region);
    for (int i = 0; i < region.a.edges; ++i) {
      for (int k = 0; k < region.b.edges; ++k) {
        if (region.a.box[i].meets(region.b.box[k]))
          check_crossing(pair, region.a.edge[i], region.b.edge[k], list);
      }
    }
  }

  static Vec3 normal_of_edges(const SearchPair& pair, const SearchState& state) {
    if (state.type != ContactType::crossing_edges) return state.normal;
    Crossing x = cross_lines(pair, state.feature_a.id, state.feature_b.id);
    if (x.parallel) return state.normal;
    find_common_normal(pair, state.feature_a.id, x);
    return x.normal;
  }
};

template struct FastDirectSearchOf<PolyhedronRegion, PolyhedronPair, Pose, Cache>;

}  // namespace scree
