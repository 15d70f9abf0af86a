// Finds pairs of bodies with grids. Bodies are sorted into size classes, each twice as large as the one
// before. Each class has its own grid, whose cells are as wide as the largest bounding sphere of the class
// plus the margin. In its own class, a body searches its own cell and the later half of the 26 neighbouring
// cells. In every coarser class, it searches all 27 cells around its centre. A body never searches cells that
// are small relative to itself, so the cost stays linear in the number of bodies for any ratio of sizes.
//
// A grid has no bounds and stores no array of cells: it is a list of its bodies sorted by cell key, in which
// x varies fastest. Three neighbouring cells along x are therefore contiguous in the list, and one search
// finds their bodies for all bodies of the same cell.

#include "scree/broad/pairs.hpp"

#include "scree/parallel.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace scree {
namespace {

using Key = std::uint64_t;

// Each coordinate uses 21 bits of the key. Bodies more than a million cells away from the origin share the
// outermost cells, which is slow but correct.
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

/// A body and the key of its cell.
struct Entry {
  Key key;
  int body;
};

/// Bounding sphere of a body. The spheres of one cell are stored next to each other.
struct Sphere {
  Vec3 center;
  Real radius;
  int body;
};

struct Range {
  int begin = 0, end = 0;
};

struct Class {
  Real cell = 0;          // width of a cell
  std::vector<Key> keys;  // cell keys of the bodies, sorted
  std::vector<Sphere> spheres;

  Cell cell_of(Vec3 p) const {
    const auto at = [&](Real x) {
      const Real index = std::floor(x / cell);
      return static_cast<int>(index < -farthest ? -farthest : index > farthest ? farthest : index);
    };
    return {at(p.x), at(p.y), at(p.z)};
  }

  /// Returns the range of bodies in the cells x - 1, x and x + 1 of a row.
  Range row(int x, int y, int z) const {
    const Key last = key_of(x + 1, y, z);
    Range r;
    r.begin =
        static_cast<int>(std::lower_bound(keys.begin(), keys.end(), key_of(x - 1, y, z)) - keys.begin());
    r.end = end_of(r.begin, last);
    return r;
  }

  /// Returns the first index, not before `index`, whose key is greater than `last`.
  int end_of(int index, Key last) const {
    while (index < static_cast<int>(keys.size()) && keys[index] <= last) ++index;
    return index;
  }
};

using Grids = std::vector<Class>;  // ordered from fine to coarse

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
  std::vector<Entry> entries;
  for (const std::vector<int>& bodies : members) {
    if (bodies.empty()) continue;
    Class c;
    for (const int body : bodies) c.cell = std::max(c.cell, 2 * spheres.radius[body] + margin);
    entries.clear();
    for (const int body : bodies) {
      const Cell cell = c.cell_of(spheres.center[body]);
      entries.push_back({key_of(cell.x, cell.y, cell.z), body});
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.key != b.key ? a.key < b.key : a.body < b.body;
    });
    for (const Entry& e : entries) {
      c.keys.push_back(e.key);
      c.spheres.push_back({spheres.center[e.body], spheres.radius[e.body], e.body});
    }
    grids.push_back(std::move(c));
  }
  return grids;
}

/// Finds the partners of one body after another. Bodies in the same cell share the ranges found for
/// that cell.
class Search {
 public:
  Search(const Grids& grids, std::size_t own, Real margin, std::vector<Pair>& found)
      : grids_(grids), own_(own), margin_(margin), found_(found), coarser_(grids.size()) {}

  void find_partners(int index) {
    const Class& own = grids_[own_];
    const Sphere& sphere = own.spheres[index];
    if (!begun_ || own.keys[index] != key_) look_after(index);
    meet(sphere, own, {index + 1, end_of_neighbour_});
    for (const Range& row : later_) meet(sphere, own, row);
    for (std::size_t c = own_ + 1; c < grids_.size(); ++c) {
      const Cell cell = grids_[c].cell_of(sphere.center);
      const Key key = key_of(cell.x, cell.y, cell.z);
      Around& around = coarser_[c];
      if (!around.begun || around.key != key) look_around(around, grids_[c], cell);
      for (const Range& row : around.rows) meet(sphere, grids_[c], row);
    }
  }

