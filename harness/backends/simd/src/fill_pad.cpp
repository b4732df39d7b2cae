// SPDX-License-Identifier: MIT
// TFILLPAD and TFILLPAD_EXPAND: the source's valid region, and the pad everywhere else.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fill_pad.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <cstring>

#include "kernel.h"

HWY_BEFORE_NAMESPACE();
namespace pto_cts::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Fills `count` bytes with a repeated pattern of eight.
void fill_bytes(std::uint64_t pattern, std::size_t count, std::byte* out) {
  const hn::ScalableTag<std::uint64_t> d;
  const std::size_t step = hn::Lanes(d) * sizeof(pattern);
  const auto v = hn::Set(d, pattern);
  std::size_t i = 0;
  for (; i + step <= count; i += step) hn::StoreU(v, d, reinterpret_cast<std::uint64_t*>(out + i));
  for (; i + sizeof(pattern) <= count; i += sizeof(pattern)) std::memcpy(out + i, &pattern, sizeof(pattern));
  std::memcpy(out + i, &pattern, count - i);
}

}  // namespace HWY_NAMESPACE
}  // namespace pto_cts::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <array>

namespace pto_cts::simd {
namespace {

HWY_EXPORT(fill_bytes);

/// The bits of a pad value: zero, or the largest or smallest value of the type, which for a float is an infinity.
constexpr std::uint64_t pad_bits(PadValue pad, DType dtype) {
  if (pad == PadValue::Null || pad == PadValue::Zero) return 0;
  const bool max = pad == PadValue::Max;
  switch (dtype) {
    case DType::f16: return max ? 0x7C00 : 0xFC00;
    case DType::bf16: return max ? 0x7F80 : 0xFF80;
    case DType::f32: return max ? 0x7F800000 : 0xFF800000;
    default: break;
  }
  const int width = 8 * element_bytes(dtype);
  const std::uint64_t ones = ~std::uint64_t{0} >> (64 - width), top = std::uint64_t{1} << (width - 1);
  if (is_signed_integer(dtype)) return max ? ones ^ top : top;
  return max ? ones : 0;
}

/// The same, repeated to eight bytes.
constexpr std::uint64_t repeated_pad(PadValue pad, DType dtype) {
  std::uint64_t pattern = pad_bits(pad, dtype);
  for (int width = 8 * element_bytes(dtype); width < 64; width *= 2) pattern |= pattern << width;
  return pattern;
}

/// Pads with a repeated element, or leaves elements as they are where there is no pad.
class Filler {
 public:
  Filler(PadValue pad, DType dtype) : active_(pad != PadValue::Null), pattern_(repeated_pad(pad, dtype)) {}
  void operator()(std::int64_t bytes, std::byte* out) const {
    if (active_) fill_(pattern_, static_cast<std::size_t>(bytes), out);
  }

 private:
  bool active_;
  std::uint64_t pattern_;
  void (*fill_)(std::uint64_t, std::size_t, std::byte*) = HWY_DYNAMIC_DISPATCH(fill_bytes);
};

void copy(std::int64_t bytes, const std::byte* from, std::byte* to) {
  if (from != to) std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

/// A dense block of rows, in bytes: `width` wide, of which the first `valid` of the first `valid_rows` come from `src`.
void fill_panel(std::byte* dst, std::int64_t rows, std::int64_t width, const std::byte* src, std::int64_t src_width,
                std::int64_t valid_rows, std::int64_t valid, const Filler& fill) {
  if (valid == width && width == src_width) {
    copy(valid_rows * width, src, dst);
  } else {
    for (std::int64_t row = 0; row < valid_rows; ++row) {
      copy(valid, src + row * src_width, dst + row * width);
      fill(width - valid, dst + row * width + valid);
    }
  }
  fill((rows - valid_rows) * width, dst + valid_rows * width);
}

backend::Outcome fill_pad(const backend::Call& call, PadValue pad) {
  std::array<TileView, 2> tiles;
  if (const auto why = bind(call, tiles); !why.empty()) return rejected(why);
  auto& [dst, src] = tiles;
  if (dst.element != src.element) return rejected("source and destination differ in element size");

  std::vector<std::byte> buffer;
  keep_apart(src, dst, buffer);
  const Filler fill(pad, dst.dtype);
  const std::int64_t rows = std::min(src.valid_rows, dst.rows), cols = std::min(src.valid_cols, dst.cols);
  const std::int64_t size = dst.element;
  if (dst.plain && src.plain) {
    fill_panel(dst.data, dst.rows, dst.cols * size, src.data, src.cols * size, rows, cols * size, fill);
  } else if (dst.place.is_row_panels() && src.place.is_row_panels() && dst.place.box_cols == src.place.box_cols) {
    const std::int64_t width = dst.place.box_cols;
    for (std::int64_t col = 0; col < dst.cols; col += width) {
      const std::int64_t valid = std::clamp<std::int64_t>(cols - col, 0, width);
      fill_panel(dst.at(0, col), dst.rows, width * size, valid > 0 ? src.at(0, col) : src.data, width * size,
                 valid > 0 ? rows : 0, valid * size, fill);
    }
  } else {
    for (std::int64_t row = 0; row < dst.rows; ++row)
      for (std::int64_t col = 0; col < dst.cols; ++col)
        if (row < rows && col < cols)
          copy(size, src.at(row, col), dst.at(row, col));
        else
          fill(size, dst.at(row, col));
  }
  return executed();
}

/// The homogeneous form has a pad argument, Zero unless given; otherwise the destination's type says.
backend::Outcome run_tfillpad(const backend::Call& call) {
  const Tuple& tuple = *call.tuple;
  if (tuple.tiles.empty()) return rejected("wrong number of tile operands");
  if (find_attribute(tuple, "form") != "homogeneous") return fill_pad(call, tuple.tiles[0].tile.pad);
  const std::string_view argument = find_attribute(tuple, "pad");
  const std::optional<PadValue> pad = argument.empty() ? PadValue::Zero : parse_pad_value(argument);
  return pad ? fill_pad(call, *pad) : rejected("no such pad value");
}

}  // namespace

std::span<const Kernel> fill_pad_kernels() {
  static constexpr std::array<Kernel, 2> kernels = {{{"TFILLPAD", run_tfillpad}, {"TFILLPAD_EXPAND", run_tfillpad}}};
  return kernels;
}

}  // namespace pto_cts::simd
#endif  // HWY_ONCE
