// SPDX-License-Identifier: MIT
#include "pto_cts/terms/print.h"

#include <gtest/gtest.h>

#include <cctype>
#include <map>

#include "toy.h"

namespace pto_cts::terms {
namespace {

const Instruction& toy_instruction() {
  static const Instruction instruction = toy::define().instruction();
  return instruction;
}

std::string text(const Bool& term) {
  return print(toy_instruction(), term.tree());
}
std::string text(const Int& term) {
  return print(toy_instruction(), term.tree());
}
std::string text(const Elem& term) {
  return print(toy_instruction(), term.tree());
}

TEST(Print, SpellsFieldsSizesAndNumbersInInfix) {
  const Tile dst(0), src(1);
  EXPECT_EQ(text(dst.bytes() % 512 == 0), "dst.rows * dst.cols * size(dst.dtype) % 512 == 0");
  EXPECT_EQ(text(dst.static_valid_rows == -1), "dst.static_valid_rows == -1");
  EXPECT_EQ(text(src.rows >= dst.rows), "dst.rows <= src.rows");
  EXPECT_EQ(text(src.box_rows != dst.box_cols), "src.box_rows != dst.box_cols");
  EXPECT_EQ(text(size_of(DType::bf16)), "size(bf16)");
}

TEST(Print, SpellsEnumerationsByTheirNames) {
  const Tile dst(0);
  EXPECT_EQ(text(dst.is_nd()), "dst.blayout == RowMajor && dst.slayout == NoneBox");
  EXPECT_EQ(text(dst.pad != PadValue::Null), "dst.pad != Null");
  EXPECT_EQ(text(dst.type == TileType::ScaleLeft), "dst.type == ScaleLeft");
  EXPECT_EQ(text(in(dst.dtype, {DType::i32, DType::bf16})), "dst.dtype in {i32, bf16}");
  EXPECT_EQ(text(in(dst.rows, {1, 2, 4})), "dst.rows in {1, 2, 4}");
  EXPECT_EQ(text(Scalar(0).dtype == dst.dtype), "scalar.dtype == dst.dtype");
  EXPECT_EQ(text(Choice(0, {"plain", "fancy"}).is("fancy")), "form == fancy");
  EXPECT_EQ(text(PadAttribute(1).value == PadValue::Min), "pad == Min");
}

TEST(Print, BracketsOnlyWhatWouldOtherwiseBindDifferently) {
  const Tile dst(0);
  const Int a = dst.rows, b = dst.cols, c = dst.valid_rows;
  EXPECT_EQ(text((a + b) * c), "(dst.rows + dst.cols) * dst.valid_rows");
  EXPECT_EQ(text(a + b * c), "dst.rows + dst.cols * dst.valid_rows");
  EXPECT_EQ(text(a - b - c), "dst.rows - dst.cols - dst.valid_rows");
  EXPECT_EQ(text(a - (b - c)), "dst.rows - (dst.cols - dst.valid_rows)");
  EXPECT_EQ(text(a - (b + c)), "dst.rows - (dst.cols + dst.valid_rows)");
  EXPECT_EQ(text(a * b % c), "dst.rows * dst.cols % dst.valid_rows");
  EXPECT_EQ(text(a * (b % c)), "dst.rows * (dst.cols % dst.valid_rows)");
  EXPECT_EQ(text(a / (b / c)), "dst.rows / (dst.cols / dst.valid_rows)");
  EXPECT_EQ(text(ceil_div(a + b, c)), "ceil((dst.rows + dst.cols) / dst.valid_rows)");
  const Bool p = a == 1, q = b == 2, r = c == 3;
  EXPECT_EQ(text((p || q) && r), "(dst.rows == 1 || dst.cols == 2) && dst.valid_rows == 3");
  EXPECT_EQ(text(p || (q && r)), "dst.rows == 1 || dst.cols == 2 && dst.valid_rows == 3");
  EXPECT_EQ(text(!(p && q)), "!(dst.rows == 1 && dst.cols == 2)");
  EXPECT_EQ(text(implies(p, q)), "!(dst.rows == 1) || dst.cols == 2");
  EXPECT_EQ(text(!in(a, {1, 2})), "!(dst.rows in {1, 2})");
  EXPECT_EQ(text(in(a + b, {1, 2})), "dst.rows + dst.cols in {1, 2}");
}

TEST(Print, SpellsStorageReadingsAndContents) {
  const Tile dst(0), src(1);
  EXPECT_EQ(text(same_storage(dst, src)), "same_storage(dst, src)");
  EXPECT_EQ(text(reading("block32")), "reading 'block32'");
  EXPECT_EQ(text(src.index_at(row(), col() / 8) < 4), "src[i, j / 8] < 4");
  EXPECT_EQ(text(for_all_valid(dst, src.index_at(row(), col()) < 4)),
            "for all (i, j) in the valid region of dst: src[i, j] < 4");
  EXPECT_EQ(text(src.load(src.index_at(row(), col()), 4)), "bytes of src at src[i, j] (aligned to 4)");
}

TEST(Print, SpellsElementsAsMathematics) {
  const Tile dst(0), src(1);
  const Elem a = src.at(row(), col()), s = Scalar(0).value;
  EXPECT_EQ(text(a * s), "src[i, j] * scalar");
  EXPECT_EQ(text((a + s) * s), "(src[i, j] + scalar) * scalar");
  EXPECT_EQ(text(a + a * s), "src[i, j] + src[i, j] * scalar");
  EXPECT_EQ(text(max(a, min(a, s))), "max(src[i, j], min(src[i, j], scalar))");
  EXPECT_EQ(text(select(src.defined_here(), a, pad_bits(dst.pad))),
            "(src[i, j] if i < src.valid_rows && j < src.valid_cols else pad(dst.pad))");
}

TEST(Print, SaysOfAnEffectWhereItRangesAndWhereItIsSilent) {
  Define d = toy::define();
  const Tile dst(0), src(1);
  d.each_valid(dst, src.at(row(), col()) * Scalar(0).value, {"x"});
  d.each_element(dst, src.at(row(), col()), row() >= dst.valid_rows, {"x"});
  const Instruction& instruction = d.instruction();
  EXPECT_EQ(print(instruction, instruction.effects[0]),
            "dst[i, j] = src[i, j] * scalar for each (i, j) in the valid region of dst");
  EXPECT_EQ(print(instruction, instruction.effects[1]),
            "dst[i, j] = src[i, j] for each (i, j) in the static shape of dst; unspecified where dst.valid_rows <= i");
}

/// Reads printed terms back with the precedence of C++ and computes them on a tuple.
class Reader {
 public:
  Reader(std::string text, const Tuple& tuple, Readings readings)
      : text_(std::move(text)), tuple_(tuple), readings_(std::move(readings)) {}

