#include "scree/shape/surface/topology.hpp"

#include "scree/error.hpp"

#include <algorithm>
#include <numeric>

namespace scree {

void check_faces(const Surface& surface) {
  std::vector<int> sorted;
  for (int f = 0; f < surface.face_count(); ++f) {
    const auto loop = surface.face(f);
    if (loop.size() < 3) {
      fail("{}: a face needs at least three vertices, this one has {}. Remove it or complete it.",
           where(surface, f), loop.size());
    }
    for (const int v : loop) {
      if (v < 0 || v >= surface.vertex_count()) {
        fail("{}: vertex {} does not exist; there are {} vertices. Correct the index.", where(surface, f),
             v + 1, surface.vertex_count());
      }
    }
    sorted.assign(loop.begin(), loop.end());
    std::sort(sorted.begin(), sorted.end());
    const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
    if (repeated != sorted.end()) {
      fail("{}: vertex {} appears twice in this face. Split the face where it touches itself, or remove it.",
           where(surface, f), *repeated + 1);
    }
  }
}

namespace {

std::string edge_name(const Surface& surface, const Topology& t, int h) {
  return fmt::format("the edge from {} to {}", point_name(surface, t.origin[h]),
                     point_name(surface, t.target(h)));
}

/// Makes the half-edges a and b twins. They are the first and the last of the `count` half-edges of one edge.
void pair_edge(const Surface& surface, Topology& t, int a, int b, int count) {
  if (count == 1) {
    fail(
        "{}: {} belongs to one face only, so the surface is open. Close the hole (or weld vertices that "
        "should be one vertex).",
        where(surface, t.face[a]), edge_name(surface, t, a));
  }
  if (count > 2) {
    fail(
        "{}: {} belongs to {} faces, so the surface is not a two-manifold. Split the body there or remove "
        "the inner faces.",
        where(surface, t.face[a]), edge_name(surface, t, a), count);
  }
  if (t.origin[a] == t.origin[b]) {
    fail(
        "{}: {} runs in the same direction as in {}: one of the two faces is turned inside out. Reverse the "
        "order of its vertices.",
        where(surface, t.face[b]), edge_name(surface, t, b), where(surface, t.face[a]));
  }
  t.twin[a] = b, t.twin[b] = a;
}

/// Pairs the half-edges. They are grouped by the lower vertex of their edge and then sorted by the higher
/// vertex. The two half-edges of an edge are then next to each other.
void pair_twins(const Surface& surface, Topology& t) {
  struct EdgeEntry {
    int high, halfedge;
  };
  const auto low_of = [&](int h) { return std::min(t.origin[h], t.target(h)); };
  std::vector<int> begin(t.vertex_halfedge.size() + 1, 0);
  for (int h = 0; h < t.halfedge_count(); ++h) ++begin[low_of(h) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<EdgeEntry> entries(t.origin.size());
  std::vector<int> end(begin.begin(), begin.end() - 1);
  for (int h = 0; h < t.halfedge_count(); ++h)
    entries[end[low_of(h)]++] = {std::max(t.origin[h], t.target(h)), h};
  t.twin.resize(t.origin.size());
  for (int low = 0; low < t.vertex_count(); ++low) {
    const auto first = entries.begin() + begin[low], last = entries.begin() + begin[low + 1];
    std::sort(first, last, [](EdgeEntry x, EdgeEntry y) {
      return x.high != y.high ? x.high < y.high : x.halfedge < y.halfedge;
    });
    for (auto entry = first; entry != last;) {
      const auto next = std::find_if(entry, last, [&](EdgeEntry s) { return s.high != entry->high; });
      pair_edge(surface, t, entry->halfedge, (next - 1)->halfedge, static_cast<int>(next - entry));
      entry = next;
    }
  }
}

/// Checks that the faces at every vertex form one fan. If they form two, the surface touches itself there.
void check_vertex_fans(const Surface& surface, const Topology& t) {
  std::vector<int> degree(t.vertex_halfedge.size(), 0);
  for (const int v : t.origin) ++degree[v];
  for (int v = 0; v < t.vertex_count(); ++v) {
    const int start = t.vertex_halfedge[v];
    if (start < 0) fail("{}vertex {} belongs to no face. Remove it.", where(surface), v + 1);
    int count = 0, h = start;
    do {
      ++count;
      h = t.next_around_vertex(h);
    } while (h != start);
    if (count != degree[v]) {
      fail("{}: the surface touches itself at {}. Move the parts apart or split the body there.",
           where(surface, t.face[start]), point_name(surface, v));
    }
  }
}

}  // namespace

Topology build_topology(const Surface& surface) {
  if (surface.face_count() == 0) fail("{}there are no faces. Give a closed surface.", where(surface));
  check_faces(surface);
  Topology t;
  t.face_begin = surface.face_begin;
  t.origin = surface.corner;
  t.face.resize(t.origin.size());
  t.vertex_halfedge.assign(surface.vertices.size(), -1);
  for (int f = 0; f < surface.face_count(); ++f) {
    for (int h = t.face_begin[f]; h < t.face_begin[f + 1]; ++h) {
      t.face[h] = f;
      if (t.vertex_halfedge[t.origin[h]] < 0) t.vertex_halfedge[t.origin[h]] = h;
    }
  }
  pair_twins(surface, t);
  check_vertex_fans(surface, t);
  return t;
}

std::vector<int> shell_of_faces(const Topology& topology) {
  std::vector<int> shell(static_cast<std::size_t>(topology.face_count()), -1);
  std::vector<int> stack;
  int count = 0;
  for (int seed = 0; seed < topology.face_count(); ++seed) {
    if (shell[seed] >= 0) continue;
    shell[seed] = count;
    stack = {seed};
    while (!stack.empty()) {
      const int f = stack.back();
      stack.pop_back();
      for (int h = topology.face_begin[f]; h < topology.face_begin[f + 1]; ++h) {
        const int g = topology.face[topology.twin[h]];
        if (shell[g] < 0) {
          shell[g] = count;
          stack.push_back(g);
        }
      }
    }
    ++count;
  }
  return shell;
}

}  // namespace scree
