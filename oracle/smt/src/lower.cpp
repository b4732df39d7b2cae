// SPDX-License-Identifier: MIT
#include "lower.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "pto_cts/terms/print.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::smt {
namespace {

using terms::Node;
using terms::NodePtr;
using terms::Op;
using terms::Sort;

// Bounds of 64-bit words are kept well below what the bounds themselves can be computed in.
std::int64_t limit_of(int bits) { return std::int64_t{1} << (bits == 64 ? 60 : bits - 1); }

std::string call(const std::string& function, const std::vector<std::string>& args) {
  std::string text = "(" + function;
  for (const std::string& arg : args) text += " " + arg;
  return text + ")";
}

Number bounded(Number number, int bits) {
  if (number.least < -limit_of(bits) || number.most >= limit_of(bits))
    throw std::logic_error("a term may exceed a word: " + number.text.substr(0, 200));
  return number;
}

Number constant(std::int64_t value, int bits) {
  return bounded({bit_vector(value, bits), value, value, {{"true", value}}}, bits);
}

// A term that takes one of a few values.
Number by_cases(std::vector<std::pair<std::string, std::int64_t>> cases, int bits) {
  Number number;
  number.least = number.most = cases.front().second;
  for (std::size_t i = cases.size(); i-- > 0;) {
    const std::string value = bit_vector(cases[i].second, bits);
    number.text = i + 1 == cases.size() ? value : call("ite", {cases[i].first, value, number.text});
    number.least = std::min(number.least, cases[i].second);
    number.most = std::max(number.most, cases[i].second);
  }
  number.cases = std::move(cases);
  return bounded(std::move(number), bits);
}

// f(value) for each value that `by` takes.
template <typename Apply>
std::string each_case(const Number& by, Apply&& apply) {
  std::string text;
  for (std::size_t i = by.cases.size(); i-- > 0;) {
    const std::string one = apply(by.cases[i].second);
    text = text.empty() ? one : call("ite", {by.cases[i].first, one, text});
  }
  return text;
}

bool is_power_of_two(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

std::int64_t log2_of(std::int64_t value) { return std::countr_zero(static_cast<std::uint64_t>(value)); }

std::string times_constant(const std::string& text, std::int64_t factor, int bits) {
  if (factor == 0) return bit_vector(0, bits);
  if (factor == 1) return text;
  if (is_power_of_two(factor)) return call("bvshl", {text, bit_vector(log2_of(factor), bits)});
  return call("bvmul", {text, bit_vector(factor, bits)});
}

// As terms::apply has it: division by zero gives 0, and leaves the dividend as remainder.
std::string quotient(const std::string& text, std::int64_t divisor, Op op, int bits) {
  if (divisor == 0) return op == Op::mod ? text : bit_vector(0, bits);
  const std::string by = bit_vector(divisor, bits);
  if (op == Op::mod)
    return is_power_of_two(divisor) ? call("bvand", {text, bit_vector(divisor - 1, bits)}) : call("bvurem", {text, by});
  const std::string dividend = op == Op::ceil_div ? call("bvadd", {text, bit_vector(divisor - 1, bits)}) : text;
  return is_power_of_two(divisor) ? call("bvlshr", {dividend, bit_vector(log2_of(divisor), bits)})
                                  : call("bvudiv", {dividend, by});
}

int width_of(Sort sort, const Node& other, const Fields& fields) {
  const auto count_bits = [](std::size_t n) { return static_cast<int>(std::bit_width(n - 1)); };
  switch (sort) {
    case Sort::dtype: return count_bits(kAllDTypes.size());
    case Sort::tile_type: return count_bits(kAllTileTypes.size());
    case Sort::blayout: return count_bits(kAllBLayouts.size());
    case Sort::slayout: return count_bits(kAllSLayouts.size());
    case Sort::pad:
    case Sort::attribute:
      if (other.op == Op::attribute) return fields.all()[fields.find(FieldKind::attribute, other.index)].bits;
      return count_bits(kAllPadValues.size());
    default: throw std::logic_error("not an enumeration");
  }
}

}  // namespace

std::string bit_vector(std::int64_t value, int bits) {
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const std::uint64_t wrapped = static_cast<std::uint64_t>(value) & mask;
  return "(_ bv" + std::to_string(wrapped) + " " + std::to_string(bits) + ")";
}

std::string symbol(const std::string& name) { return "|" + name + "|"; }

std::string Lowering::field(FieldKind kind, int index) const { return symbol(fields_->all()[fields_->find(kind, index)].name); }

std::string Lowering::same_storage(int a, int b) const {
  const auto first = [&](int tile) {
    if (tile == 0) return bit_vector(0, 8);
    const Field& field = fields_->all()[fields_->find(FieldKind::storage, tile)];
    const std::string code = call("(_ zero_extend " + std::to_string(8 - field.bits) + ")", {symbol(field.name)});
    return call("ite", {call("=", {code, bit_vector(0, 8)}), bit_vector(tile, 8), call("bvsub", {code, bit_vector(1, 8)})});
  };
  return call("=", {first(a), first(b)});
}

Number Lowering::extent(const Node& node) {
  const auto plain = [&](FieldKind kind) {
    const Field& field = fields_->all()[fields_->find(kind, node.index)];
    return Number{call("(_ zero_extend " + std::to_string(fields_->word() - field.bits) + ")", {symbol(field.name)}), field.least,
                  field.most};
  };
  const auto unless_dynamic = [&](FieldKind flag, const Number& value) {
    return Number{call("ite", {call("=", {field(flag, node.index), bit_vector(1, 1)}), bit_vector(kDynamic, fields_->word()), value.text}),
                  kDynamic, value.most};
  };
  switch (node.field) {
    case terms::Field::rows: return plain(FieldKind::rows);
    case terms::Field::cols: return plain(FieldKind::cols);
    case terms::Field::valid_rows: return plain(FieldKind::valid_rows);
    case terms::Field::valid_cols: return plain(FieldKind::valid_cols);
    case terms::Field::static_valid_rows: return unless_dynamic(FieldKind::dynamic_rows, plain(FieldKind::valid_rows));
    case terms::Field::static_valid_cols: return unless_dynamic(FieldKind::dynamic_cols, plain(FieldKind::valid_cols));
    case terms::Field::fractal_bytes: {
      const std::string code = field(FieldKind::fractal, node.index);
      return by_cases({{call("=", {code, bit_vector(0, 2)}), 512}, {call("=", {code, bit_vector(1, 2)}), 1024}, {"true", 32}}, fields_->word());
    }
    default: return box_extent(node);
  }
}

// The concrete map, tabulated over everything that it depends on.
Number Lowering::box_extent(const Node& node) {
  std::map<std::int64_t, std::string> conditions;
  for (const SLayout slayout : kAllSLayouts)
    for (const std::int64_t code : {0, 1, 2})
      for (const DType dtype : kAllDTypes) {
        TileDesc tile;
        tile.slayout = slayout;
        tile.dtype = dtype;
        tile.fractal_bytes = code == 0 ? 512 : code == 1 ? 1024 : 32;
        const auto box = box_of(tile);
        const std::int64_t value = !box ? 0 : node.field == terms::Field::box_rows ? box->rows : box->cols;
        conditions[value] += " " + call("and", {call("=", {field(FieldKind::slayout, node.index), bit_vector(static_cast<std::int64_t>(slayout), 2)}),
                                                call("=", {field(FieldKind::fractal, node.index), bit_vector(code, 2)}),
                                                call("=", {field(FieldKind::dtype, node.index), bit_vector(static_cast<std::int64_t>(dtype), 4)})});
      }
  std::vector<std::pair<std::string, std::int64_t>> cases;
  for (const auto& [value, condition] : conditions) cases.emplace_back("(or false" + condition + ")", value);
  return by_cases(std::move(cases), fields_->word());
}

// Named by the term that leads to it. Larger contents than 2^30 are left out:
// in bounds of a tile they cannot be, and the sums with them stay within 32 bits.
Number Lowering::contents(const Node& node) {
  const auto reference = std::make_shared<const Node>(node);
  const std::string name = "content of " + terms::print(*instruction_, reference);
  free_.insert(name);
  if (!contents_.count(name)) {
    Place place{node.index, number(node.args[0]).text, number(node.args[1]).text};
    contents_.emplace(name, std::move(place));
  }
  return {symbol(name), 0, (std::int64_t{1} << 30) - 1};
}

std::string Lowering::same_place_same_content() const {
  std::string text = "(and true";
  for (auto a = contents_.begin(); a != contents_.end(); ++a)
    for (auto b = std::next(a); b != contents_.end(); ++b)
      if (a->second.tile == b->second.tile)
        text += " " + call("=>", {call("and", {call("=", {a->second.row, b->second.row}), call("=", {a->second.col, b->second.col})}),
                                  call("=", {symbol(a->first), symbol(b->first)})});
  return text + ")";
}

Number Lowering::leaf(const Node& node) {
  switch (node.op) {
    case Op::constant: return constant(node.value, fields_->word());
    case Op::field: return extent(node);
    case Op::loop_row: free_.insert("row"); return {symbol("row"), 0, 1 << 12};
    case Op::loop_col: free_.insert("col"); return {symbol("col"), 0, 1 << 17};
    case Op::index_value: return contents(node);
    case Op::size_of: {
      std::map<int, std::string> conditions;
      const std::string code = enumeration(node.args[0]);
      for (const DType dtype : kAllDTypes)
        conditions[element_bytes(dtype)] += " " + call("=", {code, bit_vector(static_cast<std::int64_t>(dtype), 4)});
      std::vector<std::pair<std::string, std::int64_t>> cases;
      for (const auto& [bytes, condition] : conditions) cases.emplace_back("(or" + condition + ")", bytes);
      return by_cases(std::move(cases), fields_->word());
    }
    default: throw std::logic_error("not a number");
  }
}

Number Lowering::add(const Number& a, const Number& b, bool minus) const {
  return bounded({call(minus ? "bvsub" : "bvadd", {a.text, b.text}), minus ? a.least - b.most : a.least + b.least,
                  minus ? a.most - b.least : a.most + b.most}, fields_->word());
}

Number Lowering::multiply(const Number& a, const Number& b) const {
  const Number& by = b.cases.empty() ? a : b;
  const Number& other = b.cases.empty() ? b : a;
  const std::int64_t corners[] = {a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most};
  const auto [least, most] = std::minmax_element(std::begin(corners), std::end(corners));
  Number product{.text = {}, .least = *least, .most = *most};
  product.text = by.cases.empty()
                     ? call("bvmul", {a.text, b.text})
                     : each_case(by, [&](std::int64_t factor) { return times_constant(other.text, factor, fields_->word()); });
  return bounded(std::move(product), fields_->word());
}

Number Lowering::divide(const Number& a, const Number& b, Op op) const {
  if (a.least < 0 || b.least < 0) throw std::logic_error("a division of what may be negative");
  Number result{.text = {}, .least = 0, .most = a.most + (op == Op::ceil_div ? b.most : 0)};
  bounded(result, fields_->word());
  if (!b.cases.empty()) {
    result.text = each_case(b, [&](std::int64_t divisor) { return quotient(a.text, divisor, op, fields_->word()); });
    return result;
  }
  const std::string zero = bit_vector(0, fields_->word());
  const std::string dividend =
      op == Op::ceil_div ? call("bvadd", {a.text, call("bvsub", {b.text, bit_vector(1, fields_->word())})}) : a.text;
  const std::string by_zero = op == Op::mod ? a.text : zero;
  result.text = call("ite", {call("=", {b.text, zero}), by_zero,
                             call(op == Op::mod ? "bvurem" : "bvudiv", {dividend, b.text})});
  return result;
}

Number Lowering::number(const NodePtr& tree) {
  switch (tree->op) {
    case Op::add:
    case Op::sub: return add(number(tree->args[0]), number(tree->args[1]), tree->op == Op::sub);
    case Op::mul: return multiply(number(tree->args[0]), number(tree->args[1]));
    case Op::div:
    case Op::mod:
    case Op::ceil_div: return divide(number(tree->args[0]), number(tree->args[1]), tree->op);
    default: return leaf(*tree);
  }
}

std::string Lowering::enumeration(const NodePtr& tree) {
  switch (tree->op) {
    case Op::scalar_dtype: return field(FieldKind::scalar_dtype, tree->index);
    case Op::attribute: return field(FieldKind::attribute, tree->index);
    case Op::field: break;
    default: throw std::logic_error("not an enumeration");
  }
  switch (tree->field) {
    case terms::Field::type: return field(FieldKind::type, tree->index);
    case terms::Field::dtype: return field(FieldKind::dtype, tree->index);
    case terms::Field::blayout: return field(FieldKind::blayout, tree->index);
    case terms::Field::slayout: return field(FieldKind::slayout, tree->index);
    case terms::Field::pad: return field(FieldKind::pad, tree->index);
    default: throw std::logic_error("not an enumeration");
  }
}

std::string Lowering::boolean(const NodePtr& tree) {
  const auto arg = [&](std::size_t i) -> const NodePtr& { return tree->args[i]; };
  switch (tree->op) {
    case Op::constant: return tree->value ? "true" : "false";
    case Op::logical_not: return call("not", {boolean(arg(0))});
    case Op::logical_and: return call("and", {boolean(arg(0)), boolean(arg(1))});
    case Op::logical_or: return call("or", {boolean(arg(0)), boolean(arg(1))});
    case Op::same_storage: return same_storage(tree->index, static_cast<int>(tree->value));
    case Op::for_all_elements: return boolean(arg(0));
    default: break;
  }
  const Sort sort = arg(0)->sort;
  if (tree->op == Op::in_set) {
    std::string text = "(or false";
    const int bits = sort == Sort::integer ? fields_->word() : width_of(sort, *arg(0), *fields_);
    const std::string value = sort == Sort::integer ? number(arg(0)).text : enumeration(arg(0));
    for (const std::int64_t member : tree->values) text += " " + call("=", {value, bit_vector(member, bits)});
    return text + ")";
  }
  if (sort == Sort::integer) {
    const std::string a = number(arg(0)).text, b = number(arg(1)).text;
    switch (tree->op) {
      case Op::eq: return call("=", {a, b});
      case Op::ne: return call("distinct", {a, b});
      case Op::lt: return call("bvslt", {a, b});
      case Op::le: return call("bvsle", {a, b});
      default: break;
    }
  } else if (tree->op == Op::eq || tree->op == Op::ne) {
    const auto side = [&](std::size_t i) {
      return arg(i)->op == Op::constant ? bit_vector(arg(i)->value, width_of(sort, *arg(1 - i), *fields_)) : enumeration(arg(i));
    };
    return call(tree->op == Op::eq ? "=" : "distinct", {side(0), side(1)});
  }
  throw std::logic_error("a condition that has no encoding");
}

}  // namespace pto_cts::smt
