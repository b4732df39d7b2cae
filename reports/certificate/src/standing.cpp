// SPDX-License-Identifier: MIT
#include "standing.h"

#include <fmt/format.h>

#include <algorithm>

#include "pto_cts/record/statement.h"

namespace pto_cts::reports {
namespace {

using record::Dimension;
using record::Judgement;
using record::Standing;
using record::VerdictKind;

bool is_one_of(const std::string& kind, std::initializer_list<const char*> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

// No answer at all, or one that breaks the backend's own word.
bool is_structural(const std::string& kind) { return is_one_of(kind, {"crashed", "timeout", "protocol error", "capability lied"}); }

bool is_about_legality(const std::string& kind) {
  return is_one_of(kind, {"over-rejection", "illegal tuple accepted", "effects before rejection"});
}

// A text that fits whatever clause might be broken names none.
bool is_vague(const std::string& text, const terms::Instruction& instruction, const std::vector<std::string>& broken) {
  bool fits_all = true, fits_one = false;
  for (const terms::Clause& clause : instruction.clauses) {
    const bool names = names_something_of(text, clause);
    const bool is_broken = std::find(broken.begin(), broken.end(), clause.id) != broken.end();
    fits_one = fits_one || (is_broken && names);
    fits_all = fits_all && (is_broken || names);
  }
  return !fits_one || (fits_all && instruction.clauses.size() > broken.size());
}

std::string counted(const std::map<std::string, std::uint64_t>& counts) {
  std::string text;
  for (const auto& [what, count] : counts) text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", what, count);
  return text;
}

std::uint64_t total(const std::map<std::string, std::uint64_t>& counts) {
  std::uint64_t sum = 0;
  for (const auto& [what, count] : counts) sum += count;
  return sum;
}

}  // namespace

ProfileTally::ProfileTally(Profile profile, const std::vector<terms::Instruction>& instructions, std::vector<record::Waiver>& waivers)
    : profile_(profile), instructions_(instructions), waivers_(waivers) {}

void ProfileTally::add_fault(std::initializer_list<Faults*> dimensions, const record::Result& result, const std::string& kind) {
  const auto waiver = std::find_if(waivers_.begin(), waivers_.end(),
                                   [&](const record::Waiver& one) { return record::waives(one, result.name, kind); });
  const bool waived = waiver != waivers_.end();
  if (waived) ++waiver->waived;
  for (Faults* faults : dimensions) ++(waived ? faults->waived : faults->standing)[kind];
}

// A case that fails is judged by its first kind, as everywhere.
void ProfileTally::add(const record::Result& result) {
  environment_.insert(result.environment.begin(), result.environment.end());
  const bool ran = result.judgement == Judgement::pass || result.judgement == Judgement::fail || result.judgement == Judgement::undecided;
  if (result.verdict == VerdictKind::illegal) add_clauses(result);
  if (!ran) return;
  (result.verdict == VerdictKind::illegal ? illegal_run_ : legal_run_) += result.verdict == VerdictKind::target_defined ? 0 : 1;
  for (const std::string& what : result.not_observed)
    ++(result.verdict == VerdictKind::illegal ? unseen_legality_ : unseen_values_)[what];
  if (result.judgement == Judgement::fail) {
    Faults& dimension = is_about_legality(result.detail) || result.verdict == VerdictKind::illegal ? legality_ : semantic_;
    if (is_structural(result.detail)) add_fault({&structure_, &dimension}, result, result.detail);
    else add_fault({&dimension}, result, result.detail);
    return;
  }
  if (result.verdict == VerdictKind::illegal && result.outcome == "rejected") add_rejection(result);
}

void ProfileTally::add_clauses(const record::Result& result) {
  // What cannot be said to the backend cannot be accepted by it either.
  if (result.judgement == Judgement::not_supported || result.judgement == Judgement::not_expressible) return;
  for (const std::string& clause : result.clauses) clauses_[clause] = clauses_[clause] || result.judgement == Judgement::pass;
}

void ProfileTally::add_rejection(const record::Result& result) {
  ++said_.rejections;
  if (result.diagnostic.empty()) {
    ++said_.silent;
    return add_fault({&diagnostic_}, result, kSilent);
  }
  if (result.diagnostic_varies) {
    ++said_.varying;
    add_fault({&diagnostic_}, result, kVarying);
  }
  std::string ids;
  for (const std::string& id : result.clauses) ids += id + " ";
  const auto [known, is_new] = vague_.emplace(std::pair(ids, result.diagnostic), true);
  if (is_new)
    for (const terms::Instruction& instruction : instructions_)
      if (instruction.mnemonic == result.instruction) known->second = is_vague(result.diagnostic, instruction, result.clauses);
  if (!known->second) return;
  ++said_.vague;
  add_fault({&diagnostic_}, result, kVague);
}

record::DimensionStanding ProfileTally::standing_of(Dimension dimension, const Faults& faults, std::vector<std::string> unseen) const {
  record::DimensionStanding standing{dimension, Standing::conforms, {}};
  if (!faults.waived.empty()) {
    standing.standing = Standing::conforms_with_waivers;
    standing.why.push_back(fmt::format("waived in {} cases: {}", total(faults.waived), counted(faults.waived)));
  }
  if (!unseen.empty()) {
    standing.standing = Standing::not_observed;
    standing.why.insert(standing.why.end(), unseen.begin(), unseen.end());
  }
  if (!faults.standing.empty()) {
    standing.standing = Standing::does_not_conform;
    standing.why.insert(standing.why.begin(), fmt::format("{} cases: {}", total(faults.standing), counted(faults.standing)));
  }
  return standing;
}

record::ProfileStatement ProfileTally::statement() const {
  record::ProfileStatement statement;
  statement.profile = profile_;
  statement.diagnostics = said_;
  const auto not_seen = [](const std::map<std::string, std::uint64_t>& counts) {
    std::vector<std::string> lines;
    for (const auto& [what, count] : counts) lines.push_back(fmt::format("{} not observed in {} cases", what, count));
    return lines;
  };
  std::vector<std::string> values = not_seen(unseen_values_), legality = not_seen(unseen_legality_), diagnostics;
  if (legal_run_ == 0) values.emplace_back("no legal case ran");
  if (illegal_run_ == 0) legality.emplace_back("no illegal case ran");
  for (const auto& [clause, shown] : clauses_)
    if (!shown) legality.push_back("no case shows that " + clause + " is checked");
  if (unseen_legality_.contains("legality")) diagnostics.emplace_back("the suite's own verifier rejects, not the backend");
  if (said_.rejections == 0) diagnostics.emplace_back("no rejection");
  statement.dimensions = {standing_of(Dimension::semantic, semantic_, std::move(values)),
                          standing_of(Dimension::legality, legality_, std::move(legality)),
                          {Dimension::ordering, Standing::not_judged, {"it is between instructions, and each case is one"}},
                          standing_of(Dimension::diagnostic, diagnostic_, std::move(diagnostics))};

  const auto holds = [&](std::size_t dimension) {
    const Standing standing = statement.dimensions[dimension].standing;
    return standing == Standing::conforms || standing == Standing::conforms_with_waivers;
  };
  const auto because = [&](std::size_t dimension) {
    const record::DimensionStanding& one = statement.dimensions[dimension];
    return fmt::format("{} {}, {}", name(one.dimension), one.standing == Standing::not_observed ? "is not shown" : name(one.standing),
                       one.why.empty() ? "" : one.why.front());
  };
  if (!environment_.empty()) statement.capped_by = "the backend is broken in itself: " + *environment_.begin();
  else if (!structure_.standing.empty()) statement.capped_by = fmt::format("not every call is answered: {}", counted(structure_.standing));
  else if (legal_run_ + illegal_run_ == 0) statement.capped_by = "nothing that the spec decides ran";
  else if (!holds(1)) statement.capped_by = because(1), statement.level = 0;
  else if (!holds(3)) statement.capped_by = because(3), statement.level = 0;
  else if (!holds(0)) statement.capped_by = because(0), statement.level = 1;
  else statement.capped_by = "ordering, and stability across the layers of a toolchain, are not judged by this suite", statement.level = 2;
  return statement;
}

}  // namespace pto_cts::reports
