// SPDX-License-Identifier: MIT
// All proofs that are asked for: run side by side, remembered, written out.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pto_cts/record/proof_file.h"
#include "pto_cts/smt/cells.h"
#include "pto_cts/smt/prove.h"

namespace pto_cts::proofs {

struct Request {
  std::vector<const terms::Instruction*> instructions;  ///< As the spec has them, readings open.
  std::vector<Profile> profiles;
  terms::Readings readings;
  bool across_profiles = true;   ///< Also what concerns all profiles.
  bool cells = true;             ///< Also which cells of legal tuples can be filled.
  unsigned jobs = 0;             ///< Threads; 0: one for each processor.
  std::filesystem::path cache;   ///< Folder of remembered results; empty: none.
  std::string program_digest;    ///< Changes with the program: part of what a remembered result answers for.
  std::filesystem::path smt2;    ///< Folder for the queries; empty: none. Results remembered without them are proved again.
};

struct Cell {
  std::string id;           ///< "a5/tmuls/legal/f32/ND/dst.valid-rows=1".
  std::string instruction;
  std::string profile;
  smt::Answer answer = smt::Answer::unknown;
  std::vector<std::string> because;  ///< Where it is infeasible: what forbids it.
};

struct Proofs {
  std::vector<smt::Obligation> obligations;  ///< By instruction, profile and family; without their queries.
  std::vector<Cell> cells;
  std::size_t remembered = 0;  ///< Jobs whose result came from the cache, of `jobs`.
  std::size_t jobs = 0;
};

/// Results do not depend on the number of threads, nor on what was remembered.
/// Throws record::BadInput where a folder cannot be written.
Proofs run(const Request& request, const std::function<void(std::size_t done, std::size_t of)>& progress = {});

/// The results as they lie in a package.
record::ProofFile to_record(const Proofs& proofs);

/// One object for each obligation, as an array in JSON text.
std::string to_json(const std::vector<smt::Obligation>& obligations);

}  // namespace pto_cts::proofs
