// SPDX-License-Identifier: MIT
// Whole small campaigns: what is written, and that it is the same however it was run.
#include <gtest/gtest.h>

#include <set>

#include "common.h"
#include "pto_cts/campaign/backends.h"
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/files.h"
#include "pto_cts/simd/simd_backend.h"

namespace pto_cts::campaign::run_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFaulty = "mutant:tfillpad-expand-source-shape";

Outcome run_on(const char* backend, Request request, const Suite& suite = default_suite()) {
  request.backend_name = backend;
  prepare_folder(request.out);
  return run(suite, *open_backend(suite, backend), request, no_progress);
}

std::string records_text(const Request& request) { return record::read_file(request.out / "records.jsonl"); }

TEST(Run, ShardsMergeToTheBytesOfTheWholeRun) {
  const TemporaryFolder folder;
  const Request whole = small_request(folder / "whole", 121);
  const Outcome outcome = run_on(kFaulty, whole);
  ASSERT_GT(outcome.summary.total.fail, 0u) << "a run without failures shows too little";
  std::vector<record::RecordFile> shards;
  std::set<fs::path> saved;
  for (const std::uint64_t index : {3u, 1u, 2u}) {
    Request request = small_request(folder / std::to_string(index).c_str(), 121);
    request.shard = {index, 3};
    const Outcome part = run_on(kFaulty, request);
    EXPECT_NEAR(static_cast<double>(part.summary.total.planned), 40.3, 1);
    shards.push_back(record::read_records(request.out / "records.jsonl"));
    for (const auto& entry : fs::directory_iterator(request.out / "cases")) saved.insert(entry.path().filename());
  }
  const record::RecordFile merged = record::merge(shards);
  record::write_records(folder / "merged.jsonl", merged);
  EXPECT_TRUE(record::read_file(folder / "merged.jsonl") == records_text(whole)) << "merged records differ";
  EXPECT_EQ(record::summarise(merged.results), outcome.summary);
  std::set<fs::path> saved_by_the_whole;
  for (const auto& entry : fs::directory_iterator(whole.out / "cases")) saved_by_the_whole.insert(entry.path().filename());
  EXPECT_EQ(saved, saved_by_the_whole);

  const CellCounts cells = count_cells(domains_of(default_suite(), merged.header.instructions, merged.header.profiles), {}, merged.results);
  EXPECT_EQ(cells.covered, outcome.cells.covered);
  EXPECT_EQ(cells.feasible, outcome.cells.feasible);
  EXPECT_EQ(cells.infeasible, outcome.cells.infeasible);
  EXPECT_LE(cells.covered, cells.feasible);
}

TEST(Run, TheSameSeedGivesTheSameBytesAndAnotherOneOthers) {
  const TemporaryFolder folder;
  Request request = small_request(folder / "a", 60);
  run_on("simd", request);
  const std::string first = records_text(request);
  request.out = folder / "b";
  run_on("simd", request);
  EXPECT_TRUE(records_text(request) == first) << "a second run differs";
  EXPECT_EQ(first.find(folder.operator/("").string()), std::string::npos) << "records hold a path";
  request.seed = 2;
  run_on("simd", request);
  const record::RecordFile one = record::read_records(folder / "a" / "records.jsonl"),
                           two = record::read_records(folder / "b" / "records.jsonl");
  std::size_t same = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    EXPECT_EQ(one.results[i].name, two.results[i].name);
    same += one.results[i].case_hash == two.results[i].case_hash;
  }
  EXPECT_LE(same, default_suite().find("TFILLPAD_EXPAND")->examples.size() + 3) << "equal cases under another seed";
}

TEST(Run, RecordsEveryPlannedCaseOnceAndSavesTheFailingOnes) {
  const TemporaryFolder folder;
  const Request request = small_request(folder / "run", 150);
  const Outcome outcome = run_on(kFaulty, request);
  const record::RecordFile records = record::read_records(request.out / "records.jsonl");
  EXPECT_EQ(records.header, [&] {
    Request named = request;
    named.backend_name = kFaulty;
    return header_of(default_suite(), named, 150);
  }());
  const Plan plan(default_suite(), request.instructions, request.profiles, 150);
  ASSERT_EQ(records.results.size(), 150u);
  std::uint64_t failed = 0;
  for (std::size_t i = 0; i < 150; ++i) {
    const record::Result& result = records.results[i];
    const generators::Generated generated = plan.generate(plan.cases()[i], request.seed);
    EXPECT_EQ(result.plan_index, i);
    EXPECT_EQ(result.name, generated.subject->name);
    EXPECT_EQ(result.cell, plan.cell_id(plan.cases()[i]));
    EXPECT_EQ(result.case_hash, record::case_hash(*generated.subject));
    EXPECT_EQ(result.clauses.empty(), generated.subject->broken.empty()) << result.name;
    const fs::path file = request.out / case_file_of(result.case_hash);
    EXPECT_EQ(fs::exists(file), result.judgement == record::Judgement::fail) << result.name;
    if (result.judgement != record::Judgement::fail) continue;
    ++failed;
    EXPECT_TRUE(record::write_case(record::load_case(file)) == record::write_case(*generated.subject)) << result.name;
  }
  EXPECT_EQ(outcome.summary.total.fail, failed);
  EXPECT_EQ(outcome.saved, failed);
  EXPECT_EQ(outcome.summary.total.planned, 150u);
}

