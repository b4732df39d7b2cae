// SPDX-License-Identifier: MIT
#include "arithmetic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "lanes.h"
#include "pto_cts/numerics/format.h"

namespace pto_cts::probe {
namespace {

using Bits = std::vector<std::uint64_t>;

constexpr DType kFloats[] = {DType::f16, DType::bf16, DType::f32};

bool claims(const backend::Backend& backend, DType dtype) {
  const std::vector<DType>& dtypes = backend.capabilities().dtypes;
  return std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end();
}

Bits bits_of(DType dtype, std::initializer_list<double> values) {
  Bits bits;
  for (const double value : values) bits.push_back(numerics::from_double(dtype, value));
  return bits;
}

// Sums and products that are exact in the dtype itself, and of which no other format of that width makes the same.
void probe_format(DType dtype, const Lanes& lanes, backend::Backend& backend, std::vector<Finding>& findings) {
  const Bits a = bits_of(dtype, {1, 1.5, -2.5, 3, 0.75, 40}), b = bits_of(dtype, {1.5, 1.5, 1.5, 1.5, 1.5, 1.5});
  const auto results = lanes.compute(backend, a, b);
  const std::string id(name(dtype));
  if (!results) return findings.push_back({id, Status::not_checked, lanes.where() + " did not execute"});
  for (const DType as : {dtype, DType::f16, DType::bf16, DType::i16, DType::i32}) {
    if (element_bytes(as) != element_bytes(dtype)) continue;
    bool equal = true;
    for (std::size_t i = 0; i < a.size(); ++i) equal &= numerics::apply(lanes.op(), as, a[i], b[i]) == (*results)[i];
    if (!equal) continue;
    if (as == dtype) return findings.push_back({id, Status::holds, "its arithmetic is that of " + id + ", by " + lanes.where()});
    return findings.push_back({id, Status::differs, "its arithmetic is that of " + std::string(name(as)) + ", by " + lanes.where()});
  }
  findings.push_back({id, Status::differs, "its arithmetic is that of no dtype, by " + lanes.where()});
}

enum class Rounding { nearest_even, toward_zero, up, down, unknown };

// The exact value lies between two neighbours.
float rounded(double exact, Rounding rounding) {
  const auto nearest = static_cast<float>(exact);
  const float low = nearest > exact ? std::nextafter(nearest, -INFINITY) : nearest;
  const float high = nearest < exact ? std::nextafter(nearest, INFINITY) : nearest;
  switch (rounding) {
    case Rounding::toward_zero: return exact < 0 ? high : low;
    case Rounding::up: return high;
    case Rounding::down: return low;
    default: return nearest;
  }
}

// Lanes whose exact results round differently; doubles hold the products and sums of these floats exactly.
void probe_rounding(const Lanes& lanes, backend::Backend& backend, std::vector<Finding>& findings) {
  const bool product = lanes.op() == numerics::ArithmeticOp::multiply;
  const double step = 0x1p-23;
  const double second = product ? 1 + step : 0x1p-24;
  std::vector<double> firsts = {1.5, 1 + step, -1.5, -(1 + step), 1.25, 1.75};
  if (!product) firsts = {1, 1 + step, -1, -(1 + step), 1 + 2 * step, -(1 + 3 * step)};
  Bits a, b;
  for (const double first : firsts) {
    a.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(first)));
    b.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(second)));
  }
  const auto results = lanes.compute(backend, a, b);
  if (!results) return findings.push_back({"rounding", Status::not_checked, lanes.where() + " did not execute"});
  const std::pair<Rounding, const char*> kModes[] = {{Rounding::nearest_even, "to nearest even"},
                                                     {Rounding::toward_zero, "toward zero"},
                                                     {Rounding::up, "up"},
                                                     {Rounding::down, "down"}};
  for (const auto& [mode, text] : kModes) {
    bool equal = true;
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      const double exact = product ? firsts[i] * second : firsts[i] + second;
      equal &= std::bit_cast<std::uint32_t>(rounded(exact, mode)) == (*results)[i];
    }
    if (equal)
      return findings.push_back({"rounding", mode == Rounding::nearest_even ? Status::holds : Status::differs,
                                 std::string("f32 rounds ") + text + ", by " + lanes.where()});
  }
  findings.push_back({"rounding", Status::differs, "f32 rounds in no way that is known, by " + lanes.where()});
}

void probe_subnormals(const Lanes& lanes, backend::Backend& backend, std::vector<Finding>& findings) {
  const bool product = lanes.op() == numerics::ArithmeticOp::multiply;
  const auto run = [&](float first, float second) {
    const auto results = lanes.compute(backend, {std::bit_cast<std::uint32_t>(first)}, {std::bit_cast<std::uint32_t>(second)});
    return results ? std::optional(std::bit_cast<float>(static_cast<std::uint32_t>(results->front()))) : std::nullopt;
  };
  const auto from_input = product ? run(0x1p-140f, 0x1p+40f) : run(0x1p-140f, 0x1p-126f);
  const auto as_result = product ? run(0x1p-126f, 0.5f) : run(0x1.8p-126f, -0x1p-126f);
  if (!from_input || !as_result) return findings.push_back({"subnormals", Status::not_checked, lanes.where() + " did not execute"});
  const bool inputs = *from_input == (product ? 0.0f : 0x1p-126f), results = *as_result == 0;
  findings.push_back({"subnormals", Status::informs,
                      std::string("of f32: inputs ") + (inputs ? "flushed" : "kept") + ", results " +
                          (results ? "flushed" : "kept") + ", by " + lanes.where()});
}

void probe_determinism(const Lanes& lanes, backend::Backend& backend, std::vector<Finding>& findings) {
  constexpr int kRepetitions = 4;
  const Bits values = bits_of(DType::f32, {1, 2, 3, 5, 7, 11});
  const auto first = lanes.compute(backend, values, values);
  bool equal = first.has_value();
  for (int i = 0; i < kRepetitions; ++i) equal &= lanes.compute(backend, values, values) == first;
  findings.push_back({"determinism", equal ? Status::holds : Status::differs,
                      equal ? "equal calls give equal results" : "equal calls give different results"});
}

}  // namespace

void probe_arithmetic(std::span<const generators::Domain> domains, backend::Backend& backend, std::vector<Finding>& findings) {
  for (const DType dtype : kFloats) {
    if (!claims(backend, dtype)) continue;
    const std::optional<Lanes> lanes = Lanes::find(domains, backend, dtype);
    if (!lanes) {
      findings.push_back({std::string(name(dtype)), Status::not_checked, "no arithmetic in it is claimed"});
      continue;
    }
    probe_format(dtype, *lanes, backend, findings);
    if (dtype != DType::f32) continue;
    probe_rounding(*lanes, backend, findings);
    probe_subnormals(*lanes, backend, findings);
    probe_determinism(*lanes, backend, findings);
  }
}

}  // namespace pto_cts::probe
