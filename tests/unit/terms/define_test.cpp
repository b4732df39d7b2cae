// SPDX-License-Identifier: MIT
#include "pto_cts/terms/define.h"

#include <gtest/gtest.h>

#include "toy.h"

namespace pto_cts::terms {
namespace {

TEST(Define, IdBeginsWithTheLowerCaseMnemonicAndNamesTheDevice) {
  Define d("TFILLPAD_EXPAND", "layout");
  const Tile dst = d.output("dst");
  d.require("rows", dst.rows == 1, {"a"});
  d.require(Scope::a2a3, "rows", dst.rows == 1, {"a"});
  d.require(Scope::a5, "rows", dst.rows == 1, {"a"});
  d.core("plain", dst.is_nd(), "why");
  d.core(Scope::a5, "pattern", dst.is_nd(), "why", {"b"});
  d.dispute("in-place", "question", "answer", {}, {"c"});
  const Instruction& i = d.instruction();
  EXPECT_EQ(id_prefix(i), "tfillpad_expand");
  EXPECT_EQ(i.clauses[0].id, "tfillpad_expand.rows");
  EXPECT_EQ(i.clauses[1].id, "tfillpad_expand.a2a3.rows");
  EXPECT_EQ(i.clauses[2].id, "tfillpad_expand.a5.rows");
  EXPECT_EQ(i.core[0].id, "tfillpad_expand.plain");
  EXPECT_EQ(i.core[1].id, "tfillpad_expand.a5.pattern");
  EXPECT_EQ(i.disputes[0].id, "tfillpad_expand.in-place");
  EXPECT_EQ(i.clauses[0].scope, Scope::common);
  EXPECT_EQ(i.clauses[2].scope, Scope::a5);
  EXPECT_EQ(i.find_clause("tfillpad_expand.a5.rows"), &i.clauses[2]);
  EXPECT_EQ(i.find_clause("tfillpad_expand.plain"), nullptr);
  EXPECT_EQ(i.find_clause("rows"), nullptr);
}

TEST(Define, RefusesAClauseWithoutSourceOrWithAnIdThatIsTaken) {
  Define d = toy::define();
  EXPECT_THROW(d.require("rule", toy::kDst.rows == 1, {}), std::logic_error);
  d.require("rule", toy::kDst.rows == 1, {"a"});
  EXPECT_THROW(d.require("rule", toy::kDst.rows == 2, {"a"}), std::logic_error);
  d.require(Scope::a5, "rule", toy::kDst.rows == 2, {"a"});
  EXPECT_EQ(d.instruction().clauses.size(), 2u);
}

TEST(Define, CitationIsARuleOfTheIndexOrAPageWithASection) {
  Define d = toy::define();
  d.require("rule", toy::kDst.rows == 1, {"tmuls/a5/1", "PTO manual#Tiles, 3"});
  const std::vector<Cite>& cites = d.instruction().clauses[0].cites;
  ASSERT_EQ(cites.size(), 2u);
  EXPECT_EQ(cites[0].rule, "tmuls/a5/1");
  EXPECT_EQ(cites[0].page, "");
  EXPECT_EQ(cites[1].rule, "");
  EXPECT_EQ(cites[1].page, "PTO manual");
  EXPECT_EQ(cites[1].section, "Tiles, 3");
}

TEST(Define, OperandHasATypeOfItsOwnUnlessItNamesASharedOne) {
  Define d("TMULS", "x");
  const TypeParameter shared = d.type_parameter("tile");
  const Tile dst = d.output("dst", shared);
  const Tile src = d.input("src", shared);
  const Tile index = d.index("offset");
  const Instruction& i = d.instruction();
  EXPECT_EQ(i.type_parameters, (std::vector<std::string>{"tile", "offset"}));
  EXPECT_EQ(dst.index, 0);
  EXPECT_EQ(src.index, 1);
  EXPECT_EQ(index.index, 2);
  EXPECT_EQ(i.tiles[0].type_parameter, 0);
  EXPECT_EQ(i.tiles[1].type_parameter, 0);
  EXPECT_EQ(i.tiles[2].type_parameter, 1);
  EXPECT_EQ(i.tiles[0].role, Role::out);
  EXPECT_EQ(i.tiles[1].role, Role::in);
  EXPECT_EQ(i.tiles[2].role, Role::index);
}

TEST(Define, ClauseHasThePhaseOfItsPredicate) {
  Define d = toy::define();
  d.require("a", toy::kDst.rows == 1, {"a"});
  d.require("b", toy::kDst.valid_rows == 1, {"a"});
  d.core("c", for_all_valid(toy::kDst, toy::kSrc.index_at(row(), col()) == 0), "why");
  EXPECT_EQ(d.instruction().clauses[0].phase, Phase::static_);
  EXPECT_EQ(d.instruction().clauses[1].phase, Phase::run_time);
  EXPECT_EQ(d.instruction().core[0].phase, Phase::data);
}

TEST(Define, RuledZeroExtentMarksTheOperandAndKeepsItOutOfTheCore) {
  Define d = toy::define();
  d.zero_valid_is_disputed(toy::kDst, "the page has a rule");
  const Instruction& i = d.instruction();
  EXPECT_TRUE(i.tiles[0].page_rules_zero);
  EXPECT_FALSE(i.tiles[1].page_rules_zero);
  ASSERT_EQ(i.core.size(), 1u);
  EXPECT_EQ(i.core[0].id, "toy.dst.not-empty");
  Tuple tuple =
      toy::tuple(default_tile(TileType::Vec, DType::f32, 4, 4), default_tile(TileType::Vec, DType::f32, 4, 4));
  EXPECT_TRUE(toy::Interpreter(tuple, {})(i.core[0].predicate.tree()));
  tuple.tiles[0].tile.valid_rows = 0;
  EXPECT_FALSE(toy::Interpreter(tuple, {})(i.core[0].predicate.tree()));
  tuple.tiles[0].tile.valid_rows = 1;
  tuple.tiles[0].tile.valid_cols = 0;
  EXPECT_FALSE(toy::Interpreter(tuple, {})(i.core[0].predicate.tree()));
}

TEST(Define, ExampleTakesDefaultsAndSharesStorageOnlyInPlace) {
  Define d = toy::define();
  const TileDesc tile = default_tile(TileType::Vec, DType::i16, 16, 16);
  d.example("one", {"a"}, {tile, tile});
  d.example("two", {"a"}, {tile, tile}, {{"form", "fancy"}, {"pad", "Max"}}, true);
  const std::vector<Example>& examples = d.instruction().examples;
  EXPECT_EQ(examples[0].tuple.mnemonic, "TOY");
  EXPECT_EQ(examples[0].tuple.tiles[0].storage, 0);
  EXPECT_EQ(examples[0].tuple.tiles[1].storage, 1);
  EXPECT_EQ(examples[0].tuple.scalars[0].dtype, DType::i16);
  EXPECT_EQ(find_attribute(examples[0].tuple, "form"), "plain");
  EXPECT_EQ(find_attribute(examples[0].tuple, "pad"), "Zero");
  EXPECT_EQ(examples[1].tuple.tiles[1].storage, 0);
  EXPECT_EQ(find_attribute(examples[1].tuple, "form"), "fancy");
  EXPECT_EQ(find_attribute(examples[1].tuple, "pad"), "Max");
  EXPECT_THROW(d.example("three", {"a"}, {tile}), std::logic_error);
  EXPECT_THROW(d.example("four", {"a"}, {tile, tile}, {{"form", "odd"}}), std::logic_error);
}

TEST(Choice, RefusesAValueThatIsNotDeclared) {
  Define d = toy::define();
  EXPECT_THROW(d.attribute("mode", {"a", "b"}).is("c"), std::logic_error);
}

class ShapeProblem : public testing::Test {
 protected:
  std::string problem() const { return shape_problem(instruction, tuple); }

