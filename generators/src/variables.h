// SPDX-License-Identifier: MIT
// The unknowns of an instruction's tuple. Discrete ones have small domains and are enumerated; the numeric ones (rows,
// columns and valid extents) are solved as bounds and differences.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::generators {

enum class VarKind : std::uint8_t {
  type, dtype, blayout, slayout, fractal, pad, dynamic_rows, dynamic_cols, scalar_dtype, attribute, storage
};

struct DiscreteVar {
  VarKind kind;
  int index;  ///< Tile operand, scalar operand or attribute; 0 for the storage pattern.
  std::vector<std::int64_t> domain;
};

/// Values of all discrete variables; kUnset where not yet known.
using Assignment = std::vector<std::int64_t>;
inline constexpr std::int64_t kUnset = INT64_MIN;

/// Bit v stands for discrete variable v.
using VarSet = std::uint64_t;

/// Numeric variable of tile operand k: 4k rows, 4k + 1 columns, 4k + 2 valid rows, 4k + 3 valid columns.
enum NumericField { kRows, kCols, kValidRows, kValidCols };
constexpr int numeric_var(int tile, NumericField field) { return 4 * tile + field; }

class Folding;

class Variables {
 public:
  /// pre: at most 64 discrete variables.
  explicit Variables(const terms::Instruction& instruction);
  ~Variables();
  Variables(const Variables&) = delete;

  std::size_t size() const { return vars_.size(); }
  std::size_t tiles() const { return instruction_->tiles.size(); }
  const DiscreteVar& operator[](std::size_t var) const { return vars_[var]; }
  int find(VarKind kind, int index) const;

  /// Discrete variables that a tree reads.
  VarSet discrete(const terms::NodePtr& tree) const;

  /// The tree with every known variable replaced and folded.
  terms::NodePtr substitute(const terms::NodePtr& tree, const Assignment& values) const;

  /// What is remembered of substitutions, for all spaces over these variables.
  Folding& folding() const { return *folding_; }

  /// Storage ids of the tile operands under a storage pattern.
  const std::vector<int>& storage_pattern(std::int64_t pattern) const { return patterns_[static_cast<std::size_t>(pattern)]; }

  /// The assignment that describes a tuple.
  Assignment of(const Tuple& tuple) const;

  /// The tuple with these discrete values, shapes and extents still zero.
  Tuple tuple(const Assignment& values) const;

 private:
  VarSet reads(const terms::Node& leaf) const;
  std::size_t slot(VarKind kind, int index) const { return static_cast<std::size_t>(kind) * kMostOperands + static_cast<std::size_t>(index); }

  static constexpr std::size_t kMostOperands = 16;

  const terms::Instruction* instruction_;
  std::vector<DiscreteVar> vars_;
  std::vector<std::vector<int>> patterns_;
  std::unique_ptr<Folding> folding_;
  std::vector<int> slots_;  // Position of each unknown, by kind and index; -1 where there is none.
};

}  // namespace pto_cts::generators
