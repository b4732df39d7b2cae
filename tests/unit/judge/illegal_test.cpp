// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "cases.h"
#include "right_kernels.h"

namespace pto_cts::judge::illegal_test {
namespace {

using enum FailKind;
using backend::Call;
using backend::Outcome;
using backend::OutcomeKind;

Case legal_case() {
  Case twin = make_case("TMULS", Profile::a5, std::vector(2, full(DType::i32, 16, 16)));
  twin.scalars = {2};
  return twin;
}

/// On a5 a product of Mat tiles breaks tmuls.location.
Case illegal_case() {
  Case subject = legal_case();
  subject.twin = std::make_shared<const Case>(legal_case());
  for (TileOperand& operand : subject.tuple.tiles) operand.tile.type = TileType::Mat;
  return subject;
}

bool is_illegal(const Call& call) {
  return call.tuple->tiles[0].tile.type == TileType::Mat;
}

/// Runs legal calls; `refuse` deals with the illegal ones, numbered 1, 2, ...
TestBackend::Act verifier(std::function<Outcome(const Call&, int)> refuse) {
  return [=, count = 0](const Call& call, int number) mutable {
    if (is_illegal(call)) return refuse(call, ++count);
    RightKernels right(Freedom::none);
    return right(call, number);
  };
}

TEST(Illegal, ARejectionWithoutEffectsPassesIfTheTwinExecuted) {
  TestBackend backend(verifier([](const Call&, int) { return rejected(); }));
  const Judged pass = Judge(backend).judge(instruction("TMULS"), illegal_case());
  EXPECT_EQ(pass.judgement, Judgement::pass);
  EXPECT_EQ(pass.verdict.legality, evaluate::Legality::illegal);
  EXPECT_EQ(pass.verdict.clauses, std::vector<std::string>{"tmuls.location"});
  EXPECT_EQ(pass.outcome, OutcomeKind::rejected);
  EXPECT_EQ(pass.diagnostic, "no");
  EXPECT_EQ(pass.twin_outcome, OutcomeKind::executed);
  EXPECT_EQ(backend.calls, 3);
  EXPECT_EQ(backend.batches, 1);
}

TEST(Illegal, TheTwinRunsFirst) {
  std::vector<bool> order;
  judged(
      [&](const Call& call, int) {
        order.push_back(is_illegal(call));
        return rejected();
      },
      illegal_case());
  EXPECT_EQ(order, (std::vector<bool>{false, true, true}));
}

TEST(Illegal, BothPoisonsAreTried) {
  std::vector<std::uint64_t> stale;
  judged(verifier([&](const Call& call, int) {
           stale.push_back(View(call, "dst").get(3, 3));
           return rejected();
         }),
         illegal_case());
  EXPECT_EQ(stale, (std::vector<std::uint64_t>{0xffa5ffa5, 0x005a005a}));
}

TEST(Illegal, ExecutingItFails) {
  const Judged result = judged(RightKernels(Freedom::none), illegal_case());
  EXPECT_EQ(kinds(result), Kinds{illegal_accepted});
  EXPECT_EQ(result.outcome, OutcomeKind::executed);
  EXPECT_EQ(result.twin_outcome, OutcomeKind::executed);
}

TEST(Illegal, ExecutingItFailsWhateverBecameOfTheTwin) {
  const auto act = [](const Call& call, int) { return is_illegal(call) ? executed() : rejected(); };
  EXPECT_EQ(kinds(judged(act, illegal_case())), Kinds{illegal_accepted});
  Case orphan = illegal_case();
  orphan.twin = nullptr;
  EXPECT_EQ(kinds(judged(act, orphan)), Kinds{illegal_accepted});
}

TEST(Illegal, ExecutingItInOneRunFails) {
  const auto by_call = [](int executes) {
    return verifier([=](const Call&, int number) { return number == executes ? executed() : rejected(); });
  };
  EXPECT_EQ(kinds(judged(by_call(1), illegal_case())), (Kinds{illegal_accepted, not_deterministic}));
  EXPECT_EQ(kinds(judged(by_call(2), illegal_case())), (Kinds{illegal_accepted, not_deterministic}));
  const auto by_poison = verifier(
      [](const Call& call, int) { return View(call, "dst").get(0, 0) == 0x005a005a ? executed() : rejected(); });
  EXPECT_EQ(kinds(judged(by_poison, illegal_case())), (Kinds{illegal_accepted, depends_on_undefined_input}));
}

TEST(Illegal, DamageDoneByExecutingIsListed) {
  const auto act = right_but([](const Call& call, int) {
    if (!is_illegal(call)) return;
    call.storages[0].data[-1] = std::byte{1};
    call.storages[1].data[5] = std::byte{1};
  });
  EXPECT_EQ(kinds(judged(act, illegal_case())), (Kinds{illegal_accepted, guard_overwritten, source_modified}));
}

TEST(Illegal, AnEffectOfOneByteBeforeTheRejectionFails) {
  struct Effect {
    std::size_t storage;
    std::int64_t position;
    Kinds expected;
  };
  const Effect kEffects[] = {{0, -1, {effects_before_rejection, guard_overwritten}},
                             {0, 1024, {effects_before_rejection, guard_overwritten}},
                             {1, -128, {effects_before_rejection, guard_overwritten}},
                             {1, 1151, {effects_before_rejection, guard_overwritten}},
                             {0, 0, {effects_before_rejection}},
                             {0, 1023, {effects_before_rejection}},
                             {1, 0, {effects_before_rejection, source_modified}},
                             {1, 1023, {effects_before_rejection, source_modified}}};
  for (const Effect& effect : kEffects)
    for (const int which : {0, 1, 2}) {
      const auto act = verifier([&](const Call& call, int number) {
        if (which == 0 || which == number) call.storages[effect.storage].data[effect.position] ^= std::byte{0x42};
        return rejected();
      });
      const Judged result = judged(act, illegal_case());
      EXPECT_EQ(result.judgement, Judgement::fail);
      EXPECT_EQ(kinds(result), effect.expected) << effect.storage << " " << effect.position << " " << which;
      EXPECT_FALSE(result.why.empty());
    }
}

TEST(Illegal, AnEffectFailsEvenIfTheTwinWasRejected) {
  const auto act = [](const Call& call, int) {
    call.storages[0].data[0] = std::byte{1};
    return rejected();
  };
  EXPECT_EQ(kinds(judged(act, illegal_case())), Kinds{effects_before_rejection});
}

TEST(Illegal, ARejectedTwinDoesNotDiscriminate) {
  const Judged result = judged([](const Call&, int) { return rejected(); }, illegal_case());
  EXPECT_EQ(result.judgement, Judgement::undecided);
  EXPECT_EQ(result.why, "not discriminating: the legal twin was rejected too");
  EXPECT_EQ(result.twin_outcome, OutcomeKind::rejected);
  EXPECT_FALSE(result.kind);
}

TEST(Illegal, ATwinThatDidNotExecuteLeavesTheCaseUndecided) {
  for (const OutcomeKind kind :
       {OutcomeKind::crashed, OutcomeKind::timeout, OutcomeKind::protocol_error, OutcomeKind::unsupported}) {
    const Judged result = judged(
        [=](const Call& call, int) {
          return is_illegal(call) ? rejected() : Outcome{kind, ""};
        },
        illegal_case());
    EXPECT_EQ(result.judgement, Judgement::undecided);
    EXPECT_EQ(result.why, "twin " + std::string(name(kind)));
    EXPECT_EQ(result.twin_outcome, kind);
  }
}

TEST(Illegal, WithoutATwinThatCanShowAnythingItIsUndecided) {
  const auto without = [](const std::function<void(Case&)>& change) {
    Case subject = illegal_case();
    change(subject);
    TestBackend backend(verifier([](const Call&, int) { return rejected(); }));
    backend.declared.dtypes = {DType::i32};
    const Judged result = Judge(backend).judge(instruction("TMULS"), subject);
    EXPECT_EQ(result.judgement, Judgement::undecided);
    EXPECT_FALSE(result.twin_outcome);
    EXPECT_EQ(backend.calls, 2);
    return result.why;
  };
  const auto change_twin = [](const std::function<void(Case&)>& change) {
    return [=](Case& subject) {
      Case twin = *subject.twin;
      change(twin);
      subject.twin = std::make_shared<const Case>(twin);
    };
  };
  EXPECT_EQ(without([](Case& c) { c.twin = nullptr; }), "no legal twin");
  EXPECT_EQ(without(change_twin([](Case& c) { c.profile = Profile::a2a3; })), "the twin has another profile");
  EXPECT_EQ(without(change_twin([](Case& c) { c.tuple.tiles[0].tile.type = TileType::Acc; })), "the twin is not legal");
  EXPECT_EQ(without(change_twin([](Case& c) { c.tuple.scalars[0].dtype = DType::f32; })), "the twin is not legal");
  EXPECT_EQ(without(change_twin([](Case& c) {
              for (TileOperand& operand : c.tuple.tiles) operand.tile.dtype = DType::u32;
              c.tuple.scalars[0].dtype = DType::u32;
            })),
            "twin not supported");
}

TEST(Illegal, ABreakdownFailsWithItsKind) {
  const std::pair<OutcomeKind, FailKind> kBreakdowns[] = {
      {OutcomeKind::crashed, crashed}, {OutcomeKind::timeout, timeout}, {OutcomeKind::protocol_error, protocol_error}};
  for (const auto& [outcome, kind] : kBreakdowns)
    for (const int which : {1, 2}) {
      const auto act = verifier([&](const Call& call, int number) {
        if (which != number) return rejected();
        call.storages[0].data[-1] = std::byte{1};
        return Outcome{outcome, "text"};
      });
      const Judged result = judged(act, illegal_case());
      EXPECT_EQ(kinds(result), Kinds{kind});
      EXPECT_EQ(result.outcome, outcome);
      EXPECT_EQ(result.diagnostic, "text");
    }
}

TEST(Illegal, ACrashInOneRunComesBeforeAcceptanceInTheOther) {
  const auto act = verifier([](const Call&, int number) {
    return number == 1 ? executed() : Outcome{OutcomeKind::crashed, ""};
  });
  EXPECT_EQ(kinds(judged(act, illegal_case())), (Kinds{crashed, illegal_accepted}));
}

TEST(Illegal, UnsupportedInsideTheCapabilitiesIsALie) {
  const auto act = verifier([](const Call&, int) { return Outcome{OutcomeKind::unsupported, ""}; });
  EXPECT_EQ(kinds(judged(act, illegal_case())), Kinds{capability_lied});
}

TEST(Illegal, OutsideTheCapabilitiesItIsNotRun) {
  TestBackend backend(verifier([](const Call&, int) { return rejected(); }));
  backend.declared.dtypes = {DType::f32};
  EXPECT_EQ(Judge(backend).judge(instruction("TMULS"), illegal_case()).judgement, Judgement::not_supported);
  EXPECT_EQ(backend.calls, 0);
}

TEST(Illegal, WhatCannotBeSeenAfterARejectionIsListed) {
  const auto judge_hidden = [](backend::Observability sight, std::size_t storage, std::int64_t position) {
    TestBackend backend(verifier([=](const Call& call, int) {
      call.storages[storage].data[position] ^= std::byte{1};
      return rejected();
    }));
    backend.sight = sight;
    return Judge(backend).judge(instruction("TMULS"), illegal_case());
  };
  const backend::Observability no_memory{.memory_after_reject = false}, no_guards{.guards = false},
      no_sources{.sources = false};
  EXPECT_EQ(judge_hidden(no_memory, 0, 5).judgement, Judgement::pass);
  EXPECT_EQ(judge_hidden(no_memory, 1, 5).judgement, Judgement::pass);
  EXPECT_EQ(judge_hidden(no_memory, 0, 5).not_observed, std::vector<std::string>{"memory after rejection"});
  EXPECT_EQ(judge_hidden(no_memory, 0, -5).judgement, Judgement::fail);
  EXPECT_EQ(judge_hidden(no_guards, 0, -5).judgement, Judgement::pass);
  EXPECT_EQ(judge_hidden(no_guards, 0, -5).not_observed, std::vector<std::string>{"guards"});
  EXPECT_EQ(judge_hidden(no_guards, 0, 5).judgement, Judgement::fail);
  EXPECT_EQ(judge_hidden(no_sources, 1, 5).judgement, Judgement::pass);
  EXPECT_EQ(judge_hidden(no_sources, 1, 5).not_observed, std::vector<std::string>{"sources"});
  EXPECT_EQ(judge_hidden(no_sources, 0, 5).judgement, Judgement::fail);
}

TEST(Illegal, EmptyTilesCanBeJudged) {
  for (const auto& [rows, cols] : {std::pair{0, 16}, {16, 0}, {0, 0}}) {
    const Case subject = make_case("TMULS", Profile::a5, std::vector(2, masked(DType::i32, rows, cols, 1, 1)));
    EXPECT_EQ(judged([](const Call&, int) { return rejected(); }, subject).why, "no legal twin");
  }
}

TEST(Illegal, TuplesWithoutALayoutCanBeJudged) {
  Case subject =
      make_case("TFILLPAD", Profile::a5, {full(DType::f32, 17, 16, PadValue::Zero), full(DType::f32, 17, 16)});
  for (TileOperand& operand : subject.tuple.tiles) {
    operand.tile.slayout = SLayout::ColMajor;
    operand.tile.fractal_bytes = 77;
    operand.tile.valid_rows = 99;
  }
  EXPECT_EQ(judged([](const Call&, int) { return rejected(); }, subject).why, "no legal twin");
  EXPECT_EQ(kinds(judged([](const Call&, int) { return executed(); }, subject)), Kinds{illegal_accepted});
}

}  // namespace
}  // namespace pto_cts::judge::illegal_test
