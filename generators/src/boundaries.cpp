// SPDX-License-Identifier: MIT
// The boundary predicates of an instruction.
#include <set>

#include "cells.h"
#include "pto_cts/terms/operands.h"

namespace pto_cts::generators {
namespace {

using terms::Bool;
using terms::Instruction;
using terms::Int;
using terms::Node;
using terms::Tile;

class Collector {
 public:
  explicit Collector(const Instruction& instruction) : instruction_(instruction) {}

  std::vector<Boundary> collect() {
    std::set<int> seen_types;
    std::vector<Tile> tiles;
    for (std::size_t i = 0; i < instruction_.tiles.size(); ++i) tiles.emplace_back(static_cast<int>(i));
    for (const Tile& tile : tiles) {
      add_extents(tile);
      if (seen_types.insert(parameter(tile).type_parameter).second) add_type(tile);
    }
    for (const Tile& a : tiles)
      for (const Tile& b : tiles)
        if (is_written(parameter(a).role) && a.index != b.index) add_comparisons(a, b);
    for (const auto& [a, b] : instruction_.aliases) {
      const Tile x(a), y(b);
      add("in-place=" + name(x) + "," + name(y), same_storage(x, y));
      add("apart=" + name(x) + "," + name(y), !same_storage(x, y));
    }
    add_attributes();
    return std::move(found_);
  }

 private:
  const terms::TileParameter& parameter(const Tile& tile) const {
    return instruction_.tiles[static_cast<std::size_t>(tile.index)];
  }
  std::string name(const Tile& tile) const { return parameter(tile).name; }

  void add(std::string name, const Bool& predicate) { found_.push_back({std::move(name), predicate.tree()}); }

  void add_extents(const Tile& tile) {
    const std::string rows = name(tile) + ".valid-rows", cols = name(tile) + ".valid-cols";
    add(rows + "=1", tile.valid_rows == 1);
    add(rows + "=full", tile.valid_rows == tile.rows);
    add(rows + "=full-1", tile.valid_rows == tile.rows - 1);
    add(rows + "%8", tile.valid_rows % 8 != 0);
    add(cols + "=1", tile.valid_cols == 1);
    add(cols + "=full", tile.valid_cols == tile.cols);
    add(cols + "=full-1", tile.valid_cols == tile.cols - 1);
    add(cols + "%8", tile.valid_cols % 8 != 0);
    add(cols + "%32B", tile.valid_cols * size_of(tile.dtype) % 32 != 0);
    add(name(tile) + ".valid-part", tile.valid_rows < tile.rows && tile.valid_cols < tile.cols);
  }

  void add_type(const Tile& tile) {
    const std::string& type = instruction_.type_parameters[static_cast<std::size_t>(parameter(tile).type_parameter)];
    add(type + ".capacity=512", tile.bytes() == 512);
    add(type + ".capacity=32K", tile.bytes() == 32768);
    add(type + ".rows=1", tile.rows == 1);
    add(type + ".cols=32B", tile.cols * size_of(tile.dtype) == 32);
    add(type + ".rows=dynamic", tile.dynamic_rows());
    add(type + ".rows=static", !tile.dynamic_rows());
    add(type + ".cols=dynamic", tile.dynamic_cols());
    add(type + ".cols=static", !tile.dynamic_cols());
    if (reads_pad(tile))
      for (const PadValue pad : kAllPadValues) add(type + ".pad=" + std::string(pto_cts::name(pad)), tile.pad == pad);
  }

  void add_comparisons(const Tile& dst, const Tile& src) {
    const std::string name = this->name(src) + "." + "valid-rows", cols = this->name(src) + "." + "valid-cols";
    const std::string other = this->name(dst);
    add(name + "<" + other, src.valid_rows < dst.valid_rows);
    add(name + ">" + other, src.valid_rows > dst.valid_rows);
    add(cols + "<" + other, src.valid_cols < dst.valid_cols);
    add(cols + ">" + other, src.valid_cols > dst.valid_cols);
    if (parameter(src).type_parameter == parameter(dst).type_parameter) return;
    add(this->name(src) + ".cols<" + other, src.cols < dst.cols);
    add(this->name(src) + ".cols>" + other, src.cols > dst.cols);
    add(this->name(src) + ".rows<" + other, src.rows < dst.rows);
    add(this->name(src) + ".rows>" + other, src.rows > dst.rows);
  }

  void add_attributes() {
    for (std::size_t i = 0; i < instruction_.attributes.size(); ++i) {
      const auto& [key, values, default_value, slot] = instruction_.attributes[i];
      const terms::Sort sort = slot ? terms::Sort::pad : terms::Sort::attribute;
      for (std::size_t value = 0; value < values.size(); ++value)
        add(key + "=" + values[value],
            Bool(terms::make_node(terms::Op::eq, terms::Sort::boolean,
                           {terms::make_node({.op = terms::Op::attribute, .sort = sort, .index = static_cast<int>(i)}),
                            terms::make_node({.op = terms::Op::constant, .sort = sort,
                                       .value = static_cast<std::int64_t>(value), .text = values[value]})})));
    }
  }

  // Same-type requirements mention every pad; what counts is a rule or a formula about this one alone.
  bool reads_pad(const Tile& tile) const {
    bool found = false;
    const auto look = [&](const terms::NodePtr& tree) {
      terms::walk(tree, [&](const Node& node) {
        found |= node.op == terms::Op::field && node.field == terms::Field::pad && node.index == tile.index;
      });
    };
    for (const terms::Clause& clause : instruction_.clauses) look(clause.predicate.tree());
    for (const terms::Effect& effect : instruction_.effects) look(effect.value.tree());
    return found;
  }

  const Instruction& instruction_;
  std::vector<Boundary> found_;
};

}  // namespace

std::vector<Boundary> boundaries(const Instruction& instruction) { return Collector(instruction).collect(); }

}  // namespace pto_cts::generators
