// SPDX-License-Identifier: MIT
// What a judgement shows to people.
#pragma once

#include <string>

#include "findings.h"
#include "pto_cts/judge/judge.h"

namespace pto_cts::judge {

/// A 32-bit word, such as "0xffa5ffa5".
std::string word_text(std::uint32_t word);

/// An element, such as "1.5 (0x3e00)", "-1 (0xff)" or "nan (0x7e00)".
std::string element_text(DType dtype, std::uint64_t bits);

/// Where a byte changed, such as "byte 4096 changed in the guard after dst".
std::string place_text(const Tuple& tuple, const ChangedByte& byte);

/// A stopped access, such as "wrote byte -4 of the guard before dst".
std::string stray_text(const Tuple& tuple, const backend::StrayAccess& stray);

/// A wrong element of a case, with all that would have been right.
Mismatch mismatch(const Case& subject, const Memory& memory, const evaluate::Expectation& expected,
                  const WrongElement& wrong);

}  // namespace pto_cts::judge
