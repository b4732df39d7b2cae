// SPDX-License-Identifier: MIT
// What writer and reader of assembly agree on: words, types of values, storages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/types/tile.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts::render {

/// Characters of words and names that need no quotes.
bool is_plain(char c);

/// The text itself where all of it is plain, else in quotes.
std::string quoted_unless_plain(std::string_view text);

std::string lower_case(std::string_view text);
std::string upper_case(std::string_view text);

/// A line of assembly, read from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  /// Where the next thing stands, after white space and comments.
  std::size_t here();

  /// True where nothing follows.
  bool at_end() { return here() == text_.size(); }

  /// True where that follows.
  bool sees(std::string_view mark);

  /// Goes past it where it follows.
  bool accept(std::string_view mark);

  /// As accept, for a whole word.
  bool accept_word(std::string_view word);

  /// Goes past it; fails where it does not follow, with `where` it belongs.
  void expect(std::string_view mark, std::string_view where);

  /// A plain or quoted word; fails with `what` where there is none.
  std::string word(std::string_view what);

  /// The name of a value: '%' and a word.
  std::string value();

  /// Everything up to one of the marks, without white space.
  std::string until(std::string_view marks);

  /// "column 7: <fault>; <mend>"
  [[noreturn]] void fail(std::size_t at, const std::string& fault, const std::string& mend) const;

  /// What stands at a place, for a message.
  std::string found(std::size_t at) const;

 private:
  std::string quoted();
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// User's text in a message: in quotes, without control characters, not too long.
std::string shown(std::string_view text);

/// An integer that fits into 32 bits, or the most negative 64-bit one where it is none or does not.
std::int64_t small_integer(std::string_view text);
inline constexpr std::int64_t kNoInteger = INT64_MIN;

/// As MLIR spells it: "ui8", "i32" (signed), "bf16".
std::string assembly_dtype(DType dtype);

/// "!pto.tile<loc=vec, dtype=f32, ...>"; `keyword` is "tile" or "tile_buf".
std::string assembly_tile(const TileDesc& tile, std::string_view keyword);

/// A type of a value: a tile or an element.
struct ValueType {
  std::size_t at = 0;
  bool is_tile = false;
  TileDesc tile;
  DType dtype = DType::f32;    ///< Of a scalar.
  bool assumed_whole = false;  ///< A dynamic extent is given without its value.
};

ValueType parse_type(Scanner& in);

/// Roles whose tiles are results in SSA and `outs` in DPS.
bool is_result(Role role);

/// Storage ids that the names of the tiles' values say: one for each name, in order of appearance.
std::vector<int> named_storages(const std::vector<std::string>& names);

}  // namespace pto_cts::render
