// SPDX-License-Identifier: MIT
// What differs between runs: dependence on undefined input told apart from nondeterminism.
#include <gtest/gtest.h>

#include <set>

#include "cases.h"
#include "right_kernels.h"

namespace pto_cts::judge::undefined_input_test {
namespace {

using enum FailKind;
using backend::Call;

/// src0 + src1 in i32, where src1 lacks the last two columns.
Case partial() {
  Case subject = make_case("TPARTADD", Profile::a5,
                           {full(DType::i32, 16, 16), full(DType::i32, 16, 16), masked(DType::i32, 16, 16, 16, 14)});
  put_all(subject, "src0", [](auto row, auto col) { return static_cast<std::uint64_t>(row * 16 + col); });
  put_all(subject, "src1", [](auto, auto) { return 1000; });
  return subject;
}

TEST(UndefinedInput, ReadingPoisonIsCaught) {
  const Judged wrong = judged(right_but([](const Call& call, int) {
                                const std::uint64_t undefined = View(call, "src1").get(2, 15);
                                View(call, "dst").set(2, 15, 2 * 16 + 15 + (undefined >> 31));
                              }),
                              partial());
  EXPECT_EQ(kinds(wrong), (Kinds{depends_on_undefined_input, wrong_value}));
  EXPECT_EQ(wrong.why,
            "the run under poison 0xffa5ffa5 and the run under 0x005a005a differ, each time in the same way");
}

TEST(UndefinedInput, IsCaughtWhereOnlyOneRunIsWrong) {
  for (const bool wrong_if_negative : {false, true}) {
    const Judged wrong = judged(right_but([=](const Call& call, int) {
                                  const bool negative = View(call, "src1").get(0, 15) >> 31;
                                  if (negative == wrong_if_negative) View(call, "dst").set(0, 0, 77);
                                }),
                                partial());
    EXPECT_EQ(kinds(wrong), (Kinds{depends_on_undefined_input, wrong_value}));
    EXPECT_EQ(wrong.elements_wrong, 1u);
    EXPECT_EQ(wrong.first_mismatches.at(0).actual, "77 (0x0000004d)");
  }
}

TEST(UndefinedInput, AStaleDestinationThatIsRightUnderOnePoisonIsCaught) {
  for (const bool second : {false, true}) {
    Case subject = partial();
    const std::uint32_t stale = second ? ~subject.poison.pattern : subject.poison.pattern;
    put(subject, "src0", 7, 7, stale - 1000);
    const auto forget = [&](const Call& call, int number) {
      const std::uint64_t before = View(call, "dst").get(7, 7);
      RightKernels right(Freedom::none);
      right(call, number);
      View(call, "dst").set(7, 7, before);
      return executed();
    };
    const Judged wrong = judged(forget, subject);
    EXPECT_EQ(kinds(wrong), (Kinds{depends_on_undefined_input, wrong_value}));
    EXPECT_EQ(wrong.elements_wrong, 1u);
  }
}

TEST(UndefinedInput, ARepetitionStartsFromTheSameMemory) {
  const auto act = [](const Call& call, int number) {
    const bool stale = View(call, "dst").get(0, 0) == 0x005a005a;
    RightKernels right(Freedom::none);
    right(call, number);
    if (stale) View(call, "dst").set(0, 0, 77);
    return executed();
  };
  EXPECT_EQ(kinds(judged(act, partial())), (Kinds{depends_on_undefined_input, wrong_value}));
}

TEST(UndefinedInput, ADamagedGuardIsExplainedFirst) {
  const auto act = right_but([](const Call& call, int) {
    call.storages[0].data[-1] = std::byte{0x33};
    View(call, "dst").set(0, 0, 1000 + (View(call, "src1").get(0, 15) >> 31));
  });
  const Judged wrong = judged(act, partial());
  EXPECT_EQ(kinds(wrong), (Kinds{guard_overwritten, depends_on_undefined_input, wrong_value}));
  EXPECT_EQ(wrong.why, "byte -1 changed in the guard before dst");
}

// Wrong under both poisons: then poison is not to blame, though the runs differ.
TEST(UndefinedInput, APartlyWrittenDestinationIsWrong) {
  const Judged wrong = judged(
      [](const Call& call, int) {
        const View dst(call, "dst"), a(call, "src0"), b(call, "src1");
        for (std::int64_t row = 0; row < 16; ++row)
          for (std::int64_t col = 0; col < 14; ++col) dst.set(row, col, a.get(row, col) + b.get(row, col));
        return executed();
      },
      partial());
  EXPECT_EQ(kinds(wrong), Kinds{wrong_value});
  EXPECT_EQ(wrong.elements_wrong, 32u);
}

TEST(UndefinedInput, ABackendThatDoesNothingIsWrong) {
  const Judged wrong = judged([](const Call&, int) { return executed(); }, partial());
  EXPECT_EQ(kinds(wrong), Kinds{wrong_value});
  EXPECT_EQ(wrong.elements_wrong, 256u);
}

TEST(UndefinedInput, PaddingLeftAloneIsWrong) {
  Case subject =
      make_case("TFILLPAD", Profile::a5, {full(DType::u8, 16, 32, PadValue::Max), masked(DType::u8, 16, 32, 3, 3)});
  const auto copy_only = [](const Call& call, int) {
    for (std::int64_t row = 0; row < 3; ++row)
      for (std::int64_t col = 0; col < 3; ++col) View(call, "dst").set(row, col, View(call, "src").get(row, col));
    return executed();
  };
  EXPECT_EQ(kinds(judged(copy_only, subject)), Kinds{wrong_pad});
}

TEST(UndefinedInput, ADependentRejectionIsCaught) {
  const Judged wrong = judged(
      [](const Call& call, int number) {
        if (View(call, "src1").get(0, 15) >> 31) return rejected();
        RightKernels right(Freedom::none);
        return right(call, number);
      },
      partial());
  EXPECT_EQ(kinds(wrong), (Kinds{depends_on_undefined_input, over_rejection}));
  EXPECT_EQ(wrong.outcome, backend::OutcomeKind::rejected);
  EXPECT_EQ(wrong.diagnostic, "no");
}

TEST(UndefinedInput, IndexPoisonCounts) {
  Case subject = make_case("TGATHERB", Profile::a5,
                           {full(DType::u8, 8, 64), full(DType::u8, 8, 64), masked(DType::u32, 8, 64, 8, 63)});
  put_all(subject, "src", [](auto row, auto col) { return static_cast<std::uint64_t>(row * 64 + col) & 0xff; });
  put_all(subject, "offset", [](auto row, auto) { return static_cast<std::uint64_t>(row); });
  subject.index_poison = {{2, 20, 0}};
  EXPECT_EQ(judged(RightKernels(Freedom::none), subject).judgement, Judgement::pass);
  const Judged wrong = judged(
      right_but([](const Call& call, int) { View(call, "dst").set(0, 0, View(call, "dst").get(0, 63)); }), subject);
  EXPECT_EQ(kinds(wrong), (Kinds{depends_on_undefined_input, wrong_value}));
}

/// A backend that errs in the calls whose number leaves `rest` modulo `period`.
TestBackend::Act sometimes_wrong(int period, int rest) {
  return right_but([=](const Call& call, int number) {
    if (number % period == rest) View(call, "dst").set(0, 0, 4711);
  });
}

TEST(Nondeterminism, ABackendThatDiffersInEveryCallIsCaught) {
  const Judged wrong = judged(
      right_but([](const Call& call, int number) { View(call, "dst").set(5, 5, static_cast<std::uint64_t>(number)); }),
      partial());
  EXPECT_EQ(kinds(wrong), (Kinds{not_deterministic, wrong_value}));
  EXPECT_EQ(wrong.why, "two runs in equal memory differ");
}

TEST(Nondeterminism, ABackendThatErrsNowAndThenIsNotSaidToDependOnPoison) {
  for (int period = 2; period <= 7; ++period)
    for (int rest = 0; rest < period; ++rest) {
      TestBackend backend(sometimes_wrong(period, rest));
      Judge judge(backend);
      int failed = 0;
      for (int i = 0; i < 2 * period; ++i) {
        const Judged one = judge.judge(instruction("TPARTADD"), partial());
        if (one.judgement == Judgement::pass) continue;
        ++failed;
        EXPECT_EQ(kinds(one), (Kinds{not_deterministic, wrong_value})) << period << " " << rest;
      }
      EXPECT_GE(failed, 1) << period << " " << rest;
    }
}

TEST(Nondeterminism, ErrorsThatFollowTheRunsForAWhileAreSeenThrough) {
  for (const std::set<int>& errors : {std::set{1, 4}, {2, 3}, {1, 4, 5}, {2, 3, 4}, {1, 4, 6, 5}, {2, 3, 6}}) {
    const auto act = right_but([&](const Call& call, int number) {
      if (errors.contains(number)) View(call, "dst").set(0, 0, 4711);
    });
    EXPECT_EQ(kinds(judged(act, partial())), (Kinds{not_deterministic, wrong_value})) << *errors.begin();
  }
}

TEST(Nondeterminism, DamageOutsideTheDestinationIsCompared) {
  for (const std::size_t storage : {0u, 1u}) {
    const auto act = right_but([=](const Call& call, int number) {
      View(call, "dst").set(0, 0, View(call, "src1").get(0, 15));
      if (number > 3) call.storages[storage].data[storage == 0 ? -1 : 0] = std::byte{0x33};
    });
    EXPECT_EQ(kinds(judged(act, partial())), (Kinds{not_deterministic, wrong_value}));
  }
}

TEST(Nondeterminism, ABackendThatIsRightOnlyAtFirstIsNotSaidToDependOnPoison) {
  const auto tired_after = [](int calls) {
    return right_but([=](const Call& call, int number) {
      if (number > calls) View(call, "dst").set(0, 0, 4711);
    });
  };
  EXPECT_EQ(kinds(judged(tired_after(1), partial())), (Kinds{not_deterministic, wrong_value}));
  const auto slow_start = right_but([](const Call& call, int number) {
    if (number == 1) View(call, "dst").set(0, 0, 4711);
  });
  EXPECT_EQ(kinds(judged(slow_start, partial())), (Kinds{not_deterministic, wrong_value}));
}

TEST(Nondeterminism, AnOutcomeThatDiffersIsCaught) {
  const Judged wrong = judged(
      [](const Call& call, int number) {
        if (number == 2) return rejected();
        RightKernels right(Freedom::none);
        return right(call, number);
      },
      partial());
  EXPECT_EQ(kinds(wrong), (Kinds{not_deterministic, over_rejection}));
}

TEST(Nondeterminism, ACrashInARepetitionCountsAsACrash) {
  const Judged wrong = judged(
      [](const Call& call, int number) {
        if (number == 4) return backend::Outcome{backend::OutcomeKind::crashed, "signal 11"};
        RightKernels right(Freedom::none);
        right(call, number);
        View(call, "dst").set(0, 0, View(call, "src1").get(0, 15));
        return executed();
      },
      partial());
  EXPECT_EQ(kinds(wrong), (Kinds{crashed, not_deterministic, wrong_value}));
}

TEST(Nondeterminism, TheSameErrorInBothRunsIsJustWrongAndNotRunAgain) {
  TestBackend backend(right_but([](const Call& call, int) { View(call, "dst").set(0, 0, 4711); }));
  EXPECT_EQ(kinds(Judge(backend).judge(instruction("TPARTADD"), partial())), Kinds{wrong_value});
  EXPECT_EQ(backend.calls, 2);
  EXPECT_EQ(backend.batches, 1);
}

TEST(Nondeterminism, FreedomThatDiffersFromRunToRunIsNotHeldAgainstAnError) {
  Case subject = make_case("TMULS", Profile::a5, {full(DType::f32, 16, 16), masked(DType::f32, 16, 16, 10, 16)});
  put_all(subject, "src0", [](auto row, auto) { return row == 1 ? 0x7fc00000u : 0x00000123u; });
  subject.scalars = {0x3f800000};
  const auto act = [right = RightKernels(Freedom::all)](const Call& call, int number) mutable {
    right(call, number);
    if (View(call, "src0").get(12, 0) >> 31) View(call, "dst").set(9, 9, 4711);
    return executed();
  };
  EXPECT_EQ(kinds(judged(act, subject)), (Kinds{depends_on_undefined_input, wrong_value}));
}

}  // namespace
}  // namespace pto_cts::judge::undefined_input_test
