// SPDX-License-Identifier: MIT
// Programs of failing cases show what was found, and pass where it is mended.
#include <set>

#include "programs.h"

namespace pto_cts::reproducer {
namespace {

const std::function<bool(const Tuple&)> kAny = [](const Tuple&) { return true; };

const TileDesc& tile(const Tuple& tuple, std::size_t i) { return tuple.tiles[i].tile; }

/// A fault of tests/fixtures/headers/faults.txt and some cases, one of which at least meets it.
struct Fault {
  std::string name, instruction, kind;
  std::function<bool(const Tuple&)> is_of_sort = kAny;
  std::string cell = "legal/";
  std::set<std::string> also{};  ///< As other cases may show it.
  const char* flags = kManual;
  std::size_t count = 3;  ///< How many cases are tried.

  friend std::ostream& operator<<(std::ostream& out, const Fault& fault) { return out << fault.name; }
};

std::function<bool(const Tuple&)> of(DType dtype) {
  return [dtype](const Tuple& tuple) { return tile(tuple, 0).dtype == dtype; };
}
std::function<bool(const Tuple&)> padded(DType dtype) {
  return [dtype](const Tuple& tuple) {
    const PadValue pad = tile(tuple, 0).pad;
    return tile(tuple, 0).dtype == dtype && (pad == PadValue::Max || pad == PadValue::Min);
  };
}
bool has_one_row(const Tuple& tuple) { return tile(tuple, 0).rows == 1; }
bool is_mat_without_pad(const Tuple& tuple) { return tile(tuple, 0).type == TileType::Mat && tile(tuple, 0).pad == PadValue::Null; }
bool has_more_rows(const Tuple& tuple) { return tile(tuple, 0).rows > tile(tuple, 1).rows; }
bool has_no_valid_source(const Tuple& tuple) { return tile(tuple, 1).valid_rows == 0; }
bool is_not_in_place(const Tuple& tuple) { return !is_in_place(tuple); }
bool src1_is_larger(const Tuple& tuple) {
  const TileDesc &a = tile(tuple, 1), &b = tile(tuple, 2);
  return !is_in_place(tuple) && (b.valid_rows > a.valid_rows || b.valid_cols > a.valid_cols);
}

// A finite poison is lost in the sums then; that of integers shows in both runs, which is a wrong value.
bool src1_is_larger_f32(const Tuple& tuple) { return src1_is_larger(tuple) && tile(tuple, 0).dtype == DType::f32; }

// Planted by a define; the others by the environment.
const std::set<std::string> kShownByTheCompiler = {"COL_ALIGNMENT", "PAD_NULL", "I16_REFUSED"};

// Adds the cases to programs with faults and without.
void add(const Fault& fault, std::size_t count, std::vector<Group>& groups) {
  const std::size_t before = groups[0].programs.size();
  for (const Case& subject : cases(fault.instruction, fault.cell, count, fault.is_of_sort)) {
    const std::string program = program_of(subject, fault.kind);
    if (fault.flags == kAuto && is_manual_only(program)) continue;
    for (Group& group : groups) group.programs.push_back(program);
    groups[0].planted.push_back(fault.name);
  }
  if (groups[0].programs.size() == before) throw std::runtime_error("no case of " + fault.cell);
}

// Runs the cases with the fault and without it.
std::vector<Group> run_both(const Fault& fault, std::size_t count) {
  std::vector<Group> groups(2, {{}, fault.flags});
  if (kShownByTheCompiler.count(fault.name)) groups[0].flags += " -DFIXTURE_FAULT_" + fault.name;
  add(fault, count, groups);
  run(groups);
  return groups;
}

const std::vector<Fault> kShown = {
    {"LAST_ROW", "TMULS", "wrong value"},
    {"I32_SATURATES", "TMULS", "wrong value", of(DType::i32)},
    {"F16_TRUNCATED", "TMULS", "wrong value", of(DType::f16)},
    {"COPY_OF_SRC1", "TPARTADD", "wrong value", src1_is_larger},
    {"BLOCK32", "TGATHERB", "wrong value"},
    {"IN_PLACE", "TFILLPAD", "wrong value", is_in_place},
    {"AUTO_ONLY", "TGATHERB", "wrong value", is_not_in_place, "legal/", {}, kAuto},
    {"PAD_F16_FINITE", "TFILLPAD", "wrong pad", padded(DType::f16)},
    {"PAD_I8_UNSIGNED", "TFILLPAD_EXPAND", "wrong pad", padded(DType::i8)},
    {"MAT_PAD", "TFILLPAD", "wrong pad", is_mat_without_pad},
    {"EXPANDED_ROWS", "TFILLPAD_EXPAND", "wrong pad", has_more_rows},
    {"PAST_THE_END", "TMULS", "guard overwritten"},
    {"SOURCE_WRITTEN", "TPARTADD", "source modified", is_not_in_place},
    {"READS_UNDEFINED", "TPARTADD", "depends on undefined input", src1_is_larger_f32, "legal/", {"wrong value"}, kManual, 12},
    {"COUNTER", "TMULS", "not deterministic"},
};

// Compiled as one for each mode.
const std::vector<Group>& run_all(const std::string& flags) {
  static std::map<std::string, std::vector<Group>> known;
  const auto [place, is_new] = known.try_emplace(flags, 2, Group{{}, flags});
  if (!is_new) return place->second;
  for (const Fault& fault : kShown)
    if (fault.flags == flags) add(fault, fault.count, place->second);
  run(place->second);
  return place->second;
}

class Shows : public testing::TestWithParam<Fault> {};

TEST_P(Shows, WhatWasFoundAndPassesWithoutTheFault) {
  const Fault& fault = GetParam();
  const std::vector<Group>& groups = run_all(fault.flags);
  std::size_t shown = 0;
  for (std::size_t i = 0; i < groups[0].programs.size(); ++i) {
    if (groups[0].planted[i] != fault.name) continue;
    const Ended &faulty = groups[0].ended[i], &right = groups[1].ended[i];
    EXPECT_TRUE(right.passed()) << right.text << head(groups[1].programs[i]);
    ASSERT_TRUE(faulty.compiled) << faulty.text;
    const bool shows = faulty.status == 1 && faulty.last_line() == "FAIL: " + fault.kind;
    shown += shows;
    const std::string last = faulty.last_line(), kind = last.starts_with("FAIL: ") ? last.substr(6) : "";
    EXPECT_TRUE(shows || faulty.passed() || (faulty.status == 1 && fault.also.count(kind))) << faulty.text << head(groups[0].programs[i]);
  }
  EXPECT_GT(shown, 0u) << groups[0].ended[0].text;
}

INSTANTIATE_TEST_SUITE_P(Programs, Shows, testing::ValuesIn(kShown), [](const testing::TestParamInfo<Fault>& one) { return one.param.name; });

class Accepts : public testing::TestWithParam<Fault> {};

TEST_P(Accepts, TheIllegalAndRejectsItWithoutTheFault) {
  const std::vector<Group> groups = run_both(GetParam(), 1);
  EXPECT_EQ(groups[0].ended[0].status, 1);
  EXPECT_EQ(groups[0].ended[0].text, "FAIL: illegal tuple accepted\n") << head(groups[0].programs[0]);
  const Ended& right = groups[1].ended[0];
  EXPECT_TRUE(!right.compiled || right.status == kAborted) << right.text;
  EXPECT_NE(right.text.find(right.compiled ? "pto: " : "static assertion failed"), std::string::npos) << right.text;
}

INSTANTIATE_TEST_SUITE_P(Programs, Accepts,
                         testing::Values(Fault{"TMULS_VALID_COLS", "TMULS", "illegal tuple accepted", kAny, "reject/tmuls.valid-cols"},
                                         Fault{"COL_ALIGNMENT", "TPARTADD", "illegal tuple accepted", kAny, "reject/tpartadd.src1.col-alignment"},
                                         Fault{"PAD_NULL", "TFILLPAD", "illegal tuple accepted", kAny, "reject/tfillpad.pad"},
                                         Fault{"DYNAMIC_ZERO", "TGATHERB", "illegal tuple accepted", has_no_valid_source,
                                               "reject/tgatherb.src.valid-rows"}),
                         [](const testing::TestParamInfo<Fault>& one) { return one.param.name; });

TEST(OverRejection, IsACompileErrorOrAnAbort) {
  const auto groups = run_both({"I16_REFUSED", "TPARTADD", "over-rejection", of(DType::i16)}, 1);
  EXPECT_FALSE(groups[0].ended[0].compiled);
  EXPECT_NE(groups[0].ended[0].text.find("static assertion failed: TPARTADD: element type not supported"), std::string::npos);
  EXPECT_TRUE(groups[1].ended[0].passed());

  const auto has_other_rows = [](const Tuple& tuple) { return tile(tuple, 2).valid_rows != tile(tuple, 0).valid_rows; };
  const auto assertions = run_both({"OVER_ASSERTION", "TGATHERB", "over-rejection", has_other_rows}, 1);
  EXPECT_EQ(assertions[0].ended[0].status, kAborted);
  EXPECT_NE(assertions[0].ended[0].text.find("pto: TGATHERB: "), std::string::npos);
  EXPECT_TRUE(assertions[1].ended[0].passed());
}

TEST(Crash, EndsTheProgramByItsSignal) {
  const auto legal = run_both({"NULL_DEREFERENCE", "TPARTADD", "crashed", has_one_row}, 1);
  EXPECT_EQ(legal[0].ended[0].status, kCrashed);
  EXPECT_TRUE(legal[1].ended[0].passed()) << legal[1].ended[0].text;

  // Of an illegal tuple it is no rejection, since it says nothing.
  const auto illegal = run_both({"SILENT_ABORT", "TMULS", "crashed", kAny, "reject/tmuls.valid-cols"}, 1);
  EXPECT_EQ(illegal[0].ended[0].status, kAborted);
  EXPECT_EQ(illegal[0].ended[0].text.find("pto: "), std::string::npos);
  EXPECT_NE(illegal[1].ended[0].text.find("pto: TMULS: valid columns must be equal"), std::string::npos);
}

TEST(Timeout, IsACallThatDoesNotReturn) {
  const auto groups = run_both({"ENDLESS_LOOP", "TFILLPAD_EXPAND", "timeout", has_one_row}, 1);
  EXPECT_EQ(groups[0].ended[0].status, kTimeout);
  EXPECT_TRUE(groups[1].ended[0].passed()) << groups[1].ended[0].text;
}

TEST(EffectsBeforeRejection, AreSeenWhereTheHeadersThrow) {
  Fault fault{"EFFECTS_BEFORE_REJECTION", "TMULS", "effects before rejection", is_not_in_place, "reject/tmuls.valid-cols"};
  fault.flags = "-include throw.hpp";
  const auto groups = run_both(fault, 1);
  EXPECT_EQ(groups[0].ended[0].status, 1);
  EXPECT_EQ(groups[0].ended[0].last_line(), "FAIL: effects before rejection") << groups[0].ended[0].text;
  EXPECT_NE(groups[0].ended[0].text.find("dst: byte 0 of "), std::string::npos) << groups[0].ended[0].text;
  EXPECT_TRUE(groups[1].ended[0].passed()) << groups[1].ended[0].text;
}

}  // namespace
}  // namespace pto_cts::reproducer
