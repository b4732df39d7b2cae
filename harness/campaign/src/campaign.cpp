// SPDX-License-Identifier: MIT
#include "pto_cts/campaign/campaign.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <future>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "failures.h"
#include "judge_all.h"
#include "pto_cts/campaign/plan.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/minimise/findings.h"
#include "pto_cts/proofs/proofs.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/plan_file.h"
#include "pto_cts/record/run_header.h"
#include "pto_cts/record/sha256.h"
#include "report_folder.h"
#include "side_by_side.h"

namespace pto_cts::campaign {
namespace {

constexpr std::uint64_t kProgressInterval = 256;  // cases
constexpr std::size_t kMostFailures = 100'000;    // whose tuples are kept, to look for causes
constexpr std::size_t kLinesAtOnce = 200'000;     // of the plan, kept until it is their turn

// A cell that the generators can fill is shown feasible by its first case; that the others are empty takes a proof.
CellCounts feasible_cells(const Domains& domains, const terms::Readings& readings,
                          const proofs::Memory& memory) {
  std::vector<std::vector<smt::CellDecision>> decisions(domains.size());
  side_by_side(domains.size(), [&](std::size_t i) {
    const generators::Domain& domain = domains[i];
    const auto known = proofs::known_cells(domain.instruction(), domain.profile(), readings, memory);
    std::vector<smt::CellQuestion> questions;
    for (const generators::LegalCell& cell : domain.infeasible()) {
      if (known && known->contains(cell.id)) decisions[i].push_back({cell.id, known->at(cell.id), {}});
      else questions.push_back({cell.id, cell.predicates});
    }
    if (questions.empty()) return;
    for (smt::CellDecision& decision : smt::decide_cells(domain.instruction(), domain.profile(), questions, false).decisions)
      decisions[i].push_back(std::move(decision));
  });
  CellCounts counts;
  for (std::size_t i = 0; i < domains.size(); ++i) {
    counts.feasible += domains[i].cells().size();
    for (const smt::CellDecision& decision : decisions[i]) {
      if (decision.answer == smt::Answer::sat) throw std::logic_error("a legal tuple fills a cell taken for empty: " + decision.id);
      ++(decision.answer == smt::Answer::unsat ? counts.infeasible : counts.unknown);
    }
  }
  return counts;
}

// A case that the budget did not reach; it is known by its name and by what it was to be.
record::Result not_run(const Plan& plan, std::uint64_t index) {
  const PlannedCase& planned = plan.cases()[index];
  const generators::Domain& domain = plan.domains()[planned.domain];
  record::Result result;
  result.plan_index = index;
  result.name = plan.case_name(planned);
  result.instruction = domain.instruction().mnemonic;
  result.profile = domain.profile();
  result.cell = plan.cell_id(planned);
  result.detail = "the budget was used up";
  if (planned.cell == PlannedCase::kExample) return result;
  const generators::Cell& cell = domain.cells()[planned.cell];
  result.kind = *record::parse_case_kind(generators::name(cell.kind));
  result.clauses = cell.broken;
  constexpr record::VerdictKind kVerdicts[] = {record::VerdictKind::legal, record::VerdictKind::illegal,
                                               record::VerdictKind::target_defined};
  result.verdict = kVerdicts[static_cast<std::size_t>(cell.kind)];
  return result;
}

std::uint64_t count_covered(const std::vector<record::Result>& results) {
  std::set<std::tuple<std::string_view, Profile, std::string_view>> covered;
  for (const record::Result& result : results)
    if (!result.outcome.empty() && !result.cell.starts_with("example/")) covered.insert({result.instruction, result.profile, result.cell});
  return covered.size();
}

// What a resumed run took over was made in the run before.
std::unique_ptr<const Case> made_if_run(const Plan& plan, std::uint64_t seed, std::uint64_t index, const record::Result& result) {
  if (result.judgement == record::Judgement::not_run) return nullptr;
  return std::move(plan.generate(plan.cases()[index], seed).subject);
}

// A line of the plan; `subject` is null for a case that was not made.
std::string plan_line(const Plan& plan, std::uint64_t index, const Case* subject) {
  const PlannedCase& planned = plan.cases()[index];
  record::PlanEntry entry{index, plan.case_name(planned), plan.cell_id(planned), {}};
  if (subject) entry.tuple = subject->tuple;
  return record::to_json_line(entry);
}

// Writes the plan of these cases, which are made for it. It goes domain by domain, and a domain is made by one thread.
void write_plan(const std::filesystem::path& file, const record::RunHeader& header, const Plan& plan, std::uint64_t seed,
                const std::vector<std::uint64_t>& indices) {
  std::vector<std::vector<std::uint64_t>> by_domain(plan.domains().size());
  for (const std::uint64_t index : indices) by_domain[plan.cases()[index].domain].push_back(index);
  record::PlanWriter writer(file, header);
  for (std::size_t begin = 0, end; begin < by_domain.size(); begin = end) {
    std::size_t lines = by_domain[begin].size();
    for (end = begin + 1; end < by_domain.size() && lines + by_domain[end].size() <= kLinesAtOnce; ++end) lines += by_domain[end].size();
    std::vector<std::vector<std::string>> made(end - begin);
    side_by_side(made.size(), [&](std::size_t i) {
      for (const std::uint64_t index : by_domain[begin + i])
        made[i].push_back(plan_line(plan, index, plan.generate(plan.cases()[index], seed).subject.get()));
    });
    for (std::vector<std::string>& of_domain : made)
      for (std::string& line : of_domain) writer.add(std::move(line));
  }
  writer.finish();
}

// Writes lines that are known.
void write_plan(const std::filesystem::path& file, const record::RunHeader& header, const std::map<std::uint64_t, std::string>& lines) {
  record::PlanWriter writer(file, header);
  for (const auto& [index, line] : lines) writer.add(line);
  writer.finish();
}

record::VerdictKind verdict_kind(evaluate::Legality legality) {
  switch (legality) {
    case evaluate::Legality::legal: return record::VerdictKind::legal;
    case evaluate::Legality::illegal: return record::VerdictKind::illegal;
    case evaluate::Legality::target_defined: return record::VerdictKind::target_defined;
  }
  return record::VerdictKind::target_defined;
}

record::CaseKind case_kind(evaluate::Legality legality) {
  switch (legality) {
    case evaluate::Legality::legal: return record::CaseKind::legal;
    case evaluate::Legality::illegal: return record::CaseKind::reject;
    case evaluate::Legality::target_defined: return record::CaseKind::target;
  }
  return record::CaseKind::target;
}

}  // namespace

std::filesystem::path case_file_of(std::string_view case_hash) {
  return std::filesystem::path(kCases) / (std::string(case_hash.substr(0, 16)) + ".json");
}

void write_findings(const std::filesystem::path& out, const std::vector<record::Finding>& findings) {
  record::write_file(out / kFindingsFile, record::write_findings(findings));
}

record::RunHeader header_of(const Suite& suite, const Request& request, std::uint64_t planned) {
  record::RunHeader header;
  header.suite_version = request.suite_version;
  header.spec_hash = spec_hash();
  header.generator_epoch = generators::kGeneratorEpoch;
  header.profiles = request.profiles;
  header.instructions = request.instructions;
  header.interpretations = suite.readings();
  header.backend = request.backend_name;
  header.backend_version = request.backend_version;
  header.backend_hash = request.backend_hash;
  header.seed = request.seed;
  header.cases_requested = request.cases;
  header.planned_total = planned;
  header.shard = request.shard;
  return header;
}

CellCounts count_cells(const Domains& domains, const terms::Readings& readings, const std::vector<record::Result>& results,
                       const proofs::Memory& memory) {
  CellCounts counts = feasible_cells(domains, readings, memory);
  counts.covered = count_covered(results);
  return counts;
}

std::string spec_hash() { return record::sha256_hex(spec::spec_text()); }

Outcome run(const Suite& suite, backend::Backend& backend, const Request& request,
            const std::function<void(const Progress&)>& progress) {
  if (!request.resume) Journal::announce(request.out);
  const Plan plan(suite, request.instructions, request.profiles, request.cases, request.memory);
  const record::RunHeader header = header_of(suite, request, plan.cases().size());
  std::future<CellCounts> cells = std::async(std::launch::async, [&] { return feasible_cells(plan.domains(), suite.readings(), request.memory); });
  Earlier earlier;
  if (request.resume) {
    earlier = earlier_results(request.out, header);
    remove_temporary_files(request.out);
  }
  ResultsByIndex& results = earlier.kept;
  if (request.begins) request.begins(header);
  remove_findings(request.out);
  ResultsByIndex known = results;
  known.insert(earlier.again.begin(), earlier.again.end());
  Journal journal(request.out, header, known);
  judge::Judge judge(backend, {.report_outside_writes = suite.reads("preserve-outside")});
  FailureArchive archive(request);
  std::vector<minimise::Failure> failures;
  ShardCases cases(plan, request, backend, results);
  // With a budget, only what is reached is made.
  std::map<std::uint64_t, std::string> plan_lines;
  Outcome outcome;
  const auto note_digest = [&](const char* file) { outcome.written[file] = record::sha256_hex(record::read_file(request.out / file)); };
  if (!request.budget) {
    write_plan(request.out / kPlan, header, plan, request.seed, shard_of(plan, request.shard));
    note_digest(kPlan);
  }
  Alternatives alternatives(suite, judge);
  Progress state{results.size(), results.size() + cases.size(), 0};
  // With a budget one at a time, so that the last of them is not long over it.
  judge_all(judge, request.budget ? 1 : backend.batch_cases(), cases, [&](const LoadedCase& loaded, judge::Judged judged) {
    if (judged.judgement == judge::Judgement::fail) judged = judge.confirm(loaded.item(), std::move(judged));
    const Case& subject = *loaded.generated.subject;
    record::Result result = result_of(subject, *loaded.instruction, judged);
    result.plan_index = loaded.index;
    result.cell = plan.cell_id(*loaded.planned);
    result.replaced = static_cast<std::uint64_t>(loaded.generated.replaced);
    result.vacuous = loaded.generated.vacuous;
    if (result.verdict == record::VerdictKind::legal && !result.outcome.empty())
      result.expected_hash = record::sha256_hex(evaluate::canonical_bytes(subject.tuple, *loaded.generated.expectation));
    if (judged.judgement == judge::Judgement::fail) result.explained_by = alternatives.explaining(subject, judged);
    const auto before = earlier.again.find(loaded.index);
    if (before != earlier.again.end()) result = with_earlier(std::move(result), before->second);
    if (result.judgement == record::Judgement::fail) {
      archive.keep(subject, result);
      if (judged.judgement == judge::Judgement::fail && failures.size() < kMostFailures) {
        failures.push_back(minimise::failure_of(subject, judged));
        failures.back().plan_index = result.plan_index;
        failures.back().explained_by = result.explained_by;
      }
      ++state.failed;
    }
    archive.keep_environment(subject, result);
    journal.add(result);
    if (request.budget) plan_lines[loaded.index] = plan_line(plan, loaded.index, &subject);
    results.emplace(result.plan_index, std::move(result));
    if (++state.done % kProgressInterval == 0) progress(state);
  });
  try {
    backend.conclude();
  } catch (...) {
    journal.close();  // Void, so nothing is to be resumed.
    throw;
  }
  for (const std::uint64_t index : cases.left()) {
    const auto before = earlier.again.find(index);
    if (before == earlier.again.end()) {
      results.emplace(index, not_run(plan, index));
      continue;
    }
    // What failed earlier is not forgotten for lack of time.
    const std::unique_ptr<const Case> subject = made_if_run(plan, request.seed, index, before->second);
    if (before->second.judgement == record::Judgement::fail) archive.keep(*subject, before->second);
    archive.keep_environment(*subject, before->second);
    results.emplace(index, before->second);
  }
  if (request.budget) {
    for (const std::uint64_t index : shard_of(plan, request.shard))
      if (!plan_lines.contains(index)) plan_lines[index] = plan_line(plan, index, made_if_run(plan, request.seed, index, results.at(index)).get());
    write_plan(request.out / kPlan, header, plan_lines);
    note_digest(kPlan);
  }
  for (auto& [index, result] : results) outcome.results.push_back(std::move(result));
  progress(state);
  outcome.summary = record::summarise(outcome.results);
  outcome.cells = cells.get();
  outcome.cells.covered = count_covered(outcome.results);
  if (request.minimise.count() > 0) {
    outcome.ungrouped = outcome.summary.total.fail - failures.size();
    outcome.findings = find_causes(suite, backend, request, plan, archive, failures, outcome.ungrouped);
  }
  outcome.saved = archive.total();
  write_findings(request.out, outcome.findings);
  record::write_records(request.out / kRecords, {header, outcome.results, {}});
  journal.close();
  note_digest(kRecords);
  note_digest(kFindingsFile);
  return outcome;
}

void emit(const Suite& suite, backend::Backend& writer, const Request& request) {
  const Plan plan(suite, request.instructions, request.profiles, request.cases, request.memory);
  judge::Judge judge(writer);
  judge::Batch batch;
  ShardCases cases(plan, request, writer);
  while (const std::optional<LoadedCase> loaded = cases.next()) {
    const judge::Item item = loaded->item();
    judge.prepare(batch, {&item, 1});
    judge.start(batch);
    judge.finish(batch);
  }
  writer.conclude();
}

record::Result result_of(const Case& subject, const terms::Instruction& instruction, const judge::Judged& judged) {
  record::Result result;
  result.name = subject.name;
  result.instruction = instruction.mnemonic;
  result.profile = subject.profile;
  result.kind = case_kind(judged.verdict.legality);
  result.verdict = verdict_kind(judged.verdict.legality);
  result.clauses = judged.verdict.clauses;
  result.reasons = judged.verdict.reasons;
  result.judgement = *record::parse_judgement(judge::name(judged.judgement));
  result.detail = judged.kind ? std::string(judge::name(*judged.kind)) : judged.why;
  for (const judge::FailKind kind : judged.other_kinds) result.other_kinds.emplace_back(judge::name(kind));
  if (judged.outcome) result.outcome = backend::name(*judged.outcome);
  result.diagnostic = judged.diagnostic;
  result.diagnostic_varies = judged.diagnostic_varies;
  if (judged.twin_outcome) result.twin_outcome = backend::name(*judged.twin_outcome);
  result.not_observed = judged.not_observed;
  result.build = judged.build;
  result.environment = judged.environment;
  if (judged.elements_wrong > 0) {
    record::MismatchCensus census{judged.elements_wrong, judged.elements_judged, {}};
    for (const judge::Mismatch& mismatch : judged.first_mismatches)
      census.first.push_back({mismatch.operand, mismatch.row, mismatch.col, mismatch.expected, mismatch.actual});
    result.mismatches = std::move(census);
  }
  if (judged.outside_writes > 0) result.outside_writes = judged.outside_writes;
  result.case_hash = record::case_hash(subject);
  return result;
}

}  // namespace pto_cts::campaign
