// Remarks on a scene that can run but looks wrong: sizes that look as if they were in another unit, bodies
// that nothing supports, numbers that contradict each other. `check` lists the notes, `run` prints them
// before it starts.
#pragma once

#include "scree/io/scene/scene.hpp"

namespace scree {

/// Sizes of present and pending bodies: diameters of the spheres of equal volume.
struct BodySizes {
  Real smallest = 0, largest = 0;  // m
};
BodySizes body_sizes(const World& world);

/// Returns one sentence for each remark on the scene. `world` is the world built from it.
std::vector<std::string> scene_notes(const Scene& scene, const World& world);

/// Returns the name of a body for messages: the location of the [[body]] or [[insert]] that created it. Works
/// for bodies that are present from the beginning.
std::string body_location(const Scene& scene, const World& world, int body);

/// Returns a clause about the overlap of two bodies, or of a body and a wall, for messages.
std::string overlap_text(const Scene& scene, const World& world, const DeepestOverlap& overlap);

}  // namespace scree
