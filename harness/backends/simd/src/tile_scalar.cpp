// SPDX-License-Identifier: MIT
// Tile with scalar: TMULS.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile_scalar.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include "kernel.h"
#include "lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pto_cts::simd {
namespace HWY_NAMESPACE {

template <typename T>
struct Times {
  T scalar;
  template <class D, class V>
  HWY_INLINE V operator()(D d, V v) const {
    return hn::Mul(v, hn::Set(d, scalar));
  }
};

#if HWY_TARGET != HWY_SCALAR

/// Bytes in pairs, as there is no multiplication of bytes.
struct ByteProducts {
  std::uint8_t scalar;

  using D = hn::ScalableTag<std::uint8_t>;
  using Wide = hn::RepartitionToWide<D>;
  static constexpr std::size_t kMaxLanes = hn::MaxLanes(D());
  std::size_t lanes() const { return hn::Lanes(D()); }

  HWY_INLINE void operator()(std::uint8_t* out, const std::uint8_t* in) const {
    const D d;
    const Wide wide;
    const auto pairs = hn::BitCast(wide, hn::LoadU(d, in));
    const auto factor = hn::Set(wide, scalar);
    const auto even = hn::And(hn::Mul(pairs, factor), hn::Set(wide, 0x00FF));
    const auto odd = hn::ShiftLeft<8>(hn::Mul(hn::ShiftRight<8>(pairs), factor));
    hn::StoreU(hn::BitCast(d, hn::Or(even, odd)), d, out);
  }
};

#endif  // HWY_TARGET != HWY_SCALAR

/// out[i] = in[i] * scalar, where `scalar` has the bits of an element.
void multiply_line(DType dtype, std::uint64_t scalar, std::size_t count, std::byte* out, const std::byte* in) {
#if HWY_TARGET != HWY_SCALAR
  const auto run = [=]<typename T>(const auto& step, T*)
                       HWY_ATTR { zip(step, count, reinterpret_cast<T*>(out), reinterpret_cast<const T*>(in)); };
  const auto bits16 = static_cast<std::uint16_t>(scalar);
  const auto bits32 = static_cast<std::uint32_t>(scalar);
  switch (dtype) {
    case DType::u8:
    case DType::i8: return run(ByteProducts{static_cast<std::uint8_t>(scalar)}, static_cast<std::uint8_t*>(nullptr));
    case DType::u16:
    case DType::i16:
      return run(WholeLanes<std::uint16_t, Times<std::uint16_t>>{{bits16}}, static_cast<std::uint16_t*>(nullptr));
    case DType::u32:
    case DType::i32:
      return run(WholeLanes<std::uint32_t, Times<std::uint32_t>>{{bits32}}, static_cast<std::uint32_t*>(nullptr));
    case DType::f16: {
      const auto factor = static_cast<float>(Float16Bits<10>::decode(bits16));
      return run(HalfLanes<Times<float>>{{factor}}, static_cast<std::uint16_t*>(nullptr));
    }
    case DType::bf16: {
      const auto factor = static_cast<float>(Float16Bits<7>::decode(bits16));
      return run(BrainLanes<Times<float>>{{factor}}, static_cast<std::uint16_t*>(nullptr));
    }
    case DType::f32: {
      const auto factor = static_cast<float>(Float32Bits::decode(bits32));
      return run(WholeLanes<float, Times<float>>{{factor}}, static_cast<float*>(nullptr));
    }
    default: break;
  }
#endif
  with_codec(dtype, [&](auto codec) {
    using Codec = decltype(codec);
    const auto factor = Codec::decode(static_cast<typename Codec::Bits>(scalar));
    zip_elements(
        codec, [factor](auto value) { return multiply(value, factor); }, count, out, in);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace pto_cts::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <array>

namespace pto_cts::simd {
namespace {

HWY_EXPORT(multiply_line);

backend::Outcome run_tmuls(const backend::Call& call) {
  std::array<TileView, 2> tiles;
  if (const auto why = bind(call, tiles); !why.empty()) return rejected(why);
  auto& [dst, src] = tiles;
  if (dst.dtype != src.dtype) return rejected("source and destination differ in element type");
  if (call.scalars.size() != 1 || call.tuple->scalars.size() != 1 || call.tuple->scalars[0].dtype != dst.dtype)
    return rejected("the scalar is not of the tile's element type");

  std::vector<std::byte> copy;
  keep_apart(src, dst, copy);
  std::int64_t rows = std::min(dst.valid_rows, src.rows), cols = std::min(dst.valid_cols, src.cols);
  const auto line = HWY_DYNAMIC_DISPATCH(multiply_line);
  if (are_one_line(cols, dst, src)) {
    line(dst.dtype, call.scalars[0], static_cast<std::size_t>(rows * cols), dst.data, src.data);
    return executed();
  }
  RowReader reader;
  RowWriter writer;
  for (std::int64_t row = 0; row < rows; ++row) {
    line(dst.dtype, call.scalars[0], static_cast<std::size_t>(cols), writer.begin(dst, row, 0, cols),
         reader.read(src, row, 0, cols));
    writer.end();
  }
  return executed();
}

}  // namespace

std::span<const Kernel> tile_scalar_kernels() {
  static constexpr std::array<Kernel, 1> kernels = {{{"TMULS", run_tmuls}}};
  return kernels;
}

}  // namespace pto_cts::simd
#endif  // HWY_ONCE
