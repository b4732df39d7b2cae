// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "cases.h"
#include "right_kernels.h"

namespace pto_cts::judge::target_defined_test {
namespace {

using enum FailKind;
using backend::Call;
using backend::Outcome;
using backend::OutcomeKind;

/// A scalar of another type than the tile is left to the target.
Case open_case() {
  Case subject = make_case("TMULS", Profile::a5, std::vector(2, full(DType::i32, 16, 16)));
  subject.tuple.scalars[0].dtype = DType::f32;
  return subject;
}

TestBackend::Act ends(OutcomeKind first, OutcomeKind second) {
  return [=](const Call& call, int number) {
    View(call, "dst").set(0, 0, 4711);
    return Outcome{number == 1 ? first : second, "text"};
  };
}

TEST(TargetDefined, AnyEndIsUndecidedAndRecorded) {
  for (const OutcomeKind kind :
       {OutcomeKind::executed, OutcomeKind::rejected, OutcomeKind::crashed, OutcomeKind::timeout}) {
    TestBackend backend(ends(kind, kind));
    const Judged result = Judge(backend).judge(instruction("TMULS"), open_case());
    EXPECT_EQ(result.judgement, Judgement::undecided);
    EXPECT_EQ(result.verdict.legality, evaluate::Legality::target_defined);
    EXPECT_EQ(result.why, "target-defined: " + std::string(name(kind)));
    EXPECT_EQ(result.outcome, kind);
    EXPECT_EQ(result.diagnostic, "text");
    EXPECT_FALSE(result.kind);
    EXPECT_EQ(backend.calls, 2);
    EXPECT_EQ(result.elements_judged, 0u);
  }
}

TEST(TargetDefined, BothPoisonsAreTried) {
  std::vector<std::uint64_t> stale;
  judged(
      [&](const Call& call, int) {
        stale.push_back(View(call, "dst").get(3, 3));
        return executed();
      },
      open_case());
  EXPECT_EQ(stale, (std::vector<std::uint64_t>{0xffa5ffa5, 0x005a005a}));
}

TEST(TargetDefined, TwoDifferentEndsAreBothNamed) {
  const Judged result = judged(ends(OutcomeKind::executed, OutcomeKind::crashed), open_case());
  EXPECT_EQ(result.judgement, Judgement::undecided);
  EXPECT_EQ(result.why, "target-defined: executed and crashed");
  EXPECT_EQ(result.outcome, OutcomeKind::crashed);
}

TEST(TargetDefined, AGuardOrASourceOverwrittenByARunThatExecutedFails) {
  for (const int which : {1, 2}) {
    const auto writes = [=](std::size_t storage, std::int64_t position) {
      return [=](const Call& call, int number) {
        if (number == which) call.storages[storage].data[position] ^= std::byte{1};
        return executed();
      };
    };
    EXPECT_EQ(kinds(judged(writes(0, -1), open_case())), Kinds{guard_overwritten});
    EXPECT_EQ(kinds(judged(writes(1, 1024), open_case())), Kinds{guard_overwritten});
    EXPECT_EQ(judged(writes(1, 1024), open_case()).why, "byte 1024 changed in the guard after src0");
    EXPECT_EQ(kinds(judged(writes(1, 0), open_case())), Kinds{source_modified});
    EXPECT_EQ(judged(writes(0, 0), open_case()).judgement, Judgement::undecided);
  }
}

TEST(TargetDefined, MemoryIsNotJudgedWhereItDidNotExecute) {
  for (const OutcomeKind kind : {OutcomeKind::rejected, OutcomeKind::crashed, OutcomeKind::timeout}) {
    const auto act = [=](const Call& call, int) {
      call.storages[0].data[-1] = std::byte{1};
      call.storages[1].data[0] = std::byte{1};
      return Outcome{kind, ""};
    };
    EXPECT_EQ(judged(act, open_case()).judgement, Judgement::undecided);
  }
}

TEST(TargetDefined, WhatABackendHidesIsNotJudged) {
  TestBackend backend([](const Call& call, int) {
    call.storages[0].data[-1] = std::byte{1};
    call.storages[1].data[0] = std::byte{1};
    return executed();
  });
  backend.sight = {.guards = false, .sources = false};
  const Judged result = Judge(backend).judge(instruction("TMULS"), open_case());
  EXPECT_EQ(result.judgement, Judgement::undecided);
  EXPECT_EQ(result.not_observed, (std::vector<std::string>{"guards", "sources"}));
}

TEST(TargetDefined, AStorageSharedWithTheDestinationMayChange) {
  const auto act = [](const Call& call, int) {
    call.storages[0].data[7] ^= std::byte{1};
    return executed();
  };
  EXPECT_EQ(judged(act, in_place(open_case())).judgement, Judgement::undecided);
}

TEST(TargetDefined, ProtocolErrorsAndLiesFail) {
  for (const bool first : {true, false}) {
    const auto with = [&](OutcomeKind kind) {
      return first ? ends(kind, OutcomeKind::executed) : ends(OutcomeKind::executed, kind);
    };
    EXPECT_EQ(kinds(judged(with(OutcomeKind::protocol_error), open_case())), Kinds{protocol_error});
    EXPECT_EQ(kinds(judged(with(OutcomeKind::unsupported), open_case())), Kinds{capability_lied});
  }
}

TEST(TargetDefined, OffsetsThatLeaveTheSourceMakeTheCaseTargetDefined) {
  Case subject =
      make_case("TGATHERB", Profile::a5, {full(DType::u8, 8, 64), full(DType::u8, 8, 64), full(DType::u32, 8, 64)});
  EXPECT_EQ(judged(RightKernels(Freedom::none), subject).judgement, Judgement::pass);
  put(subject, "offset", 7, 63, 0xffffffff);
  EXPECT_EQ(judged([](const Call&, int) { return rejected(); }, subject).why, "target-defined: rejected");
}

}  // namespace
}  // namespace pto_cts::judge::target_defined_test
