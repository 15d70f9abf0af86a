#include "scree/io/pairs/pairs.hpp"

#include "scree/contact/pair/certificate.hpp"
#include "scree/contact/pair/exact.hpp"
#include "scree/error.hpp"
#include "scree/file.hpp"
#include "scree/io/pairs/pair_body.hpp"
#include "scree/shape/clean/hull.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace scree {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

Vec3 to_vec(const json& j) { return {j.at(0).get<Real>(), j.at(1).get<Real>(), j.at(2).get<Real>()}; }

std::vector<Vec3> to_points(const json& j) {
  std::vector<Vec3> points;
  for (const json& p : j) points.push_back(to_vec(p));
  return points;
}

Polyhedron to_polyhedron(const json& j, const CleanTolerance& tolerance) {
  Surface surface;
  surface.vertices = to_points(j.at("vertices"));
  for (const auto& loop : j.at("faces").get<std::vector<std::vector<int>>>()) surface.add_face(loop);
  clean(surface, tolerance);
  restore_convexity(surface, tolerance);
  return make_polyhedron(surface);
}

ReferencePair to_pair(const json& document, const json& j, const CleanTolerance& tolerance) {
  ReferencePair pair;
  pair.id = j.at("id").get<std::string>();
  const json &body_a = pair_body(document, j, "A"), &body_b = pair_body(document, j, "B");
  pair.a = to_polyhedron(body_a, tolerance), pair.b = to_polyhedron(body_b, tolerance);
  const Pose a_in_world = pair.a.mass.body_in_input, world_in_a = inverse(a_in_world);
  pair.b_in_a = world_in_a * pair.b.mass.body_in_input;
  // The positions must be subtracted before the rotation. Otherwise the difference loses digits if the bodies
  // are far from the origin.
  pair.b_in_a.position =
      rotate(world_in_a.orientation, pair.b.mass.body_in_input.position - a_in_world.position);
  pair.size = std::max(bounding_box(to_points(body_a.at("vertices"))).diagonal(),
                       bounding_box(to_points(body_b.at("vertices"))).diagonal());
  for (const json* body : {&body_a, &body_b}) {
    for (const Vec3 p : to_points(body->at("vertices")))
      pair.largest_coordinate =
          std::max({pair.largest_coordinate, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  }
  const auto contact_from = [&](const json& c) {
    ReferenceContact contact;
    contact.normal = rotate(world_in_a.orientation, to_vec(c.at("normal")));
    contact.witness_unique = c.value("witness_unique", false);
    for (const Vec3 p : to_points(c.at("witness_A")))
      contact.witness_a.push_back(inverse_transform(a_in_world, p));
    for (const Vec3 p : to_points(c.at("witness_B")))
      contact.witness_b.push_back(inverse_transform(a_in_world, p));
    return contact;
  };
  if (j.contains("contacts")) {  // exact-pairs.json
    pair.signed_distance = j.at("signed_distance").get<Real>();
    for (const json& c : j.at("contacts")) pair.contacts.push_back(contact_from(c));
  } else {  // descantes-nine.json
    pair.signed_distance = j.at("expected").at("overlap").get<Real>();
    pair.contacts.push_back(contact_from(j.at("expected")));
  }
  return pair;
}

ordered_json from_vec(Vec3 v) { return ordered_json::array({v.x, v.y, v.z}); }

ordered_json from_points(std::span<const Vec3> points) {
  ordered_json list = ordered_json::array();
  for (const Vec3 p : points) list.push_back(from_vec(p));
  return list;
}

ordered_json from_polyhedron(const Polyhedron& body, const Pose& pose) {
  std::vector<Vec3> vertices;
  for (int v = 0; v < body.vertex_count(); ++v) vertices.push_back(transform(pose, body.vertex(v)));
  ordered_json faces = ordered_json::array();
  const Topology& t = body.topology;
  for (int f = 0; f < body.face_count(); ++f) {
    faces.push_back(
        std::vector<int>(t.origin.begin() + t.face_begin[f], t.origin.begin() + t.face_begin[f + 1]));
  }
  return {{"vertices", from_points(vertices)}, {"faces", faces}};
}

}  // namespace

std::vector<ReferencePair> read_pairs(const std::filesystem::path& path, const CleanTolerance& tolerance) {
  return parse_pairs(read_file(path), path.string(), tolerance);
}

std::vector<ReferencePair> parse_pairs(std::string_view bytes, const std::string& source,
                                       const CleanTolerance& tolerance) {
  std::vector<ReferencePair> pairs;
  std::string id = "(none yet)";
  try {
    const json document = json::parse(bytes);
    for (const json& j : document.contains("pairs") ? document.at("pairs") : document.at("cases")) {
      id = j.value("id", "(no id)");
      pairs.push_back(to_pair(document, j, tolerance));
    }
  } catch (const json::exception& error) {
    fail("{}, pair {}: {}. The format is that of tests/reference/exact-pairs.json.", source, id,
         error.what());
  } catch (const Error& error) { fail("{}, pair {}: {}", source, id, error.what()); }
  if (pairs.empty()) fail("{}: there are no pairs in the file.", source);
  return pairs;
}

ReferencePair pair_with_exact_answer(std::string id, const Polyhedron& a, const Polyhedron& b,
                                     const Pose& b_in_a) {
  const Contact exact = Exact::collide(view(a), view(b), b_in_a);
  const PolyhedronPair pair_of_views(view(a), view(b), b_in_a);
  ReferencePair pair{std::move(id), a, b, b_in_a, -exact.overlap, {}, pair_of_views.size(), 0};
  pair.contacts.push_back({exact.normal, false, {exact.point_a}, {exact.point_b}});
  return pair;
}

std::string format_pairs(const std::string& title, std::span<const ReferencePair> pairs) {
  std::string text =
      fmt::format("{{\n \"title\": {},\n \"count\": {},\n \"pairs\": [\n", json(title).dump(), pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ReferencePair& pair = pairs[i];
    ordered_json contacts = ordered_json::array();
    for (const ReferenceContact& c : pair.contacts) {
      contacts.push_back({{"normal", from_vec(c.normal)},
                          {"witness_unique", c.witness_unique},
                          {"witness_A", from_points(c.witness_a)},
                          {"witness_B", from_points(c.witness_b)}});
    }
    const ordered_json j{{"id", pair.id},
                         {"signed_distance", pair.signed_distance},
                         {"contacts", contacts},
                         {"A", from_polyhedron(pair.a, {})},
                         {"B", from_polyhedron(pair.b, pair.b_in_a)}};
    text += j.dump() + (i + 1 < pairs.size() ? ",\n" : "\n");
  }
  return text + " ]\n}\n";
}

Polyhedron reframed(Polyhedron body, Quat rotation, Real scale) {
  for (int v = 0; v < static_cast<int>(body.vertex_x.size()); ++v) {
    const Vec3 p = scale * rotate(rotation, {body.vertex_x[v], body.vertex_y[v], body.vertex_z[v]});
    body.vertex_x[v] = p.x;
    body.vertex_y[v] = p.y;
    body.vertex_z[v] = p.z;
  }
  for (Vec3& n : body.face_normal) n = rotate(rotation, n);
  for (Real& offset : body.face_offset) offset *= scale;
  body.bounding_radius *= scale;
  return body;
}

ReferencePair reframed(const ReferencePair& pair, Quat rotation, Real scale) {
  ReferencePair p = pair;
  p.a = reframed(pair.a, rotation, scale), p.b = reframed(pair.b, {}, scale);
  p.b_in_a = {scale * rotate(rotation, pair.b_in_a.position), normalized(rotation * pair.b_in_a.orientation)};
  p.signed_distance *= scale;
  p.size *= scale;
  p.largest_coordinate *= scale;
  for (ReferenceContact& c : p.contacts) {
    c.normal = rotate(rotation, c.normal);
    for (Vec3& w : c.witness_a) w = scale * rotate(rotation, w);
    for (Vec3& w : c.witness_b) w = scale * rotate(rotation, w);
  }
  return p;
}

PairError compare(const ReferencePair& reference, const Contact& contact) {
  PairError error;
  const PolyhedronPair pair(view(reference.a), view(reference.b), reference.b_in_a);
  const Real expected = -reference.signed_distance;
  if (contact.status == Status::failed) error.verdict = false;
  if (std::abs(expected) > 1e-12 * reference.size) {
    error.verdict = error.verdict && (contact.status == Status::touching) == (expected > 0);
  }
  error.distance = std::abs(contact.overlap - expected) / reference.size;
  error.normal = 4;
  for (const ReferenceContact& c : reference.contacts)
    error.normal = std::min(error.normal, length(contact.normal - c.normal));
  // Every normal along which the gap is equally large is as correct as the listed ones. Only clearly
  // separated bodies have a unique normal; for them the error of the normal is compared.
  const Real shortfall = std::max(0.0, reference.signed_distance - pair.gap(contact.normal)) / reference.size;
  if (reference.signed_distance == 0 ||
      (reference.signed_distance < 1e-8 * reference.size && shortfall <= 1e-11))
    error.normal = shortfall;
  const Vec3 b_point = inverse_transform(reference.b_in_a, contact.point_b);
  error.witness = std::max({std::abs(outside(pair.a, contact.point_a)), std::abs(outside(pair.b, b_point)),
                            length(contact.point_a - contact.point_b - contact.overlap * contact.normal)}) /
                  reference.size;
  return error;
}

}  // namespace scree
