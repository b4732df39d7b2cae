// SPDX-License-Identifier: MIT
#include "pto_cts/generators/domain.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "cells.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/generators/draw.h"
#include "pto_cts/generators/payload.h"

namespace pto_cts::generators {
namespace {

using evaluate::ElementClass;
using evaluate::Legality;
using evaluate::Verdict;

constexpr int kRedraws = 8;

Legality wanted(CellKind kind) {
  return kind == CellKind::legal ? Legality::legal : kind == CellKind::reject ? Legality::illegal : Legality::target_defined;
}

// `telling`: with contents that tell elements apart, as the few of a small tuple need.
void fill(const terms::Instruction& instruction, Case& subject, bool out_of_bounds, bool telling, Draw& draw) {
  const DType dtype = subject.tuple.tiles.front().tile.dtype;
  const auto all = payload_classes(dtype);
  std::vector<PayloadClass> classes(all.begin(), all.end());
  if (telling) std::erase_if(classes, [](PayloadClass one) { return !is_discriminating(one); });
  const PayloadClass payload = classes[draw.below(classes.size())];
  constexpr IndexClass kInBounds[] = {IndexClass::permuted, IndexClass::permuted,     IndexClass::repeated,
                                      IndexClass::unordered, IndexClass::extreme,     IndexClass::near_invalid,
                                      IndexClass::misaligned};
  const IndexClass index = out_of_bounds ? IndexClass::out_of_range
                           : telling     ? IndexClass::permuted
                                         : kInBounds[draw.below(std::size(kInBounds))];
  const std::optional<IndexUse> use = index_use(instruction, subject.tuple);
  fill_payload(subject, payload, index, draw, use ? &*use : nullptr);
}

bool discriminates(const Case& subject) {
  const std::string name = subject.payload_class.substr(0, subject.payload_class.find('/'));
  const std::string index = subject.payload_class.size() > name.size() ? subject.payload_class.substr(name.size() + 1) : "";
  const auto payload = parse_payload_class(name);
  const bool few_offsets = index == "repeated" || index == "extreme";
  return payload && is_discriminating(*payload) && !few_offsets;
}

// Whether the destination's storage held these bits before the call, under every poison.
class Before {
 public:
  Before(const Case& subject, int destination) : subject_(subject), contents_(subject) {
    const int storage = subject.tuple.tiles[static_cast<std::size_t>(destination)].storage;
    for (std::size_t i = 0; i < subject.tuple.tiles.size(); ++i) {
      const TileOperand& operand = subject.tuple.tiles[i];
      if (static_cast<int>(i) != destination && operand.storage == storage && is_read(operand.role))
        shared_ = static_cast<int>(i);
    }
  }

  bool held(std::int64_t row, std::int64_t col, std::uint64_t bits) const {
    if (!shared_) return false;
    const TileDesc& source = subject_.tuple.tiles[static_cast<std::size_t>(*shared_)].tile;
    return in_valid_region(source, row, col) && contents_.element(*shared_, row, col) == bits;
  }

 private:
  const Case& subject_;
  evaluate::Contents contents_;
  std::optional<int> shared_;
};

bool takes_a_solver(const Cell& cell) { return cell.kind == CellKind::reject && cell.broken.size() == 1; }

}  // namespace

std::string_view name(CellKind kind) {
  constexpr std::string_view kNames[] = {"legal", "reject", "target"};
  return kNames[static_cast<std::size_t>(kind)];
}

struct Domain::Impl {
  const terms::Instruction& instruction;
  Profile profile;
  Variables variables;
  RuleSet rules;
  Space legal;
  Cells built;
  std::vector<Cell> cells;
  mutable std::optional<smt::Witnesses> witnesses;  // Made when the first is asked for.
  mutable std::map<std::size_t, std::optional<smt::Witness>> first_tuples;  // By number of the cell, once asked for.

  Impl(const terms::Instruction& i, Profile p)
      : instruction(i), profile(p), variables(i), rules(rules_of(i, p)), legal(legal_space(variables, rules)),
        built(build_cells(i, p, variables, rules, legal)) {
    for (const FilledCell& filled : built.filled) cells.push_back(filled.cell);
  }

