// SPDX-License-Identifier: MIT
// A backend that exists in several builds.
#include <gtest/gtest.h>

#include <map>

#include "cases.h"
#include "right_kernels.h"

namespace pto_cts::judge::builds_test {
namespace {

using enum FailKind;
using backend::Call;
using backend::Obstacle;
using backend::Outcome;
using backend::OutcomeKind;

constexpr std::uint32_t kChecked = 0, kFast = 1;

/// Right in both builds, unless `act` has something else to do.
class TwoBuilds final : public backend::Backend {
 public:
  std::string_view name() const override { return "two"; }
  const backend::Capabilities& capabilities() const override { return right_.capabilities(); }
  std::vector<backend::Build> builds() const override { return {{"checked", true}, {"fast", false}}; }
  bool shows_guards(const Tuple&, std::size_t build) const override { return build == kChecked || !hides_guards; }
  std::size_t announced_cases() const override { return 100; }
  void announce(std::span<const backend::Announced> tuples) override {
    for (const auto& one : tuples) announced.push_back(one.every_build);
  }
  std::optional<Obstacle> obstacle(const Tuple& tuple, std::size_t build) override {
    if (only_of && &tuple != only_of) return std::nullopt;
    const auto found = obstacles.find(build);
    return found == obstacles.end() ? std::nullopt : std::optional(found->second);
  }
  void execute(std::span<const Call> calls, std::span<Outcome> outcomes) override {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      ++runs[calls[i].build];
      if (calls[i].tuple->tiles[0].tile.dtype == DType::u64) outcomes[i] = rejected();
      else right_.execute(calls.subspan(i, 1), outcomes.subspan(i, 1));
      if (act) act(calls[i], outcomes[i]);
    }
  }

  std::function<void(const Call&, Outcome&)> act;
  bool hides_guards = false;  ///< In the fast build.
  std::map<std::size_t, Obstacle> obstacles;
  const Tuple* only_of = nullptr;  ///< The tuple that has them; null for all.
  std::vector<bool> announced;
  std::map<std::uint32_t, int> runs;

