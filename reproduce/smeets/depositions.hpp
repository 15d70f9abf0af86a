// The packings of sections 3.1 to 3.3: bodies dropped into a box or a cylinder, and their packing density.
#pragma once

#include "reproduce/cases.hpp"
#include "reproduce/smeets/plan.hpp"
#include "reproduce/welch.hpp"

namespace scree::reproduce {

/// Evenly spaced planes at heights from..to.
struct Planes {
  Real from = 0, to = 0;
  int count = 0;
};

/// Returns the packing factor of equation 20 in percent: the volume of the bodies whose centres are below a
/// plane, divided by the volume of the container below it. The result is the mean over the planes.
Real packing_factor(const World& world, Real base_area, const Planes& planes);

/// A kind of body. All kinds have the same volume.
struct Body {
  std::string name;
  std::vector<std::string> shapes;  // names in the scene or in the library, in equal numbers
  Real cost;                        // cost of a step relative to cubes, to estimate the time left
};
const std::vector<Body>& bodies();

/// Returns the results of the wanted packings of a plan, one per seed. The key is the name of the body, or
/// "wachs". The first call runs the packings, later calls reuse the results. The values are packing_factor
/// (percent), inside (number of bodies in the container), bodies, speed (root mean square at the end, m/s),
/// and overlap (the largest, relative to the radius).
using Packings = std::map<std::string, std::vector<CaseResult>>;
Packings packings_of(const Run& run, const Plan& plan, const std::vector<std::string>& wanted);

std::vector<Real> values_of(const std::vector<CaseResult>& results, const std::string& name);

/// Formats a sample as "58.31 +- 0.12", or a single value without deviation.
std::string text_of(const Sample& sample);

}  // namespace scree::reproduce
