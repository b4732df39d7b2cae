// SPDX-License-Identifier: MIT
#include "pto_cts/judge/words.h"

namespace pto_cts::judge {

std::string_view name(Judgement judgement) {
  constexpr std::string_view kNames[] = {"pass", "fail", "undecided", "not-supported", "not-expressible", "not-run"};
  return kNames[static_cast<std::size_t>(judgement)];
}

std::string_view name(FailKind kind) {
  constexpr std::string_view kNames[] = {"crashed",
                                         "timeout",
                                         "protocol error",
                                         "guard overwritten",
                                         "source modified",
                                         "not deterministic",
                                         "depends on undefined input",
                                         "wrong pad",
                                         "wrong value",
                                         "over-rejection",
                                         "illegal tuple accepted",
                                         "effects before rejection",
                                         "capability lied",
                                         "order-dependent",
                                         "differs among builds"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace pto_cts::judge
