// SPDX-License-Identifier: MIT
// What the registry is made of: the instructions that have a file spec/instructions/<family>/<mnemonic>.cpp, a list
// generated from those names; and the rules of the tile operand page, applied to every tile operand of each.
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

/// Adds the rules on a tile type once for each type parameter and the rules on a valid region once for each operand.
void apply_tile_register_rules(terms::Define& d);

}  // namespace pto_cts::spec
