// SPDX-License-Identifier: MIT
// What one run left behind.
#pragma once

#include <optional>
#include <vector>

#include "kinds.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/judge/memory.h"

namespace pto_cts::judge {

struct WrongElement {
  std::size_t output = 0;  ///< Position in Expectation::tiles().
  std::int64_t row = 0;
  std::int64_t col = 0;
  evaluate::ElementClass element_class = evaluate::ElementClass::value;
  std::uint64_t bits = 0;

  friend bool operator==(const WrongElement&, const WrongElement&) = default;
};

struct Findings {
  backend::OutcomeKind outcome = backend::OutcomeKind::protocol_error;
  std::vector<ChangedByte> guards{};
  std::vector<ChangedByte> storages{};  ///< Of storages that should have kept their contents.
  std::vector<WrongElement> wrong{};
  std::optional<backend::StrayAccess> stray{};  ///< What stopped the run, where memory around it is protected.

  friend bool operator==(const Findings&, const Findings&) = default;
};

/// True where the runs came to the same end with the same wrong elements. What they changed elsewhere is not compared:
/// a byte that equals the poison of one run is seen in the other alone.
inline bool same_end(const Findings& a, const Findings& b) {
  return a.outcome == b.outcome && a.wrong == b.wrong;
}

/// True where some operand writes the storage.
bool is_destination(const Tuple& tuple, int storage);

/// crashed, timeout or protocol_error: the memory of such a run is not looked at.
bool is_breakdown(backend::OutcomeKind outcome);

/// The kinds of a breakdown; none for another outcome.
FailKinds breakdown_kinds(backend::OutcomeKind outcome);

/// What a write was that did not get through: guard_overwritten, source_modified, or nothing where none was stopped.
FailKinds stray_kinds(const Tuple& tuple, const Findings& findings);

/// Appends what happened to the guards, respectively to every storage that no operand writes or to those that some
/// operand writes, as far as the backend lets us see.
void look_at_guards(const Memory& memory, const backend::Observability& sight, Findings& findings);
void look_at_sources(const Tuple& tuple, const Memory& memory, const backend::Observability& sight, Findings& findings);
void look_at_destinations(const Tuple& tuple, const Memory& memory, Findings& findings);

/// Appends the destination elements that are not as expected.
void look_at_elements(const Tuple& tuple, const Memory& memory, const evaluate::Expectation& expected,
                      Findings& findings);

}  // namespace pto_cts::judge
