// SPDX-License-Identifier: MIT
// That the layout maps of all legal tiles are one-to-one and stay inside the tile.
#include <map>
#include <set>

#include "lower.h"
#include "meaning.h"
#include "prover.h"
#include "pto_cts/smt/layout_proof.h"

namespace pto_cts::smt {
namespace {

using terms::Int;
using terms::Op;
using terms::Sort;

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
    find_elements(obligation, tile, layout, accepted);
  }

  std::string boxes_do_not_fill(int tile) {
    const terms::Tile t(tile);
    const terms::Bool filled = t.box_rows > 0 && t.rows % t.box_rows == 0 && t.cols % t.box_cols == 0;
    return negation_of(lowering_.boolean(filled.tree()));
  }

  // The questions about the map alone, for each box that a legal tile has.
  Answer ask_maps(Obligation& obligation, int tile, Form form, Layout layout, const Literals& accepted) {
    std::set<std::pair<std::int64_t, std::int64_t>> asked;
    constexpr std::int64_t kBoxSizes[] = {512, 1024, 32};
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

  // A legal tuple with two elements in one place, or one outside.
  void find_elements(Obligation& obligation, int tile, Layout layout, const Literals& accepted) {
    const terms::Tile t(tile);
    const auto number = [&](const Int& term) { return lowering_.number(term.tree()).text; };
    const Strides<Int> strides = map_(layout, t.rows, t.cols, t.box_rows, t.box_cols);
    const std::string rows = number(t.rows), cols = number(t.cols), box_rows = number(t.box_rows), box_cols = number(t.box_cols);
    const auto element = [&](const std::string& which, std::vector<std::string>& inside) {
      std::vector<std::string> digit;
      for (const char* part : {"box row", "box col", "row in box", "col in box"}) {
        const std::string variable = which + " " + part;
        prover_.solver().declare_number(variable);
        digit.push_back(symbol(variable));
        inside.push_back("(bvule " + digit.back() + " " + bit_vector(1 << 16, 32) + ")");
      }
      inside.push_back("(bvult " + digit[2] + " " + box_rows + ")");
      inside.push_back("(bvult " + digit[3] + " " + box_cols + ")");
      const std::string row = "(bvadd (bvmul " + digit[0] + " " + box_rows + ") " + digit[2] + ")";
      const std::string col = "(bvadd (bvmul " + digit[1] + " " + box_cols + ") " + digit[3] + ")";
      inside.push_back("(bvult " + row + " " + rows + ")");
      inside.push_back("(bvult " + col + " " + cols + ")");
      return "(bvadd (bvadd (bvmul " + digit[0] + " " + number(strides.box_row) + ") (bvmul " + digit[1] + " " +
             number(strides.box_col) + ")) (bvadd (bvmul " + digit[2] + " " + number(strides.row) + ") (bvmul " + digit[3] +
             " " + number(strides.col) + ")))";
    };
    std::vector<std::string> inside;
    const std::string a = element("first", inside), b = element("second", inside);
    std::vector<std::string> same;
    for (const char* part : {"box row", "box col", "row in box", "col in box"})
      same.push_back("(= " + symbol(std::string("first ") + part) + " " + symbol(std::string("second ") + part) + ")");
    const std::string collide = all_of({"(= " + a + " " + b + ")", negation_of(all_of(same))});
    const std::string leaves = "(bvuge " + a + " " + number(t.rows * t.cols) + ")";
    inside.push_back(any_of({collide, leaves}));
    Literals literals = accepted;
    literals.push_back(prover_.solver().literal("unsound layout", all_of(inside)));
    prover_.prove_none(obligation, literals);
    if (obligation.status == Status::refuted) describe(obligation, tile);
  }

  void describe(Obligation& obligation, int tile) const {
    if (!obligation.witness) return;
    const TileDesc& desc = obligation.witness->tiles[static_cast<std::size_t>(tile)].tile;
    const LayoutMap map(desc);
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> seen;
    for (std::int64_t row = 0; row < desc.rows; ++row)
      for (std::int64_t col = 0; col < desc.cols; ++col) {
        const std::int64_t place = map.element_offset(row, col);
        const std::string element = "element (" + std::to_string(row) + ", " + std::to_string(col) + ")";
        if (place >= desc.rows * desc.cols) {
          obligation.note = element + " lies at " + std::to_string(place) + " of " + std::to_string(desc.rows * desc.cols);
          return;
        }
        const auto [other, fresh] = seen.emplace(place, std::pair{row, col});
        if (fresh) continue;
        obligation.note = element + " lies on element (" + std::to_string(other->second.first) + ", " +
                          std::to_string(other->second.second) + ")";
        return;
      }
  }

  Prover& prover_;
  const SymbolicMap& map_;
  Lowering lowering_;
};

}  // namespace

void prove_layouts(Prover& prover, const SymbolicMap& map) {
  Layouts layouts(prover, map);
  for (std::size_t tile = 0; tile < prover.instruction().tiles.size(); ++tile) layouts.prove(static_cast<int>(tile));
}

}  // namespace pto_cts::smt
