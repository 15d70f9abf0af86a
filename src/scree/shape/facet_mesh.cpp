#include "scree/shape/facet_mesh.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/shape/clean/clean.hpp"
#include "scree/shape/clean/clean_steps.hpp"
#include "scree/shape/read/obj.hpp"
#include "scree/shape/read/printed.hpp"
#include "scree/shape/read/stl.hpp"
#include "scree/text.hpp"

#include <map>
#include <numbers>
#include <numeric>

namespace scree {
namespace {

using Loop = std::vector<int>;
using Directed = std::pair<int, int>;

/// A face with its area vector and the planar patch that it belongs to.
struct Face {
  Loop loop;
  Vec3 area;
  int patch = -1;
};

Vec3 inward(std::span<const Vec3> vertices, Vec3 normal, int from, int to) {
  return normalized(cross(normal, vertices[to] - vertices[from]));
}

/// Angle between two faces at their common edge, measured through the free side: pi if they are in one plane,
/// less if the edge is concave.
Real free_angle(Vec3 normal, Vec3 own_inward, Vec3 other_inward) {
  const Real angle = std::atan2(dot(other_inward, normal), dot(other_inward, own_inward));
  return angle > 0 ? angle : angle + 2 * std::numbers::pi;
}

/// Maps each directed edge to its faces. If several faces share one edge (plates with two sides, plates that
/// meet), the neighbour of a face is the face at the smallest angle through the free side.
class Neighbours {
 public:
  Neighbours(const std::vector<Vec3>& vertices, const std::vector<Face>& faces)
      : vertices_(vertices), faces_(faces) {
    for (int f = 0; f < static_cast<int>(faces.size()); ++f) {
      const Loop& loop = faces[f].loop;
      for (std::size_t i = 0; i < loop.size(); ++i) of_[{loop[i], loop[(i + 1) % loop.size()]}].push_back(f);
    }
  }
  int beyond(int face, int from, int to) const {
    const auto found = of_.find({to, from});
    if (found == of_.end()) return -1;
    int best = -1;
    Real least = 1e300;
    const Vec3 normal = normalized(faces_[face].area), own = inward(vertices_, normal, from, to);
    for (const int g : found->second) {
      const Real angle = free_angle(normal, own, inward(vertices_, normalized(faces_[g].area), to, from));
      if (angle < least) least = angle, best = g;
    }
    return best;
  }
  /// True if another face runs along the edge in the same direction and none in the opposite direction.
  bool twisted(int from, int to) const { return !of_.contains({to, from}) && of_.at({from, to}).size() > 1; }

 private:
  const std::vector<Vec3>& vertices_;
  const std::vector<Face>& faces_;
  std::map<Directed, std::vector<int>> of_;
};

std::vector<Face> faces_of(const Surface& surface, Real size, Real reach) {
  std::vector<Face> faces;
  for (int f = 0; f < surface.face_count(); ++f) {
    const auto loop = surface.face(f);
    const Vec3 area = area_vector(surface.vertices, loop);
    if (!(length(area) > 1e-14 * size * size)) continue;  // slivers have no area
    const Vec3 normal = normalized(area);
    for (const int v : loop) {
      if (std::abs(dot(normal, surface.vertices[v] - surface.vertices[loop[0]])) > 2 * reach)
        fail("{}: the face is not planar. Cut it into triangles.", where(surface, f));
    }
    faces.push_back({{loop.begin(), loop.end()}, area});
  }
  if (faces.empty()) fail("{}the surface has no face with an area. A wall needs one.", where(surface));
  return faces;
}

/// Grows planar patches from the largest faces over neighbours within reach of one plane; returns
/// their number.
int find_patches(const std::vector<Vec3>& vertices, std::vector<Face>& faces, Real reach) {
  const Neighbours neighbours(vertices, faces);
  std::vector<int> order(faces.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int f, int g) {
    return length_squared(faces[f].area) > length_squared(faces[g].area);
  });
  int planar_patches = 0;
  std::vector<int> stack;
  for (const int seed : order) {
    if (faces[seed].patch >= 0) continue;
    const Vec3 normal = normalized(faces[seed].area), at = vertices[faces[seed].loop[0]];
    const auto fits = [&](const Face& face) {
      if (dot(face.area, normal) < 0.99 * length(face.area)) return false;
      return std::all_of(face.loop.begin(), face.loop.end(),
                         [&](int v) { return std::abs(dot(normal, vertices[v] - at)) <= reach; });
    };
    faces[seed].patch = planar_patches;
    stack = {seed};
    while (!stack.empty()) {
      const int f = stack.back();
      stack.pop_back();
      const Loop& loop = faces[f].loop;
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const int g = neighbours.beyond(f, loop[i], loop[(i + 1) % loop.size()]);
        if (g < 0 || faces[g].patch >= 0 || !fits(faces[g])) continue;
        faces[g].patch = planar_patches;
        stack.push_back(g);
      }
    }
    ++planar_patches;
  }
  return planar_patches;
}

