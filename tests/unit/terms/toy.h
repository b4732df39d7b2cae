// SPDX-License-Identifier: MIT
// A toy instruction, random terms about its operands, and an interpreter of terms written for these tests.
#pragma once

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "pto_cts/terms/define.h"
#include "pto_cts/terms/rewrite.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::terms::toy {

inline const Tile kDst(0), kSrc(1);

/// TOY: two tiles, a scalar and two attributes.
inline Define define() {
  Define d("TOY", "toys");
  d.output("dst");
  d.input("src");
  d.scalar("scalar");
  d.attribute("form", {"plain", "fancy"});
  d.pad_template_argument("pad", PadValue::Zero);
  return d;
}

inline Tuple tuple(const TileDesc& dst, const TileDesc& src) {
  return {"TOY",
          {{"dst", Role::out, dst, 0}, {"src", Role::in, src, 1}},
          {{"scalar", DType::f32}},
          {{"form", "plain", false}, {"pad", "Zero", true}},
          {}};
}

using Random = std::mt19937_64;

template <typename List>
auto pick(Random& random, const List& list) {
  return list[random() % std::size(list)];
}

inline TileDesc random_tile(Random& random) {
  TileDesc tile;
  tile.type = pick(random, kAllTileTypes);
  tile.dtype = pick(random, kAllDTypes);
  tile.rows = static_cast<std::int64_t>(random() % 6);
  tile.cols = static_cast<std::int64_t>(random() % 6);
  tile.blayout = pick(random, kAllBLayouts);
  tile.slayout = pick(random, kAllSLayouts);
  tile.pad = pick(random, kAllPadValues);
  tile.static_valid_rows = static_cast<std::int64_t>(random() % 6) - 1;
  tile.static_valid_cols = static_cast<std::int64_t>(random() % 6) - 1;
  tile.valid_rows = static_cast<std::int64_t>(random() % 6);
  tile.valid_cols = static_cast<std::int64_t>(random() % 6);
  return tile;
}

inline Tuple random_tuple(Random& random) {
  Tuple t = tuple(random_tile(random), random_tile(random));
  t.tiles[1].storage = static_cast<int>(random() % 2);
  t.scalars[0].dtype = pick(random, kAllDTypes);
  t.attributes[0].value = random() % 2 == 0 ? "plain" : "fancy";
  t.attributes[1].value = name(pick(random, kAllPadValues));
  return t;
}

/// A term of non-negative value.
inline Int random_int(Random& random, int depth) {
  const Tile& tile = random() % 2 == 0 ? kDst : kSrc;
  if (depth > 0 && random() % 3 != 0) {
    const Int a = random_int(random, depth - 1), b = random_int(random, depth - 1);
    switch (random() % 5) {
      case 0: return a + b;
      case 1: return a * b;
      case 2: return a / b;
      case 3: return a % b;
      default: return ceil_div(a, b);
    }
  }
  switch (random() % 7) {
    case 0: return tile.rows;
    case 1: return tile.cols;
    case 2: return tile.valid_rows;
    case 3: return tile.valid_cols;
    case 4: return size_of(random() % 4 == 0 ? EnumTerm<DType>(DType::bf16) : tile.dtype);
    default: return static_cast<int>(random() % 5);
  }
}

inline Bool random_bool(Random& random, int depth) {
  const Tile& tile = random() % 2 == 0 ? kDst : kSrc;
  if (depth > 0 && random() % 4 != 0) {
    const Bool a = random_bool(random, depth - 1), b = random_bool(random, depth - 1);
    switch (random() % 4) {
      case 0: return a && b;
      case 1: return a || b;
      case 2: return !a;
      default: return implies(a, b);
    }
  }
  const Int a = random_int(random, depth), b = random_int(random, depth);
  switch (random() % 14) {
    case 0: return a == b;
    case 1: return a != b;
    case 2: return a < b;
    case 3: return a <= b;
    case 4: return a > b;
    case 5: return a >= b;
    case 6: return in(a, {0, 1, 4});
    case 7: return in(tile.dtype, {DType::f32, DType::i8, DType::u16});
    case 8: return tile.pad != (random() % 2 == 0 ? EnumTerm<PadValue>(PadValue::Max) : PadAttribute(1).value);
    case 9: return tile.dtype == (random() % 2 == 0 ? kDst.dtype : Scalar(0).dtype);
    case 10: return same_storage(kDst, kSrc);
    case 11: return Choice(0, {"plain", "fancy"}).is(random() % 2 == 0 ? "plain" : "fancy");
    case 12: return reading(random() % 2 == 0 ? "odd" : "even");
    default: return tile.dynamic_rows();
  }
}

