// Walls of a scene and their motions: tables [[wall]] and [[motion]].

#include "scree/error.hpp"
#include "scree/io/scene/scene_readers.hpp"

namespace scree {

SceneWall read_wall(const SceneReader& t, const Scene& scene, std::size_t index) {
  SceneWall w;
  w.location = t.location();
  w.name = t.has("name") ? t.text("name") : fmt::format("wall{}", index + 1);
  w.type = t.text("type");
  if (t.has("material")) w.material = t.text("material");
  w.appears_at = t.maybe_number("appears_at"), w.removed_at = t.maybe_number("removed_at");
  if (w.type == "cylinder") {
    w.from = t.vec("from"), w.to = t.vec("to"), w.radius = t.number("radius"), w.closed = t.flag("closed");
    w.sides = t.whole("sides");
    if (w.sides < 8) fail("{} is {}. A cylinder needs at least 8.", t.location("sides"), w.sides);
    if (w.from == w.to) fail("{} is also the other end of the axis. Give two points.", t.location("to"));
  } else if (w.type == "line") {
    if (!scene.planar())
      fail(
          "{}: walls of type line need a scene in the plane (run.dimension = 2). In space use a plane or a "
          "mesh.",
          w.location);
    w.points = t.points("points");
  } else if (w.type == "mesh") {
    w.file = t.text("file"), w.scale = t.number("scale"), w.merge = read_merge(t);
    w.pose = {t.vec("position"), t.quat("orientation")};
  } else if (w.type == "plane") {
    w.point = t.vec("point"), w.normal = in_plane_unless_given(scene, t.vec("normal"), {0, 0, 1});
    if (!(length(w.normal) > 0)) fail("{} has no length. Give [0, 0, 1] for a floor.", t.location("normal"));
  } else {
    w.lower = t.vec("lower"), w.upper = t.vec("upper"), w.open = t.words("open");
    if (t.has("remove")) w.remove = t.times("remove");
    if (scene.planar() && w.open == std::vector<std::string>{"z+"}) w.open = {"y+"};
    for (int c = 0; c < (scene.planar() ? 2 : 3); ++c) {
      if (!(w.lower[c] < w.upper[c])) {
        fail("{} does not lie above lower along {}. Exchange or correct them.", t.location("upper"),
             "xyz"[c]);
      }
    }
  }
  return w;
}

SceneMotion read_motion(const SceneReader& t) {
  SceneMotion m;
  m.location = t.location("wall"), m.wall = t.text("wall");
  const std::string type = t.text("type");
  const auto unit = [&](std::string_view key) {
    const Vec3 v = t.vec(key);
    if (!(length(v) > 0)) fail("{} has no length.", t.location(key));
    return normalized(v);
  };
  const Real begin = type == "table" ? 0 : t.number("begin");
  const Real end = type == "table" ? forever : t.maybe_number("end").value_or(forever);
  if (!(begin < end)) fail("{} does not come after begin.", t.location("end"));
  if (type == "phase") {
    m.motion.phases.push_back(
        {0, begin, end, t.vec("velocity"), t.spin("spin"), t.vec("center"), t.flag("carried")});
  } else if (type == "table") {
    m.file = t.text("file");
    m.motion.tables.push_back({0, unit("axis"), t.vec("center"), {}});
  } else if (type == "vibration") {
    m.motion.vibrations.push_back(
        {0, t.vec("amplitude"), t.number("frequency"), t.number("phase"), begin, end});
  } else {
    m.motion.servos.push_back(
        {0, unit("direction"), t.number("force"), t.number("gain"), t.number("fastest"), begin, end});
  }
  return m;
}

}  // namespace scree
