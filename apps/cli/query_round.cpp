#include "query_round.hpp"

#include "contact_text.hpp"

#include "scree/contact/round_algorithms.hpp"
#include "scree/contact/superquadric/gjk_td_round.hpp"
#include "scree/file.hpp"
#include "scree/io/pairs/pair_drawing.hpp"
#include "scree/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace scree::cli {
namespace {

using nlohmann::ordered_json;

struct RoundAnswer {
  std::string_view name;
  bool exact;
  Contact contact;
  std::optional<FaceSearch> search;
};

/// Answers for one query. If one of the bodies is a polyhedron, it is body A; `swapped` is true if the user
/// gave it second.
struct Round {
  std::vector<RoundAnswer> answers;
  BoundedDistance bounds;
  bool swapped = false;
};

template <class List, class Body>
void ask(const List& list, const Body& a, const PlacedSuperquadric& b, const std::string& wanted,
         Round& round) {
  std::vector<std::string_view> names;
  for (const auto& algorithm : list) {
    names.push_back(algorithm.name);
    const bool chosen =
        wanted == "all" || wanted == algorithm.name || (wanted.empty() && round.answers.empty());
    if (!chosen) continue;
    Cache cache;
    RoundAnswer answer{algorithm.name, algorithm.exact, algorithm.collide(a, b, cache, {}), {}};
    if constexpr (std::is_same_v<Body, PolyhedronView>) {
      const bool published = algorithm.name == PolyhedronSuperquadricPublished::name;
      if (published || algorithm.name == PolyhedronSuperquadric::name) {
        answer.search = PolyhedronSuperquadric::search(
            a, b, published ? FaceSearchFlow::published : FaceSearchFlow::completed);
      }
    }
    round.answers.push_back(answer);
  }
  if (round.answers.empty()) {
    fail("there is no algorithm '{}' for this pair; the nearest is '{}'. 'scree list' shows all.",
         shown(wanted), names[nearest_word(wanted, names)]);
  }
}

std::string case_text(const FaceSearch& s) {
  if (s.ending == 0) return "undecided";
  return fmt::format("case {}{}", s.ending, s.used_fallback ? " (decided by the distance)" : "");
}

/// Transforms an answer to the input frame of the body that the user gave first.
Contact as_asked(Contact c, const RoundQuery& q, bool swapped) {
  if (swapped) {  // the contact is in the frame of B
    c.normal = -rotate(q.b_in_a.orientation, c.normal);
    const Vec3 a = c.point_a;
    c.point_a = transform(q.b_in_a, c.point_b), c.point_b = transform(q.b_in_a, a);
    std::swap(c.feature_a, c.feature_b);
  }
  c.normal = rotate(q.a_in_input.orientation, c.normal);
  c.point_a = transform(q.a_in_input, c.point_a), c.point_b = transform(q.a_in_input, c.point_b);
  return c;
}

std::string feature_text(const QueryBody& body, Feature f) {
  return body.polyhedron ? feature_name(view(*body.polyhedron), f) : "surface";
}

void print_text(const RoundQuery& q, const Round& round) {
  fmt::print("{:<34} {:<10} {:>20}  {:<36} {:<12} {:<12} {:>5}\n", "algorithm", "status", "overlap m",
             "normal from A to B", "A", "B", "steps");
  for (const RoundAnswer& answer : round.answers) {
    const Contact c = as_asked(answer.contact, q, round.swapped);
    fmt::print("{:<34} {:<10} {:>20.15g}  {:<36} {:<12} {:<12} {:>5}\n", answer.name, status_name(c.status),
               c.overlap, vector_text(c.normal), feature_text(q.a, c.feature_a),
               feature_text(q.b, c.feature_b), c.iterations);
    if (c.uncertified)
      fmt::print("  not certified: the bounds of the overlap stay wider than 1e-8 of the size of the pair\n");
    if (!answer.search) continue;
    const FaceSearch& s = *answer.search;
    std::string faces;
    for (int i = 0; i < s.visited; ++i) faces += fmt::format(" {}", s.face[i] + 1);
    fmt::print("  {}, {} switch{}, faces{}; overlap as the paper defines it {:.15g}\n", case_text(s),
               s.switches, s.switches == 1 ? "" : "es", faces, s.overlap);
  }
  fmt::print("{:<45} {:>20.15g} to {:.15g}\n", "certified bounds of the overlap", -round.bounds.upper,
             -round.bounds.lower);
  if (q.known) fmt::print("{:<45} {:>20.15g}\n", "the file says", *q.known);
}

void print_json(const RoundQuery& q, const Round& round) {
  ordered_json list = ordered_json::array();
  for (const RoundAnswer& answer : round.answers) {
    const Contact c = as_asked(answer.contact, q, round.swapped);
    ordered_json row = {{"algorithm", answer.name},
                        {"status", status_name(c.status)},
                        {"overlap", c.overlap},
                        {"overlap_bounds", {-round.bounds.upper, -round.bounds.lower}},
                        {"normal", to_json(c.normal)},
                        {"point_a", to_json(c.point_a)},
                        {"point_b", to_json(c.point_b)},
                        {"feature_a", feature_text(q.a, c.feature_a)},
                        {"feature_b", feature_text(q.b, c.feature_b)},
                        {"iterations", c.iterations}};
    if (answer.exact) row["certified"] = c.status != Status::failed && !c.uncertified;
    if (answer.search) {
      const FaceSearch& s = *answer.search;
      ordered_json faces = ordered_json::array();
      for (int i = 0; i < s.visited; ++i) faces.push_back(s.face[i] + 1);
      row["case"] = s.ending;
      row["switches"] = s.switches;
      row["faces"] = faces;
      row["paper_overlap"] = s.overlap;
      row["decided_by_distance"] = s.used_fallback;
    }
    if (q.known) row["known_overlap"] = *q.known;
    list.push_back(row);
  }
  fmt::print("{}\n", list.dump(2));
}

std::string picture(const RoundQuery& q, const Round& round) {
  const auto body = [](const QueryBody& b) {
    return b.polyhedron ? *b.polyhedron : stand_in(*b.superquadric);
  };
  RoundQuery own = q;
  own.a_in_input = {};
  const Polyhedron a = body(q.a), b = body(q.b);
  const RoundAnswer& first = round.answers.front();
  PairDrawing drawing{a,
                      b,
                      q.b_in_a,
                      {std::string(first.name), as_asked(first.contact, own, round.swapped)},
                      {},
                      {},
                      q.a.superquadric ? &*q.a.superquadric : nullptr,
                      q.b.superquadric ? &*q.b.superquadric : nullptr,
                      first.search ? case_text(*first.search) : ""};
  for (std::size_t i = 1; i < round.answers.size(); ++i) {
    const RoundAnswer& other = round.answers[i];
    if (other.contact.status == first.contact.status &&
        std::abs(other.contact.overlap - first.contact.overlap) <= 1e-6 * std::abs(first.contact.overlap) &&
        length(other.contact.normal - first.contact.normal) < 1e-3)
      continue;
    drawing.others.push_back({std::string(other.name), as_asked(other.contact, own, round.swapped)});
  }
  return draw(drawing);
}

}  // namespace

void query_round(const RoundQuery& q) {
  Round round;
  const auto bounds = [&](const auto& a, const PlacedSuperquadric& b, Vec3 center) {
    return bounded_distance(a, b, b.center - center, 1e-12 * (b.radius + length(b.center - center)));
  };
  if (q.a.superquadric && q.b.superquadric) {
    const PlacedSuperquadric a(*q.a.superquadric, {}), b(*q.b.superquadric, q.b_in_a);
    ask(superquadric_algorithms, a, b, q.algorithm, round);
    round.bounds = bounds(a, b, a.center);
  } else {
    round.swapped = q.a.superquadric.has_value();
    const PolyhedronView a = view(round.swapped ? *q.b.polyhedron : *q.a.polyhedron);
    const PlacedSuperquadric b = round.swapped ? PlacedSuperquadric(*q.a.superquadric, inverse(q.b_in_a))
                                               : PlacedSuperquadric(*q.b.superquadric, q.b_in_a);
    ask(polyhedron_superquadric_algorithms, a, b, q.algorithm, round);
    round.bounds = bounds(a, b, {});
  }
  if (!q.svg.empty()) write_file(q.svg, picture(q, round));
  q.json ? print_json(q, round) : print_text(q, round);
}

}  // namespace scree::cli
