// SPDX-License-Identifier: MIT
// The rules of each instruction, with the cases that break them and the proofs about them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "parts.h"
#include "pto_cts/render/text.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::reports::html {
namespace {

using ByProfile = std::map<Profile, record::Counts>;
using Proofs = std::vector<const record::ProofRecord*>;

// Whether an obligation is about the rule: "a5/tmuls/independence/tmuls.a5.dtype".
bool is_about(const record::ProofRecord& proof, const std::string& rule) {
  for (std::size_t at = proof.id.find(rule); at != std::string::npos; at = proof.id.find(rule, at + 1)) {
    const std::size_t end = at + rule.size();
    if ((at == 0 || proof.id[at - 1] == '/') && (end == proof.id.size() || proof.id[end] == '/')) return true;
  }
  return false;
}

struct Tables {
  std::map<std::string, ByProfile> cases;   // By rule.
  std::map<std::string, Proofs> proofs;     // By mnemonic.
};

Tables tables_of(const RunReport& report) {
  Tables tables;
  for (const record::Result& result : report.results)
    for (const auto* rules : {&result.clauses, &result.reasons})
      for (const std::string& rule : *rules) add(tables.cases[rule][result.profile], result.judgement);
  for (const record::ProofRecord& proof : report.proofs.obligations) tables.proofs[proof.instruction].push_back(&proof);
  return tables;
}

std::vector<Data> case_items(const Tables& tables, const std::string& rule) {
  std::vector<Data> items;
  const auto found = tables.cases.find(rule);
  if (found == tables.cases.end()) return items;
  for (const auto& [profile, counts] : found->second) {
    Data item = object();
    set(item, "on", pto_cts::name(profile));
    set(item, "counts", counts_text(counts));
    set(item, "css", mark_of(counts).css);
    set(item, "sign", mark_of(counts).sign);
    const std::pair<std::string_view, std::string_view> filter[] = {{"rule", rule}, {"profile", pto_cts::name(profile)}};
    set(item, "href", link(filter));
    items.push_back(std::move(item));
  }
  return items;
}

// Proofs of the rule in full; those whose answer rests on it by name.
void add_rule_proofs(Data& item, const Proofs& proofs, const std::string& rule) {
  std::vector<Data> about;
  std::vector<std::string> resting;
  for (const record::ProofRecord* proof : proofs) {
    if (is_about(*proof, rule)) about.push_back(proof_item(*proof));
    else if (std::ranges::find(proof->because, rule) != proof->because.end()) resting.push_back(proof->id);
  }
  set(item, "proof_count", counted(about.size() + resting.size(), "proof"));
  set_flag(item, "has_proofs", !about.empty() || !resting.empty());
  set_list(item, "about", std::move(about));
  set(item, "resting", fmt::format("{}", fmt::join(resting, ", ")));
}

struct RuleFacts {
  const std::string& id;
  terms::Scope scope;
  terms::Phase phase;
  const terms::NodePtr& tree;
  const std::vector<terms::Cite>& cites;
  std::string why;
};

Data rule_item(const terms::Instruction& instruction, const RuleFacts& facts, const Tables& tables, const Proofs& proofs) {
  Data item = object();
  set(item, "rule_id", facts.id);
  set(item, "scope", facts.scope == terms::Scope::common ? "all profiles" : terms::name(facts.scope));
  set(item, "phase", terms::name(facts.phase));
  set(item, "predicate", terms::print(instruction, facts.tree));
  set(item, "why", facts.why);
  set_list(item, "cites", citations(facts.cites));
  std::vector<Data> cases = case_items(tables, facts.id);
  set_flag(item, "has_cases", !cases.empty());
  set_list(item, "cases", std::move(cases));
  add_rule_proofs(item, proofs, facts.id);
  return item;
}

Data instruction_item(const terms::Instruction& instruction, const Tables& tables) {
  static const Proofs kNone;
  const auto found = tables.proofs.find(instruction.mnemonic);
  const Proofs& proofs = found == tables.proofs.end() ? kNone : found->second;
  Data item = object();
  set(item, "instruction", instruction.mnemonic);
  set(item, "anchor", "clauses-" + terms::id_prefix(instruction));
  set(item, "summary_text", instruction.summary);
  std::vector<Data> effects;
  for (const terms::Effect& effect : instruction.effects) {
    Data one = object();
    set(one, "formula", terms::print(instruction, effect));
    set_list(one, "cites", citations(effect.cites));
    effects.push_back(std::move(one));
  }
  set_flag(item, "has_effects", !effects.empty());
  set_list(item, "effects", std::move(effects));
  std::vector<Data> clauses, core;
  for (const terms::Clause& clause : instruction.clauses)
    clauses.push_back(rule_item(instruction, {clause.id, clause.scope, clause.phase, clause.predicate.tree(), clause.cites, ""}, tables, proofs));
  for (const terms::CoreCondition& one : instruction.core)
    core.push_back(rule_item(instruction, {one.id, one.scope, one.phase, one.predicate.tree(), one.cites, one.why}, tables, proofs));
  set(item, "clause_count", counted(clauses.size(), "clause"));
  set(item, "core_count", counted(core.size(), "condition"));
  set_flag(item, "has_core", !core.empty());
  set_list(item, "clauses", std::move(clauses));
  set_list(item, "core", std::move(core));
  return item;
}

// A rule of the tile page is disputed alike for each instruction.
struct Shared {
  const terms::Dispute* dispute = nullptr;
  std::string instructions;
};

bool is_same(const terms::Dispute& a, const terms::Dispute& b) {
  return a.question == b.question && a.default_reading == b.default_reading &&
         std::ranges::equal(a.alternatives, b.alternatives, [](const terms::Alternative& x, const terms::Alternative& y) { return x.reading == y.reading && x.meaning == y.meaning; });
}

Data dispute_item(const Shared& shared, const record::Statement& statement) {
  const terms::Dispute& dispute = *shared.dispute;
  const std::vector<std::string>& readings = statement.run.interpretations;
  Data item = object();
  set(item, "instruction", shared.instructions);
  set(item, "dispute_id", dispute.id);
  set(item, "question", dispute.question);
  set(item, "default_reading", dispute.default_reading);
  bool other = false;
  std::vector<Data> alternatives;
  for (const terms::Alternative& alternative : dispute.alternatives) {
    Data one = object();
    const bool in_force = std::ranges::find(readings, alternative.reading) != readings.end();
    other = other || in_force;
    set(one, "reading", alternative.reading);
    set(one, "meaning", alternative.meaning);
    set_flag(one, "in_force", in_force);
    const auto explained = statement.counts.explained_by.find(alternative.reading);
    set(one, "explains", explained == statement.counts.explained_by.end() ? "" : counted(explained->second, "failing case") + " of this run would pass.");
    alternatives.push_back(std::move(one));
  }
  set_flag(item, "default_in_force", !other);
  set_list(item, "alternatives", std::move(alternatives));
  set_list(item, "cites", citations(dispute.cites));
  return item;
}

}  // namespace

