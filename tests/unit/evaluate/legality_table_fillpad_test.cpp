// SPDX-License-Identifier: MIT
// Verdicts on hand-made tuples of the padding instructions.
#include "verdict_table.h"

namespace pto_cts::evaluate::legality_table_fillpad_test {
namespace {

using namespace table;

TEST(Verdict, OfTfillpadWithTwoTypes) {
  const TileDesc padded = vec(f32, 16, 16, PadValue::Max);
  Tuple argument = tfillpad(padded, kF32);
  argument.attributes[1].value = "Max";
  const auto fill = [](DType dtype) { return tfillpad(vec(dtype, 16, 32, PadValue::Min), vec(dtype, 16, 32)); };
  check({
      on_all("the page's first example", tfillpad(vec(f32, 16, 16, PadValue::Min), kF32), "legal"),
      on_all("u8", fill(u8), "legal"),
      on_all("i8", fill(i8), "legal"),
      on_all("u16", fill(u16), "legal"),
      on_all("i16", fill(i16), "legal"),
      on_all("u32", fill(u32), "legal"),
      on_all("i32", fill(i32), "legal"),
      on_all("f16", fill(f16), "legal"),
      on_all("bf16", fill(bf16), "legal"),
      on_all("u64", fill(u64), "element-size"),
      on_all("no pad", tfillpad(kF32, kF32), "pad"),
      on_all("pad Zero", tfillpad(vec(f32, 16, 16, PadValue::Zero), kF32), "legal"),
      on_all("pad of the source does not matter", tfillpad(padded, vec(f32, 16, 16, PadValue::Min)), "legal"),
      on_all("source elements larger", tfillpad(vec(f16, 16, 16, PadValue::Max), kF32), "same-size"),
      on_all("destination elements of 8 bytes", tfillpad(vec(i64, 16, 16, PadValue::Max), kF32),
             "element-size same-size"),
      on_all("source elements of 8 bytes", tfillpad(padded, vec(i64, 16, 16)), "same-size"),
      on_all("equal size, other type", tfillpad(padded, vec(i32, 16, 16)), "target"),
      on_all("f16 and bf16", tfillpad(vec(bf16, 16, 16, PadValue::Max), vec(f16, 16, 16)), "target"),
      on_all("more rows", tfillpad(vec(f32, 32, 16, PadValue::Max), kF32), "same-rows"),
      on_all("fewer columns", tfillpad(vec(f32, 16, 8, PadValue::Max), kF32), "same-cols"),
      on_all("other shape of equal size", tfillpad(vec(f32, 32, 8, PadValue::Max), kF32), "same-cols same-rows"),
      on_all("any valid regions", tfillpad(dynamic(padded, 3, 6), dynamic(kF32, 2, 5)), "legal"),
      on_all("destination has no dynamic rows", tfillpad(dynamic(padded, 0, 6), kF32), "dst.valid-rows"),
      on_all("source has no dynamic columns", tfillpad(padded, dynamic(kF32, 2, 0)), "src.valid-cols"),
      on_all("source has negative dynamic rows", tfillpad(padded, dynamic(kF32, -1, 2)), "src.valid-rows"),
      on_all("source has no static rows: a dispute", tfillpad(padded, fixed(kF32, 0, 2)), "target"),
      on_all("source has static rows beyond its shape", tfillpad(padded, fixed(kF32, 17, 2)), "target"),
      on_all("Mat", tfillpad(nz(f32, 16, 16, PadValue::Zero), nz(f32, 16, 16)), "target"),
      on_all("source in Mat", tfillpad(padded, of_type(kF32, TileType::Mat)), "target"),
      on_all("column-major", tfillpad(in_layout(padded, BLayout::ColMajor), in_layout(kF32, BLayout::ColMajor)),
             "target"),
      on_all("source column-major", tfillpad(padded, in_layout(kF32, BLayout::ColMajor)), "target"),
      on_all("with boxes", tfillpad(in_layout(padded, BLayout::RowMajor, SLayout::RowMajor), kF32), "target"),
      on_all("with a pad argument", argument, "target"),
      on_all("in place", shared(tfillpad(padded, padded), 0, 1), "legal"),
      on_all("in place, pad and region differ", shared(tfillpad(dynamic(padded, 3, 6), dynamic(kF32, 2, 5)), 0, 1),
             "legal"),
      on_all("capacity, both", tfillpad(vec(f32, 65, 128, PadValue::Max), vec(f32, 65, 128)),
             "dst.capacity src.capacity"),
  });
}

TEST(Verdict, OfTfillpadWithOneType) {
  const TileDesc mat = nz(f32, 16, 256);
  const TileDesc nd_mat = of_type(kF32, TileType::Mat);
  const auto one = [](const TileDesc& tile, PadValue pad = PadValue::Zero) { return homogeneous(tile, tile, pad); };
  check({
      on_all("the page's second example", shared(one(fixed(mat, 1, 224)), 0, 1), "legal"),
      on_all("second example, not in place", one(fixed(mat, 1, 224)), "legal"),
      on_all("tile pad Zero", one(nz(f32, 16, 256, PadValue::Zero)), "legal"),
      on_all("tile pad Max", one(nz(f32, 16, 256, PadValue::Max)), "target"),
      on_all("argument Max", one(mat, PadValue::Max), "mat-pad"),
      on_all("argument Min", one(mat, PadValue::Min), "mat-pad"),
      on_all("argument Null", one(mat, PadValue::Null), "mat-pad"),
      on_all("Mat without boxes", one(nd_mat), "mat-layout"),
      on_all("Mat Zz", one(in_layout(nd_mat, BLayout::RowMajor, SLayout::RowMajor)), "mat-layout"),
      on_all("Mat Nn", one(in_layout(nd_mat, BLayout::ColMajor, SLayout::ColMajor)), "mat-layout"),
      on_all("Mat column-major without boxes", one(in_layout(nd_mat, BLayout::ColMajor)), "mat-layout"),
      on_all("Mat without boxes, argument Max", one(nd_mat, PadValue::Max), "mat-layout mat-pad"),
      on_all("Mat of u8", one(nz(u8, 16, 32)), "legal"),
      on_all("Mat of bf16", one(nz(bf16, 32, 16)), "legal"),
      on_all("Mat of u64", one(nz(u64, 16, 16)), "element-size"),
      on_all("rows that boxes do not divide", one(nz(f32, 24, 16)), "target"),
      on_all("boxes of 1024 bytes", one(box_bytes(nz(f32, 16, 16), 1024)), "target"),
      on_all("boxes of no known size", one(box_bytes(nz(f32, 16, 16), 48)), "target"),
      on_all("two types", homogeneous(nz(f32, 16, 16, PadValue::Zero), nz(f32, 16, 16)), "target"),
      on_all("two masks of one type", homogeneous(dynamic(mat, 3, 3), dynamic(mat, 2, 2)), "legal"),
      on_all("Vec: a dispute", one(kF32), "target"),
      on_all("Vec with a pad: a dispute", one(vec(f32, 16, 16, PadValue::Max), PadValue::Max), "target"),
      on_all("Left", one(of_type(kF32, TileType::Left)), "target"),

      on_all("Vec, argument Zero", one(kF32), "legal", {"pad-source"}),
      on_all("Vec, argument Min", one(kF32, PadValue::Min), "legal", {"pad-source"}),
      on_all("Vec, tile pad Max, argument Zero", one(vec(f32, 16, 16, PadValue::Max)), "legal", {"pad-source"}),
      on_all("Vec, argument Null", one(kF32, PadValue::Null), "target", {"pad-source"}),
      on_all("Vec with boxes", one(in_layout(kF32, BLayout::RowMajor, SLayout::RowMajor)), "target", {"pad-source"}),
      on_all("Vec column-major", one(in_layout(kF32, BLayout::ColMajor)), "target", {"pad-source"}),
      on_all("Vec, two types", homogeneous(vec(f32, 16, 16, PadValue::Max), kF32), "target", {"pad-source"}),
      on_all("Vec in place", shared(one(kF32), 0, 1), "legal", {"pad-source"}),
      on_all("Left, pad-source", one(of_type(kF32, TileType::Left)), "target", {"pad-source"}),
      on_all("Mat, pad-source", one(mat), "legal", {"pad-source"}),
      on_all("Mat, argument Max, pad-source", one(mat, PadValue::Max), "mat-pad", {"pad-source"}),
      on_all("two types, no pad, pad-source", tfillpad(kF32, kF32), "pad", {"pad-source"}),
      on_all("Vec, other reading", one(kF32), "target", {"valid-rows", "block32"}),
  });
}

TEST(Verdict, OfTfillpadExpand) {
  const TileDesc large = vec(f32, 32, 32, PadValue::Max);
  check({
      on_all("larger both ways", expand(large, kF32), "legal"),
      on_all("equal shapes", expand(vec(f32, 16, 16, PadValue::Zero), kF32), "legal"),
      on_all("more rows only", expand(vec(f32, 32, 16, PadValue::Zero), kF32), "legal"),
      on_all("fewer rows", expand(vec(f32, 8, 32, PadValue::Zero), kF32), "rows"),
      on_all("fewer columns", expand(vec(f32, 32, 8, PadValue::Zero), kF32), "cols"),
      on_all("fewer of both", expand(vec(f32, 16, 16, PadValue::Zero), vec(f32, 32, 32)), "cols rows"),
      on_all("no pad", expand(vec(f32, 32, 32), kF32), "pad"),
      on_all("elements of two sizes", expand(vec(f16, 32, 32, PadValue::Max), kF32), "same-size"),
      on_all("elements of 8 bytes", expand(vec(u64, 32, 32, PadValue::Max), vec(u64, 16, 16)), "element-size"),
      on_all("equal size, other type", expand(vec(u32, 32, 32, PadValue::Max), kF32), "target"),
      on_all("Mat", expand(of_type(large, TileType::Mat), kF32), "target"),
      on_all("source in Mat", expand(large, of_type(kF32, TileType::Mat)), "target"),
      on_all("column-major", expand(in_layout(large, BLayout::ColMajor), kF32), "target"),
      on_all("source with boxes", expand(large, in_layout(kF32, BLayout::RowMajor, SLayout::RowMajor)), "target"),
      on_all("in place", shared(expand(vec(f32, 16, 16, PadValue::Max), kF32), 0, 1), "target"),
      on_all("destination has no dynamic rows", expand(dynamic(large, 0, 1), kF32), "dst.valid-rows"),
      on_all("source has no static columns: a dispute", expand(large, fixed(kF32, 1, 0)), "target"),
      on_all("valid-rows does not change legality", expand(large, kF32), "legal", {"valid-rows"}),
  });
}

}  // namespace
}  // namespace pto_cts::evaluate::legality_table_fillpad_test
