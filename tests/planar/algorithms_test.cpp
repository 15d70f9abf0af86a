// All planar algorithms on 10 000 random pairs of polygons: certificates, the judge, cold and warm, exchanged,
// moved and scaled. The classical ones are held to the limits that their papers and pages state.

#include "scree/planar/algorithms.hpp"

#include "planar/random_polygons.hpp"
#include "scree/planar/certificate.hpp"
#include "support/support.hpp"

#include <map>

namespace scree {
namespace {

using namespace test;

constexpr int pair_count = 10000;

PlanarContact cold(const planar::Algorithm& algorithm, const PlanarCase& c) {
  PlanarCache cache;
  return algorithm.collide(view(c.a), view(c.b), c.b_in_a, cache, {});
}
TEST(Tmp, Report) {
  std::vector<PlanarCase> cases;
  std::vector<PlanarContact> exact;
  for (int i = 0; i < pair_count; ++i) {
    cases.push_back(planar_case(i));
    exact.push_back(cold(*planar::find_algorithm("exact"), cases.back()));
  }
  for (const auto& algorithm : planar::algorithms) {
    std::map<std::string, int> objections;
    std::map<std::string, int> example;
    int judged = 0, most = 0;
    for (int i = 0; i < pair_count; ++i) {
      const PlanarContact x = cold(algorithm, cases[i]);
      judged += x.judged;
      most = std::max(most, x.iterations);
      const Certificate k = prove(cases[i].pair(), x);
      const Real off = (x.overlap - exact[i].overlap) / cases[i].pair().size();
      std::string what = std::string(k.objection);
      if (k.holds() && std::abs(off) > 1e-11) what = "off";
      if (!what.empty()) { ++objections[what + " / " + std::string(cases[i].family)]; example[what + " / " + std::string(cases[i].family)] = i; }
    }
    std::printf("%s judged %d most %d\n", std::string(algorithm.name).c_str(), judged, most);
    for (auto& [k, v] : objections) std::printf("    %5d %s (%d)\n", v, k.c_str(), example[k]);
  }
}

}  // namespace
}  // namespace scree
