// SPDX-License-Identifier: MIT
#include "calls.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "pto_cts/simd/simd_backend.h"

namespace pto_cts {
namespace {

TileDesc tile_of(DType dtype, std::int64_t rows, std::int64_t cols, std::int64_t valid_rows, std::int64_t valid_cols,
                 PadValue pad = PadValue::Null) {
  TileDesc tile = default_tile(TileType::Vec, dtype, rows, cols);
  tile.static_valid_rows = tile.static_valid_cols = kDynamic;
  tile.valid_rows = valid_rows;
  tile.valid_cols = valid_cols;
  tile.pad = pad;
  return tile;
}

Prepared tmuls(const TileDesc& dst, const TileDesc& src, std::uint64_t scalar, bool in_place = false) {
  return {{"TMULS",
           {{"dst", Role::out, dst, 0}, {"src0", Role::in, src, in_place ? 0 : 1}},
           {{"scalar", dst.dtype}},
           {},
           {}},
          scalar};
}

Prepared tpartadd(const TileDesc& dst, const TileDesc& src0, const TileDesc& src1, int storage0 = 1, int storage1 = 2) {
  return {{"TPARTADD",
           {{"dst", Role::out, dst, 0}, {"src0", Role::in, src0, storage0}, {"src1", Role::in, src1, storage1}},
           {},
           {},
           {}}};
}

Prepared tfillpad(const TileDesc& dst, const TileDesc& src, bool in_place = false, std::string form = "heterogeneous") {
  return {{"TFILLPAD",
           {{"dst", Role::out, dst, 0}, {"src", Role::in, src, in_place ? 0 : 1}},
           {},
           {{"form", std::move(form)}, {"pad", "Zero", true}},
           {}}};
}

Prepared tfillpad_expand(const TileDesc& dst, const TileDesc& src) {
  Prepared call = tfillpad(dst, src);
  call.tuple.mnemonic = "TFILLPAD_EXPAND";
  call.tuple.attributes.clear();
  return call;
}

Prepared tgatherb(const TileDesc& dst, const TileDesc& src, const TileDesc& offset) {
  return {{"TGATHERB",
           {{"dst", Role::out, dst, 0}, {"src", Role::in, src, 1}, {"offset", Role::index, offset, 2}},
           {},
           {},
           {}}};
}

TileDesc mat_tile(DType dtype, std::int64_t rows, std::int64_t cols, std::int64_t valid_rows, std::int64_t valid_cols) {
  TileDesc tile = tile_of(dtype, rows, cols, valid_rows, valid_cols);
  tile.type = TileType::Mat;
  tile.blayout = BLayout::ColMajor;
  tile.slayout = SLayout::RowMajor;
  return tile;
}

constexpr DType kTypes[] = {DType::u8,  DType::i8,  DType::u16,  DType::i16, DType::u32,
                            DType::i32, DType::f16, DType::bf16, DType::f32};

std::vector<Prepared> tmuls_calls() {
  std::vector<Prepared> calls;
  for (const DType t : kTypes) {
    const int e = element_bytes(t);
    const std::uint64_t scalar = t == DType::f16 ? 0x3D55 : t == DType::bf16 ? 0x3FB5 : 0x3FB504F3;
    const std::uint64_t one_and_a_half = t == DType::f16 ? 0x3E00 : t == DType::bf16 ? 0x3FC0 : 0x3FC00000;
    const std::uint64_t small = t == DType::f16 ? 0x1801 : t == DType::bf16 ? 0x1001 : 0x10000001;
    const TileDesc partial = tile_of(t, 16, 128 / e, 13, 128 / e - 3), row = tile_of(t, 1, 1024 / e, 1, 1000 / e);
    const TileDesc large = tile_of(t, 16, 1024 / e, 16, 1024 / e);
    for (const std::uint64_t s : {scalar, small, one_and_a_half})
      for (const TileDesc& tile : {partial, row, large}) calls.push_back(tmuls(tile, tile, s));
    calls.push_back(tmuls(partial, partial, scalar, true));
  }
  return calls;
}

std::vector<Prepared> tpartadd_calls() {
  std::vector<Prepared> calls;
  for (const DType t : kTypes) {
    const int e = element_bytes(t);
    const std::int64_t cols = 128 / e;
    const TileDesc dst = tile_of(t, 16, cols, 13, cols - 3), fewer_rows = tile_of(t, 16, cols, 6, cols - 3);
    const TileDesc fewer_cols = tile_of(t, 16, cols, 13, cols - 7), wider = tile_of(t, 16, 2 * cols, 13, cols - 3);
    for (const TileDesc& other : {dst, fewer_rows, fewer_cols, wider}) {
      calls.push_back(tpartadd(dst, dst, other));
      calls.push_back(tpartadd(dst, other, dst));
    }
    calls.push_back(tpartadd(dst, dst, fewer_cols, 0, 1));
    calls.push_back(tpartadd(dst, dst, dst, 1, 0));
  }
  return calls;
}

std::vector<Prepared> tfillpad_calls() {
  std::vector<Prepared> calls;
  for (const DType t : kTypes) {
    const int e = element_bytes(t);
    const std::int64_t cols = 128 / e;
    for (const PadValue pad : {PadValue::Zero, PadValue::Max, PadValue::Min}) {
      const TileDesc src = tile_of(t, 16, cols, 13, cols - 3), dst = tile_of(t, 16, cols, 7, cols - 5, pad);
      calls.push_back(tfillpad(dst, src));
      calls.push_back(tfillpad(dst, src, true));
      calls.push_back(tfillpad(tile_of(t, 16, cols, 16, cols, pad), tile_of(t, 16, cols, 16, cols)));
    }
    const TileDesc mat = mat_tile(t, 32, cols, 9, cols - 5);
    calls.push_back(tfillpad(mat, mat, false, "homogeneous"));
  }
  return calls;
}

std::vector<Prepared> tfillpad_expand_calls() {
  std::vector<Prepared> calls;
  for (const DType t : kTypes) {
    const std::int64_t cols = 128 / element_bytes(t);
    calls.push_back(tfillpad_expand(tile_of(t, 16, cols, 1, 1, PadValue::Zero), tile_of(t, 16, cols, 16, cols)));
    for (const PadValue pad : {PadValue::Zero, PadValue::Max, PadValue::Min})
      calls.push_back(tfillpad_expand(tile_of(t, 24, 2 * cols, 7, 5, pad), tile_of(t, 16, cols, 13, cols - 3)));
  }
  return calls;
}

std::vector<Prepared> tgatherb_calls() {
  std::vector<Prepared> calls;
  for (const DType t : kTypes) {
    const int e = element_bytes(t);
    const std::int64_t cols = 128 / e;
    const TileDesc dst = tile_of(t, 16, cols, 13, cols - 3), offset = tile_of(DType::u32, 16, cols, 13, cols - 3);
    calls.push_back(tgatherb(dst, tile_of(t, 16, 1024 / e, 16, 1024 / e), offset));
    calls.push_back(tgatherb(tile_of(t, 1, 512 / e, 1, 500 / e), dst, tile_of(DType::u32, 1, 512 / e, 1, 512 / e)));
  }
  return calls;
}

std::map<std::string, Prepared, std::less<>> broken_calls() {
  using enum DType;
  const TileDesc good = tile_of(f32, 16, 32, 16, 32), fewer_rows = tile_of(f32, 16, 32, 9, 32);
  const TileDesc fewer_cols = tile_of(f32, 16, 32, 16, 20), fewer_both = tile_of(f32, 16, 32, 9, 20);
  const TileDesc words = tile_of(u32, 16, 32, 16, 32), padded = tile_of(f32, 16, 32, 16, 32, PadValue::Max);
  const TileDesc longs = tile_of(i64, 16, 16, 16, 16), offsets = tile_of(u32, 16, 16, 16, 16);
  const TileDesc wide = tile_of(f32, 16, 32, 16, 4000), huge = tile_of(f32, 128, 256, 128, 256);
  TileDesc mat = good, columns = good;
  mat.type = TileType::Mat;
  columns.blayout = BLayout::ColMajor;
  const TileDesc boxes = mat_tile(f32, 16, 32, 5, 20);
  Prepared mat_pad = tfillpad(boxes, boxes, true, "homogeneous");
  mat_pad.tuple.attributes[1].value = "Max";
  return {
      {"tmuls.a5.dtype", tmuls(longs, longs, 3)},
      {"tmuls.a2a3.valid-rows", tmuls(good, fewer_rows, 3)},
      {"tmuls.valid-cols", tmuls(good, fewer_cols, 3)},
      {"tmuls.location", tmuls(mat, mat, 3)},
      {"tmuls.row-major", tmuls(columns, columns, 3)},
      {"tmuls.tile.capacity", tmuls(huge, huge, 3)},
      {"tmuls.tile.col-alignment", tmuls(tile_of(f32, 128, 33, 128, 33), tile_of(f32, 128, 33, 128, 33), 3)},
      {"tpartadd.same-dtype", tpartadd(good, good, words)},
      {"tpartadd.a2a3.one-source-full", tpartadd(good, fewer_rows, fewer_both)},
      {"tpartadd.a2a3.sources-within", tpartadd(fewer_both, good, fewer_both)},
      {"tpartadd.src1.valid-cols", tpartadd(good, good, wide)},
      {"tfillpad.pad", tfillpad(good, fewer_both)},
      {"tfillpad.same-rows", tfillpad(padded, tile_of(f32, 8, 32, 8, 32))},
      {"tfillpad.mat-pad", mat_pad},
      {"tfillpad_expand.rows", tfillpad_expand(padded, tile_of(f32, 32, 32, 32, 32))},
      {"tgatherb.a2a3.row-major", tgatherb(columns, good, words)},
      {"tgatherb.dtype", tgatherb(longs, longs, offsets)},
  };
}

}  // namespace

std::vector<Prepared> legal_calls(std::string_view mnemonic) {
  if (mnemonic == "TMULS") return tmuls_calls();
  if (mnemonic == "TPARTADD") return tpartadd_calls();
  if (mnemonic == "TFILLPAD") return tfillpad_calls();
  if (mnemonic == "TFILLPAD_EXPAND") return tfillpad_expand_calls();
  if (mnemonic == "TGATHERB") return tgatherb_calls();
  return {};
}

Prepared call_that_breaks(std::string_view clause) {
  const auto calls = broken_calls();
  const auto found = calls.find(clause);
  return found == calls.end() ? Prepared{} : found->second;
}

namespace {

TEST(Calls, AreExecutedWhereLegal) {
  const auto simd = simd::make_simd_backend();
  for (const std::string& mnemonic : simd->capabilities().instructions) {
    const std::vector<Prepared> calls = legal_calls(mnemonic);
    EXPECT_GT(calls.size(), 10u) << mnemonic;
    for (const Prepared& call : calls)
      EXPECT_EQ(run(*simd, call, std::byte{0xA5})[0], static_cast<std::byte>(backend::OutcomeKind::executed))
          << mnemonic;
  }
}

}  // namespace

}  // namespace pto_cts
