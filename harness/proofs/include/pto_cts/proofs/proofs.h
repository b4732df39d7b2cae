// SPDX-License-Identifier: MIT
// All proofs that are asked for: run side by side, remembered, written out.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pto_cts/proofs/memory.h"
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
  Memory memory{};
  std::filesystem::path smt2;    ///< Folder for the queries; empty: none. Results remembered without them are proved again.
  bool queries = false;          ///< Remember the queries too where no folder is given for them.
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

/// Which cells of legal tuples can be filled, by LegalCell::id, where that is remembered. `instruction` is resolved.
std::optional<std::map<std::string, smt::Answer>> known_cells(const terms::Instruction& instruction, Profile profile,
                                                              const terms::Readings& readings, const Memory& memory);

/// The results as they lie in a package.
record::ProofFile to_record(const Proofs& proofs);

/// One object for each obligation, as an array in JSON text.
std::string to_json(const std::vector<smt::Obligation>& obligations);

}  // namespace pto_cts::proofs