bool is_convex(const std::vector<Vec3>& vertices, Vec3 normal, const Loop& loop) {
  const std::size_t n = loop.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 d = vertices[loop[(i + 1) % n]] - vertices[loop[i]],
               e = vertices[loop[(i + 2) % n]] - vertices[loop[(i + 1) % n]];
    if (dot(cross(d, e), normal) < -1e-12 * length(d) * length(e)) return false;
    if (dot(d, e) < 0 && dot(cross(d, e), normal) <= 1e-12 * length(d) * length(e)) return false;
  }
  return true;
}

/// Joins two loops along the edges that they share from a to b; returns an empty loop if it would visit a
/// vertex twice.
Loop joined(const Loop& p, const Loop& q, int a, int b) {
  Loop loop;
  const auto append = [&](const Loop& from, int start, int stop) {
    std::size_t i = static_cast<std::size_t>(std::find(from.begin(), from.end(), start) - from.begin());
    for (; from[i] != stop; i = (i + 1) % from.size()) loop.push_back(from[i]);
  };
  append(p, b, a);
  append(q, a, b);
  for (bool spikes = true; spikes && loop.size() > 2;) {  // spikes arise if the loops share several edges
    spikes = false;
    for (std::size_t i = 0; i < loop.size() && !spikes; ++i) {
      const std::size_t n = loop.size(), j = (i + 1) % n, k = (i + 2) % n;
      if (loop[i] != loop[k]) continue;
      spikes = true;
      loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(std::max(j, k)));
      loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(std::min(j, k)));
    }
  }
  Loop sorted = loop;
  std::sort(sorted.begin(), sorted.end());
  if (loop.size() < 3 || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return {};
  return loop;
}

/// Joins neighbouring faces of one planar patch if the result is convex.
void merge_faces(const std::vector<Vec3>& vertices, std::vector<Face>& faces) {
  std::map<Directed, std::vector<int>> of;
  const auto each_edge = [](const Loop& loop, auto act) {
    for (std::size_t i = 0; i < loop.size(); ++i) act(Directed{loop[i], loop[(i + 1) % loop.size()]});
  };
  for (int f = 0; f < static_cast<int>(faces.size()); ++f)
    each_edge(faces[f].loop, [&](Directed e) { of[e].push_back(f); });
  const auto along = [&](int a, int b, int q) {  // true if q runs from a to b
    const auto found = of.find({a, b});
    return found != of.end() &&
           std::find(found->second.begin(), found->second.end(), q) != found->second.end();
  };
  /// True if the outline stays convex where it passes from one loop to the other. The test runs before the
  /// loops are joined, because most neighbours fail it. The shared edges of p are [i, k).
  const auto turns_left = [&](const Loop& loop, const Loop& other, Vec3 normal, std::size_t i,
                              std::size_t k) {
    const std::size_t n = loop.size(), m = other.size();
    const auto index_of = [&](int v) {
      return static_cast<std::size_t>(std::find(other.begin(), other.end(), v) - other.begin());
    };
    const auto left = [&](int u, int v, int w) {
      const Vec3 d = vertices[v] - vertices[u], e = vertices[w] - vertices[v];
      return dot(cross(d, e), normal) >= -1e-12 * length(d) * length(e);
    };
    const int start = loop[i % n], end = loop[k % n];
    return left(loop[(i + n - 1) % n], start, other[(index_of(start) + 1) % m]) &&
           left(other[(index_of(end) + m - 1) % m], end, loop[(k + 1) % n]);
  };
  const auto join_with = [&](int p, int q, std::size_t i) {
    const Loop& loop = faces[p].loop;
    const std::size_t n = loop.size();
    const auto shared = [&](std::size_t e) { return along(loop[(e + 1) % n], loop[e % n], q); };
    if (q == p || faces[q].patch != faces[p].patch || shared(i + n - 1)) return false;
    std::size_t k = i + 1;
    while (k < i + n && shared(k)) ++k;
    const Vec3 normal = normalized(faces[p].area);
    if (!turns_left(loop, faces[q].loop, normal, i, k)) return false;
    Loop both = joined(loop, faces[q].loop, loop[i], loop[(i + 1) % n]);
    if (both.empty() || !is_convex(vertices, normal, both)) return false;
    for (const int f : {p, q}) each_edge(faces[f].loop, [&](Directed e) { std::erase(of[e], f); });
    each_edge(both, [&](Directed e) { of[e].push_back(p); });
    faces[p].loop = std::move(both), faces[p].area += faces[q].area;
    faces[q].loop.clear();
    return true;
  };
  const auto join_at = [&](int p, std::size_t i) {
    const Loop& loop = faces[p].loop;
    const auto found = of.find({loop[(i + 1) % loop.size()], loop[i]});
    if (found == of.end()) return false;
    const std::vector<int> neighbours = found->second;
    return std::any_of(neighbours.begin(), neighbours.end(), [&](int q) { return join_with(p, q, i); });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (int p = 0; p < static_cast<int>(faces.size()); ++p) {
      for (std::size_t i = 0; i < faces[p].loop.size();) {
        if (join_at(p, i)) {
          changed = true, i = 0;
        } else {
          ++i;
        }
      }
    }
  }
  std::erase_if(faces, [](const Face& face) { return face.loop.empty(); });
}

