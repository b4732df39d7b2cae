// SPDX-License-Identifier: MIT
// A planted fault, the call that it sees, and where the faults of each kind are listed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/mutants/mutants.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::mutants {

// Positions of the operands of all instructions here.
inline constexpr int kDst = 0, kSrc = 1, kSrc1 = 2, kOffset = 2;

/// One call as a planted fault sees it. Access to elements is always safe: outside the tile or its storage, reads give
/// 0 and writes do nothing.
class Scene {
 public:
  /// `serial` counts the calls that the backend has run before this one.
  Scene(const backend::Call& call, backend::Backend& sound, int serial);

  Tuple tuple;  ///< A copy. What a fault changes here is what run() runs; all other members see the call as it came.
  std::vector<std::uint64_t> scalars;  ///< Likewise.
  const backend::Call& call;
  const int serial;

  /// Runs the sound kernel.
  backend::Outcome run();
  /// Runs it on an operand that the fault has changed, and undoes the change where the kernel rejects the call.
  backend::Outcome run_on_changed(int operand);

  const TileDesc& tile(int operand) const { return call.tuple->tiles[static_cast<std::size_t>(operand)].tile; }
  TileDesc& changed(int operand) { return tuple.tiles[static_cast<std::size_t>(operand)].tile; }
  DType dtype() const { return tile(kDst).dtype; }
  int element() const { return element_bytes(dtype()); }
  bool shares(int operand) const;  ///< With the destination.

  /// The valid region, made to fit the tile.
  std::int64_t rows(int operand) const;
  std::int64_t cols(int operand) const;
  bool valid(int operand, std::int64_t row, std::int64_t col) const {
    return row < rows(operand) && col < cols(operand);
  }

  std::uint64_t get(int operand, std::int64_t row, std::int64_t col) const;     ///< As it is.
  std::uint64_t before(int operand, std::int64_t row, std::int64_t col) const;  ///< As it was before the call.
  void set(int operand, std::int64_t row, std::int64_t col, std::uint64_t bits);
  void restore(int operand, std::int64_t row, std::int64_t col) { set(operand, row, col, before(operand, row, col)); }
  void restore(int operand);  ///< The whole storage.
  /// The element of the destination's size at a byte of a storage, before the call; nothing where it leaves the tile.
  std::optional<std::uint64_t> bytes_before(int operand, std::int64_t offset) const;

  /// Calls f(row, col) for the valid region, or for the whole static shape.
  template <class F>
  void each_valid(int operand, F&& f) const {
    each_up_to(operand, rows(operand), cols(operand), f);
  }
  template <class F>
  void each(int operand, F&& f) const {
    each_up_to(operand, tile(operand).rows, tile(operand).cols, f);
  }

  backend::Storage storage(int operand) const;

 private:
  bool usable(int operand) const { return maps_[static_cast<std::size_t>(operand)].has_value(); }
  std::optional<std::size_t> place(int operand, std::int64_t row, std::int64_t col) const;
  std::size_t storage_id(int operand) const;

  template <class F>
  void each_up_to(int operand, std::int64_t row_count, std::int64_t col_count, F&& f) const {
    if (!usable(operand)) return;
    for (std::int64_t row = 0; row < row_count; ++row)
      for (std::int64_t col = 0; col < col_count; ++col) f(row, col);
  }

  backend::Backend& sound_;
  std::vector<std::optional<LayoutMap>> maps_;  ///< Of each operand; none where its elements cannot be reached.
  std::vector<std::vector<std::byte>> before_;
};

/// Runs the sound kernel and, where it executed, `f` after it.
template <class F>
backend::Outcome then(Scene& scene, F&& f) {
  backend::Outcome outcome = scene.run();
  if (outcome.kind == backend::OutcomeKind::executed) f();
  return outcome;
}

struct Fault {
  MutantInfo info;
  backend::Outcome (*run)(Scene&);
  bool declares_64_bits = false;  ///< So that calls with these types, illegal everywhere, reach the backend.
};

std::vector<Fault> valid_region_faults();
std::vector<Fault> pad_faults();
std::vector<Fault> arithmetic_faults();
std::vector<Fault> copy_faults();
std::vector<Fault> partial_faults();
std::vector<Fault> addressing_faults();
std::vector<Fault> memory_faults();
std::vector<Fault> rejection_faults();
std::vector<Fault> legality_faults();

}  // namespace pto_cts::mutants
