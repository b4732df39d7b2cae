// SPDX-License-Identifier: MIT
// What several pages show.
#include "pages.h"
#include "pto_cts/reports/citation.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::reports::manual {
namespace {

// Every id of an instruction has its own anchor.
bool names(const terms::Instruction& instruction, const std::string& id) {
  for (const terms::Clause& one : instruction.clauses)
    if (one.id == id) return true;
  for (const terms::CoreCondition& one : instruction.core)
    if (one.id == id) return true;
  for (const terms::Dispute& one : instruction.disputes)
    if (one.id == id) return true;
  for (const terms::Example& one : instruction.examples)
    if (one.id == id) return true;
  return false;
}

}  // namespace

std::string page_of(const terms::Instruction& instruction) { return terms::id_prefix(instruction); }

Span reference(const terms::Instruction& instruction, const std::string& id) {
  return names(instruction, id) ? link(id, page_of(instruction), id) : code(id);
}

Text listed(const std::vector<Span>& spans) {
  Text text;
  for (const Span& span : spans) {
    if (!text.empty()) text.push_back(plain(", "));
    text.push_back(span);
  }
  return text;
}

std::string where(terms::Scope scope) {
  return scope == terms::Scope::common ? "on every profile" : "on " + std::string(terms::name(scope));
}

std::vector<std::string> formula(const terms::Instruction& instruction, const terms::NodePtr& predicate) {
  if (predicate->op == terms::Op::for_all_elements) {
    std::vector<std::string> lines = {"for all (i, j) in the valid region of " + instruction.tiles[static_cast<std::size_t>(predicate->index)].name + ":"};
    for (const std::string& line : formula(instruction, predicate->args[0])) lines.push_back("  " + line);
    return lines;
  }
  const std::vector<terms::NodePtr> parts = terms::conjuncts(predicate);
  std::vector<std::string> lines;
  for (const terms::NodePtr& part : parts) {
    std::string text = terms::print(instruction, part, terms::Notation::mathematics);
    if (parts.size() > 1 && part->op == terms::Op::logical_or) text = "(" + text + ")";
    lines.push_back((lines.empty() ? "" : "\u2227 ") + text);
  }
  return lines;
}

Items sources(const std::vector<terms::Cite>& cites) {
  Items items;
  for (const terms::Cite& cite : cites) {
    const std::string says = paraphrase(cite);
    items.items.push_back({plain(citation(cite) + (says.empty() ? "" : ": " + says))});
  }
  return items;
}

}  // namespace pto_cts::reports::manual
