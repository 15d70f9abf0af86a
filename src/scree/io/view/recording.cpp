#include "scree/io/view/recording.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/encode/colors.hpp"
#include "scree/io/encode/packing.hpp"
#include "scree/shape/surface/triangulate.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace scree {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::string_view mark = "screerec";
constexpr std::uint32_t recording_version = 1;
constexpr int frames_per_block = 16;

void put_u32(std::string& bytes, std::uint32_t n) {
  for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(n >> shift & 0xffU);
}
std::uint32_t get_u32(std::string_view bytes, std::size_t at) {
  std::uint32_t n = 0;
  for (unsigned k = 0; k < 4; ++k)
    n |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
  return n;
}

void write_points(NumberWriter& out, const std::vector<Vec3>& points, Vec3 origin = {}) {
  out.natural(points.size());
  for (const Vec3& p : points) {
    out.real(origin.x + p.x);
    out.real(origin.y + p.y);
    out.real(origin.z + p.z);
  }
}
template <std::size_t n>
void write_indices(NumberWriter& out, const std::vector<std::array<int, n>>& rows) {
  out.natural(rows.size());
  for (const auto& row : rows) {
    for (const int i : row) out.natural(i);
  }
}

/// Returns all data except frames that the page needs.
Json head_of(const ViewCast& cast, const std::string& name, const std::vector<WallTrack>& walls) {
  Json head = {{"format", "scree recording"}, {"version", recording_version}, {"name", name}};
  const std::vector<Real> radii = bounding_radii(cast);
  head["shapes"] = Json::array(), head["walls"] = Json::array();
  for (std::size_t s = 0; s < cast.shapes.size(); ++s) {
    const ViewShape& shape = cast.shapes[s];
    head["shapes"].push_back(
        {{"name", shape.name}, {"round", shape.round}, {"diameter", shape.diameter}, {"radius", radii[s]}});
  }
  head["materials"] = cast.materials;
  head["wall_names"] = cast.walls;
  for (const WallTrack& w : walls) head["walls"].push_back(w.wall);
  head["sequence_colors"] = sequence_colors;
  head["kind_colors"] = kind_colors;
  if (cast.planar) head["planar"] = true;
  return head;
}

std::string assemble(Json head, const std::vector<std::string>& streams) {
  Json sizes = Json::array();
  for (const std::string& s : streams) sizes.push_back(s.size());
  head["streams"] = sizes;
  const std::string packed = deflate(head.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  std::string bytes(mark);
  put_u32(bytes, recording_version);
  put_u32(bytes, static_cast<std::uint32_t>(packed.size()));
  bytes += packed;
  for (const std::string& s : streams) bytes += s;
  return bytes;
}

/// Returns the history of a run. If it cannot be read, adds the reason to `problems`.
Json history_of(const RunView& run, std::vector<std::string>& problems) {
  std::error_code ignored;
  const std::filesystem::path file = run.folder() / "history.csv";
  if (!std::filesystem::exists(file, ignored)) return nullptr;
  try {
    const HistoryTable table = HistoryTable::parse(read_file(file), file.string());
    return {{"names", table.names}, {"columns", table.columns}};
  } catch (const Error& error) {
    problems.push_back(fmt::format("{} The page has no plots.", error.what()));
    return nullptr;
  }
}

/// Ranges of the colours: the speed that one body in a hundred exceeds, and the largest number of contacts of
/// a body.
struct Ranges {
  std::vector<Real> speeds;  // speeds of a sample of bodies
  int most_contacts = 0;

  void include(const ViewFrame& frame) {
    const std::size_t every = 1 + frame.bodies.size() / 1000;
    for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
      if (i % every == 0) speeds.push_back(frame.bodies[i].speed);
      most_contacts = std::max(most_contacts, frame.bodies[i].contacts);
    }
  }
  Real fast() {
    if (speeds.empty()) return 0;
    const auto percentile_99 = speeds.begin() + static_cast<std::ptrdiff_t>(99 * (speeds.size() - 1) / 100);
    std::nth_element(speeds.begin(), percentile_99, speeds.end());
    return *percentile_99;
  }
};

