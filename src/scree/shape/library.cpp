#include "scree/shape/library.hpp"

#include "scree/error.hpp"
#include "scree/math/random.hpp"
#include "scree/shape/clean/hull.hpp"
#include "scree/shape/surface/mass.hpp"
#include "scree/shape/surface/size_range.hpp"
#include "scree/text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numbers>
#include <vector>

namespace scree {
namespace {

using Parameters = LibraryParameters;

/// Returns the points with every sign of every coordinate: (x, y, z) with three non-zero entries gives
/// eight points.
std::vector<Vec3> with_all_signs(std::initializer_list<Vec3> points) {
  std::vector<Vec3> result;
  for (const Vec3 p : points) {
    for (const Real x : {p.x, -p.x}) {
      for (const Real y : {p.y, -p.y}) {
        for (const Real z : {p.z, -p.z}) {
          if (std::find(result.begin(), result.end(), Vec3{x, y, z}) == result.end())
            result.push_back({x, y, z});
        }
      }
    }
  }
  return result;
}

Surface hull_of(std::vector<Vec3> points, Real factor) {
  for (Vec3& p : points) p = factor * p;
  return convex_hull(points);
}

/// Makes a prism over a simple polygon in the plane z = 0, counter-clockwise.
Surface extrude(std::span<const Vec2> outline, Real height) {
  const int n = static_cast<int>(outline.size());
  Surface s;
  std::vector<int> bottom, top;
  for (const Real z : {-height / 2, height / 2}) {
    for (const Vec2 p : outline) s.vertices.push_back({p.x, p.y, z});
  }
  for (int i = 0; i < n; ++i) {
    bottom.push_back(n - 1 - i);
    top.push_back(n + i);
    const int j = (i + 1) % n;
    s.add_face({i, j, n + j, n + i});
  }
  s.add_face(bottom);
  s.add_face(top);
  return s;
}

std::vector<Vec2> regular_polygon(int sides, Real circumradius) {
  std::vector<Vec2> points;
  for (int i = 0; i < sides; ++i) {
    const Real angle = 2 * std::numbers::pi * i / sides;
    points.push_back({circumradius * std::cos(angle), circumradius * std::sin(angle)});
  }
  return points;
}

Surface tetrahedron(const Parameters&) {
  const Real depth = 1 / std::numbers::sqrt3;
  return hull_of({{1, -depth, 0}, {-1, -depth, 0}, {0, 2 * depth, 0}, {0, 0, std::sqrt(8.0 / 3)}}, 0.5);
}
Surface pyramid(const Parameters&) {
  return hull_of({{1, 1, 0}, {1, -1, 0}, {-1, 1, 0}, {-1, -1, 0}, {0, 0, std::numbers::sqrt2}}, 0.5);
}
Surface cube(const Parameters&) { return hull_of(with_all_signs({{1, 1, 1}}), 0.5); }
Surface octahedron(const Parameters&) {
  return hull_of(with_all_signs({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), std::numbers::sqrt2 / 2);
}
Surface rhombic_dodecahedron(const Parameters&) {
  return hull_of(with_all_signs({{1, 1, 1}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}}), 1 / std::numbers::sqrt3);
}
Surface tetrakis_cube(const Parameters&) {
  return hull_of(with_all_signs({{2, 2, 2}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}}), 0.25);
}
Surface dodecahedron(const Parameters&) {
  const Real phi = std::numbers::phi;
  return hull_of(with_all_signs({{1, 1, 1}, {0, phi, 1 / phi}, {1 / phi, 0, phi}, {phi, 1 / phi, 0}}),
                 phi / 2);
}
Surface icosahedron(const Parameters&) {
  const Real phi = std::numbers::phi;
  return hull_of(with_all_signs({{0, 1, phi}, {phi, 0, 1}, {1, phi, 0}}), 0.5);
}

Surface box(const Parameters& p) {
  const auto [x, y, z] = p.lengths;
  for (const Real l : {x, y, z}) check_size(l, "a length of the box");
  return extrude(std::array<Vec2, 4>{{{-x / 2, -y / 2}, {x / 2, -y / 2}, {x / 2, y / 2}, {-x / 2, y / 2}}},
                 z);
}

Surface prism(const Parameters& p) {
  if (p.sides < 3 || p.sides > 1000) fail("a prism has 3 to 1000 sides, not {}.", p.sides);
  if (!(p.height > 0) || !std::isfinite(p.height))
    fail("the height of a prism must be positive, not {}.", p.height);
  return extrude(regular_polygon(p.sides, 0.5 / std::sin(std::numbers::pi / p.sides)), p.height);
}

/// Cuts every triangle of the icosahedron into four at each level, and moves new vertices onto the sphere.
Surface icosphere(const Parameters& p) {
  if (p.level < 0 || p.level > 4) fail("the level of an icosphere is 0 to 4, not {}.", p.level);
  Surface s = icosahedron(p);
  const Real radius = length(s.vertices[0]);
  for (int level = 0; level < p.level; ++level) {
    Surface finer;
    finer.vertices = s.vertices;
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [it, is_new] = middles.try_emplace({std::min(a, b), std::max(a, b)}, finer.vertex_count());
      if (is_new) finer.vertices.push_back(radius * normalized(s.vertices[a] + s.vertices[b]));
      return it->second;
    };
    for (int f = 0; f < s.face_count(); ++f) {
      const int a = s.face(f)[0], b = s.face(f)[1], c = s.face(f)[2];
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.add_face({a, ab, ca});
      finer.add_face({ab, b, bc});
      finer.add_face({ca, bc, c});
      finer.add_face({ab, bc, ca});
    }
    s = std::move(finer);
  }
  return s;
}

