// SPDX-License-Identifier: MIT
// What is proved about an instruction, and with which result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pto_cts/smt/solver.h"

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

}  // namespace pto_cts::smt