/// The value of a term without contents, computed by the definitions of its operators.
class Interpreter {
 public:
  Interpreter(const Tuple& tuple, Readings readings) : tuple_(tuple), readings_(std::move(readings)) {}

  std::int64_t operator()(const NodePtr& node) const {
    const auto arg = [&](std::size_t i) { return (*this)(node->args.at(i)); };
    switch (node->op) {
      case Op::constant: return node->value;
      case Op::field: return field(tuple_.tiles.at(static_cast<std::size_t>(node->index)).tile, node->field);
      case Op::scalar_dtype: return static_cast<int>(tuple_.scalars.at(static_cast<std::size_t>(node->index)).dtype);
      case Op::attribute: return attribute(static_cast<std::size_t>(node->index));
      case Op::same_storage:
        return tuple_.tiles.at(static_cast<std::size_t>(node->index)).storage ==
               tuple_.tiles.at(static_cast<std::size_t>(node->value)).storage;
      case Op::reading: return std::count(readings_.begin(), readings_.end(), node->text) != 0;
      case Op::size_of: return element_bytes(static_cast<DType>(arg(0)));
      case Op::add: return arg(0) + arg(1);
      case Op::sub: return arg(0) - arg(1);
      case Op::mul: return arg(0) * arg(1);
      case Op::div: return arg(1) == 0 ? 0 : arg(0) / arg(1);
      case Op::mod: return arg(1) == 0 ? arg(0) : arg(0) - arg(0) / arg(1) * arg(1);
      case Op::ceil_div: return arg(1) == 0 ? 0 : arg(0) / arg(1) + (arg(0) % arg(1) == 0 ? 0 : 1);
      case Op::eq: return arg(0) == arg(1);
      case Op::ne: return arg(0) != arg(1);
      case Op::lt: return arg(0) < arg(1);
      case Op::le: return arg(0) <= arg(1);
      case Op::in_set: return std::count(node->values.begin(), node->values.end(), arg(0)) != 0;
      case Op::logical_not: return arg(0) == 0;
      case Op::logical_and: return arg(0) != 0 && arg(1) != 0;
      case Op::logical_or: return arg(0) != 0 || arg(1) != 0;
      default: throw std::logic_error("not a term of these tests");
    }
  }

 private:
  std::int64_t attribute(std::size_t index) const {
    const std::string& value = tuple_.attributes.at(index).value;
    if (index == 0) return value == "fancy";
    return static_cast<std::int64_t>(*parse_pad_value(value));
  }

  static std::int64_t field(const TileDesc& tile, Field which) {
    switch (which) {
      case Field::type: return static_cast<int>(tile.type);
      case Field::dtype: return static_cast<int>(tile.dtype);
      case Field::rows: return tile.rows;
      case Field::cols: return tile.cols;
      case Field::blayout: return static_cast<int>(tile.blayout);
      case Field::slayout: return static_cast<int>(tile.slayout);
      case Field::fractal_bytes: return tile.fractal_bytes;
      case Field::pad: return static_cast<int>(tile.pad);
      case Field::static_valid_rows: return tile.static_valid_rows;
      case Field::static_valid_cols: return tile.static_valid_cols;
      case Field::valid_rows: return tile.valid_rows;
      case Field::valid_cols: return tile.valid_cols;
      case Field::box_rows: return box_of(tile)->rows;
      case Field::box_cols: return box_of(tile)->cols;
    }
    throw std::logic_error("no such field");
  }

  const Tuple& tuple_;
  Readings readings_;
};

}  // namespace pto_cts::terms::toy
