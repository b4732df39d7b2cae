// SPDX-License-Identifier: MIT
// The kernels through the C interface against the same kernels without it.
#include <map>

#include "arena.h"
#include "pto_cts/plugin/export_backend.h"
#include "pto_cts/plugin/plugin_backend.h"
#include "pto_cts/simd/simd_backend.h"

namespace pto_cts::plugin {
namespace {

Tuple tfillpad_expand(const TileDesc& dst, const TileDesc& src) {
  Tuple tuple = tfillpad(dst, src);
  tuple.mnemonic = "TFILLPAD_EXPAND";
  tuple.attributes.clear();
  return tuple;
}

TileDesc with_pad(TileDesc tile, PadValue pad) {
  tile.pad = pad;
  return tile;
}

/// Calls that run, and calls that the kernels turn away.
std::vector<Tuple> tuples() {
  std::vector<Tuple> all;
  for (const DType dtype : kAllDTypes) {
    const TileDesc full = default_tile(TileType::Vec, dtype, 8, 64), part = dynamic_tile(dtype, 8, 64, 5, 37),
                   small = default_tile(TileType::Vec, dtype, 4, 32);
    TileDesc none = full;
    none.rows = 0;
    for (const TileDesc& tile : {full, part, none}) {
      all.push_back(tmuls(tile, tile));
      all.push_back(tmuls(tile, tile, true));
      all.push_back(tpartadd(tile, tile, dynamic_tile(dtype, 8, 64, 5, 20)));
      all.push_back(tpartadd(tile, tile, tile, 0, 1));
      all.push_back(tgatherb(tile, full, dynamic_tile(DType::u32, 8, 64, tile.valid_rows, tile.valid_cols)));
      for (const PadValue pad : kAllPadValues) {
        all.push_back(tfillpad(with_pad(full, pad), tile));
        all.push_back(tfillpad(with_pad(tile, pad), tile, true));
        all.push_back(homogeneous_tfillpad(tile, pad));
        all.push_back(tfillpad_expand(with_pad(full, pad), tile));
        all.push_back(tfillpad_expand(with_pad(full, pad), small));
      }
    }
    all.push_back(tpartadd(full, part, default_tile(TileType::Vec, DType::f32, 8, 64)));
  }
  Tuple incomplete = all.front();
  incomplete.tiles.pop_back();
  all.push_back(incomplete);
  return all;
}

Arena filled(const Tuple& tuple) {
  std::mt19937 random(1);
  Arena arena(tuple);
  for (int i = 0; i < storage_count(tuple); ++i) arena.fill_random(i, random);
  for (const TileOperand& operand : tuple.tiles)
    if (operand.role == Role::index)  // offsets of elements inside the source
      for (std::int64_t row = 0; row < operand.tile.rows; ++row)
        for (std::int64_t col = 0; col < operand.tile.cols; ++col)
          set_bits(arena.data(operand.storage), operand.tile, row, col,
                   random() % 512 * static_cast<std::uint64_t>(element_bytes(tuple.tiles[1].tile.dtype)));
  return arena;
}

TEST(SimdPlugin, SaysWhatTheKernelsSay) {
  const auto simd = simd::make_simd_backend();
  const auto plugin = open_plugin(SIMD_PLUGIN);
  backend::Capabilities expected = simd->capabilities();
  expected.profiles.assign(kCertifiedProfiles.begin(), kCertifiedProfiles.end());
  EXPECT_EQ(plugin->name(), "simd");
  EXPECT_EQ(plugin->capabilities(), expected);
  EXPECT_EQ(plugin->observability(), (backend::Observability{true, true, true, false, true}));
  EXPECT_EQ(plugin->placement(), (backend::Placement{true, true}));
  EXPECT_EQ(plugin->batch_cases(), 32u);
}

TEST(SimdPlugin, AgreesWithTheKernelsCallByCall) {
  const auto simd = simd::make_simd_backend();
  const auto plugin = open_plugin(SIMD_PLUGIN);
  const std::uint64_t scalar[] = {3};
  std::map<std::pair<std::string, backend::OutcomeKind>, int> seen;
  for (const Tuple& tuple : tuples()) {
    const Arena own = filled(tuple), across = filled(tuple);
    const std::span<const std::uint64_t> scalars(scalar, tuple.scalars.size());
    const backend::Outcome expected = run(*simd, tuple, own, scalars), actual = run(*plugin, tuple, across, scalars);
    EXPECT_EQ(actual.kind, expected.kind) << tuple.mnemonic;
    EXPECT_EQ(actual.diagnostic, expected.diagnostic);
    EXPECT_EQ(across.contents(), own.contents()) << tuple.mnemonic;
    EXPECT_TRUE(across.guards_intact());
    ++seen[{tuple.mnemonic, actual.kind}];
  }
  for (const char* mnemonic : {"TMULS", "TPARTADD", "TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB"}) {
    EXPECT_GT((seen[{mnemonic, backend::OutcomeKind::executed}]), 10) << mnemonic;
    EXPECT_GT((seen[{mnemonic, backend::OutcomeKind::rejected}]), 0) << mnemonic;
  }
}

TEST(SimdPlugin, ThatHasNoKernelSaysSo) {
  Tuple tuple = tmuls(dynamic_tile(DType::f32, 8, 64, 1, 1), dynamic_tile(DType::f32, 8, 64, 1, 1));
  tuple.mnemonic = "TNOTHING";
  const Arena arena(tuple);
  const std::uint64_t scalar[] = {1};
  const backend::Outcome outcome = run(*open_plugin(SIMD_PLUGIN), tuple, arena, scalar);
  EXPECT_EQ(outcome.kind, backend::OutcomeKind::unsupported);
  EXPECT_EQ(outcome.diagnostic, "no kernel for TNOTHING");
}

TEST(ExportBackend, TurnsAwayConstantsThatItDoesNotKnow) {
  const pto_cts_backend* plugin = export_backend([] {
    auto simd = simd::make_simd_backend();
    return Exported{std::move(simd), {}, 1};
  });
  ASSERT_NE(plugin, nullptr);
  pto_cts_tile tile{};
  tile.struct_size = sizeof tile;
  tile.name = "dst";
  tile.dtype = PTO_CTS_F32 + 1;
  const pto_cts_tile* tiles[] = {&tile};
  pto_cts_call call{};
  call.struct_size = sizeof call;
  call.mnemonic = "TMULS";
  call.profile = "a5";
  call.tiles = tiles;
  call.tile_count = 1;
  char text[256] = {};
  pto_cts_outcome outcome{sizeof outcome, PTO_CTS_NOT_RUN, text, sizeof text};
  const pto_cts_call* calls[] = {&call};
  pto_cts_outcome* outcomes[] = {&outcome};
  plugin->execute(plugin->self, calls, outcomes, 1);
  EXPECT_EQ(outcome.status, PTO_CTS_UNSUPPORTED);
  EXPECT_STREQ(text, "unknown element type 11");
  plugin->close(plugin->self);
}

TEST(ExportBackend, ReportsThatItCannotBeMade) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(export_backend([]() -> Exported { throw std::runtime_error("no device"); }), nullptr);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "the backend cannot be opened: no device\n");
}

}  // namespace
}  // namespace pto_cts::plugin
