// SPDX-License-Identifier: MIT
// A line of PTO assembly in place of a case file.
#pragma once

#include <string>
#include <string_view>

#include "pto_cts/campaign/suite.h"
#include "pto_cts/render/assembly.h"

namespace pto_cts::cli {

/// True for what begins with "%" or "pto.", and for what holds "pto." and a "%"; false where a file of that name
/// exists.
bool is_assembly(const std::string& argument);

render::AssemblySignature signature_of(const terms::Instruction& instruction);

struct SubjectLine {
  const terms::Instruction* instruction = nullptr;
  render::AssemblyLine line;
};

/// Throws UsageError where the line cannot be read, and where no tile could be what it says.
SubjectLine read_assembly(const campaign::Suite& suite, std::string_view text);

}  // namespace pto_cts::cli
