// SPDX-License-Identifier: MIT
// The legal domain as the z3 program evaluates it, beside the evaluator's verdicts.
#include "pto_cts/smt/domain_script.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "pto_cts/evaluate/legality.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/terms/define.h"
#include "pto_cts/terms/rewrite.h"
#include "random_tuples.h"

namespace pto_cts::smt {
namespace {

using evaluate::tuples::RandomTuples;

std::string is(const std::string& name, const std::string& value) { return " (= |" + name + "| " + value + ")"; }
std::string is(const std::string& name, std::int64_t value) {
  return is(name, value < 0 ? "(- " + std::to_string(-value) + ")" : std::to_string(value));
}
std::string is(const std::string& name, const std::string& list, std::string_view text) {
  return is(name, "|" + list + " " + std::string(text) + "|");
}

// The tuple as a condition on the script's constants, by the names and texts of a case file alone.
std::string condition(const Tuple& tuple) {
  std::string all;
  for (const TileOperand& operand : tuple.tiles) {
    const TileDesc& t = operand.tile;
    const std::string& n = operand.name;
    all += is(n + ".storage", operand.storage) + is(n + ".type", "type", name(t.type)) + is(n + ".dtype", "dtype", name(t.dtype)) +
           is(n + ".rows", t.rows) + is(n + ".cols", t.cols) + is(n + ".blayout", "blayout", name(t.blayout)) +
           is(n + ".slayout", "slayout", name(t.slayout)) + is(n + ".fractal-bytes", t.fractal_bytes) +
           is(n + ".static-valid-rows", t.static_valid_rows) + is(n + ".static-valid-cols", t.static_valid_cols) +
           is(n + ".valid-rows", t.valid_rows) + is(n + ".valid-cols", t.valid_cols) + is(n + ".pad", "pad", name(t.pad));
  }
  for (const ScalarOperand& scalar : tuple.scalars) all += is(scalar.name + ".dtype", "dtype", name(scalar.dtype));
  for (const Attribute& attribute : tuple.attributes) all += is(attribute.key, attribute.key, attribute.value);
  return "(and" + all + ")";
}

// Truth of each named Boolean for each tuple, as the program says.
std::vector<std::vector<bool>> evaluated(const std::string& script, const std::vector<Tuple>& tuples,
                                         const std::vector<std::string>& names) {
  std::string questions;
  for (const std::string& name : names) questions += " |" + name + "|";
  const std::string file = testing::TempDir() + "/domain-" + std::to_string(::getpid()) + ".smt2";
  {
    std::ofstream out(file);
    out << script;
    for (const Tuple& tuple : tuples)
      out << "(push 1)\n(assert " << condition(tuple) << ")\n(check-sat)\n(get-value (" << questions << "))\n(pop 1)\n";
  }
  std::string answer;
  FILE* pipe = ::popen(("z3 " + file).c_str(), "r");
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) answer.append(buffer, n);
  ::pclose(pipe);
  std::filesystem::remove(file);
  EXPECT_EQ(answer.find("error"), std::string::npos) << answer.substr(answer.find("error"), 300);
  std::vector<bool> flat;
  for (std::size_t at = answer.find("| "); at != std::string::npos; at = answer.find("| ", at + 1))
    flat.push_back(answer.compare(at, 7, "| true)") == 0);
  std::vector<std::vector<bool>> all;
  for (std::size_t i = 0; i + names.size() <= flat.size(); i += names.size())
    all.emplace_back(flat.begin() + static_cast<std::ptrdiff_t>(i), flat.begin() + static_cast<std::ptrdiff_t>(i + names.size()));
  return all;
}

// Values that no narrow encoding could hold, and that a case file can.
void widen(Tuple& tuple, RandomTuples& random) {
  constexpr std::int64_t kMost = (std::int64_t{1} << 31) - 1;
  TileDesc& t = tuple.tiles[random.below(tuple.tiles.size())].tile;
  const std::int64_t extents[] = {kMost, -kMost, 70000, 131072, -2, -1, 0, t.rows * 4097};
  switch (random.below(6)) {
    case 0: t.rows = 1 << 20, t.cols = 1; break;
    case 1: t.rows = 1, t.cols = 1 << 20; break;
    case 2: t.valid_rows = random.pick(extents), t.static_valid_rows = random.chance(50) ? kDynamic : t.valid_rows; break;
    case 3: t.valid_cols = random.pick(extents), t.static_valid_cols = random.chance(50) ? kDynamic : t.valid_cols; break;
    case 4: t.fractal_bytes = random.pick(extents); break;
    default:
      for (TileOperand& operand : tuple.tiles) operand.tile.valid_cols = operand.tile.static_valid_cols = random.pick(extents);
  }
}

struct Rules {
  std::vector<std::string> ids, names;
};

Rules rules_without_contents(const terms::Instruction& instruction, Profile profile) {
  Rules rules;
  const auto add = [&](const auto& list, const std::string& kind) {
    for (const auto& one : list)
      if (one.phase != terms::Phase::data && (profile == Profile::cpu_sim || terms::holds_on(one.scope, profile == Profile::strict ? Profile::a5 : profile))) {
        rules.ids.push_back(one.id);
        rules.names.push_back(kind + one.id);
      }
  };
  add(instruction.clauses, "clause ");
  add(instruction.core, "core ");
  return rules;
}

// Counts of the verdicts met.
std::map<std::string, int> expect_agreement(const terms::Instruction& instruction, Profile profile, const std::vector<Tuple>& tuples) {
  const Rules rules = rules_without_contents(instruction, profile);
  std::vector<std::string> names = {"legal", "illegal", "target-defined"};
  names.insert(names.end(), rules.names.begin(), rules.names.end());
  const auto answers = evaluated(domain_script(instruction, profile), tuples, names);
  EXPECT_EQ(answers.size(), tuples.size());
  std::map<std::string, int> met;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const evaluate::Verdict verdict = evaluate::verdict(instruction, tuples[i], profile);
    const std::string_view said = evaluate::name(verdict.legality);
    ++met[std::string(said)];
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(answers[i][k], names[k] == said) << condition(tuples[i]);
    std::vector<std::string> broken;
    for (std::size_t k = 0; k < rules.ids.size(); ++k)
      if (!answers[i][k + 3] && rules.names[k].starts_with(said == "illegal" ? "clause " : "core ")) broken.push_back(rules.ids[k]);
    if (said == "illegal") {
      EXPECT_EQ(broken, verdict.clauses);
    } else if (profile != Profile::cpu_sim) {
      EXPECT_EQ(broken, verdict.reasons);
    }
  }
  return met;
}

