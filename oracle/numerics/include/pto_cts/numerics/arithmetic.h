// SPDX-License-Identifier: MIT
// The one correct result of each arithmetic operation, for one element and for a row.
//
// Floats: IEEE 754, round to nearest even, subnormals kept, every NaN result is quiet_nan(dtype).
// Integers: modulo 2^width; maximum and minimum compare as the type's signedness has it.
// What a conforming backend may answer besides is in allowed.h.
//
// Requires host_float_problem() == nullopt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "pto_cts/types/dtype.h"

namespace pto_cts::numerics {

enum class ArithmeticOp : std::uint8_t { add, multiply, maximum, minimum };

std::uint64_t add(DType dtype, std::uint64_t a, std::uint64_t b);
std::uint64_t multiply(DType dtype, std::uint64_t a, std::uint64_t b);

/// Ordinary order with -0 below +0. With a NaN operand: quiet_nan(dtype).
std::uint64_t maximum(DType dtype, std::uint64_t a, std::uint64_t b);
std::uint64_t minimum(DType dtype, std::uint64_t a, std::uint64_t b);

/// The operation named by `op`. Law: commutative in a and b.
std::uint64_t apply(ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b);

/// out[i] = op(a[i], b[i]) for i < n. `out` may be the same array as `a` or `b`; otherwise they do not overlap.
void add_row(DType dtype, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out, std::size_t n);
void multiply_row(DType dtype, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out, std::size_t n);
void maximum_row(DType dtype, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out, std::size_t n);
void minimum_row(DType dtype, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out, std::size_t n);
void apply_row(ArithmeticOp op, DType dtype, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out,
               std::size_t n);

/// out[i] = op(a[i], scalar) for i < n; aliasing as above.
void apply_row_scalar(ArithmeticOp op, DType dtype, const std::uint64_t* a, std::uint64_t scalar, std::uint64_t* out,
                      std::size_t n);

/// Nothing if doubles round to nearest even and keep subnormals here and now; else one line that says what is wrong
/// and how to mend it. The environment is per thread: ask on the thread that computes.
std::optional<std::string> host_float_problem();

}  // namespace pto_cts::numerics