 private:
  struct Around {
    bool begun = false;
    Key key = 0;
    std::array<Range, 9> rows;
  };

  /// Finds the ranges of the cells that follow the cell of a body in its own class.
  void look_after(int index) {
    const Class& own = grids_[own_];
    const Cell c = own.cell_of(own.spheres[index].center);
    begun_ = true, key_ = own.keys[index];
    end_of_neighbour_ = own.end_of(index, key_of(c.x + 1, c.y, c.z));
    later_ = {own.row(c.x, c.y + 1, c.z), own.row(c.x, c.y - 1, c.z + 1), own.row(c.x, c.y, c.z + 1),
              own.row(c.x, c.y + 1, c.z + 1)};
  }

  static void look_around(Around& around, const Class& in, Cell c) {
    around.begun = true, around.key = key_of(c.x, c.y, c.z);
    std::size_t row = 0;
    for (int z = c.z - 1; z <= c.z + 1; ++z) {
      for (int y = c.y - 1; y <= c.y + 1; ++y) around.rows[row++] = in.row(c.x, y, z);
    }
  }

  void meet(const Sphere& sphere, const Class& others, Range range) {
    for (int i = range.begin; i < range.end; ++i) {
      const Sphere& other = others.spheres[i];
      const Real reach = sphere.radius + other.radius + margin_;
      if (length_squared(other.center - sphere.center) <= reach * reach)
        found_.push_back({std::min(sphere.body, other.body), std::max(sphere.body, other.body)});
    }
  }

  const Grids& grids_;
  std::size_t own_;
  Real margin_;
  std::vector<Pair>& found_;
  bool begun_ = false;
  Key key_ = 0;
  int end_of_neighbour_ = 0;  // end of the range that covers a body's cell and the next cell in its row
  std::array<Range, 4> later_;
  std::vector<Around> coarser_;
};

/// Returns the pairs sorted by a, then by b. Groups them by a with a counting sort, then sorts each short
/// group by b.
std::vector<Pair> sorted(const std::vector<std::vector<Pair>>& found, int bodies) {
  std::vector<std::size_t> begin(bodies + 1, 0);
  for (const std::vector<Pair>& block_pairs : found) {
    for (const Pair& pair : block_pairs) ++begin[pair.a + 1];
  }
  for (int i = 0; i < bodies; ++i) begin[i + 1] += begin[i];
  std::vector<Pair> pairs(begin[bodies]);
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (const std::vector<Pair>& block_pairs : found) {
    for (const Pair& pair : block_pairs) pairs[next[pair.a]++] = pair;
  }
  parallel_for(bodies, [&](int i) {
    std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(begin[i]),
              pairs.begin() + static_cast<std::ptrdiff_t>(begin[i + 1]),
              [](const Pair& p, const Pair& q) { return p.b < q.b; });
  });
  return pairs;
}

}  // namespace

std::vector<Pair> grid_pairs(const Spheres& spheres, Real margin) {
  if (spheres.count() == 0) return {};
  const Grids grids = sort_into_grids(spheres, margin);
  struct Block {
    std::size_t of_class;
    Range indices;
  };
  constexpr int size = 512;
  std::vector<Block> blocks;
  for (std::size_t c = 0; c < grids.size(); ++c) {
    const int count = static_cast<int>(grids[c].keys.size());
    for (int begin = 0; begin < count; begin += size)
      blocks.push_back({c, {begin, std::min(begin + size, count)}});
  }
  std::vector<std::vector<Pair>> found(blocks.size());
  parallel_for_uneven(static_cast<int>(blocks.size()), 1, [&](int k) {
    Search search(grids, blocks[k].of_class, margin, found[k]);
    for (int index = blocks[k].indices.begin; index < blocks[k].indices.end; ++index)
      search.find_partners(index);
  });
  return sorted(found, spheres.count());
}

}  // namespace scree
