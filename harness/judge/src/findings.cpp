// SPDX-License-Identifier: MIT
#include "findings.h"

#include <vector>

#include "elements.h"
#include "pto_cts/numerics/format.h"

namespace pto_cts::judge {
namespace {

using backend::OutcomeKind;
using evaluate::ElementClass;
using evaluate::Expectation;
using evaluate::ExpectedTile;

void look_at_storages(const Tuple& tuple, const Memory& memory, bool destinations, Findings& findings) {
  const auto count = static_cast<int>(memory.storages().size());
  for (int storage = 0; storage < count; ++storage)
    if (is_destination(tuple, storage) == destinations) memory.find_changed_storage(storage, findings.storages);
}

// Destination elements against their expectation.
class OutputCheck {
 public:
  OutputCheck(const Expectation& expected, std::size_t output, const Tuple& tuple, const Memory& memory)
      : expected_(expected),
        output_(output),
        wanted_(expected.tiles()[output]),
        operand_(tuple.tiles[static_cast<std::size_t>(wanted_.tile)]),
        map_(operand_.tile),
        memory_(memory) {}

  void run(std::vector<WrongElement>& wrong) const {
    const auto cols = static_cast<std::size_t>(operand_.tile.cols);
    std::vector<std::uint64_t> actual(cols);
    for (std::int64_t row = 0; row < operand_.tile.rows; ++row) {
      load_row(operand_.tile, map_, memory_.now(operand_.storage).data(), row, actual);
      const std::size_t start = static_cast<std::size_t>(row) * cols;
      if (plainly_right(start, actual)) continue;
      for (std::size_t col = 0; col < cols; ++col)
        if (!accepts(start + col, row, static_cast<std::int64_t>(col), actual[col]))
          wrong.push_back({output_, row, static_cast<std::int64_t>(col), wanted_.classes[start + col], actual[col]});
    }
  }

 private:
  // Holds only if no element of the row needs a closer look.
  bool plainly_right(std::size_t start, const std::vector<std::uint64_t>& actual) const {
    bool right = true;
    for (std::size_t col = 0; col < actual.size(); ++col) {
      const ElementClass c = wanted_.classes[start + col];
      const bool has_bits = c == ElementClass::value || c == ElementClass::pad;
      right &= c == ElementClass::unspecified || (has_bits && wanted_.bits[start + col] == actual[col]);
    }
    return right;
  }

  bool accepts(std::size_t at, std::int64_t row, std::int64_t col, std::uint64_t actual) const {
    switch (wanted_.classes[at]) {
      case ElementClass::unspecified: return true;
      case ElementClass::preserved:
        return actual == load(map_, operand_.tile.dtype, memory_.filled(operand_.storage).data(), row, col);
      case ElementClass::value:
      case ElementClass::pad: break;
      default: return false;
    }
    const std::uint64_t wanted = wanted_.bits[at];
    if (actual == wanted) return true;
    if (!wanted_.arithmetic[at]) return false;
    const DType dtype = operand_.tile.dtype;
    if (numerics::is_nan(dtype, wanted) && numerics::is_nan(dtype, actual)) return true;  // as allowed() would say
    return expected_.allowed(wanted_, row, col).contains(dtype, actual);
  }

  const Expectation& expected_;
  std::size_t output_;
  const ExpectedTile& wanted_;
  const TileOperand& operand_;
  LayoutMap map_;
  const Memory& memory_;
};

}  // namespace

bool is_destination(const Tuple& tuple, int storage) {
  for (const TileOperand& operand : tuple.tiles)
    if (operand.storage == storage && is_written(operand.role)) return true;
  return false;
}

bool is_breakdown(OutcomeKind outcome) {
  return !breakdown_kinds(outcome).empty();
}

FailKinds breakdown_kinds(OutcomeKind outcome) {
  FailKinds kinds;
  switch (outcome) {
    case OutcomeKind::executed:
    case OutcomeKind::rejected:
    case OutcomeKind::unsupported: break;
    case OutcomeKind::crashed: kinds.add(FailKind::crashed); break;
    case OutcomeKind::timeout: kinds.add(FailKind::timeout); break;
    default: kinds.add(FailKind::protocol_error); break;
  }
  return kinds;
}

FailKinds stray_kinds(const Tuple& tuple, const Findings& findings) {
  FailKinds kinds;
  if (!findings.stray || !findings.stray->write) return kinds;
  const auto& [storage, position, write] = *findings.stray;
  const bool inside = position >= 0 && position < storage_bytes(tuple, storage);
  kinds.add(inside ? FailKind::source_modified : FailKind::guard_overwritten);
  return kinds;
}

void look_at_guards(const Memory& memory, const backend::Observability& sight, Findings& findings) {
  if (sight.guards) memory.find_changed_guards(findings.guards);
}

void look_at_sources(const Tuple& tuple, const Memory& memory, const backend::Observability& sight,
                     Findings& findings) {
  if (sight.sources) look_at_storages(tuple, memory, false, findings);
}

void look_at_destinations(const Tuple& tuple, const Memory& memory, Findings& findings) {
  look_at_storages(tuple, memory, true, findings);
}

void look_at_elements(const Tuple& tuple, const Memory& memory, const Expectation& expected, Findings& findings) {
  for (std::size_t i = 0; i < expected.tiles().size(); ++i) OutputCheck(expected, i, tuple, memory).run(findings.wrong);
}

}  // namespace pto_cts::judge