  std::string case_name(const std::string& place) const {
    return std::string(pto_cts::name(profile)) + "/" + terms::id_prefix(instruction) + "/" + place;
  }

  // What the construction promised is checked on every case: a broken promise is a fault of the suite.
  void verify(const Cell& cell, const Case& subject) const {
    const Verdict verdict = evaluate::verdict(instruction, subject);
    std::vector<std::string> broken = verdict.clauses;
    std::sort(broken.begin(), broken.end());
    if (verdict.legality != wanted(cell.kind) || broken != cell.broken)
      throw std::logic_error("generated a tuple that is not what cell " + cell.id + " asks for");
  }

  // The tuple of the cell's first case, and its twin.
  const std::optional<smt::Witness>& first_tuple(const FilledCell& filled) const {
    auto known = first_tuples.find(filled.cell.number);
    if (known == first_tuples.end()) known = first_tuples.emplace(filled.cell.number, make_first_tuple(filled)).first;
    return known->second;
  }

  std::optional<smt::Witness> make_first_tuple(const FilledCell& filled) const {
    if (takes_a_solver(filled.cell)) {
      if (!witnesses) witnesses.emplace(instruction, profile);
      return witnesses->breaking(filled.cell.broken);
    }
    if (filled.cell.kind != CellKind::legal || filled.spaces.size() != 1) return std::nullopt;
    auto tuple = filled.spaces.front().smallest();
    if (!tuple) return std::nullopt;
    return smt::Witness{std::move(*tuple), {}};
  }