/// True if the corners of a face lie within `reach` of one plane.
bool is_planar(const std::vector<Vec3>& vertices, const Face& face, Real reach) {
  const Vec3 normal = normalized(face.area);
  Real low = 1e300, high = -1e300;
  for (const int v : face.loop)
    low = std::min(low, dot(normal, vertices[v])), high = std::max(high, dot(normal, vertices[v]));
  return high - low <= 2 * reach;
}

/// Cuts faces that are not convex, or bent by more than `reach`, into triangles.
void cut_faces(const Surface& surface, std::vector<Face>& faces, Real reach) {
  Surface cut;
  cut.vertices = surface.vertices;
  std::vector<int> to_cut;
  for (const Face& face : faces) {
    if (!is_convex(cut.vertices, normalized(face.area), face.loop) || !is_planar(cut.vertices, face, reach))
      to_cut.push_back(cut.face_count());
    cut.add_face(face.loop);
  }
  if (to_cut.empty()) return;
  cut_into_triangles(cut, to_cut);
  faces.clear();
  for (int f = 0; f < cut.face_count(); ++f) {
    const auto loop = cut.face(f);
    faces.push_back({{loop.begin(), loop.end()}, area_vector(cut.vertices, loop)});
  }
}

void set_planes(const std::vector<Face>& faces, FacetMesh& mesh) {
  std::vector<Vec3> area(mesh.planar_patches.size());
  std::vector<Real> low(mesh.planar_patches.size(), 1e300), high(mesh.planar_patches.size(), -1e300);
  for (const Face& face : faces) area[face.patch] += face.area;
  for (const Face& face : faces) {
    const Vec3 normal = mesh.planar_patches[face.patch].plane.normal = normalized(area[face.patch]);
    for (const int v : face.loop) {
      const Real height = dot(normal, mesh.vertices[v]);
      low[face.patch] = std::min(low[face.patch], height),
      high[face.patch] = std::max(high[face.patch], height);
    }
  }
  for (std::size_t f = 0; f < mesh.planar_patches.size(); ++f)
    mesh.planar_patches[f].plane.offset = low[f] == high[f] ? low[f] : 0.5 * (low[f] + high[f]);
}

void set_edges(const std::vector<Face>& faces, FacetMesh& mesh) {
  const Neighbours neighbours(mesh.vertices, faces);
  mesh.spokes.resize(mesh.vertices.size());
  mesh.patches_at.resize(mesh.vertices.size());
  for (int f = 0; f < mesh.facet_count(); ++f) {
    const Vec3 normal = mesh.planar_patches[mesh.patch_of[f]].plane.normal;
    for (int c = mesh.facet_begin[f]; c < mesh.facet_begin[f + 1]; ++c) {
      const int from = mesh.corner[c], to = mesh.corner[mesh.next_corner(f, c)];
      const Vec3 along = normalized(mesh.vertices[to] - mesh.vertices[from]);
      mesh.spokes[from].push_back(along);
      mesh.spokes[to].push_back(-along);
      mesh.patches_at[from].push_back(mesh.patch_of[f]);
      FacetEdge& edge = mesh.edge[c];
      const Vec3 own = inward(mesh.vertices, normal, from, to);
      edge.outward = -own, edge.offset = dot(edge.outward, mesh.vertices[from]);
      const int g = neighbours.beyond(f, from, to);
      if (g < 0) {
        if (neighbours.twisted(from, to))
          fail(
              "two faces of the wall at the edge from ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g}) "
              "have opposite winding. Reverse one, so that both are counter-clockwise seen from the free "
              "side.",
              mesh.vertices[from].x, mesh.vertices[from].y, mesh.vertices[from].z, mesh.vertices[to].x,
              mesh.vertices[to].y, mesh.vertices[to].z);
        continue;
      }
      edge.patch = mesh.patch_of[g];
      edge.inward_beyond = inward(mesh.vertices, mesh.planar_patches[edge.patch].plane.normal, to, from);
      const Real angle = free_angle(normal, own, edge.inward_beyond);
      edge.kind = edge.patch == mesh.patch_of[f] ? FacetEdgeKind::inner
                  : angle <= std::numbers::pi    ? FacetEdgeKind::concave
                                                 : FacetEdgeKind::convex;
    }
  }
  for (std::vector<int>& planar_patches : mesh.patches_at) {
    std::sort(planar_patches.begin(), planar_patches.end());
    planar_patches.erase(std::unique(planar_patches.begin(), planar_patches.end()), planar_patches.end());
  }
}

