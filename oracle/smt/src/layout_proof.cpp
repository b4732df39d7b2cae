// SPDX-License-Identifier: MIT
#include "pto_cts/smt/layout_proof.h"

#include "lower.h"

namespace pto_cts::smt {
namespace {

using terms::Int;
using terms::NodePtr;
using terms::Op;

// A free number of these scripts.
Int variable(const std::string& name) {
  return Int(terms::make_node({.op = Op::index_value, .sort = terms::Sort::integer, .text = name}));
}

// Terms of these scripts are polynomials over their variables: 32-bit numbers that do not wrap by the bounds asserted.
std::string polynomial(const NodePtr& tree) {
  switch (tree->op) {
    case Op::constant: return bit_vector(tree->value, 32);
    case Op::index_value: return symbol(tree->text);
    case Op::add: return "(bvadd " + polynomial(tree->args[0]) + " " + polynomial(tree->args[1]) + ")";
    case Op::mul: return "(bvmul " + polynomial(tree->args[0]) + " " + polynomial(tree->args[1]) + ")";
    default: return "";
  }
}

std::string text(const Int& term) { return polynomial(term.tree()); }

struct Digits {
  Int box_row, box_col, row, col;
};

Int offset(const Strides<Int>& strides, const Digits& at) {
  return at.box_row * strides.box_row + at.box_col * strides.box_col + at.row * strides.row + at.col * strides.col;
}

std::string at_most(const std::string& name, std::int64_t most) {
  return "(assert (bvule " + symbol(name) + " " + bit_vector(most, 32) + "))\n";
}

// Extents are written as "the first element's box, one more, and what is left", and the second element as the first and
// a step: so the products of unknowns cancel, and no multiplier is left to compare.
std::string common_script(const Box& box) {
  std::string script = "(set-logic QF_BV)\n";
  const auto declare = [&](std::initializer_list<const char*> names, std::int64_t most) {
    for (const char* name : names) script += "(declare-const " + symbol(name) + " (_ BitVec 32))\n" + at_most(name, most);
  };
  const std::int64_t most_box_rows = ((1 << 11) - 1) / box.rows, most_box_cols = ((1 << 16) - 1) / box.cols;
  declare({"box row", "box rows left", "box row step"}, most_box_rows);
  declare({"box col", "box cols left", "box col step"}, most_box_cols);
  declare({"row", "row 2"}, box.rows - 1);
  declare({"col", "col 2"}, box.cols - 1);
  script += "(assert (bvult (bvadd |box row| |box rows left|) " + bit_vector(most_box_rows, 32) + "))\n";
  script += "(assert (bvult (bvadd |box col| |box cols left|) " + bit_vector(most_box_cols, 32) + "))\n";
  return script;
}

}  // namespace

std::vector<Query> map_questions(Layout layout, const Box& box, const SymbolicMap& map) {
  const Int first_row = variable("box row"), first_col = variable("box col");
  const Int box_rows = first_row + 1 + variable("box rows left"), box_cols = first_col + 1 + variable("box cols left");
  const Int height(static_cast<int>(box.rows)), width(static_cast<int>(box.cols));
  const Int rows = box_rows * height, cols = box_cols * width;
  const Strides<Int> strides = map(layout, rows, cols, height, width);
  const Digits first{first_row, first_col, variable("row"), variable("col")};
  const std::string script = common_script(box);

  // Inside: the distance to the end is positive.
  Query inside{script, {}, Answer::unknown};
  inside.assertion = "(bvsle (bvsub " + text(rows * cols) + " " + text(offset(strides, first)) + ") " + bit_vector(0, 32) + ")";

  // One to one: the second element lies some boxes further in the direction whose stride grows with the other extent,
  // and anywhere in the other; by symmetry it is enough to look one way.
  const bool along_rows = layout == Layout::ND || layout == Layout::Zn || layout == Layout::Zz;
  const Int step_row = variable("box row step"), step_col = variable("box col step");
  const Digits second{along_rows ? first_row + step_row : step_row, along_rows ? step_col : first_col + step_col,
                      variable("row 2"), variable("col 2")};
  Query apart{script, {}, Answer::unknown};
  apart.assertion = "(and (bvult " + text(second.box_row) + " " + text(box_rows) + ") (bvult " + text(second.box_col) + " " +
                    text(box_cols) + ") (= " + text(offset(strides, first)) + " " + text(offset(strides, second)) +
                    ") (not (and (= " + text(first.box_row) + " " + text(second.box_row) + ") (= " + text(first.box_col) + " " +
                    text(second.box_col) + ") (= |row| |row 2|) (= |col| |col 2|))))";
  return {inside, apart};
}

}  // namespace pto_cts::smt