  std::unique_ptr<Case> draw_case(const FilledCell& filled, const std::string& case_name, Draw& draw, bool spread,
                                  const std::optional<smt::Witness>& first) const {
    auto subject = std::make_unique<Case>();
    subject->name = case_name;
    subject->profile = profile;
    subject->broken = filled.cell.broken;
    const Space& space = filled.spaces[draw.below(filled.spaces.size())];
    if (filled.cell.kind != CellKind::reject) {
      subject->tuple = first ? first->tuple : space.draw(draw, nullptr, spread);
      fill(instruction, *subject, filled.out_of_bounds, first.has_value(), draw);
      return subject;
    }
    auto twin = std::make_shared<Case>();
    twin->name = case_name + "/twin";
    twin->profile = profile;
    if (first) std::tie(subject->tuple, twin->tuple) = std::tie(first->tuple, first->twin.tuple);
    else std::tie(subject->tuple, twin->tuple) = space.draw_beside(draw, legal);
    fill(instruction, *twin, false, first.has_value(), draw);
    fill(instruction, *subject, false, first.has_value(), draw);
    if (evaluate::verdict(instruction, *twin).legality != Legality::legal)
      throw std::logic_error("the twin of cell " + filled.cell.id + " is not legal");
    subject->twin = std::move(twin);
    return subject;
  }
};

Domain::Domain(const terms::Instruction& instruction, Profile profile)
    : impl_(std::make_unique<Impl>(instruction, profile)) {}
Domain::~Domain() = default;
Domain::Domain(Domain&&) noexcept = default;

const terms::Instruction& Domain::instruction() const { return impl_->instruction; }
Profile Domain::profile() const { return impl_->profile; }
const std::vector<Cell>& Domain::cells() const { return impl_->cells; }
const std::vector<LegalCell>& Domain::infeasible() const { return impl_->built.infeasible; }
const std::vector<Breakability>& Domain::breakability() const { return impl_->built.breakability; }

std::string Domain::case_name(const Cell& cell, std::uint64_t k) const {
  return impl_->case_name(cell.id + "/" + std::to_string(k));
}

bool Domain::find_first_tuple(const Cell& cell) const {
  const bool known = impl_->first_tuples.contains(cell.number);
  impl_->first_tuple(impl_->built.filled.at(cell.number));
  return !known && takes_a_solver(cell);
}

FirstTuples Domain::first_tuples() const {
  FirstTuples all;
  for (const auto& [number, witness] : impl_->first_tuples)
    if (const Cell& cell = impl_->cells[number]; takes_a_solver(cell)) all.emplace(cell.id, witness);
  return all;
}

void Domain::know(const FirstTuples& tuples) {
  for (const Cell& cell : impl_->cells)
    if (const auto known = tuples.find(cell.id); known != tuples.end() && takes_a_solver(cell))
      impl_->first_tuples.emplace(cell.number, known->second);
}

Generated Domain::generate(const Cell& cell, std::uint64_t seed, std::uint64_t k) const {
  const FilledCell& filled = impl_->built.filled.at(cell.number);
  const auto words = cell_key(kGeneratorEpoch, seed, impl_->instruction.mnemonic, impl_->profile, cell.id);
  const std::string name = case_name(cell, k);
  Generated result;
  const std::optional<smt::Witness> none;
  const std::optional<smt::Witness>& first = k == 0 ? impl_->first_tuple(filled) : none;
  for (int attempt = 0;; ++attempt) {
    Draw draw({words[0], words[1], words[2], k | static_cast<std::uint64_t>(attempt) << 56});
    std::unique_ptr<Case> subject = impl_->draw_case(filled, name, draw, attempt > 0, first);
    impl_->verify(cell, *subject);
    if (cell.kind == CellKind::legal) {
      auto expectation = std::make_unique<evaluate::Expectation>(impl_->instruction, *subject);
      result.vacuous = proves_nothing(*subject, *expectation, discriminates(*subject));
      result.expectation = std::move(expectation);
    }
    result.subject = std::move(subject);
    if (!result.vacuous || attempt == kRedraws) return result;
    ++result.replaced;
  }
}

Generated Domain::example(std::size_t k) const {
  const terms::Example& example = impl_->instruction.examples.at(k);
  const std::string case_name = impl_->case_name(example.id);
  const auto position = [&](const Tuple& tuple, std::string name) {
    auto subject = std::make_unique<Case>();
    subject->name = std::move(name);
    subject->profile = impl_->profile;
    subject->tuple = tuple;
    Draw draw({kGeneratorEpoch, k, 0, 0});
    const std::optional<IndexUse> use = index_use(impl_->instruction, tuple);
    fill_payload(*subject, PayloadClass::position, IndexClass::permuted, draw, use ? &*use : nullptr);
    return subject;
  };
  std::unique_ptr<Case> subject = position(example.tuple, case_name);
  Generated result;
  const Verdict verdict = evaluate::verdict(impl_->instruction, *subject);
  if (verdict.legality == Legality::legal)
    result.expectation = std::make_unique<evaluate::Expectation>(impl_->instruction, *subject);
  if (verdict.legality == Legality::illegal) {
    Draw draw({kGeneratorEpoch, k, 1, 0});
    std::unique_ptr<Case> twin = position(impl_->legal.draw(draw, &example.tuple), case_name + "/twin");
    subject->broken = verdict.clauses;
    subject->twin = std::move(twin);
  }
  result.subject = std::move(subject);
  return result;
}

Tuple Domain::legal_neighbour(const Tuple& tuple) const {
  Draw draw({kGeneratorEpoch, 0, 0, 0});
  return impl_->legal.draw(draw, &tuple);
}

bool proves_nothing(const Case& subject, const evaluate::Expectation& expectation, bool discriminating) {
  std::uint64_t judged = 0, values = 0;
  bool all_held = true, all_equal = true;
  std::optional<std::uint64_t> first;
  for (const evaluate::ExpectedTile& expected : expectation.tiles()) {
    const TileDesc& tile = subject.tuple.tiles[static_cast<std::size_t>(expected.tile)].tile;
    const Before before(subject, expected.tile);
    for (std::size_t i = 0; i < expected.classes.size(); ++i) {
      if (expected.classes[i] != ElementClass::value && expected.classes[i] != ElementClass::pad) continue;
      ++judged;
      const auto row = static_cast<std::int64_t>(i) / tile.cols, col = static_cast<std::int64_t>(i) % tile.cols;
      all_held = all_held && before.held(row, col, expected.bits[i]);
      if (expected.classes[i] != ElementClass::value) continue;
      ++values;
      if (!first) first = expected.bits[i];
      all_equal = all_equal && *first == expected.bits[i];
    }
  }
  if (judged == 0) return true;
  if (judged == 1) return false;
  return all_held || (discriminating && values > 1 && all_equal);
}

std::uint64_t discarded_draws() { return Space::discarded(); }

}  // namespace pto_cts::generators
