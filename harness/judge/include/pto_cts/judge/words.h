// SPDX-License-Identifier: MIT
// The words in which a case is judged.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace pto_cts::judge {

/// Only `pass` is a pass. The judge never says not_expressible or not_run; those who plan cases do.
enum class Judgement : std::uint8_t { pass, fail, undecided, not_supported, not_expressible, not_run };

/// In order of priority: a failing case has the first kind that holds.
enum class FailKind : std::uint8_t {
  crashed,
  timeout,
  protocol_error,
  guard_overwritten,
  source_modified,
  not_deterministic,
  depends_on_undefined_input,
  wrong_pad,
  wrong_value,
  over_rejection,
  illegal_accepted,
  effects_before_rejection,
  capability_lied,
  order_dependent,     ///< Fails among others, and not when run alone in a fresh backend.
  differs_among_builds  ///< Each result may be right, but they are not the same in all builds.
};

inline constexpr std::array kAllFailKinds = {FailKind::crashed,
                                             FailKind::timeout,
                                             FailKind::protocol_error,
                                             FailKind::guard_overwritten,
                                             FailKind::source_modified,
                                             FailKind::not_deterministic,
                                             FailKind::depends_on_undefined_input,
                                             FailKind::wrong_pad,
                                             FailKind::wrong_value,
                                             FailKind::over_rejection,
                                             FailKind::illegal_accepted,
                                             FailKind::effects_before_rejection,
                                             FailKind::capability_lied,
                                             FailKind::order_dependent,
                                             FailKind::differs_among_builds};

/// The words of the design, such as "not-supported" and "illegal tuple accepted".
inline std::string_view name(Judgement judgement) {
  constexpr std::string_view kNames[] = {"pass", "fail", "undecided", "not-supported", "not-expressible", "not-run"};
  return kNames[static_cast<std::size_t>(judgement)];
}

inline std::string_view name(FailKind kind) {
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
