// SPDX-License-Identifier: MIT
// pto-cts explain: the page of an instruction, or one clause.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "command.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/reports/citation.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::cli {
namespace {

using terms::Instruction;

void print_cites(const std::vector<terms::Cite>& cites) {
  for (const terms::Cite& cite : cites) {
    fmt::print("      source: {}\n", reports::citation(cite));
    if (const std::string says = reports::paraphrase(cite); !says.empty()) fmt::print("        \"{}\"\n", says);
  }
}

void print_clause(const Instruction& instruction, const terms::Clause& clause) {
  fmt::print("  {}  ({}, {})\n      {}\n", clause.id, terms::name(clause.scope), terms::name(clause.phase),
             terms::print(instruction, clause.predicate.tree()));
  print_cites(clause.cites);
}

void print_condition(const Instruction& instruction, const terms::CoreCondition& condition) {
  fmt::print("  {}  ({}, {})\n      {}\n      beyond it: {}\n", condition.id, terms::name(condition.scope),
             terms::name(condition.phase), terms::print(instruction, condition.predicate.tree()), condition.why);
  print_cites(condition.cites);
}

void print_dispute(const terms::Dispute& dispute) {
  fmt::print("  {}\n      {}\n      read as: {}\n", dispute.id, dispute.question, dispute.default_reading);
  for (const terms::Alternative& alternative : dispute.alternatives)
    fmt::print("      interpretation {}: {}\n", alternative.reading, alternative.meaning);
  print_cites(dispute.cites);
}

void print_page(const Instruction& instruction) {
  fmt::print("{}\n\n  {}\n  page: {}\n\nOperands\n", instruction.mnemonic, instruction.summary, instruction.page);
  for (const terms::TileParameter& tile : instruction.tiles)
    fmt::print("  {:<10} {} tile, type {}\n", tile.name, name(tile.role),
               instruction.type_parameters[static_cast<std::size_t>(tile.type_parameter)]);
  for (const std::string& scalar : instruction.scalars) fmt::print("  {:<10} scalar\n", scalar);
  for (const terms::AttributeParameter& attribute : instruction.attributes)
    fmt::print("  {:<10} one of {}; {} if left out\n", attribute.key, joined(attribute.values),
               attribute.default_value);
  fmt::print("\nMeaning\n");
  for (const terms::Effect& effect : instruction.effects) fmt::print("  {}\n", terms::print(instruction, effect));
  fmt::print("\nClauses: a tuple that breaks one is illegal\n");
  for (const terms::Clause& clause : instruction.clauses) print_clause(instruction, clause);
  fmt::print("\nCore: a tuple beyond it is target-defined\n");
  for (const terms::CoreCondition& condition : instruction.core) print_condition(instruction, condition);
  fmt::print("\nDisputes\n");
  for (const terms::Dispute& dispute : instruction.disputes) print_dispute(dispute);
}

// True where `name` is an id of this instruction, which is then printed.
bool print_named(const Instruction& instruction, const std::string& name) {
  for (const terms::Clause& clause : instruction.clauses)
    if (clause.id == name) return print_clause(instruction, clause), true;
  for (const terms::CoreCondition& condition : instruction.core)
    if (condition.id == name) return print_condition(instruction, condition), true;
  for (const terms::Dispute& dispute : instruction.disputes)
    if (dispute.id == name) return print_dispute(dispute), true;
  return false;
}

// The readings stay visible in what is printed.
int explain(const std::string& subject) {
  std::string upper = subject;
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  if (const Instruction* instruction = spec::find_instruction(upper))
    print_page(*instruction);
  else if (std::ranges::none_of(spec::instructions(),
                                [&](const Instruction& known) { return print_named(known, subject); }))
    throw UsageError("nothing is called '" + subject + "': see pto-cts list instructions, or list clauses");
  return kConforms;
}

}  // namespace

Command explain_command() {
  auto subject = std::make_shared<std::string>();
  return {"explain",
          "The page of an instruction, or one clause",
          {
              {.name = "name",
               .place = subject.get(),
               .help = "A mnemonic, or the id of a clause, core condition or dispute",
               .required = true},
          },
          [subject] { return explain(*subject); }};
}

}  // namespace pto_cts::cli
