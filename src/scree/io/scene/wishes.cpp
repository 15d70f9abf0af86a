#include "scree/io/scene/wishes.hpp"

#include <fmt/format.h>

namespace scree {
namespace {

struct Wish {
  std::string_view name;     // name of a table, a key or a law; with or without an s at its end
  std::string_view feature;  // subject and verb of the sentence "... not in Scree yet"
  std::string_view instead;  // a sentence about an alternative; empty: there is none
};

constexpr std::string_view by_frames =
    "The frames of a run contain the bodies, so a script of your own can evaluate them.";
constexpr std::string_view by_dda = "The solver dda supports cohesive joints (docs/explanation/dda.md).";

constexpr Wish wishes[] = {
    {"periodic", "Periodic boundaries are", ""},
    {"boundary", "Periodic boundaries are", "Walls are [[wall]]."},
    {"membrane", "Membranes are", ""},
    {"measure", "Measurement regions are", by_frames},
    {"sensor", "Measurement regions are", by_frames},
    {"outlet", "Deletion of bodies is", ""},
    {"deletion", "Deletion of bodies is", ""},
    {"domain", "A domain outside of which bodies are deleted is", ""},
    {"bond", "Bonds between bodies are", by_dda},
    {"breakage", "Breakage is", ""},
    {"jkr", "Adhesion is", by_dda},
    {"dmt", "Adhesion is", by_dda},
    {"adhesion", "Adhesion is", by_dda},
    {"surface_energy", "Adhesion is", by_dda},
    {"capillary", "Capillary forces are", ""},
    {"fluid", "Fluids are", ""},
    {"drag", "Drag of a fluid is", ""},
    {"heat", "Heat is", ""},
    {"conductivity", "Heat is", ""},
    {"wear", "Wear is", ""},
    {"archard", "Wear is", ""},
    {"clump", "Clumps of bodies are", "Concave bodies need law = \"pressure\"."},
    {"multisphere", "Clumps of bodies are", "Concave bodies need law = \"pressure\"."},
    {"static_friction", "A friction that falls with the sliding speed is", "Give friction."},
    {"dynamic_friction", "A friction that falls with the sliding speed is", "Give friction."},
    {"stage", "Stages of a run are",
     "Walls and motions have begin and end times; 'scree resume' continues a run."},
};

}  // namespace

std::string wish_text(std::string_view name) {
  const std::string_view singular =
      name.size() > 3 && name.ends_with('s') ? name.substr(0, name.size() - 1) : name;
  for (const Wish& wish : wishes) {
    if (wish.name == name || wish.name == singular)
      return fmt::format("{} not in Scree yet.{}{}", wish.feature, wish.instead.empty() ? "" : " ",
                         wish.instead);
  }
  return {};
}

}  // namespace scree
