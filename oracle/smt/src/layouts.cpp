// SPDX-License-Identifier: MIT
// That the layout maps of all legal tiles are one-to-one and stay inside the tile.
#include <map>
#include <set>

#include "lower.h"
#include "meaning.h"
#include "prover.h"
#include "pto_cts/terms/rewrite.h"

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

struct Form {
  BLayout blayout;
  SLayout slayout;
};

class Layouts {
 public:
  Layouts(Prover& prover, const SymbolicMap& map)
      : prover_(prover), map_(map), lowering_(prover.instruction(), prover.world().fields()) {}

  void prove(int tile) {
    for (const SLayout slayout : kAllSLayouts)
      for (const BLayout blayout : kAllBLayouts) prove(tile, {blayout, slayout});
  }

 private:
  std::size_t field(FieldKind kind, int tile) const { return prover_.world().fields().find(kind, tile); }

  Literals with(Literals literals, FieldKind kind, int tile, std::int64_t value) const {
    for (Literal& literal : prover_.world().equals(field(kind, tile), value)) literals.push_back(std::move(literal));
    return literals;
  }

  void prove(int tile, Form form) {
    Literals accepted = with(prover_.world().legal(prover_.profile()), FieldKind::blayout, tile, static_cast<std::int64_t>(form.blayout));
    accepted = with(accepted, FieldKind::slayout, tile, static_cast<std::int64_t>(form.slayout));
    if (prover_.solver().check(accepted) == Answer::unsat) return;
    const Layout layout = layout_of(form.blayout, form.slayout);
    const std::string& name = prover_.instruction().tiles[static_cast<std::size_t>(tile)].name;
    Obligation obligation =
        prover_.begin("layouts", name + "/" + std::string(pto_cts::name(layout)),
                      "The map of every legal " + name + " in " + std::string(pto_cts::name(layout)) +
                          " is one-to-one and stays inside the tile.");
    decide(obligation, tile, form, layout, accepted);
    prover_.end(std::move(obligation));
  }

  void decide(Obligation& obligation, int tile, Form form, Layout layout, const Literals& accepted) {
    Literals broken = accepted;
    broken.push_back(prover_.solver().literal("boxes do not fill tile " + std::to_string(tile), boxes_do_not_fill(tile)));
    const Answer unfilled = prover_.ask(obligation, broken);
    const Answer unsound = unfilled == Answer::unsat ? ask_maps(obligation, tile, form, layout, accepted) : Answer::sat;
    if (unfilled == Answer::unknown || unsound == Answer::unknown) return;
    if (unsound == Answer::unsat) {
      obligation.status = Status::proved;
      return;
    }
    find_elements(obligation, tile, layout, unfilled == Answer::unsat ? accepted : broken);
  }

  std::string boxes_do_not_fill(int tile) {
    const terms::Tile t(tile);
    const terms::Bool filled = t.box_rows > 0 && t.rows % t.box_rows == 0 && t.cols % t.box_cols == 0;
    return negation_of(lowering_.boolean(filled.tree()));
  }

  // The questions about the map alone, for each box that a legal tile has.
  Answer ask_maps(Obligation& obligation, int tile, Form form, Layout layout, const Literals& accepted) {
    std::set<std::pair<std::int64_t, std::int64_t>> asked;
    for (std::int64_t code = 0; code < 3; ++code)
      for (const DType dtype : kAllDTypes) {
        TileDesc desc;
        desc.slayout = form.slayout;
        desc.dtype = dtype;
        desc.fractal_bytes = kBoxSizes[code];
        const Box box = *box_of(desc);
        if (asked.count({box.rows, box.cols})) continue;
        const Literals one = with(with(accepted, FieldKind::fractal, tile, code), FieldKind::dtype, tile, static_cast<std::int64_t>(dtype));
        if (prover_.solver().check(one) == Answer::unsat) continue;
        asked.insert({box.rows, box.cols});
        for (Query query : map_questions(layout, box, map_)) {
          query.answer = ask_script(query);
          obligation.queries.push_back(query);
          if (query.answer != Answer::unsat) return query.answer;
        }
      }
    return Answer::unsat;
  }

