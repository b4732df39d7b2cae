// SPDX-License-Identifier: MIT
#include "payload_text.h"

#include <algorithm>
#include <span>

#include "pto_cts/types/layout.h"

namespace pto_cts::record {
namespace {

struct RowShape {
  std::size_t element_bytes = 1;
  std::size_t row_bytes = 32;
};

RowShape row_shape(const Tuple& tuple, int storage) {
  const TileDesc& tile = std::ranges::find(tuple.tiles, storage, &TileOperand::storage)->tile;
  const auto element = static_cast<std::size_t>(element_bytes(tile.dtype));
  return {element, layout_of(tile) == Layout::ND ? static_cast<std::size_t>(tile.cols) * element : 32};
}

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Writes the little-endian bytes of a row; false where the text is not exactly that many bytes in that form.
bool decode_row(std::string_view text, std::size_t element_bytes, std::span<std::uint8_t> bytes) {
  std::size_t at = 0;
  for (std::size_t begin = 0; begin < bytes.size(); begin += element_bytes) {
    if (begin != 0 && (at >= text.size() || text[at++] != ' ')) return false;
    const std::size_t size = std::min(element_bytes, bytes.size() - begin);
    if (text.size() - at < 2 * size) return false;
    for (std::size_t byte = begin + size; byte-- > begin; at += 2) {
      const int high = digit_value(text[at]), low = digit_value(text[at + 1]);
      if (high < 0 || low < 0) return false;
      bytes[byte] = static_cast<std::uint8_t>(high << 4 | low);
    }
  }
  return at == text.size();
}

std::string encode_row(std::size_t element_bytes, std::span<const std::uint8_t> bytes) {
  std::string text(2 * bytes.size() + (bytes.size() - 1) / element_bytes, ' ');
  std::size_t at = 0;
  for (std::size_t begin = 0; begin < bytes.size(); begin += element_bytes, ++at)
    for (std::size_t byte = std::min(begin + element_bytes, bytes.size()); byte-- > begin;) {
      text[at++] = "0123456789abcdef"[bytes[byte] >> 4];
      text[at++] = "0123456789abcdef"[bytes[byte] & 15];
    }
  return text;
}

}  // namespace

Json payload_to_json(const Tuple& tuple, int storage, const std::vector<std::uint8_t>& bytes) {
  const auto [element, row] = row_shape(tuple, storage);
  Json rows = Json::array();
  for (std::size_t begin = 0; begin < bytes.size(); begin += row)
    rows.push_back(encode_row(element, std::span(bytes).subspan(begin, std::min(row, bytes.size() - begin))));
  return rows;
}

std::vector<std::uint8_t> payload_from_json(const Tuple& tuple, int storage, const Node& node) {
  const auto [element, row] = row_shape(tuple, storage);
  const auto total = static_cast<std::size_t>(storage_bytes(tuple, storage));
  const std::size_t rows = (total + row - 1) / row;
  if (!node.json->is_array() || node.json->size() != rows)
    refuse(node.path, "not the " + std::to_string(total) + " bytes of its storage",
           "give " + std::to_string(rows) + " rows of hexadecimal elements");
  std::vector<std::uint8_t> bytes(total);
  for (std::size_t r = 0; r < rows; ++r) {
    const std::span target = std::span(bytes).subspan(r * row, std::min(row, total - r * row));
    const Json& text = (*node.json)[r];
    if (!text.is_string() || !decode_row(text.get_ref<const std::string&>(), element, target))
      refuse(indexed(node.path, r), "not a row of " + std::to_string(target.size()) + " bytes",
             "give " + std::to_string((target.size() + element - 1) / element) + " elements of " +
                 std::to_string(2 * element) + " hexadecimal digits, one space between them");
  }
  return bytes;
}

}  // namespace pto_cts::record
