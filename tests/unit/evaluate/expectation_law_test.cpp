// SPDX-License-Identifier: MIT
// Expectations and verdicts on contents against a second implementation, element by element, on random cases.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/numerics/arithmetic.h"
#include "random_tuples.h"

namespace pto_cts::evaluate::expectation_law_test {
namespace {

using namespace tuples;

/// What the pages say of one destination element.
struct Element {
  ElementClass kind = ElementClass::unspecified;
  std::uint64_t bits = 0;
  bool computed = false;
};

/// The pages' formulas as loops over bytes. Layouts: row-major without boxes, and Nz.
class Naive {
 public:
  Naive(const Case& subject, bool by_blocks, bool valid_rows_bound)
      : case_(subject), by_blocks_(by_blocks), valid_rows_bound_(valid_rows_bound) {}

  Element at(std::int64_t row, std::int64_t col) const {
    const std::string& mnemonic = case_.tuple.mnemonic;
    if (mnemonic == "TFILLPAD" || mnemonic == "TFILLPAD_EXPAND") return fill(row, col);
    if (!valid(0, row, col)) return {};
    if (mnemonic == "TMULS") return multiply(row, col);
    if (mnemonic == "TPARTADD") return add(row, col);
    return gather(row, col);
  }

  /// Whether all offsets that are consumed lead into the source's bytes.
  bool offsets_in_bounds() const {
    const int size = element_bytes(tile(0).dtype);
    for (std::int64_t row = 0; row < tile(0).valid_rows; ++row)
      for (std::int64_t col = 0; col < tile(0).valid_cols; ++col) {
        const auto offset = by_blocks_ ? stored(2, row, col * size / 32) : stored(2, row, col);
        const std::uint64_t needed = by_blocks_ ? 32 : static_cast<std::uint64_t>(size);
        if (offset && *offset + needed > source_bytes()) return false;
      }
    return true;
  }

 private:
  const TileDesc& tile(std::size_t i) const { return case_.tuple.tiles[i].tile; }
  bool valid(std::size_t i, std::int64_t row, std::int64_t col) const {
    return row < tile(i).valid_rows && col < tile(i).valid_cols;
  }
  std::uint64_t source_bytes() const {
    return static_cast<std::uint64_t>(tile(1).rows * tile(1).cols * element_bytes(tile(1).dtype));
  }

  std::uint64_t bytes_at(std::size_t i, std::int64_t byte) const {
    const auto& storage = case_.payload[static_cast<std::size_t>(case_.tuple.tiles[i].storage)];
    std::uint64_t bits = 0;
    for (int b = element_bytes(tile(i).dtype) - 1; b >= 0; --b)
      bits = bits << 8 | storage.at(static_cast<std::size_t>(byte + b));
    return bits;
  }

  std::optional<std::uint64_t> stored(std::size_t i, std::int64_t row, std::int64_t col) const {
    if (!valid(i, row, col)) return std::nullopt;
    const TileDesc& t = tile(i);
    const std::int64_t size = element_bytes(t.dtype), across = 32 / size;
    const std::int64_t place = t.blayout == BLayout::RowMajor
                                   ? row * t.cols + col
                                   : col / across * t.rows * across + row * across + col % across;
    return bytes_at(i, place * size);
  }

