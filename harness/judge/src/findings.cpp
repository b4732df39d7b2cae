// SPDX-License-Identifier: MIT
#include "findings.h"

namespace pto_cts::judge {
namespace {

using backend::OutcomeKind;

void look_at_storages(const Tuple& tuple, const Memory& memory, bool destinations, Findings& findings) {
  const auto count = static_cast<int>(memory.storages().size());
  for (int storage = 0; storage < count; ++storage)
    if (is_destination(tuple, storage) == destinations) memory.find_changed_storage(storage, findings.storages);
}

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

}  // namespace pto_cts::judge