  const Instruction instruction = toy::define().instruction();
  Tuple tuple =
      toy::tuple(default_tile(TileType::Vec, DType::f32, 16, 16), default_tile(TileType::Vec, DType::f32, 16, 16));
};

TEST_F(ShapeProblem, IsNoneForTheOperandsOfTheInstruction) {
  EXPECT_EQ(problem(), "");
}

TEST_F(ShapeProblem, NamesAWrongNumberOfOperands) {
  tuple.tiles.pop_back();
  EXPECT_EQ(problem(), "TOY takes 2 tiles, not 1");
  tuple.tiles.clear();
  EXPECT_EQ(problem(), "TOY takes 2 tiles, not 0");
}

TEST_F(ShapeProblem, NamesAnOperandOutOfOrderOrRole) {
  std::swap(tuple.tiles[0], tuple.tiles[1]);
  EXPECT_NE(problem(), "");
  std::swap(tuple.tiles[0], tuple.tiles[1]);
  tuple.tiles[1].role = Role::index;
  EXPECT_NE(problem().find("'src'"), std::string::npos);
  EXPECT_NE(problem().find("index"), std::string::npos);
}

TEST_F(ShapeProblem, NamesAScalarOrAttributeThatDoesNotBelong) {
  Tuple whole = tuple;
  tuple.scalars.clear();
  EXPECT_NE(problem().find("scalars"), std::string::npos);
  tuple = whole;
  tuple.scalars[0].name = "factor";
  EXPECT_NE(problem().find("'factor'"), std::string::npos);
  tuple = whole;
  tuple.attributes.pop_back();
  EXPECT_NE(problem().find("attributes"), std::string::npos);
  tuple = whole;
  tuple.attributes[0].key = "shape";
  EXPECT_NE(problem().find("'shape'"), std::string::npos);
  tuple = whole;
  tuple.attributes[0].value = "odd";
  EXPECT_NE(problem().find("'odd'"), std::string::npos);
  tuple = whole;
  tuple.attributes[1].template_slot = false;
  EXPECT_NE(problem().find("template slot"), std::string::npos);
  tuple = whole;
  tuple.configuration.push_back({"mode", "x", false});
  EXPECT_NE(problem().find("configuration"), std::string::npos);
}

}  // namespace
}  // namespace pto_cts::terms
