// SPDX-License-Identifier: MIT
// Judges a backend on one case at a time. Every comparison accepts only what is shown to be right.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/judge/words.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::judge {

/// One wrong element. Texts are for people, such as "1.5 (0x3e00)"; the expected one lists all that is allowed.
struct Mismatch {
  std::string operand;
  std::int64_t row = 0;
  std::int64_t col = 0;
  evaluate::ElementClass element_class = evaluate::ElementClass::value;
  std::string expected;
  std::string actual;
  std::uint64_t actual_bits = 0;
  std::optional<std::uint64_t> expected_bits{};  ///< Where just one value is allowed.

  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

inline constexpr std::size_t kShownMismatches = 8;
inline constexpr std::size_t kAllMismatches = SIZE_MAX;

struct Judged {
  Judgement judgement = Judgement::not_run;
  std::optional<FailKind> kind;       ///< Given exactly where the judgement is fail.
  std::vector<FailKind> other_kinds;  ///< What else was seen, in order of priority, without `kind`.
  std::string why;                    ///< One line; never empty where undecided or not supported.
  evaluate::Verdict verdict;
  std::optional<backend::OutcomeKind> outcome;  ///< Of the worse of the two runs; nothing if the case was not run.
  std::string diagnostic;                       ///< Of that run.
  bool diagnostic_varies = false;               ///< Two rejections of one illegal call said things of two classes.
  std::optional<backend::OutcomeKind> twin_outcome;
  std::vector<std::string> not_observed;  ///< Checks left out because the backend does not let us see.
  std::string build;                      ///< Where the backend has several, the one that failed.
  std::vector<std::string> environment;   ///< What is broken in the backend itself, met by this case, one line each.

  std::uint64_t elements_judged = 0;       ///< Destination elements of class value, pad or preserved.
  std::uint64_t elements_wrong = 0;        ///< In the first run that has any.
  std::vector<Mismatch> first_mismatches;  ///< As many as Options says, of that run, by operand and row.
  std::uint64_t outside_writes = 0;        ///< See Options; elements changed in either run.
};

struct Options {
  /// Reading `preserve-outside`: counts changed elements outside the valid region of a destination to which the spec
  /// gives no meaning. They fail nothing.
  bool report_outside_writes = false;
  std::size_t shown_mismatches = kShownMismatches;  ///< At most so many wrong elements are given one by one.
};

/// A case to be judged. What it points to outlives the judging.
struct Item {
  const terms::Instruction* resolved = nullptr;  ///< Resolved by terms::under.
  const Case* subject = nullptr;
  /// Where given, made from the two above: saves the time to make it again.
  const evaluate::Expectation* precomputed = nullptr;
};

/// Cases that are judged together, each as if it were alone. Its memory is kept from one set of cases to the next.
class Batch {
 public:
  Batch();
  Batch(Batch&&) noexcept;
  ~Batch();

 private:
  friend class Judge;
  struct State;
  std::unique_ptr<State> state_;
};

/// The rules, by verdict. Each case runs under the poison pattern and under its complement, in one batch, each run in
/// fresh memory of its own; a case outside the declared capabilities is not_supported and not run.
///
/// - Legal: passes only if both runs executed, left every guard and every storage that no operand writes as it was, and
///   hold in every destination element what its class and expectation allow. Where the runs differ in their outcome or
///   in their wrong elements, both are repeated at the same addresses: a repetition that differs from its original
///   shows that the backend is not deterministic; else, if one of the two ended well, it depends on undefined input.
/// - Illegal: passes only if both runs were rejected without a visible change, and the legal twin, which runs first,
///   executed.
/// - Target-defined: undecided, but for capability lies, protocol errors, and guards or sources changed by a run that
///   executed, or that it was stopped at changing.
///
/// The floating-point environment of the calling thread is restored after each call of the backend.
class Judge {
 public:
  /// Throws std::runtime_error if the thread's floating-point environment is not the oracle's (numerics/arithmetic.h).
  explicit Judge(backend::Backend& backend, Options options = {});
  ~Judge();

  /// Judges one case. Memory is reused, so one object judges many cases, one after the other.
  ///
  /// Throws std::invalid_argument where the case or its twin is no case of the instruction: wrong operands, extents
  /// below 0, payload or scalars that do not fit, a legal case whose index operand has undefined elements and no
  /// index poison.
  Judged judge(const Item& item);
  Judged judge(const terms::Instruction& resolved, const Case& subject,
               const evaluate::Expectation* precomputed = nullptr) {
    return judge(Item{&resolved, &subject, precomputed});
  }

  /// The same in four steps, for many cases: the first fills the batch's memory, the second starts the backend, the
  /// third waits for it, the last gives what each case is judged. One batch at a time is between its second and third
  /// step; judge() and the other steps of other batches may be called meanwhile. Throws as judge(), in the first step.
  void prepare(Batch& batch, std::span<const Item> items);
  void start(Batch& batch);
  void finish(Batch& batch);
  std::vector<Judged> conclude(Batch& batch);

  /// What a failing case is judged when it runs once more, alone, in a backend brought to its first state: if it does
  /// not fail then, it is order-dependent. `failed` as it is, where the backend cannot be brought there.
  Judged confirm(const Item& item, Judged failed);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pto_cts::judge
