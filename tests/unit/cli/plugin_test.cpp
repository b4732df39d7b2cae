// SPDX-License-Identifier: MIT
// Campaigns against plug-ins that break something: each break costs the cases in which it happens, and no other.
#include <map>
#include <set>

#include "program.h"

namespace pto_cts::cli {
namespace {

/// Judgement and detail of each case, by name; there must be one record for each planned case.
using Records = std::map<std::string, std::pair<std::string, std::string>>;

Records read_records(const fs::path& report, std::size_t planned) {
  Records records;
  std::istringstream lines(read_text(report / "records.jsonl"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(Json::parse(line).at("planned_total"), planned);
  std::size_t count = 0;
  while (std::getline(lines, line)) {
    const Json record = Json::parse(line);
    if (record.contains("end")) continue;
    ++count;
    records[record.at("name")] = {record.at("judgement"), record.value("detail", "")};
  }
  EXPECT_EQ(count, planned);
  EXPECT_EQ(records.size(), planned);
  return records;
}

constexpr std::size_t kCases = 150;

struct Campaign {
  Finished finished;
  Records records;
};

Campaign run_with_fault(const Folder& folder, const char* fault, std::vector<std::string> more = {}) {
  setenv("PTO_CTS_TEST_FAULT", fault, 1);
  std::vector<std::string> arguments = certify({"--backend", "plugin:" PTO_CTS_FAULTY_PLUGIN, "--cases", "150", "--memory", "256",
                                                "--out", "report", "--json", "--minimise", "1"});
  arguments.insert(arguments.end(), more.begin(), more.end());
  Campaign campaign{run(folder, arguments), {}};
  unsetenv("PTO_CTS_TEST_FAULT");
  EXPECT_LE(campaign.finished.status, 1) << campaign.finished.err;
  campaign.records = read_records(folder.path() / "report", kCases);
  return campaign;
}

TEST(Plugin, ThatWritesIntoTheReportIsNoReasonToBelieveIt) {
  for (const char* fault : {"remove-report", "change-plan"}) {
    const Folder folder;
    setenv("PTO_CTS_TEST_FAULT", fault, 1);
    const Finished finished =
        run(folder, certify({"--backend", "plugin:" PTO_CTS_FAULTY_PLUGIN, "--cases", "80", "--out", "report", "--json"}));
    unsetenv("PTO_CTS_TEST_FAULT");
    EXPECT_EQ(finished.status, 2) << fault;
    EXPECT_EQ(finished.out, "") << fault;
    for (const char* word : {"report/plan.jsonl", "something else writes into the folder"})
      EXPECT_NE(finished.err.find(word), std::string::npos) << finished.err;
    EXPECT_FALSE(fs::exists(folder / "report/package.tar.zst")) << fault;
  }
}

const Records& sound_records() {
  static const Records records = run_with_fault(Folder(), "").records;
  return records;
}

// Cases of that kind that a sound backend is judged otherwise in.
std::set<std::string> differing(const Records& records, const std::string& kind) {
  std::set<std::string> names;
  for (const auto& [name, judged] : records)
    if (name.starts_with("a5/tfillpad_expand/" + kind + "/") && judged != sound_records().at(name)) names.insert(name);
  return names;
}

// The legal cases in which the plug-in misbehaves, whatever it does then.
const std::set<std::string>& chosen() {
  static const std::set<std::string> names = differing(run_with_fault(Folder(), "reject").records, "legal");
  return names;
}

struct Fault {
  const char* name;
  const char* detail;
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class FaultyPlugin : public testing::TestWithParam<Fault> {};

TEST_P(FaultyPlugin, CostsItsOwnCases) {
  ASSERT_GE(chosen().size(), 3u);
  ASSERT_LT(chosen().size(), kCases / 2);
  const Folder folder;
  // Short only where it is to be exceeded.
  const char* timeout = GetParam().detail == std::string("timeout") ? "0.2" : "60";
  const Campaign faulty = run_with_fault(folder, GetParam().name, {"--timeout", timeout});
  EXPECT_EQ(faulty.finished.status, 1);
  EXPECT_EQ(differing(faulty.records, "legal"), chosen());
  for (const std::string& name : chosen())
    EXPECT_EQ(faulty.records.at(name), (std::pair<std::string, std::string>{"fail", GetParam().detail})) << name;
}

INSTANTIATE_TEST_SUITE_P(Plugin, FaultyPlugin,
                         testing::Values(Fault{"segfault", "crashed"}, Fault{"abort-with-text", "over-rejection"},
                                         Fault{"abort", "crashed"}, Fault{"loop", "timeout"},
                                         Fault{"exit", "crashed"}, Fault{"allocate", "crashed"}, Fault{"throw", "crashed"},
                                         Fault{"write-before", "crashed"}, Fault{"write-after", "crashed"},
                                         Fault{"write-source", "crashed"}));

TEST(Plugin, ThatClosesEverythingIsGivenAnotherChance) {
  const Folder folder;
  EXPECT_EQ(run_with_fault(folder, "close-everything").records, sound_records());
}

TEST(Plugin, ThatFailsByCountingIsOrderDependent) {
  const Folder folder;
  const Records records = run_with_fault(folder, "every-100th").records;
  const std::set<std::string> names = differing(records, "legal");
  EXPECT_GE(names.size(), 1u);
  EXPECT_LE(names.size(), 4u);
  for (const std::string& name : names)
    EXPECT_EQ(records.at(name), (std::pair<std::string, std::string>{"fail", "order-dependent"})) << name;
}

TEST(Plugin, IsTheSameCaseByCaseAsTheKernelsBuiltIn) {
  const Folder folder;
  const std::vector<std::string> common = certify({"--cases", "400", "--json"});
  const auto records = [&](std::vector<std::string> more) {
    more.insert(more.begin(), common.begin(), common.end());
    EXPECT_EQ(run(folder, more).status, 0);
    const std::string text = read_text(folder.path() / more.back() / "records.jsonl");
    return text.substr(text.find('\n'), text.rfind("\n{\"end\"") - text.find('\n'));
  };
  const std::string built_in = records({"--backend", "simd", "--out", "a"});
  EXPECT_TRUE(records({"--backend", "plugin:" PTO_CTS_SIMD_PLUGIN, "--out", "b"}) == built_in);
  EXPECT_TRUE(records({"--backend", "plugin:" PTO_CTS_SIMD_PLUGIN, "--in-process", "--out", "c"}) == built_in);
}

TEST(Plugin, ThatCannotBeUsedIsRefused) {
  const Folder folder;
  write_text(folder.path() / "text.so", "no library");
  expect_refused(folder, certify({"--backend", "plugin:none.so"}), {"none.so"});
  expect_refused(folder, certify({"--backend", "plugin:text.so"}), {"text.so"});
  expect_refused(folder, certify({"--backend", "plugin:"}));
  EXPECT_FALSE(fs::exists(folder.path() / "pto-cts-report"));
}

}  // namespace
}  // namespace pto_cts::cli
