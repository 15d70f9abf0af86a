// Recordings: what the replay page shows, in few bytes. docs/reference/run-folder.md has the layout.
//
// Places are whole multiples of a length, turns of 1e-4 in each component of the quaternion; in a block of
// frames each is written as its difference to the frame before, and the block is compressed. A block needs no
// other, so that the page unpacks only what it shows, and a live look sends blocks of one frame.
#pragma once

#include "scree/io/history.hpp"
#include "scree/io/run_view.hpp"
#include "scree/io/view_walls.hpp"

#include <span>

namespace scree {

/// Places are counted in multiples of `length` from `origin`. All four are floats, exactly.
struct PlaceGrid {
  Vec3 origin;
  Real length = 1;

  /// 1e-4 of a box around everything, but no coarser than a hundredth of the smallest body's radius.
  static PlaceGrid over(const Box& box, Real smallest_radius);
  /// The farthest that a place on the grid is from the place itself.
  Real error() const { return 0.87 * length; }
};
inline constexpr Real turn_unit = 1e-4;
/// The largest angle between an orientation and what is recorded of it, rad.
inline constexpr Real turn_error = 2.1e-4;

/// Grows with the bodies of frames.
struct SceneReach {
  Box box;
  Real smallest_radius = 1e300;

  void include(const ViewFrame& frame, const std::vector<Real>& shape_radius);
  PlaceGrid grid() const { return PlaceGrid::over(box, smallest_radius); }
};
std::vector<Real> bounding_radii(const ViewCast& cast);

/// Frames with the places of the walls in them; `first` is the number of the first frame in `walls`.
std::string encode_block(std::span<const ViewFrame> frames, const PlaceGrid& grid,
                         const std::vector<WallTrack>& walls, std::size_t first);
/// The contacts of one frame, their points relative to body A's centre and radius.
std::string encode_contacts(const ViewFrame& frame, const std::vector<Real>& shape_radius);
/// The meshes of the shapes and walls.
std::string encode_meshes(const ViewCast& cast, const std::vector<WallTrack>& walls);

struct DecodedBlock {
  std::vector<ViewFrame> frames;                             // without contacts
  std::vector<std::vector<std::optional<Pose>>> wall_poses;  // of each frame, of each track
};
/// The same back, to what the units left of it. Throw an Error, headed by `name`, for damaged bytes.
DecodedBlock decode_block(std::string_view bytes, const std::string& name);
std::vector<ViewContact> decode_contacts(std::string_view bytes, const ViewFrame& bodies,
                                         const std::vector<Real>& shape_radius, const std::string& name);

struct RecordingOptions {
  double limit = 45e6;  // bytes; as text in a page they become 4/3 of that
};

struct Recording {
  std::string bytes;
  int frames = 0, frames_of_run = 0;
  int frames_with_contacts = 0;
  PlaceGrid grid;
  std::vector<std::string> notes;  // what was left out, for the user
  // Damaged and missing files, one message each, and how many frames are left out for them. Of a frame that
  // only lacks contacts or walls the rest is there.
  std::vector<std::string> problems;
  int left_out = 0;
};

/// The frames of a run, evenly thinned when they need more bytes than the limit; contacts are left out first.
Recording record(const RunView& run, const RecordingOptions& options = {});

/// A recording of no frames, to which a live look adds.
std::string empty_recording(const ViewCast& cast, const std::string& name);

/// The parts of a recording: its head as JSON text, and streams to unpack. Throws an Error like decode_block.
struct RecordingParts {
  std::string head;
  std::vector<std::string_view> streams;
};
RecordingParts parse_recording(std::string_view bytes, const std::string& name);

}  // namespace scree
