// SPDX-License-Identifier: MIT
// What the suite asks of a backend. A backend sees tuples and bytes, never the spec or the oracle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/types/layout.h"
#include "pto_cts/types/profile.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts::backend {

/// What a backend declares it can run. A case inside it that is answered `unsupported` is a failure.
struct Capabilities {
  std::vector<std::string> instructions;  ///< Mnemonics.
  std::vector<DType> dtypes{kAllDTypes.begin(), kAllDTypes.end()};  ///< Of every tile operand.
  std::vector<Profile> profiles;
  std::vector<Layout> layouts{kAllLayouts.begin(), kAllLayouts.end()};  ///< Of every tile operand.
  std::optional<std::vector<std::string>> forms{};  ///< Values of the attribute `form`; nothing stands for all.
  bool in_place = true;                           ///< Operands may share a storage.

  /// True where everything about the tuple that is named above is declared.
  bool covers(const Tuple& tuple, Profile profile) const;

  friend bool operator==(const Capabilities&, const Capabilities&) = default;
};

/// What the suite can see of a backend. What it cannot is reported as not observed.
struct Observability {
  bool guards = true;               ///< Bytes before and after each storage.
  bool sources = true;              ///< Contents of source operands after the call.
  bool memory_after_reject = true;  ///< All storages after a rejection.
  bool legality = true;             ///< It decides itself what is illegal; else the suite's verifier does it.
  bool determinism = true;          ///< A call can be made again.

  friend bool operator==(const Observability&, const Observability&) = default;
};

/// How storages may be placed, so that a stray access stops at the instruction that makes it.
struct Placement {
  bool guard_pages = false;        ///< Pages without access on both sides.
  bool read_only_sources = false;  ///< Storages that no operand writes are write-protected.

  friend bool operator==(const Placement&, const Placement&) = default;
};

/// One of the ways in which a backend exists, such as its headers with one set of compiler flags.
struct Build {
  std::string name;             ///< Empty where there is only one.
  bool judges_legality = true;  ///< Illegal and target-defined tuples are judged in it; legal ones are in every build.
};

/// Why a tuple cannot be asked of a build.
struct Obstacle {
  enum class Kind : std::uint8_t {
    not_expressible,  ///< The surface of the backend has no way to say it.
    environment       ///< What the backend is made of is broken, whatever is asked.
  };
  Kind kind = Kind::not_expressible;
  std::string why;

  friend bool operator==(const Obstacle&, const Obstacle&) = default;
};

/// A tuple that will be asked of every build, or of those that judge legality.
struct Announced {
  const Tuple* tuple = nullptr;
  bool every_build = false;
};

/// A fact about a backend for its user: what it is made of, and where.
struct Fact {
  std::string key;
  std::string value;

  friend bool operator==(const Fact&, const Fact&) = default;
};

/// All that a backend says about itself.
struct Description {
  std::string name;
  std::string version;  ///< Of the backend; may be empty.
  Capabilities capabilities;
  Observability observability;
  Placement placement;

  friend bool operator==(const Description&, const Description&) = default;
};

/// One storage of a call. `data` is 64-byte aligned.
struct Storage {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  std::size_t guard_bytes = 0;  ///< Memory of the caller before and after it whose contents are to be kept.
};

/// On which side a storage touches the guard page, where there are guard pages.
enum class Flush : std::uint8_t { left, right };

/// One instruction to run. Tile t of the tuple lives in storages[tuple.tiles[t].storage], in physical order.
struct Call {
  const Tuple* tuple = nullptr;
  Profile profile = Profile::cpu_sim;
  std::span<const Storage> storages;
  std::span<const std::uint64_t> scalars;  ///< Raw bits, one for each scalar operand.
  Flush flush = Flush::left;
  std::uint32_t build = 0;  ///< Position in Backend::builds().
};

enum class OutcomeKind : std::uint8_t { executed, rejected, crashed, timeout, unsupported, protocol_error };

std::string_view name(OutcomeKind kind);

/// An access that a guard page or a write-protected source stopped.
struct StrayAccess {
  int storage = 0;
  std::int64_t position = 0;  ///< In bytes from the start of the storage.
  bool write = false;

  friend bool operator==(const StrayAccess&, const StrayAccess&) = default;
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::protocol_error;
  std::string diagnostic;            ///< Text of a rejection, or what is known of a crash.
  std::optional<StrayAccess> stray{};  ///< An access outside the storages, or to a protected one, if one was seen.
  bool memory_lost = false;            ///< What the call left in memory cannot be told.
};

class Backend {
 public:
  virtual ~Backend() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view version() const { return {}; }
  virtual const Capabilities& capabilities() const = 0;
  virtual Observability observability() const { return {}; }
  virtual Placement placement() const { return {}; }
  virtual std::vector<Build> builds() const { return {Build{}}; }
  virtual std::vector<Fact> facts() const { return {}; }

  /// Of how many cases it is best told ahead, so that what they need is made at once; 0 where it makes no difference.
  virtual std::size_t announced_cases() const { return 0; }
  virtual void announce(std::span<const Announced>) {}

  /// False where a build does not show what a tuple's call does to the guards, though the backend shows others.
  virtual bool shows_guards(const Tuple&, std::size_t /*build*/) const { return true; }

  /// Nothing where the tuple can be asked of the build.
  virtual std::optional<Obstacle> obstacle(const Tuple&, std::size_t /*build*/) { return std::nullopt; }

  /// False where it knows only what calls gave that were made elsewhere: no call that a campaign does not make can be asked.
  virtual bool takes_new_calls() const { return true; }

  /// Runs the calls in order and fills one outcome for each. pre: both spans have the same length.
  virtual void execute(std::span<const Call> calls, std::span<Outcome> outcomes) = 0;

  /// The same in two steps, between which the caller may do something else, or call execute(). pre: what the spans
  /// show stays until finish(), and nothing else is started before.
  virtual void start(std::span<const Call> calls, std::span<Outcome> outcomes) { execute(calls, outcomes); }
  virtual void finish() {}

  /// Called once after the last call of a campaign's plan, before its results are kept; throws what makes them void. A
  /// search for causes may follow, where takes_new_calls().
  virtual void conclude() {}

  /// Cases that are best started at once.
  virtual std::size_t batch_cases() const { return 1; }

  /// Where the storages of calls are best allocated; elsewhere, they may have to be copied.
  virtual std::pmr::memory_resource* memory() { return std::pmr::get_default_resource(); }

  /// Brings the backend to its first state, whatever has happened to it. False where that is not possible.
  virtual bool renew() { return false; }

  /// What was noticed about the backend that belongs to no call, a line each.
  virtual std::vector<std::string> remarks() const { return {}; }
};

/// Asks the backend for everything that a Description holds.
Description describe(const Backend& backend);

/// A backend cannot be used at all, by the user's fault or its own. what() is one line that names thing and mend.
class CannotOpen : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace pto_cts::backend
