// The visible data of a run: its shapes, materials and walls, and the poses of all bodies at each moment. The
// data are read from the frames in the folder of the run, or taken from a running world. The replay page, the
// pictures and the live view show them.
#pragma once

#include "scree/io/encode/vtkhdf.hpp"
#include "scree/world/world.hpp"

#include <filesystem>
#include <optional>

namespace scree {

struct ViewShape {
  std::string name;
  bool round = false;  // curved body shown by planar facets: shaded smoothly
  Real diameter = 0;   // diameter of the sphere of equal volume, at scale 1
  Surface surface;     // at scale 1, in the frame of the body
};

/// Data that stays constant in a run.
struct ViewCast {
  std::vector<ViewShape> shapes;
  std::vector<std::string> materials, walls;  // names
  bool planar = false;                        // 2D bodies, seen from above
};

struct ViewBody {
  int id = 0, shape = 0, material = 0, contacts = 0;
  Real scale = 1, speed = 0;
  Pose pose;
};

struct ViewContact {
  int a = 0, b = 0;  // ids; walls are -1, -2, ...
  Vec3 point;
  Real force = 0;  // N, magnitude
};

struct ViewPolygon {
  int wall = 0;
  std::vector<Vec3> corners;
};

/// State of a run at one moment.
struct ViewFrame {
  Real time = 0;
  std::vector<ViewBody> bodies;
  std::vector<ViewContact> contacts;
};

ViewCast view_cast(const World& world);
ViewFrame view_frame(const World& world);
std::vector<ViewPolygon> view_walls(const World& world);

/// Return the surface of a shape as OBJ, and the names in a cast as JSON. Both are stored beside the frames.
/// Both texts contain a checksum.
std::string format_shape(const ViewShape& shape);
std::string format_names(const ViewCast& cast);

/// Frames in the folder of a run.
class RunView {
 public:
  /// Throws an Error if the folder does not belong to a run or has no frames.
  explicit RunView(std::filesystem::path folder);

  const ViewCast& cast() const { return cast_; }
  const std::string& name() const { return name_; }
  const std::filesystem::path& folder() const { return folder_; }
  int count() const { return static_cast<int>(bodies_.size()); }
  Real time(int frame) const { return bodies_[frame].time; }
  int nearest(Real time) const;  // frame at the nearest time
  /// Read a frame without its walls, and its walls. Throw an Error that names a damaged or missing file.
  ViewFrame read(int frame, bool with_contacts = true) const;
  std::vector<ViewPolygon> read_walls(int frame) const;

 private:
  std::optional<Grid> read_grid(const std::vector<SeriesEntry>& series, Real time, const Grid& layout) const;

  std::filesystem::path folder_;
  std::string name_;
  ViewCast cast_;
  std::vector<SeriesEntry> bodies_, contacts_, walls_;
};

}  // namespace scree
