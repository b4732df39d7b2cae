// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pages.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/render/assembly.h"
#include "pto_cts/render/text.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::reports::manual {
namespace {

using terms::Instruction;
using terms::Scope;

constexpr std::array kScopes = {Scope::common, Scope::a2a3, Scope::a5};

struct Reading {
  std::string name;
  Instruction instruction;  ///< As judged under it, and those in force.
};

struct Subject {
  const Manual& manual;
  const Instruction& instruction;  ///< As the spec has it.
  Instruction judged;
  std::vector<Reading> others;  ///< Readings that could be chosen besides.
};

Subject subject_of(const Manual& manual, const Instruction& instruction) {
  Subject subject{manual, instruction, terms::under(instruction, manual.readings), {}};
  for (const terms::Dispute& dispute : instruction.disputes)
    for (const terms::Alternative& one : dispute.alternatives) {
      if (std::find(manual.readings.begin(), manual.readings.end(), one.reading) != manual.readings.end()) continue;
      terms::Readings readings = manual.readings;
      readings.push_back(one.reading);
      subject.others.push_back({one.reading, terms::under(instruction, readings)});
    }
  return subject;
}

// `lines_of` gives the lines of an instruction's formula; those that other readings change are shown too.
template <typename LinesOf>
void add_formula(Document& document, const Subject& subject, LinesOf lines_of) {
  const std::vector<std::string> lines = lines_of(subject.judged);
  document.add(Display{lines});
  for (const Reading& other : subject.others) {
    const std::vector<std::string> changed = lines_of(other.instruction);
    if (changed == lines) continue;
    document.add(Paragraph{{plain("Under the interpretation "), code(other.name), plain(":")}});
    document.add(Display{changed});
  }
}

void add_sources(Document& document, const std::vector<terms::Cite>& cites) {
  if (!cites.empty()) document.add(sources(cites));
}

// What, where, and where not.
std::vector<std::string> effect_lines(const Instruction& read, const terms::Effect& effect) {
  std::string text = terms::print(read, effect, terms::Notation::mathematics);
  std::vector<std::string> lines;
  for (const std::string_view part : {" for each (i, j) in ", "; unspecified where "}) {
    const std::size_t at = text.find(part);
    if (at == std::string::npos) continue;
    lines.push_back((lines.empty() ? "" : "  ") + text.substr(0, at));
    text.erase(0, text.find_first_not_of("; ", at));
  }
  lines.push_back("  " + text);
  return lines;
}

void add_mathematics(Document& document, const Subject& subject) {
  document.add(Heading{2, "Mathematics", "mathematics"});
  for (std::size_t i = 0; i < subject.instruction.effects.size(); ++i) {
    add_formula(document, subject, [&](const Instruction& read) { return effect_lines(read, read.effects[i]); });
    add_sources(document, subject.instruction.effects[i].cites);
  }
  document.add(Paragraph{{plain("i and j are row and column of a destination element. An element that no formula reaches has no meaning.")}});
}

void add_operands(Document& document, const Instruction& instruction) {
  document.add(Heading{2, "Operands", "operands"});
  Table table{"Operands of " + instruction.mnemonic, {"operand", "role", "kind", "type parameter"}, {}};
  for (const terms::TileParameter& tile : instruction.tiles)
    table.rows.push_back({{code(tile.name)}, {plain(std::string(name(tile.role)))}, {plain("tile")},
                          {code(instruction.type_parameters[static_cast<std::size_t>(tile.type_parameter)])}});
  for (const std::string& scalar : instruction.scalars) table.rows.push_back({{code(scalar)}, {plain("in")}, {plain("scalar")}, {plain("-")}});
  document.add(table);
  document.add(Paragraph{{plain("Operands with the same type parameter have one C++ type.")}});
  Items aliases;
  for (const auto& [a, b] : instruction.aliases)
    aliases.items.push_back({code(instruction.tiles[static_cast<std::size_t>(a)].name), plain(" and "),
                             code(instruction.tiles[static_cast<std::size_t>(b)].name), plain(" may share their storage.")});
  if (!aliases.items.empty()) document.add(aliases);
  if (instruction.attributes.empty()) return;
  document.add(Heading{2, "Attributes", "attributes"});
  Table attributes{"Attributes of " + instruction.mnemonic, {"attribute", "values", "if left out", "in C++"}, {}};
  for (const terms::AttributeParameter& one : instruction.attributes) {
    std::vector<Span> values;
    for (const std::string& value : one.values) values.push_back(code(value));
    attributes.rows.push_back({{code(one.key)}, listed(values), {code(one.default_value)},
                               {plain(one.template_slot ? "template argument" : "form of the call")}});
  }
  document.add(attributes);
}

void add_clauses(Document& document, const Subject& subject) {
  const Instruction& instruction = subject.instruction;
  document.add(Heading{2, "Clauses", "clauses"});
  document.add(Paragraph{{plain("A tuple that breaks one of them is illegal.")}});
  for (const Scope scope : kScopes) {
    bool first = true;
    for (std::size_t i = 0; i < instruction.clauses.size(); ++i) {
      const terms::Clause& clause = instruction.clauses[i];
      if (clause.scope != scope) continue;
      if (first) document.add(Heading{3, "Clauses " + where(scope), "clauses-" + std::string(terms::name(scope))});
      first = false;
      document.add(Heading{4, clause.id, clause.id});
      add_formula(document, subject, [&](const Instruction& read) { return formula(read, read.clauses[i].predicate.tree()); });
      document.add(Paragraph{{plain(fmt::format("Phase: {}.", terms::name(clause.phase)))}});
      add_sources(document, clause.cites);
    }
  }
}

void add_core(Document& document, const Subject& subject) {
  const Instruction& instruction = subject.instruction;
  document.add(Heading{2, "Core", "core"});
  document.add(Paragraph{{plain("A tuple that breaks no clause and lies beyond one of these conditions is target-defined: the pages leave it to the target.")}});
  for (std::size_t i = 0; i < instruction.core.size(); ++i) {
    const terms::CoreCondition& condition = instruction.core[i];
    document.add(Heading{3, condition.id, condition.id});
    add_formula(document, subject, [&](const Instruction& read) { return formula(read, read.core[i].predicate.tree()); });
    document.add(Paragraph{{plain(fmt::format("Beyond it: {}. Holds {}. Phase: {}.", condition.why, where(condition.scope), terms::name(condition.phase)))}});
    add_sources(document, condition.cites);
  }
}

void add_disputes(Document& document, const Manual& manual, const Instruction& instruction) {
  document.add(Heading{2, "Disputes", "disputes"});
  if (instruction.disputes.empty()) document.add(Paragraph{{plain("None is recorded.")}});
  for (const terms::Dispute& dispute : instruction.disputes) {
    document.add(Heading{3, dispute.id, dispute.id});
    document.add(Paragraph{{plain(dispute.question)}});
    Items items;
    items.items.push_back({strong("Read as: "), plain(dispute.default_reading)});
    for (const terms::Alternative& one : dispute.alternatives) {
      const bool chosen = std::find(manual.readings.begin(), manual.readings.end(), one.reading) != manual.readings.end();
      items.items.push_back({strong("Interpretation "), code(one.reading), plain(": " + one.meaning + (chosen ? " (in force here)" : ""))});
    }
    std::vector<Span> about;
    for (const std::string& id : dispute.turns_on) about.push_back(reference(instruction, id));
    if (!about.empty()) {
      Text text = {strong("About: ")};
      for (const Span& span : listed(about)) text.push_back(span);
      items.items.push_back(text);
    }
    document.add(items);
    add_sources(document, dispute.cites);
  }
}

void add_examples(Document& document, const Subject& subject) {
  const Instruction& instruction = subject.instruction;
  document.add(Heading{2, "Examples of the pages, judged", "examples"});
  if (instruction.examples.empty()) document.add(Paragraph{{plain("The pages have none.")}});
  for (const terms::Example& example : instruction.examples) {
    document.add(Heading{3, example.id, example.id});
    document.add(Display{{render::render_tuple(example.tuple)}});
    document.add(Paragraph{{plain("As PTO assembly:")}});
    document.add(Display{{render::assembly_ssa(example.tuple), render::assembly_dps(example.tuple)}});
    Table table{"Verdicts on " + example.id, {"profile", "verdict", "because of"}, {}};
    for (const Profile profile : {Profile::cpu_sim, Profile::a2a3, Profile::a5}) {
      const evaluate::Verdict verdict = evaluate::verdict(subject.judged, example.tuple, profile);
      std::vector<Span> because;
      for (const std::string& id : verdict.clauses) because.push_back(reference(instruction, id));
      for (const std::string& why : verdict.reasons) {
        const Span span = reference(instruction, why);
        because.push_back(span.kind == Span::Kind::link ? span : plain(why));
      }
      table.rows.push_back({{code(std::string(name(profile)))}, {strong(std::string(evaluate::name(verdict.legality)))},
                            because.empty() ? Text{plain("-")} : listed(because)});
    }
    document.add(table);
    add_sources(document, example.cites);
  }
}

}  // namespace

Document instruction_page(const Manual& manual, const Instruction& instruction) {
  Document document{page_of(instruction), instruction.mnemonic, {}, {}};
  document.add(Paragraph{{plain(instruction.summary)}});
  document.add(Paragraph{{plain(fmt::format("Page: {}. Family: {}.", instruction.page, instruction.family))}});
  const Subject subject = subject_of(manual, instruction);
  add_mathematics(document, subject);
  add_operands(document, instruction);
  add_clauses(document, subject);
  add_core(document, subject);
  add_disputes(document, manual, instruction);
  add_examples(document, subject);
  add_proofs(document, manual, instruction);
  return document;
}

}  // namespace pto_cts::reports::manual
