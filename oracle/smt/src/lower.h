// SPDX-License-Identifier: MIT
// Terms as SMT-LIB 2 text.
#pragma once

#include <map>
#include <set>
#include <string>

#include "dialect.h"

namespace pto_cts::smt {

/// Lowers the terms of one instruction.
class Lowering {
 public:
  /// To words of the fields; bounds show that none overflows.
  Lowering(const terms::Instruction& instruction, const Fields& fields) : Lowering(instruction, bit_vectors(fields)) {}
  Lowering(const terms::Instruction& instruction, std::shared_ptr<const Dialect> dialect)
      : instruction_(&instruction), dialect_(std::move(dialect)) {}

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
  Number contents(const terms::Node& node);

  const terms::Instruction* instruction_;
  std::shared_ptr<const Dialect> dialect_;
  std::set<std::string> free_;
  struct Place {
    int tile;
    std::string row, col;
  };
  std::map<std::string, Place> contents_;  // By name.
};

}  // namespace pto_cts::smt
