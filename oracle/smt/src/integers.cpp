// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "lower.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::smt {
namespace {

using terms::Node;
using terms::Op;
using terms::Sort;

// Of bounds: beyond, all that matters is the sign. Sums of two still fit.
constexpr std::int64_t kFar = std::int64_t{1} << 60;
constexpr std::int64_t kLargestExtent = (std::int64_t{1} << 31) - 1;

std::string literal(std::int64_t value) {
  return value < 0 ? "(- " + std::to_string(value).substr(1) + ")" : std::to_string(value);
}

std::string list_name(Sort sort) {
  switch (sort) {
    case Sort::dtype: return "dtype";
    case Sort::tile_type: return "type";
    case Sort::blayout: return "blayout";
    case Sort::slayout: return "slayout";
    case Sort::pad: return "pad";
    default: throw std::logic_error("not an enumeration");
  }
}

std::string value_name(Sort sort, std::int64_t value) {
  switch (sort) {
    case Sort::dtype: return std::string(name(static_cast<DType>(value)));
    case Sort::tile_type: return std::string(name(static_cast<TileType>(value)));
    case Sort::blayout: return std::string(name(static_cast<BLayout>(value)));
    case Sort::slayout: return std::string(name(static_cast<SLayout>(value)));
    default: return std::string(name(static_cast<PadValue>(value)));
  }
}

std::string member_name(Sort sort, std::int64_t value) { return list_name(sort) + " " + value_name(sort, value); }

const char* field_name(FieldKind kind) {
  switch (kind) {
    case FieldKind::type: return ".type";
    case FieldKind::blayout: return ".blayout";
    case FieldKind::slayout: return ".slayout";
    case FieldKind::pad: return ".pad";
    case FieldKind::dtype:
    case FieldKind::scalar_dtype: return ".dtype";
    default: throw std::logic_error("not a field of a case file");
  }
}

const char* extent_name(terms::Field which) {
  switch (which) {
    case terms::Field::rows: return ".rows";
    case terms::Field::cols: return ".cols";
    case terms::Field::valid_rows: return ".valid-rows";
    case terms::Field::valid_cols: return ".valid-cols";
    case terms::Field::static_valid_rows: return ".static-valid-rows";
    case terms::Field::static_valid_cols: return ".static-valid-cols";
    case terms::Field::fractal_bytes: return ".fractal-bytes";
    default: throw std::logic_error("not an extent of a case file");
  }
}

class Integers : public Dialect {
 public:
  explicit Integers(const terms::Instruction& instruction) : instruction_(instruction) {}

  Number constant(std::int64_t value) const override { return {literal(value), value, value}; }

  Number extent(terms::Field which, int tile) const override {
    const bool rows = which == terms::Field::box_rows;
    if (rows || which == terms::Field::box_cols)
      return {call(rows ? "|box-rows|" : "|box-cols|", {code(FieldKind::slayout, tile), operand(tile, ".fractal-bytes"),
                                                        code(FieldKind::dtype, tile)}), 0, kLargestExtent};
    const bool positive = which == terms::Field::rows || which == terms::Field::cols;
    return {operand(tile, extent_name(which)), positive ? 1 : -kLargestExtent, kLargestExtent};
  }

  Number element_bytes(const std::string& code) const override { return {call("|element-bytes|", {code}), 1, 8}; }

  Number arithmetic(Op op, const Number& a, const Number& b) const override {
    if (op == Op::add || op == Op::sub || op == Op::mul) {
      Number result = bounds_of(op, a, b);
      result.text = call(op == Op::add ? "+" : op == Op::sub ? "-" : "*", {a.text, b.text});
      return clamped(std::move(result));
    }
    return quotient(op, a, b);
  }

  std::string comparison(Op op, const Number& a, const Number& b) const override {
    return call(op == Op::lt ? "<" : "<=", {a.text, b.text});
  }

  std::string code(FieldKind kind, int index) const override {
    if (kind == FieldKind::attribute) return symbol(instruction_.attributes[static_cast<std::size_t>(index)].key);
    if (kind == FieldKind::scalar_dtype) return symbol(instruction_.scalars[static_cast<std::size_t>(index)] + field_name(kind));
    return operand(index, field_name(kind));
  }

  std::string member(const Node& of, std::int64_t value) const override {
    if (of.sort != Sort::attribute) return symbol(member_name(of.sort, value));
    const terms::AttributeParameter& attribute = instruction_.attributes[static_cast<std::size_t>(of.index)];
    return symbol(attribute.key + " " + attribute.values[static_cast<std::size_t>(value)]);
  }

  std::string same_storage(int a, int b) const override { return call("=", {operand(a, ".storage"), operand(b, ".storage")}); }

 private:
  std::string operand(int tile, const std::string& field) const {
    return symbol(instruction_.tiles[static_cast<std::size_t>(tile)].name + field);
  }

  static Number clamped(Number number) {
    number.least = std::clamp(number.least, -kFar, kFar);
    number.most = std::clamp(number.most, -kFar, kFar);
    return number;
  }