  static std::uint64_t bits_of(float value) {
    return std::isnan(value) ? 0x7FC00000u : std::bit_cast<std::uint32_t>(value);
  }
  static float float_of(std::uint64_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

  std::uint64_t computed(numerics::ArithmeticOp op, std::uint64_t a, std::uint64_t b) const {
    const DType dtype = tile(0).dtype;
    const bool product = op == numerics::ArithmeticOp::multiply;
    if (dtype == DType::f32) return bits_of(product ? float_of(a) * float_of(b) : float_of(a) + float_of(b));
    if (is_float(dtype)) return numerics::apply(op, dtype, a, b);
    const std::uint64_t all = product ? a * b : a + b;
    return element_bytes(dtype) == 8 ? all : all % (std::uint64_t{1} << (8 * element_bytes(dtype)));
  }

  Element multiply(std::int64_t row, std::int64_t col) const {
    const auto source = stored(1, row, col);
    if (!source) return {};
    return {ElementClass::value, computed(numerics::ArithmeticOp::multiply, *source, case_.scalars[0]), true};
  }

  Element add(std::int64_t row, std::int64_t col) const {
    const auto a = stored(1, row, col), b = stored(2, row, col);
    if (a && b) return {ElementClass::value, computed(numerics::ArithmeticOp::add, *a, *b), true};
    if (a) return {ElementClass::value, *a, false};
    if (b) return {ElementClass::value, *b, false};
    return {};
  }

  Element fill(std::int64_t row, std::int64_t col) const {
    if (valid_rows_bound_ && row >= tile(0).valid_rows) return {};
    if (const auto source = stored(1, row, col)) return {ElementClass::value, *source, false};
    const bool by_argument = find_attribute(case_.tuple, "form") == "homogeneous";
    const std::string_view argument = find_attribute(case_.tuple, "pad");
    const bool zero = by_argument ? argument == "Zero" : tile(0).pad == PadValue::Zero;
    const bool largest = by_argument ? argument == "Max" : tile(0).pad == PadValue::Max;
    return {ElementClass::pad, zero ? 0 : extreme(tile(0).dtype, largest), false};
  }

  static std::uint64_t extreme(DType dtype, bool largest) {
    if (dtype == DType::f32) return largest ? 0x7F800000u : 0xFF800000u;
    if (dtype == DType::f16) return largest ? 0x7C00u : 0xFC00u;
    if (dtype == DType::bf16) return largest ? 0x7F80u : 0xFF80u;
    const std::uint64_t ones = (std::uint64_t{1} << (8 * element_bytes(dtype))) - 1;
    if (!is_signed_integer(dtype)) return largest ? ones : 0;
    return largest ? ones / 2 : ones / 2 + 1;
  }

  Element gather(std::int64_t row, std::int64_t col) const {
    const int size = element_bytes(tile(0).dtype);
    const auto offset = by_blocks_ ? stored(2, row, col * size / 32) : stored(2, row, col);
    if (!offset) return {};
    if (*offset % static_cast<std::uint64_t>(by_blocks_ ? 32 : size) != 0) return {};
    const std::uint64_t byte = *offset + (by_blocks_ ? static_cast<std::uint64_t>(col * size % 32) : 0);
    if (byte + static_cast<std::uint64_t>(size) > source_bytes()) return {};
    const std::int64_t element = static_cast<std::int64_t>(byte) / size;
    if (!valid(1, element / tile(1).cols, element % tile(1).cols)) return {};
    return {ElementClass::value, bytes_at(1, static_cast<std::int64_t>(byte)), false};
  }

  const Case& case_;
  bool by_blocks_;
  bool valid_rows_bound_;
};

class RandomCases {
 public:
  explicit RandomCases(std::uint64_t seed) : tuples_(seed), contents_(seed + 1000) {}

  /// A case that is legal on its profile, but for its offsets: one in four is wild where `wild_offsets`.
  Case next(const std::string& mnemonic, const terms::Readings& readings, bool wild_offsets) {
    for (int tries = 0; tries < 10000; ++tries) {
      const Tuple tuple = tuples_.changed(tuples_.legal(mnemonic), static_cast<int>(tuples_.below(2)));
      const Profile profile = tuples_.pick(kAllProfiles);
      const bool legal = verdict(resolved(mnemonic, readings), tuple, profile).legality == Legality::legal;
      if (legal && small(tuple)) return filled(make_case(tuple, profile), wild_offsets);
    }
    throw std::logic_error("no legal tuple of " + mnemonic);
  }

 private:
  static bool small(const Tuple& tuple) {
    for (const TileOperand& o : tuple.tiles)
      if (o.tile.rows * o.tile.cols > 2048) return false;
    return true;
  }

