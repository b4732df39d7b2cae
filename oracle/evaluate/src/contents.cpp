// SPDX-License-Identifier: MIT
#include "pto_cts/evaluate/contents.h"

#include <cstring>

namespace pto_cts::evaluate {
namespace {

// Little-endian hosts only: Debian's are, and case files are little-endian.
template <typename Word>
void load_run(const std::uint8_t* from, std::int64_t stride, std::int64_t count, std::uint64_t* out) {
  for (std::int64_t i = 0; i < count; ++i) {
    Word word;
    std::memcpy(&word, from + i * stride * static_cast<std::int64_t>(sizeof(Word)), sizeof(Word));
    out[i] = word;
  }
}

}  // namespace

std::uint64_t load_element(DType dtype, const std::uint8_t* bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, static_cast<std::size_t>(element_bytes(dtype)));
  return bits;
}

void store_element(DType dtype, std::uint8_t* bytes, std::uint64_t bits) {
  std::memcpy(bytes, &bits, static_cast<std::size_t>(element_bytes(dtype)));
}

Contents::Contents(const Case& subject) : subject_(&subject) {
  for (const TileOperand& operand : subject.tuple.tiles) maps_.emplace_back(operand.tile);
}

const std::uint8_t* Contents::bytes(int tile) const {
  const auto storage = static_cast<std::size_t>(tuple().tiles[static_cast<std::size_t>(tile)].storage);
  return subject_->payload[storage].data();
}

std::uint64_t Contents::element(int tile, std::int64_t row, std::int64_t col) const {
  const DType dtype = tuple().tiles[static_cast<std::size_t>(tile)].tile.dtype;
  return load_element(dtype, bytes(tile) + map(tile).element_offset(row, col) * element_bytes(dtype));
}

void Contents::row(int tile, std::int64_t row, std::int64_t count, std::uint64_t* out) const {
  const auto stride = map(tile).column_stride();
  if (!stride) {
    for (std::int64_t col = 0; col < count; ++col) out[col] = element(tile, row, col);
    return;
  }
  const DType dtype = tuple().tiles[static_cast<std::size_t>(tile)].tile.dtype;
  const std::uint8_t* from = bytes(tile) + map(tile).element_offset(row, 0) * element_bytes(dtype);
  switch (element_bytes(dtype)) {
    case 1: return load_run<std::uint8_t>(from, *stride, count, out);
    case 2: return load_run<std::uint16_t>(from, *stride, count, out);
    case 4: return load_run<std::uint32_t>(from, *stride, count, out);
    default: return load_run<std::uint64_t>(from, *stride, count, out);
  }
}

}  // namespace pto_cts::evaluate
