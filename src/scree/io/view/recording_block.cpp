#include "scree/error.hpp"
#include "scree/io/encode/packing.hpp"
#include "scree/io/view/recording.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

namespace scree {
namespace {

constexpr Real finest_code = 4095;  // largest code of the square root of a speed or a force
constexpr Real point_code = 100;    // codes per radius for the contact points

/// Position, orientation, speed and number of contacts of a body, as whole numbers.
using Codes = std::array<std::int64_t, 9>;

std::int64_t clamped(Real x) {
  constexpr Real most = std::numeric_limits<std::int32_t>::max();
  return std::llround(std::clamp(x, -most, most));
}

std::int64_t root_code(Real value, Real largest) {
  return largest > 0 ? std::llround(finest_code * std::sqrt(std::clamp(value / largest, 0.0, 1.0))) : 0;
}
Real from_root_code(std::int64_t code, Real largest) {
  const Real root = static_cast<Real>(code) / finest_code;
  return largest * root * root;
}

Codes codes_of(const ViewBody& body, const PositionGrid& grid, Real fastest, const Codes& before) {
  Codes codes{};
  for (int c = 0; c < 3; ++c) codes[c] = clamped((body.pose.position[c] - grid.origin[c]) / grid.length);
  const Quat q = body.pose.orientation;
  const Real components[] = {q.w, q.x, q.y, q.z};
  Real along = 0;  // q and -q are the same rotation: chooses the sign nearer to the previous frame
  for (int c = 0; c < 4; ++c) along += components[c] * static_cast<Real>(before[3 + c]);
  for (int c = 0; c < 4; ++c)
    codes[3 + c] = std::llround((along < 0 ? -components[c] : components[c]) / rotation_unit);
  codes[7] = root_code(body.speed, fastest);
  codes[8] = body.contacts;
  return codes;
}

void put_codes(const Codes& codes, const PositionGrid& grid, Real fastest, ViewBody& body) {
  const auto real = [&](int c) { return static_cast<Real>(codes[c]); };
  body.pose.position = grid.origin + grid.length * Vec3{real(0), real(1), real(2)};
  const Quat q{real(3), real(4), real(5), real(6)};
  body.pose.orientation = q.w == 0 && q.x == 0 && q.y == 0 && q.z == 0 ? Quat{} : normalized(q);
  body.speed = from_root_code(codes[7], fastest);
  body.contacts = static_cast<int>(codes[8]);
}

/// All bodies of a block, each with its latest codes.
struct Table {
  std::vector<ViewBody> bodies;
  std::vector<Codes> last;
  std::unordered_map<int, std::size_t> index;  // by id

