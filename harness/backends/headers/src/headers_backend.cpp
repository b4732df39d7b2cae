// SPDX-License-Identifier: MIT
#include "pto_cts/headers/headers_backend.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "compiler.h"
#include "pto_cts/backend/backend.h"
#include "runner.h"
#include "unit.h"

namespace pto_cts::headers {
namespace {

using backend::Obstacle;
using backend::Outcome;
using backend::OutcomeKind;

constexpr std::size_t kAnnouncedCases = 16'384;
constexpr std::size_t kFunctionsAtOnce = 1'920;  // between two notes

// A build of the configuration, and what has been compiled in it.
struct Compiled {
  Build build;
  Workshop workshop;
  FunctionMaker maker;
  std::unordered_map<std::string, Result> results{};  ///< By key.
};

struct Answers {
  FloatFacts half, bfloat16;
  bool has_half = false, has_bfloat16 = false, are_one_type = false, keeps_storage = false, ndebug = false, unsigned_extents = false;

  /// Whether cases of the type mean anything: how well it computes, they show.
  bool is_real_half() const { return has_half && half.bytes == 2; }
  bool is_real_bfloat16() const { return has_bfloat16 && bfloat16.bytes == 2 && !are_one_type; }
};

std::string type_text(bool declared, const FloatFacts& facts, bool real) {
  if (!declared) return "not declared";
  return fmt::format("{}: {} bytes, {} significand bits, 1e30 is {}", real ? "real" : "not real", facts.bytes,
                     facts.significand_bits, facts.has_1e30 ? "finite" : "not finite");
}

class HeadersBackend final : public backend::Backend {
 public:
  HeadersBackend(Config config, const Surroundings& surroundings)
      : config_(std::move(config)), note_(surroundings.note), capabilities_(config_.capabilities) {
    std::vector<Site> sites;
    for (const Build& build : config_.builds) {
      compiled_.push_back({build, Workshop(config_, build, base_text(), surroundings.cache), FunctionMaker(build.mode)});
      sites.push_back({build.mode, compiled_.back().workshop.libraries()});
    }
    version_ = "headers " + compiled_.front().workshop.header_hash().substr(0, 12);
    runner_ = surroundings.isolate([name = config_.name, sites, config = config_] { return make_runner(name, sites, config); });
    for (std::size_t b = 0; b < compiled_.size(); ++b) answers_.push_back(ask(b));
    settle_dtypes();
  }

  std::string_view name() const override { return config_.name; }
  std::string_view version() const override { return version_; }
  const backend::Capabilities& capabilities() const override { return capabilities_; }
  std::vector<backend::Build> builds() const override {
    std::vector<backend::Build> all;
    for (const Compiled& one : compiled_)
      all.push_back({one.build.name, one.build.assertions});
    return all;
  }
  std::size_t batch_cases() const override { return runner_->batch_cases(); }
  std::pmr::memory_resource* memory() override { return runner_->memory(); }
  bool renew() override { return runner_->renew(); }
  std::vector<std::string> remarks() const override {
    std::vector<std::string> all = left_out_;
    for (const std::string& line : runner_->remarks()) all.push_back(line);
    return all;
  }
  bool shows_guards(const Tuple& tuple, std::size_t build) const override {
    const Build& of = compiled_[build].build;
    return of.mode == Mode::manual ? has_guards(tuple, config_.memory) : of.address_sanitizer;
  }

  std::vector<backend::Fact> facts() const override;

  std::size_t announced_cases() const override { return kAnnouncedCases; }
  void announce(std::span<const backend::Announced> tuples) override {
    for (std::size_t b = 0; b < compiled_.size(); ++b) {
      std::vector<Function> wanted;
      for (const auto& [tuple, every_build] : tuples)
        if (every_build || compiled_[b].build.assertions) add_if_new(*tuple, b, wanted);
      make(b, wanted);
    }
  }

  std::optional<Obstacle> obstacle(const Tuple& tuple, std::size_t build) override {
    const Mode mode = compiled_[build].build.mode;
    if (auto why = inexpressible_in(tuple, mode)) return Obstacle{Obstacle::Kind::not_expressible, *why};
    if (answers_[build].unsigned_extents && has_negative_extent(tuple))
      return Obstacle{Obstacle::Kind::not_expressible, "valid extents are unsigned: none is negative"};
    const Result& result = result_of(tuple, build);
    if (result.made == Made::environment) return Obstacle{Obstacle::Kind::environment, result.text};
    if (result.made == Made::ready && mode == Mode::manual && !place(tuple, backend::Flush::left, config_.memory))
      return Obstacle{Obstacle::Kind::not_expressible, "its tiles are larger than the buffer"};
    return std::nullopt;
  }

