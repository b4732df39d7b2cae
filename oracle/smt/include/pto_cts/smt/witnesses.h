// SPDX-License-Identifier: MIT
// Canonical illegal tuples and their nearest legal ones, for those who make or explain cases.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pto_cts/types/profile.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::smt {

struct Twin {
  Tuple tuple;
  std::vector<std::string> changed;  ///< Fields in which it differs: "dst.cols".
};

struct Witness {
  Tuple tuple;
  Twin twin;
};

/// Throws std::runtime_error where the solver gives up: that there is none is never said without a proof.
class Witnesses {
 public:
  /// `instruction` is resolved by terms::under and outlives this object.
  Witnesses(const terms::Instruction& instruction, Profile profile);
  ~Witnesses();
  Witnesses(Witnesses&&) noexcept;

  /// The smallest tuple that breaks exactly these clauses and keeps as much of the core as it can; nothing if none does.
  std::optional<Witness> breaking(const std::vector<std::string>& clauses);

  /// The legal tuple that differs from `tuple` in the fewest fields; nothing where nothing is legal.
  std::optional<Twin> nearest_legal(const Tuple& tuple);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pto_cts::smt
