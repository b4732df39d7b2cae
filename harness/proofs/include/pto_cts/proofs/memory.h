// SPDX-License-Identifier: MIT
// What was once found out about the rules, so that it need not be found out again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "pto_cts/generators/domain.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::proofs {

/// Digest of the sources that decide what is found out: the spec, the solver's questions, the generators.
std::string engine_digest();

/// Texts by key, in two folders: the catalogue, which the build makes and which is only read, and a cache. Each entry is a
/// file below the engine's digest that begins with the digest of its key and text; one that is damaged or belongs
/// elsewhere is taken for missing.
class Memory {
 public:
  /// Remembers nothing.
  Memory() = default;
  /// Either folder may be empty for none.
  Memory(std::filesystem::path catalogue, std::filesystem::path cache, std::string engine = engine_digest());

  /// Of whatever decides a result: the engine, the solver, the kind of result, the rules and their readings.
  /// `instruction` is resolved by terms::under.
  std::string key_of(const std::string& kind, const terms::Instruction& instruction, const terms::Readings& readings) const;

  /// Name of the folder of what an engine found out.
  static std::string folder_of(const std::string& engine);

  /// The cache, where it cannot be written; else an empty path.
  std::filesystem::path cannot_write() const;

  bool is_used() const { return !catalogue_.empty() || !cache_.empty(); }
  std::optional<std::string> recall(const std::string& file) const;
  /// A cache that cannot be written costs the memory, not the result.
  void remember(const std::string& file, const std::string& text) const;

 private:
  std::filesystem::path catalogue_, cache_;
  std::string engine_;
};

/// Gives the domain the first tuples that are remembered.
void recall_first_tuples(generators::Domain& domain, const terms::Readings& readings, const Memory& memory);
void remember_first_tuples(const generators::Domain& domain, const terms::Readings& readings, const Memory& memory);

}  // namespace pto_cts::proofs
