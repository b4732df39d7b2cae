// SPDX-License-Identifier: MIT
// The manual as a whole, and the pages on all instructions together.
#include "pto_cts/manual/manual.h"

#include <fmt/format.h>

#include "pages.h"

namespace pto_cts::reports {
namespace manual {
namespace {

using terms::Instruction;
using terms::Scope;

Text count(std::size_t number) { return {plain(std::to_string(number))}; }

std::size_t clauses_of(const Instruction& instruction, Scope scope) {
  std::size_t number = 0;
  for (const terms::Clause& clause : instruction.clauses) number += clause.scope == scope ? 1 : 0;
  return number;
}

Text proof_summary(const Manual& manual, const Instruction& instruction) {
  if (!manual.proofs) return {plain("not run")};
  ProofTally tally;
  for (const record::ProofRecord& proof : manual.proofs->obligations)
    if (proof.instruction == instruction.mnemonic) tally.add(proof);
  return {plain(fmt::format("{} proved, {} disputed, {} refuted, {} unknown", tally.proved, tally.disputed, tally.refuted, tally.unknown))};
}

Document overview_page(const Manual& manual) {
  Document document{std::string(kOverview), "PTO-CTS manual", {}, {}};
  document.add(Paragraph{{plain("What the executable spec of PTO-CTS says of each instruction of the PTO tile ISA: what it computes, and on which operands it may be "
                                "used. The pages are made from the spec, so that they say what the suite judges by.")}});
  if (!manual.readings.empty()) {
    std::vector<Span> spans;
    for (const std::string& reading : manual.readings) spans.push_back(code(reading));
    Text text = {strong("Readings in force: ")};
    for (const Span& span : listed(spans)) text.push_back(span);
    document.add(Paragraph{text});
  }
  document.add(Heading{2, "Instructions", "instructions"});
  Items summaries;
  for (const Instruction& one : manual.instructions) summaries.items.push_back({link(one.mnemonic, page_of(one)), plain(": " + one.summary)});
  document.add(summaries);
  Table table{"How much there is of each", {"instruction", "clauses", "more on a2a3", "more on a5", "core", "disputes", "proofs"}, {}};
  for (const Instruction& one : manual.instructions)
    table.rows.push_back({{link(one.mnemonic, page_of(one))}, count(clauses_of(one, Scope::common)), count(clauses_of(one, Scope::a2a3)),
                          count(clauses_of(one, Scope::a5)), count(one.core.size()), count(one.disputes.size()), proof_summary(manual, one)});
  document.add(table);
  document.add(Heading{2, "Words", "words"});
  document.add(Items{{
      {strong("profile"), plain(": a target: cpu_sim, a2a3 or a5. A tuple is legal on cpu_sim where it is legal on both devices, illegal where a rule of every profile "
                                "is broken or both devices forbid it, and target-defined otherwise.")},
      {strong("tuple"), plain(": an instruction with the descriptors of its operands and its attributes, without contents.")},
      {strong("clause"), plain(": a rule that every legal tuple keeps. Its phase says when it can be checked at the earliest: static, from the types; run-time, from the "
                               "extents and addresses; data, from the contents.")},
      {strong("core"), plain(": what the pages and their examples speak of. A tuple beyond it is target-defined: neither legal nor illegal.")},
      {strong("dispute"), plain(": a place where the sources contradict each other or leave something open, with the reading that is taken, and others that can be "
                                "chosen with --interpretation.")},
      {strong("proof"), plain(": the solver's answer to a question about the rules themselves.")},
  }});
  document.add(Heading{2, "Pages", "pages"});
  document.add(Items{{{link("All clauses", std::string(kClauses))}, {link("All disputes", std::string(kDisputes))}, {link("All proofs", std::string(kProofs))}}});
  return document;
}

Document clauses_page(const Manual& manual) {
  Document document{std::string(kClauses), "Clauses", {}, {}};
  document.add(Paragraph{{plain("A tuple that breaks a clause is illegal. On a device, the clauses of every profile and its own hold.")}});
  for (const Scope scope : {Scope::common, Scope::a2a3, Scope::a5}) {
    document.add(Heading{2, "Clauses " + where(scope), "scope-" + std::string(terms::name(scope))});
    for (const Instruction& instruction : manual.instructions) {
      if (clauses_of(instruction, scope) == 0) continue;
      document.add(Heading{3, instruction.mnemonic});
      Items items;
      const Instruction judged = terms::under(instruction, manual.readings);
      for (const terms::Clause& clause : judged.clauses) {
        if (clause.scope != scope) continue;
        std::string text;
        for (const std::string& line : formula(judged, clause.predicate.tree())) text += (text.empty() ? "" : " ") + line;
        items.items.push_back({reference(instruction, clause.id), plain(": "), code(text)});
      }
      document.add(items);
    }
  }
  return document;
}

Document disputes_page(const Manual& manual) {
  Document document{std::string(kDisputes), "Disputes", {}, {}};
  document.add(Paragraph{{plain("Where the sources contradict each other or leave something open, the spec records it with the reading that is taken.")}});
  for (const Instruction& instruction : manual.instructions) {
    if (instruction.disputes.empty()) continue;
    document.add(Heading{2, instruction.mnemonic, page_of(instruction)});
    Items items;
    for (const terms::Dispute& dispute : instruction.disputes) {
      Text text = {reference(instruction, dispute.id), plain(": " + dispute.question + " "), strong("Read as: "), plain(dispute.default_reading)};
      for (const terms::Alternative& one : dispute.alternatives) {
        text.push_back(strong(" Or "));
        text.push_back(code(one.reading));
        text.push_back(plain(": " + one.meaning + "."));
      }
      items.items.push_back(text);
    }
    document.add(items);
  }
  return document;
}

}  // namespace
}  // namespace manual

std::vector<ManualPage> manual_pages(const std::vector<terms::Instruction>& instructions, const terms::Readings& readings,
                                     const record::ProofFile* proofs) {
  const manual::Manual subject{instructions, readings, proofs};
  std::vector<manual::Document> documents = {manual::overview_page(subject)};
  for (const terms::Instruction& instruction : instructions) documents.push_back(manual::instruction_page(subject, instruction));
  documents.push_back(manual::clauses_page(subject));
  documents.push_back(manual::disputes_page(subject));
  documents.push_back(manual::proofs_page(subject));
  manual::Text navigation;
  for (const manual::Document& document : documents)
    navigation.push_back(manual::link(document.page == manual::kOverview ? "Overview" : document.title, document.page));
  std::vector<ManualPage> pages;
  for (manual::Document& document : documents) {
    document.navigation = navigation;
    pages.push_back({manual::markdown_file(document.page), manual::to_markdown(document)});
    pages.push_back({manual::html_file(document.page), manual::to_html(document)});
  }
  return pages;
}

}  // namespace pto_cts::reports