Surface tetris_i(const Parameters&) {
  return extrude(std::array<Vec2, 4>{{{0, 0}, {4, 0}, {4, 1}, {0, 1}}}, 1);
}
Surface tetris_o(const Parameters&) {
  return extrude(std::array<Vec2, 4>{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}}, 1);
}
Surface tetris_l(const Parameters&) {
  return extrude(std::array<Vec2, 6>{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}}}, 1);
}
Surface tetris_t(const Parameters&) {
  return extrude(std::array<Vec2, 8>{{{0, 1}, {1, 1}, {1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {0, 2}}}, 1);
}
Surface tetris_s(const Parameters&) {
  return extrude(std::array<Vec2, 8>{{{0, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {1, 2}, {1, 1}, {0, 1}}}, 1);
}
Surface tetris_z(const Parameters&) {
  return extrude(std::array<Vec2, 8>{{{1, 0}, {3, 0}, {3, 1}, {2, 1}, {2, 2}, {0, 2}, {0, 1}, {1, 1}}}, 1);
}

/// Makes a hexagonal nut of 444 triangles: 12 outside, 36 each on the top and the bottom, and a bore of 30
/// segments in six rings of 60 triangles. The radius of the bore alternates like a thread of three turns.
Surface nut(const Parameters&) {
  constexpr int outer = 6, inner = 30, rings = 6, step = inner / outer;
  const Real height = 0.8, bore = 0.5, groove = 0.56;  // relative to a side of the hexagon
  Surface s;
  const auto add_ring = [&](int count, Real radius, Real z) {
    for (const Vec2 p : regular_polygon(count, radius)) s.vertices.push_back({p.x, p.y, z});
  };
  add_ring(outer, 1, -height / 2);
  add_ring(outer, 1, height / 2);
  for (int r = 0; r <= rings; ++r)
    add_ring(inner, r % 2 == 0 ? bore : groove, height * (static_cast<Real>(r) / rings - 0.5));
  const auto outside = [](int row, int i) { return row * outer + i % outer; };
  const auto inside = [](int row, int i) { return 2 * outer + row * inner + (i + inner) % inner; };

  for (int i = 0; i < outer; ++i) {
    s.add_face({outside(0, i), outside(0, i + 1), outside(1, i + 1)});
    s.add_face({outside(0, i), outside(1, i + 1), outside(1, i)});
    // The ends: joins each corner of the hexagon to `step` segments of the bore, then closes the gap to the
    // next corner.
    const int from = i * step - step / 2;
    for (int k = from; k < from + step; ++k) {
      s.add_face({outside(1, i), inside(rings, k + 1), inside(rings, k)});
      s.add_face({outside(0, i), inside(0, k), inside(0, k + 1)});
    }
    s.add_face({outside(1, i), outside(1, i + 1), inside(rings, from + step)});
    s.add_face({outside(0, i), inside(0, from + step), outside(0, i + 1)});
  }
  for (int r = 0; r < rings; ++r) {
    for (int k = 0; k < inner; ++k) {
      s.add_face({inside(r, k), inside(r + 1, k), inside(r + 1, k + 1)});
      s.add_face({inside(r, k), inside(r + 1, k + 1), inside(r, k + 1)});
    }
  }
  return s;
}

/// Points of the unit sphere with a least distance between them, in a hash table of cells of that size. A
/// candidate is compared only with the points of 27 cells, so a million points take 1 s. Comparing it with
/// all points of similar z took more than 100 s.
class SpacedPoints {
 public:
  SpacedPoints(Real spacing, int count)
      : spacing_(spacing), head_(std::bit_ceil(2 * static_cast<std::size_t>(count)), -1) {}

  void add_unless_near(Vec3 p) {
    for (int x = -1; x <= 1; ++x) {
      for (int y = -1; y <= 1; ++y) {
        for (int z = -1; z <= 1; ++z) {
          if (holds_near(slot(p, x, y, z), p)) return;
        }
      }
    }
    int& first = head_[slot(p, 0, 0, 0)];
    next_.push_back(first);
    first = static_cast<int>(points_.size());
    points_.push_back(p);
  }
  const std::vector<Vec3>& points() const { return points_; }

 private:
  /// Slot of the cell at an offset from the point's own cell; different cells may share a slot.
  std::size_t slot(Vec3 p, int x, int y, int z) const {
    const auto cell = [&](Real coordinate, int shift) {  // a little larger than `spacing`, for rounding
      return static_cast<std::uint64_t>((coordinate + 1) / (1.001 * spacing_)) +
             static_cast<std::uint64_t>(1 + shift);
    };
    const std::uint64_t key = (cell(p.x, x) << 42U) ^ (cell(p.y, y) << 21U) ^ cell(p.z, z);
    return (key * 0x9e3779b97f4a7c15U >> 20U) & (head_.size() - 1);
  }
  bool holds_near(std::size_t slot, Vec3 p) const {
    for (int i = head_[slot]; i >= 0; i = next_[i]) {
      if (length(points_[i] - p) < spacing_) return true;
    }
    return false;
  }

  Real spacing_;
  std::vector<int> head_, next_;  // first point of each slot; next point in the slot of each point; -1: none
  std::vector<Vec3> points_;
};

/// Makes the hull of points on a sphere, no two of them closer than a third of their mean spacing, and
/// stretches it; all points are vertices.
Surface random(const Parameters& p) {
  if (p.vertices < 4 || p.vertices > 1'000'000)
    fail("a random polyhedron has 4 to 1000000 vertices, not {}.", p.vertices);
  for (const Real a : {p.aspect.x, p.aspect.y, p.aspect.z}) {
    if (!(a > 0) || !std::isfinite(a)) fail("aspect ratios must be positive, not {}.", a);
  }
  const Real spacing = std::sqrt(4 * std::numbers::pi / p.vertices) / 3;
  Random generator(p.seed);
  SpacedPoints spaced(spacing, p.vertices);
  while (static_cast<int>(spaced.points().size()) < p.vertices) spaced.add_unless_near(generator.direction());
  std::vector<Vec3> points = spaced.points();
  for (Vec3& q : points) q = {0.5 * p.aspect.x * q.x, 0.5 * p.aspect.y * q.y, 0.5 * p.aspect.z * q.z};
  return convex_hull(points);
}

constexpr LibraryEntry entries[] = {
    {"tetrahedron", "regular, 4 faces", "any", "", tetrahedron},
    {"pyramid", "square base, all edges equal, 5 vertices", "any", "", pyramid},
    {"cube", "regular, 6 faces", "any", "", cube},
    {"octahedron", "regular, 8 faces", "any", "", octahedron},
    {"dodecahedron", "regular, 12 faces", "any", "", dodecahedron},
    {"icosahedron", "regular, 20 faces", "any", "", icosahedron},
    {"rhombic_dodecahedron", "12 rhombs, 14 vertices: the grain of the box-flow scenes", "any", "",
     rhombic_dodecahedron},
    {"tetrakis_cube", "cube with a low pyramid on each face, 14 vertices", "of the cube", "", tetrakis_cube},
    {"box", "three lengths", "lengths are multiplied by it", "lengths", box},
    {"prism", "regular base", "of the base", "sides, height", prism},
    {"icosphere", "icosahedron subdivided on its sphere", "of the icosahedron", "level", icosphere},
    {"random", "hull of random points on an ellipsoid", "", "vertices, aspect, seed", random},
    {"tetris_i", "four cubes in a row", "of a cube", "", tetris_i},
    {"tetris_o", "four cubes in a square", "of a cube", "", tetris_o},
    {"tetris_l", "four cubes, concave", "of a cube", "", tetris_l},
    {"tetris_t", "four cubes, concave", "of a cube", "", tetris_t},
    {"tetris_s", "four cubes, concave", "of a cube", "", tetris_s},
    {"tetris_z", "four cubes, concave, mirror image of S", "of a cube", "", tetris_z},
    {"nut", "hexagonal nut with a threaded bore, 444 triangles", "side of the hexagon", "", nut},
};

Real bounding_diameter(const Surface& surface, Vec3 centroid) {
  Real radius = 0;
  for (const Vec3 v : surface.vertices) radius = std::max(radius, length(v - centroid));
  return 2 * radius;
}

}  // namespace

std::span<const LibraryEntry> library() { return entries; }

const LibraryEntry* find_in_library(std::string_view name) {
  const auto it = std::ranges::find(entries, name, &LibraryEntry::name);
  return it == std::end(entries) ? nullptr : it;
}

Surface library_shape(std::string_view name, const LibraryParameters& parameters, Size size) {
  const LibraryEntry* entry = find_in_library(name);
  if (entry == nullptr) {
    std::vector<std::string_view> names;
    for (const LibraryEntry& e : entries) names.push_back(e.name);
    fail("there is no shape '{}' in the library; the nearest name is '{}'. 'scree list' shows all.",
         shown(name), names[nearest_word(name, names)]);
  }
  if (size.by == Size::By::edge) check_size(size.value, "the edge");
  if (size.by == Size::By::diameter) check_size(size.value, "the diameter");
  if (size.by == Size::By::volume) check_size(std::cbrt(size.value), "the cube root of the volume");
  if (size.by == Size::By::edge && entry->edge.empty() && size.value != 1) {
    fail("'{}' has no edge to scale by. Give its volume or its diameter.", name);
  }
  Surface surface = entry->make(parameters);
  // Some triangles of the nut are coplanar. They are not merged: the nut is known for its 444 triangles.
  clean(surface, {.keep_faces = name == "nut"});
  const MassProperties mass = integrate_mass(surface);
  scale(surface, size.by == Size::By::edge     ? size.value
                 : size.by == Size::By::volume ? std::cbrt(size.value / mass.volume)
                                               : size.value / bounding_diameter(surface, mass.centroid));
  check_size(surface);
  surface.face_location.clear();
  return surface;
}

}  // namespace scree