TEST(Run, SavesNoMoreCasesThanAskedAndRecordsTheRest) {
  const TemporaryFolder folder;
  Request request = small_request(folder / "run", 150);
  request.saved_cases = 2;
  const Outcome outcome = run_on(kFaulty, request);
  EXPECT_LE(outcome.saved, 2 * outcome.summary.total.fail_kinds.size() + 3 * outcome.findings.size());  // And members of findings.
  EXPECT_GT(outcome.summary.total.fail, outcome.saved);
}

// Finds out at the end that its results are void.
class Void final : public backend::Backend {
 public:
  std::string_view name() const override { return "void"; }
  const backend::Capabilities& capabilities() const override { return sound_->capabilities(); }
  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override { sound_->execute(calls, outcomes); }
  void conclude() override { throw std::runtime_error("void"); }

 private:
  std::unique_ptr<backend::Backend> sound_ = simd::make_simd_backend();
};

TEST(Run, VoidResultsLeaveNoRecords) {
  const TemporaryFolder folder;
  Void backend;
  const Request request = small_request(folder / "run", 30);
  EXPECT_THROW(run(Suite(), backend, request, [](const Progress&) {}), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(request.out / "records.jsonl"));
  EXPECT_FALSE(std::filesystem::exists(request.out / "findings.json"));
}

TEST(Run, AShardWithoutCasesIsAFileThatMerges) {
  const TemporaryFolder folder;
  std::vector<record::RecordFile> shards;
  for (const std::uint64_t index : {1u, 2u, 3u}) {
    Request request = small_request(folder / std::to_string(index).c_str(), 2);
    request.shard = {index, 3};
    EXPECT_EQ(run_on("simd", request).summary.total.planned, index == 3 ? 0u : 1u);
    shards.push_back(record::read_records(request.out / "records.jsonl"));
  }
  EXPECT_EQ(record::merge(shards).results.size(), 2u);
}

TEST(Run, ReportsProgressToTheEnd) {
  const TemporaryFolder folder;
  Request request = small_request(folder / "run", 600);
  prepare_folder(request.out);
  std::vector<Progress> seen;
  run(default_suite(), *open_backend(default_suite(), "simd"), request,
      [&](const Progress& progress) { seen.push_back(progress); });
  ASSERT_GE(seen.size(), 3u);
  EXPECT_EQ(seen.back().done, 600u);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].total, 600u);
    EXPECT_GE(seen[i].done, seen[i ? i - 1 : 0].done);
  }
}

// A run that breaks off leaves no records that look complete.
TEST(Run, ABackendThatThrowsLeavesNoRecords) {
  class Throwing : public backend::Backend {
   public:
    std::string_view name() const override { return "throwing"; }
    const backend::Capabilities& capabilities() const override { return capabilities_; }
    void execute(std::span<const backend::Call>, std::span<backend::Outcome>) override {
      throw std::runtime_error("broken connection");
    }

   private:
    backend::Capabilities capabilities_{{"TFILLPAD_EXPAND"}, {kAllDTypes.begin(), kAllDTypes.end()}, {Profile::a5}};
  };
  const TemporaryFolder folder;
  const Request request = small_request(folder / "run", 20);
  prepare_folder(request.out);
  Throwing backend;
  EXPECT_THROW(run(default_suite(), backend, request, no_progress), std::runtime_error);
  EXPECT_FALSE(fs::exists(request.out / "records.jsonl"));
  EXPECT_TRUE(fs::exists(request.out / "records.partial.jsonl")) << "the run can be resumed";
}

TEST(Run, ABackendThatSupportsNothingRunsNothing) {
  class Incapable : public backend::Backend {
   public:
    std::string_view name() const override { return "incapable"; }
    const backend::Capabilities& capabilities() const override { return capabilities_; }
    void execute(std::span<const backend::Call>, std::span<backend::Outcome>) override { FAIL() << "was called"; }

   private:
    backend::Capabilities capabilities_;
  };
  const TemporaryFolder folder;
  const Request request = small_request(folder / "run", 100);
  prepare_folder(request.out);
  Incapable backend;
  const Outcome outcome = run(default_suite(), backend, request, no_progress);
  EXPECT_EQ(outcome.summary.total.run, 0u);
  EXPECT_EQ(outcome.summary.total.pass, 0u);
  EXPECT_EQ(outcome.summary.total.not_supported, 100u);
  EXPECT_EQ(outcome.cells.covered, 0u);
  EXPECT_GT(outcome.cells.feasible, 100u);
}

