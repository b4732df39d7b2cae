// SPDX-License-Identifier: MIT
#include "pto_cts/terms/print.h"

namespace pto_cts::terms {
namespace {

constexpr int kAtom = 7;

// Higher binds tighter.
int precedence(Op op) {
  switch (op) {
    case Op::logical_or: return 1;
    case Op::logical_and: return 2;
    case Op::eq:
    case Op::ne:
    case Op::lt:
    case Op::le:
    case Op::in_set: return 3;
    case Op::add:
    case Op::sub:
    case Op::elem_add: return 4;
    case Op::mul:
    case Op::div:
    case Op::mod:
    case Op::elem_mul: return 5;
    case Op::logical_not: return 6;
    default: return kAtom;
  }
}

const char* mathematical_infix(Op op) {
  switch (op) {
    case Op::logical_or: return " \u2228 ";
    case Op::logical_and: return " \u2227 ";
    case Op::eq: return " = ";
    case Op::ne: return " \u2260 ";
    case Op::lt: return " < ";
    case Op::le: return " \u2264 ";
    case Op::add:
    case Op::elem_add: return " + ";
    case Op::sub: return " \u2212 ";
    case Op::mul:
    case Op::elem_mul: return " \u00b7 ";
    case Op::mod: return " mod ";
    default: return nullptr;
  }
}

const char* infix(Op op) {
  switch (op) {
    case Op::logical_or: return " || ";
    case Op::logical_and: return " && ";
    case Op::eq: return " == ";
    case Op::ne: return " != ";
    case Op::lt: return " < ";
    case Op::le: return " <= ";
    case Op::add:
    case Op::elem_add: return " + ";
    case Op::sub: return " - ";
    case Op::mul:
    case Op::elem_mul: return " * ";
    case Op::div: return " / ";
    case Op::mod: return " % ";
    default: return nullptr;
  }
}

const char* field_name(Field field) {
  constexpr const char* kNames[] = {"type", "dtype", "rows", "cols", "blayout", "slayout", "fractal_bytes", "pad",
                                    "static_valid_rows", "static_valid_cols", "valid_rows", "valid_cols",
                                    "box_rows", "box_cols"};
  return kNames[static_cast<std::size_t>(field)];
}

std::string constant(const Node& node, std::int64_t value) {
  switch (node.sort) {
    case Sort::boolean: return value ? "true" : "false";
    case Sort::dtype: return std::string(pto_cts::name(static_cast<DType>(value)));
    case Sort::tile_type: return std::string(pto_cts::name(static_cast<TileType>(value)));
    case Sort::blayout: return std::string(pto_cts::name(static_cast<BLayout>(value)));
    case Sort::slayout: return std::string(pto_cts::name(static_cast<SLayout>(value)));
    case Sort::pad: return std::string(pto_cts::name(static_cast<PadValue>(value)));
    case Sort::attribute: return node.text;
    default: return std::to_string(value);
  }
}

class Printer {
 public:
  Printer(const Instruction& instruction, Notation notation) : instruction_(instruction), mathematics_(notation == Notation::mathematics) {}

  std::string text(const Node& node) const {
    if (mathematics_) {
      if (const std::string special = mathematical(node); !special.empty()) return special;
    }
    if (const char* op = mathematics_ ? mathematical_infix(node.op) : infix(node.op)) return operand(node, 0) + op + operand(node, 1);
    switch (node.op) {
      case Op::constant: return constant(node, node.value);
      case Op::field: return tile(node.index) + "." + field_name(node.field);
      case Op::scalar_dtype: return scalar(node.index) + ".dtype";
      case Op::attribute: return instruction_.attributes[static_cast<std::size_t>(node.index)].key;
      case Op::same_storage: return "same_storage(" + tile(node.index) + ", " + tile(static_cast<int>(node.value)) + ")";
      case Op::reading: return "reading '" + node.text + "'";
      case Op::size_of: return "size(" + text(*node.args[0]) + ")";
      case Op::loop_row: return "i";
      case Op::loop_col: return "j";
      case Op::index_value:
      case Op::read: return tile(node.index) + "[" + text(*node.args[0]) + ", " + text(*node.args[1]) + "]";
      case Op::ceil_div: return "ceil(" + operand(node, 0) + " / " + operand(node, 1) + ")";
      case Op::in_set: return operand(node, 0) + " in {" + list(node) + "}";
      case Op::logical_not: return "!" + operand(node, 0);
      case Op::for_all_elements:
        return "for all (i, j) in the valid region of " + tile(node.index) + ": " + text(*node.args[0]);
      case Op::load:
        return "bytes of " + tile(node.index) + " at " + operand(node, 0) + " (aligned to " + text(*node.args[1]) + ")";
      case Op::scalar: return scalar(node.index);
      case Op::pad_bits: return "pad(" + text(*node.args[0]) + ")";
      case Op::select:
        return "(" + text(*node.args[1]) + " if " + text(*node.args[0]) + " else " + text(*node.args[2]) + ")";
      case Op::elem_max: return "max(" + text(*node.args[0]) + ", " + text(*node.args[1]) + ")";
      case Op::elem_min: return "min(" + text(*node.args[0]) + ", " + text(*node.args[1]) + ")";
      default: return "?";
    }
  }

