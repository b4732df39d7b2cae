// SPDX-License-Identifier: MIT
// What one run left behind.
#pragma once

#include <optional>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/judge/memory.h"
#include "pto_cts/judge/words.h"

namespace pto_cts::judge {

/// A set of kinds of failure.
class FailKinds {
 public:
  void add(FailKind kind) { bits_ |= bit(kind); }
  void add(const FailKinds& other) { bits_ |= other.bits_; }
  void remove(FailKind kind) { bits_ &= ~bit(kind); }
  bool has(FailKind kind) const { return (bits_ & bit(kind)) != 0; }
  bool empty() const { return bits_ == 0; }

  /// The kinds in order of priority.
  std::vector<FailKind> list() const {
    std::vector<FailKind> kinds;
    for (const FailKind kind : kAllFailKinds)
      if (has(kind)) kinds.push_back(kind);
    return kinds;
  }

 private:
  static constexpr std::uint32_t bit(FailKind kind) { return std::uint32_t{1} << static_cast<unsigned>(kind); }

  std::uint32_t bits_ = 0;
};

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
