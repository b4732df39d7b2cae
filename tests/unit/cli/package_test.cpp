// SPDX-License-Identifier: MIT
// Packages through the program: interrupted and resumed, in shards, with waivers, and on a certificate's scale.
#include <fcntl.h>
#include <sys/file.h>

#include <csignal>

#include "program.h"

namespace pto_cts::cli {
namespace {

std::vector<std::string> words(std::initializer_list<std::string> more) {
  std::vector<std::string> all = certify({"--backend", kFaulty, "--cases", "300"});
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Json document(const Folder& folder, const std::string& file) { return Json::parse(read_text(folder / file)); }

// Starts the program and kills it when a file has appeared.
void kill_when(const Folder& folder, const std::vector<std::string>& arguments, const std::string& file) {
  const pid_t child = fork();
  if (child == 0) {
    std::vector<std::string> all = {PTO_CTS_PROGRAM};
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : all) argv.push_back(word.data());
    argv.push_back(nullptr);
    if (chdir(folder.path().c_str()) != 0 || !freopen("/dev/null", "wb", stdout) || !freopen("/dev/null", "wb", stderr)) _exit(126);
    execv(argv[0], argv.data());
    _exit(127);
  }
  int state = 0;
  while (!fs::exists(folder / file) && waitpid(child, &state, WNOHANG) == 0) usleep(1000);
  kill(child, SIGKILL);
  waitpid(child, &state, 0);
}

TEST(Package, OfAnInterruptedRunSaysSoAndIsCompletedToTheSameBytes) {
  const Folder folder;
  ASSERT_EQ(run(folder, words({"--out", "whole"})).status, 1);
  kill_when(folder, words({"--out", "cut"}), "cut/plan.jsonl");
  EXPECT_EQ(document(folder, "cut/statement.json").at("kind"), "incomplete run");
  EXPECT_NE(read_text(folder / "cut/statement.md").find("has not ended"), std::string::npos);
  const Finished refused = run(folder, {"verify", "cut"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.out.find("certify --resume"), std::string::npos) << refused.out;
  const Finished resumed = run(folder, words({"--out", "cut", "--resume"}));
  EXPECT_EQ(resumed.status, 1) << resumed.err;
  EXPECT_TRUE(read_text(folder / "cut/package.tar.zst") == read_text(folder / "whole/package.tar.zst"));
  EXPECT_TRUE(document(folder, "cut/run.json").at("parts").at(0).at("resumed"));
}

// While it plans and asks the solver, runs, looks for causes or packs: one message, death by that signal, and the same package.
TEST(Package, OfARunThatWasInterruptedAnywhereIsCompletedToTheSameBytes) {
  const Folder folder;
  // A reading whose first tuples the build did not find, so that planning takes its time.
  const auto words_for = [&](std::initializer_list<std::string> more) {
    std::vector<std::string> all = {"certify", "--backend", kFaulty,   "--cases", "300", "--instruction", "TFILLPAD_EXPAND", "--profile",
                                    "a5",      "--cache",   "no-such", "--interpretation", "preserve-outside"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(run(folder, words_for({"--out", "whole"})).status, 1);
  const auto took = std::chrono::steady_clock::now() - begin;
  const std::string wanted = read_text(folder / "whole/package.tar.zst");
  constexpr int kSignals[] = {SIGINT, SIGTERM, SIGKILL};
  int interrupted = 0;
  for (int i = 0; i < 12; ++i) {
    fs::remove_all(folder / "cut");
    fs::remove_all(folder / "no-such");
    const int signal = kSignals[i % 3];
    const Finished cut = run(folder, words_for({"--out", "cut"}), nullptr, {signal, took * (i + 1) / 16});
    if (cut.status != 128 + signal) continue;  // It had ended.
    ++interrupted;
    if (signal != SIGKILL && fs::exists(folder / "cut/statement.json")) {
      EXPECT_NE(cut.err.find("--resume goes on"), std::string::npos) << i << ": " << cut.err;
    }
    EXPECT_EQ(cut.err.find("internal fault"), std::string::npos) << cut.err;
    if (!fs::exists(folder / "cut")) continue;
    const Finished resumed = run(folder, words_for({"--out", "cut", "--resume"}));
    EXPECT_EQ(resumed.status, 1) << i << ": " << resumed.err;
    EXPECT_TRUE(read_text(folder / "cut/package.tar.zst") == wanted) << "cut by " << signal << " at " << i;
  }
  EXPECT_GT(interrupted, 3) << "it ended before most signals came";
}

TEST(Package, OfAFolderInUseIsRefused) {
  const Folder folder;
  fs::create_directory(folder / "cut");
  const int held = open((folder / "cut").c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(flock(held, LOCK_EX), 0);
  expect_refused(folder, words({"--out", "cut"}), {"cut", "another run is writing here"});
  EXPECT_TRUE(fs::is_empty(folder / "cut"));
  close(held);
  EXPECT_EQ(run(folder, words({"--out", "cut"})).status, 1);
}

TEST(Package, ResumeIsForTheSameRunAndForReportsAlone) {
  const Folder folder;
  expect_refused(folder, words({"--out", "none", "--resume"}), {"none", "no run to resume"});
  kill_when(folder, words({"--out", "cut"}), "cut/records.partial.jsonl");
  expect_refused(folder, words({"--out", "cut", "--resume", "--seed", "2"}), {"seed differs"});
  write_text(folder / "cut/findings/thesis.txt", "mine");
  expect_refused(folder, words({"--out", "cut", "--resume"}), {"thesis.txt"});
  EXPECT_TRUE(fs::exists(folder / "cut/findings/thesis.txt"));
}

TEST(Package, IsTheSameOnAnyShardCount) {
  const Folder folder;
  const std::vector<std::string> right = certify({"--backend", "simd", "--cases", "300"});
  const auto with = [&](std::initializer_list<std::string> more) {
    std::vector<std::string> all = right;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  ASSERT_EQ(run(folder, with({"--out", "whole"})).status, 0);
  for (const std::uint64_t count : {2u, 5u}) {
    const std::string n = std::to_string(count), out = "merged" + n;
    std::vector<std::string> merge = {"merge", "--out", out};
    for (std::uint64_t k = count; k >= 1; --k) {
      const std::string shard = "s" + std::to_string(k) + "of" + n;
      ASSERT_EQ(run(folder, with({"--out", shard, "--shard", std::to_string(k) + "/" + n})).status, 0);
      merge.push_back(shard);
    }
    ASSERT_EQ(run(folder, merge).status, 0);
    EXPECT_TRUE(read_text(folder / (out + "/package.tar.zst")) == read_text(folder / "whole/package.tar.zst")) << n << " shards";
    EXPECT_EQ(document(folder, out + "/run.json").at("parts").size(), count);
  }
}

TEST(Package, OfAReducedRunIsNoCertificate) {
  const Folder folder;
  const Finished finished = run(folder, certify({"--backend", "simd", "--cases", "60", "--out", "r", "--json"}));
  const Json said = finished.json().at("package");
  EXPECT_EQ(said.at("kind"), "reduced run");
  EXPECT_TRUE(said.at("level").is_null());
  EXPECT_NE(said.at("sentence").get<std::string>().find("certifies nothing"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder / "r/proofs/results.json"));
}

TEST(Package, WaivedFailuresAreStatusZeroAndListed) {
  const Folder folder;
  write_text(folder / "w.toml", "[[waiver]]\ncases = \"a5/tfillpad_expand/*\"\nrationale = \"a known fault\"\n");
  const Finished finished = run(folder, words({"--out", "r", "--waivers", "w.toml"}));
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_NE(finished.out.find("failing cases are waived"), std::string::npos) << finished.out;
  const Json statement = document(folder, "r/statement.json");
  EXPECT_GT(statement.at("counts").at("fail"), 0);
  EXPECT_GT(statement.at("waivers").at(0).at("waived"), 0);
  EXPECT_EQ(run(folder, {"verify", "r"}).status, 0);
  expect_refused(folder, words({"--out", "r", "--waivers", "none.toml"}), {"none.toml"});
}

TEST(Package, AnnotationsAreForWorkflows) {
  const Folder folder;
  const Finished finished = run(folder, words({"--out", "r", "--annotations"}));
  EXPECT_NE(finished.out.find("\n::error "), std::string::npos) << finished.out;
  expect_refused(folder, words({"--out", "r", "--annotations", "--json"}), {"--annotations"});
}

// The least that certifies one profile. Nothing of a right backend may keep it from that.
TEST(Package, OfEverythingOnOneProfileIsACertificate) {
  const Folder folder;
  const Finished finished =
      run(folder, {"certify", "--backend", "simd", "--profile", "a5", "--cases", "12000", "--out", "r", "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const Json said = finished.json().at("package");
  EXPECT_EQ(said.at("kind"), "certificate") << said;
  EXPECT_EQ(said.at("level"), 0) << said;
  EXPECT_TRUE(said.at("conforms"));
  EXPECT_EQ(document(folder, "r/statement.json").at("proofs").at("unknown"), 0);
  EXPECT_TRUE(fs::exists(folder / "r/proofs/results.json"));
  EXPECT_EQ(run(folder, {"verify", "r/package.tar.zst"}).status, 0);
}

}  // namespace
}  // namespace pto_cts::cli