 private:
  // What mathematics has more than another operator for; else empty.
  std::string mathematical(const Node& node) const {
    switch (node.op) {
      case Op::div: return "\u230a" + operand(node, 0) + " / " + operand(node, 1) + "\u230b";
      case Op::ceil_div: return "\u2308" + operand(node, 0) + " / " + operand(node, 1) + "\u2309";
      case Op::logical_not:
        if (node.args[0]->op == Op::eq) return operand(*node.args[0], 0) + " \u2260 " + operand(*node.args[0], 1);
        return "\u00ac" + operand(node, 0);
      case Op::logical_or:
        if (!is_implication(node)) return {};
        return in_brackets_if(is_implication(*node.args[0]->args[0]), *node.args[0]->args[0]) + " \u21d2 " + operand(node, 1);
      case Op::in_set: return operand(node, 0) + " \u2208 {" + list(node) + "}";
      default: return {};
    }
  }

  static bool is_implication(const Node& node) { return node.op == Op::logical_or && node.args[0]->op == Op::logical_not; }
  std::string in_brackets_if(bool brackets, const Node& node) const { return brackets ? "(" + text(node) + ")" : text(node); }

  bool in_brackets(const Node& outer, const Node& inner) const {
    if (outer.op == Op::logical_or && is_implication(inner)) return true;
    if (inner.op == Op::div || inner.op == Op::ceil_div) return false;
    return precedence(outer.op) >= precedence(Op::add) && precedence(outer.op) < kAtom &&
           (inner.op == Op::mod || (outer.op == Op::mod && precedence(inner.op) < kAtom));
  }

  std::string operand(const Node& node, std::size_t i) const {
    if (mathematics_ && in_brackets(node, *node.args[i])) return "(" + text(*node.args[i]) + ")";
    const Node& arg = *node.args[i];
    const int outer = precedence(node.op), inner = precedence(arg.op);
    const bool chain = arg.op == node.op && (node.op == Op::logical_and || node.op == Op::logical_or);
    if (mathematics_ && arg.op == Op::div) return text(arg);  // It has brackets of its own.
    const bool brackets = inner < outer || (inner == outer && inner < kAtom && i == 1 && !chain);
    return brackets ? "(" + text(arg) + ")" : text(arg);
  }
  std::string list(const Node& node) const {
    std::string all;
    for (const std::int64_t value : node.values) all += (all.empty() ? "" : ", ") + constant(*node.args[0], value);
    return all;
  }
  std::string tile(int index) const { return instruction_.tiles[static_cast<std::size_t>(index)].name; }
  std::string scalar(int index) const { return instruction_.scalars[static_cast<std::size_t>(index)]; }

  const Instruction& instruction_;
  bool mathematics_;
};

}  // namespace

std::string print(const Instruction& instruction, const NodePtr& tree, Notation notation) {
  return Printer(instruction, notation).text(*tree);
}

std::string print(const Instruction& instruction, const Effect& effect, Notation notation) {
  const std::string& dst = instruction.tiles[static_cast<std::size_t>(effect.tile)].name;
  std::string text = dst + "[i, j] = " + print(instruction, effect.value.tree(), notation) + " for each (i, j) in " +
                     (effect.whole_tile ? "the static shape of " : "the valid region of ") + dst;
  const Node& hole = *effect.unspecified_where.tree();
  if (hole.op != Op::constant || hole.value != 0)
    text += "; unspecified where " + print(instruction, effect.unspecified_where.tree(), notation);
  return text;
}

}  // namespace pto_cts::terms