  std::uint64_t element(DType dtype) {
    const std::uint64_t random = contents_();
    const std::uint64_t bits =
        element_bytes(dtype) == 8 ? random : random % (std::uint64_t{1} << (8 * element_bytes(dtype)));
    if (!is_float(dtype) || contents_() % 4 != 0) return bits;
    const int width = 8 * element_bytes(dtype);
    const int mantissa = dtype == DType::f32 ? 23 : dtype == DType::f16 ? 10 : 7;
    const std::uint64_t sign = bits >> (width - 1) << (width - 1), low = bits & ((std::uint64_t{1} << mantissa) - 1);
    const std::uint64_t infinity = (std::uint64_t{1} << (width - 1)) - (std::uint64_t{1} << mantissa);
    switch (contents_() % 4) {
      case 0: return sign | low;             // zero or subnormal
      case 1: return sign | infinity | low;  // infinity or NaN
      case 2: return sign | infinity;
      default: return sign;
    }
  }

  Case filled(Case subject, bool wild_offsets) {
    for (std::uint64_t& scalar : subject.scalars) scalar = element(subject.tuple.scalars[0].dtype);
    for (const TileOperand& o : subject.tuple.tiles) {
      auto& storage = subject.payload[static_cast<std::size_t>(o.storage)];
      const auto size = static_cast<std::size_t>(element_bytes(o.tile.dtype));
      for (std::size_t at = 0; at + size <= storage.size(); at += size)
        store_element(o.tile.dtype, &storage[at], element(o.tile.dtype));
    }
    if (subject.tuple.tiles.back().role == Role::index) fill_offsets(subject, wild_offsets);
    return subject;
  }

  void fill_offsets(Case& subject, bool wild) {
    const auto bytes = static_cast<std::uint64_t>(tile_bytes(subject.tuple.tiles[1].tile));
    const auto size = static_cast<std::uint64_t>(element_bytes(subject.tuple.tiles[1].tile.dtype));
    auto& offsets = subject.payload[2];
    for (std::size_t at = 0; at < offsets.size(); at += 4) {
      std::uint64_t offset = contents_() % (bytes - 31);
      if (contents_() % 4 != 0) offset = contents_() % 2 == 0 ? offset / 32 * 32 : offset / size * size;
      store_element(DType::u32, &offsets[at], offset);
    }
    if (!wild) return;
    const std::uint64_t edges[] = {bytes,      bytes - 1,  bytes - size,       bytes - size + 1, bytes - 32,
                                   bytes - 31, 0xFFFFFFFF, 0x100000000 - size, 0x80000000};
    const auto cols = static_cast<std::uint64_t>(subject.tuple.tiles[2].tile.cols);
    const std::uint64_t row = contents_() % (offsets.size() / 4 / cols),
                        col = contents_() % 2 == 0 ? 0 : contents_() % cols;
    store_element(DType::u32, &offsets[4 * (row * cols + col)], edges[contents_() % std::size(edges)]);
  }

