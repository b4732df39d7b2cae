// SPDX-License-Identifier: MIT
// A case as one C++ file that runs it with the PTO intrinsics and says what is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pto_cts/types/case.h"

namespace pto_cts::render {

/// What a destination element must hold after the call; elements that are not named may hold anything.
struct WantedElement {
  std::size_t operand = 0;  ///< Position in Tuple::tiles.
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::vector<std::uint64_t> any_of{};  ///< Bits that are right; the first is the one to show.
  bool any_nan = false;                 ///< Any NaN is right too.
  bool is_pad = false;                  ///< Another value is "wrong pad", not "wrong value".
  bool is_kept = false;                 ///< It must hold what it held before the call; any_of is not looked at.
};

struct Program {
  const Case* subject = nullptr;
  std::string kind{};               ///< What was found, in the words of the judge: "wrong value", "over-rejection".
  bool should_be_rejected = false;  ///< The tuple is illegal; `wanted` is not looked at.
  std::vector<WantedElement> wanted{};
  std::string heading{};  ///< What the file says first, as comments: the case, its tuple, the rule, the command.
};

/// Why there is no such file; nothing where there is: what render::inexpressible says, or one storage in two kinds of memory.
std::optional<std::string> program_inexpressible(const Tuple& tuple);

/// One C++20 file that includes <pto/pto-inst.hpp> and needs nothing else but the standard library. Tiles own their storage
/// where __PTO_AUTO__ is defined; elsewhere TASSIGN places them, with guards behind them. It calls the intrinsic six times,
/// with everything undefined filled by the poison of the case or its complement. It prints at most 8 wrong elements, such as
///   dst[1, 2]: expected 1.5 (0x3e00), got 0 (0x0000)
/// and as its last line "pass", with exit status 0, or "FAIL: " and what is wrong, with exit status 1. Rejections that are
/// no exceptions end it before: it does not compile, or aborts.
///
/// Of a tuple that should be rejected, contents are given only for index operands, unless a crash or the like was found.
/// pre: !program_inexpressible(tuple); operand names are C++ identifiers; payload and scalars fit the tuple.
std::string cpp_program(const Program& program);

}  // namespace pto_cts::render
