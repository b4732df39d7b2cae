// SPDX-License-Identifier: MIT
// Terms as SMT-LIB 2 text; and how fields and numbers are written there: as bit-vectors, for proofs, or as integers,
// for people and other programs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pto_cts/smt/fields.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::smt {

/// A number of `bits` bits as an SMT-LIB literal.
std::string bit_vector(std::int64_t value, int bits);

/// A quoted symbol.
std::string symbol(const std::string& name);

/// `(function arg arg ...)`.
std::string call(const std::string& function, const std::vector<std::string>& args);

/// A number with bounds that hold for every value of the fields. Where the term takes few values, `cases` may list them
/// with their conditions, the last one's being "otherwise".
struct Number {
  std::string text;
  std::int64_t least = 0, most = 0;
  std::vector<std::pair<std::string, std::int64_t>> cases{};
};

/// Bounds of a sum, a difference, a product. They saturate, so that a dialect can tell when they are too wide.
Number bounds_of(terms::Op op, const Number& a, const Number& b);

class Dialect {
 public:
  virtual ~Dialect() = default;

  virtual Number constant(std::int64_t value) const = 0;

  /// Rows, columns, valid extents in either form, box size and box extents of a tile.
  virtual Number extent(terms::Field which, int tile) const = 0;

  /// Element size of the type with this code.
  virtual Number element_bytes(const std::string& code) const = 0;

  /// Op::add, sub, mul, div, mod and ceil_div, as terms::apply has them.
  virtual Number arithmetic(terms::Op op, const Number& a, const Number& b) const = 0;

  /// Op::lt or le.
  virtual std::string comparison(terms::Op op, const Number& a, const Number& b) const = 0;

  /// A field or scalar type or attribute that takes one of a list of values.
  virtual std::string code(FieldKind kind, int index) const = 0;

  /// A value of that list. `of` is the term that takes it.
  virtual std::string member(const terms::Node& of, std::int64_t value) const = 0;

  virtual std::string same_storage(int a, int b) const = 0;
};

/// Words of the fields. What may exceed a word is refused with std::logic_error. `fields` outlives it.
std::shared_ptr<const Dialect> bit_vectors(const Fields& fields);

/// Integers without bounds. Fields are those of tuples as case files have them: every static valid extent has a number of
/// its own, and every tile its storage. `instruction` outlives it.
std::shared_ptr<const Dialect> integers(const terms::Instruction& instruction);

/// Definitions that the integers need: values of the lists, element sizes, box extents.
std::string integer_definitions(const terms::Instruction& instruction);

/// Declarations of the fields.
std::string integer_declarations(const terms::Instruction& instruction);

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
