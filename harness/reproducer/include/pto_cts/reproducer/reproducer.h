// SPDX-License-Identifier: MIT
// A failing case as C++ for whoever must fix what fails.
#pragma once

#include <string>

#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::reproducer {

/// The file of render::cpp_program, with what the spec wants: everything where the case is legal; where it is target-defined
/// no element, so that guards and sources alone are looked at; where it is illegal, that the call is rejected.
/// `kind` is a word of judge::name(FailKind). pre: `resolved` by terms::under; !render::program_inexpressible(subject.tuple).
std::string cpp_reproducer(const terms::Instruction& resolved, const Case& subject, const std::string& kind, const std::string& heading);

}  // namespace pto_cts::reproducer
