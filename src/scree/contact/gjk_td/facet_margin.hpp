// Measures the facet margin after a search. Later queries use the margin to prove the facet again. It states
// how much deeper all other faces of the polytope were, and how far the bodies may move before one of these
// faces can be nearer to the origin. facet_proof.hpp explains it.
#pragma once

#include "scree/contact/gjk_td/facet_proof.hpp"
#include "scree/contact/gjk_td/polytope.hpp"

namespace scree {

namespace facet_margin_detail {

/// True if a face of the polytope belongs to the facet. It then stays in the facet's plane, however the
/// bodies move.
SCREE_HD inline bool in_facet(const PolyhedronPair& pair, const Cache::Facet& facet, Origin origin,
                              const MinkowskiVertex* const (&t)[3]) {
  for (const MinkowskiVertex* v : t) {
    if (origin == Origin::edges) {
      const int ha = facet.feature_a, hb = facet.feature_b;
      if ((v->a != pair.a.origin[ha] && v->a != pair.a.target(ha)) ||
          (v->b != pair.b.origin[hb] && v->b != pair.b.target(hb)))
        return false;
      continue;
    }
    const bool of_a = origin == Origin::face_of_a;
    if (of_a ? v->b != facet.feature_b : v->a != facet.feature_a) return false;
    const PolyhedronView& body = of_a ? pair.a : pair.b;
    const int f = of_a ? facet.feature_a : facet.feature_b, corner = of_a ? v->a : v->b;
    bool on_face = false;
    for (int h = body.face_begin[f]; h < body.face_begin[f + 1]; ++h)
      on_face = on_face || body.origin[h] == corner;
    if (!on_face) return false;
  }
  return true;
}

}  // namespace facet_margin_detail

/// Returns the margin of a facet. `contact` contains the normal and depth of the facet. `limiting` is set to
/// the face that limits the motion most, or to -1 if no face limits it.
SCREE_HD inline FacetMargin measure_margin(const PolyhedronPair& pair, const Quat& rotation,
                                           const Polytope& polytope, const Cache::Facet& facet,
                                           const Contact& contact, int& limiting) {
  limiting = -1;
  const Origin origin = origin_of(facet);
  const Real size = pair.size(), diameter = 2 * pair.b.bounding_radius;
  Real motion_margin = most_motion * size, depth_margin = most_deeper * size;
  const Real depth_limit = contact.overlap + depth_margin, doubt = 1e-14 * size * size * size;
  const Vec3 reference = pair.b.vertex(facet.vertex_b[0]);
  for (int f = 0; f < polytope.faces(); ++f) {
    // The distance of a sliver has an error of up to doubt / area (Polytope::doubt).
    if ((polytope.distance(f) - depth_limit) * polytope.area(f) >= doubt) continue;
    const Real deeper = polytope.distance(f) - contact.overlap - doubt / polytope.area(f);
    const Polytope::Face face = polytope.face(f);
    const MinkowskiVertex* const t[3] = {&polytope.vertex(face.v[0]), &polytope.vertex(face.v[1]),
                                         &polytope.vertex(face.v[2])};
    if (deeper < 1e-9 * size && facet_margin_detail::in_facet(pair, facet, origin, t)) continue;
    if (!(deeper > 0) || face.area < 1e-9 * size * size) {
      limiting = f;
      return {};
    }
    Real farthest = 0;  // largest squared distance on B between the reference and a vertex of the face
    for (const MinkowskiVertex* v : t) {
      farthest = std::max(farthest, length_squared(pair.b.vertex(v->b) - reference));
    }
    const Real normal_change = length(face.normal - contact.normal),
               relative_arm = std::sqrt(farthest) / diameter;
    const Real weight = normal_change > relative_arm ? normal_change : relative_arm;
    depth_margin = deeper < depth_margin ? deeper : depth_margin;
    if (deeper < motion_margin * weight) motion_margin = deeper / weight, limiting = f;
  }
  return margin_of(pair, rotation, facet, contact.overlap, depth_margin, motion_margin);
}

}  // namespace scree
