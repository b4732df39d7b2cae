// SPDX-License-Identifier: MIT
// Terms as SMT-LIB 2 text over bit-vectors.
#pragma once

#include <map>
#include <set>
#include <string>

#include "pto_cts/smt/fields.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::smt {

/// A number of `bits` bits as an SMT-LIB literal.
std::string bit_vector(std::int64_t value, int bits);

/// A quoted symbol.
std::string symbol(const std::string& name);

/// A two's-complement word with bounds that hold for every value of the fields. Where the term takes few
/// values, `cases` lists them with their conditions, the last one's being "otherwise".
struct Number {
  std::string text;
  std::int64_t least = 0, most = 0;
  std::vector<std::pair<std::string, std::int64_t>> cases{};
};

/// Lowers the terms of one instruction. Every integer is computed in words of the fields, and bounds show that none overflows.
class Lowering {
 public:
  Lowering(const terms::Instruction& instruction, const Fields& fields) : instruction_(&instruction), fields_(&fields) {}

  std::string boolean(const terms::NodePtr& tree);
  Number number(const terms::NodePtr& tree);
  std::string enumeration(const terms::NodePtr& tree);

  /// Names of the unknowns, beyond the fields, that lowered terms mention: row and col of a destination element, and
  /// contents of index operands. 32 bits each.
  const std::set<std::string>& free_numbers() const { return free_; }

  /// Of the contents met so far: that one place of an operand has one content, whichever term leads there.
  std::string same_place_same_content() const;

 private:
  Number leaf(const terms::Node& node);
  Number extent(const terms::Node& node);
  Number box_extent(const terms::Node& node);
  Number contents(const terms::Node& node);
  Number add(const Number& a, const Number& b, bool minus) const;
  Number multiply(const Number& a, const Number& b) const;
  Number divide(const Number& a, const Number& b, terms::Op op) const;
  std::string field(FieldKind kind, int index) const;
  std::string same_storage(int a, int b) const;

  const terms::Instruction* instruction_;
  const Fields* fields_;
  std::set<std::string> free_;
  struct Place {
    int tile;
    std::string row, col;
  };
  std::map<std::string, Place> contents_;  // By name.
};

}  // namespace pto_cts::smt
