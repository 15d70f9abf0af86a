// A surface made of flat pieces that bodies touch from one side: the walls that come from meshes, open or
// closed. Neighbours in one plane form one flat, cut into few convex facets, so that a body that rolls or
// slides over the seams of a triangulation does not feel them.
//
// Facets run counter-clockwise seen from the free side, as the triangles of STL files do.
#pragma once

#include "scree/shape/half_space.hpp"
#include "scree/shape/polyhedron.hpp"
#include "scree/shape/surface/bvh.hpp"

#include <filesystem>

namespace scree {

/// How the free side goes on beyond an edge.
enum class FacetEdgeKind : unsigned char {
  inner,    // in the same plane
  concave,  // rises: the edge cannot be touched by itself
  convex,   // falls off
  open,     // ends
};

/// An edge of a facet, from one corner to the next.
struct FacetEdge {
  FacetEdgeKind kind = FacetEdgeKind::open;
  Vec3 outward;        // in the plane of the facet, unit, away from it
  Real offset = 0;     // outward . x = offset on the edge
  int flat = -1;       // on the other side, none: -1
  Vec3 inward_beyond;  // in the plane of that flat, unit, away from the edge

  bool ends_contact() const { return kind == FacetEdgeKind::convex || kind == FacetEdgeKind::open; }
};

struct Flat {
  HalfSpace plane;
  int begin = 0, end = 0;  // its facets
};

/// Of the solid behind a facet, part of the diagonal of its box.
inline constexpr Real solid_thickness = 0.01;

struct FacetMesh {
  std::vector<Vec3> vertices;
  std::vector<int> facet_begin = {0};  // corners of facet f: [facet_begin[f], facet_begin[f + 1])
  std::vector<int> corner;             // vertices
  std::vector<FacetEdge> edge;         // from each corner to the next one of its facet
  std::vector<int> flat_of;            // each facet
  std::vector<Flat> flats;
  std::vector<Box> box;  // of each facet
  Bvh tree;              // over the boxes
  // What is behind each facet, as thin solids: they tell in which direction a body leaves over an edge.
  std::vector<int> solid_of;  // facet; -1 where no edge of its flat ends a contact
  std::vector<Polyhedron> solids;
  // Around each vertex: unit vectors along its edges, and the flats that meet there (ascending).
  std::vector<std::vector<Vec3>> spokes;
  std::vector<std::vector<int>> flats_at;
  Real size = 0;  // diagonal of the bounding box

  int facet_count() const { return static_cast<int>(flat_of.size()); }
  int next_corner(int facet, int c) const {
    return c + 1 == facet_begin[facet + 1] ? facet_begin[facet] : c + 1;
  }
};

/// From any surface of polygons or triangles. Throws an Error where there is no face, a face has no area or
/// is not planar, or neighbours have opposite winding. Only polyhedra that reach over edges need the solids.
FacetMesh make_facet_mesh(const Surface& surface, bool with_solids = true);

/// The surface of a wall from a .stl or .obj file: like read_surface, but it may be open. Vertices of STL
/// files that coincide are welded.
Surface read_wall_surface(const std::filesystem::path& path);

}  // namespace scree
