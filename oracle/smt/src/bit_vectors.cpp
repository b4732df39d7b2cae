// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>

#include "lower.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::smt {
namespace {

using terms::Node;
using terms::Op;
using terms::Sort;

// Bounds of 64-bit words are kept well below what the bounds themselves can be computed in.
std::int64_t limit_of(int bits) { return std::int64_t{1} << (bits == 64 ? 60 : bits - 1); }

bool is_power_of_two(std::int64_t value) { return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

std::int64_t log2_of(std::int64_t value) { return std::countr_zero(static_cast<std::uint64_t>(value)); }

class BitVectors : public Dialect {
 public:
  explicit BitVectors(const Fields& fields) : fields_(fields), bits_(fields.word()) {}

  Number constant(std::int64_t value) const override { return bounded({word(value), value, value, {{"true", value}}}); }

  Number extent(terms::Field which, int tile) const override {
    switch (which) {
      case terms::Field::rows: return plain(FieldKind::rows, tile);
      case terms::Field::cols: return plain(FieldKind::cols, tile);
      case terms::Field::valid_rows: return plain(FieldKind::valid_rows, tile);
      case terms::Field::valid_cols: return plain(FieldKind::valid_cols, tile);
      case terms::Field::static_valid_rows:
        return unless_dynamic(FieldKind::dynamic_rows, tile, plain(FieldKind::valid_rows, tile));
      case terms::Field::static_valid_cols:
        return unless_dynamic(FieldKind::dynamic_cols, tile, plain(FieldKind::valid_cols, tile));
      case terms::Field::fractal_bytes: {
        const std::string size = code(FieldKind::fractal, tile);
        return by_cases({{call("=", {size, bit_vector(0, 2)}), 512}, {call("=", {size, bit_vector(1, 2)}), 1024}, {"true", 32}});
      }
      default: return box_extent(which, tile);
    }
  }

  Number element_bytes(const std::string& code) const override {
    std::map<int, std::string> conditions;
    for (const DType dtype : kAllDTypes)
      conditions[pto_cts::element_bytes(dtype)] += " " + call("=", {code, bit_vector(static_cast<std::int64_t>(dtype), 4)});
    std::vector<std::pair<std::string, std::int64_t>> cases;
    for (const auto& [bytes, condition] : conditions) cases.emplace_back("(or" + condition + ")", bytes);
    return by_cases(std::move(cases));
  }

  Number arithmetic(Op op, const Number& a, const Number& b) const override {
    switch (op) {
      case Op::add:
      case Op::sub: return sum(op, a, b);
      case Op::mul: return product(a, b);
      default: return quotient(op, a, b);
    }
  }

  std::string comparison(Op op, const Number& a, const Number& b) const override {
    return call(op == Op::lt ? "bvslt" : "bvsle", {a.text, b.text});
  }

  std::string code(FieldKind kind, int index) const override { return symbol(fields_.all()[fields_.find(kind, index)].name); }

  std::string member(const Node& of, std::int64_t value) const override { return bit_vector(value, width_of(of)); }

  std::string same_storage(int a, int b) const override {
    const auto first = [&](int tile) {
      if (tile == 0) return bit_vector(0, 8);
      const Field& field = fields_.all()[fields_.find(FieldKind::storage, tile)];
      const std::string code = call("(_ zero_extend " + std::to_string(8 - field.bits) + ")", {symbol(field.name)});
      return call("ite", {call("=", {code, bit_vector(0, 8)}), bit_vector(tile, 8), call("bvsub", {code, bit_vector(1, 8)})});
    };
    return call("=", {first(a), first(b)});
  }

 private:
  std::string word(std::int64_t value) const { return bit_vector(value, bits_); }

  Number bounded(Number number) const {
    if (number.least < -limit_of(bits_) || number.most >= limit_of(bits_))
      throw std::logic_error("a term may exceed a word: " + number.text.substr(0, 200));
    return number;
  }

  // A term that takes one of a few values.
  Number by_cases(std::vector<std::pair<std::string, std::int64_t>> cases) const {
    Number number;
    number.least = number.most = cases.front().second;
    for (std::size_t i = cases.size(); i-- > 0;) {
      const std::string value = word(cases[i].second);
      number.text = i + 1 == cases.size() ? value : call("ite", {cases[i].first, value, number.text});
      number.least = std::min(number.least, cases[i].second);
      number.most = std::max(number.most, cases[i].second);
    }
    number.cases = std::move(cases);
    return bounded(std::move(number));
  }

  // f(value) for each value that `by` takes.
  template <typename Apply>
  static std::string each_case(const Number& by, Apply&& apply) {
    std::string text;
    for (std::size_t i = by.cases.size(); i-- > 0;) {
      const std::string one = apply(by.cases[i].second);
      text = text.empty() ? one : call("ite", {by.cases[i].first, one, text});
    }
    return text;
  }

  Number plain(FieldKind kind, int tile) const {
    const Field& field = fields_.all()[fields_.find(kind, tile)];
    return {call("(_ zero_extend " + std::to_string(bits_ - field.bits) + ")", {symbol(field.name)}), field.least, field.most};
  }

  Number unless_dynamic(FieldKind flag, int tile, const Number& value) const {
    return {call("ite", {call("=", {code(flag, tile), bit_vector(1, 1)}), word(kDynamic), value.text}), kDynamic, value.most};
  }

  // The concrete map, tabulated over everything that it depends on.
  Number box_extent(terms::Field which, int tile) const {
    std::map<std::int64_t, std::string> conditions;
    for (const SLayout slayout : kAllSLayouts)
      for (const std::int64_t size : {0, 1, 2})
        for (const DType dtype : kAllDTypes) {
          TileDesc desc;
          desc.slayout = slayout;
          desc.dtype = dtype;
          desc.fractal_bytes = kBoxSizes[size];
          const auto box = box_of(desc);
          const std::int64_t value = !box ? 0 : which == terms::Field::box_rows ? box->rows : box->cols;
          conditions[value] += " " + call("and", {call("=", {code(FieldKind::slayout, tile), bit_vector(static_cast<std::int64_t>(slayout), 2)}),
                                                  call("=", {code(FieldKind::fractal, tile), bit_vector(size, 2)}),
                                                  call("=", {code(FieldKind::dtype, tile), bit_vector(static_cast<std::int64_t>(dtype), 4)})});
        }
    std::vector<std::pair<std::string, std::int64_t>> cases;
    for (const auto& [value, condition] : conditions) cases.emplace_back("(or false" + condition + ")", value);
    return by_cases(std::move(cases));
  }

  Number sum(Op op, const Number& a, const Number& b) const {
    Number result = bounds_of(op, a, b);
    result.text = call(op == Op::sub ? "bvsub" : "bvadd", {a.text, b.text});
    return bounded(std::move(result));
  }

  Number product(const Number& a, const Number& b) const {
    const Number& by = b.cases.empty() ? a : b;
    const Number& other = b.cases.empty() ? b : a;
    Number result = bounds_of(Op::mul, a, b);
    result.text = by.cases.empty() ? call("bvmul", {a.text, b.text})
                                   : each_case(by, [&](std::int64_t factor) { return times(other.text, factor); });
    return bounded(std::move(result));
  }

  Number quotient(Op op, const Number& a, const Number& b) const {
    if (a.least < 0 || b.least < 0) throw std::logic_error("a division of what may be negative");
    Number result{.text = {}, .least = 0, .most = a.most + (op == Op::ceil_div ? b.most : 0)};
    bounded(result);
    if (!b.cases.empty()) {
      result.text = each_case(b, [&](std::int64_t divisor) { return divided(op, a.text, divisor); });
      return result;
    }
    const std::string by_zero = op == Op::mod ? a.text : word(0);
    const std::string dividend = op == Op::ceil_div ? call("bvadd", {a.text, call("bvsub", {b.text, word(1)})}) : a.text;
    result.text = call("ite", {call("=", {b.text, word(0)}), by_zero,
                               call(op == Op::mod ? "bvurem" : "bvudiv", {dividend, b.text})});
    return result;
  }

  std::string times(const std::string& text, std::int64_t factor) const {
    if (factor == 0) return word(0);
    if (factor == 1) return text;
    if (is_power_of_two(factor)) return call("bvshl", {text, word(log2_of(factor))});
    return call("bvmul", {text, word(factor)});
  }

  // As terms::apply has it: division by zero gives 0, and leaves the dividend as remainder.
  std::string divided(Op op, const std::string& text, std::int64_t divisor) const {
    if (divisor == 0) return op == Op::mod ? text : word(0);
    const std::string by = word(divisor);
    if (op == Op::mod) return is_power_of_two(divisor) ? call("bvand", {text, word(divisor - 1)}) : call("bvurem", {text, by});
    const std::string dividend = op == Op::ceil_div ? call("bvadd", {text, word(divisor - 1)}) : text;
    return is_power_of_two(divisor) ? call("bvlshr", {dividend, word(log2_of(divisor))}) : call("bvudiv", {dividend, by});
  }

  int width_of(const Node& of) const {
    const auto count_bits = [](std::size_t n) { return static_cast<int>(std::bit_width(n - 1)); };
    switch (of.sort) {
      case Sort::dtype: return count_bits(kAllDTypes.size());
      case Sort::tile_type: return count_bits(kAllTileTypes.size());
      case Sort::blayout: return count_bits(kAllBLayouts.size());
      case Sort::slayout: return count_bits(kAllSLayouts.size());
      case Sort::pad:
      case Sort::attribute:
        if (of.op == Op::attribute) return fields_.all()[fields_.find(FieldKind::attribute, of.index)].bits;
        return count_bits(kAllPadValues.size());
      default: throw std::logic_error("not an enumeration");
    }
  }

  const Fields& fields_;
  int bits_;
};

}  // namespace

std::string bit_vector(std::int64_t value, int bits) {
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const std::uint64_t wrapped = static_cast<std::uint64_t>(value) & mask;
  return "(_ bv" + std::to_string(wrapped) + " " + std::to_string(bits) + ")";
}

std::shared_ptr<const Dialect> bit_vectors(const Fields& fields) { return std::make_shared<const BitVectors>(fields); }

}  // namespace pto_cts::smt