  explicit Table(std::span<const ViewFrame> frames) {
    for (const ViewFrame& f : frames) {
      for (const ViewBody& b : f.bodies) {
        if (index.try_emplace(b.id, bodies.size()).second) bodies.push_back(b);
      }
    }
    last.resize(bodies.size());
  }
};

void write_pose(NumberWriter& out, const std::optional<Pose>& pose) {
  out.natural(pose ? 1 : 0);
  if (!pose) return;
  const auto& [p, q] = *pose;
  for (const Real x : {p.x, p.y, p.z, q.w, q.x, q.y, q.z}) out.real(x);
}

std::optional<Pose> read_pose(NumberReader& in) {
  if (in.natural() == 0) return {};
  Real x[7];
  for (Real& v : x) v = in.real();
  return Pose{{x[0], x[1], x[2]}, {x[3], x[4], x[5], x[6]}};
}

/// Reads a count. Checks that it fits the remaining bytes, because a damaged count could ask for all memory
/// of the machine.
std::size_t read_count(NumberReader& in, std::size_t bytes, const std::string& name) {
  const std::uint64_t n = in.natural();
  if (n > bytes)
    fail("{}: it is damaged: it claims {} entries, more than its remaining bytes can contain.", name, n);
  return n;
}

}  // namespace

PositionGrid PositionGrid::over(const Box& box, Real smallest_radius) {
  PositionGrid grid;
  if (box.lower.x > box.upper.x) return grid;  // no frame contained a body or a wall
  const Real length = std::min(1e-4 * box.diagonal(), 1e-2 * smallest_radius);
  if (length > 0) grid.length = static_cast<float>(length);
  for (int c = 0; c < 3; ++c) grid.origin[c] = static_cast<float>(box.center()[c]);
  return grid;
}

void SceneReach::include(const ViewFrame& frame, const std::vector<Real>& shape_radius) {
  for (const ViewBody& b : frame.bodies) {
    const Real r = b.scale * shape_radius[b.shape];
    box.include(b.pose.position - Vec3{r, r, r});
    box.include(b.pose.position + Vec3{r, r, r});
    smallest_radius = std::min(smallest_radius, r);
  }
}

std::vector<Real> bounding_radii(const ViewCast& cast) {
  std::vector<Real> radii;
  for (const ViewShape& s : cast.shapes) {
    Real radius = 0;
    for (const Vec3& v : s.surface.vertices) radius = std::max(radius, length(s.surface.origin + v));
    radii.push_back(radius);
  }
  return radii;
}

std::string encode_block(std::span<const ViewFrame> frames, const PositionGrid& grid,
                         const std::vector<WallTrack>& walls, std::size_t first) {
  Table table(frames);
  Real fastest = 0;
  for (const ViewFrame& f : frames) {
    for (const ViewBody& b : f.bodies) fastest = std::max(fastest, b.speed);
  }
  fastest = static_cast<float>(fastest);
  NumberWriter out;
  out.natural(frames.size());
  for (const Real x : {grid.origin.x, grid.origin.y, grid.origin.z, grid.length, fastest}) out.real(x);
  out.natural(table.bodies.size());
  int before = 0;
  for (const ViewBody& b : table.bodies) {
    out.whole(b.id - before);
    before = b.id;
  }
  for (const ViewBody& b : table.bodies) out.natural(b.shape);
  for (const ViewBody& b : table.bodies) out.natural(b.material);
  for (const ViewBody& b : table.bodies) out.real(b.scale);
  out.natural(walls.size());
  for (std::size_t f = 0; f < frames.size(); ++f) {
    out.real(frames[f].time);
    for (const WallTrack& w : walls) write_pose(out, w.poses[first + f]);
    const std::vector<ViewBody>& bodies = frames[f].bodies;
    out.natural(bodies.size());
    std::vector<std::size_t> who(bodies.size());
    bool in_order = true;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      who[i] = table.index.at(bodies[i].id);
      in_order = in_order && who[i] == i;
    }
    out.natural(in_order ? 0 : 1);
    if (!in_order) {
      for (const std::size_t w : who) out.natural(w);
    }
    std::vector<Codes> now(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i)
      now[i] = codes_of(bodies[i], grid, fastest, table.last[who[i]]);
    // Writes column by column, because adjacent numbers of one kind compress better.
    for (std::size_t c = 0; c < std::tuple_size_v<Codes>; ++c) {
      for (std::size_t i = 0; i < bodies.size(); ++i) out.whole(now[i][c] - table.last[who[i]][c]);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) table.last[who[i]] = now[i];
  }
  return deflate(out.bytes());
}

DecodedBlock decode_block(std::string_view bytes, const std::string& name) {
  const std::string whole = inflate(bytes, name);
  NumberReader in(whole, name);
  DecodedBlock block;
  block.frames.resize(read_count(in, whole.size(), name));
  PositionGrid grid;
  grid.origin.x = in.real();
  grid.origin.y = in.real();
  grid.origin.z = in.real();
  grid.length = in.real();
  const Real fastest = in.real();
  std::vector<ViewBody> table(read_count(in, whole.size(), name));
  int before = 0;
  for (ViewBody& b : table) b.id = before += static_cast<int>(in.whole());
  for (ViewBody& b : table) b.shape = static_cast<int>(in.natural());
  for (ViewBody& b : table) b.material = static_cast<int>(in.natural());
  for (ViewBody& b : table) b.scale = in.real();
  std::vector<Codes> last(table.size());
  const std::size_t walls = read_count(in, whole.size(), name);
  for (ViewFrame& frame : block.frames) {
    frame.time = in.real();
    std::vector<std::optional<Pose>>& poses = block.wall_poses.emplace_back();
    for (std::size_t w = 0; w < walls; ++w) poses.push_back(read_pose(in));
    std::vector<std::size_t> who(read_count(in, whole.size(), name));
    const bool in_order = in.natural() == 0;
    for (std::size_t i = 0; i < who.size(); ++i) {
      who[i] = in_order ? i : in.natural();
      if (who[i] >= table.size()) fail("{}: it is damaged: it has no body {}.", name, who[i]);
    }
    for (std::size_t c = 0; c < std::tuple_size_v<Codes>; ++c) {
      for (const std::size_t w : who) last[w][c] += in.whole();
    }
    for (const std::size_t w : who) {
      frame.bodies.push_back(table[w]);
      put_codes(last[w], grid, fastest, frame.bodies.back());
    }
  }
  if (!in.at_end()) fail("{}: it is damaged: it has extra bytes.", name);
  return block;
}

