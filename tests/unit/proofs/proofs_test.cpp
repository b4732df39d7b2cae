// SPDX-License-Identifier: MIT
#include "pto_cts/proofs/proofs.h"

#include <gtest/gtest.h>
#include <stdio.h>
#include <stdlib.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "job.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/terms/instruction.h"
#include "temporary_folder.h"

namespace pto_cts::proofs {
namespace {

namespace fs = std::filesystem;

using Folder = tests::TemporaryFolder;

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

Memory remembered_in(const fs::path& folder) { return {{}, folder, "one"}; }

Request tmuls_on_a2a3() {
  Request request;
  request.instructions = {spec::find_instruction("TMULS")};
  request.profiles = {Profile::a2a3};
  request.across_profiles = false;
  return request;
}

std::string text_of(const Proofs& proofs) {
  std::string text = to_json(proofs.obligations);
  for (const Cell& cell : proofs.cells) {
    text += "\n" + cell.id + " " + std::string(name(cell.answer));
    for (const std::string& rule : cell.because) text += " " + rule;
  }
  return text;
}

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string text;
  char buffer[4096];
  for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, n);
  pclose(pipe);
  return text;
}

// By one thread, without a cache; proved once.
const Proofs& proved_alone() {
  static const Proofs proofs = [] {
    Request request = tmuls_on_a2a3();
    request.jobs = 1;
    return run(request);
  }();
  return proofs;
}

TEST(Proofs, DoNotDependOnThreadsNorOnWhatIsRemembered) {
  const Folder folder;
  const Proofs& alone = proved_alone();
  Request request = tmuls_on_a2a3();
  EXPECT_EQ(alone.remembered, 0u);
  request.jobs = 3;
  request.memory = remembered_in(folder.path() / "cache");
  const Proofs first = run(request);
  EXPECT_EQ(first.remembered, 0u);
  const Proofs second = run(request);
  EXPECT_EQ(second.remembered, second.jobs);
  EXPECT_GT(second.jobs, 1u);
  EXPECT_EQ(text_of(first), text_of(alone));
  EXPECT_EQ(text_of(second), text_of(alone));
  std::set<std::string> ids;
  for (const smt::Obligation& one : second.obligations) EXPECT_TRUE(ids.insert(one.id).second) << one.id;
}

TEST(Alike, AreProfilesThatNoRuleAndNoDisputeTellsApart) {
  const terms::Instruction& fillpad = *spec::find_instruction("TFILLPAD");
  EXPECT_TRUE(alike(fillpad, Profile::a2a3, Profile::a5));
  EXPECT_TRUE(alike(fillpad, Profile::cpu_sim, Profile::a5));
  EXPECT_FALSE(alike(*spec::find_instruction("TMULS"), Profile::a2a3, Profile::a5));
  // A rule that takes part on both, but is of one device: cpu_sim makes something else of it.
  EXPECT_FALSE(alike(*spec::find_instruction("TGATHERB"), Profile::a2a3, Profile::cpu_sim));
  terms::Instruction disputed = fillpad;
  disputed.disputes.push_back({});
  disputed.disputes.back().turns_on = {"definedness/src"};
  EXPECT_TRUE(alike(disputed, Profile::a2a3, Profile::a5));
  disputed.disputes.back().turns_on = {"a5/definedness/src"};
  EXPECT_FALSE(alike(disputed, Profile::a2a3, Profile::a5));
  EXPECT_FALSE(alike(disputed, Profile::a5, Profile::cpu_sim));
  EXPECT_TRUE(alike(disputed, Profile::a2a3, Profile::cpu_sim));
}

// TMULS as if no rule were of one device: what is proved on one profile is then not proved on another again.
TEST(Proofs, OfProfilesThatAreAlikeAreThoseOfEachAlone) {
  terms::Instruction common = *spec::find_instruction("TMULS");
  std::erase_if(common.clauses, [](const terms::Clause& clause) { return clause.scope != terms::Scope::common; });
  std::erase_if(common.core, [](const terms::CoreCondition& condition) { return condition.scope != terms::Scope::common; });
  common.disputes.clear();
  const Folder folder;
  const auto proved = [&](const std::vector<Profile>& profiles, const std::string& scripts) {
    Request request = tmuls_on_a2a3();
    request.instructions = {&common};
    request.profiles = profiles;
    request.smt2 = folder.path() / scripts;
    return run(request);
  };
  const Proofs together = proved({Profile::cpu_sim, Profile::a5}, "together");
  const Proofs alone = proved({Profile::cpu_sim}, "alone");
  ASSERT_GT(alone.obligations.size(), 20u);
  ASSERT_GT(alone.cells.size(), 20u);
  Proofs of_cpu_sim = together;
  std::erase_if(of_cpu_sim.obligations, [](const smt::Obligation& one) { return one.profile != "cpu_sim"; });
  std::erase_if(of_cpu_sim.cells, [](const Cell& cell) { return cell.profile != "cpu_sim"; });
  EXPECT_EQ(text_of(of_cpu_sim), text_of(alone));
  EXPECT_EQ(together.obligations.size(), 2 * alone.obligations.size());
  const std::string same = "cd '" + folder.path().string() + "' && for f in alone/*; do cmp $f together/${f#alone/} || exit 1; done";
  EXPECT_EQ(system(same.c_str()), 0);
}

