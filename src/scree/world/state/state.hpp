// All data that change while a world moves, listed in one place. A checkpoint stores this state, and
// World::state_hash covers it. `restore_derived` rebuilds all derived data (batches, potential energy). The
// data of the scene (shapes, materials, settings, the geometry of walls) are not part of the state.
#pragma once

#include "scree/math/hash.hpp"
#include "scree/world/state/fields.hpp"

#include <concepts>
#include <vector>

namespace scree {

/// One member of every struct in a vector. The member may itself be a vector.
template <class Structs, class Member>
struct Each {
  Structs& structs;
  Member member;
};
template <class Structs, class Member>
Each<Structs, Member> each(Structs& structs, Member member) {
  return {structs, member};
}

/// Calls visit(name, value) for every item of the state. A value is a number, an enum, a struct with
/// `fields`, a vector of these, or an `Each`. One line here adds a new item.
template <class AnyWorld, class Visit>
requires std::same_as<std::remove_const_t<AnyWorld>, World>
void visit_state(AnyWorld& w, Visit&& visit) {
  visit("time", w.time);
  visit("steps", w.steps);
  visit("failed_queries", w.failed_queries);
  visit("failures", w.failures);
  visit("deep_contacts", w.deep_contacts);
  visit("first_deep", w.first_deep);
  visit("watch/fast_bodies", w.watch.fast_bodies);
  visit("watch/first_fast", w.watch.first_fast);
  visit("watch/sudden", w.watch.sudden);
  visit("watch/servos", w.watch.servos);

  visit("bodies/position", w.bodies.position);
  visit("bodies/orientation", w.bodies.orientation);
  visit("bodies/velocity", w.bodies.velocity);
  visit("bodies/spin", w.bodies.spin);
  visit("bodies/half_velocity", w.bodies.half_velocity);
  visit("bodies/angular_momentum", w.bodies.angular_momentum);
  visit("bodies/force", w.bodies.force);
  visit("bodies/torque", w.bodies.torque);
  visit("bodies/mass", w.bodies.mass);
  visit("bodies/inverse_mass", w.bodies.inverse_mass);
  visit("bodies/inertia", w.bodies.inertia);
  visit("bodies/inverse_inertia", w.bodies.inverse_inertia);
  visit("bodies/radius", w.bodies.radius);
  visit("bodies/scale", w.bodies.scale);
  visit("bodies/path_bound", w.bodies.path_bound);
  visit("bodies/shape", w.bodies.shape);
  visit("bodies/material", w.bodies.material);
  visit("bodies/id", w.bodies.id);
  visit("bodies/freedom", w.bodies.freedom);
  visit("bodies/next_id", w.bodies.next_id);

  visit("walls/pose", each(w.walls.all, &Wall::pose));
  visit("walls/velocity", each(w.walls.all, &Wall::velocity));
  visit("walls/spin", each(w.walls.all, &Wall::spin));
  visit("walls/present", each(w.walls.all, &Wall::present));
  visit("walls/force", each(w.walls.all, &Wall::force));
  visit("walls/torque", each(w.walls.all, &Wall::torque));

  visit("insertions/state", each(w.insertions, &Insertion::state));

  visit("pairs/pairs", w.pairs.pairs);
  visit("pairs/memories", w.pairs.memories);
  visit("mesh_memories/stage", each(w.pairs.mesh_memories, &MeshMemory::stage));
  visit("pairs/position", w.pairs.position);
  visit("pairs/orientation", w.pairs.orientation);
  visit("pairs/slack", w.pairs.slack);
  visit("pairs/wall_pose", w.pairs.wall_pose);
  visit("pairs/wall_present", w.pairs.wall_present);
  visit("pairs/skin", w.pairs.skin);
  visit("pairs/rebuilds", w.pairs.rebuilds);

  visit("contacts/touching", each(w.contacts.batches, &BatchContacts::touching));
  visit("contacts/points", each(w.contacts.batches, &BatchContacts::points));
  visit("contacts/areas", each(w.contacts.batches, &BatchContacts::areas));
  visit("contacts/histories", each(w.contacts.batches, &BatchContacts::histories));
  visit("contacts/rolled_angles", each(w.contacts.batches, &BatchContacts::rolled_angles));
  visit("contacts/held_frictions", each(w.contacts.batches, &BatchContacts::held_frictions));
  visit("contacts/forces", each(w.contacts.batches, &BatchContacts::forces));
  visit("contacts/springs", each(w.contacts.batches, &BatchContacts::springs));
  visit("contacts/energy", each(w.contacts.batches, &BatchContacts::energy));
  visit("contacts/failed", each(w.contacts.batches, &BatchContacts::failed));
  visit("contacts/deep", each(w.contacts.batches, &BatchContacts::deep));

  if (w.settings.solver == Solver::dda) {
    visit("dda/bonds", w.dda.bonds);
    visit("dda/deepest", w.dda.deepest);
    visit("dda/halvings", w.dda.halvings);
    visit("dda/easy", w.dda.easy);
    visit("dda/substeps", w.dda.substeps);
    visit("dda/rounds", w.dda.rounds);
    visit("dda/halved", w.dda.halved);
    visit("dda/unconverged", w.dda.unconverged);
  }

  visit("ledger/elastic", w.ledger.elastic);  // kinetic and potential energy are computed from the bodies
  visit("ledger/damping", w.ledger.damping);
  visit("ledger/friction", w.ledger.friction);
  visit("ledger/local", w.ledger.local);
  visit("ledger/walls", w.ledger.walls);
  visit("ledger/inserted", w.ledger.inserted);
  visit("ledger/model", w.ledger.model);
  visit("ledger/first_total", w.first_total);
  visit("ledger/contact_energy", w.contact_energy);
}

/// Rebuilds all derived data from the state that was just read.
inline void restore_derived(World& w) {
  w.pairs.index(w.bodies.count());
  w.update_ledger();
}

/// Adds a value of the state to a hash, field by field.
template <class AnyHash, class T>
void add_to(AnyHash& hash, const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    hash.add(static_cast<Real>(value));
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    hash.add(static_cast<std::uint64_t>(value));
  } else if constexpr (std::is_array_v<T>) {
    for (const auto& x : value) add_to(hash, x);
  } else if constexpr (requires { value.structs; }) {
    hash.add(static_cast<std::uint64_t>(value.structs.size()));
    for (const auto& x : value.structs) add_to(hash, x.*value.member);
  } else if constexpr (requires { value.size(); }) {
    hash.add(static_cast<std::uint64_t>(value.size()));
    for (const typename T::value_type& x : value) add_to(hash, x);
  } else {
    static_assert(all_fields_listed<T>(), "list all fields of this struct in fields.hpp");
    std::apply([&](const auto&... f) { (add_to(hash, value.*f.member), ...); }, fields<T>);
  }
}

}  // namespace scree