std::string encode_contacts(const ViewFrame& frame, const std::vector<Real>& shape_radius) {
  std::unordered_map<int, std::int64_t> index;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i)
    index[frame.bodies[i].id] = static_cast<std::int64_t>(i);
  struct Row {
    std::int64_t a, b;  // indices in the frame; walls are negative
    std::array<std::int64_t, 3> point;
    Real force;
  };
  std::vector<Row> rows;
  Real strongest = 0;
  for (const ViewContact& c : frame.contacts) {
    const auto a = index.find(c.a), b = index.find(c.b);
    if (a == index.end() || (c.b >= 0 && b == index.end()) || !std::isfinite(c.force)) continue;
    const ViewBody& body = frame.bodies[a->second];
    const Vec3 from = (point_code / (body.scale * shape_radius[body.shape])) * (c.point - body.pose.position);
    rows.push_back(
        {a->second, c.b < 0 ? c.b : b->second, {clamped(from.x), clamped(from.y), clamped(from.z)}, c.force});
    strongest = std::max(strongest, c.force);
  }
  std::sort(rows.begin(), rows.end(),
            [](const Row& p, const Row& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  strongest = static_cast<float>(strongest);
  NumberWriter out;
  out.natural(rows.size());
  out.real(strongest);
  std::int64_t before = 0;
  for (const Row& r : rows) {
    out.whole(r.a - before);
    before = r.a;
  }
  for (const Row& r : rows) out.whole(r.b - r.a);
  for (int c = 0; c < 3; ++c) {
    for (const Row& r : rows) out.whole(r.point[c]);
  }
  for (const Row& r : rows) out.natural(root_code(r.force, strongest));
  return deflate(out.bytes());
}

std::vector<ViewContact> decode_contacts(std::string_view bytes, const ViewFrame& bodies,
                                         const std::vector<Real>& shape_radius, const std::string& name) {
  const std::string whole = inflate(bytes, name);
  NumberReader in(whole, name);
  const std::size_t n = read_count(in, whole.size(), name);
  const Real strongest = in.real();
  const auto count = static_cast<std::int64_t>(bodies.bodies.size());
  std::vector<std::int64_t> a(n), b(n);
  std::int64_t before = 0;
  for (std::int64_t& x : a) x = before += in.whole();
  for (std::size_t i = 0; i < n; ++i) {
    b[i] = a[i] + in.whole();
    if (a[i] < 0 || a[i] >= count || b[i] >= count) fail("{}: it is damaged: it has no body {}.", name, a[i]);
  }
  std::vector<ViewContact> contacts(n);
  for (int c = 0; c < 3; ++c) {
    for (ViewContact& contact : contacts) contact.point[c] = static_cast<Real>(in.whole());
  }
  for (std::size_t i = 0; i < n; ++i) {
    const ViewBody& body = bodies.bodies[a[i]];
    contacts[i].a = body.id, contacts[i].b = b[i] < 0 ? static_cast<int>(b[i]) : bodies.bodies[b[i]].id;
    contacts[i].point =
        body.pose.position + (body.scale * shape_radius[body.shape] / point_code) * contacts[i].point;
    contacts[i].force = from_root_code(static_cast<std::int64_t>(in.natural()), strongest);
  }
  return contacts;
}

}  // namespace scree
