// SPDX-License-Identifier: MIT
// The instructions that have a file spec/instructions/<family>/<mnemonic>.cpp; the list is generated from those names.
#pragma once

#include <span>

namespace pto_cts::terms {
class Define;
}

namespace pto_cts::spec {

struct RegistryEntry {
  const char* mnemonic;  ///< upper case: "TMULS"
  const char* family;    ///< name of the folder that the instruction's file lies in
  void (*define)(terms::Define&);
};

/// All instructions, sorted by mnemonic.
std::span<const RegistryEntry> registry_entries();

}  // namespace pto_cts::spec
