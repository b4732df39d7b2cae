// SPDX-License-Identifier: MIT
#include "pto_cts/headers/headers_backend.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "compiler.h"
#include "placement.h"
#include "pto_cts/backend/cannot_open.h"
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
  bool has_half = false, has_bfloat16 = false, keeps_storage = false, ndebug = false, unsigned_extents = false;
  std::string storage_problem;
};

bool is_real(bool declared, const FloatFacts& facts, unsigned significand_bits, bool has_1e30) {
  return declared && facts.bytes == 2 && facts.significand_bits == significand_bits && (facts.has_1e30 == 1) == has_1e30;
}
bool is_real_half(const Answers& a) { return is_real(a.has_half, a.half, 11, false); }
bool is_real_bfloat16(const Answers& a) { return is_real(a.has_bfloat16, a.bfloat16, 8, true); }

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
      all.push_back({one.build.name, one.build.assertions, one.build.mode == Mode::manual || one.build.address_sanitizer});
    return all;
  }
  std::size_t batch_cases() const override { return runner_->batch_cases(); }
  std::pmr::memory_resource* memory() override { return runner_->memory(); }
  bool renew() override { return runner_->renew(); }
  std::vector<std::string> remarks() const override { return runner_->remarks(); }

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
        outcomes[i] = {OutcomeKind::unsupported, why->why};
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
    Answers answers;
    std::string ignored;
    std::uint8_t flag = 0;
    answers.has_half = ask(build, Question::half, answers.half, ignored);
    answers.has_bfloat16 = ask(build, Question::bfloat16, answers.bfloat16, ignored);
    answers.ndebug = ask(build, Question::ndebug, flag, ignored) && flag == 1;
    answers.unsigned_extents = ask(build, Question::unsigned_extents, flag, ignored) && flag == 1;
    answers.keeps_storage = ask(build, Question::storage, flag, answers.storage_problem) && flag == 1;
    if (answers.keeps_storage) return answers;
    const bool manual = compiled_[build].build.mode == Mode::manual;
    throw backend::CannotOpen(fmt::format(
        "{}: build {}: {} does not keep what is put into data(){}; {}", config_.file.string(), compiled_[build].build.name,
        manual ? "a tile that TASSIGN has placed" : "a tile", answers.storage_problem.empty() ? "" : " (" + answers.storage_problem + ")",
        manual ? "see the headers' own defines for manual mode" : "see the headers' own defines for automatic storage, or say mode = \"manual\""));
  }

  // bfloat16_t that is an alias of half would make every case of it look wrong.
  void settle_dtypes() {
    const auto all = [&](bool (*real)(const Answers&)) { return std::all_of(answers_.begin(), answers_.end(), real); };
    const std::pair<DType, bool> floats[] = {{DType::f16, all(is_real_half)}, {DType::bf16, all(is_real_bfloat16)}};
    for (const auto& [dtype, real] : floats) {
      const auto place = std::find(capabilities_.dtypes.begin(), capabilities_.dtypes.end(), dtype);
      if (real || place == capabilities_.dtypes.end()) continue;
      if (config_.dtypes_given)
        throw backend::CannotOpen(fmt::format("{}: capabilities.dtypes names {}, and it is not real here; take it out",
                                              config_.file.string(), pto_cts::name(dtype)));
      capabilities_.dtypes.erase(place);
    }
  }

  Config config_;
  std::function<void(const std::string&)> note_;
  backend::Capabilities capabilities_;
  std::vector<Compiled> compiled_;
  std::string version_;
  std::unique_ptr<backend::Backend> runner_;
  std::vector<Answers> answers_;
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
    all.push_back({key + ": half", type_text(a.has_half, a.half, is_real_half(a))});
    all.push_back({key + ": bfloat16_t", type_text(a.has_bfloat16, a.bfloat16, is_real_bfloat16(a))});
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
