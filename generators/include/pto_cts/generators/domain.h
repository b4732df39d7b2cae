// SPDX-License-Identifier: MIT
// The cases of one instruction on one profile: which cells there are, and the k-th case of a cell.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::generators {

/// Changes whenever equal seeds give other cases.
inline constexpr std::uint32_t kGeneratorEpoch = 1;

enum class CellKind : std::uint8_t { legal, reject, target };

std::string_view name(CellKind kind);

/// A stratum of cases. Its id is a path: "legal/f32/nd/dst.valid-cols=1", "reject/tmuls.a5.dtype",
/// "target/tmuls.same-type".
struct Cell {
  std::string id;
  CellKind kind = CellKind::legal;
  std::vector<std::string> broken;  ///< Of a reject cell: exactly these clauses are broken.
  std::size_t number = 0;
};

/// Whether some tuple breaks a clause and no other; where none does, the smallest sets that contain it and can.
struct Breakability {
  std::string clause;
  bool alone = false;
  std::vector<std::vector<std::string>> together;
};

struct Generated {
  std::unique_ptr<const Case> subject;
  std::unique_ptr<const evaluate::Expectation> expectation;  ///< Null for an illegal case; refers to *subject.
  int replaced = 0;      ///< Draws thrown away because they proved nothing.
  bool vacuous = false;  ///< The last one proves nothing either.
};

class Domain {
 public:
  /// `instruction` is resolved by terms::under and outlives the domain.
  Domain(const terms::Instruction& instruction, Profile profile);
  ~Domain();
  Domain(Domain&&) noexcept;

  const terms::Instruction& instruction() const;
  Profile profile() const;
  const std::vector<Cell>& cells() const;

  /// Legal boundary cells that no tuple fills.
  const std::vector<std::string>& infeasible() const;

  /// One entry for each clause that the profile knows; on cpu_sim, device clauses are broken in pairs.
  const std::vector<Breakability>& breakability() const;

  /// Case k of a cell: a function of the seed, the instruction, the profile, the cell's id and k, and of nothing else.
  Generated generate(const Cell& cell, std::uint64_t seed, std::uint64_t k) const;

  /// Example `k` of the instruction, judged as the rules say: its contents are the same in every campaign. An illegal one
  /// has the nearest legal tuple beside it.
  Generated example(std::size_t k) const;

  /// A legal tuple that keeps as many of the unknowns of another as its construction can.
  Tuple legal_neighbour(const Tuple& tuple) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Draws that met a dead end, in all domains of the process. Construction is meant to have none.
std::uint64_t discarded_draws();

}  // namespace pto_cts::generators
