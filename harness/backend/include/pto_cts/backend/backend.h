// SPDX-License-Identifier: MIT
// What the suite asks of a backend. A backend sees tuples and bytes, never the spec or the oracle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/types/profile.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts::backend {

/// What a backend declares it can run. A case inside it that is answered `unsupported` is a failure.
struct Capabilities {
  std::vector<std::string> instructions;  ///< Mnemonics.
  std::vector<DType> dtypes;              ///< Of every tile operand.
  std::vector<Profile> profiles;

  /// True where the instruction, the profile and the types of all tile operands are declared.
  bool covers(const Tuple& tuple, Profile profile) const;
};

/// What the suite can see of a backend's memory. What it cannot is reported as not observed.
struct Observability {
  bool guards = true;                ///< Bytes before and after each storage.
  bool sources = true;               ///< Contents of source operands after the call.
  bool memory_after_reject = true;   ///< All storages after a rejection.
};

/// One storage of a call. `data` is 64-byte aligned and lies between two guards of the caller.
struct Storage {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
};

/// One instruction to run. Tile t of the tuple lives in storages[tuple.tiles[t].storage], in physical order.
struct Call {
  const Tuple* tuple = nullptr;
  Profile profile = Profile::cpu_sim;
  std::span<const Storage> storages;
  std::span<const std::uint64_t> scalars;  ///< Raw bits, one for each scalar operand.
};

enum class OutcomeKind : std::uint8_t { executed, rejected, crashed, timeout, unsupported, protocol_error };

std::string_view name(OutcomeKind kind);

struct Outcome {
  OutcomeKind kind = OutcomeKind::protocol_error;
  std::string diagnostic;  ///< Text of a rejection, or what is known of a crash.
};

class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;
  virtual const Capabilities& capabilities() const = 0;
  virtual Observability observability() const { return {}; }

  /// Runs the calls in order and fills one outcome for each. pre: both spans have the same length.
  virtual void execute(std::span<const Call> calls, std::span<Outcome> outcomes) = 0;
};

}  // namespace pto_cts::backend
