// SPDX-License-Identifier: MIT
// Cases judged together, cases run again alone, and accesses that were stopped.
#include <gtest/gtest.h>

#include "cases.h"
#include "right_kernels.h"

namespace pto_cts::judge::batch_test {
namespace {

using enum FailKind;
using backend::Call;
using backend::Outcome;
using backend::OutcomeKind;

Case doubling(std::uint64_t value = 3) {
  Case subject = make_case("TMULS", Profile::a5, std::vector(2, full(DType::i32, 16, 16)));
  put_all(subject, "src0", [&](auto, auto) { return value; });
  subject.scalars = {2};
  return subject;
}

Case of_another_dtype() {
  Case subject = make_case("TMULS", Profile::a5, std::vector(2, full(DType::u64, 16, 16)));
  subject.twin = std::make_shared<Case>(doubling());
  subject.broken = {"tmuls.a5.dtype"};
  return subject;
}

/// Right, but odd sources come out wrong.
TestBackend::Act wrong_on_odd() {
  return [](const Call& call, int number) {
    RightKernels right(Freedom::none);
    const Outcome outcome = right(call, number);
    if (outcome.kind == OutcomeKind::executed && View(call, "src0").get(0, 0) % 2 == 1) View(call, "dst").set(0, 0, 1);
    return outcome;
  };
}

TEST(Batch, JudgesEachCaseAsIfItWereAlone) {
  const terms::Instruction tmuls = instruction("TMULS");
  Case unsupported = doubling();
  unsupported.profile = Profile::a2a3;
  const std::vector<Case> cases = {doubling(2), doubling(3), of_another_dtype(), unsupported, doubling(4)};
  TestBackend backend(wrong_on_odd());
  backend.declared.profiles = {Profile::a5};
  Judge judge(backend);
  std::vector<Item> items;
  for (const Case& subject : cases) items.push_back({&tmuls, &subject});
  Batch batch;
  for (int round = 0; round < 2; ++round) {
    backend.batches = 0;
    judge.prepare(batch, items);
    judge.start(batch);
    EXPECT_EQ(backend.batches, 1);
    judge.finish(batch);
    const std::vector<Judged> together = judge.conclude(batch);
    ASSERT_EQ(together.size(), cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Judged alone = judge.judge(items[i]);
      EXPECT_EQ(together[i].judgement, alone.judgement) << i;
      EXPECT_EQ(kinds(together[i]), kinds(alone)) << i;
      EXPECT_EQ(together[i].first_mismatches, alone.first_mismatches) << i;
      EXPECT_EQ(together[i].twin_outcome, alone.twin_outcome) << i;
    }
    EXPECT_EQ(together[0].judgement, Judgement::pass);
    EXPECT_EQ(kinds(together[1]), Kinds{wrong_value});
    EXPECT_EQ(together[3].judgement, Judgement::not_supported);
  }
}

TEST(Batch, OneIsMadeWhileAnotherRuns) {
  const terms::Instruction tmuls = instruction("TMULS");
  const Case even = doubling(2), odd = doubling(3);
  const Item first{&tmuls, &odd}, second{&tmuls, &even};
  TestBackend backend(wrong_on_odd());
  Judge judge(backend);
  Batch a, b;
  judge.prepare(a, {&first, 1});
  judge.start(a);
  judge.prepare(b, {&second, 1});
  judge.finish(a);
  judge.start(b);
  EXPECT_EQ(kinds(judge.conclude(a).front()), Kinds{wrong_value});
  judge.finish(b);
  EXPECT_EQ(judge.conclude(b).front().judgement, Judgement::pass);
}

/// Can be brought back to its first state, and counts how often.
class Renewable : public backend::Backend {
 public:
  Renewable(TestBackend::Act before, TestBackend::Act after) : before_(std::move(before)), after_(std::move(after)) {}
  std::string_view name() const override { return "renewable"; }
  const backend::Capabilities& capabilities() const override { return before_.capabilities(); }
  void execute(std::span<const Call> calls, std::span<Outcome> outcomes) override {
    (renewed == 0 ? before_ : after_).execute(calls, outcomes);
  }
  bool renew() override {
    ++renewed;
    return true;
  }
  int renewed = 0;