/// Returns a thin solid behind a facet.
Polyhedron solid_behind(const FacetMesh& mesh, int f) {
  const Vec3 back =
      (-solid_thickness * mesh.box[f].diagonal()) * mesh.planar_patches[mesh.patch_of[f]].plane.normal;
  std::vector<Vec3> points;
  for (int c = mesh.facet_begin[f]; c < mesh.facet_begin[f + 1]; ++c) {
    points.push_back(mesh.vertices[mesh.corner[c]]);
    points.push_back(points.back() + back);
  }
  try {
    return polyhedron_from_points(points);
  } catch (const Error&) {
    fail(
        "the face of the wall with a corner at ({:.6g}, {:.6g}, {:.6g}) is too slender for contacts at its "
        "edges. Remove it, or weld vertices that nearly coincide.",
        points[0].x, points[0].y, points[0].z);
  }
}

}  // namespace

FacetMesh make_facet_mesh(const Surface& given, bool with_solids) {
  check_faces(given);
  FacetMesh mesh;
  mesh.vertices = given.vertices;
  for (Vec3& v : mesh.vertices) v += given.origin;
  for (const Vec3 v : mesh.vertices) {
    if (!is_finite(v)) fail("{}a vertex of the wall is not a finite number.", where(given));
  }
  mesh.size = bounding_box(mesh.vertices).diagonal();
  const Real reach = rounding_reach(given);
  std::vector<Face> faces = faces_of(given, mesh.size, planar_reach(given, computed));
  cut_faces(given, faces, std::max(reach, 1e-12 * mesh.size));  // `clean` leaves deviations of this size
  mesh.planar_patches.resize(find_patches(mesh.vertices, faces, reach));
  merge_faces(mesh.vertices, faces);
  std::stable_sort(faces.begin(), faces.end(),
                   [](const Face& f, const Face& g) { return f.patch < g.patch; });
  for (const Face& face : faces) {
    const int f = mesh.facet_count();
    PlanarPatch& patch = mesh.planar_patches[face.patch];
    if (patch.end == 0) patch.begin = f;
    patch.end = f + 1;
    mesh.patch_of.push_back(face.patch);
    mesh.corner.insert(mesh.corner.end(), face.loop.begin(), face.loop.end());
    mesh.facet_begin.push_back(static_cast<int>(mesh.corner.size()));
    Box box;
    for (const int v : face.loop) box.include(mesh.vertices[v]);
    mesh.box.push_back(box);
  }
  mesh.edge.resize(mesh.corner.size());
  set_planes(faces, mesh);
  set_edges(faces, mesh);
  mesh.tree = Bvh(mesh.box);
  mesh.solid_of.assign(mesh.patch_of.size(), -1);
  if (!with_solids) return mesh;
  for (const PlanarPatch& patch : mesh.planar_patches) {
    const auto first = mesh.edge.begin() + mesh.facet_begin[patch.begin],
               last = mesh.edge.begin() + mesh.facet_begin[patch.end];
    if (std::none_of(first, last, [](const FacetEdge& e) { return e.ends_contact(); })) continue;
    for (int f = patch.begin; f < patch.end; ++f) {
      mesh.solid_of[f] = static_cast<int>(mesh.solids.size());
      mesh.solids.push_back(solid_behind(mesh, f));
    }
  }
  return mesh;
}

Surface read_wall_surface(const std::filesystem::path& path) {
  const std::string ending = path.extension().string(), name = path.string();
  const bool stl = is_word(ending, ".stl");
  if (!stl && !is_word(ending, ".obj"))
    fail("{}: the name must end in .obj or .stl, so that the format is known.", name);
  const std::string bytes = read_file(path);
  Surface surface = stl ? parse_stl(bytes, name) : parse_obj(bytes, name);
  if (surface.coordinate_error == 0) surface.coordinate_error = printed_error(surface);
  if (!stl) return surface;
  Notes notes;
  const Real size = bounding_box(surface.vertices).diagonal();
  weld(surface, std::max(1e-6 * size, 4 * surface.coordinate_error), notes);
  return surface;
}

}  // namespace scree
