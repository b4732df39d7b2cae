// SPDX-License-Identifier: MIT
// Z3 behind questions about one world.
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

}  // namespace pto_cts::smt
