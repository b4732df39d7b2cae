// SPDX-License-Identifier: MIT
// Vector loops over one line of elements, compiled once for each instruction set. A step handles step.lanes() elements;
// zip() runs it over a line, and over a padded copy of what is left at the line's end, so that no byte beyond the line
// is read or written.

// Per-target include guard.
#if defined(PTO_CTS_SIMD_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PTO_CTS_SIMD_LANES_INL_H_
#undef PTO_CTS_SIMD_LANES_INL_H_
#else
#define PTO_CTS_SIMD_LANES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "element.h"
#include "kernel.h"

HWY_BEFORE_NAMESPACE();
namespace pto_cts::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T, std::size_t kLanes>
struct Padded {
  HWY_ALIGN T lane[kLanes] = {};
  Padded(const T* from, std::size_t count) { std::memcpy(lane, from, count * sizeof(T)); }
};

/// out[i] = step(in[i]...) for i < count. An input may be `out` itself.
template <class Step, typename T, class... In>
void zip(const Step& step, std::size_t count, T* out, const In*... in) {
  const std::size_t lanes = step.lanes();
  std::size_t i = 0;
  HWY_UNROLL(8)
  for (; i + lanes <= count; i += lanes) step(out + i, (in + i)...);
  if (i == count) return;
  const std::size_t left = count - i;
  HWY_ALIGN T result[Step::kMaxLanes];
  step(result, Padded<T, Step::kMaxLanes>(in + i, left).lane...);
  std::memcpy(out + i, result, left * sizeof(T));
}

/// Lanes of the element type itself: f32, and integers, where wrapping makes the sign irrelevant to + and *.
template <typename T, class Op>
struct WholeLanes {
  Op op;

  using D = hn::ScalableTag<T>;
  static constexpr std::size_t kMaxLanes = hn::MaxLanes(D());
  std::size_t lanes() const { return hn::Lanes(D()); }

  template <class... In>
  HWY_INLINE void operator()(T* out, const In*... in) const {
    const D d;
    hn::StoreU(op(d, hn::LoadU(d, in)...), d, out);
  }
};

#if HWY_TARGET != HWY_SCALAR

/// Conversions between f16 and f32. Those of Highway 1.0.3 truncate, and lose infinities, where F16C is missing.
struct Half {
  using D = hn::ScalableTag<float>;
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
  using Narrow = hn::Rebind<hwy::float16_t, D>;

  static HWY_INLINE hn::Vec<D> load(const std::uint16_t* from) {
    return hn::PromoteTo(D(), hn::LoadU(Narrow(), reinterpret_cast<const hwy::float16_t*>(from)));
  }
  static HWY_INLINE void store(hn::Vec<D> v, std::uint16_t* to) {
    hn::StoreU(hn::DemoteTo(Narrow(), v), Narrow(), reinterpret_cast<hwy::float16_t*>(to));
  }
#else
  using Narrow = hn::Rebind<std::uint16_t, D>;
  using Word = hn::Rebind<std::uint32_t, D>;
  using Signed = hn::Rebind<std::int32_t, D>;

  static HWY_INLINE hn::Vec<D> load(const std::uint16_t* from) {
    const Word w;
    const auto half = hn::PromoteTo(w, hn::LoadU(Narrow(), from));
    const auto size = hn::And(half, hn::Set(w, 0x7FFF));
    const auto shifted = hn::ShiftLeft<13>(size);
    // Read as f32 this is 2^-112 of the number, subnormals included; infinities and NaNs only lack exponent bits.
    const auto number = hn::BitCast(w, hn::Mul(hn::BitCast(D(), shifted), hn::Set(D(), 0x1p112f)));
    const auto finite = hn::Lt(hn::BitCast(Signed(), size), hn::Set(Signed(), 0x7C00));
    const auto special = hn::Or(shifted, hn::Set(w, 0x7F800000));
    const auto bits = hn::IfThenElse(hn::RebindMask(w, finite), number, special);
    return hn::BitCast(D(), hn::Or(bits, hn::ShiftLeft<16>(hn::Xor(half, size))));
  }
  static HWY_INLINE void store(hn::Vec<D> v, std::uint16_t* to) {
    const Signed s;
    const auto size = hn::BitCast(s, hn::Abs(v));
    // Adding 0.5 rounds to f16's smallest quantum, and leaves the encoding of a subnormal in the low bits.
    const auto tiny = hn::Sub(hn::BitCast(s, hn::Add(hn::Abs(v), hn::Set(D(), 0.5f))), hn::Set(s, 0x3F000000));
    const auto odd = hn::And(hn::ShiftRight<13>(size), hn::Set(s, 1));
    const auto rounded = hn::Add(hn::Sub(size, hn::Set(s, 0x38000000 - 0xFFF)), odd);
    const auto normal = hn::Min(hn::ShiftRight<13>(rounded), hn::Set(s, 0x7C00));
    const auto number = hn::IfThenElse(hn::Lt(size, hn::Set(s, 0x38800000)), tiny, normal);
    const auto bits = hn::IfThenElse(hn::Gt(size, hn::Set(s, 0x7F800000)), hn::Set(s, 0x7E00), number);
    const auto sign = hn::BitCast(s, hn::ShiftRight<16>(hn::BitCast(Word(), hn::AndNot(hn::Abs(v), v))));
    hn::StoreU(hn::DemoteTo(Narrow(), hn::Or(bits, sign)), Narrow(), to);
  }
#endif
};

