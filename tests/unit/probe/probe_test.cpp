// SPDX-License-Identifier: MIT
// Backends that claim what they are not.
#include <gtest/gtest.h>
#include <xmmintrin.h>

#include <bit>
#include <cfenv>
#include <functional>
#include <map>

#include "pto_cts/instructions/registry.h"
#include "pto_cts/probe/probe.h"
#include "pto_cts/simd/simd_backend.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::probe {
namespace {

using backend::Call;
using backend::Outcome;

/// The kernels, with something around each call.
class Disguised final : public backend::Backend {
 public:
  using Act = std::function<Outcome(const Call& call, backend::Backend& kernels)>;

  explicit Disguised(Act act) : act_(std::move(act)) {
    capabilities_ = kernels_->capabilities();
    capabilities_.profiles = {Profile::a5};
    capabilities_.instructions = {"TMULS"};
  }
  std::string_view name() const override { return "disguised"; }
  const backend::Capabilities& capabilities() const override { return capabilities_; }
  backend::Observability observability() const override { return {.legality = decides}; }
  void execute(std::span<const Call> calls, std::span<Outcome> outcomes) override {
    for (std::size_t i = 0; i < calls.size(); ++i) outcomes[i] = act_(calls[i], *kernels_);
  }
  backend::Capabilities capabilities_;
  bool decides = false;

 private:
  Act act_;
  std::unique_ptr<backend::Backend> kernels_ = simd::make_simd_backend();
};

Outcome run(const Call& call, backend::Backend& kernels) {
  Outcome outcome;
  kernels.execute({&call, 1}, {&outcome, 1});
  return outcome;
}

Outcome run_as(DType from, DType as, const Call& call, backend::Backend& kernels) {
  Tuple tuple = *call.tuple;
  for (TileOperand& operand : tuple.tiles)
    if (operand.tile.dtype == from) operand.tile.dtype = as;
  for (ScalarOperand& scalar : tuple.scalars)
    if (scalar.dtype == from) scalar.dtype = as;
  Call changed = call;
  changed.tuple = &tuple;
  return run(changed, kernels);
}

std::map<std::string, Finding> probe_of(Disguised& backend) {
  static const std::vector<terms::Instruction> instructions = [] {
    std::vector<terms::Instruction> all;
    for (const terms::Instruction& instruction : spec::instructions()) all.push_back(terms::under(instruction, {}));
    return all;
  }();
  static const std::vector<generators::Domain> domains = [] {  // slow to make
    Disguised both(run);
    both.capabilities_.instructions = {"TMULS", "TPARTADD"};
    return claimed_domains(instructions, std::vector{Profile::a5}, both);
  }();
  std::map<std::string, Finding> findings;
  for (const Finding& finding : probe(domains, backend).findings) findings[finding.id] = finding;
  return findings;
}

TEST(Probe, FindsNothingWrongWithSoundKernels) {
  for (const char* mnemonic : {"TMULS", "TPARTADD"}) {
    Disguised backend(run);
    backend.capabilities_.instructions = {mnemonic};
    for (const auto& [id, finding] : probe_of(backend)) EXPECT_NE(finding.status, Status::differs) << id << ": " << finding.text;
    for (const char* id : {"f16", "bf16", "f32", "rounding", "determinism"})
      EXPECT_EQ(probe_of(backend).at(id).status, Status::holds) << id;
    EXPECT_NE(probe_of(backend).at("subnormals").text.find("inputs kept, results kept"), std::string::npos);
  }
}

TEST(Probe, TellsHalfFromBfloat) {
  Disguised backend([](const Call& call, backend::Backend& kernels) { return run_as(DType::bf16, DType::f16, call, kernels); });
  const auto findings = probe_of(backend);
  EXPECT_EQ(findings.at("bf16").status, Status::differs);
  EXPECT_NE(findings.at("bf16").text.find("that of f16"), std::string::npos);
  EXPECT_EQ(findings.at("f16").status, Status::holds);
  EXPECT_EQ(findings.at("a5/tmuls/bf16").status, Status::differs);
}

TEST(Probe, NamesTheRounding) {
  const std::map<int, std::string> modes = {{FE_UPWARD, "up"}, {FE_DOWNWARD, "down"}, {FE_TOWARDZERO, "toward zero"}};
  for (const auto& [mode, text] : modes)
    for (const char* mnemonic : {"TMULS", "TPARTADD"}) {
      Disguised backend([mode = mode](const Call& call, backend::Backend& kernels) {
        std::fesetround(mode);
        const Outcome outcome = run(call, kernels);
        std::fesetround(FE_TONEAREST);
        return outcome;
      });
      backend.capabilities_.instructions = {mnemonic};
      const Finding finding = probe_of(backend).at("rounding");
      EXPECT_EQ(finding.status, Status::differs);
      EXPECT_NE(finding.text.find("rounds " + text + ","), std::string::npos) << finding.text;
    }
}

TEST(Probe, SaysWhatIsFlushed) {
  for (const char* mnemonic : {"TMULS", "TPARTADD"}) {
    Disguised backend([](const Call& call, backend::Backend& kernels) {
      _mm_setcsr(_mm_getcsr() | 0x8000);  // results only
      const Outcome outcome = run(call, kernels);
      _mm_setcsr(_mm_getcsr() & ~0x8000u);
      return outcome;
    });
    backend.capabilities_.instructions = {mnemonic};
    const Finding finding = probe_of(backend).at("subnormals");
    EXPECT_EQ(finding.status, Status::informs);
    EXPECT_NE(finding.text.find("inputs kept, results flushed"), std::string::npos) << finding.text;
  }
}

TEST(Probe, FindsAClaimedDtypeThatIsNotSupported) {
  Disguised backend([](const Call& call, backend::Backend& kernels) {
    if (call.tuple->tiles[0].tile.dtype == DType::i16) return Outcome{backend::OutcomeKind::unsupported, "no i16"};
    return run(call, kernels);
  });
  const auto findings = probe_of(backend);
  EXPECT_EQ(findings.at("a5/tmuls/i16").status, Status::differs);
  EXPECT_NE(findings.at("a5/tmuls/i16").text.find("no i16"), std::string::npos);
  EXPECT_EQ(findings.at("a5/tmuls/i32").status, Status::holds);
}

TEST(Probe, FindsLegalityThatIsOnlyClaimed) {
  Disguised backend(run);
  EXPECT_EQ(probe_of(backend).at("a5/tmuls/legality").status, Status::not_checked);
  backend.decides = true;
  EXPECT_EQ(probe_of(backend).at("a5/tmuls/legality").status, Status::differs);
}

TEST(Probe, FindsResultsThatChange) {
  Disguised backend([count = 0](const Call& call, backend::Backend& kernels) mutable {
    const Outcome outcome = run(call, kernels);
    if (++count % 3 == 0) call.storages[0].data[0] ^= std::byte{1};
    return outcome;
  });
  EXPECT_EQ(probe_of(backend).at("determinism").status, Status::differs);
}

TEST(Probe, NamesInstructionsThatItDoesNotKnow) {
  Disguised backend(run);
  backend.capabilities_.instructions = {"TMULS", "TSOMETHING"};
  EXPECT_EQ(probe_of(backend).at("TSOMETHING").status, Status::not_checked);
}

}  // namespace
}  // namespace pto_cts::probe
