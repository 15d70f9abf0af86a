// Pairs by grids. Bodies are sorted into classes of size, each twice as large as the one before, and each
// class has a grid of its own whose cells are as wide as its largest body and the margin. A body looks for
// partners in the 27 cells about it in its own class and in every coarser one, so no body looks through cells
// that are small beside it, and the cost stays linear for any ratio of sizes.
//
// A grid has no bounds: it is the list of its bodies sorted by cell, x running fastest, so the three cells of
// a row follow each other and one search finds them.

#include "scree/broad/pairs.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace scree {
namespace {

using Key = std::uint64_t;

// 21 bits a coordinate. Bodies farther out than a million cells share the cells of the border: slow, not
// wrong.
constexpr int bits = 21;
constexpr Real farthest = (1 << (bits - 1)) - 2;

struct Cell {
  int x, y, z;
};

Key key_of(int x, int y, int z) {
  constexpr int middle = 1 << (bits - 1);
  return (static_cast<Key>(z + middle) << (2 * bits)) | (static_cast<Key>(y + middle) << bits) |
         static_cast<Key>(x + middle);
}

struct Entry {
  Key key;
  int body;
};

struct Class {
  Real cell = 0;  // width
  std::vector<Entry> entries;

  Cell cell_of(Vec3 p) const {
    const auto at = [&](Real x) {
      const Real index = std::floor(x / cell);
      return static_cast<int>(index < -farthest ? -farthest : index > farthest ? farthest : index);
    };
    return {at(p.x), at(p.y), at(p.z)};
  }

  template <class Visit>
  void for_each_near(Vec3 p, Visit visit) const {
    const Cell c = cell_of(p);
    for (int z = c.z - 1; z <= c.z + 1; ++z) {
      for (int y = c.y - 1; y <= c.y + 1; ++y) {
        const Key last = key_of(c.x + 1, y, z);
        auto e = std::lower_bound(entries.begin(), entries.end(), key_of(c.x - 1, y, z),
                                  [](const Entry& entry, Key key) { return entry.key < key; });
        for (; e != entries.end() && e->key <= last; ++e) visit(e->body);
      }
    }
  }
};

struct Grids {
  std::vector<Class> classes;  // from fine to coarse
  std::vector<int> class_of;   // of each body
};

Grids sort_into_grids(const Spheres& spheres, Real margin) {
  constexpr int most_classes = 40;
  const Real smallest = *std::min_element(spheres.radius.begin(), spheres.radius.end());
  std::array<std::vector<int>, most_classes> members;
  for (int body = 0; body < spheres.count(); ++body) {
    int c = 0;
    for (Real r = spheres.radius[body]; r > 2 * smallest && c < most_classes - 1; r /= 2) ++c;
    members[c].push_back(body);
  }
  Grids grids;
  grids.class_of.resize(spheres.count());
  for (const std::vector<int>& bodies : members) {
    if (bodies.empty()) continue;
    Class c;
    for (const int body : bodies) c.cell = std::max(c.cell, 2 * spheres.radius[body] + margin);
    for (const int body : bodies) {
      grids.class_of[body] = static_cast<int>(grids.classes.size());
      const Cell cell = c.cell_of(spheres.center[body]);
      c.entries.push_back({key_of(cell.x, cell.y, cell.z), body});
    }
    std::sort(c.entries.begin(), c.entries.end(), [](const Entry& a, const Entry& b) {
      return a.key != b.key ? a.key < b.key : a.body < b.body;
    });
    grids.classes.push_back(std::move(c));
  }
  return grids;
}

/// Sorted by a, then b: counted by a, then each short row sorted.
std::vector<Pair> sorted(const std::vector<std::vector<Pair>>& parts, int bodies) {
  std::vector<std::size_t> begin(bodies + 1, 0);
  for (const std::vector<Pair>& part : parts) {
    for (const Pair& pair : part) ++begin[pair.a + 1];
  }
  for (int i = 0; i < bodies; ++i) begin[i + 1] += begin[i];
  std::vector<Pair> pairs(begin[bodies]);
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (const std::vector<Pair>& part : parts) {
    for (const Pair& pair : part) pairs[next[pair.a]++] = pair;
  }
#pragma omp parallel for schedule(static)
  for (int i = 0; i < bodies; ++i) {
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(begin[i]),
              pairs.begin() + static_cast<std::ptrdiff_t>(begin[i + 1]),
              [](const Pair& p, const Pair& q) { return p.b < q.b; });
  }
  return pairs;
}

}  // namespace

std::vector<Pair> grid_pairs(const Spheres& spheres, Real margin) {
  if (spheres.count() == 0) return {};
  const Grids grids = sort_into_grids(spheres, margin);
  constexpr int block = 512;
  const int blocks = (spheres.count() + block - 1) / block;
  std::vector<std::vector<Pair>> found(blocks);
#pragma omp parallel for schedule(dynamic)
  for (int k = 0; k < blocks; ++k) {
    const int end = std::min((k + 1) * block, spheres.count());
    for (int body = k * block; body < end; ++body) {
      const int own = grids.class_of[body];
      for (int c = own; c < static_cast<int>(grids.classes.size()); ++c) {
        grids.classes[c].for_each_near(spheres.center[body], [&](int other) {
          if (c == own && other <= body) return;  // found from the other side
          if (spheres.near(body, other, margin))
            found[k].push_back({std::min(body, other), std::max(body, other)});
        });
      }
    }
  }
  return sorted(found, spheres.count());
}

}  // namespace scree
