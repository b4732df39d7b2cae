// SPDX-License-Identifier: MIT
// proofs/results.json: what the solver answered about the spec.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/types/tuple.h"

namespace pto_cts::record {

inline constexpr std::int64_t kProofsSchema = 1;

/// One proof obligation. Texts as `pto-cts prove --json` has them.
struct ProofRecord {
  std::string id;           ///< "a5/tmuls/definedness/src0".
  std::string instruction;  ///< Mnemonic.
  std::string profile;      ///< Empty where it is about all of them.
  std::string family;       ///< "definedness", "independence", ...
  std::string status;       ///< "proved", "refuted" or "unknown".
  std::string kind;         ///< "independent", "implied", "included", ...; may be empty.
  std::string statement;    ///< What was asked.
  std::optional<Tuple> witness;
  std::optional<Tuple> twin;  ///< The nearest legal tuple.
  std::vector<std::string> changed;
  std::vector<std::string> because;  ///< Ids of the clauses and core conditions that decide it.
  std::string note;
  std::string dispute;  ///< Of a refutation: the dispute that the spec records about it; empty where there is none.

  friend bool operator==(const ProofRecord&, const ProofRecord&) = default;
};

/// Whether legal tuples of one kind exist.
struct ProofCell {
  std::string id;  ///< "a5/tmuls/legal/f32/ND/dst.valid-rows=1".
  std::string instruction;
  std::string profile;
  std::string status;  ///< "feasible", "infeasible" or "unknown".
  std::vector<std::string> because;

  friend bool operator==(const ProofCell&, const ProofCell&) = default;
};

struct ProofFile {
  std::vector<ProofRecord> obligations;
  std::vector<ProofCell> cells;

  friend bool operator==(const ProofFile&, const ProofFile&) = default;
};

/// {"schema": 1, "obligations": [...], "cells": [...]}, one obligation or cell in each line.
std::string write_proofs(const ProofFile& proofs);

/// Inverse of write_proofs(). Throws BadInput for any other text.
ProofFile read_proofs(std::string_view text);

}  // namespace pto_cts::record
