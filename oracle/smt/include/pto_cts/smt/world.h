// SPDX-License-Identifier: MIT
// All tuples of one instruction as an SMT-LIB 2 script.
#pragma once

#include <string>
#include <vector>

#include "pto_cts/smt/fields.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/profile.h"

namespace pto_cts::smt {

/// A Boolean constant of the script, or its negation.
struct Literal {
  std::string name;
  bool positive = true;

  Literal operator!() const { return {name, !positive}; }
  friend bool operator==(const Literal&, const Literal&) = default;
};

using Literals = std::vector<Literal>;

/// The literal as SMT-LIB text.
std::string text(const Literal& literal);
std::string text_of_all(const Literals& literals);

/// The tuples of an instruction: a bit-vector for each field, with the range of each asserted; a Boolean constant for
/// each bit of a field; and for each clause and core condition that reads no contents, one that equals it.
class World {
 public:
  /// pre: `instruction` is resolved by terms::under and outlives this object.
  explicit World(const terms::Instruction& instruction, Extents extents = kNarrow);

  const terms::Instruction& instruction() const { return *instruction_; }
  const Fields& fields() const { return fields_; }
  const std::string& script() const { return script_; }

  /// Declarations that only some queries need: the name and the width of each, 0 for a Boolean.
  struct Constant {
    std::string name;
    int bits = 0;
  };
  const std::vector<Constant>& constants() const { return constants_; }

  static Literal clause(const terms::Clause& clause) { return {"clause " + clause.id}; }
  static Literal core(const terms::CoreCondition& condition) { return {"core " + condition.id}; }
  static Literal bit(const Field& field, int number) { return {field.name + " bit " + std::to_string(number)}; }

  /// What makes a tuple of the universe legal on a profile; and its two halves.
  Literals clauses(Profile profile) const;
  Literals core(Profile profile) const;
  Literals legal(Profile profile) const;

  /// What a witness outside the legal tuples should keep where it can: the core conditions, then the single requirements
  /// of those that join several.
  Literals preferences(Profile profile) const;

  /// The literals that fix a field, or a whole tuple. pre: the values are in range.
  Literals equals(std::size_t field, std::int64_t value) const;
  Literals equals(const Values& values) const;

  /// The formula of a predicate that reads no contents.
  std::string formula(const terms::NodePtr& predicate) const;

 private:
  static Literal part(const terms::CoreCondition& condition, std::size_t number);
  void declare(const std::string& name, int bits);

  const terms::Instruction* instruction_;
  Fields fields_;
  std::vector<Constant> constants_;
  std::string script_;
};

/// True where a scope's rules take part in the verdict of a profile: cpu_sim knows the rules of both devices.
bool takes_part(terms::Scope scope, Profile profile);

}  // namespace pto_cts::smt
