// SPDX-License-Identifier: MIT
#include "pto_cts/smt/world.h"

#include <stdexcept>

#include "lower.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::smt {

std::string text(const Literal& literal) {
  return literal.positive ? symbol(literal.name) : "(not " + symbol(literal.name) + ")";
}

std::string text_of_all(const Literals& literals) {
  std::string all = "(and true";
  for (const Literal& literal : literals) all += " " + text(literal);
  return all + ")";
}

bool takes_part(terms::Scope scope, Profile profile) {
  if (profile == Profile::cpu_sim) return true;
  return terms::holds_on(scope, profile == Profile::strict ? Profile::a5 : profile);
}

World::World(const terms::Instruction& instruction, Extents extents)
    : instruction_(&instruction), fields_(instruction, extents) {
  script_ = "(set-logic QF_BV)\n";
  for (const Field& field : fields_.all()) declare(field.name, field.bits);
  for (const Field& field : fields_.all()) {
    if (field.least > 0) script_ += "(assert (bvuge " + symbol(field.name) + " " + bit_vector(field.least, field.bits) + "))\n";
    if (field.most != (std::int64_t{1} << field.bits) - 1)
      script_ += "(assert (bvule " + symbol(field.name) + " " + bit_vector(field.most, field.bits) + "))\n";
  }
  // Whom a tile shares its storage with is the first tile there.
  for (const Field& field : fields_.all()) {
    if (field.kind != FieldKind::storage) continue;
    for (const Field& other : fields_.all())
      if (other.kind == FieldKind::storage && other.index < field.index)
        script_ += "(assert (=> (= " + symbol(field.name) + " " + bit_vector(other.index + 1, field.bits) + ") (= " +
                   symbol(other.name) + " " + bit_vector(0, other.bits) + ")))\n";
  }
  for (const Field& field : fields_.all())
    for (int number = 0; number < field.bits; ++number) {
      const std::string place = std::to_string(number);
      declare(bit(field, number).name, 0);
      script_ += "(assert (= " + symbol(bit(field, number).name) + " (= ((_ extract " + place + " " + place + ") " +
                 symbol(field.name) + ") #b1)))\n";
    }
  const auto define = [&](const Literal& literal, terms::Phase phase, const terms::NodePtr& predicate) {
    if (phase == terms::Phase::data) return;
    declare(literal.name, 0);
    script_ += "(assert (= " + symbol(literal.name) + " " + formula(predicate) + "))\n";
  };
  for (const terms::Clause& one : instruction.clauses) define(clause(one), one.phase, one.predicate.tree());
  for (const terms::CoreCondition& one : instruction.core) {
    define(core(one), one.phase, one.predicate.tree());
    const auto parts = terms::requirements(one.predicate.tree());
    for (std::size_t i = 0; i < parts.size() && parts.size() > 1; ++i) define(part(one, i), one.phase, parts[i]);
  }
}

Literal World::part(const terms::CoreCondition& condition, std::size_t number) {
  return {core(condition).name + " part " + std::to_string(number + 1)};
}

void World::declare(const std::string& name, int bits) {
  constants_.push_back({name, bits});
  script_ += "(declare-const " + symbol(name) + " " +
             (bits == 0 ? "Bool" : "(_ BitVec " + std::to_string(bits) + ")") + ")\n";
}

std::string World::formula(const terms::NodePtr& predicate) const {
  return Lowering(*instruction_, fields_).boolean(predicate);
}

Literals World::clauses(Profile profile) const {
  Literals all;
  for (const terms::Clause& one : instruction_->clauses)
    if (one.phase != terms::Phase::data && takes_part(one.scope, profile)) all.push_back(clause(one));
  return all;
}

Literals World::core(Profile profile) const {
  Literals all;
  for (const terms::CoreCondition& one : instruction_->core)
    if (one.phase != terms::Phase::data && takes_part(one.scope, profile)) all.push_back(core(one));
  return all;
}

Literals World::legal(Profile profile) const {
  Literals all = clauses(profile);
  for (Literal& literal : core(profile)) all.push_back(std::move(literal));
  return all;
}

Literals World::preferences(Profile profile) const {
  Literals all = core(profile);
  for (const terms::CoreCondition& one : instruction_->core) {
    if (one.phase == terms::Phase::data || !takes_part(one.scope, profile)) continue;
    const std::size_t parts = terms::requirements(one.predicate.tree()).size();
    for (std::size_t i = 0; i < parts && parts > 1; ++i) all.push_back(part(one, i));
  }
  return all;
}

Literals World::equals(std::size_t field, std::int64_t value) const {
  Literals all;
  const Field& f = fields_.all()[field];
  if (value < f.least || value > f.most) throw std::logic_error(f.name + ": a value that the encoding cannot hold");
  for (int number = 0; number < f.bits; ++number) all.push_back({bit(f, number).name, ((value >> number) & 1) != 0});
  return all;
}

Literals World::equals(const Values& values) const {
  Literals all;
  for (std::size_t field = 0; field < values.size(); ++field)
    for (Literal& literal : equals(field, values[field])) all.push_back(std::move(literal));
  return all;
}

}  // namespace pto_cts::smt