  std::int64_t value() {
    const std::int64_t result = disjunction();
    if (at_ != text_.size()) throw std::logic_error("left over: " + text_.substr(at_));
    return result;
  }

 private:
  bool take(std::string_view token) {
    const bool here = text_.compare(at_, token.size(), token) == 0;
    if (here) at_ += token.size();
    return here;
  }
  void need(std::string_view token) {
    if (!take(token)) throw std::logic_error("no '" + std::string(token) + "' at: " + text_.substr(at_));
  }

  std::int64_t disjunction() {
    std::int64_t result = conjunction();
    while (take(" || ")) {
      const std::int64_t other = conjunction();
      result = result != 0 || other != 0;
    }
    return result;
  }
  std::int64_t conjunction() {
    std::int64_t result = comparison();
    while (take(" && ")) {
      const std::int64_t other = comparison();
      result = result != 0 && other != 0;
    }
    return result;
  }
  std::int64_t comparison() {
    const std::int64_t left = sum();
    if (take(" == ")) return left == sum();
    if (take(" != ")) return left != sum();
    if (take(" <= ")) return left <= sum();
    if (take(" < ")) return left < sum();
    if (!take(" in {")) return left;
    bool found = false;
    do found |= left == primary();
    while (take(", "));
    need("}");
    return found;
  }
  std::int64_t sum() {
    std::int64_t result = product();
    while (take(" + ")) result += product();
    return result;
  }
  std::int64_t product() {
    std::int64_t result = unary();
    for (;;) {
      if (take(" * ")) {
        result *= unary();
      } else if (take(" / ")) {
        const std::int64_t by = unary();
        result = by == 0 ? 0 : result / by;
      } else if (take(" % ")) {
        const std::int64_t by = unary();
        result = by == 0 ? result : result % by;
      } else {
        return result;
      }
    }
  }
  std::int64_t unary() { return take("!") ? unary() == 0 : primary(); }

  std::int64_t primary() {
    if (take("(")) {
      const std::int64_t result = disjunction();
      need(")");
      return result;
    }
    if (take("ceil(")) {
      const std::int64_t a = unary();
      need(" / ");
      const std::int64_t b = unary();
      need(")");
      return b == 0 ? 0 : a / b + (a % b == 0 ? 0 : 1);
    }
    if (take("size(")) {
      const std::int64_t dtype = primary();
      need(")");
      return element_bytes(static_cast<DType>(dtype));
    }
    if (take("same_storage(dst, src)")) return tuple_.tiles[0].storage == tuple_.tiles[1].storage;
    if (take("reading '")) {
      const std::string name = word();
      need("'");
      return std::count(readings_.begin(), readings_.end(), name) != 0;
    }
    return named(word());
  }

  std::string word() {
    std::string result;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.' ||
                                  text_[at_] == '_' || (text_[at_] == '-' && result.empty())))
      result += text_[at_++];
    return result;
  }

