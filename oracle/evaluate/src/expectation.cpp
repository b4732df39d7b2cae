// SPDX-License-Identifier: MIT
#include "pto_cts/evaluate/expectation.h"

#include <algorithm>
#include <stdexcept>

#include "pto_cts/numerics/format.h"
#include "pto_cts/profiles/numeric_rules.h"
#include "row.h"

namespace pto_cts::evaluate {
namespace {

using terms::Effect;
using terms::Node;
using terms::Op;

ExpectedTile expect(const Contents& contents, const Effect& effect) {
  const TileDesc& tile = contents.tuple().tiles[static_cast<std::size_t>(effect.tile)].tile;
  const auto cols = static_cast<std::size_t>(tile.cols);
  const std::size_t elements = static_cast<std::size_t>(tile.rows) * cols;
  ExpectedTile expected{effect.tile, std::vector(elements, ElementClass::unspecified),
                        std::vector<std::uint64_t>(elements, 0), std::vector<std::uint8_t>(elements, 0)};
  const RowEvaluator evaluator(contents, effect.tile);
  const std::int64_t rows_in_range = effect.whole_tile ? tile.rows : std::min(tile.rows, tile.valid_rows);
  const auto count = effect.whole_tile ? cols : valid_cols_inside(tile);
  for (std::int64_t row = 0; row < rows_in_range; ++row) {
    const ElementRow values = evaluator.elements(*effect.value.tree(), row, count);
    const NumberRow hole = evaluator.numbers(*effect.unspecified_where.tree(), row, count);
    for (std::size_t col = 0; col < count; ++col) {
      if (!(values.flags[col] & kDefined) || !hole.defined(col) || hole.at(col)) continue;
      const std::size_t at = static_cast<std::size_t>(row) * cols + col;
      expected.classes[at] = values.flags[col] & kPad ? ElementClass::pad : ElementClass::value;
      expected.bits[at] = values.bits[col];
      expected.arithmetic[at] = values.flags[col] & kArithmetic ? 1 : 0;
    }
  }
  return expected;
}

numerics::ArithmeticOp arithmetic_op(Op op) {
  switch (op) {
    case Op::elem_add: return numerics::ArithmeticOp::add;
    case Op::elem_mul: return numerics::ArithmeticOp::multiply;
    case Op::elem_max: return numerics::ArithmeticOp::maximum;
    case Op::elem_min: return numerics::ArithmeticOp::minimum;
    default: throw std::logic_error("not an arithmetic term");
  }
}

// Allowed results of one element: what each operand may be, through each operation.
class AllowedAt {
 public:
  AllowedAt(const Contents& contents, int tile, std::int64_t row, std::int64_t col)
      : contents_(contents),
        evaluator_(contents, tile, col),
        dtype_(contents.tuple().tiles[static_cast<std::size_t>(tile)].tile.dtype),
        row_(row) {}

  numerics::AllowedSet of(const Node& node) const {
    if (node.op == Op::select) return of(*node.args[evaluator_.numbers(*node.args[0], row_, 1).at(0) ? 1 : 2]);
    if (node.op < Op::elem_add) return numerics::AllowedSet::only(evaluator_.elements(node, row_, 1).bits[0]);
    return combined(arithmetic_op(node.op), candidates(of(*node.args[0])), candidates(of(*node.args[1])));
  }

 private:
  std::vector<std::uint64_t> candidates(const numerics::AllowedSet& set) const {
    std::vector<std::uint64_t> all(set.values().begin(), set.values().end());
    if (set.any_nan) all.push_back(numerics::quiet_nan(dtype_));
    return all;
  }

  numerics::AllowedSet combined(numerics::ArithmeticOp op, const std::vector<std::uint64_t>& a,
                                const std::vector<std::uint64_t>& b) const {
    const profiles::NumericRules& rules = profiles::numeric_rules(contents_.subject().profile);
    const numerics::FlushRules flush{rules.inputs_may_flush, rules.results_may_flush};
    numerics::AllowedSet all;
    for (const std::uint64_t x : a)
      for (const std::uint64_t y : b) {
        const numerics::AllowedSet one = numerics::allowed(op, dtype_, x, y, flush);
        all.any_nan |= one.any_nan;
        for (const std::uint64_t bits : one.values()) all.insert(dtype_, bits);
      }
    return all;
  }

  const Contents& contents_;
  RowEvaluator evaluator_;
  DType dtype_;
  std::int64_t row_;
};

char letter(ElementClass element_class) {
  switch (element_class) {
    case ElementClass::value: return 'v';
    case ElementClass::pad: return 'p';
    case ElementClass::preserved: return 'k';
    case ElementClass::unspecified: return 'u';
  }
  return 'u';
}

void append_number(std::string& to, std::uint64_t value, int bytes) {
  for (int byte = 0; byte < bytes; ++byte) to += static_cast<char>(value >> (8 * byte));
}

}  // namespace

std::string_view name(ElementClass element_class) {
  constexpr std::string_view kNames[] = {"value", "pad", "preserved", "unspecified"};
  return kNames[static_cast<std::size_t>(element_class)];
}

Expectation::Expectation(const terms::Instruction& instruction, const Case& subject)
    : instruction_(instruction), contents_(subject) {
  for (const Effect& effect : instruction.effects) tiles_.push_back(expect(contents_, effect));
}

numerics::AllowedSet Expectation::allowed(const ExpectedTile& tile, std::int64_t row, std::int64_t col) const {
  for (const Effect& effect : instruction_.effects)
    if (effect.tile == tile.tile) return AllowedAt(contents_, tile.tile, row, col).of(*effect.value.tree());
  throw std::logic_error("no effect on this tile");
}

std::string canonical_bytes(const Tuple& tuple, const Expectation& expectation) {
  std::string all;
  for (const ExpectedTile& expected : expectation.tiles()) {
    const TileOperand& operand = tuple.tiles[static_cast<std::size_t>(expected.tile)];
    const int bytes = element_bytes(operand.tile.dtype);
    all.reserve(all.size() + operand.name.size() + 24 + expected.classes.size() * static_cast<std::size_t>(bytes + 1));
    append_number(all, operand.name.size(), 8);
    all += operand.name;
    append_number(all, static_cast<std::uint64_t>(operand.tile.rows), 8);
    append_number(all, static_cast<std::uint64_t>(operand.tile.cols), 8);
    for (const ElementClass element_class : expected.classes) all += letter(element_class);
    for (std::size_t i = 0; i < expected.classes.size(); ++i) {
      const bool has_bits = expected.classes[i] == ElementClass::value || expected.classes[i] == ElementClass::pad;
      append_number(all, has_bits ? expected.bits[i] : 0, bytes);
    }
  }
  return all;
}

}  // namespace pto_cts::evaluate
