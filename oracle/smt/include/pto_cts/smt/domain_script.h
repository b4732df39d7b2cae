// SPDX-License-Identifier: MIT
// The legal domain of an instruction on a profile, for programs that know nothing else of this suite.
#pragma once

#include <string>

#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/profile.h"

namespace pto_cts::smt {

/// An SMT-LIB 2 script over integers. It declares a constant for each field of a tuple, named and valued as in case files:
/// |dst.valid-rows|, |src0.storage|, |form|; defines one for each text that a field may be: |dtype f32|,
/// |form homogeneous|; and defines these Booleans:
///   |clause <id>|, |core <id>|            for each rule that takes part on the profile and reads no contents: it is kept;
///   |illegal|, |target-defined|, |legal|  the verdict; exactly one holds.
/// The broken clauses of an illegal tuple are those whose Boolean is false. Rules that read contents are listed under
/// :data-clauses and :data-core; where some are, |legal| means legal unless the contents break one.
///
/// `instruction` is resolved by terms::under. The script is exact for every tuple that a case file may hold.
std::string domain_script(const terms::Instruction& instruction, Profile profile);

}  // namespace pto_cts::smt
