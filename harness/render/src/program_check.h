// SPDX-License-Identifier: MIT
// The part of a program that looks at one destination.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "program_parts.h"
#include "pto_cts/render/program.h"

namespace pto_cts::render {

/// What an operand must hold, brought into a short form.
class OperandCheck {
 public:
  /// `wanted` are those of the operand; there is at least one.
  OperandCheck(const TileOperand& operand, std::span<const WantedElement* const> wanted);

  bool has_runs() const { return !(open_.empty() && nan_.empty() && kept_.empty() && pads_.empty()); }
  bool has_others() const { return !others_.empty(); }
  bool has_kept() const { return !kept_.empty(); }
  bool has_pads() const { return has_pad_ || !pads_.empty(); }

  std::string constants() const;
  /// `storage` is the position of the operand's in the program's list of storages.
  std::string loop(std::size_t storage) const;
  const TileOperand& operand() const { return operand_; }

 private:
  /// Elements of a row that lie side by side.
  struct Run {
    std::int64_t row, col, count;
  };
  struct Other {
    std::int64_t row, col;
    std::uint64_t bits;
  };
  using Grid = std::vector<const WantedElement*>;

  void find_extents(std::span<const WantedElement* const> wanted);
  bool pad_is_one_constant(const Grid& grid);
  void sort_in(const Grid& grid);
  void add_to(std::vector<Run>& runs, std::int64_t row, std::int64_t col) const;
  std::string runs_text(const char* suffix, const std::vector<Run>& runs, const char* comment) const;
  std::string wanted_text() const;
  std::string pad_text() const;

  const TileOperand& operand_;
  std::int64_t rows_ = 0, cols_ = 0;  // Extents of what is judged.
  bool has_pad_ = false;              // All of it beyond matrix_ is pad, with these bits.
  std::uint64_t pad_bits_ = 0;
  Matrix matrix_;
  std::vector<Run> open_, nan_, kept_, pads_;
  std::vector<Other> others_;
};

/// The types and functions that constants() and loop() use.
std::string run_helper();
std::string other_helper();

}  // namespace pto_cts::render
