// What is odd about a scene that can run: sizes like those of another unit, bodies that nothing holds,
// numbers that do not go together. `check` lists the notes, `run` prints them before it begins.
#pragma once

#include "scree/io/scene/scene.hpp"

namespace scree {

/// Sizes of bodies: diameters of the spheres of their volumes, of bodies that are there and that are to come.
struct BodySizes {
  Real smallest = 0, largest = 0;  // m
};
BodySizes body_sizes(const World& world);

/// Returns one sentence for each thing that is odd. The world is that of the scene, as built.
std::vector<std::string> scene_notes(const Scene& scene, const World& world);

/// Returns the name of a body for messages: the place of the [[body]] or [[insert]] that it comes from. For
/// bodies that are there from the beginning.
std::string body_place(const Scene& scene, const World& world, int body);

/// Returns what two bodies, or a body and a wall, are in a sentence about their contact.
std::string overlap_text(const Scene& scene, const World& world, const DeepestOverlap& overlap);

}  // namespace scree