 private:
  TestBackend right_{RightKernels(Freedom::none)};
};

Case product(DType dtype, std::uint64_t value, std::uint64_t scalar) {
  Case subject = make_case("TMULS", Profile::a5, std::vector(2, full(dtype, 16, 16)));
  put_all(subject, "src0", [&](auto, auto) { return value; });
  subject.scalars = {scalar};
  return subject;
}
Case product() { return product(DType::i32, 3, 2); }

Case of_another_dtype() {
  Case subject = make_case("TMULS", Profile::a5, std::vector(2, full(DType::u64, 16, 16)));
  subject.twin = std::make_shared<Case>(product());
  subject.broken = {"tmuls.a5.dtype"};
  return subject;
}

Judged judged(TwoBuilds& backend, const Case& subject) { return Judge(backend).judge(instruction("TMULS"), subject); }

auto in_build(std::uint32_t build, std::function<void(const Call&, Outcome&)> act) {
  return [=](const Call& call, Outcome& outcome) {
    if (call.build == build) act(call, outcome);
  };
}
void spoil(const Call& call, Outcome&) { View(call, "dst").set(2, 3, 77); }

TEST(Builds, LegalCasesRunInAllAndIllegalOnesWhereLegalityIsJudged) {
  TwoBuilds backend;
  EXPECT_EQ(judged(backend, product()).judgement, Judgement::pass);
  EXPECT_EQ(backend.runs, (std::map<std::uint32_t, int>{{kChecked, 2}, {kFast, 2}}));
  EXPECT_EQ(backend.announced, std::vector<bool>{true});
  backend.announced.clear();
  EXPECT_EQ(judged(backend, of_another_dtype()).judgement, Judgement::pass);
  EXPECT_EQ(backend.runs, (std::map<std::uint32_t, int>{{kChecked, 5}, {kFast, 2}}));
  EXPECT_EQ(backend.announced, (std::vector<bool>{false, false}));
}

TEST(Builds, AFaultInOneOfThemFailsAndSaysWhere) {
  for (const std::uint32_t build : {kChecked, kFast}) {
    TwoBuilds backend;
    backend.act = in_build(build, spoil);
    const Judged result = judged(backend, product());
    EXPECT_EQ(kinds(result), (Kinds{wrong_value, differs_among_builds}));
    EXPECT_EQ(result.build, build == kChecked ? "checked" : "fast");
    EXPECT_NE(result.why.find(build == kChecked ? "right in build fast" : "right in build checked"), std::string::npos) << result.why;
    EXPECT_NE(result.why.find("dst[2, 3]"), std::string::npos) << result.why;
    EXPECT_EQ(result.elements_wrong, 1u);
  }
}

TEST(Builds, TheSameFaultInAllDoesNotDiffer) {
  TwoBuilds backend;
  backend.act = spoil;
  EXPECT_EQ(kinds(judged(backend, product())), Kinds{wrong_value});
}

TEST(Builds, ResultsThatAreAllowedAndNotTheSameAreAFindingOfTheirOwn) {
  // 2^-126 * 0.5 may be kept as a subnormal or flushed to zero.
  const Case subject = product(DType::f32, 0x00800000, 0x3f000000);
  TwoBuilds backend;
  EXPECT_EQ(judged(backend, subject).judgement, Judgement::pass);
  backend.act = in_build(kFast, [](const Call& call, Outcome&) {
    for (int row = 0; row < 16; ++row)
      for (int col = 0; col < 16; ++col) View(call, "dst").set(row, col, 0);
  });
  const Judged result = judged(backend, subject);
  EXPECT_EQ(kinds(result), Kinds{differs_among_builds});
  EXPECT_EQ(result.why, "builds checked and fast differ, first at dst[0, 0]");
  EXPECT_EQ(result.diagnostic, result.why) << "what the record shows";
}

TEST(Builds, NaNsAreTheSameWhateverTheirBits) {
  const Case subject = product(DType::f32, 0x7f800000, 0);
  TwoBuilds backend;
  backend.act = in_build(kFast, [](const Call& call, Outcome&) {
    for (int row = 0; row < 16; ++row)
      for (int col = 0; col < 16; ++col) View(call, "dst").set(row, col, 0xffc12345);
  });
  EXPECT_EQ(judged(backend, subject).judgement, Judgement::pass);
}

TEST(Builds, WhatHasNoMeaningMayDiffer) {
  Case subject = product();
  for (TileOperand& operand : subject.tuple.tiles) operand.tile = masked(DType::i32, 16, 16, 2, 2);
  TwoBuilds backend;
  backend.act = in_build(kFast, spoil);
  EXPECT_EQ(judged(backend, subject).judgement, Judgement::pass);
}

TEST(Builds, WhatOneCannotSayTheOthersDo) {
  TwoBuilds backend;
  backend.obstacles[kFast] = {Obstacle::Kind::not_expressible, "no way"};
  const Judged result = judged(backend, product());
  EXPECT_EQ(result.judgement, Judgement::pass);
  EXPECT_EQ(result.not_observed, std::vector<std::string>{"build fast"});
  EXPECT_EQ(backend.runs.count(kFast), 0u);
  EXPECT_TRUE(result.environment.empty());
}

TEST(Builds, WhatNoneCanSayIsNotExpressible) {
  TwoBuilds backend;
  backend.obstacles[kChecked] = backend.obstacles[kFast] = {Obstacle::Kind::not_expressible, "no way"};
  const Judged result = judged(backend, product());
  EXPECT_EQ(result.judgement, Judgement::not_expressible);
  EXPECT_EQ(result.why, "no way");
  EXPECT_TRUE(backend.runs.empty());
}

TEST(Builds, AFaultOfTheBackendItselfIsToldWithEveryCaseThatMeetsIt) {
  TwoBuilds backend;
  backend.obstacles[kFast] = {Obstacle::Kind::environment, "tile.hpp:3: no such name"};
  const Judged met = judged(backend, product());
  EXPECT_EQ(met.judgement, Judgement::pass);
  EXPECT_EQ(met.environment, std::vector<std::string>{"fast: tile.hpp:3: no such name"});
  backend.obstacles[kChecked] = backend.obstacles[kFast];
  const Judged nowhere = judged(backend, product());
  EXPECT_EQ(nowhere.judgement, Judgement::not_supported);
  EXPECT_EQ(nowhere.environment.size(), 2u);
}

TEST(Builds, ATwinThatCannotBeSaidShowsNothing) {
  TwoBuilds backend;
  const Case subject = of_another_dtype();
  backend.only_of = &subject.twin->tuple;
  backend.obstacles[kChecked] = {Obstacle::Kind::not_expressible, "no way"};
  const Judged result = judged(backend, subject);
  EXPECT_EQ(result.judgement, Judgement::undecided);
  EXPECT_EQ(result.why, "twin: no way");
}

TEST(Builds, WhatOneHidesIsToldWithItsName) {
  TwoBuilds backend;
  EXPECT_TRUE(judged(backend, product()).not_observed.empty());
  backend.hides_guards = true;
  EXPECT_EQ(judged(backend, product()).not_observed, std::vector<std::string>{"guards in build fast"});
  backend.act = in_build(kFast, [](const Call& call, Outcome&) { *(call.storages[0].data - 1) ^= std::byte{1}; });
  EXPECT_EQ(judged(backend, product()).judgement, Judgement::pass) << "the fast build does not show its guards";
  backend.act = in_build(kChecked, [](const Call& call, Outcome&) { *(call.storages[0].data - 1) ^= std::byte{1}; });
  EXPECT_EQ(judged(backend, product()).kind, guard_overwritten);
}

}  // namespace
}  // namespace pto_cts::judge::builds_test