  void execute(std::span<const backend::Call> calls, std::span<Outcome> outcomes) override {
    const Passed passed = compile(calls, outcomes);
    std::vector<Outcome> ran(passed.calls.size());
    runner_->execute(passed.calls, ran);
    for (std::size_t i = 0; i < ran.size(); ++i) outcomes[passed.places[i]] = std::move(ran[i]);
  }
  void start(std::span<const backend::Call> calls, std::span<Outcome> outcomes) override {
    started_ = compile(calls, outcomes);
    started_outcomes_ = outcomes;
    ran_.assign(started_.calls.size(), {});
    runner_->start(started_.calls, ran_);
  }
  void finish() override {
    runner_->finish();
    for (std::size_t i = 0; i < ran_.size(); ++i) started_outcomes_[started_.places[i]] = std::move(ran_[i]);
    ran_.clear();
  }
  void conclude() override { runner_->conclude(); }

 private:
  /// The calls that compile.
  struct Passed {
    std::vector<backend::Call> calls;
    std::vector<std::size_t> places;
  };

  Passed compile(std::span<const backend::Call> calls, std::span<Outcome> outcomes) {
    Passed passed;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (const auto why = obstacle(*calls[i].tuple, calls[i].build)) {
        outcomes[i] = {OutcomeKind::protocol_error, "asked though " + why->why};
        continue;
      }
      const Result& result = result_of(*calls[i].tuple, calls[i].build);
      if (result.made == Made::refused) {
        outcomes[i] = {OutcomeKind::rejected, result.text};
        continue;
      }
      passed.calls.push_back(calls[i]);
      passed.places.push_back(i);
    }
    return passed;
  }

  void add_if_new(const Tuple& tuple, std::size_t build, std::vector<Function>& wanted) {
    if (inexpressible_in(tuple, compiled_[build].build.mode)) return;
    const Function& function = compiled_[build].maker.of(tuple);
    // Its result is filled in by make().
    if (compiled_[build].results.try_emplace(function.key).second) wanted.push_back(function);
  }

  void make(std::size_t build, std::span<const Function> functions) {
    Compiled& compiled = compiled_[build];
    const std::size_t all = functions.size();
    while (!functions.empty()) {
      const auto part = functions.first(std::min(functions.size(), kFunctionsAtOnce));
      const std::vector<Result> made = compiled.workshop.make(part);
      for (std::size_t i = 0; i < part.size(); ++i) compiled.results[part[i].key] = made[i];
      functions = functions.subspan(part.size());
      if (note_ && all > kFunctionsAtOnce) note_(fmt::format("build {}: {} of {} functions compiled", compiled.build.name, all - functions.size(), all));
    }
  }

  const Result& result_of(const Tuple& tuple, std::size_t build) {
    const Function& function = compiled_[build].maker.of(tuple);
    const auto [place, is_new] = compiled_[build].results.try_emplace(function.key);
    if (is_new) place->second = compiled_[build].workshop.make({&function, 1}).front();
    return place->second;
  }

  // All together: a compiler's start costs more than a question.
  void make_questions(std::size_t build) {
    std::vector<Function> wanted;
    for (const Question about : kAllQuestions) add_if_new(question(about), build, wanted);
    make(build, wanted);
  }

  // What one question is answered; false where the headers do not let it be asked.
  template <typename Value>
  bool ask(std::size_t build, Question about, Value& answer, std::string& problem) {
    const Tuple tuple = question(about);
    const Result& result = result_of(tuple, build);
    if (result.made != Made::ready) {
      problem = result.text;
      return false;
    }
    std::array<std::byte, 64> bytes{};
    const backend::Storage storage{bytes.data(), bytes.size(), 0};
    const backend::Call call{&tuple, capabilities_.profiles.front(), {&storage, 1}, {}, backend::Flush::left, static_cast<std::uint32_t>(build)};
    Outcome outcome;
    runner_->execute({&call, 1}, {&outcome, 1});
    std::memcpy(&answer, bytes.data(), sizeof(answer));
    problem = outcome.diagnostic;
    return outcome.kind == OutcomeKind::executed;
  }