 private:
  TestBackend before_, after_;
};

Judged confirmed(backend::Backend& backend, const Case& subject) {
  const terms::Instruction tmuls = instruction("TMULS");
  const Item item{&tmuls, &subject};
  Judge judge(backend);
  return judge.confirm(item, judge.judge(item));
}

TestBackend::Act ends_with(OutcomeKind kind) {
  return [=](const Call&, int) { return Outcome{kind, "text"}; };
}

TEST(Confirm, WhatPassesAloneIsOrderDependentAndNoPass) {
  Renewable backend(ends_with(OutcomeKind::crashed), RightKernels(Freedom::none));
  const Judged judged = confirmed(backend, doubling());
  EXPECT_EQ(judged.judgement, Judgement::fail);
  EXPECT_EQ(kinds(judged), (Kinds{order_dependent, crashed}));
  EXPECT_EQ(judged.outcome, OutcomeKind::crashed);
  EXPECT_EQ(backend.renewed, 1);
}

TEST(Confirm, WhatFailsAloneIsShownAsItFailsThen) {
  Renewable backend(ends_with(OutcomeKind::crashed), ends_with(OutcomeKind::rejected));
  EXPECT_EQ(kinds(confirmed(backend, doubling())), Kinds{over_rejection});
}

TEST(Confirm, WhatPassesIsNotRunAgain) {
  Renewable backend(RightKernels(Freedom::none), ends_with(OutcomeKind::crashed));
  EXPECT_EQ(confirmed(backend, doubling()).judgement, Judgement::pass);
  EXPECT_EQ(backend.renewed, 0);
}

TEST(Confirm, ABackendThatCannotBeBroughtBackIsJudgedOnce) {
  TestBackend backend(wrong_on_odd());
  EXPECT_EQ(kinds(confirmed(backend, doubling(3))), Kinds{wrong_value});
  EXPECT_EQ(backend.calls, 2);
}

TestBackend::Act stopped_at(int storage, std::int64_t position, bool write) {
  return [=](const Call&, int) {
    return Outcome{OutcomeKind::crashed, "SIGSEGV", backend::StrayAccess{storage, position, write}};
  };
}

TEST(Stray, AWriteThatWasStoppedIsNamedForWhatItWouldHaveDone) {
  const Judged before = judged(stopped_at(0, -4, true), doubling());
  EXPECT_EQ(kinds(before), (Kinds{crashed, guard_overwritten}));
  EXPECT_EQ(before.diagnostic, "SIGSEGV: wrote byte -4 of the guard before dst");
  EXPECT_EQ(kinds(judged(stopped_at(0, 1024, true), doubling())), (Kinds{crashed, guard_overwritten}));
  EXPECT_EQ(kinds(judged(stopped_at(1, 8, true), doubling())), (Kinds{crashed, source_modified}));
  const Judged read = judged(stopped_at(1, 1024, false), doubling());
  EXPECT_EQ(kinds(read), Kinds{crashed});
  EXPECT_EQ(read.diagnostic, "SIGSEGV: touched byte 1024 of the guard after src0");
}

TEST(Stray, IsNoFreedomOfTheTarget) {
  Case subject = doubling();
  subject.tuple.scalars[0].dtype = DType::f32;
  ASSERT_EQ(judged(ends_with(OutcomeKind::crashed), subject).judgement, Judgement::undecided);
  EXPECT_EQ(kinds(judged(stopped_at(0, -4, true), subject)), Kinds{guard_overwritten});
  EXPECT_EQ(kinds(judged(stopped_at(1, 8, true), subject)), Kinds{source_modified});
  EXPECT_EQ(judged(stopped_at(1, -8, false), subject).judgement, Judgement::undecided);
}

// A write that was found afterwards, far from the storage.
TEST(Stray, CountsThoughTheCallWentOn) {
  const auto with_stray = [](OutcomeKind kind) {
    return [=](const Call& call, int count) -> Outcome {
      if (View(call, "dst").tile().dtype == DType::i32 && kind == OutcomeKind::rejected) return RightKernels(Freedom::none)(call, count);
      if (kind == OutcomeKind::executed) RightKernels(Freedom::none)(call, count);
      return {kind, "", backend::StrayAccess{0, 9000, true}};
    };
  };
  const Judged executed = judged(with_stray(OutcomeKind::executed), doubling());
  EXPECT_EQ(kinds(executed), Kinds{guard_overwritten});
  EXPECT_EQ(executed.diagnostic, "wrote byte 9000 of the guard after dst");
  EXPECT_EQ(judged(with_stray(OutcomeKind::rejected), of_another_dtype()).kind, effects_before_rejection);
}

TEST(Sight, OfMemoryThatWasLostIsReported) {
  const auto act = [](const Call& call, int count) -> Outcome {
    if (View(call, "dst").tile().dtype == DType::i32) return RightKernels(Freedom::none)(call, count);
    return {OutcomeKind::rejected, "no", std::nullopt, true};
  };
  const Judged result = judged(act, of_another_dtype());
  EXPECT_EQ(result.judgement, Judgement::pass);
  EXPECT_EQ(result.not_observed, std::vector<std::string>{"memory after rejection"});
}

TEST(Stray, IsListedWithAnIllegalTuple) {
  EXPECT_EQ(kinds(judged(stopped_at(0, -4, true), of_another_dtype())), (Kinds{crashed, guard_overwritten}));
}

TEST(Sight, OfWhatCannotBeAskedAgainIsReported) {
  int number = 0;
  TestBackend backend([&](const Call& call, int) {
    RightKernels right(Freedom::none);
    const Outcome outcome = right(call, 0);
    if (++number == 2) View(call, "dst").set(0, 0, 4711);
    return outcome;
  });
  backend.sight.determinism = false;
  const Judged result = Judge(backend).judge(instruction("TMULS"), doubling());
  EXPECT_EQ(kinds(result), Kinds{wrong_value});
  EXPECT_EQ(result.not_observed, std::vector<std::string>{"determinism"});
  EXPECT_EQ(number, 2);
}

TEST(Sight, OfLegalityIsReportedOnIllegalCases) {
  TestBackend backend([](const Call& call, int count) -> Outcome {
    if (View(call, "dst").tile().dtype == DType::u64) return rejected();
    return RightKernels(Freedom::none)(call, count);
  });
  backend.sight.legality = false;
  Judge judge(backend);
  const Judged illegal = judge.judge(instruction("TMULS"), of_another_dtype());
  EXPECT_EQ(illegal.judgement, Judgement::pass);
  EXPECT_EQ(illegal.not_observed, std::vector<std::string>{"legality"});
  EXPECT_TRUE(judge.judge(instruction("TMULS"), doubling()).not_observed.empty());
}

}  // namespace
}  // namespace pto_cts::judge::batch_test
