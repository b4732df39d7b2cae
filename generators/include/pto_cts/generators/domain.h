// SPDX-License-Identifier: MIT
// The cases of one instruction on one profile: which cells there are, and the k-th case of a cell.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/smt/witnesses.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::generators {

/// Changes whenever equal seeds give other cases.
inline constexpr std::uint32_t kGeneratorEpoch = 2;

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

/// A question whether legal tuples of one kind exist: those that meet all predicates.
struct LegalCell {
  std::string id;  ///< As Cell::id.
  std::vector<terms::NodePtr> predicates;
};

/// All cells of legal tuples, filled or not: for each dtype and layout signature that a legal tuple has, any tuple and one
/// boundary at a time; and for each tile operand and each part of its type, one value outside those that legal tuples have.
std::vector<LegalCell> legal_cells(const terms::Instruction& instruction, Profile profile);

/// First tuples by the cell's id; none for a cell that has none.
using FirstTuples = std::map<std::string, std::optional<smt::Witness>>;

/// To be used by one thread at a time.
class Domain {
 public:
  /// `instruction` is resolved by terms::under and outlives the domain.
  Domain(const terms::Instruction& instruction, Profile profile);
  ~Domain();
  Domain(Domain&&) noexcept;

  const terms::Instruction& instruction() const;
  Profile profile() const;
  const std::vector<Cell>& cells() const;

  /// Cells of legal tuples that no tuple fills, as far as the construction sees; smt::decide_cells proves it.
  const std::vector<LegalCell>& infeasible() const;

  /// One entry for each clause that the profile knows; on cpu_sim, device clauses are broken in pairs.
  const std::vector<Breakability>& breakability() const;

  /// Case k of a cell: a function of the seed, the instruction, the profile, the cell's id and k, and of nothing else.
  /// The first case of a legal cell has its smallest tuple; that of a cell which breaks one clause has the canonical
  /// witness beside the nearest legal tuple (smt::Witnesses). Only the contents of these depend on the seed.
  Generated generate(const Cell& cell, std::uint64_t seed, std::uint64_t k) const;

  /// Finds the tuple of the cell's first case, for which a solver may be asked, so that making the case costs little.
  /// True where it was not known.
  bool find_first_tuple(const Cell& cell) const;

  /// Those for which the solver was asked, or that were known.
  FirstTuples first_tuples() const;
  /// What another domain of these rules found.
  void know(const FirstTuples& tuples);

  /// The name of that case, without making it.
  std::string case_name(const Cell& cell, std::uint64_t k) const;

  /// Example `k` of the instruction, judged as the rules say: its contents are the same in every campaign. An illegal one
  /// has the nearest legal tuple beside it.
  Generated example(std::size_t k) const;

  /// A legal tuple that keeps as many of the unknowns of another as its construction can.
  Tuple legal_neighbour(const Tuple& tuple) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// True where nothing is judged, where every judged element already stood in the destination, or where the payload was
/// meant to tell elements apart (`discriminating`) and all computed or copied values are equal. A region of one judged
/// element is never vacuous.
bool proves_nothing(const Case& subject, const evaluate::Expectation& expectation, bool discriminating);

/// Draws that met a dead end, in all domains of the process. Construction is meant to have none.
std::uint64_t discarded_draws();

}  // namespace pto_cts::generators
