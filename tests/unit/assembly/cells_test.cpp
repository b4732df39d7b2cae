// SPDX-License-Identifier: MIT
// Tuples of every cell of every instruction on every profile, legal, illegal and target-defined, as assembly and back.
#include <gtest/gtest.h>

#include "pto_cts/generators/domain.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/render/assembly.h"
#include "pto_cts/render/text.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts {
namespace {

constexpr std::uint64_t kSeed = 20240229;

render::AssemblySignature signature_of(const terms::Instruction& instruction) {
  render::AssemblySignature signature;
  signature.mnemonic = instruction.mnemonic;
  for (const terms::TileParameter& tile : instruction.tiles) signature.tiles.push_back({tile.name, tile.role});
  signature.scalars = instruction.scalars;
  for (const terms::AttributeParameter& attribute : instruction.attributes)
    signature.attributes.push_back({attribute.key, attribute.default_value, attribute.template_slot, attribute.values});
  return signature;
}

class Cells : public testing::TestWithParam<std::string> {};

void expect_round_trip(const Tuple& tuple, const render::AssemblySignature& signature) {
  const std::string ssa = render::assembly_ssa(tuple), dps = render::assembly_dps(tuple);
  ASSERT_EQ(render::parse_assembly(ssa, signature), tuple) << ssa << "\n" << render::render_tuple(tuple);
  ASSERT_EQ(render::parse_assembly(dps, signature), tuple) << dps << "\n" << render::render_tuple(tuple);
  ASSERT_EQ(render::assembly_mnemonic(ssa), tuple.mnemonic);
  ASSERT_EQ(render::assembly_mnemonic(dps), tuple.mnemonic);
}

TEST_P(Cells, ComeBackFromBothForms) {
  const terms::Instruction instruction = terms::under(*spec::find_instruction(GetParam()), {});
  const render::AssemblySignature signature = signature_of(instruction);
  for (const Profile profile : kCertifiedProfiles) {
    const generators::Domain domain(instruction, profile);
    std::size_t kinds[3] = {};
    for (const generators::Cell& cell : domain.cells()) {
      ++kinds[static_cast<std::size_t>(cell.kind)];
      for (std::uint64_t k = 0; k < 3; ++k) {
        const generators::Generated made = domain.generate(cell, kSeed, k);
        expect_round_trip(made.subject->tuple, signature);
        if (made.subject->twin) expect_round_trip(made.subject->twin->tuple, signature);
        if (HasFatalFailure()) return;
      }
    }
    for (const std::size_t count : kinds) EXPECT_GT(count, 0u) << name(profile);
  }
}

std::vector<std::string> mnemonics() {
  std::vector<std::string> all;
  for (const terms::Instruction& instruction : spec::instructions()) all.push_back(instruction.mnemonic);
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, Cells, testing::ValuesIn(mnemonics()), [](const auto& one) { return one.param; });

// The pages' own examples.
TEST(Examples, ComeBackFromBothForms) {
  for (const terms::Instruction& instruction : spec::instructions())
    for (const terms::Example& example : instruction.examples) expect_round_trip(example.tuple, signature_of(instruction));
}

}  // namespace
}  // namespace pto_cts
