// SPDX-License-Identifier: MIT
// Two tiles whose valid regions may differ, an element that only one defines being copied: TPARTADD.
// A further instruction of the family is a struct like Add, one line function and one row of the table.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "partial.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include "kernel.h"
#include "lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pto_cts::simd {
namespace HWY_NAMESPACE {

struct Add {
  template <class D, class V>
  HWY_INLINE V operator()(D, V a, V b) const {
    return hn::Add(a, b);
  }
  template <typename T>
  T operator()(T a, T b) const {
    return add(a, b);
  }
};

/// out[i] = op(a[i], b[i]), with op both for vectors and for single values.
template <class Op>
void combine_line(DType dtype, std::size_t count, std::byte* out, const std::byte* a, const std::byte* b) {
  const Op op;
#if HWY_TARGET != HWY_SCALAR
  const auto run = [=]<typename T>(const auto& step, T*) HWY_ATTR {
    zip(step, count, reinterpret_cast<T*>(out), reinterpret_cast<const T*>(a), reinterpret_cast<const T*>(b));
  };
  const auto whole = [&]<typename T>(T* type) HWY_ATTR { run(WholeLanes<T, Op>{op}, type); };
  switch (dtype) {
    case DType::u8: return whole(static_cast<std::uint8_t*>(nullptr));
    case DType::i8: return whole(static_cast<std::int8_t*>(nullptr));
    case DType::u16: return whole(static_cast<std::uint16_t*>(nullptr));
    case DType::i16: return whole(static_cast<std::int16_t*>(nullptr));
    case DType::u32: return whole(static_cast<std::uint32_t*>(nullptr));
    case DType::i32: return whole(static_cast<std::int32_t*>(nullptr));
    case DType::f16: return run(HalfLanes<Op>{op}, static_cast<std::uint16_t*>(nullptr));
    case DType::bf16: return run(BrainLanes<Op>{op}, static_cast<std::uint16_t*>(nullptr));
    case DType::f32: return whole(static_cast<float*>(nullptr));
    default: break;
  }
#endif
  with_codec(dtype, [&](auto codec) { zip_elements(codec, op, count, out, a, b); });
}

void add_line(DType dtype, std::size_t count, std::byte* out, const std::byte* a, const std::byte* b) {
  combine_line<Add>(dtype, count, out, a, b);
}

}  // namespace HWY_NAMESPACE
}  // namespace pto_cts::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <array>

namespace pto_cts::simd {
namespace {

using LineFunction = void (*)(DType, std::size_t, std::byte*, const std::byte*, const std::byte*);

backend::Outcome run_partial(const backend::Call& call, LineFunction line) {
  std::array<TileView, 3> tiles;
  if (const auto why = bind(call, tiles); !why.empty()) return rejected(why);
  auto& [dst, src0, src1] = tiles;
  if (dst.dtype != src0.dtype || dst.dtype != src1.dtype) return rejected("the operands differ in element type");

  std::vector<std::byte> copy0, copy1;
  keep_apart(src0, dst, copy0);
  keep_apart(src1, dst, copy1);
  const std::int64_t rows = dst.valid_rows, cols = dst.valid_cols;
  const auto covers = [&](const TileView& src) { return src.valid_rows >= rows && src.valid_cols >= cols; };
  if (are_one_line(cols, dst, src0, src1) && covers(src0) && covers(src1)) {
    line(dst.dtype, static_cast<std::size_t>(rows * cols), dst.data, src0.data, src1.data);
    return executed();
  }

  RowReader reader0, reader1;
  RowWriter writer;
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto width = [&](const TileView& src) { return row < src.valid_rows ? std::min(cols, src.valid_cols) : 0; };
    const std::int64_t both = std::min(width(src0), width(src1)), any = std::max(width(src0), width(src1));
    if (both > 0) {
      line(dst.dtype, static_cast<std::size_t>(both), writer.begin(dst, row, 0, both), reader0.read(src0, row, 0, both),
           reader1.read(src1, row, 0, both));
      writer.end();
    }
    if (any > both) {
      const TileView& wider = width(src0) > both ? src0 : src1;
      std::memmove(writer.begin(dst, row, both, any - both), reader0.read(wider, row, both, any - both),
                   static_cast<std::size_t>((any - both) * dst.element));
      writer.end();
    }
  }
  return executed();
}

HWY_EXPORT(add_line);

}  // namespace

std::span<const Kernel> partial_kernels() {
  static constexpr std::array<Kernel, 1> kernels = {{
      {"TPARTADD", [](const backend::Call& call) { return run_partial(call, HWY_DYNAMIC_DISPATCH(add_line)); }},
  }};
  return kernels;
}

}  // namespace pto_cts::simd
#endif  // HWY_ONCE
