// SPDX-License-Identifier: MIT
#include "failures.h"

#include <optional>
#include <stdexcept>

#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/minimise/findings.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::campaign {
namespace {

constexpr int kParts = 6;  // of the time; one search may take one

// Equal where two readings give the same rules and the same meaning.
std::string essence(const terms::Instruction& instruction) {
  std::string text;
  for (const terms::Clause& clause : instruction.clauses) text += terms::print(instruction, clause.predicate.tree()) + "\n";
  for (const terms::CoreCondition& condition : instruction.core) text += terms::print(instruction, condition.predicate.tree()) + "\n";
  for (const terms::Effect& effect : instruction.effects) text += terms::print(instruction, effect) + "\n";
  return text;
}

std::string values(const terms::Instruction& instruction) {
  std::string text;
  for (const terms::Effect& effect : instruction.effects) text += terms::print(instruction, effect.value.tree()) + "\n";
  return text;
}

// True where some element has a value under both readings, and not the same: a pass under the other one says something then.
bool tell_apart(const terms::Instruction& followed, const terms::Instruction& other, const Case& subject) {
  const evaluate::Expectation here(followed, subject), there(other, subject);
  const auto has_value = [](evaluate::ElementClass c) { return c == evaluate::ElementClass::value || c == evaluate::ElementClass::pad; };
  for (std::size_t t = 0; t < here.tiles().size(); ++t) {
    const evaluate::ExpectedTile &a = here.tiles()[t], &b = there.tiles()[t];
    for (std::size_t i = 0; i < a.classes.size(); ++i)
      if (has_value(a.classes[i]) && has_value(b.classes[i]) && a.bits[i] != b.bits[i]) return true;
  }
  return false;
}

// The verdict that what was seen would be right for; nothing where it is right for none.
std::optional<evaluate::Legality> right_for(judge::FailKind kind) {
  using enum judge::FailKind;
  switch (kind) {
    case depends_on_undefined_input:
    case wrong_pad:
    case wrong_value:
    case illegal_accepted: return evaluate::Legality::legal;
    case over_rejection: return evaluate::Legality::illegal;
    default: return std::nullopt;
  }
}

}  // namespace

const std::vector<Alternatives::Reading>& Alternatives::of(const std::string& mnemonic) {
  const auto [place, is_new] = known_.try_emplace(mnemonic);
  if (!is_new) return place->second;
  const terms::Instruction& instruction = *spec::find_instruction(mnemonic);
  const std::string followed = essence(*suite_.find(mnemonic));
  for (const terms::Dispute& dispute : instruction.disputes)
    for (const terms::Alternative& alternative : dispute.alternatives) {
      if (suite_.reads(alternative.reading)) continue;
      terms::Readings readings = suite_.readings();
      readings.push_back(alternative.reading);
      terms::Instruction other = terms::under(instruction, readings);
      if (essence(other) == followed) continue;
      const bool same_values = values(other) == values(*suite_.find(mnemonic));
      place->second.push_back({alternative.reading, std::move(other), same_values});
    }
  return place->second;
}

std::vector<std::string> Alternatives::explaining(const Case& subject, const judge::Judged& failed) {
  std::vector<std::string> names;
  const auto wanted = right_for(*failed.kind);
  if (!wanted) return names;
  for (const Reading& reading : of(subject.tuple.mnemonic)) {
    if (evaluate::verdict(reading.instruction, subject).legality != *wanted) continue;
    try {
      if (judge_.judge(reading.instruction, subject).judgement != judge::Judgement::pass) continue;
      const bool both_legal = failed.verdict.legality == evaluate::Legality::legal && *wanted == evaluate::Legality::legal;
      if (!both_legal || reading.same_values || tell_apart(*suite_.find(subject.tuple.mnemonic), reading.instruction, subject))
        names.push_back(reading.name);
    } catch (const std::invalid_argument&) {
      // Legal under this reading, and then it would lack the index poison of legal cases.
    }
  }
  return names;
}

std::vector<record::Finding> find_causes(const Suite& suite, backend::Backend& backend, const Request& request, const Plan& plan,
                                         FailureArchive& archive, const std::vector<minimise::Failure>& failures,
                                         std::uint64_t& ungrouped) {
  minimise::Scene scene;
  scene.backend = &backend;
  scene.options.report_outside_writes = suite.reads("preserve-outside");
  scene.instructions = &suite.instructions();
  scene.remake = [&](const minimise::Failure& failure) {
    return *plan.generate(plan.cases()[failure.plan_index], request.seed).subject;
  };
  scene.saved_as = [&](const minimise::Failure& failure) { return archive.file_of(scene.remake(failure)); };
  minimise::Wishes wishes;
  wishes.all = backend.takes_new_calls() ? request.minimise : std::chrono::seconds(0);
  wishes.each.time = std::max(wishes.each.time, wishes.all / kParts);
  std::vector<record::Finding> findings;
  minimise::Causes causes = minimise::find(scene, failures, wishes);
  ungrouped += causes.unexplained;
  for (minimise::Found& found : causes.found) {
    record::save_case(request.out / found.finding.smallest, *found.smallest);
    findings.push_back(std::move(found.finding));
  }
  return findings;
}

}  // namespace pto_cts::campaign
