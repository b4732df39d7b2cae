// SPDX-License-Identifier: MIT
// pto-cts probe.
#include "program.h"

namespace pto_cts::cli {
namespace {

TEST(Probe, SaysWhatAPluginIsAndWhetherItHolds) {
  const Folder folder;
  const Finished finished = run(folder, {"probe", "--backend", kFaulty, "--instruction", "TFILLPAD_EXPAND", "--profile", "a5", "--json"});
  EXPECT_EQ(finished.status, 1);
  const Json report = finished.json();
  EXPECT_EQ(report.at("name"), kFaulty);
  EXPECT_EQ(report.at("not_observed"), Json::array({"legality"}));
  EXPECT_EQ(report.at("holds"), false);
  const auto status_of = [&](const std::string& id) -> std::string {
    for (const Json& finding : report.at("findings"))
      if (finding.at("id") == id) return finding.at("status");
    return "absent";
  };
  EXPECT_EQ(status_of("a5/tfillpad_expand/f32"), "differs");
  EXPECT_EQ(status_of("a5/tfillpad_expand/legality"), "not-checked");
  EXPECT_EQ(status_of("TMULS"), "not-checked");
}

TEST(Probe, OfSoundKernelsHolds) {
  const Folder folder;
  const Finished finished = run(folder, {"probe", "--backend", "simd", "--instruction", "TFILLPAD_EXPAND", "--profile", "a5"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_NE(finished.out.find("what could be tried holds"), std::string::npos) << finished.out;
}

TEST(Probe, RefusesWhatCannotBeAsked) {
  const Folder folder;
  expect_refused(folder, {"probe"}, {"--backend"});
  expect_refused(folder, {"probe", "--backend", "nothing"}, {"nothing"});
  expect_refused(folder, {"probe", "--backend", "process:./no-such-program"}, {"no-such-program"});
  expect_refused(folder, {"probe", "--backend", "recorded:none.bin"}, {"none.bin"});
}

}  // namespace
}  // namespace pto_cts::cli
