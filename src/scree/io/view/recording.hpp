// Recordings: the data that the replay page shows, in compact form. docs/reference/run-folder.md describes
// their layout.
//
// Positions are whole multiples of a length, and orientations multiples of 1e-4 in each component of the
// quaternion. In a block of frames each number is stored as its difference from the frame before, and the
// block is compressed. A block depends on no other block, so the page unpacks only the blocks that it shows,
// and a live view sends blocks of one frame.
#pragma once

#include "scree/io/record/history.hpp"
#include "scree/io/view/run_view.hpp"
#include "scree/io/view/view_walls.hpp"

#include <span>

namespace scree {

/// Grid of positions, in multiples of `length` from `origin`. All four numbers are exact as floats.
struct PositionGrid {
  Vec3 origin;
  Real length = 1;

  /// Returns a grid with a spacing of 1e-4 of the box around everything, but at most a hundredth of the
  /// smallest body's radius.
  static PositionGrid over(const Box& box, Real smallest_radius);
  /// Largest distance of a position from its point on the grid.
  Real error() const { return 0.87 * length; }
};
inline constexpr Real rotation_unit = 1e-4;
/// Largest angle between an orientation and its recorded value, rad.
inline constexpr Real rotation_error = 2.1e-4;

/// Extent of a scene, which grows with the bodies of its frames.
struct SceneReach {
  Box box;
  Real smallest_radius = 1e300;

  void include(const ViewFrame& frame, const std::vector<Real>& shape_radius);
  PositionGrid grid() const { return PositionGrid::over(box, smallest_radius); }
};
std::vector<Real> bounding_radii(const ViewCast& cast);

/// Encodes frames with the poses of the walls in them; `first` is the number of the first frame in `walls`.
std::string encode_block(std::span<const ViewFrame> frames, const PositionGrid& grid,
                         const std::vector<WallTrack>& walls, std::size_t first);
/// Encodes the contacts of one frame. Contact points are relative to the centre and the radius of body A.
std::string encode_contacts(const ViewFrame& frame, const std::vector<Real>& shape_radius);
/// Encodes the meshes of the shapes and walls.
std::string encode_meshes(const ViewCast& cast, const std::vector<WallTrack>& walls);

struct DecodedBlock {
  std::vector<ViewFrame> frames;                             // without contacts
  std::vector<std::vector<std::optional<Pose>>> wall_poses;  // for each frame and each track
};
/// Decode these data up to the rounding of their units. If the bytes are damaged, throw an Error that begins
/// with `name`.
DecodedBlock decode_block(std::string_view bytes, const std::string& name);
std::vector<ViewContact> decode_contacts(std::string_view bytes, const ViewFrame& bodies,
                                         const std::vector<Real>& shape_radius, const std::string& name);

struct RecordingOptions {
  double limit = 45e6;  // bytes; as text in a page they need 4/3 of this
};

struct Recording {
  std::string bytes;
  int frames = 0, frames_of_run = 0;
  int frames_with_contacts = 0;
  PositionGrid grid;
  std::vector<std::string> notes;  // remarks for the user on what was left out
  // Damaged and missing files, one message each, and the number of frames left out because of them. A frame
  // that lacks only contacts or walls is shown without them.
  std::vector<std::string> problems;
  int left_out = 0;
};

/// Records the frames of a run. If they need more bytes than the limit, contacts are left out first, and then
/// frames are thinned evenly.
Recording record(const RunView& run, const RecordingOptions& options = {});

/// Returns a recording without frames, to which a live view adds frames.
std::string empty_recording(const ViewCast& cast, const std::string& name);

/// Contents of a recording: its head as JSON text, and compressed streams. Reading throws an Error
/// like decode_block.
struct RecordingSections {
  std::string head;
  std::vector<std::string_view> streams;
};
RecordingSections parse_recording(std::string_view bytes, const std::string& name);

}  // namespace scree