std::string proof_answer(const record::ProofRecord& proof) {
  if (proof.status == "refuted" && !proof.dispute.empty()) return "refuted, as the dispute " + proof.dispute + " says";
  return proof.kind.empty() || proof.status != "proved" ? proof.status : proof.status + ": " + proof.kind;
}

Data proof_item(const record::ProofRecord& proof) {
  Data item = object();
  set(item, "proof_id", proof.id);
  set(item, "asked", proof.statement);
  set(item, "answer", proof_answer(proof));
  const bool disputed = !proof.dispute.empty();
  set(item, "css", proof.status == "proved" ? "pass" : proof.status == "refuted" && !disputed ? "fail" : "undecided");
  set(item, "sign", proof.status == "proved" ? "✓" : proof.status == "refuted" ? (disputed ? "≠" : "✗") : "?");
  set(item, "note", proof.note);
  set(item, "witness", proof.witness ? render::render_tuple(*proof.witness) : "");
  set(item, "twin", proof.twin ? render::render_tuple(*proof.twin) : "");
  set(item, "changed", fmt::format("{}", fmt::join(proof.changed, ", ")));
  set(item, "because", fmt::format("{}", fmt::join(proof.because, ", ")));
  return item;
}

void add_clauses(Data& page, const RunReport& report) {
  const Tables tables = tables_of(report);
  std::vector<Data> items;
  for (const terms::Instruction& instruction : *report.instructions) items.push_back(instruction_item(instruction, tables));
  set_flag(page, "has_rule_proofs", !report.proofs.obligations.empty());
  set_list(page, "rule_books", std::move(items));
}

void add_disputes(Data& page, const RunReport& report) {
  std::vector<Shared> disputes;
  for (const terms::Instruction& instruction : *report.instructions)
    for (const terms::Dispute& dispute : instruction.disputes) {
      const auto same = std::ranges::find_if(disputes, [&](const Shared& one) { return is_same(*one.dispute, dispute); });
      if (same == disputes.end()) disputes.push_back({&dispute, instruction.mnemonic});
      else if (!same->instructions.ends_with(instruction.mnemonic)) same->instructions += ", " + instruction.mnemonic;
    }
  std::vector<Data> items;
  for (const Shared& one : disputes) items.push_back(dispute_item(one, report.statement));
  set_flag(page, "has_disputes", !items.empty());
  set(page, "dispute_count", items.size());
  set_list(page, "disputes", std::move(items));
}

}  // namespace pto_cts::reports::html
