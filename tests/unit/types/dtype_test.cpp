// SPDX-License-Identifier: MIT
#include "pto_cts/types/dtype.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace pto_cts {
namespace {

struct Facts {
  DType dtype;
  std::string_view name;
  int bytes;
  bool floating;
  bool signed_integer;
};

constexpr Facts kFacts[] = {
    {DType::u8, "u8", 1, false, false},    {DType::i8, "i8", 1, false, true},    {DType::u16, "u16", 2, false, false},
    {DType::i16, "i16", 2, false, true},   {DType::u32, "u32", 4, false, false}, {DType::i32, "i32", 4, false, true},
    {DType::u64, "u64", 8, false, false},  {DType::i64, "i64", 8, false, true},  {DType::f16, "f16", 2, true, false},
    {DType::bf16, "bf16", 2, true, false}, {DType::f32, "f32", 4, true, false},
};

TEST(DType, HasSizeKindAndNameAsItsTypeHas) {
  for (const Facts& facts : kFacts) {
    EXPECT_EQ(name(facts.dtype), facts.name);
    EXPECT_EQ(element_bytes(facts.dtype), facts.bytes) << facts.name;
    EXPECT_EQ(is_float(facts.dtype), facts.floating) << facts.name;
    EXPECT_EQ(is_signed_integer(facts.dtype), facts.signed_integer) << facts.name;
  }
}

TEST(DType, ListHoldsEachTypeOnce) {
  EXPECT_EQ(kAllDTypes.size(), std::size(kFacts));
  EXPECT_EQ(std::set<DType>(kAllDTypes.begin(), kAllDTypes.end()).size(), std::size(kFacts));
}

TEST(DType, ShortNameIsReadBack) {
  for (const DType dtype : kAllDTypes) EXPECT_EQ(parse_dtype(name(dtype)), dtype);
}

TEST(DType, EverySpellingOfTheSeedPagesIsRead) {
  // TMULS, A2A3: three types are spelled twice.
  EXPECT_EQ(parse_dtype("int32_t"), DType::i32);
  EXPECT_EQ(parse_dtype("int"), DType::i32);
  EXPECT_EQ(parse_dtype("int16_t"), DType::i16);
  EXPECT_EQ(parse_dtype("half"), DType::f16);
  EXPECT_EQ(parse_dtype("float16_t"), DType::f16);
  EXPECT_EQ(parse_dtype("float"), DType::f32);
  EXPECT_EQ(parse_dtype("float32_t"), DType::f32);
  // TMULS, TPARTADD and TGATHERB, A5.
  EXPECT_EQ(parse_dtype("uint8_t"), DType::u8);
  EXPECT_EQ(parse_dtype("int8_t"), DType::i8);
  EXPECT_EQ(parse_dtype("uint16_t"), DType::u16);
  EXPECT_EQ(parse_dtype("uint32_t"), DType::u32);
  EXPECT_EQ(parse_dtype("bfloat16_t"), DType::bf16);
  // Not on the pages, but types of the spec.
  EXPECT_EQ(parse_dtype("uint64_t"), DType::u64);
  EXPECT_EQ(parse_dtype("int64_t"), DType::i64);
}

TEST(DType, NothingElseIsRead) {
  for (const std::string_view text : {"", "fp8", "double", "Float", "F32", "f32 ", " f32", "int32", "uint", "i128",
                                      "bfloat16", "float64_t", "halff", "?"})
    EXPECT_EQ(parse_dtype(text), std::nullopt) << text;
}

}  // namespace
}  // namespace pto_cts
