// SPDX-License-Identifier: MIT
// The C++ that asks one tuple of the headers.
#pragma once

#include <optional>
#include <string>

#include "pto_cts/headers/config.h"
#include "pto_cts/types/tuple.h"
#include "workshop.h"

namespace pto_cts::headers {

/// Why the tuple cannot be said in this mode; nothing where it can. In the tiles themselves, operands that share their
/// storage are one object: they have one type and one valid region.
std::optional<std::string> inexpressible_in(const Tuple& tuple, Mode mode);

/// True where a run-time valid extent is below zero.
bool has_negative_extent(const Tuple& tuple);

/// The function that runs the tuple. Run-time valid extents, scalars, contents and addresses are its arguments, so that
/// tuples which differ in nothing else have one function. pre: !inexpressible_in(tuple, mode), or is_question(tuple).
Function function_of(const Tuple& tuple, Mode mode);

/// Makes functions in one mode, and remembers the last one: calls about one tuple come one after the other.
class FunctionMaker {
 public:
  explicit FunctionMaker(Mode mode) : mode_(mode) {}
  Mode mode() const { return mode_; }
  const Function& of(const Tuple& tuple);

 private:
  Mode mode_;
  Tuple tuple_;
  Function function_;
};

/// What every function needs, after the headers.
std::string base_text();

/// Tuples without operands that ask about the headers themselves; their answer is in the first bytes of the first storage.
enum class Question : std::uint8_t {
  half,      ///< A FloatFacts of `half`.
  bfloat16,  ///< A FloatFacts of `bfloat16_t`.
  storage,   ///< 1 where a tile keeps what is put into it.
  ndebug,    ///< 1 where NDEBUG is defined.
  bfloat16_is_half,  ///< 1 where the two are one type.
  unsigned_extents   ///< 1 where GetValidRow() is of an unsigned type: no tile has a negative extent then.
};

inline constexpr Question kAllQuestions[] = {Question::half,   Question::bfloat16,         Question::storage,
                                             Question::ndebug, Question::bfloat16_is_half, Question::unsigned_extents};

/// How a type rounds numbers that float has.
struct FloatFacts {
  std::uint32_t bytes = 0;
  std::uint32_t significand_bits = 0;
  std::uint32_t has_1e30 = 0;  ///< 1 where 1e30 is finite.
};

Tuple question(Question about);
bool is_question(const Tuple& tuple);

/// As the functions see an operand and a call: the C++ in base_text() declares the same.
struct UnitTile {
  unsigned char* data;
  unsigned long long bytes;
  int valid_rows, valid_cols;
  unsigned long long address;
  unsigned char* guard;  ///< As many bytes, of the tile of the same type at guard_address; null for none.
  unsigned long long guard_address;
};
struct UnitRun {
  UnitTile* tiles;
  const unsigned long long* scalars;
  unsigned char* answer;
};

}  // namespace pto_cts::headers