// Of another program, of other readings, or damaged: proved anew.
TEST(Proofs, OnlyWhatStillAnswersIsRemembered) {
  const Folder folder;
  Request request = tmuls_on_a2a3();
  request.cells = false;
  request.memory = remembered_in(folder.path());
  const std::string right = text_of(run(request));
  ASSERT_EQ(files_in(folder.path() / "one").size(), 1u);
  EXPECT_EQ(run(request).remembered, 1u);

  Request other = request;
  other.memory = Memory({}, folder.path(), "two");
  EXPECT_EQ(run(other).remembered, 0u);
  other = request;
  other.readings = {"preserve-outside"};
  EXPECT_EQ(run(other).remembered, 0u);
  other = request;
  other.profiles = {Profile::a5};
  EXPECT_EQ(run(other).remembered, 0u);

  for (const fs::path& file : files_in(folder.path() / "one")) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    std::string changed = text.str();
    const std::size_t at = changed.find("\"proved\"");
    ASSERT_NE(at, std::string::npos);
    changed.replace(at, 8, "\"unknown\"");
    std::ofstream(file) << changed;
  }
  const Proofs again = run(request);
  EXPECT_EQ(again.remembered, 0u);
  EXPECT_EQ(text_of(again), right);
  EXPECT_EQ(run(request).remembered, 1u);
}

// A cache that cannot be written costs nothing but the memory.
TEST(Proofs, OutliveTheirCache) {
  const Folder folder;
  std::ofstream(folder.path() / "file") << "x";
  Request request = tmuls_on_a2a3();
  request.cells = false;
  request.memory = remembered_in(folder.path() / "file" / "below");
  EXPECT_EQ(text_of(run(request)), to_json(proved_alone().obligations));
}

TEST(Proofs, AFaultOfAThreadIsThrownToTheCaller) {
  Request request = tmuls_on_a2a3();
  request.jobs = 2;
  EXPECT_THROW(run(request, [](std::size_t, std::size_t) { throw std::runtime_error("no terminal"); }), std::runtime_error);
}

// Each query, asked again by a program that reads SMT-LIB 2, has the answer that its script states.
void expect_confirmed(const std::string& command, const fs::path& folder) {
  std::size_t asked = 0;
  for (const fs::path& file : files_in(folder)) {
    std::ifstream script(file);
    std::vector<std::string> stated;
    const std::string mark = "(set-info :status ";
    for (std::string line; std::getline(script, line);)
      if (line.starts_with(mark)) stated.push_back(line.substr(mark.size(), line.size() - mark.size() - 1));
    std::istringstream output(output_of(command + " '" + file.string() + "' 2>&1"));
    std::vector<std::string> given;
    for (std::string line; std::getline(output, line);) given.push_back(line);
    EXPECT_EQ(given, stated) << file;
    asked += stated.size();
  }
  EXPECT_GT(asked, 200u);
}

TEST(Proofs, AreConfirmedFromTheirScripts) {
  const Folder folder;
  Request request = tmuls_on_a2a3();
  request.across_profiles = true;
  request.smt2 = folder.path() / "smt2";
  request.memory = remembered_in(folder.path() / "cache");
  const Proofs proofs = run(request);
  EXPECT_EQ(proofs.remembered, 0u);
  expect_confirmed("z3", request.smt2);
  // Another time they are remembered, to the byte.
  Request again = request;
  again.smt2 = folder.path() / "again";
  EXPECT_EQ(run(again).remembered, proofs.jobs);
  const std::string same = "diff -r '" + request.smt2.string() + "' '" + again.smt2.string() + "'";
  EXPECT_EQ(system(same.c_str()), 0);
  if (system("command -v cvc5 > /dev/null") == 0) expect_confirmed("cvc5 --incremental", request.smt2);
}

TEST(Proofs, AFolderThatCannotBeWrittenIsAnError) {
  const Folder folder;
  Request request = tmuls_on_a2a3();
  request.cells = false;
  std::ofstream(folder.path() / "file") << "x";
  request.smt2 = folder.path() / "file" / "below";
  EXPECT_THROW(run(request), std::runtime_error);
}

}  // namespace
}  // namespace pto_cts::proofs
