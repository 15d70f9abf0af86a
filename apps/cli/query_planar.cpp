#include "query_planar.hpp"

#include "algorithm_option.hpp"
#include "contact_text.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/pairs/planar_drawing.hpp"
#include "scree/planar/algorithms.hpp"
#include "scree/planar/patch/manifold.hpp"
#include "scree/text.hpp"

#include <numbers>

namespace scree::cli {
namespace {

using nlohmann::ordered_json;

/// Removes and returns the first item of `rest`, up to a separator.
std::string_view cut(std::string_view& rest, char mark) {
  const std::string_view piece = rest.substr(0, rest.find(mark));
  rest.remove_prefix(std::min(rest.size(), piece.size() + 1));
  return piece;
}

Polygon regular(std::string_view settings, const std::string& text) {
  Real sides = 0, radius = 1;
  while (!settings.empty()) {
    std::string_view entry = cut(settings, ',');
    const std::string_view whole = entry, key = cut(entry, '=');
    if (key != "sides" && key != "r")
      fail("'{}' in '{}' is not a setting of a polygon. Give sides=NUMBER,r=NUMBER, or corners x,y/x,y/x,y.",
           shown(whole), shown(text));
    (key == "sides" ? sides : radius) = parse_number(entry, [&] { return shown(text); });
  }
  if (!(sides >= 3 && sides <= 1000) || sides != std::floor(sides))
    fail("{}: the number of sides of a regular polygon must be a whole number from 3 to 1000.", shown(text));
  std::vector<Vec2> corners;
  for (int i = 0; i < static_cast<int>(sides); ++i) {
    const Real angle = 2 * std::numbers::pi * i / sides;
    corners.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return make_polygon(corners);
}

struct Answer {
  const planar::Algorithm* algorithm;
  PlanarContact contact;  // in A's own frame
};

std::string feature_text(const PolygonView& body, Feature f) {
  if (f.kind == Feature::Kind::vertex) return fmt::format("vertex {}", f.id + 1);
  if (f.kind == Feature::Kind::edge) return fmt::format("edge {}-{}", f.id + 1, body.next(f.id) + 1);
  return "none";
}

std::string vector_text(Vec2 v) { return fmt::format("({:.8f}, {:.8f})", v.x, v.y); }
ordered_json to_json(Vec2 v) { return {v.x, v.y}; }

void print_text(const PlanarQuery& q, const PolygonPair& pair, const std::vector<Answer>& answers,
                Real exact) {
  fmt::print("{:<28} {:<10} {:>20} {:>9}  {:<26} {:<12} {:<12} {:>5}\n", "algorithm", "status", "overlap m",
             "- exact", "normal from A to B", "A", "B", "steps");
  for (const Answer& answer : answers) {
    const PlanarContact& c = answer.contact;
    fmt::print("{:<28} {:<10} {:>20.15g} {:>9.1e}  {:<26} {:<12} {:<12} {:>5}\n", answer.algorithm->name,
               status_name(c.status), c.overlap, c.overlap - exact, vector_text(c.normal),
               feature_text(pair.a, c.feature_a), feature_text(pair.b, c.feature_b), c.iterations);
    if (!q.points || c.status != Status::touching) continue;
    const PlanarManifold m = manifold_of(pair, c);
    for (int i = 0; i < m.count; ++i) {
      fmt::print("  point {} overlap {:.15g} m, share {:.5f}\n",
                 vector_text(m.point[i].position + q.a.centroid_in_input), m.point[i].overlap,
                 m.point[i].weight);
    }
  }
}

void print_json(const PlanarQuery& q, const PolygonPair& pair, const std::vector<Answer>& answers,
                Real exact) {
  ordered_json list = ordered_json::array();
  for (const Answer& answer : answers) {
    const PlanarContact& c = answer.contact;
    ordered_json row = {{"algorithm", answer.algorithm->name},
                        {"status", status_name(c.status)},
                        {"overlap", c.overlap},
                        {"exact_overlap", exact},
                        {"normal", to_json(c.normal)},
                        {"point_a", to_json(c.point_a + q.a.centroid_in_input)},
                        {"point_b", to_json(c.point_b + q.a.centroid_in_input)},
                        {"feature_a", feature_text(pair.a, c.feature_a)},
                        {"feature_b", feature_text(pair.b, c.feature_b)},
                        {"iterations", c.iterations}};
    if (q.points && c.status == Status::touching) {
      ordered_json points = ordered_json::array();
      const PlanarManifold m = manifold_of(pair, c);
      for (int i = 0; i < m.count; ++i) {
        points.push_back({{"position", to_json(m.point[i].position + q.a.centroid_in_input)},
                          {"overlap", m.point[i].overlap},
                          {"share", m.point[i].weight}});
      }
      row["points"] = points;
    }
    list.push_back(row);
  }
  fmt::print("{}\n", list.dump(2));
}

}  // namespace

std::optional<Polygon> polygon_body(const std::string& text) {
  std::string_view rest = text;
  if (cut(rest, ':') != "polygon") return {};
  if (rest.empty())
    fail("{}: give corners, polygon:x,y/x,y/x,y, or polygon:sides=NUMBER,r=NUMBER.", shown(text));
  if (rest.find('=') != std::string_view::npos) return regular(rest, text);
  std::vector<Vec2> corners;
  while (!rest.empty()) {
    std::string_view corner = cut(rest, '/');
    const auto location = [&] { return fmt::format("{}, corner {}", shown(text), corners.size() + 1); };
    const Real x = parse_number(cut(corner, ','), location);
    corners.push_back({x, parse_number(corner, location)});
  }
  return make_polygon(corners);
}

void query_planar(const PlanarQuery& q) {
  const std::vector<const planar::Algorithm*> algorithms =
      chosen_planar_algorithms(q.algorithm.empty() ? "gjk_td" : q.algorithm);
  // The algorithms need the pose between the bodies' own frames, which lie at the centroids.
  const PlanarPose pose{transform(q.b_in_a, q.b.centroid_in_input) - q.a.centroid_in_input,
                        q.b_in_a.orientation};
  const PolygonPair pair(view(q.a), view(q.b), pose);
  const PlanarContact exact = planar::Exact::collide(pair.a, pair.b, pose);
  std::vector<Answer> answers;
  for (const planar::Algorithm* algorithm : algorithms) {
    PlanarCache cache;
    answers.push_back({algorithm, algorithm->collide(pair.a, pair.b, pose, cache, {})});
  }
  if (!q.svg.empty()) {
    std::vector<PlanarDrawing> drawings;
    for (const Answer& answer : answers) {
      const PlanarContact& c = answer.contact;
      const std::string note =
          c.status == Status::failed
              ? "failed"
              : fmt::format("{} {:.6g} m", c.overlap < 0 ? "gap" : "overlap", std::abs(c.overlap));
      drawings.push_back({q.a, q.b, pose, c, std::string(answer.algorithm->name), note});
    }
    write_file(q.svg, draw(drawings));
  }
  (q.json ? print_json : print_text)(q, pair, answers, exact.overlap);
}

}  // namespace scree::cli
