// SPDX-License-Identifier: MIT
// What a judgement shows to people.
#include <charconv>

#include "elements.h"
#include "pto_cts/numerics/element.h"
#include "pto_cts/numerics/format.h"
#include "session.h"

namespace pto_cts::judge {
namespace {

template <typename Number>
std::string digits(Number number) {
  char buffer[64];
  const auto result = std::to_chars(buffer, buffer + sizeof(buffer), number);
  return {buffer, result.ptr};
}

std::string hexadecimal(std::uint64_t bits, int bytes) {
  std::string text = "0x";
  for (int shift = 8 * bytes - 4; shift >= 0; shift -= 4) text += "0123456789abcdef"[(bits >> shift) & 15];
  return text;
}

std::string value_text(DType dtype, std::uint64_t bits) {
  if (numerics::is_nan(dtype, bits)) return "nan";
  if (is_float(dtype)) return digits(static_cast<float>(numerics::to_double(dtype, bits)));
  if (is_signed_integer(dtype)) return digits(numerics::sign_extend(dtype, bits));
  return digits(bits);
}

// "1.5 (0x3e00)", "-1 (0xff)" or "nan (0x7e00)".
std::string element_text(DType dtype, std::uint64_t bits) {
  return value_text(dtype, bits) + " (" + hexadecimal(bits, element_bytes(dtype)) + ")";
}

std::string expected_text(const evaluate::Expectation& expected, const evaluate::ExpectedTile& tile, DType dtype,
                          const WrongElement& wrong) {
  const numerics::AllowedSet allowed = expected.allowed(tile, wrong.row, wrong.col);
  std::string text;
  for (const std::uint64_t bits : allowed.values()) text += (text.empty() ? "" : " or ") + element_text(dtype, bits);
  if (allowed.any_nan) text += text.empty() ? "any nan" : " or any nan";
  return text;
}

// The operands of a storage, or the guard of one of its ends.
std::string where_text(const Tuple& tuple, int storage, std::int64_t position) {
  std::string operands;
  for (const TileOperand& operand : tuple.tiles)
    if (operand.storage == storage) operands += (operands.empty() ? "" : " and ") + operand.name;
  const std::string_view where = position < 0                               ? "the guard before "
                                 : position < storage_bytes(tuple, storage) ? ""
                                                                            : "the guard after ";
  return std::string(where) + operands;
}

}  // namespace

std::string word_text(std::uint32_t word) {
  return hexadecimal(word, 4);
}

std::string place_text(const Tuple& tuple, const ChangedByte& byte) {
  return "byte " + digits(byte.position) + " changed in " + where_text(tuple, byte.storage, byte.position);
}

std::string stray_text(const Tuple& tuple, const backend::StrayAccess& stray) {
  return std::string(stray.write ? "wrote" : "touched") + " byte " + digits(stray.position) + " of " +
         where_text(tuple, stray.storage, stray.position);
}

Mismatch mismatch(const Case& subject, const Memory& memory, const evaluate::Expectation& expected,
                  const WrongElement& wrong) {
  const evaluate::ExpectedTile& tile = expected.tiles()[wrong.output];
  const TileOperand& operand = subject.tuple.tiles[static_cast<std::size_t>(tile.tile)];
  const DType dtype = operand.tile.dtype;
  const auto at = static_cast<std::size_t>(wrong.row * operand.tile.cols + wrong.col);
  const bool preserved = wrong.element_class == evaluate::ElementClass::preserved;
  const std::string wanted =
      preserved
          ? element_text(dtype, load(LayoutMap(operand.tile), dtype, memory.filled(operand.storage).data(), wrong.row,
                                     wrong.col))
      : tile.arithmetic[at] ? expected_text(expected, tile, dtype, wrong)
                            : element_text(dtype, tile.bits[at]);
  return {.operand = operand.name,
          .row = wrong.row,
          .col = wrong.col,
          .element_class = wrong.element_class,
          .expected = wanted,
          .actual = element_text(dtype, wrong.bits),
          .actual_bits = wrong.bits,
          .expected_bits = preserved || tile.arithmetic[at] ? std::nullopt : std::optional(tile.bits[at])};
}

}  // namespace pto_cts::judge
