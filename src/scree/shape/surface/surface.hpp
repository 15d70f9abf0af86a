// A polygonal surface from a file or a generator: vertices and faces that have not been checked. `clean`
// prepares it for a shape. The rest of Scree uses `Polyhedron` and `Mesh`, which check their surface.
#pragma once

#include "scree/math/vec.hpp"

#include <span>
#include <string>
#include <vector>

namespace scree {

struct Surface {
  std::vector<Vec3> vertices;  // relative to `origin`
  std::vector<int> face_begin = {
      0};  // the corners of face f are corner[face_begin[f]] .. corner[face_begin[f + 1] - 1]
  std::vector<int> corner;  // vertex indices, counter-clockwise seen from outside
  Vec3 origin;  // origin of `vertices` in the input frame, which keeps precision for distant bodies
  Real coordinate_error = 0;  // largest rounding of a coordinate in the source

  // Source of the surface, for messages: the file, such as "rock.obj", and the number of each face. This
  // number counts lines, triangles or faces of the file; `face_unit` says which.
  std::string source;
  std::string face_unit = "face";
  std::vector<int> face_location;  // empty: faces are numbered from 1

  int vertex_count() const { return static_cast<int>(vertices.size()); }
  int face_count() const { return static_cast<int>(face_begin.size()) - 1; }
  std::span<const int> face(int f) const {
    return {corner.data() + face_begin[f], static_cast<std::size_t>(face_begin[f + 1] - face_begin[f])};
  }
  void add_face(std::span<const int> loop) {
    corner.insert(corner.end(), loop.begin(), loop.end());
    face_begin.push_back(static_cast<int>(corner.size()));
  }
  void add_face(std::initializer_list<int> loop) { add_face(std::span(loop.begin(), loop.size())); }
};

/// Returns "rock.obj, line 12", "nut.stl, triangle 3", or "face 3" if the surface was not read from a file.
std::string where(const Surface& surface, int face);
/// Returns "rock.obj: " or nothing: the beginning of messages about the whole surface.
std::string where(const Surface& surface);
/// Describes a vertex by its coordinates in the input frame: "(0.5, 1, 0)".
std::string point_name(const Surface& surface, int vertex);

struct Box {
  Vec3 lower{1e300, 1e300, 1e300}, upper{-1e300, -1e300, -1e300};

  void include(Vec3 p) { lower = min(lower, p), upper = max(upper, p); }
  void include(const Box& b) { lower = min(lower, b.lower), upper = max(upper, b.upper); }
  Vec3 center() const { return 0.5 * lower + 0.5 * upper; }
  Real diagonal() const { return length(upper - lower); }
  bool contains(Vec3 p) const { return overlaps({p, p}); }
  bool overlaps(const Box& b) const {
    return lower.x <= b.upper.x && b.lower.x <= upper.x && lower.y <= b.upper.y && b.lower.y <= upper.y &&
           lower.z <= b.upper.z && b.lower.z <= upper.z;
  }
};

Box bounding_box(std::span<const Vec3> points);

/// Twice the area of a triangle times its unit normal. The cross product does not use the longest edge.
/// Otherwise the normal of a needle's side would lose the more digits, the more slender the needle is.
inline Vec3 area_vector(Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 ab = b - a, bc = c - b, ca = a - c;
  const Real lab = length_squared(ab), lbc = length_squared(bc), lca = length_squared(ca);
  return lab >= lbc && lab >= lca ? cross(bc, ca) : lbc >= lca ? cross(ca, ab) : cross(ab, bc);
}

/// Twice the area of a polygon times its unit normal (Newell's sum: exact for concave polygons, best fit for
/// polygons that are not planar).
Vec3 area_vector(std::span<const Vec3> vertices, std::span<const int> loop);

/// Multiplies every vertex by a factor.
void scale(Surface& surface, Real factor);

/// Throws an Error unless the longest side of the surface's box is within the range of sizes.
void check_size(const Surface& surface);

}  // namespace scree