struct Encoded {
  std::vector<int> frames;  // frame numbers in the run
  std::vector<WallTrack> walls;
  std::vector<std::string> blocks, contacts;  // `contacts`: encoded contacts per frame
  double block_bytes = 0, contact_bytes = 0;
};

/// Frames of a run whose bodies can be read; each fault of its files is noted once.
class SoundFrames {
 public:
  SoundFrames(const RunView& run, std::vector<std::string>& problems) : run_(run), problems_(problems) {}

  std::vector<int> numbers;

  std::optional<ViewFrame> bodies(int f) {
    try {
      return run_.read(f, false);
    } catch (const Error& error) { note(error.what()); }
    return {};
  }
  ViewFrame with_contacts(int f) {
    try {
      return run_.read(f);
    } catch (const Error& error) {
      note(fmt::format("{} The frame is shown without contacts.", error.what()));
      return run_.read(f, false);
    }
  }
  std::vector<ViewPolygon> walls(int f) {
    try {
      return run_.read_walls(f);
    } catch (const Error& error) {
      note(fmt::format("{} The frame is shown without walls.", error.what()));
      return {};
    }
  }

 private:
  void note(const std::string& problem) {
    if (noted_.insert(problem).second) problems_.push_back(problem);
  }

  const RunView& run_;
  std::vector<std::string>& problems_;
  std::set<std::string> noted_;
};

Encoded encode(const RunView& run, SoundFrames& sound, const PositionGrid& grid, int stride) {
  Encoded e;
  const int count = static_cast<int>(sound.numbers.size());
  for (int k = 0; k < count; ++k) {
    if (k % stride == 0 || k == count - 1) e.frames.push_back(sound.numbers[k]);
  }
  std::vector<std::vector<ViewPolygon>> polygons;
  for (const int f : e.frames) polygons.push_back(sound.walls(f));
  e.walls = track_walls(polygons);
  const std::vector<Real> radii = bounding_radii(run.cast());
  for (std::size_t first = 0; first < e.frames.size(); first += frames_per_block) {
    std::vector<ViewFrame> block;
    for (std::size_t f = first; f < std::min(first + frames_per_block, e.frames.size()); ++f) {
      block.push_back(sound.with_contacts(e.frames[f]));
      e.contacts.push_back(encode_contacts(block.back(), radii));
      e.contact_bytes += static_cast<double>(e.contacts.back().size());
    }
    e.blocks.push_back(encode_block(block, grid, e.walls, first));
    e.block_bytes += static_cast<double>(e.blocks.back().size());
  }
  return e;
}

}  // namespace

std::string encode_meshes(const ViewCast& cast, const std::vector<WallTrack>& walls) {
  NumberWriter out;
  out.natural(cast.shapes.size());
  for (const ViewShape& s : cast.shapes) {
    write_points(out, s.surface.vertices, s.surface.origin);
    write_indices(out, triangulate(s.surface).corner);
  }
  out.natural(walls.size());
  for (const WallTrack& w : walls) {
    write_points(out, w.vertices);
    write_indices(out, w.triangles);
    write_indices(out, w.edges);
  }
  return deflate(out.bytes());
}

