// SPDX-License-Identifier: MIT
// Programs of cases that headers without a fault pass.
#include "programs.h"

namespace pto_cts::reproducer {
namespace {

constexpr const char* kInstructions[] = {"TMULS", "TPARTADD", "TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB"};

TEST(RightHeaders, PassLegalCasesInBothModes) {
  constexpr std::size_t kCases = 6;
  std::vector<Group> groups = {{{}, kManual}, {{}, kAuto}};
  std::vector<std::string>&manual = groups[0].programs, &automatic = groups[1].programs;
  for (const char* instruction : kInstructions) {
    const std::size_t manual_before = manual.size(), automatic_before = automatic.size();
    for (const Case& subject : cases(instruction, "legal/", kCases)) {
      const std::string program = program_of(subject, "wrong value");
      manual.push_back(program);
      if (!is_manual_only(program)) automatic.push_back(program);
    }
    EXPECT_GE(manual.size() - manual_before, kCases);
    EXPECT_GE(automatic.size() - automatic_before, kCases / 2);
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
  std::vector<Group> groups = {{{}, kManual}, {{}, kAuto}};
  std::size_t in_both = 0;
  for (const char* instruction : {"TMULS", "TPARTADD", "TFILLPAD"}) {
    std::vector<std::string> manual, automatic;
    for (const Case& subject : cases(instruction, "legal/", 40, is_in_place)) {
      const std::string program = program_of(subject, "wrong value");
      if (manual.size() < 4) manual.push_back(program);
      if (automatic.size() < 4 && !is_manual_only(program)) automatic.push_back(program);
    }
    EXPECT_EQ(manual.size(), 4u) << instruction;
    in_both += !automatic.empty();
    groups[0].programs.insert(groups[0].programs.end(), manual.begin(), manual.end());
    groups[1].programs.insert(groups[1].programs.end(), automatic.begin(), automatic.end());
  }
  EXPECT_GT(in_both, 0u);
  run(groups);
  for (const Group& group : groups)
    for (std::size_t i = 0; i < group.programs.size(); ++i)
      EXPECT_TRUE(group.ended[i].passed()) << head(group.ended[i].text) << head(group.programs[i]);
}

// The others are compiled with more before them than they include.
TEST(RightHeaders, AreAllThatAProgramNeeds) {
  for (const char* instruction : kInstructions)
    for (const char* flags : {kManual, kAuto}) {
      const std::string program = program_of(cases(instruction, "legal/", 1).at(0), "wrong value");
      if (flags == kAuto && is_manual_only(program)) continue;
      workplace().write("alone.cpp", program);
      std::string messages;
      EXPECT_EQ(shell(kCompiler + flags + " -fsyntax-only " + (workplace() / "alone.cpp").string(), messages), 0) << messages;
      EXPECT_EQ(messages, "");
    }
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
