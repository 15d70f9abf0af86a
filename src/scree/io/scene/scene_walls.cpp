// Walls of a scene and their motions: tables [[wall]] and [[motion]].

#include "scree/error.hpp"
#include "scree/io/scene/scene_readers.hpp"

namespace scree {

namespace {

ScenePlane read_plane(const SceneReader& t, const Scene& scene) {
  ScenePlane plane;
  plane.point = t.vec("point");
  plane.normal = in_plane_unless_given(scene, t.vec("normal"), {0, 0, 1});
  if (!(length(plane.normal) > 0))
    fail("{} has no length. Give [0, 0, 1] for a floor.", t.location("normal"));
  return plane;
}

SceneBox read_box(const SceneReader& t, const Scene& scene) {
  SceneBox box;
  box.lower = t.vec("lower");
  box.upper = t.vec("upper");
  box.open = t.words("open");
  if (t.has("remove")) box.remove = t.times("remove");
  if (scene.planar() && box.open == std::vector<std::string>{"z+"}) box.open = {"y+"};
  for (int c = 0; c < (scene.planar() ? 2 : 3); ++c) {
    if (!(box.lower[c] < box.upper[c])) {
      fail("{} does not lie above lower along {}. Exchange or correct them.", t.location("upper"), "xyz"[c]);
    }
  }
  return box;
}

SceneCylinder read_cylinder(const SceneReader& t) {
  SceneCylinder cylinder;
  cylinder.from = t.vec("from");
  cylinder.to = t.vec("to");
  cylinder.radius = t.number("radius");
  cylinder.closed = t.flag("closed");
  cylinder.sides = t.whole("sides");
  if (cylinder.sides < 8) fail("{} is {}. A cylinder needs at least 8.", t.location("sides"), cylinder.sides);
  if (cylinder.from == cylinder.to)
    fail("{} is also the other end of the axis. Give two different points.", t.location("to"));
  return cylinder;
}

SceneMesh read_mesh(const SceneReader& t) {
  return {t.text("file"), t.number("scale"), read_merge(t), {t.vec("position"), t.quat("orientation")}};
}

SceneLine read_line(const SceneReader& t, const Scene& scene) {
  if (!scene.planar())
    fail(
        "{}: walls of type line need a scene in the plane (run.dimension = 2). In space use a plane or a "
        "mesh.",
        t.location());
  return {t.points("points")};
}

}  // namespace

SceneWall read_wall(const SceneReader& t, const Scene& scene, std::size_t index) {
  SceneWall wall;
  wall.location = t.location();
  wall.name = t.has("name") ? t.text("name") : fmt::format("wall{}", index + 1);
  if (t.has("material")) wall.material = t.text("material");
  wall.appears_at = t.maybe_number("appears_at");
  wall.removed_at = t.maybe_number("removed_at");
  const std::string type = t.text("type");
  if (type == "plane") wall.shape = read_plane(t, scene);
  if (type == "box") wall.shape = read_box(t, scene);
  if (type == "cylinder") wall.shape = read_cylinder(t);
  if (type == "mesh") wall.shape = read_mesh(t);
  if (type == "line") wall.shape = read_line(t, scene);
  return wall;
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
  if (!(begin < end)) fail("{} must be later than begin.", t.location("end"));
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
