// SPDX-License-Identifier: MIT
// Runs that were cut short are completed to the bytes of those that were not, and no failure is lost on the way.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "common.h"
#include "pto_cts/campaign/backends.h"
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"

namespace pto_cts::campaign::resume_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFaulty = "mutant:tfillpad-expand-source-shape";

struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("stopped") {}
};

class Resume : public testing::Test {
 protected:
  Request request(const char* name) const {
    Request request = small_request(folder_ / name, 400);
    request.backend_name = kFaulty;
    return request;
  }
  static Outcome run_with(const char* backend, const Request& request, const std::function<void(const Progress&)>& progress = no_progress) {
    return run(default_suite(), *open_backend(default_suite(), backend), request, progress);
  }
  static std::string bytes(const Request& request) {
    std::string all;
    for (const char* file : {"plan.jsonl", "records.jsonl", "findings.json"}) all += record::read_file(request.out / file);
    std::map<std::string, std::string> others;
    for (const char* part : {"cases", "findings"})
      for (const auto& entry : fs::directory_iterator(request.out / part)) others[entry.path().filename()] = record::read_file(entry.path());
    for (const auto& [name, text] : others) all += name + text;
    return all;
  }
  // As if the program had been killed at the first sign of progress.
  static std::string cut_short(const Request& request) {
    prepare_folder(request.out);
    EXPECT_THROW(run_with(kFaulty, request, [](const Progress&) { throw Stopped(); }), Stopped);
    EXPECT_TRUE(fs::exists(request.out / "plan.jsonl"));
    EXPECT_FALSE(fs::exists(request.out / "records.jsonl"));
    return record::read_file(request.out / "records.partial.jsonl");
  }
  TemporaryFolder folder_;
};

TEST_F(Resume, CompletesARunToTheSameBytesWhereverItWasCut) {
  const Request whole = request("whole");
  prepare_folder(whole.out);
  ASSERT_GT(run_with(kFaulty, whole).summary.total.fail, 0u);
  const std::string wanted = bytes(whole);
  Request cut = request("cut");
  const std::string journal = cut_short(cut);
  cut.resume = true;
  const std::size_t header = journal.find('\n') + 1;
  ASSERT_GT(journal.size(), header + 1000) << "nothing was kept";
  for (const std::size_t size : {header, header + 1, journal.size() / 2, journal.size() - 1, journal.size()}) {
    std::error_code ignored;
    fs::remove(cut.out / "records.jsonl", ignored);
    record::write_file(cut.out / "records.partial.jsonl", std::string_view(journal).substr(0, size));
    std::uint64_t first = 0;
    run_with(kFaulty, cut, [&](const Progress& progress) { first = first ? first : progress.done; });
    EXPECT_TRUE(bytes(cut) == wanted) << "cut after " << size;
    EXPECT_FALSE(fs::exists(cut.out / "records.partial.jsonl"));
  }
}

// Of each kind of file that is written under another name first.
TEST_F(Resume, LeavesNoTemporaryFileOfTheRunThatWasCut) {
  const Request whole = request("whole");
  prepare_folder(whole.out);
  run_with(kFaulty, whole);
  Request cut = request("cut");
  cut_short(cut);
  const std::vector<std::string> left = {"plan.jsonl.tmp1",           "records.jsonl.tmp4711",  "records.partial.jsonl.tmp",
                                         "findings.json.tmp1",        "statement.json.tmp1",    "package.tar.zst.tmp",
                                         "run.json.tmp1",             "proofs/results.json.tmp1", "proofs/a5-tmuls-rules.smt2.tmp1",
                                         "proofs/domain/a5.tmuls.smt2.tmp1", "cases/0123456789abcdef.json.tmp1",
                                         "findings/tmuls.wrong-value.4e1f9582.txt.tmp1"};
  for (const std::string& file : left) record::write_file(cut.out / file, "half a li");
  check_folder(cut.out);
  cut.resume = true;
  run_with(kFaulty, cut);
  EXPECT_TRUE(bytes(cut) == bytes(whole));
  for (const auto& entry : fs::recursive_directory_iterator(cut.out))
    EXPECT_EQ(entry.path().filename().string().find(".tmp"), std::string::npos) << entry.path();
  record::write_file(cut.out / "thesis.tmp1", "mine");
  EXPECT_THROW(check_folder(cut.out), record::BadInput);
}

