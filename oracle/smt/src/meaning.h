// SPDX-License-Identifier: MIT
// What an effect reads and leaves, element by element, as formulas over |row| and |col|.
#pragma once

#include <string>
#include <vector>

#include "lower.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::smt {

/// One read of a tile operand, under the conditions of the branches that lead to it.
struct Read {
  int tile = 0;
  bool by_offset = false;    ///< From a byte offset that comes from the contents of an index operand.
  std::string path{};        ///< When it happens.
  std::string in_tile{};       ///< The place lies in the static shape, or in the storage.
  std::string aligned{};       ///< The byte offset is a multiple of what the term asks for; else true.
  std::string in_region{};     ///< The place lies in the valid region.
};

/// One leaf of the effect's branches.
struct Leaf {
  std::string path;
  bool pad = false;
  std::string defined;  ///< All that it reads is defined.
};

/// The formulas of one effect. Numbers that they mention, beyond the fields, are those of free_numbers().
struct Meaning {
  std::string in_range;     ///< (row, col) is one of the elements that the effect is about.
  std::string in_shape;     ///< (row, col) lies in the static shape of the written tile.
  std::string unspecified;  ///< The page gives the element no meaning; or what it asks of contents is undefined.
  std::string contents;     ///< What the contents of a legal case keep, at this element.
  std::vector<Read> reads;
  std::vector<Leaf> leaves;
  bool guarded = false;     ///< Some branch asks whether a source is defined.

  /// Classes of the element; exactly one holds.
  std::string value() const;
  std::string pad() const;
  std::string nothing() const;
};

/// The meaning on a profile: of the rules about contents, those that take part there are kept by a legal case.
/// pre: `lowering` belongs to the instruction of the effect.
Meaning meaning_of(const terms::Instruction& instruction, const terms::Effect& effect, Profile profile, Lowering& lowering);

/// A conjunction, a disjunction, a negation.
std::string all_of(const std::vector<std::string>& formulas);
std::string any_of(const std::vector<std::string>& formulas);
std::string negation_of(const std::string& formula);

}  // namespace pto_cts::smt
