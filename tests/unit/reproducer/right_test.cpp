// SPDX-License-Identifier: MIT
// Programs of cases that headers without a fault pass.
#include "programs.h"

namespace pto_cts::reproducer {
namespace {

constexpr const char* kInstructions[] = {"TMULS", "TPARTADD", "TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB"};

TEST(RightHeaders, PassLegalCasesInBothModes) {
  constexpr std::size_t kCases = 6;
  std::vector<Group> groups;
  for (const char* instruction : kInstructions) {
    Group manual{{}, kManual}, automatic{{}, kAuto};
    for (const Case& subject : cases(instruction, "legal/", kCases)) {
      const std::string program = program_of(subject, "wrong value");
      manual.programs.push_back(program);
      if (!is_manual_only(program)) automatic.programs.push_back(program);
    }
    EXPECT_GE(manual.programs.size(), kCases);
    EXPECT_GE(automatic.programs.size(), kCases / 2);
    groups.push_back(manual);
    groups.push_back(automatic);
  }
  run(groups);
  for (const Group& group : groups)
    for (std::size_t i = 0; i < group.programs.size(); ++i) {
      EXPECT_TRUE(group.ended[i].text == "pass\n")  // without warnings
          << group.flags << "\n" << head(group.ended[i].text) << head(group.programs[i]);
      EXPECT_EQ(group.ended[i].status, 0);
    }
}

TEST(RightHeaders, PassCasesInPlaceInBothModes) {
  std::vector<Group> groups;
  for (const char* instruction : {"TMULS", "TPARTADD", "TFILLPAD"}) {
    Group manual{{}, kManual}, automatic{{}, kAuto};
    for (const Case& subject : cases(instruction, "legal/", 40, is_in_place)) {
      const std::string program = program_of(subject, "wrong value");
      if (manual.programs.size() < 4) manual.programs.push_back(program);
      if (automatic.programs.size() < 4 && !is_manual_only(program)) automatic.programs.push_back(program);
    }
    EXPECT_EQ(manual.programs.size(), 4u) << instruction;
    groups.push_back(manual);
    if (!automatic.programs.empty()) groups.push_back(automatic);
  }
  EXPECT_GT(groups.size(), 3u);
  run(groups);
  for (const Group& group : groups)
    for (std::size_t i = 0; i < group.programs.size(); ++i)
      EXPECT_TRUE(group.ended[i].passed()) << head(group.ended[i].text) << head(group.programs[i]);
}

// By the compiler or by an assertion.
TEST(RightHeaders, RejectIllegalCases) {
  constexpr std::size_t kCases = 3;
  std::vector<Group> groups;
  for (const char* instruction : kInstructions)
    for (const Case& subject : cases(instruction, "reject/", kCases)) {
      const std::string program = program_of(subject, "illegal tuple accepted");
      groups.push_back({{program}, groups.size() % 2 == 0 || is_manual_only(program) ? kManual : kAuto});
    }
  for (const auto& [instruction, cell] : {std::pair("TMULS", "reject/tmuls.valid-cols"), std::pair("TGATHERB", "reject/tgatherb.src.valid-rows")})
    groups.push_back({{program_of(cases(instruction, cell, 1).at(0), "illegal tuple accepted")}, kManual});
  EXPECT_GE(groups.size(), 5 * kCases);
  run(groups);
  int refused = 0, aborted = 0;
  for (const Group& group : groups) {
    const Ended& ended = group.ended.front();
    const bool by_rule = ended.text.find("static assertion failed") != std::string::npos ||
                         ended.text.find("no matching function") != std::string::npos;
    const bool by_assertion = ended.status == kAborted && ended.text.find("pto: ") != std::string::npos;
    EXPECT_TRUE(ended.compiled ? by_assertion : by_rule) << ended.status << ended.text << head(group.programs[0]);
    ++(ended.compiled ? aborted : refused);
  }
  EXPECT_GT(refused, 3);
  EXPECT_GT(aborted, 1);
}

}  // namespace
}  // namespace pto_cts::reproducer
