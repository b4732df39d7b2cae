// SPDX-License-Identifier: MIT
#include "pto_cts/certificate/statement.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "pto_cts/record/statement.h"
#include "standing.h"

namespace pto_cts::reports {
namespace {

using record::PackageKind;
using record::Statement;

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

record::ProofCounts count_proofs(const record::ProofFile& proofs) {
  record::ProofCounts counts;
  for (const record::ProofRecord& proof : proofs.obligations) {
    if (proof.status == "proved") ++counts.proved;
    else if (proof.status == "unknown") ++counts.unknown;
    else ++(proof.dispute.empty() ? counts.refuted : counts.disputed);
  }
  for (const record::ProofCell& cell : proofs.cells) counts.unknown += cell.status == "unknown" ? 1 : 0;
  return counts;
}

std::uint64_t planned_cells(std::span<const record::Result> results) {
  std::set<std::tuple<std::string_view, Profile, std::string_view>> cells;
  for (const record::Result& result : results)
    if (!result.cell.starts_with("example/")) cells.insert({result.instruction, result.profile, result.cell});
  return cells.size();
}

// What keeps a run from being a certificate, whatever the backend did.
std::vector<std::string> reductions(const Basis& basis, const Statement& statement) {
  std::vector<std::string> reasons, missing;
  for (const terms::Instruction& instruction : *basis.instructions)
    if (std::find(basis.run.instructions.begin(), basis.run.instructions.end(), instruction.mnemonic) == basis.run.instructions.end())
      missing.push_back(instruction.mnemonic);
  if (!missing.empty()) reasons.push_back("instructions left out: " + joined(missing));
  if (std::find(basis.run.profiles.begin(), basis.run.profiles.end(), Profile::strict) != basis.run.profiles.end())
    reasons.emplace_back("the profile strict is for tests only");
  if (statement.counts.not_run > 0)
    reasons.push_back(fmt::format("{} of {} cases were not run", statement.counts.not_run, statement.counts.planned));
  if (const std::uint64_t planned = planned_cells(basis.results); planned < statement.cells.feasible)
    reasons.push_back(fmt::format("{} of {} cells have no case: ask for more with --cases", statement.cells.feasible - planned, statement.cells.feasible));
  if (statement.cells.unknown > 0) reasons.push_back(fmt::format("whether {} cells can be filled is not decided", statement.cells.unknown));
  if (!basis.proofs) reasons.emplace_back("the rules were not proved");
  if (statement.proofs.unknown > 0) reasons.push_back(fmt::format("{} proof obligations are open", statement.proofs.unknown));
  if (statement.proofs.refuted > 0) reasons.push_back(fmt::format("{} proof obligations are refuted, and no dispute says so", statement.proofs.refuted));
  return reasons;
}

std::string under(const record::RunHeader& run) {
  return run.interpretations.empty() ? "" : " under " + joined(run.interpretations);
}

std::string by_kind(const std::map<std::string, std::uint64_t>& kinds) {
  std::string text;
  for (const auto& [kind, count] : kinds) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, kind);
  return text;
}

std::vector<std::string> gaps_of(const record::Summary& summary, const Statement& statement) {
  std::vector<std::string> gaps;
  for (const auto& [fault, count] : summary.total.environment) gaps.push_back(fmt::format("broken in itself, in {} cases: {}", count, fault));
  for (const auto& [key, counts] : summary.rows)
    if (counts.fail > 0)
      gaps.push_back(fmt::format("{} on {}: {} of {} cases fail ({})", key.instruction, name(key.profile), counts.fail, counts.run, by_kind(counts.fail_kinds)));
  const auto add_rows = [&](std::uint64_t record::Counts::*member, const char* text) {
    for (const auto& [key, counts] : summary.rows)
      if (counts.*member > 0) gaps.push_back(fmt::format("{} on {}: {} of {} cases {}", key.instruction, name(key.profile), counts.*member, counts.planned, text));
  };
  add_rows(&record::Counts::not_supported, "are outside what the backend declares");
  add_rows(&record::Counts::not_expressible, "cannot be said in the backend's surface");
  for (const auto& [what, count] : summary.total.not_observed) gaps.push_back(fmt::format("{} not observed in {} cases", what, count));
  for (const record::ProfileStatement& profile : statement.profiles)
    for (const record::DimensionStanding& one : profile.dimensions)
      for (const std::string& why : one.why)
        if (one.dimension != record::Dimension::ordering && why.starts_with("no case"))
          gaps.push_back(fmt::format("{} on {}: {}", name(one.dimension), name(profile.profile), why));
  if (summary.total.undecided > 0)
    gaps.push_back(fmt::format("{} cases are not decided ({})", summary.total.undecided, by_kind(summary.total.undecided_reasons)));
  gaps.emplace_back("ordering is not judged: it is between instructions");
  return gaps;
}

// What a conforming backend does not show, or what does not count against conformance: "; not observed: legality".
std::string reservations(const Statement& statement) {
  std::map<std::string, std::set<std::string>> dimensions;  // By standing.
  for (const record::ProfileStatement& profile : statement.profiles)
    for (const record::DimensionStanding& one : profile.dimensions)
      if (one.standing == record::Standing::not_observed || one.standing == record::Standing::does_not_conform)
        dimensions[std::string(name(one.standing))].insert(std::string(name(one.dimension)));
  std::string text;
  for (const auto& [standing, names] : dimensions) text += fmt::format("; {}: {}", standing, fmt::join(names, ", "));
  const record::Counts& counts = statement.counts;
  if (counts.not_supported > 0) text += fmt::format("; {} of {} cases not supported", counts.not_supported, counts.planned);
  if (counts.not_expressible > 0) text += fmt::format("; {} of {} cases not expressible", counts.not_expressible, counts.planned);
  return text;
}

// " for TMULS only", where other instructions have no case that passes.
std::string for_instructions(const record::RunHeader& run, const record::Summary& summary) {
  std::vector<std::string> shown;
  for (const std::string& mnemonic : run.instructions)
    if (std::any_of(summary.rows.begin(), summary.rows.end(), [&](const auto& row) { return row.first.instruction == mnemonic && row.second.pass > 0; }))
      shown.push_back(mnemonic);
  return shown.size() == run.instructions.size() ? "" : fmt::format(" for {} only", joined(shown));
}

std::string sentence_of(const Statement& statement, const record::Summary& summary, std::uint64_t waived) {
  const record::Counts& counts = statement.counts;
  const std::string who = statement.run.backend + (statement.run.backend_version.empty() ? "" : " " + statement.run.backend_version);
  if (!counts.environment.empty()) return fmt::format("{} does not conform{}: it is broken in itself.", who, under(statement.run));
  if (counts.run == 0) return fmt::format("{}: nothing ran.", who);
  if (counts.fail > waived) return fmt::format("{} does not conform{}: {} of {} cases fail.", who, under(statement.run), counts.fail - waived, counts.run);
  if (counts.pass == 0) return fmt::format("{}: no case that the spec decides passes{}.", who, under(statement.run));
  const std::string waivers = waived > 0 ? fmt::format("; {} failing cases are waived", waived) : "";
  if (statement.kind != PackageKind::certificate)
    return fmt::format("{}: {}{} in {} cases{}; this is a {} and certifies nothing.", who, waived > 0 ? "no failure but waived ones" : "no failure",
                       under(statement.run), counts.run, waivers, name(statement.kind));
  return fmt::format("{} conforms{}{}{}{} in {}{} cases that the spec decides{}{}.", who, waived > 0 ? " with waived deviations" : "",
                     under(statement.run), for_instructions(statement.run, summary),
                     statement.level ? fmt::format(" at level {}", *statement.level) : "", waived > 0 ? "" : "all ", counts.pass, waivers,
                     reservations(statement));
}

std::uint64_t waived_failures(std::span<const record::Result> results, const std::vector<record::Waiver>& waivers) {
  if (waivers.empty()) return 0;
  return static_cast<std::uint64_t>(std::count_if(results.begin(), results.end(), [&](const record::Result& result) {
    return result.judgement == record::Judgement::fail && std::any_of(waivers.begin(), waivers.end(), [&](const record::Waiver& waiver) {
             return record::waives(waiver, result.name, result.detail);
           });
  }));
}

}  // namespace

