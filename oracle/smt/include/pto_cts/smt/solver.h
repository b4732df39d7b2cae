// SPDX-License-Identifier: MIT
// Z3 behind questions about one world; and canonical answers: smallest tuples, nearest tuples, minimal conflicts. What
// they give does not depend on which models or conflicts the solver happens to find.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pto_cts/smt/world.h"

namespace pto_cts::smt {

enum class Answer : std::uint8_t { sat, unsat, unknown };

/// "sat", "unsat", "unknown".
std::string_view name(Answer answer);

/// Name and version of the solver.
std::string solver_version();

/// Several hundred times what the hardest question about the spec takes.
inline constexpr unsigned kDefaultResources = 200'000'000;

/// An incremental solver over the tuples of one world. Not for use by several threads.
///
/// A question is limited by Z3's resource count, which does not depend on the machine's load; what exceeds it is unknown.
class Solver {
 public:
  explicit Solver(const World& world, unsigned resources = kDefaultResources);
  ~Solver();
  Solver(const Solver&) = delete;

  const World& world() const { return world_; }

  /// Asks whether a tuple meets all literals.
  Answer check(const Literals& literals);

  /// The tuple of the last check that was sat.
  Values values() const;
  /// Whether that tuple meets a literal.
  bool truth(const Literal& literal) const;
  /// The value that it gives to a declared number.
  std::int64_t number(const std::string& name) const;
  /// Of the last check that was unsat: some of its literals that contradict each other, in the order given.
  Literals conflict() const;

  /// Declares a 32-bit number for use in formulas.
  void declare_number(const std::string& name);
  /// A new literal that equals the formula, under a name derived from `hint`. Equal formulas share one.
  Literal literal(const std::string& hint, const std::string& formula);

  /// The world's script and everything declared since, as SMT-LIB 2.
  std::string script() const;

 private:
  struct Impl;
  const World& world_;
  std::unique_ptr<Impl> impl_;
};

/// The smallest tuple that meets the literals: it keeps, in their order, each of `preferred` that it can, and is then
/// the first in the order of the fields. Nothing where there is none, or the solver gives up (`gave_up` is then set).
std::optional<Values> smallest(Solver& solver, const Literals& literals, const Literals& preferred, bool& gave_up);

/// A tuple that meets the literals and differs from `values` in as few fields as any: of the sets of that many fields
/// the one with the latest (extents before types), and with it the smallest tuple.
std::optional<Values> nearest(Solver& solver, const Literals& literals, const Values& values, bool& gave_up);

/// Places of the fields in which two tuples differ.
std::vector<std::size_t> differences(const Values& a, const Values& b);

/// Some of `candidates` that contradict `fixed` (and are needed for that, each of them): those that remain when as many
/// as possible are left out, the last first. pre: all of them contradict `fixed`.
Literals minimal_conflict(Solver& solver, const Literals& fixed, const Literals& candidates, bool& gave_up);

}  // namespace pto_cts::smt