TEST(CountCells, RefusesInstructionsOfAnotherVersion) {
  record::RecordFile records;
  records.header.instructions = {"TOLD"};
  records.header.profiles = {Profile::a5};
  EXPECT_THROW(domains_of(default_suite(), records.header.instructions, records.header.profiles), record::BadInput);
}

TEST(SpecHash, IsADigestAndStable) {
  EXPECT_EQ(spec_hash().size(), 64u);
  EXPECT_EQ(spec_hash(), spec_hash());
}

TEST(PrepareFolder, MakesAFolderAndEmptiesThatOfAnEarlierRun) {
  const TemporaryFolder folder;
  const fs::path out = folder / "new" / "deep";
  prepare_folder(out);
  EXPECT_TRUE(fs::is_directory(out));
  EXPECT_TRUE(fs::is_empty(out));
  record::write_file(out / "records.jsonl", "old");
  record::write_file(out / "cases" / "0123456789abcdef.json", "old");
  prepare_folder(out);
  EXPECT_FALSE(fs::exists(out / "records.jsonl"));
  EXPECT_FALSE(fs::exists(out / "cases"));
}

void expect_refused(const fs::path& out, const char* why) {
  EXPECT_THROW(prepare_folder(out), record::BadInput) << why;
}

TEST(PrepareFolder, RefusesAFileAFolderOfSomethingElseAndAnImpossiblePlace) {
  const TemporaryFolder folder;
  record::write_file(folder / "file", "mine");
  expect_refused(folder / "file", "a file");
  expect_refused(folder / "file" / "below", "below a file");
  expect_refused("/proc/pto-cts-test", "a place that takes no folders");
  record::write_file(folder / "foreign" / "thesis.tex", "mine");
  expect_refused(folder / "foreign", "foreign content");
  EXPECT_EQ(record::read_file(folder / "file"), "mine");
  EXPECT_EQ(record::read_file(folder / "foreign" / "thesis.tex"), "mine");
}

// A folder that happens to have a part called "cases" is not a report. Nothing in it may be lost.
TEST(PrepareFolder, NeverDeletesWhatItDidNotWrite) {
  const TemporaryFolder folder;
  record::write_file(folder / "project" / "README", "mine");
  record::write_file(folder / "project" / "cases" / "work.txt", "mine");
  expect_refused(folder / "project", "cases/ of somebody else");
  EXPECT_TRUE(fs::exists(folder / "project" / "cases" / "work.txt"));

  record::write_file(folder / "only" / "cases" / "work.txt", "mine");
  expect_refused(folder / "only", "cases/ with something else than saved cases");
  EXPECT_TRUE(fs::exists(folder / "only" / "cases" / "work.txt"));

  record::write_file(folder / "mixed" / "records.jsonl", "");
  record::write_file(folder / "mixed" / "thesis.tex", "mine");
  expect_refused(folder / "mixed", "a report and something else");
}

TEST(PrepareFolder, TakesNoFileForItsOwnByItsEndingAlone) {
  const TemporaryFolder folder;
  for (const char* file : {"findings/thesis.txt", "findings/my.cpp", "proofs/my.json", "proofs/a.tex", "report.html", "cases/0123.json",
                           "proofs/domain/x/a5.tmuls.smt2", "statement.jsonl"}) {
    const fs::path out = folder / "f" / std::to_string(std::hash<std::string>()(file));
    record::write_file(out / file, "mine");
    expect_refused(out, file);
    record::write_file(out / "records.jsonl", "");
    if (std::string(file) != "report.html") expect_refused(out, file);
    EXPECT_TRUE(fs::exists(out / file)) << file;
  }
  for (const char* file : {"findings/tmuls.wrong-value.4e1f9582.txt", "proofs/a5-tmuls-rules.smt2", "proofs/domain/a5.tmuls.smt2",
                           "proofs/all-tmuls-profiles.smt2", "proofs/results.json", "package.tar.zst", "records.partial.jsonl.tmp"}) {
    record::write_file(folder / "ours" / file, "old");
    record::write_file(folder / "ours" / "plan.jsonl", "old");
    EXPECT_NO_THROW(prepare_folder(folder / "ours")) << file;
    EXPECT_TRUE(fs::is_empty(folder / "ours")) << file;
  }
}

TEST(PrepareFolder, RefusesAnEmptyPath) { expect_refused("", "no path"); }

}  // namespace
}  // namespace pto_cts::campaign::run_test
