// SPDX-License-Identifier: MIT
#include "pto_cts/campaign/campaign.h"

#include <algorithm>
#include <future>
#include <map>
#include <set>
#include <tuple>

#include "alternatives.h"
#include "journal.h"
#include "judge_all.h"
#include "pto_cts/campaign/plan.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/minimise/findings.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"
#include "plan_lines.h"
#include "report_folder.h"
#include "pto_cts/smt/cells.h"
#include "side_by_side.h"

namespace pto_cts::campaign {
namespace {

constexpr std::uint64_t kProgressInterval = 256;  // cases

constexpr std::size_t kMostFailures = 100'000;  // Whose tuples are kept, to look for causes.

// Keeps enough failing cases of every sort, not all of a flood.
class FailureArchive {
 public:
  explicit FailureArchive(const Request& request) : request_(request) {}

  void keep(const Case& subject, const record::Result& result) {
    if (saved_[{result.instruction, result.profile, result.detail}]++ >= request_.saved_cases) return;
    save(subject, result.case_hash);
  }

  /// Saves the case too, if it is not yet, and says where it is.
  std::string file_of(const Case& subject) {
    const std::string hash = record::case_hash(subject);
    if (!files_.contains(hash)) save(subject, hash);
    return case_file_of(hash).string();
  }

  /// One case for each fault of the backend itself, so that it can be seen again.
  void keep_environment(const Case& subject, const record::Result& result) {
    for (const std::string& fault : result.environment)
      if (environment_.insert(fault).second) save(subject, result.case_hash);
  }
  std::uint64_t total() const { return total_; }

 private:
  void save(const Case& subject, const std::string& hash) {
    record::save_case(request_.out / case_file_of(hash), subject);
    if (files_.insert(hash).second) ++total_;
  }

  const Request& request_;
  std::map<std::tuple<std::string, Profile, std::string>, std::uint64_t> saved_;
  std::set<std::string> environment_, files_;
  std::uint64_t total_ = 0;
};

// A cell that the generators can fill is shown feasible by its first case; that the others are empty takes a proof.
CellCounts feasible_cells(const std::vector<generators::Domain>& domains) {
  std::vector<std::vector<smt::CellDecision>> decisions(domains.size());
  side_by_side(domains.size(), [&](std::size_t i) {
    std::vector<smt::CellQuestion> questions;
    for (const generators::LegalCell& cell : domains[i].infeasible()) questions.push_back({cell.id, cell.predicates});
    decisions[i] = smt::decide_cells(domains[i].instruction(), domains[i].profile(), questions, false).decisions;
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

// The causes of what failed, each with its smallest case.
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
  std::vector<record::Finding> findings;
  minimise::Causes causes = minimise::find(scene, failures, wishes);
  ungrouped += causes.unexplained;
  for (minimise::Found& found : causes.found) {
    record::save_case(request.out / found.finding.smallest, *found.smallest);
    findings.push_back(std::move(found.finding));
  }
  return findings;
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

CellCounts count_cells(const Suite& suite, const record::RecordFile& records) {
  for (const std::string& mnemonic : records.header.instructions)
    if (!suite.find(mnemonic)) throw record::BadInput("instruction " + mnemonic + " is unknown to this version of the suite");
  CellCounts counts = feasible_cells(domains_of(suite, records.header.instructions, records.header.profiles));
  counts.covered = count_covered(records.results);
  return counts;
}

std::string spec_hash() { return record::sha256_hex(spec::spec_text()); }

Outcome run(const Suite& suite, backend::Backend& backend, const Request& request,
            const std::function<void(const Progress&)>& progress) {
  const Plan plan(suite, request.instructions, request.profiles, request.cases);
  const record::RunHeader header = header_of(suite, request, plan.cases().size());
  std::future<CellCounts> cells = std::async(std::launch::async, [&plan] { return feasible_cells(plan.domains()); });
  Earlier earlier;
  if (request.resume) earlier = earlier_results(request.out, header);
  ResultsByIndex& results = earlier.kept;
  if (request.begins) request.begins(header, plan.reaches_every_cell());
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
  if (!request.budget) write_plan(request.out / kPlan, header, plan, request.seed, shard_of(plan, request.shard));
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
  }
  Outcome outcome;
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
  return outcome;
}

void emit(const Suite& suite, backend::Backend& writer, const Request& request) {
  const Plan plan(suite, request.instructions, request.profiles, request.cases);
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

}  // namespace pto_cts::campaign
