// SPDX-License-Identifier: MIT
// TGATHERB: elements of the source at the byte offsets that a tile of u32 holds.
#include <algorithm>
#include <array>

#include "kernel.h"

namespace pto_cts::simd {
namespace {

template <typename Bits>
void gather_line(std::int64_t count, std::byte* out, const std::byte* source, const std::byte* offsets) {
  for (std::int64_t i = 0; i < count; ++i)
    store(load<Bits>(source + load<std::uint32_t>(offsets + i * 4)), out + i * static_cast<std::int64_t>(sizeof(Bits)));
}

using GatherLine = void (*)(std::int64_t, std::byte*, const std::byte*, const std::byte*);

GatherLine gather_line_of(std::int64_t element) {
  switch (element) {
    case 1: return gather_line<std::uint8_t>;
    case 2: return gather_line<std::uint16_t>;
    case 4: return gather_line<std::uint32_t>;
    default: return gather_line<std::uint64_t>;
  }
}

std::uint32_t largest(const std::byte* offsets, std::int64_t count) {
  std::uint32_t most = 0;
  for (std::int64_t i = 0; i < count; ++i) most = std::max(most, load<std::uint32_t>(offsets + i * 4));
  return most;
}

backend::Outcome run_tgatherb(const backend::Call& call) {
  std::array<TileView, 3> tiles;
  if (const auto why = bind(call, tiles); !why.empty()) return rejected(why);
  auto& [dst, src, offset] = tiles;
  if (offset.element != 4 || is_float(offset.dtype)) return rejected("offsets are not 32-bit integers");

  // Destination elements without a defined offset have no value to take: they stay as they are.
  const std::int64_t rows = std::min(dst.valid_rows, offset.valid_rows);
  const std::int64_t cols = std::min(dst.valid_cols, offset.valid_cols);
  RowReader reader;
  for (std::int64_t row = 0; row < rows && cols > 0; ++row)
    if (static_cast<std::int64_t>(largest(reader.read(offset, row, 0, cols), cols)) + dst.element > src.bytes())
      return rejected("offset leaves the source tile");

  // A shared storage is read as a whole before it is written, as any element may come from anywhere.
  std::vector<std::byte> sources(src.data, src.data + (src.data == dst.data ? src.bytes() : 0));
  if (!sources.empty()) src.data = sources.data();
  std::vector<std::byte> offsets;
  keep_apart(offset, dst, offsets);

  const GatherLine line = gather_line_of(dst.element);
  RowWriter writer;
  for (std::int64_t row = 0; row < rows && cols > 0; ++row) {
    line(cols, writer.begin(dst, row, 0, cols), src.data, reader.read(offset, row, 0, cols));
    writer.end();
  }
  return executed();
}

}  // namespace

std::span<const Kernel> gather_kernels() {
  static constexpr std::array<Kernel, 1> kernels = {{{"TGATHERB", run_tgatherb}}};
  return kernels;
}

}  // namespace pto_cts::simd