  std::int64_t named(const std::string& name) const {
    if (name == "dst.rows") return tuple_.tiles[0].tile.rows;
    if (name == "dst.cols") return tuple_.tiles[0].tile.cols;
    if (name == "dst.valid_rows") return tuple_.tiles[0].tile.valid_rows;
    if (name == "dst.valid_cols") return tuple_.tiles[0].tile.valid_cols;
    if (name == "dst.static_valid_rows") return tuple_.tiles[0].tile.static_valid_rows;
    if (name == "dst.dtype") return static_cast<int>(tuple_.tiles[0].tile.dtype);
    if (name == "dst.pad") return static_cast<int>(tuple_.tiles[0].tile.pad);
    if (name.starts_with("src.")) {
      Tuple swapped = tuple_;
      std::swap(swapped.tiles[0], swapped.tiles[1]);
      return Reader("dst." + name.substr(4), swapped, {}).value();
    }
    if (name == "scalar.dtype") return static_cast<int>(tuple_.scalars[0].dtype);
    if (name == "form") return tuple_.attributes[0].value == "fancy";
    if (name == "plain") return 0;
    if (name == "fancy") return 1;
    if (name == "pad") return static_cast<int>(*parse_pad_value(tuple_.attributes[1].value));
    if (const auto dtype = parse_dtype(name)) return static_cast<int>(*dtype);
    if (const auto pad = parse_pad_value(name)) return static_cast<int>(*pad);
    return std::stoll(name);
  }

  std::string text_;
  std::size_t at_ = 0;
  const Tuple& tuple_;
  Readings readings_;
};

TEST(Print, ReadWithThePrecedenceOfCxxMeansWhatTheTermMeans) {
  toy::Random random(7);
  std::map<std::int64_t, int> seen;
  for (int i = 0; i < 4000; ++i) {
    const Bool term = toy::random_bool(random, 3);
    const std::string printed = text(term);
    for (int j = 0; j < 5; ++j) {
      const Tuple tuple = toy::random_tuple(random);
      const Readings readings = j % 2 == 0 ? Readings{} : Readings{"odd"};
      const std::int64_t wanted = toy::Interpreter(tuple, readings)(term.tree());
      ASSERT_EQ(Reader(printed, tuple, readings).value(), wanted) << printed;
      ++seen[wanted];
    }
  }
  EXPECT_GT(seen[0], 2000);
  EXPECT_GT(seen[1], 2000);
}

std::string mathematics(const Bool& term) { return print(toy_instruction(), term.tree(), Notation::mathematics); }
std::string mathematics(const Int& term) { return print(toy_instruction(), term.tree(), Notation::mathematics); }

TEST(Print, SpellsMathematics) {
  const Tile dst(0);
  const Int a = dst.rows, b = dst.cols, c = dst.valid_rows;
  EXPECT_EQ(mathematics(a != b), "dst.rows \u2260 dst.cols");
  EXPECT_EQ(mathematics(!(a == b)), "dst.rows \u2260 dst.cols");
  EXPECT_EQ(mathematics(a <= b && b < c), "dst.rows \u2264 dst.cols \u2227 dst.cols < dst.valid_rows");
  EXPECT_EQ(mathematics(in(dst.rows, {1, 2})), "dst.rows \u2208 {1, 2}");
  EXPECT_EQ(mathematics(a / b * c), "\u230adst.rows / dst.cols\u230b \u00b7 dst.valid_rows");
  EXPECT_EQ(mathematics(ceil_div(a + b, c)), "\u2308(dst.rows + dst.cols) / dst.valid_rows\u2309");
}

// Mathematics has no agreed order for "mod": brackets keep it apart from sums and products.
TEST(Print, BracketsTheRemainderInMathematics) {
  const Tile dst(0);
  const Int a = dst.rows, b = dst.cols, c = dst.valid_rows;
  EXPECT_EQ(mathematics(a % b == 0), "dst.rows mod dst.cols = 0");
  EXPECT_EQ(mathematics(a + b % c), "dst.rows + (dst.cols mod dst.valid_rows)");
  EXPECT_EQ(mathematics(a * b % c == 0), "(dst.rows \u00b7 dst.cols) mod dst.valid_rows = 0");
  EXPECT_EQ(mathematics(a * (b % c)), "dst.rows \u00b7 (dst.cols mod dst.valid_rows)");
  EXPECT_EQ(mathematics(a / b % c), "\u230adst.rows / dst.cols\u230b mod dst.valid_rows");
}

TEST(Print, SpellsImplicationsInMathematics) {
  const Tile dst(0);
  const Bool p = dst.rows < 1, q = dst.cols < 2, r = dst.valid_rows < 3;
  EXPECT_EQ(mathematics(implies(p, q)), "dst.rows < 1 \u21d2 dst.cols < 2");
  EXPECT_EQ(mathematics(implies(p, q || r)), "dst.rows < 1 \u21d2 dst.cols < 2 \u2228 dst.valid_rows < 3");
  EXPECT_EQ(mathematics(r || implies(p, q)), "dst.valid_rows < 3 \u2228 (dst.rows < 1 \u21d2 dst.cols < 2)");
  EXPECT_EQ(mathematics(implies(p, q) && r), "(dst.rows < 1 \u21d2 dst.cols < 2) \u2227 dst.valid_rows < 3");
  EXPECT_EQ(mathematics(implies(implies(p, q), r)), "(dst.rows < 1 \u21d2 dst.cols < 2) \u21d2 dst.valid_rows < 3");
}

}  // namespace
}  // namespace pto_cts::terms