  // A legal tuple with two elements in one place, or one outside. For each box size, and for each way in which boxes may
  // fail to fill the tile, the smallest few are looked at: of some layouts every such tile lies well nonetheless.
  void find_elements(Obligation& obligation, int tile, Layout layout, const Literals& candidates) {
    const terms::Tile t(tile);
    const auto literal = [&](const char* what, const terms::Bool& condition) {
      return prover_.solver().literal(what + (" " + std::to_string(tile)), lowering_.boolean(condition.tree()));
    };
    const Literal rows = literal("boxes fill the rows of tile", t.box_rows > 0 && t.rows % t.box_rows == 0);
    const Literal cols = literal("boxes fill the columns of tile", t.box_cols > 0 && t.cols % t.box_cols == 0);
    for (const Literals& way : {Literals{rows, !cols}, Literals{!rows, cols}, Literals{!rows, !cols}, Literals{rows, cols}})
      for (std::int64_t code = 0; code < 3; ++code) {
        Literals some = with(candidates, FieldKind::fractal, tile, code);
        some.insert(some.end(), way.begin(), way.end());
        if (look_at_smallest(obligation, tile, layout, std::move(some))) return;
      }
  }

  bool look_at_smallest(Obligation& obligation, int tile, Layout layout, Literals candidates) {
    constexpr int kMostTries = 20;
    for (int i = 0; i < kMostTries; ++i) {
      bool gave_up = false;
      const auto values = smallest(prover_.solver(), candidates, {}, gave_up);
      if (gave_up) return true;  // Whether an earlier tile lies wrong is not known: the obligation stays unknown.
      if (!values) return false;
      const Tuple tuple = prover_.world().fields().tuple(*values);
      std::string fault = fault_of(tuple.tiles[static_cast<std::size_t>(tile)].tile, layout);
      if (!fault.empty()) {
        obligation.status = Status::refuted;
        obligation.witness = tuple;
        obligation.note = std::move(fault);
        return true;
      }
      candidates.push_back(prover_.solver().literal("another tile " + std::to_string(tile), another(tile, *values)));
    }
    return false;
  }

  std::string another(int tile, const Values& values) const {
    std::vector<std::string> same;
    for (const FieldKind kind : {FieldKind::rows, FieldKind::cols, FieldKind::dtype}) {
      const std::size_t place = field(kind, tile);
      const Field& of = prover_.world().fields().all()[place];
      same.push_back("(= " + symbol(of.name) + " " + bit_vector(values[place], of.bits) + ")");
    }
    return negation_of(all_of(same));
  }

  // Two elements of a concrete tile that fall on one place, or one that falls outside; empty where there are none.
  std::string fault_of(const TileDesc& desc, Layout layout) const {
    const auto box = box_of(desc);
    if (!box) return "a box of unknown size";
    const auto term = [](std::int64_t value) { return Int(static_cast<int>(value)); };
    const auto value = [](const Int& one) { return terms::simplify(one.tree())->value; };
    const Strides<Int> strides = map_(layout, term(desc.rows), term(desc.cols), term(box->rows), term(box->cols));
    const std::int64_t box_row = value(strides.box_row), box_col = value(strides.box_col), in_row = value(strides.row),
                       in_col = value(strides.col);
    std::map<std::int64_t, std::string> seen;
    for (std::int64_t row = 0; row < desc.rows; ++row)
      for (std::int64_t col = 0; col < desc.cols; ++col) {
        const std::int64_t place = row / box->rows * box_row + col / box->cols * box_col + row % box->rows * in_row + col % box->cols * in_col;
        const std::string element = "(" + std::to_string(row) + ", " + std::to_string(col) + ")";
        if (place < 0 || place >= desc.rows * desc.cols)
          return "element " + element + " lies at " + std::to_string(place) + " of " + std::to_string(desc.rows * desc.cols);
        const auto [other, fresh] = seen.emplace(place, element);
        if (!fresh) return "element " + element + " lies on element " + other->second;
      }
    return {};
  }

  Prover& prover_;
  const SymbolicMap& map_;
  Lowering lowering_;
};

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

void prove_layouts(Prover& prover, const SymbolicMap& map) {
  Layouts layouts(prover, map);
  for (std::size_t tile = 0; tile < prover.instruction().tiles.size(); ++tile) layouts.prove(static_cast<int>(tile));
}

}  // namespace pto_cts::smt
