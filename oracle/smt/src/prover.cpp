// SPDX-License-Identifier: MIT
#include "prover.h"

#include <algorithm>

#include "lower.h"

namespace pto_cts::smt {

std::string_view name(Status status) {
  constexpr std::string_view kNames[] = {"proved", "refuted", "unknown"};
  return kNames[static_cast<std::size_t>(status)];
}

std::string rule_of(const Literal& literal) {
  for (const std::string prefix : {"clause ", "core "})
    if (literal.name.starts_with(prefix) && literal.name.find(" part ") == std::string::npos)
      return literal.name.substr(prefix.size());
  return {};
}

std::vector<std::string> rules_of(const Literals& literals) {
  std::vector<std::string> ids;
  for (const Literal& literal : literals)
    if (std::string id = rule_of(literal); !id.empty()) ids.push_back(std::move(id));
  return ids;
}

std::string dispute_about(const terms::Instruction& instruction, const std::string& what) {
  for (const terms::Dispute& dispute : instruction.disputes)
    if (std::find(dispute.turns_on.begin(), dispute.turns_on.end(), what) != dispute.turns_on.end()) return dispute.id;
  return {};
}

Obligation Prover::begin(const std::string& family, const std::string& name, std::string statement) const {
  Obligation obligation;
  obligation.instruction = instruction().mnemonic;
  obligation.profile = profile_ ? std::string(pto_cts::name(*profile_)) : "";
  obligation.family = family;
  obligation.id = (profile_ ? obligation.profile : "all") + "/" + terms::id_prefix(instruction()) + "/" + family +
                  (name.empty() ? "" : "/" + name);
  obligation.statement = std::move(statement);
  return obligation;
}

Answer Prover::ask(Obligation& obligation, const Literals& literals) {
  const Answer answer = solver_.check(literals);
  obligation.queries.push_back({"", text_of_all(literals), answer});
  return answer;
}

std::optional<Values> Prover::find_witness(Obligation& obligation, const Literals& literals, const Literals& preferred) {
  bool gave_up = false;
  const auto witness = smallest(solver_, literals, preferred, gave_up);
  if (gave_up) obligation.status = Status::unknown;
  if (witness) obligation.witness = world_.fields().tuple(*witness);
  return witness;
}

void Prover::prove_none(Obligation& obligation, const Literals& literals, const Literals& preferred) {
  switch (ask(obligation, literals)) {
    case Answer::unsat:
      obligation.status = Status::proved;
      break;
    case Answer::unknown: obligation.status = Status::unknown; break;
    case Answer::sat:
      obligation.status = Status::refuted;
      find_witness(obligation, literals, preferred);
      break;
  }
}

void Prover::add_twin(Obligation& obligation, const Values& witness, const Literals& legal) {
  bool gave_up = false;
  const auto twin = nearest(solver_, legal, witness, gave_up);
  if (gave_up) obligation.status = Status::unknown;
  if (!twin) return;
  obligation.twin = world_.fields().tuple(*twin);
  for (const std::size_t place : differences(witness, *twin))
    obligation.changed.push_back(world_.fields().all()[place].name);
}

std::optional<std::int64_t> Prover::smallest_number(const std::string& name, Literals& literals) {
  std::int64_t least = 0, most = solver_.number(name);
  const auto bound = [&](std::int64_t value) {
    return solver_.literal(name + " at most " + std::to_string(value),
                           "(bvule " + symbol(name) + " " + bit_vector(value, 32) + ")");
  };
  while (least < most) {
    const std::int64_t middle = least + (most - least) / 2;
    literals.push_back(bound(middle));
    const Answer answer = solver_.check(literals);
    literals.pop_back();
    if (answer == Answer::unknown) return std::nullopt;
    if (answer == Answer::sat) most = middle;
    else least = middle + 1;
  }
  literals.push_back(bound(most));
  if (solver_.check(literals) != Answer::sat) return std::nullopt;
  return most;
}

void Prover::end(Obligation obligation) {
  if (obligation.status == Status::refuted && obligation.dispute.empty()) {
    const std::string prefix = "/" + terms::id_prefix(instruction()) + "/";
    const std::string what = obligation.id.substr(obligation.id.find(prefix) + prefix.size());
    obligation.dispute = dispute_about(instruction(), what);
    if (obligation.dispute.empty()) obligation.dispute = dispute_about(instruction(), obligation.profile + "/" + what);
  }
  done_.push_back(std::move(obligation));
}

ProofRun Prover::finish(std::string name) { return {std::move(name), solver_.script(), std::move(done_)}; }

}  // namespace pto_cts::smt
