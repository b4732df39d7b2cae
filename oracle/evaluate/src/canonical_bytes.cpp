// SPDX-License-Identifier: MIT
#include "pto_cts/evaluate/expectation.h"

namespace pto_cts::evaluate {
namespace {

char letter(ElementClass element_class) {
  switch (element_class) {
    case ElementClass::value: return 'v';
    case ElementClass::pad: return 'p';
    case ElementClass::preserved: return 'k';
    case ElementClass::unspecified: return 'u';
  }
  return 'u';
}

void append_number(std::string& to, std::uint64_t value, int bytes) {
  for (int byte = 0; byte < bytes; ++byte) to += static_cast<char>(value >> (8 * byte));
}

}  // namespace

std::string canonical_bytes(const Tuple& tuple, const Expectation& expectation) {
  std::string all;
  for (const ExpectedTile& expected : expectation.tiles()) {
    const TileOperand& operand = tuple.tiles[static_cast<std::size_t>(expected.tile)];
    const int bytes = element_bytes(operand.tile.dtype);
    all.reserve(all.size() + operand.name.size() + 24 + expected.classes.size() * static_cast<std::size_t>(bytes + 1));
    append_number(all, operand.name.size(), 8);
    all += operand.name;
    append_number(all, static_cast<std::uint64_t>(operand.tile.rows), 8);
    append_number(all, static_cast<std::uint64_t>(operand.tile.cols), 8);
    for (const ElementClass element_class : expected.classes) all += letter(element_class);
    for (std::size_t i = 0; i < expected.classes.size(); ++i) {
      const bool has_bits = expected.classes[i] == ElementClass::value || expected.classes[i] == ElementClass::pad;
      append_number(all, has_bits ? expected.bits[i] : 0, bytes);
    }
  }
  return all;
}

}  // namespace pto_cts::evaluate
