// SPDX-License-Identifier: MIT
#include "dialect.h"

#include <algorithm>

#include "pto_cts/terms/rewrite.h"

namespace pto_cts::smt {
namespace {

std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? INT64_MIN : INT64_MAX;
}

}  // namespace

std::string symbol(const std::string& name) { return "|" + name + "|"; }

std::string call(const std::string& function, const std::vector<std::string>& args) {
  std::string text = "(" + function;
  for (const std::string& arg : args) text += " " + arg;
  return text + ")";
}

Number bounds_of(terms::Op op, const Number& a, const Number& b) {
  Number result;
  if (op == terms::Op::mul) {
    const std::int64_t corners[] = {terms::apply(op, a.least, b.least), terms::apply(op, a.least, b.most),
                                    terms::apply(op, a.most, b.least), terms::apply(op, a.most, b.most)};
    const auto [least, most] = std::minmax_element(std::begin(corners), std::end(corners));
    result.least = *least;
    result.most = *most;
    return result;
  }
  const bool minus = op == terms::Op::sub;
  result.least = saturated_sum(a.least, minus ? -b.most : b.least);
  result.most = saturated_sum(a.most, minus ? -b.least : b.most);
  return result;
}

}  // namespace pto_cts::smt