// Cut short while it was planned, when nothing had been written.
TEST_F(Resume, OfARunThatHadNotBegunBeginsIt) {
  const Request whole = request("whole");
  prepare_folder(whole.out);
  run_with(kFaulty, whole);
  Request cut = request("cut");
  prepare_folder(cut.out);
  record::write_file(cut.out / "records.partial.jsonl.tmp", "");
  cut.resume = true;
  run_with(kFaulty, cut);
  EXPECT_TRUE(bytes(cut) == bytes(whole));
}

TEST(FolderLock, IsOneRunsAtATime) {
  const TemporaryFolder folder;
  {
    const FolderLock first(folder / "out");
    EXPECT_THROW(FolderLock(folder / "out"), record::BadInput);
    const FolderLock elsewhere(folder / "other");
  }
  const FolderLock again(folder / "out");
}

// The lock of a process that died holds nobody up.
TEST(FolderLock, EndsWithItsProcess) {
  const TemporaryFolder folder;
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const FolderLock held(folder / "out");
    (void)!write(ready[1], "x", 1);
    pause();
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_THROW(FolderLock(folder / "out"), record::BadInput);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  const FolderLock again(folder / "out");
  close(ready[0]);
  close(ready[1]);
}

TEST_F(Resume, CompletesWhatABudgetEnded) {
  const Request whole = request("whole");
  prepare_folder(whole.out);
  run_with(kFaulty, whole);
  Request budget = request("budget");
  budget.budget = std::chrono::duration<double>(1e-9);
  prepare_folder(budget.out);
  EXPECT_GT(run_with(kFaulty, budget).summary.total.not_run, 0u);
  budget.budget.reset();
  budget.resume = true;
  run_with(kFaulty, budget);
  EXPECT_TRUE(bytes(budget) == bytes(whole));
}

TEST_F(Resume, AFailureThatDoesNotComeBackStaysOne) {
  Request cut = request("cut");
  prepare_folder(cut.out);
  const Outcome before = run_with(kFaulty, cut);
  cut.resume = true;
  const Outcome after = run_with("simd", cut);
  EXPECT_EQ(after.summary.total.fail, before.summary.total.fail);
  EXPECT_EQ(after.summary.total.fail_kinds, (std::map<std::string, std::uint64_t>{{"not deterministic", before.summary.total.fail}}));
  EXPECT_FALSE(fs::is_empty(cut.out / "cases"));
  const Outcome again = run_with("simd", cut);
  EXPECT_EQ(again.results, after.results);
}

TEST_F(Resume, AFailureIsNotForgottenForLackOfTime) {
  Request request = this->request("run");
  prepare_folder(request.out);
  const Outcome before = run_with(kFaulty, request);
  ASSERT_GT(before.summary.total.fail, 0u);
  request.resume = true;
  request.budget = std::chrono::duration<double>(1e-9);
  const Outcome hurried = run_with("simd", request);
  EXPECT_EQ(hurried.summary.total.fail, before.summary.total.fail);
  EXPECT_EQ(hurried.summary.total.not_run, 0u);
  EXPECT_FALSE(fs::is_empty(request.out / "cases"));
  request.budget.reset();
  EXPECT_EQ(run_with("simd", request).summary.total.fail, before.summary.total.fail);
}

TEST_F(Resume, OfAnotherRunOrOfNoneIsRefusedAndChangesNothing) {
  Request cut = request("cut");
  const std::string journal = cut_short(cut);
  cut.resume = true;
  bool began = false;
  cut.begins = [&](const record::RunHeader&) { began = true; };
  Request other = cut;
  other.seed = 99;
  EXPECT_THROW(run_with(kFaulty, other), record::BadInput);
  other = cut;
  other.shard = {1, 2};
  EXPECT_THROW(run_with(kFaulty, other), record::BadInput);
  other = cut;
  other.backend_hash = "another";
  EXPECT_THROW(run_with(kFaulty, other), record::BadInput);
  EXPECT_EQ(record::read_file(cut.out / "records.partial.jsonl"), journal);
  other.out = folder_ / "nothing";
  fs::create_directories(other.out);
  EXPECT_THROW(run_with(kFaulty, other), record::BadInput);
  EXPECT_FALSE(began);
}

}  // namespace
}  // namespace pto_cts::campaign::resume_test
