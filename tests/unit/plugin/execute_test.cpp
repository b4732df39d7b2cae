// SPDX-License-Identifier: MIT
// Calls as the plug-in sees them, and what becomes of its answers.
#include <cstring>
#include <set>

#include "arena.h"
#include "scripted.h"

namespace pto_cts::plugin {
namespace {

using backend::Call;
using backend::Outcome;
using enum backend::OutcomeKind;

const TileDesc kTile = default_tile(TileType::Vec, DType::i32, 4, 32);

class PluginExecute : public Scripted {
 protected:
  std::vector<Outcome> execute(std::size_t count) const {
    static const Tuple tuple = tpartadd(kTile, kTile, kTile);
    static const Arena arena(tuple);
    const std::vector<Call> calls(count, Call{&tuple, Profile::a5, arena.storages(), {}});
    std::vector<Outcome> outcomes(count);
    open()->execute(calls, outcomes);
    return outcomes;
  }

  // One call that is answered so.
  Outcome answer(int status, const std::string& text) const {
    script->execute = [=](const pto_cts_call&, pto_cts_outcome& outcome, int) {
      std::memcpy(outcome.diagnostic, text.c_str(), std::min(text.size() + 1, outcome.diagnostic_bytes));
      outcome.status = status;
    };
    return execute(1).front();
  }
};

TEST_F(PluginExecute, HandsOverAtMostWhatThePluginTakes) {
  EXPECT_EQ(open()->batch_cases(), 2u);
  for (const Outcome& outcome : execute(9)) EXPECT_EQ(outcome.kind, executed);
  EXPECT_EQ(script->batches, (std::vector<std::size_t>{4, 4, 1}));

  script->batches.clear();
  script->description.max_batch = 0;
  EXPECT_EQ(open()->batch_cases(), 1u);
  execute(2);
  EXPECT_EQ(script->batches, (std::vector<std::size_t>{1, 1}));

  script->batches.clear();
  script->description.max_batch = SIZE_MAX;
  execute(300);
  EXPECT_EQ(script->batches, (std::vector<std::size_t>{256, 44}));
  EXPECT_TRUE(execute(0).empty());
}

TEST_F(PluginExecute, WritesEveryFieldOfACall) {
  Tuple tuple{"TPARTADD",
              {{"dst", Role::out, kTile, 0}, {"src0", Role::index, kTile, 2}, {"src1", Role::inout, kTile, 1}},
              {{"first", DType::bf16}, {"second", DType::i64}},
              {{"form", "plain"}, {"slot", "seven", true}},
              {{"state", "set"}}};
  tuple.tiles[1].tile = {TileType::Scaling, DType::u16, 32, 48, BLayout::ColMajor, 7, -1, SLayout::RowMajor, 1024,
                         PadValue::Max,     7,          40};
  const Arena arena(tuple);
  const std::uint64_t scalars[] = {0x3F80, 0xFFFFFFFFFFFFFFFF};

  script->execute = [&](const pto_cts_call& call, pto_cts_outcome& outcome, int) {
    EXPECT_EQ(call.struct_size, sizeof(pto_cts_call));
    EXPECT_STREQ(call.mnemonic, "TPARTADD");
    EXPECT_STREQ(call.profile, "a2a3");
    ASSERT_EQ(call.tile_count, 3u);
    const pto_cts_tile& tile = *call.tiles[1];
    EXPECT_EQ(tile.struct_size, sizeof(pto_cts_tile));
    EXPECT_STREQ(tile.name, "src0");
    EXPECT_EQ(tile.role, PTO_CTS_ROLE_INDEX);
    EXPECT_EQ(tile.type, PTO_CTS_TILE_SCALING);
    EXPECT_EQ(tile.dtype, PTO_CTS_U16);
    EXPECT_EQ(tile.blayout, PTO_CTS_BLAYOUT_COL_MAJOR);
    EXPECT_EQ(tile.slayout, PTO_CTS_SLAYOUT_ROW_MAJOR);
    EXPECT_EQ(tile.pad, PTO_CTS_PAD_MAX);
    EXPECT_EQ(std::vector({tile.rows, tile.cols, tile.static_valid_rows, tile.static_valid_cols, tile.valid_rows,
                           tile.valid_cols, tile.fractal_bytes}),
              (std::vector<std::int64_t>{32, 48, 7, PTO_CTS_DYNAMIC, 7, 40, 1024}));
    EXPECT_EQ(tile.storage, 2u);

    ASSERT_EQ(call.scalar_count, 2u);
    EXPECT_STREQ(call.scalars[1]->name, "second");
    EXPECT_EQ(call.scalars[1]->dtype, PTO_CTS_I64);
    EXPECT_EQ(call.scalars[1]->bits, scalars[1]);
    ASSERT_EQ(call.attribute_count, 2u);
    EXPECT_STREQ(call.attributes[0]->key, "form");
    EXPECT_EQ(call.attributes[0]->template_slot, 0);
    EXPECT_STREQ(call.attributes[1]->value, "seven");
    EXPECT_EQ(call.attributes[1]->template_slot, 1);
    ASSERT_EQ(call.configuration_count, 1u);
    EXPECT_STREQ(call.configuration[0]->key, "state");

    ASSERT_EQ(call.storage_count, 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(call.storages[i]->data, arena.storages()[i].data);
      EXPECT_EQ(call.storages[i]->bytes, arena.storages()[i].bytes);
      EXPECT_EQ(call.storages[i]->read_only, i == 2 ? 1 : 0);
    }

    EXPECT_EQ(outcome.struct_size, sizeof(pto_cts_outcome));
    EXPECT_EQ(outcome.status, PTO_CTS_NOT_RUN);
    EXPECT_EQ(outcome.diagnostic_bytes, 512u);
    outcome.status = PTO_CTS_EXECUTED;
  };
  EXPECT_EQ(run(*open(), tuple, arena, scalars, Profile::a2a3).kind, executed);
  EXPECT_EQ(script->calls, 1);
}

TEST_F(PluginExecute, ConvertsATupleOncePerBatch) {
  const Tuple tuples[] = {tmuls(kTile, kTile), tmuls(kTile, kTile)};
  const Arena arena(tuples[0]);
  const std::uint64_t scalars[] = {1, 2, 3};
  std::vector<Call> calls;
  for (const int i : {0, 1, 0})
    calls.push_back({&tuples[i], Profile::a5, arena.storages(), std::span(scalars).subspan(calls.size(), 1)});
  std::vector<const void*> tiles;
  std::vector<std::uint64_t> values;
  script->execute = [&](const pto_cts_call& call, pto_cts_outcome& outcome, int) {
    tiles.push_back(call.tiles);
    values.push_back(call.scalars[0]->bits);
    outcome.status = PTO_CTS_EXECUTED;
  };
  std::vector<Outcome> outcomes(3);
  open()->execute(calls, outcomes);
  EXPECT_EQ(values, (std::vector<std::uint64_t>{1, 2, 3}));
  ASSERT_EQ(tiles.size(), 3u);
  EXPECT_EQ(tiles[0], tiles[2]);
  EXPECT_NE(tiles[0], tiles[1]);
}

TEST_F(PluginExecute, ReusedMemoryHoldsNothingOfEarlierCalls) {
  const Tuple many = tfillpad(kTile, kTile), few = tmuls(kTile, kTile, true);
  const Arena large(many), small(few);
  const std::uint64_t scalar[] = {5};
  const auto plugin = open();
  run(*plugin, many, large);
  script->execute = [](const pto_cts_call& call, pto_cts_outcome& outcome, int) {
    EXPECT_EQ(call.attribute_count, 0u);
    EXPECT_EQ(call.storage_count, 1u);
    EXPECT_EQ(call.storages[0]->read_only, 0);
    EXPECT_EQ(call.scalar_count, 1u);
    outcome.status = PTO_CTS_EXECUTED;
  };
  EXPECT_EQ(run(*plugin, few, small, scalar).kind, executed);
}

TEST_F(PluginExecute, PassesOnStatusAndText) {
  Outcome outcome = answer(PTO_CTS_EXECUTED, "done");
  EXPECT_EQ(outcome.kind, executed);
  EXPECT_EQ(outcome.diagnostic, "");
  outcome = answer(PTO_CTS_REJECTED, "src0: f16 is no i32");
  EXPECT_EQ(outcome.kind, rejected);
  EXPECT_EQ(outcome.diagnostic, "src0: f16 is no i32");
  outcome = answer(PTO_CTS_UNSUPPORTED, "two\nlines\n");
  EXPECT_EQ(outcome.kind, unsupported);
  EXPECT_EQ(outcome.diagnostic, "two lines");
}

TEST_F(PluginExecute, EndsATextThatFillsTheBuffer) {
  const Outcome outcome = answer(PTO_CTS_REJECTED, std::string(600, 'x'));
  EXPECT_EQ(outcome.diagnostic, std::string(511, 'x'));
}

TEST_F(PluginExecute, TakesAMissingOrUnknownStatusForAProtocolError) {
  Outcome outcome = answer(PTO_CTS_NOT_RUN, "done");
  EXPECT_EQ(outcome.kind, protocol_error);
  EXPECT_EQ(outcome.diagnostic, "execute() left the status of this call as it was");
  outcome = answer(17, "done");
  EXPECT_EQ(outcome.kind, protocol_error);
  EXPECT_EQ(outcome.diagnostic, "execute() set the unknown status 17");
}

TEST_F(PluginExecute, AnExceptionCostsOneCall) {
  script->execute = [](const pto_cts_call&, pto_cts_outcome& outcome, int number) {
    if (number == 1) throw std::runtime_error("one\nis enough");
    outcome.status = PTO_CTS_EXECUTED;
  };
  const std::vector<Outcome> outcomes = execute(4);
  EXPECT_EQ(outcomes[0].kind, executed);
  EXPECT_EQ(outcomes[1].kind, crashed);
  EXPECT_EQ(outcomes[1].diagnostic, "an exception left execute(): one is enough");
  EXPECT_EQ(outcomes[2].kind, executed);
  EXPECT_EQ(outcomes[3].kind, executed);
  EXPECT_EQ(script->batches, (std::vector<std::size_t>{4, 2}));
}

TEST_F(PluginExecute, AnExceptionAfterAllCallsCostsTheLast) {
  script->execute = [](const pto_cts_call&, pto_cts_outcome& outcome, int number) {
    outcome.status = PTO_CTS_EXECUTED;
    if (number == 1) throw 1;
  };
  const std::vector<Outcome> outcomes = execute(2);
  EXPECT_EQ(outcomes[0].kind, executed);
  EXPECT_EQ(outcomes[1].kind, crashed);
  EXPECT_EQ(outcomes[1].diagnostic, "an exception left execute(): of a type that is no std::exception");
}

}  // namespace
}  // namespace pto_cts::plugin
