// The packings of sections 3.1 to 3.3: bodies dropped into a box or a cylinder, and how densely they lie.
#pragma once

#include "reproduce/cases.hpp"
#include "reproduce/smeets/plan.hpp"
#include "reproduce/welch.hpp"

namespace scree::reproduce {

/// Planes at heights from..to, evenly spaced.
struct Planes {
  Real from = 0, to = 0;
  int count = 0;
};

/// Equation 20 in percent, mean over the planes: the volume of the bodies whose centres are below a plane,
/// over that of the container below it.
Real packing_factor(const World& world, Real base_area, const Planes& planes);

/// A kind of body of equal volume.
struct Body {
  std::string name;
  std::vector<std::string> shapes;  // names in the scene or in the library, in equal shares
  Real cost;                        // of a step, compared with cubes; for the time left
};
const std::vector<Body>& bodies();

/// The results of the wanted packings of a plan, one a seed: by the name of the body, or "wachs". Made at the
/// first call, kept for later ones. Values: packing_factor (percent), inside (bodies in the container),
/// bodies, speed (root of the mean square at the end, m/s), overlap (the largest, of the radius).
using Packings = std::map<std::string, std::vector<CaseResult>>;
Packings packings_of(const Run& run, const Plan& plan, const std::vector<std::string>& wanted);

std::vector<Real> values_of(const std::vector<CaseResult>& results, const std::string& name);

/// "58.31 +- 0.12", or one number alone.
std::string text_of(const Sample& sample);

}  // namespace scree::reproduce