Statement statement_of(const Basis& basis) {
  Statement statement;
  statement.run = basis.run;
  statement.run.shard = {};
  statement.waivers = basis.waivers;
  for (record::Waiver& waiver : statement.waivers) waiver.waived = 0;
  const record::Summary summary = record::summarise(basis.results);
  statement.counts = summary.total;
  statement.cells = basis.cells;
  if (basis.proofs) statement.proofs = count_proofs(*basis.proofs);
  statement.reasons = reductions(basis, statement);
  statement.kind = statement.reasons.empty() ? PackageKind::certificate : PackageKind::reduced;

  std::vector<ProfileTally> tallies;
  for (const Profile profile : basis.run.profiles) tallies.emplace_back(profile, *basis.instructions, statement.waivers);
  for (const record::Result& result : basis.results) {
    const auto at = std::find(basis.run.profiles.begin(), basis.run.profiles.end(), result.profile);
    if (at != basis.run.profiles.end()) tallies[static_cast<std::size_t>(at - basis.run.profiles.begin())].add(result);
  }
  std::optional<int> least = 3;
  for (const ProfileTally& tally : tallies) {
    record::ProfileStatement profile = tally.statement();
    if (statement.kind != PackageKind::certificate) {
      profile.level.reset();
      profile.capped_by = "this is no certificate";
    }
    least = least && profile.level ? std::optional(std::min(*least, *profile.level)) : std::nullopt;
    statement.profiles.push_back(std::move(profile));
  }
  if (!tallies.empty()) statement.level = least;
  const std::uint64_t waived = waived_failures(basis.results, statement.waivers);
  statement.conforms = summary.total.environment.empty() && summary.total.pass > 0 && summary.total.fail == waived;
  statement.gaps = gaps_of(summary, statement);
  statement.sentence = sentence_of(statement, summary, waived);
  return statement;
}

Statement incomplete_statement(const record::RunHeader& run, std::vector<record::Waiver> waivers) {
  Statement statement;
  statement.kind = PackageKind::incomplete;
  statement.reasons = {"the run has not ended: pto-cts certify --resume, with the same options, completes it"};
  statement.run = run;
  statement.waivers = std::move(waivers);
  statement.counts.planned = run.planned_total;
  statement.sentence = run.backend + ": the run has not ended, and says nothing yet.";
  for (const Profile profile : run.profiles) {
    record::ProfileStatement none;
    none.profile = profile;
    none.capped_by = "the run has not ended";
    statement.profiles.push_back(std::move(none));
  }
  return statement;
}

}  // namespace pto_cts::reports
