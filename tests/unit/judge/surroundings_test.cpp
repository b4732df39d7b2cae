// SPDX-License-Identifier: MIT
// Bytes that no instruction may write: guards and sources; and those that it may.
#include <gtest/gtest.h>

#include "cases.h"
#include "pto_cts/judge/memory.h"
#include "right_kernels.h"

namespace pto_cts::judge::surroundings_test {
namespace {

using enum FailKind;
using backend::Call;

constexpr auto kGuard = static_cast<std::int64_t>(Memory::kGuardBytes);

Case doubling(std::int64_t valid_rows = 8, std::int64_t valid_cols = 12) {
  Case subject = make_case("TMULS", Profile::a5, std::vector(2, masked(DType::i32, 16, 16, valid_rows, valid_cols)));
  put_all(subject, "src0", [](auto row, auto col) { return static_cast<std::uint64_t>(row * 16 + col); });
  subject.scalars = {2};
  return subject;
}

TestBackend::Act writes_byte(std::size_t storage, std::int64_t position, std::uint8_t value) {
  return right_but([=](const Call& call, int) { call.storages[storage].data[position] = std::byte{value}; });
}

TEST(Guards, OneByteBeforeOrAfterAnyStorageIsCaught) {
  for (const std::size_t storage : {0u, 1u})
    for (const std::int64_t at : {-kGuard, std::int64_t{-1}, std::int64_t{1024}, 1024 + kGuard - 1}) {
      const Judged wrong = judged(writes_byte(storage, at, 0x33), doubling());
      EXPECT_EQ(wrong.judgement, Judgement::fail);
      EXPECT_EQ(kinds(wrong), Kinds{guard_overwritten}) << storage << " " << at;
      EXPECT_EQ(wrong.why, "byte " + std::to_string(at) + " changed in the guard " + (at < 0 ? "before " : "after ") +
                               (storage == 0 ? "dst" : "src0"));
    }
}

TEST(Guards, AByteThatEqualsThePoisonOfOneRunIsCaughtAndIsNoDependence) {
  for (const std::int64_t at : {std::int64_t{-3}, std::int64_t{1026}})
    for (const int value : {0xa5, 0x5a, 0xff, 0x00}) {
      const Judged wrong = judged(writes_byte(0, at, static_cast<std::uint8_t>(value)), doubling());
      EXPECT_EQ(kinds(wrong), Kinds{guard_overwritten});
      EXPECT_FALSE(wrong.why.empty());
    }
}

TEST(Guards, ComeBeforeSourcesAndValues) {
  const auto act = right_but([](const Call& call, int) {
    call.storages[0].data[-1] = std::byte{1};
    call.storages[1].data[0] = std::byte{77};
    View(call, "dst").set(0, 0, 4711);
  });
  EXPECT_EQ(kinds(judged(act, doubling())), (Kinds{guard_overwritten, source_modified, wrong_value}));
}

TEST(Guards, AreJudgedAfterARejectionToo) {
  const auto act = [](const Call& call, int) {
    call.storages[0].data[-1] = std::byte{1};
    return rejected();
  };
  EXPECT_EQ(kinds(judged(act, doubling())), (Kinds{guard_overwritten, over_rejection}));
}

TEST(Sources, OneByteIsCaughtValidOrNot) {
  for (const std::int64_t at : {0, 1, 47, 48, 63, 511, 512, 1023}) {
    const Judged wrong = judged(writes_byte(1, at, 0x33), doubling());
    EXPECT_EQ(kinds(wrong), Kinds{source_modified}) << at;
    EXPECT_EQ(wrong.why, "byte " + std::to_string(at) + " changed in src0");
  }
}

TEST(Sources, IndexOperandsAndEverySourceAreJudged) {
  Case gather =
      make_case("TGATHERB", Profile::a5, {full(DType::u8, 8, 64), full(DType::u8, 8, 64), full(DType::u32, 8, 64)});
  EXPECT_EQ(kinds(judged(writes_byte(1, 511, 9), gather)), Kinds{source_modified});
  EXPECT_EQ(kinds(judged(writes_byte(2, 2047, 9), gather)), Kinds{source_modified});
  EXPECT_EQ(judged(writes_byte(0, 511, 0), gather).judgement, Judgement::pass);
}

TEST(Sources, AStorageSharedWithTheDestinationMayChange) {
  const Case subject = in_place(doubling());
  EXPECT_EQ(judged(RightKernels(Freedom::all), subject).judgement, Judgement::pass);
  EXPECT_EQ(kinds(judged(writes_byte(0, -1, 9), subject)), Kinds{guard_overwritten});
  EXPECT_EQ(judged(writes_byte(0, -1, 9), subject).why, "byte -1 changed in the guard before dst and src0");
  EXPECT_EQ(kinds(judged(writes_byte(0, 0, 9), subject)), Kinds{wrong_value});
}

TEST(Sources, TheOtherSourceOfAnInPlaceCallIsJudged) {
  Case subject = in_place(make_case("TPARTADD", Profile::a5, std::vector(3, full(DType::i16, 16, 16))));
  EXPECT_EQ(judged(RightKernels(Freedom::none), subject).judgement, Judgement::pass);
  EXPECT_EQ(kinds(judged(writes_byte(1, 0, 9), subject)), Kinds{source_modified});
}

TEST(NotObserved, WhatABackendHidesIsListedAndNotJudged) {
  TestBackend hides_guards(writes_byte(0, -1, 9));
  hides_guards.sight.guards = false;
  Judged result = Judge(hides_guards).judge(instruction("TMULS"), doubling());
  EXPECT_EQ(result.judgement, Judgement::pass);
  EXPECT_EQ(result.not_observed, std::vector<std::string>{"guards"});

  TestBackend hides_sources(writes_byte(1, 0, 9));
  hides_sources.sight.sources = false;
  result = Judge(hides_sources).judge(instruction("TMULS"), doubling());
  EXPECT_EQ(result.judgement, Judgement::pass);
  EXPECT_EQ(result.not_observed, std::vector<std::string>{"sources"});

  TestBackend hides_neither(RightKernels(Freedom::none));
  hides_neither.sight.memory_after_reject = false;
  EXPECT_TRUE(Judge(hides_neither).judge(instruction("TMULS"), doubling()).not_observed.empty());
}

TEST(NotObserved, HidingOneDoesNotHideTheOther) {
  TestBackend hides_sources(writes_byte(0, -1, 9));
  hides_sources.sight.sources = false;
  EXPECT_EQ(kinds(Judge(hides_sources).judge(instruction("TMULS"), doubling())), Kinds{guard_overwritten});
  TestBackend hides_guards(writes_byte(1, 0, 9));
  hides_guards.sight.guards = false;
  EXPECT_EQ(kinds(Judge(hides_guards).judge(instruction("TMULS"), doubling())), Kinds{source_modified});
}

TEST(OutsideWrites, AreCountedOnlyOnRequestAndFailNothing) {
  const auto act = right_but([](const Call& call, int) {
    View(call, "dst").set(0, 12, 1);            // outside by its column
    View(call, "dst").set(15, 0, 2);            // outside by its row
    View(call, "dst").set(15, 15, 0xffa5ffa5);  // the poison of the first run: seen in the second
    View(call, "dst").set(14, 15, 0x005a005a);  // and the other way round
  });
  const Judged plain = judged(act, doubling());
  EXPECT_EQ(plain.judgement, Judgement::pass);
  EXPECT_EQ(plain.outside_writes, 0u);
  const Judged counted = judged(act, doubling(), {.report_outside_writes = true});
  EXPECT_EQ(counted.judgement, Judgement::pass);
  EXPECT_EQ(counted.outside_writes, 4u);
  EXPECT_EQ(judged(RightKernels(Freedom::none), doubling(), {.report_outside_writes = true}).outside_writes, 0u);
}

TEST(OutsideWrites, AreNotCountedWhereARunDidNotExecute) {
  for (const int rejects : {1, 2}) {
    const auto act = [=](const Call& call, int number) {
      View(call, "dst").set(0, 12, 1);
      return number == rejects ? rejected() : executed();
    };
    EXPECT_EQ(judged(act, doubling(), {.report_outside_writes = true}).outside_writes, 0u);
  }
}

TEST(OutsideWrites, PadsAndUnspecifiedElementsInsideAreNone) {
  Case padding = make_case("TFILLPAD", Profile::a5,
                           {masked(DType::u8, 16, 32, 2, 2, PadValue::Max), masked(DType::u8, 16, 32, 3, 3)});
  EXPECT_EQ(judged(RightKernels(Freedom::none), padding, {.report_outside_writes = true}).outside_writes, 0u);
  Case short_source =
      make_case("TMULS", Profile::a5, {masked(DType::i32, 16, 16, 8, 12), masked(DType::i32, 16, 16, 4, 12)});
  short_source.scalars = {3};
  const Judged result = judged(RightKernels(Freedom::none), short_source, {.report_outside_writes = true});
  EXPECT_EQ(result.judgement, Judgement::pass);
  EXPECT_EQ(result.outside_writes, 0u);
  EXPECT_EQ(result.elements_judged, 48u);
}

}  // namespace
}  // namespace pto_cts::judge::surroundings_test
