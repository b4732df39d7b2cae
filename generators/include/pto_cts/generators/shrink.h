// SPDX-License-Identifier: MIT
// From a case that fails to the simplest one that fails in the same way; and which of two cases is the simpler one to
// read, and to debug.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pto_cts/generators/payload.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::generators {

/// What a case costs its reader, the weightiest first: the first entry that differs decides. Each is a count, or a sum
/// over tile operands, and never negative.
enum class Cost : std::uint8_t {
  operands_in_play,  ///< Operands that are read and hold anything but zeros; operands that share their storage.
  tile_bytes,
  valid_elements,
  dynamic_extents,
  layout,      ///< Locations, Vec first; layouts other than row-major without boxes, boxes of unusual size.
  attributes,  ///< Attributes that have another value than their default, and pads, Null before Zero before others.
  dtype,       ///< Types that are less common; each operand of another type than the first besides.
  shape,       ///< Columns twice, and differences between the operands' shapes and valid regions.
  non_zero,    ///< Defined elements of read operands, and scalars, that are not zero.
  values,      ///< What they are: one before others, few set bits before many.
  poison       ///< Poison other than the usual.
};

inline constexpr std::size_t kCosts = static_cast<std::size_t>(Cost::poison) + 1;

struct Simplicity {
  std::array<std::int64_t, kCosts> costs{};

  std::int64_t& operator[](Cost cost) { return costs[static_cast<std::size_t>(cost)]; }
  std::int64_t operator[](Cost cost) const { return costs[static_cast<std::size_t>(cost)]; }

  friend auto operator<=>(const Simplicity&, const Simplicity&) = default;
};

/// The entries that the tuple decides alone; the others are 0, and of the first the operands that share.
Simplicity simplicity(const terms::Instruction& instruction, const Tuple& tuple);

Simplicity simplicity(const terms::Instruction& instruction, const Case& subject);

using CasePtr = std::shared_ptr<const Case>;

/// The element of the destination in which a case first went wrong.
struct WrongPlace {
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::optional<std::uint64_t> wanted{};  ///< What should stand there, where that is one value.
};

/// What became of a candidate.
struct Trial {
  bool fails_alike = false;  ///< It fails as the case does that is being shrunk.
  bool ran = true;           ///< False where the backend cannot be asked.
  std::optional<WrongPlace> wrong{};
};

/// Tries candidates side by side and gives one trial for each. An empty answer ends the search: the budget is used up.
using TryCases = std::function<std::vector<Trial>(std::span<const CasePtr> candidates)>;

struct Shrunk {
  CasePtr smallest;
  std::vector<CasePtr> neighbours;  ///< All that is one step simpler than it; each was run, and does not fail alike.
  bool complete = false;            ///< False where the budget ended the search before all neighbours were tried.
  std::size_t tried = 0;            ///< Candidates.
  std::size_t steps = 0;            ///< Times that a simpler case was found.
};

/// Makes cases of one instruction on one profile simpler, step by step. What a case is does not change: one that is legal
/// stays legal, one that breaks clauses breaks just these, one that is target-defined stays so for the same reasons. An
/// illegal case has a legal neighbour as its twin at each step. The search is RapidCheck's, for a local minimum.
///
/// Law: each step makes simplicity() less, so that every search ends.
class Shrinker {
 public:
  /// `instruction` is resolved by terms::under and outlives this object. Candidates are tried `batch` at
  /// once, or some more, as far as there are so many.
  Shrinker(const terms::Instruction& instruction, Profile profile, std::size_t batch);
  ~Shrinker();
  Shrinker(Shrinker&&) noexcept;

  /// pre: the case is one of the instruction on the profile; `first` is what a trial of it gave.
  Shrunk shrink(const Case& failing, const Trial& first, const TryCases& try_cases) const;

  /// A case of the same tuple or of another, as the suite would make it: contents as in `like` where they mean the same,
  /// and those of each class of payload. All of the same verdict as `like`; none where the tuple has another.
  std::vector<CasePtr> cases_of(const Tuple& tuple, const Case& like, const Trial& trial) const;

  /// Cases of the same tuple with contents of that class, of the same verdict.
  std::vector<CasePtr> filled_with(PayloadClass payload_class, const Case& like) const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace pto_cts::generators