/// f16, computed in f32: wide enough that rounding twice gives what rounding once would, for sums and products.
template <class Op>
struct HalfLanes {
  Op op;

  static constexpr std::size_t kMaxLanes = hn::MaxLanes(Half::D());
  std::size_t lanes() const { return hn::Lanes(Half::D()); }

  template <class... In>
  HWY_INLINE void operator()(std::uint16_t* out, const In*... in) const {
    Half::store(op(Half::D(), Half::load(in)...), out);
  }
};

/// bf16 is the upper half of f32: a register of it is widened into its even and its odd lanes, without a shuffle.
struct Brain {
  using D = hn::ScalableTag<std::uint16_t>;
  using Wide = hn::RepartitionToWide<D>;
  using Float = hn::RebindToFloat<Wide>;

  template <class V>
  static HWY_INLINE hn::Vec<Float> even(V v) {
    return hn::BitCast(Float(), hn::ShiftLeft<16>(hn::BitCast(Wide(), v)));
  }
  template <class V>
  static HWY_INLINE hn::Vec<Float> odd(V v) {
    return hn::BitCast(Float(), hn::And(hn::BitCast(Wide(), v), hn::Set(Wide(), 0xFFFF0000u)));
  }
  /// Upper halves of both: what truncation would give.
  template <class F>
  static HWY_INLINE hn::Vec<D> upper(F even_lanes, F odd_lanes) {
    const hn::Vec<Wide> shifted = hn::ShiftRight<16>(hn::BitCast(Wide(), even_lanes));
    return hn::OddEven(hn::BitCast(D(), odd_lanes), hn::BitCast(D(), shifted));
  }
  /// Rounds upper() to nearest, ties to even. A NaN stays one: computed from bf16, its lower half is zero.
  template <class F>
  static HWY_INLINE hn::Vec<D> round(hn::Vec<D> upper, F even_lanes, F odd_lanes) {
    const D d;
    const hn::Vec<Wide> shifted = hn::ShiftLeft<16>(hn::BitCast(Wide(), odd_lanes));
    const hn::Vec<D> lower = hn::OddEven(hn::BitCast(d, shifted), hn::BitCast(d, even_lanes));
    const hn::Vec<D> bias = hn::Or(hn::And(upper, hn::Set(d, 1)), hn::Set(d, 0x7FFE));
    // The carry of lower + 0x7FFF + (1 where upper is odd); the average keeps 17 bits and adds one of its own.
    return hn::Add(upper, hn::ShiftRight<15>(hn::AverageRound(lower, bias)));
  }
};

/// bf16, computed in f32. Rounding twice is harmless for sums, and for products too, where these are below f32's normal
/// range as well: of at most 16 bits, a product is exact from 2^-134 upwards, and anything smaller rounds to zero.
template <class Op>
struct BrainLanes {
  Op op;

  static constexpr std::size_t kMaxLanes = hn::MaxLanes(Brain::D());
  std::size_t lanes() const { return hn::Lanes(Brain::D()); }

  template <class... In>
  HWY_INLINE void operator()(std::uint16_t* out, const In*... in) const {
    const Brain::D d;
    const Brain::Float f;
    const auto even = op(f, Brain::even(hn::LoadU(d, in))...);
    const auto odd = op(f, Brain::odd(hn::LoadU(d, in))...);
    hn::StoreU(Brain::round(Brain::upper(even, odd), even, odd), d, out);
  }
};

#endif  // HWY_TARGET != HWY_SCALAR

/// Runs `op` one element at a time.
template <class Codec, class Op, class... In>
void zip_elements(Codec, Op op, std::size_t count, std::byte* out, const In*... in) {
  using Bits = typename Codec::Bits;
  for (std::size_t i = 0; i < count * sizeof(Bits); i += sizeof(Bits))
    store(Codec::encode(op(Codec::decode(load<Bits>(in + i))...)), out + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace pto_cts::simd
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