Recording record(const RunView& run, const RecordingOptions& options) {
  Recording result;
  result.frames_of_run = run.count();
  SceneReach reach;
  Ranges ranges;
  const std::vector<Real> radii = bounding_radii(run.cast());
  SoundFrames sound(run, result.problems);
  for (int f = 0; f < run.count(); ++f) {
    const std::optional<ViewFrame> frame = sound.bodies(f);
    if (!frame) continue;
    sound.numbers.push_back(f);
    reach.include(*frame, radii);
    ranges.include(*frame);
  }
  result.left_out = run.count() - static_cast<int>(sound.numbers.size());
  if (sound.numbers.empty())
    fail("{} None of the {} frames of the run can be read.", result.problems.front(), run.count());
  result.grid = reach.grid();

  int stride = 1;
  Encoded e = encode(run, sound, result.grid, stride);
  while (e.block_bytes > options.limit && e.frames.size() > 2) {
    stride = std::max(stride + 1, static_cast<int>(std::ceil(stride * e.block_bytes / options.limit)));
    e = encode(run, sound, result.grid, stride);
  }
  int contacts_every = 1;
  const auto size = [&] { return e.block_bytes + e.contact_bytes / contacts_every; };
  while (size() > options.limit && contacts_every < static_cast<int>(e.frames.size())) ++contacts_every;
  const bool no_contacts = size() > options.limit;

  Json head = head_of(run.cast(), run.name(), e.walls);
  std::vector<std::string> streams = {encode_meshes(run.cast(), e.walls)};
  Json times = Json::array(), contact_streams = Json::array();
  for (const int f : e.frames) times.push_back(run.time(f));
  for (std::string& b : e.blocks) streams.push_back(std::move(b));
  for (std::size_t f = 0; f < e.contacts.size(); ++f) {
    const bool kept = !no_contacts && f % contacts_every == 0;
    contact_streams.push_back(kept ? static_cast<int>(streams.size()) : -1);
    if (!kept) continue;
    streams.push_back(std::move(e.contacts[f]));
    ++result.frames_with_contacts;
  }
  result.frames = static_cast<int>(e.frames.size());
  if (stride > 1) {
    result.notes.push_back(
        fmt::format("{} of {} frames are in the recording, which has reached its size limit.", result.frames,
                    run.count()));
  }
  if (contacts_every > 1 || no_contacts) {
    result.notes.push_back(
        fmt::format("Contacts are in {} of its {} frames.", result.frames_with_contacts, result.frames));
  }
  head["times"] = times;
  head["frames_per_block"] = frames_per_block;
  head["blocks"] = e.blocks.size();
  head["contacts"] = contact_streams;
  head["position_error"] = result.grid.error(), head["turn_error"] = rotation_error;
  head["fast"] = ranges.fast(), head["most_contacts"] = ranges.most_contacts;
  head["history"] = history_of(run, result.problems);
  head["notes"] = result.notes;
  if (result.left_out > 0) {
    head["notes"].push_back(fmt::format("{} of {} frames are damaged or missing and were left out.",
                                        result.left_out, run.count()));
  }
  result.bytes = assemble(std::move(head), streams);
  return result;
}

std::string empty_recording(const ViewCast& cast, const std::string& name) {
  Json head = head_of(cast, name, {});
  head["times"] = Json::array();
  head["frames_per_block"] = 1;
  head["blocks"] = 0;
  head["contacts"] = Json::array();
  head["notes"] = Json::array(), head["history"] = nullptr;
  return assemble(std::move(head), {encode_meshes(cast, {})});
}

RecordingSections parse_recording(std::string_view bytes, const std::string& name) {
  if (!bytes.starts_with(mark) || bytes.size() < 16) fail("{}: this is not a recording of Scree.", name);
  if (get_u32(bytes, 8) != recording_version)
    fail("{}: this recording was written by another version of Scree.", name);
  std::size_t at = 16;
  const auto take = [&](std::size_t size) {
    if (size > bytes.size() - at) fail("{}: it is cut short.", name);
    at += size;
    return bytes.substr(at - size, size);
  };
  RecordingSections sections;
  sections.head = inflate(take(get_u32(bytes, 12)), name);
  try {
    const nlohmann::json head = nlohmann::json::parse(sections.head);
    for (const auto& size : head.at("streams")) sections.streams.push_back(take(size.get<std::size_t>()));
  } catch (const nlohmann::json::exception&) { fail("{}: its header is damaged.", name); }
  return sections;
}

}  // namespace scree
