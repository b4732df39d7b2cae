// SPDX-License-Identifier: MIT
// Common ground of all proofs about one instruction on one profile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pto_cts/smt/prove.h"

namespace pto_cts::smt {

class Prover {
 public:
  /// Without a profile: proofs across profiles.
  Prover(const terms::Instruction& instruction, std::optional<Profile> profile, unsigned resources)
      : world_(instruction), solver_(world_, resources), resources_(resources), profile_(profile) {}

  const terms::Instruction& instruction() const { return world_.instruction(); }
  const World& world() const { return world_; }
  Solver& solver() { return solver_; }
  unsigned resources() const { return resources_; }
  Profile profile() const { return profile_.value(); }

  /// An obligation of a family, not yet decided. `name` may be empty.
  Obligation begin(const std::string& family, const std::string& name, std::string statement) const;

  /// Asks, and records the question with the obligation.
  Answer ask(Obligation& obligation, const Literals& literals);

  /// Refuted where a tuple meets the literals, with the smallest as witness; proved where none does.
  void prove_none(Obligation& obligation, const Literals& literals, const Literals& preferred = {});

  /// The smallest tuple that meets the literals becomes the witness; unknown where the solver gives up.
  std::optional<Values> find_witness(Obligation& obligation, const Literals& literals, const Literals& preferred = {});

  /// The nearest legal tuple, with the fields that change.
  void add_twin(Obligation& obligation, const Values& witness, const Literals& legal);

  /// The smallest value of a declared number beside the literals, which then include it; nothing where the solver gives
  /// up. pre: the last check was sat under them.
  std::optional<std::int64_t> smallest_number(const std::string& name, Literals& literals);

  /// Takes a decided obligation. A refutation gets the dispute that turns on its family and name, if any does.
  void end(Obligation obligation);

  ProofRun finish(std::string name);

 private:
  World world_;
  Solver solver_;
  unsigned resources_;
  std::optional<Profile> profile_;
  std::vector<Obligation> done_;
};

/// Id of the clause or core condition that a literal stands for; empty for any other literal.
std::string rule_of(const Literal& literal);

/// Ids of all rules among the literals.
std::vector<std::string> rules_of(const Literals& literals);

/// The dispute that turns on `what`; empty if none does.
std::string dispute_about(const terms::Instruction& instruction, const std::string& what);

/// Two questions about one layout with boxes of one size, for all extents that whole boxes fill and whose product stays
/// below 2^27 elements: whether two elements share a place, and whether one lies outside. Both unsat where the map is
/// sound.
std::vector<Query> map_questions(Layout layout, const Box& box, const SymbolicMap& map = own_map);

/// Asks whole scripts. One answer each.
Answer ask_script(const Query& query);

// The families. Each adds its obligations to the prover.
void prove_satisfiable(Prover& prover);
void prove_independence(Prover& prover);
void prove_definedness(Prover& prover);
void prove_coverage(Prover& prover);
void prove_layouts(Prover& prover, const SymbolicMap& map);
void prove_verdicts(Prover& prover);
void prove_examples(Prover& prover);
void prove_profiles(Prover& prover);
void prove_disputes(Prover& prover, const terms::Instruction& unresolved);
void prove_samples(Prover& prover);
void prove_shapes(Prover& prover);

}  // namespace pto_cts::smt