using Chosen = std::tuple<terms::Instruction, Profile>;

class DomainScript : public testing::TestWithParam<Chosen> {};

TEST_P(DomainScript, GivesTheVerdictsAndTheBrokenClauses) {
  const auto& [spec, profile] = GetParam();
  RandomTuples random(29);
  for (const terms::Readings& readings : {terms::Readings{}, spec::readings()}) {
    const terms::Instruction instruction = terms::under(spec, readings);
    std::vector<Tuple> tuples;
    for (int i = 0; i < 80; ++i) tuples.push_back(random.changed(random.legal(instruction.mnemonic), i % 4));
    for (int i = 0; i < 40; ++i) {
      tuples.push_back(random.changed(random.legal(instruction.mnemonic), i % 2));
      widen(tuples.back(), random);
    }
    for (const terms::Example& example : instruction.examples) tuples.push_back(example.tuple);
    auto met = expect_agreement(instruction, profile, tuples);
    EXPECT_GE(met["legal"], 5);
    EXPECT_GE(met["illegal"], 20);
    EXPECT_GE(met["target-defined"], 5);
  }
}

std::string name_of(const testing::TestParamInfo<Chosen>& info) {
  return std::get<0>(info.param).mnemonic + "_" + std::string(name(std::get<1>(info.param)));
}
INSTANTIATE_TEST_SUITE_P(Spec, DomainScript, testing::Combine(testing::ValuesIn(spec::instructions()), testing::ValuesIn(kAllProfiles)),
                         name_of);

// Rules that only one of the three profiles knows, and quotients of whatever sign.
TEST(DomainScriptOfAToy, RoundsTowardsZero) {
  using namespace terms;
  Define d("TOY", "toys");
  const Tile dst = d.output("dst");
  d.require("a", dst.valid_rows / dst.valid_cols == -1, {"Toys#1"});
  d.require("b", dst.valid_rows % dst.valid_cols == -1, {"Toys#1"});
  d.require("c", ceil_div(dst.valid_rows, dst.valid_cols) == 0, {"Toys#1"});
  d.require(Scope::a5, "d", dst.valid_rows / 3 < dst.valid_cols % 7, {"Toys#1"});
  d.core("e", (dst.valid_rows - 5) * dst.valid_cols <= 12, "toys");
  d.core("f", dst.box_rows * 2 == dst.rows || dst.box_cols == dst.cols, "toys");
  std::vector<Tuple> tuples;
  for (std::int64_t rows = -7; rows <= 7; ++rows)
    for (std::int64_t cols = -4; cols <= 4; ++cols) {
      Tuple tuple;
      tuple.mnemonic = "TOY";
      tuple.tiles.push_back({"dst", Role::out, default_tile(TileType::Vec, DType::f32, 32, 8), 0});
      tuple.tiles[0].tile.valid_rows = rows;
      tuple.tiles[0].tile.valid_cols = cols;
      tuple.tiles[0].tile.slayout = kAllSLayouts[static_cast<std::size_t>((rows + 7) % 3)];
      tuple.tiles[0].tile.fractal_bytes = std::array{512, 1024, 32, 64}[static_cast<std::size_t>((cols + 4) % 4)];
      tuples.push_back(tuple);
    }
  for (const Profile profile : kAllProfiles) expect_agreement(d.instruction(), profile, tuples);
}

TEST(DomainScriptOfContents, NamesTheRulesThatItLeavesOut) {
  const terms::Instruction instruction = terms::under(*spec::find_instruction("TGATHERB"), {});
  const std::string script = domain_script(instruction, Profile::a5);
  EXPECT_NE(script.find("(set-info :data-core \"tgatherb.offset-bounds\")"), std::string::npos);
  EXPECT_EQ(script.find("|core tgatherb.offset-bounds|"), std::string::npos);
  EXPECT_NE(script.find("(set-logic QF_NIA)"), std::string::npos);
  EXPECT_LT(script.size(), 20000u);
}

}  // namespace
}  // namespace pto_cts::smt
