// SPDX-License-Identifier: MIT
// What is proved about an instruction, and with which result.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/smt/solver.h"
#include "pto_cts/terms/operands.h"
#include "pto_cts/terms/rewrite.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::smt {

enum class Status : std::uint8_t { proved, refuted, unknown };

std::string_view name(Status status);

/// A question that decided an obligation, for another solver to ask again.
struct Query {
  std::string script;     ///< A whole script without the last assertion; empty: that of the proof run.
  std::string assertion;  ///< One formula.
  Answer answer = Answer::unknown;
};

struct Obligation {
  std::string id;           ///< "a5/tmuls/definedness/src0".
  std::string instruction;  ///< Mnemonic.
  std::string profile;      ///< Empty where it is about all of them.
  std::string family;       ///< "definedness".
  Status status = Status::unknown;
  std::string kind;         ///< What the result amounts to: "independent", "implied", "included", ...
  std::string statement;    ///< What was asked.
  std::optional<Tuple> witness;
  std::optional<Tuple> twin;         ///< The nearest legal tuple.
  std::vector<std::string> changed;  ///< Fields in which the two differ.
  std::vector<std::string> because;  ///< Ids of the clauses and core conditions that decide it.
  std::string note;                  ///< More about the witness: which element, which bytes.
  std::string dispute;               ///< Of a refutation: the dispute that the spec records about it.
  std::vector<Query> queries;
};

/// Results that came from one solver, with the script that their queries share.
struct ProofRun {
  std::string name;  ///< "rules", "meaning", ...
  std::string script;
  std::vector<Obligation> obligations;
};

/// The strides of a layout as terms over extents that stand for any tile's.
using SymbolicMap = std::function<Strides<terms::Int>(Layout, const terms::Int& rows, const terms::Int& cols,
                                                      const terms::Int& box_rows, const terms::Int& box_cols)>;

/// The maps that the suite itself uses.
inline constexpr auto own_map = strides_of<terms::Int>;

struct ProofOptions {
  terms::Readings readings{};    ///< Interpretations in force.
  SymbolicMap map = own_map;     ///< Layout maps to prove sound.
  std::vector<std::string> groups;  ///< Those to be proved, of the groups that the obligations fall into ("rules"); empty: all.
  unsigned resources = kDefaultResources;  ///< For each question, in the solver's own count; beyond, it is unknown.
};

/// Satisfiability, independence, definedness, classes, coverage, layouts, verdicts and the pages' examples on one
/// profile. `instruction` is as the spec has it.
std::vector<ProofRun> prove(const terms::Instruction& instruction, Profile profile, const ProofOptions& options = {});

/// What concerns all profiles: how they include each other, disputes, and that evaluator and encoding agree.
std::vector<ProofRun> prove_across_profiles(const terms::Instruction& instruction, const ProofOptions& options = {});

/// The obligations of all runs, in order.
std::vector<Obligation> obligations_of(std::vector<ProofRun> runs);

}  // namespace pto_cts::smt