  Answers ask(std::size_t build) {
    make_questions(build);
    Answers answers;
    std::string problem;
    std::uint8_t flag = 0;
    const auto yes = [&](Question about) { return ask(build, about, flag, problem) && flag == 1; };
    answers.has_half = ask(build, Question::half, answers.half, problem);
    answers.has_bfloat16 = ask(build, Question::bfloat16, answers.bfloat16, problem);
    answers.are_one_type = yes(Question::bfloat16_is_half);
    answers.ndebug = yes(Question::ndebug);
    answers.unsigned_extents = yes(Question::unsigned_extents);
    const std::string where = config_.file.string() + ": build " + compiled_[build].build.name + ": ";
    const bool manual = compiled_[build].build.mode == Mode::manual;
    if (!ask(build, Question::storage, flag, problem))
      throw backend::CannotOpen(fmt::format("{}a tile of 16 by 16 floats cannot be declared{} and filled: {}; see the headers' own defines, or the mode of the build",
                                            where, manual ? ", assigned" : "", problem.empty() ? "no reason given" : problem));
    answers.keeps_storage = flag == 1;
    if (!answers.keeps_storage)
      throw backend::CannotOpen(where + "a tile does not keep what is put into data(); see the headers' own defines, or the mode of the build");
    return answers;
  }

  // bfloat16_t that is an alias of half would make every case of it look wrong.
  void settle_dtypes() {
    const auto in_all = [&](bool (Answers::*real)() const) {
      return std::all_of(answers_.begin(), answers_.end(), [&](const Answers& one) { return (one.*real)(); });
    };
    const std::pair<DType, bool> floats[] = {{DType::f16, in_all(&Answers::is_real_half)}, {DType::bf16, in_all(&Answers::is_real_bfloat16)}};
    for (const auto& [dtype, real] : floats) {
      const auto place = std::find(capabilities_.dtypes.begin(), capabilities_.dtypes.end(), dtype);
      if (real || place == capabilities_.dtypes.end()) continue;
      if (config_.dtypes_given)
        throw backend::CannotOpen(fmt::format("{}: capabilities.dtypes names {}, and it is not real here; take it out",
                                              config_.file.string(), pto_cts::name(dtype)));
      capabilities_.dtypes.erase(place);
      left_out_.push_back(fmt::format("{} is left out: the headers have no such type here", pto_cts::name(dtype)));
    }
  }

  Config config_;
  std::function<void(const std::string&)> note_;
  backend::Capabilities capabilities_;
  std::vector<Compiled> compiled_;
  std::string version_;
  std::unique_ptr<backend::Backend> runner_;
  std::vector<Answers> answers_;
  std::vector<std::string> left_out_;  ///< Dtypes, a line each.
  Passed started_;
  std::span<Outcome> started_outcomes_;
  std::vector<Outcome> ran_;
};

std::vector<backend::Fact> HeadersBackend::facts() const {
  const Workshop& workshop = compiled_.front().workshop;
  std::vector<std::string> profiles;
  for (const Profile profile : capabilities_.profiles) profiles.emplace_back(pto_cts::name(profile));
  std::vector<backend::Fact> all = {{"compiler", workshop.compiler_version()},
                                    {"headers", workshop.header_hash()},
                                    {"profile", fmt::format("{}", fmt::join(profiles, " "))},
                                    {"readings", config_.interpretations.empty() ? "the seeds'" : fmt::format("{}", fmt::join(config_.interpretations, " "))}};
  for (std::size_t b = 0; b < compiled_.size(); ++b) {
    const auto& [build, shop, maker, results] = compiled_[b];
    const Answers& a = answers_[b];
    const std::string key = "build " + build.name;
    all.push_back({key, fmt::format("{}, {}, assertions {}", build.mode == Mode::manual ? "manual" : "auto", a.ndebug ? "NDEBUG" : "no NDEBUG", build.assertions ? "on" : "off")});
    all.push_back({key + ": command", fmt::format("{}", fmt::join(shop.command(), " "))});
    all.push_back({key + ": half", type_text(a.has_half, a.half, a.is_real_half())});
    all.push_back({key + ": bfloat16_t", type_text(a.has_bfloat16, a.bfloat16, a.is_real_bfloat16())});
  }
  return all;
}

}  // namespace

std::unique_ptr<backend::Backend> open_headers(Config config, Surroundings surroundings) {
  return std::make_unique<HeadersBackend>(std::move(config), surroundings);
}

std::optional<std::filesystem::path> library_to_preload(const Config& config) {
  const auto needs_it = [](const Build& build) { return build.address_sanitizer; };
  if (std::none_of(config.builds.begin(), config.builds.end(), needs_it)) return std::nullopt;
  const Compiler compiler = identify(config.compiler, config.file);
  return runtime_library(compiler, compiler.vendor == Vendor::clang ? "libclang_rt.asan-x86_64.so" : "libasan.so", config.file);
}

}  // namespace pto_cts::headers
