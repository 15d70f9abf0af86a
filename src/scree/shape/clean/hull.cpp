#include "scree/shape/clean/hull.hpp"

#include "scree/error.hpp"
#include "scree/shape/clean/clean_steps.hpp"
#include "scree/shape/surface/check.hpp"
#include "scree/shape/surface/topology.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace scree {
namespace {

/// Thickness of a set of points. Builds a line and then a plane through far points of the set, and returns
/// the smaller of the largest distances from the line and from the plane.
Real thickness(std::span<const Vec3> points) {
  const auto farthest = [&](auto distance) {
    return *std::max_element(points.begin(), points.end(),
                             [&](Vec3 a, Vec3 b) { return distance(a) < distance(b); });
  };
  const Vec3 a = points[0];
  const Vec3 b = farthest([&](Vec3 p) { return length(p - a); });
  const Vec3 line = b - a;
  const Vec3 c = farthest([&](Vec3 p) { return length(cross(line, p - a)); });
  const Vec3 normal = cross(line, c - a);
  const Real area = length(normal);
  if (!(area > 0)) return 0;
  const Vec3 d = farthest([&](Vec3 p) { return std::abs(dot(normal, p - a)); });
  return std::min(std::abs(dot(normal, d - a)) / area, area / length(line));
}

/// Owns the C struct in which qhull keeps its state and the stream on which it reports errors.
class Qhull {
 public:
  Qhull() : messages_(open_memstream(&text_, &text_size_)) { qh_zero(&qh_, messages_); }
  ~Qhull() {
    qh_.NOerrexit = True;
    qh_freeqhull(&qh_, !qh_ALL);
    int long_blocks = 0, long_bytes = 0;
    qh_memfreeshort(&qh_, &long_blocks, &long_bytes);
    SCREE_ASSERT(long_blocks == 0);
    std::fclose(messages_);
    std::free(text_);
  }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;

  /// Adds the facets to the surface as loops of point indices, counter-clockwise seen from outside.
  void run(std::span<const Vec3> points, Surface& surface) {
    std::vector<coordT> coordinates;
    coordinates.reserve(3 * points.size());
    for (const Vec3 p : points) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
    char command[] = "qhull Pp";
    if (qh_new_qhull(&qh_, 3, static_cast<int>(points.size()), coordinates.data(), False, command, nullptr,
                     messages_) != 0) {
      std::fflush(messages_);
      const std::string message(text_, text_size_);
      fail("the convex hull of {} points could not be computed: {}", points.size(),
           message.substr(0, message.find('\n')));
    }
    qhT* qh = &qh_;  // the loop macros of qhull expect this name
    std::vector<int> loop;
    facetT* facet;
    FORALLfacets {
      loop.clear();
      setT* vertices = qh_facet3vertex(qh, facet);
      vertexT *vertex, **vertexp;
      FOREACHvertex_(vertices) loop.push_back(qh_pointid(qh, vertex->point));
      qh_settempfree(qh, &vertices);
      std::ranges::reverse(loop);  // qhull lists them clockwise
      surface.add_face(loop);
    }
  }

 private:
  char* text_ = nullptr;
  std::size_t text_size_ = 0;
  FILE* messages_;
  qhT qh_{};
};

}  // namespace

Surface convex_hull(std::span<const Vec3> points, CleanTolerance tolerance) {
  if (points.size() < 4) fail("{} points have no volume: a convex hull needs at least four.", points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!is_finite(points[i])) fail("point {} is not finite. Coordinates must be finite numbers.", i + 1);
  }
  // Move the points to the origin and scale them to order one, because qhull's own tolerances are made for
  // such points.
  const Box box = bounding_box(points);
  const Vec3 middle = box.center();
  const Real size = box.diagonal();
  if (!(size > 1e-50) || !(size < 1e50))
    fail("the points span {:.3g} m. Scree computes from 1e-50 to 1e50 m.", size);
  std::vector<Vec3> local;
  local.reserve(points.size());
  for (const Vec3 p : points) local.push_back((p - middle) / size);
  if (thickness(local) < 1e-9) {
    fail(
        "the {} points lie in a plane or on a line (to 1e-9 of their extent), so their hull has no volume. "
        "Add a point off the plane.",
        points.size());
  }
  Surface surface;
  surface.vertices = local;
  surface.coordinate_error = 1.2e-16 * length(middle) / size;
  Qhull().run(local, surface);
  // When qhull merges the facets of a nearly flat cap, the merged facet may have a corner that bends inwards.
  std::vector<int> dented;
  for (int f = 0; f < surface.face_count(); ++f) {
    if (!dents(surface.vertices, surface.face(f), computed_units * 0x1p-52).empty()) dented.push_back(f);
  }
  if (!dented.empty()) cut_into_triangles(surface, dented);
  clean(surface, tolerance);
  scale(surface, size);
  surface.origin += middle;
  surface.face_location.clear();
  return surface;
}

bool restore_convexity(Surface& surface, const CleanTolerance& tolerance) {
  const Topology topology = build_topology(surface);
  const MassProperties mass = integrate_mass(surface);
  if (!(mass.volume > 0)) return false;
  const auto is_convex = [&](Real dent) { return why_not_convex(surface, topology, mass, dent).empty(); };
  // `clean` leaves polygons bent by up to 1e-12 of the size.
  const Real size = bounding_box(surface.vertices).diagonal(), merge = merge_reach(surface, tolerance);
  const Real left = std::max(1e-12 * size, 0x1p-51 * length(surface.origin));
  if (is_convex(left) || !is_convex(std::max(planar_reach(surface, tolerance), merge))) return false;
  Surface hull = convex_hull(surface.vertices, {.merge = std::min(merge / size, 4e-12)});
  hull.origin += surface.origin;
  hull.source = surface.source;
  surface = std::move(hull);
  return true;
}

}  // namespace scree
