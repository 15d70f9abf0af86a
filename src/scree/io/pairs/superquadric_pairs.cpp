#include "scree/io/pairs/superquadric_pairs.hpp"

#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/pairs/pair_body.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace scree {
namespace {

using nlohmann::json;

Vec3 to_vec(const json& j) { return {j.at(0).get<Real>(), j.at(1).get<Real>(), j.at(2).get<Real>()}; }

SuperquadricPair to_pair(const json& document, const json& j) {
  SuperquadricPair pair;
  pair.id = j.at("id").get<std::string>();
  const json& body = pair_body(document, j, "polyhedron");
  std::vector<Vec3> vertices;
  for (const json& v : body.at("vertices")) vertices.push_back(to_vec(v));
  pair.size = bounding_box(vertices).diagonal();
  pair.a = polyhedron_from_faces(std::move(vertices), body.at("faces").get<std::vector<std::vector<int>>>());
  const json& round = j.at("superquadric");
  const auto number = [&](const char* key) { return round.at(key).get<Real>(); };
  pair.b = make_superquadric({number("a"), number("b"), number("c")}, number("n1"), number("n2"));
  const json& q = round.at("quaternion_wxyz");
  const Quat rotation{q.at(0).get<Real>(), q.at(1).get<Real>(), q.at(2).get<Real>(), q.at(3).get<Real>()};
  const Vec3 position = to_vec(round.at("position"));
  const Real norm =
      rotation.w * rotation.w + rotation.x * rotation.x + rotation.y * rotation.y + rotation.z * rotation.z;
  if (!is_finite(position) || !(norm > 0) || !std::isfinite(norm)) {
    fail("the pose of the superquadric must be finite, and its quaternion w,x,y,z not zero.");
  }
  const Pose a_in_world = pair.a.mass.body_in_input;
  const Quat back = conjugate(a_in_world.orientation);
  pair.b_in_a = {inverse_transform(a_in_world, position), normalized(back * normalized(rotation))};
  const Mat3 m = to_matrix(normalized(rotation));
  Vec3 box;  // half lengths of the bounding box in the frame of the file
  for (int i = 0; i < 3; ++i) box[i] = dot(m.row[i], support(pair.b, m.row[i]));
  pair.size = std::max(pair.size, 2 * length(box));

  pair.signed_distance = j.at("signed_distance").get<Real>();
  pair.normal = rotate(back, to_vec(j.at("normal")));
  pair.witness_a = inverse_transform(a_in_world, to_vec(j.at("witness_polyhedron")));
  pair.witness_b = inverse_transform(a_in_world, to_vec(j.at("witness_superquadric")));
  if (j.contains("published_evaluation")) {
    const json& e = j.at("published_evaluation");
    pair.evaluation = {rotate(back, to_vec(e.at("normal"))),
                       inverse_transform(a_in_world, to_vec(e.at("contact_point"))),
                       e.at("overlap").get<Real>()};
  }
  if (j.contains("literal_flowchart")) {
    const json& flow = j.at("literal_flowchart");
    if (flow.contains("case")) pair.flow_case = flow.at("case").get<int>();
    if (flow.contains("contact") && flow.at("contact").is_boolean()) {
      pair.flow_contact = flow.at("contact").get<bool>();
    }
  }
  if (j.contains("first_step")) {
    pair.first_point = inverse_transform(a_in_world, to_vec(j.at("first_step").at("x0")));
    pair.has_first_point = true;
  }
  return pair;
}

}  // namespace

bool holds_superquadrics(std::string_view bytes) {
  const json document = json::parse(bytes, nullptr, false);
  if (!document.is_object() || !document.contains("pairs")) return false;
  const json& pairs = document["pairs"];
  return pairs.is_array() && !pairs.empty() && pairs[0].is_object() && pairs[0].contains("superquadric");
}

std::vector<SuperquadricPair> read_superquadric_pairs(const std::filesystem::path& path) {
  return parse_superquadric_pairs(read_file(path), path.string());
}

std::vector<SuperquadricPair> parse_superquadric_pairs(std::string_view bytes, const std::string& source) {
  std::vector<SuperquadricPair> pairs;
  std::string id = "(none yet)";
  try {
    const json document = json::parse(bytes);
    for (const json& j : document.at("pairs")) {
      id = j.value("id", "(no id)");
      pairs.push_back(to_pair(document, j));
    }
  } catch (const json::exception& error) {
    fail("{}, pair {}: {}. The format is that of tests/reference/superquadric-pairs.json.", source, id,
         error.what());
  } catch (const Error& error) { fail("{}, pair {}: {}", source, id, error.what()); }
  if (pairs.empty()) fail("{}: there are no pairs in the file.", source);
  return pairs;
}

SuperquadricPairError compare(const SuperquadricPair& pair, const Contact& contact) {
  SuperquadricPairError error;
  error.verdict =
      contact.status != Status::failed &&
      (pair.signed_distance == 0 || (contact.status == Status::touching) == (pair.signed_distance < 0));
  error.distance = std::abs(contact.overlap + pair.signed_distance) / pair.size;
  error.normal = length(contact.normal - pair.normal);
  error.witness =
      std::max(length(contact.point_a - pair.witness_a), length(contact.point_b - pair.witness_b)) /
      pair.size;
  return error;
}

}  // namespace scree
