// Fields of the plain structs in the state of a world. Files and hashes visit the fields by name, so that
// padding between them has no effect.
#pragma once

#include "scree/world/world.hpp"

#include <tuple>
#include <type_traits>

namespace scree {

template <class Struct, class Member>
struct Field {
  using Type = Member;
  const char* name;
  Member Struct::*member;
};
template <class Struct, class Member>
constexpr Field<Struct, Member> field(const char* name, Member Struct::*member) {
  return {name, member};
}

/// The fields of a struct, in order; empty for numbers.
template <class T>
inline constexpr auto fields = std::tuple<>();

template <>
inline constexpr auto fields<Vec3> = std::make_tuple(field("x", &Vec3::x), field("y", &Vec3::y),
                                                     field("z", &Vec3::z));
template <>
inline constexpr auto fields<Quat> = std::make_tuple(field("w", &Quat::w), field("x", &Quat::x),
                                                     field("y", &Quat::y), field("z", &Quat::z));
template <>
inline constexpr auto fields<Pose> = std::make_tuple(field("position", &Pose::position),
                                                     field("orientation", &Pose::orientation));
template <>
inline constexpr auto fields<ListedPair> = std::make_tuple(field("a", &ListedPair::a),
                                                           field("b", &ListedPair::b),
                                                           field("kind", &ListedPair::kind));
template <>
inline constexpr auto fields<PairMemory> =
    std::make_tuple(field("cache", &PairMemory::word), field("retry_distance", &PairMemory::retry_distance));
template <>
inline constexpr auto fields<TouchingPair> = std::make_tuple(field("pair", &TouchingPair::pair),
                                                             field("first", &TouchingPair::first),
                                                             field("count", &TouchingPair::count));
template <>
inline constexpr auto fields<ManifoldPoint> = std::make_tuple(
    field("position", &ManifoldPoint::position), field("normal", &ManifoldPoint::normal),
    field("overlap", &ManifoldPoint::overlap), field("weight", &ManifoldPoint::weight),
    field("key", &ManifoldPoint::key), field("weight_gradient", &ManifoldPoint::weight_gradient));
template <>
inline constexpr auto fields<PointHistory> = std::make_tuple(
    field("key", &PointHistory::key), field("spring", &PointHistory::spring),
    field("stiffness", &PointHistory::stiffness), field("normal_force", &PointHistory::normal_force),
    field("friction", &PointHistory::friction));
template <>
inline constexpr auto fields<PairForce> = std::make_tuple(field("on_b", &PairForce::on_b),
                                                          field("torque_a", &PairForce::torque_a),
                                                          field("torque_b", &PairForce::torque_b));
template <>
inline constexpr auto fields<ContactEnergy> = std::make_tuple(field("normal", &ContactEnergy::normal),
                                                              field("tangential", &ContactEnergy::tangential),
                                                              field("damping", &ContactEnergy::damping),
                                                              field("sliding", &ContactEnergy::sliding),
                                                              field("walls", &ContactEnergy::walls),
                                                              field("kicks", &ContactEnergy::kicks),
                                                              field("pressing", &ContactEnergy::pressing));
template <>
inline constexpr auto fields<SpringState> = std::make_tuple(field("force", &SpringState::force),
                                                            field("moment", &SpringState::moment),
                                                            field("energy", &SpringState::energy));

template <>
inline constexpr auto fields<Random> = std::make_tuple(field("state", &Random::state));
template <>
inline constexpr auto fields<InsertionState> =
    std::make_tuple(field("random", &InsertionState::random), field("done", &InsertionState::done),
                    field("volume", &InsertionState::volume), field("finished", &InsertionState::finished),
                    field("wait", &InsertionState::wait), field("retry_step", &InsertionState::retry_step));

template <>
inline constexpr auto fields<DeepContact> = std::make_tuple(field("step", &DeepContact::step),
                                                            field("id_a", &DeepContact::id_a),
                                                            field("id_b", &DeepContact::id_b));
template <>
inline constexpr auto fields<FastBody> = std::make_tuple(field("step", &FastBody::step),
                                                         field("id", &FastBody::id),
                                                         field("unused", &FastBody::unused),
                                                         field("distance", &FastBody::distance));
template <>
inline constexpr auto fields<SuddenOverlap> = std::make_tuple(field("step", &SuddenOverlap::step),
                                                              field("wall", &SuddenOverlap::wall),
                                                              field("count", &SuddenOverlap::count),
                                                              field("depth", &SuddenOverlap::depth),
                                                              field("fraction", &SuddenOverlap::fraction));
template <>
inline constexpr auto fields<ServoRecord> = std::make_tuple(field("force", &ServoRecord::force),
                                                            field("steps", &ServoRecord::steps));
template <>
inline constexpr auto fields<FailedQuery> =
    std::make_tuple(field("step", &FailedQuery::step), field("id_a", &FailedQuery::id_a),
                    field("id_b", &FailedQuery::id_b), field("shape_a", &FailedQuery::shape_a),
                    field("shape_b", &FailedQuery::shape_b), field("scale_a", &FailedQuery::scale_a),
                    field("scale_b", &FailedQuery::scale_b), field("b_in_a", &FailedQuery::b_in_a));

template <>
inline constexpr auto fields<Bond> = std::make_tuple(field("id_a", &Bond::id_a), field("id_b", &Bond::id_b),
                                                     field("key", &Bond::key), field("area", &Bond::area));

/// True if a list of fields contains every member of a struct, that is, if the fields laid out one after the
/// other are as long as the struct.
template <class T, class... Fields>
constexpr bool lists_all_fields(const std::tuple<Fields...>&) {
  std::size_t end = 0;
  const auto append = [&](std::size_t size, std::size_t alignment) {
    end = (end + alignment - 1) / alignment * alignment + size;
  };
  (append(sizeof(typename Fields::Type), alignof(typename Fields::Type)), ...);
  append(0, alignof(T));
  return end == sizeof(T);
}
template <class T>
constexpr bool all_fields_listed() {
  return lists_all_fields<T>(fields<T>);
}

}  // namespace scree
