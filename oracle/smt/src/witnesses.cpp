// SPDX-License-Identifier: MIT
#include "pto_cts/smt/witnesses.h"

#include <algorithm>
#include <stdexcept>

#include "pto_cts/smt/solver.h"

namespace pto_cts::smt {

struct Witnesses::Impl {
  World world;
  Solver solver{world};
  Profile profile;

  Impl(const terms::Instruction& instruction, Profile p) : world(instruction), profile(p) {}

  std::optional<Twin> twin_of(const Values& values) {
    bool gave_up = false;
    const auto found = nearest(solver, world.legal(profile), values, gave_up);
    if (gave_up) throw std::runtime_error("the solver gave up on the legal tuple nearest to another");
    if (!found) return std::nullopt;
    Twin twin{world.fields().tuple(*found), {}};
    for (const std::size_t place : differences(values, *found)) twin.changed.push_back(world.fields().all()[place].name);
    return twin;
  }
};

Witnesses::Witnesses(const terms::Instruction& instruction, Profile profile)
    : impl_(std::make_unique<Impl>(instruction, profile)) {}
Witnesses::~Witnesses() = default;
Witnesses::Witnesses(Witnesses&&) noexcept = default;

std::optional<Witness> Witnesses::breaking(const std::vector<std::string>& clauses) {
  Literals literals;
  std::size_t known = 0;
  for (const terms::Clause& clause : impl_->world.instruction().clauses) {
    if (clause.phase == terms::Phase::data || !takes_part(clause.scope, impl_->profile)) continue;
    const bool broken = std::find(clauses.begin(), clauses.end(), clause.id) != clauses.end();
    known += broken;
    literals.push_back(broken ? !World::clause(clause) : World::clause(clause));
  }
  if (known != clauses.size()) throw std::logic_error("a clause that the profile does not know");
  bool gave_up = false;
  const auto values = smallest(impl_->solver, literals, impl_->world.preferences(impl_->profile), gave_up);
  if (gave_up) throw std::runtime_error("the solver gave up on a tuple that breaks " + clauses.front());
  if (!values) return std::nullopt;
  auto twin = impl_->twin_of(*values);
  if (!twin) return std::nullopt;
  return Witness{impl_->world.fields().tuple(*values), std::move(*twin)};
}

std::optional<Twin> Witnesses::nearest_legal(const Tuple& tuple) { return impl_->twin_of(impl_->world.fields().of(tuple)); }

}  // namespace pto_cts::smt