  RandomTuples tuples_;
  std::mt19937_64 contents_;
};

void compare(const std::string& mnemonic, const terms::Readings& readings, bool by_blocks, bool valid_rows, int cases,
             std::uint64_t seed) {
  RandomCases random(seed);
  const terms::Instruction& instruction = resolved(mnemonic, readings);
  std::array<int, 4> seen{};
  for (int i = 0; i < cases; ++i) {
    const Case subject = random.next(mnemonic, readings, i % 4 == 0);
    const Expectation expectation(instruction, subject);
    ASSERT_EQ(expectation.tiles().size(), 1u);
    const ExpectedTile& said = expectation.tiles()[0];
    const Naive naive(subject, by_blocks, valid_rows);
    const TileDesc& dst = subject.tuple.tiles[0].tile;
    ASSERT_EQ(said.tile, 0);
    ASSERT_EQ(said.classes.size(), static_cast<std::size_t>(dst.rows * dst.cols));
    for (std::int64_t row = 0; row < dst.rows; ++row)
      for (std::int64_t col = 0; col < dst.cols; ++col) {
        const Element wanted = naive.at(row, col);
        const auto at = static_cast<std::size_t>(row * dst.cols + col);
        ++seen[static_cast<std::size_t>(wanted.kind)];
        ASSERT_EQ(name(said.classes[at]), name(wanted.kind))
            << mnemonic << " case " << i << " at " << row << "," << col;
        if (wanted.kind == ElementClass::unspecified) continue;
        ASSERT_EQ(said.bits[at], wanted.bits) << mnemonic << " case " << i << " at " << row << "," << col;
        ASSERT_EQ(said.arithmetic[at] != 0, wanted.computed);
      }
  }
  EXPECT_GT(seen[static_cast<std::size_t>(ElementClass::value)], 1000);
  const bool pads = mnemonic.starts_with("TFILLPAD");
  EXPECT_EQ(seen[static_cast<std::size_t>(ElementClass::pad)] > 1000, pads);
}

class EveryExpectation : public testing::TestWithParam<std::string> {};

TEST_P(EveryExpectation, AgreesWithASecondImplementation) {
  compare(GetParam(), {}, false, false, 1000, 1);
}

TEST_P(EveryExpectation, AgreesWithASecondImplementationUnderOtherReadings) {
  compare(GetParam(), {"block32", "pad-source", "valid-rows"}, true, true, 600, 2);
}

TEST_P(EveryExpectation, IsAmongWhatIsAllowedAndAllThatIsAllowedOfACopy) {
  RandomCases random(3);
  for (int i = 0; i < 300; ++i) {
    const Case subject = random.next(GetParam(), {}, false);
    const Expectation expectation(resolved(GetParam()), subject);
    const ExpectedTile& said = expectation.tiles()[0];
    const TileDesc& dst = subject.tuple.tiles[0].tile;
    for (std::int64_t row = 0; row < dst.rows; row += 1 + row / 3)
      for (std::int64_t col = 0; col < dst.cols; ++col) {
        const auto at = static_cast<std::size_t>(row * dst.cols + col);
        if (said.classes[at] == ElementClass::unspecified) continue;
        const numerics::AllowedSet allowed = expectation.allowed(said, row, col);
        ASSERT_TRUE(allowed.contains(dst.dtype, said.bits[at]));
        const bool freedom = said.arithmetic[at] && is_float(dst.dtype) && subject.profile != Profile::strict;
        ASSERT_LE(allowed.values().size() + (allowed.any_nan ? 1 : 0), freedom ? 8u : 1u);
      }
  }
}

TEST_P(EveryExpectation, DoesNotDependOnWhatIsNotValid) {
  RandomCases random(4);
  std::mt19937_64 noise(5);
  for (int i = 0; i < 300; ++i) {
    const Case subject = random.next(GetParam(), {}, false);
    Case spoiled = subject;
    for (std::size_t t = 0; t < subject.tuple.tiles.size(); ++t) {
      const TileDesc& tile = subject.tuple.tiles[t].tile;
      const auto read = [&](std::int64_t row, std::int64_t col) {  // by any operand of this storage
        for (const TileOperand& other : subject.tuple.tiles)
          if (other.storage == subject.tuple.tiles[t].storage && is_read(other.role) &&
              in_valid_region(other.tile, row, col))
            return true;
        return false;
      };
      for (std::int64_t row = 0; row < tile.rows; ++row)
        for (std::int64_t col = 0; col < tile.cols; ++col)
          if (!read(row, col)) put(spoiled, t, row, col, noise());
    }
    const Expectation a(resolved(GetParam()), subject), b(resolved(GetParam()), spoiled);
    ASSERT_EQ(a.tiles()[0].classes, b.tiles()[0].classes);
    ASSERT_EQ(a.tiles()[0].arithmetic, b.tiles()[0].arithmetic);
    ASSERT_EQ(a.tiles()[0].bits, b.tiles()[0].bits);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, EveryExpectation, testing::ValuesIn(kMnemonics),
                         [](const auto& each) { return each.param; });

TEST(OffsetBounds, AreDecidedOnContentsAsASecondImplementationDecides) {
  for (const bool by_blocks : {false, true}) {
    const terms::Readings readings = by_blocks ? terms::Readings{"block32"} : terms::Readings{};
    const terms::Instruction& instruction = resolved("TGATHERB", readings);
    RandomCases random(6);
    int inside = 0, outside = 0;
    for (int i = 0; i < 1500; ++i) {
      const Case subject = random.next("TGATHERB", readings, true);
      const Verdict said = verdict(instruction, subject);
      const bool in_bounds = Naive(subject, by_blocks, false).offsets_in_bounds();
      ASSERT_EQ(name(said.legality), in_bounds ? "legal" : "target-defined");
      ASSERT_TRUE(said.clauses.empty());
      ASSERT_EQ(said.reasons,
                in_bounds ? std::vector<std::string>{} : std::vector<std::string>{"tgatherb.offset-bounds"});
      ++(in_bounds ? inside : outside);
    }
    EXPECT_GT(inside, 50);
    EXPECT_GT(outside, 50);
  }
}

class OffsetBoundsByHand : public testing::Test {
 protected:
  std::string_view with(std::int64_t row, std::int64_t col, std::uint64_t offset) {
    Case changed = subject;
    put(changed, 2, row, col, offset);
    return name(verdict(resolved("TGATHERB"), changed).legality);
  }

  const TileDesc halves = vec(DType::u16, 16, 16), offsets = vec(DType::u32, 16, 16);  // a source of 512 bytes
  Case subject = make_case(tgatherb(dynamic(halves, 12, 12), dynamic(halves, 3, 3), dynamic(offsets, 10, 16)));
};

TEST_F(OffsetBoundsByHand, EndWithTheBytesOfTheSourceTileNotItsValidRegion) {
  EXPECT_EQ(with(0, 0, 0), "legal");
  EXPECT_EQ(with(0, 0, 510), "legal");
  EXPECT_EQ(with(0, 0, 509), "legal");  // misaligned, within bounds
  EXPECT_EQ(with(0, 0, 511), "target-defined");
  EXPECT_EQ(with(0, 0, 512), "target-defined");
  EXPECT_EQ(with(9, 11, 512), "target-defined");
}

TEST_F(OffsetBoundsByHand, AreComputedWithoutWrappingAround) {
  EXPECT_EQ(with(0, 0, 0xFFFFFFFE), "target-defined");
  EXPECT_EQ(with(0, 0, 0xFFFFFFFF), "target-defined");
  EXPECT_EQ(with(0, 0, 0x80000000), "target-defined");
}

TEST_F(OffsetBoundsByHand, BindOnlyOffsetsThatAreConsumed) {
  EXPECT_EQ(with(10, 0, 0xFFFFFFFF), "legal");  // outside the offsets' valid region
  EXPECT_EQ(with(15, 15, 0xFFFFFFFF), "legal");
  EXPECT_EQ(with(0, 12, 0xFFFFFFFF), "legal");  // outside the destination's valid region
  EXPECT_EQ(with(9, 12, 0xFFFFFFFF), "legal");
}

TEST_F(OffsetBoundsByHand, AreNotLookedAtWhereTheTupleIsIllegalAlready) {
  put(subject, 2, 0, 0, 0xFFFFFFFF);
  subject.tuple.tiles[0].tile.valid_rows = 0;
  const Verdict said = verdict(resolved("TGATHERB"), subject);
  EXPECT_EQ(said.clauses, std::vector<std::string>{"tgatherb.dst.valid-rows"});
}

}  // namespace
}  // namespace pto_cts::evaluate::expectation_law_test
