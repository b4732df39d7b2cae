// SPDX-License-Identifier: MIT
// Outcomes of legal cases, capabilities, and cases that cannot be judged.
#include <gtest/gtest.h>
#include <xmmintrin.h>

#include <cfenv>

#include "cases.h"
#include "right_kernels.h"

namespace pto_cts::judge::outcome_test {
namespace {

using enum FailKind;
using backend::Call;
using backend::Outcome;
using backend::OutcomeKind;

Case doubling() {
  Case subject = make_case("TMULS", Profile::a5, std::vector(2, full(DType::i32, 16, 16)));
  put_all(subject, "src0", [](auto row, auto col) { return static_cast<std::uint64_t>(row * 16 + col); });
  subject.scalars = {2};
  return subject;
}

/// The right backend, but call `number` ends as told, having written everything wrong.
TestBackend::Act ends(int number, OutcomeKind kind) {
  return [=](const Call& call, int now) -> Outcome {
    RightKernels right(Freedom::none);
    right(call, now);
    if (now != number && number != 0) return executed();
    View(call, "dst").set(0, 0, 4711);
    call.storages[0].data[-1] = std::byte{7};
    return {kind, "text"};
  };
}

TEST(Outcome, APassSaysWhatWasDone) {
  const Judged pass = judged(RightKernels(Freedom::none), doubling());
  EXPECT_EQ(pass.judgement, Judgement::pass);
  EXPECT_FALSE(pass.kind);
  EXPECT_TRUE(pass.other_kinds.empty());
  EXPECT_TRUE(pass.why.empty());
  EXPECT_EQ(pass.verdict.legality, evaluate::Legality::legal);
  EXPECT_EQ(pass.outcome, OutcomeKind::executed);
  EXPECT_FALSE(pass.twin_outcome);
  EXPECT_EQ(pass.elements_judged, 256u);
  EXPECT_EQ(pass.elements_wrong, 0u);
  EXPECT_TRUE(pass.first_mismatches.empty());
}

TEST(Outcome, BothRunsGoInOneBatch) {
  TestBackend backend(RightKernels(Freedom::none));
  Judge(backend).judge(instruction("TMULS"), doubling());
  EXPECT_EQ(backend.batches, 1);
  EXPECT_EQ(backend.calls, 2);
}

TEST(Outcome, ACallCarriesTheCase) {
  const Case subject = doubling();
  const auto act = [&](const Call& call, int number) {
    EXPECT_EQ(*call.tuple, subject.tuple);
    EXPECT_EQ(call.profile, Profile::a5);
    EXPECT_EQ(call.storages.size(), 2u);
    EXPECT_EQ(std::vector(call.scalars.begin(), call.scalars.end()), subject.scalars);
    RightKernels right(Freedom::none);
    return right(call, number);
  };
  EXPECT_EQ(judged(act, subject).judgement, Judgement::pass);
}

TEST(Outcome, ABreakdownInEitherRunFailsWithItsKindAndMemoryIsNotLookedAt) {
  const std::pair<OutcomeKind, FailKind> kBreakdowns[] = {{OutcomeKind::crashed, crashed},
                                                          {OutcomeKind::timeout, timeout},
                                                          {OutcomeKind::protocol_error, protocol_error},
                                                          {static_cast<OutcomeKind>(99), protocol_error}};
  for (const auto& [outcome, kind] : kBreakdowns)
    for (const int which : {1, 2, 0}) {
      TestBackend backend(ends(which, outcome));
      const Judged result = Judge(backend).judge(instruction("TMULS"), doubling());
      EXPECT_EQ(result.judgement, Judgement::fail);
      EXPECT_EQ(kinds(result), Kinds{kind});
      EXPECT_EQ(name(*result.outcome),
                name(outcome > OutcomeKind::protocol_error ? OutcomeKind::protocol_error : outcome));
      EXPECT_EQ(result.diagnostic, "text");
      EXPECT_EQ(result.elements_wrong, 0u);
      EXPECT_EQ(backend.calls, 2) << "a breakdown is not repeated";
    }
}

TEST(Outcome, ACrashComesBeforeATimeoutAndATimeoutBeforeAProtocolError) {
  const auto two = [](OutcomeKind first, OutcomeKind second) {
    return [=](const Call&, int number) { return Outcome{number == 1 ? first : second, number == 1 ? "1" : "2"}; };
  };
  Judged result = judged(two(OutcomeKind::timeout, OutcomeKind::crashed), doubling());
  EXPECT_EQ(kinds(result), (Kinds{crashed, timeout}));
  EXPECT_EQ(result.outcome, OutcomeKind::crashed);
  EXPECT_EQ(result.diagnostic, "2");
  result = judged(two(OutcomeKind::timeout, OutcomeKind::protocol_error), doubling());
  EXPECT_EQ(kinds(result), (Kinds{timeout, protocol_error}));
  EXPECT_EQ(result.outcome, OutcomeKind::timeout);
}

TEST(Outcome, OfTwoEqualOutcomesTheFirstIsShown) {
  const auto act = [](const Call&, int number) { return Outcome{OutcomeKind::rejected, std::to_string(number)}; };
  EXPECT_EQ(judged(act, doubling()).diagnostic, "1");
}

TEST(Outcome, AWrongRunBesideACrashIsListed) {
  const auto act = [](const Call& call, int number) {
    if (number == 2) return Outcome{OutcomeKind::crashed, "signal 11"};
    RightKernels right(Freedom::none);
    right(call, number);
    View(call, "dst").set(0, 0, 4711);
    return executed();
  };
  EXPECT_EQ(kinds(judged(act, doubling())), (Kinds{crashed, wrong_value}));
}

TEST(Outcome, ABackendThatLeavesOutAnOutcomeBreaksTheProtocol) {
  class Lazy final : public backend::Backend {
   public:
    std::string_view name() const override { return "lazy"; }
    const backend::Capabilities& capabilities() const override { return declared; }
    void execute(std::span<const Call> calls, std::span<Outcome> outcomes) override {
      for (std::size_t i = 0; i < calls.size(); ++i) {
        RightKernels right(Freedom::none);
        const Outcome done = right(calls[i], 0);
        if (++count != 4) outcomes[i] = done;
      }
    }
    backend::Capabilities declared{{"TMULS"}, {DType::i32}, {Profile::a5}};
    int count = 0;
  };
  Lazy backend;
  Judge judge(backend);
  EXPECT_EQ(judge.judge(instruction("TMULS"), doubling()).judgement, Judgement::pass);
  EXPECT_EQ(kinds(judge.judge(instruction("TMULS"), doubling())), Kinds{protocol_error});
}

TEST(Outcome, ARejectionOfALegalCaseIsOverRejection) {
  TestBackend backend([](const Call&, int) { return rejected(); });
  const Judged result = Judge(backend).judge(instruction("TMULS"), doubling());
  EXPECT_EQ(kinds(result), Kinds{over_rejection});
  EXPECT_EQ(result.diagnostic, "no");
  EXPECT_EQ(backend.calls, 2);
}

TEST(Capabilities, UnsupportedInsideThemIsALie) {
  const Judged result = judged([](const Call&, int) { return Outcome{OutcomeKind::unsupported, ""}; }, doubling());
  EXPECT_EQ(kinds(result), Kinds{capability_lied});
  EXPECT_EQ(result.outcome, OutcomeKind::unsupported);
  const Judged once = judged(ends(2, OutcomeKind::unsupported), doubling());
  EXPECT_EQ(once.outcome, OutcomeKind::unsupported);
  EXPECT_EQ(kinds(once), (Kinds{guard_overwritten, not_deterministic, capability_lied}));
}

TEST(Capabilities, ACaseOutsideThemIsNotRun) {
  const auto outside = [](const std::function<void(backend::Capabilities&)>& narrow) {
    TestBackend backend([](const Call&, int) { return rejected(); });
    narrow(backend.declared);
    const Judged result = Judge(backend).judge(instruction("TMULS"), doubling());
    EXPECT_EQ(result.judgement, Judgement::not_supported);
    EXPECT_FALSE(result.kind);
    EXPECT_FALSE(result.outcome);
    EXPECT_FALSE(result.why.empty());
    EXPECT_EQ(backend.calls, 0);
  };
  outside([](backend::Capabilities& c) { c.instructions = {"TPARTADD"}; });
  outside([](backend::Capabilities& c) { c.dtypes = {DType::u32, DType::f32}; });
  outside([](backend::Capabilities& c) { c.profiles = {Profile::a2a3}; });
}

TEST(Environment, ABackendThatFlushesSubnormalsForGoodDoesNotBlindTheJudge) {
  Case subject = make_case("TMULS", Profile::strict, std::vector(2, full(DType::f32, 16, 16)));
  put_all(subject, "src0", [](auto, auto) { return 0x00000123; });
  subject.scalars = {0x40000000};
  const auto before = _mm_getcsr();
  const auto act = right_but([](const Call& call, int) {
    _mm_setcsr(_mm_getcsr() | 0x8040);
    View(call, "dst").set(0, 0, 0);
  });
  EXPECT_EQ(kinds(judged(act, subject)), Kinds{wrong_value});
  EXPECT_EQ(_mm_getcsr() & 0x8040, before & 0x8040);
  subject.profile = Profile::a5;
  EXPECT_EQ(judged(act, subject).judgement, Judgement::pass);
}

TEST(Environment, ABackendThatChangesTheRoundingDoesNotBlindTheJudge) {
  const auto act = right_but([](const Call&, int) { std::fesetround(FE_UPWARD); });
  EXPECT_EQ(judged(act, doubling()).judgement, Judgement::pass);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(Environment, IsCheckedAtTheStart) {
  TestBackend backend(RightKernels(Freedom::none));
  std::fesetround(FE_UPWARD);
  EXPECT_THROW(Judge{backend}, std::runtime_error);
  std::fesetround(FE_TONEAREST);
}

TEST(Preconditions, ACaseThatIsNoneIsRefused) {
  const auto refused = [](const std::function<void(Case&)>& spoil) {
    Case subject = doubling();
    spoil(subject);
    TestBackend backend(RightKernels(Freedom::none));
    EXPECT_THROW(Judge(backend).judge(instruction("TMULS"), subject), std::invalid_argument);
    EXPECT_EQ(backend.calls, 0);
  };
  refused([](Case& c) { c.tuple.mnemonic = "TPARTADD"; });
  refused([](Case& c) { c.tuple.tiles[1].name = "src"; });
  refused([](Case& c) { c.tuple.tiles.pop_back(); });
  refused([](Case& c) { c.scalars.clear(); });
  refused([](Case& c) { c.payload[1].pop_back(); });
  refused([](Case& c) { c.payload[0].push_back(0); });
  refused([](Case& c) { c.payload.pop_back(); });
  refused([](Case& c) { c.payload.emplace_back(4); });
  refused([](Case& c) { c.tuple.tiles[1].storage = -1; });
  refused([](Case& c) { c.tuple.tiles[1].storage = 2; });
  refused([](Case& c) { c.tuple.tiles[1].tile.rows = -16; });
  refused([](Case& c) { c.tuple.tiles[1].tile.cols = -16; });
  refused([](Case& c) { c.tuple.tiles[1].tile.rows = c.tuple.tiles[1].tile.cols = -16; });
  refused([](Case& c) { c.tuple.tiles[1].tile.rows = c.tuple.tiles[1].tile.cols = std::int64_t{1} << 62; });
  refused([](Case& c) {
    Case twin = c;
    twin.payload.clear();
    c.twin = std::make_shared<const Case>(twin);
  });
}

TEST(Preconditions, ALegalCaseNeedsPoisonForItsUndefinedIndices) {
  Case subject = make_case("TGATHERB", Profile::a5,
                           {full(DType::u8, 8, 64), full(DType::u8, 8, 64), masked(DType::u32, 8, 64, 8, 64)});
  EXPECT_EQ(judged(RightKernels(Freedom::none), subject).judgement, Judgement::pass);
  for (TileDesc less : {masked(DType::u32, 8, 64, 7, 64), masked(DType::u32, 8, 64, 8, 63)}) {
    subject.tuple.tiles[2].tile = less;
    EXPECT_THROW(judged(RightKernels(Freedom::none), subject), std::invalid_argument);
    subject.index_poison = {{1, 0, 1}};
    EXPECT_THROW(judged(RightKernels(Freedom::none), subject), std::invalid_argument);
    subject.index_poison = {{2, 0, 1}};
    EXPECT_EQ(judged(RightKernels(Freedom::none), subject).judgement, Judgement::pass);
    subject.index_poison.clear();
  }
}

}  // namespace
}  // namespace pto_cts::judge::outcome_test