  // As terms::apply has it: towards zero; by zero it gives 0, and leaves the dividend as remainder.
  static Number quotient(Op op, const Number& a, const Number& b) {
    Number dividend = a;
    if (op == Op::ceil_div) {
      dividend = bounds_of(Op::add, a, b);
      dividend.text = call("-", {call("+", {a.text, b.text}), "1"});
      dividend.least -= 1;
    }
    const char* function = op == Op::mod ? "mod" : "div";
    std::string text = call(function, {dividend.text, b.text});
    if (dividend.least < 0)
      text = call("ite", {call("<", {dividend.text, "0"}),
                          call("-", {call(function, {call("-", {dividend.text}), b.text})}), text});
    if (b.least <= 0 && b.most >= 0)
      text = call("ite", {call("=", {b.text, "0"}), op == Op::mod ? a.text : "0", text});
    const std::int64_t far = std::max({std::abs(dividend.least), std::abs(dividend.most)});
    return clamped({text, dividend.least < 0 || b.least < 0 ? -far : 0, far});
  }

  const terms::Instruction& instruction_;
};

std::string constant_definition(const std::string& name, std::int64_t value) {
  return "(define-fun " + symbol(name) + " () Int " + literal(value) + ")\n";
}

// Nested choices between the values of `of` over a list; equal branches are joined.
std::string choice(const std::string& of, const std::vector<std::pair<std::string, std::string>>& branches) {
  std::string text = branches.back().second;
  for (std::size_t i = branches.size() - 1; i-- > 0;)
    if (branches[i].second != text) text = call("ite", {call("=", {of, branches[i].first}), branches[i].second, text});
  return text;
}

std::string box_extent(bool rows) {
  std::vector<std::pair<std::string, std::string>> by_slayout;
  for (const SLayout slayout : kAllSLayouts) {
    std::vector<std::pair<std::string, std::string>> by_size;
    for (const std::int64_t size : {512, 1024, 32, 0}) {  // 0: any other
      std::vector<std::pair<std::string, std::string>> by_element;
      for (const DType dtype : {DType::u8, DType::u16, DType::u32, DType::u64}) {
        TileDesc tile;
        tile.slayout = slayout;
        tile.dtype = dtype;
        tile.fractal_bytes = size;
        const auto box = box_of(tile);
        by_element.emplace_back(literal(element_bytes(dtype)), literal(!box ? 0 : rows ? box->rows : box->cols));
      }
      by_size.emplace_back(literal(size), choice("(|element-bytes| t)", by_element));
    }
    by_slayout.emplace_back(symbol(member_name(Sort::slayout, static_cast<std::int64_t>(slayout))), choice("b", by_size));
  }
  return "(define-fun " + symbol(rows ? "box-rows" : "box-cols") + " ((s Int) (b Int) (t Int)) Int " + choice("s", by_slayout) + ")\n";
}

}  // namespace

std::shared_ptr<const Dialect> integers(const terms::Instruction& instruction) {
  return std::make_shared<const Integers>(instruction);
}

std::string integer_declarations(const terms::Instruction& instruction) {
  std::string text;
  const auto declare = [&](const std::string& name) { text += "(declare-const " + symbol(name) + " Int)\n"; };
  for (const terms::TileParameter& tile : instruction.tiles)
    for (const char* field : {".storage", ".type", ".dtype", ".rows", ".cols", ".blayout", ".slayout", ".fractal-bytes",
                              ".static-valid-rows", ".static-valid-cols", ".valid-rows", ".valid-cols", ".pad"})
      declare(tile.name + field);
  for (const std::string& scalar : instruction.scalars) declare(scalar + ".dtype");
  for (const terms::AttributeParameter& attribute : instruction.attributes) declare(attribute.key);
  return text;
}

std::string integer_definitions(const terms::Instruction& instruction) {
  std::string text;
  std::map<std::string, std::int64_t> defined;
  const auto define = [&](const std::string& name, std::int64_t value) {
    const auto [place, fresh] = defined.emplace(name, value);
    if (!fresh && place->second != value) throw std::logic_error(name + ": one name of two values");
    if (fresh) text += constant_definition(name, value);
  };
  const auto define_list = [&](Sort sort, const auto& list) {
    for (const auto value : list) define(member_name(sort, static_cast<std::int64_t>(value)), static_cast<std::int64_t>(value));
  };
  define_list(Sort::dtype, kAllDTypes);
  define_list(Sort::tile_type, kAllTileTypes);
  define_list(Sort::blayout, kAllBLayouts);
  define_list(Sort::slayout, kAllSLayouts);
  define_list(Sort::pad, kAllPadValues);
  for (const terms::AttributeParameter& attribute : instruction.attributes)
    for (std::size_t i = 0; i < attribute.values.size(); ++i)
      define(attribute.key + " " + attribute.values[i], static_cast<std::int64_t>(i));

  std::vector<std::pair<std::string, std::string>> bytes;
  for (const DType dtype : kAllDTypes)
    bytes.emplace_back(symbol(member_name(Sort::dtype, static_cast<std::int64_t>(dtype))), literal(element_bytes(dtype)));
  text += "(define-fun |element-bytes| ((t Int)) Int " + choice("t", bytes) + ")\n";
  return text + box_extent(true) + box_extent(false);
}

}  // namespace pto_cts::smt
