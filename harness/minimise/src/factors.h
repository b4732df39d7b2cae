// SPDX-License-Identifier: MIT
// What is known of a smallest case beside that it fails: which values of which factors the failure depends on, and
// whether smaller tiles are legal at all.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "pto_cts/minimise/minimise.h"
#include "pto_cts/record/finding.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::minimise {

/// A failure whose factors are looked at.
struct Subject {
  const terms::Instruction* instruction = nullptr;
  const generators::Shrinker* shrinker = nullptr;
  std::shared_ptr<const Case> smallest;
  std::shared_ptr<const Case> original;  ///< What it was shrunk from: more elements, and so more to see.
  judge::Judged judged;                  ///< Of the smallest.
  std::set<judge::FailKind> kinds{};     ///< Those that its family shows: which of them may depend on the poison alone.
  int repeats = 1;                       ///< Runs of each case: more than one where the failure is flaky.
};

/// Varies one factor at a time. Those of which no other value could be tried are left out.
std::vector<record::Factor> factors_of(Bench& bench, const Subject& subject);

/// True where a case fails with one of the kinds.
bool fails_as(const judge::Judged& judged, const std::set<judge::FailKind>& kinds);

/// True where some case of these tuples fails alike, the contents being like those of the subject.
bool some_fails(Bench& bench, const Subject& subject, const std::vector<Tuple>& tuples);

/// A failing case of the campaign.
struct Seen {
  const Tuple* tuple = nullptr;
  Profile profile = Profile::cpu_sim;
};

/// Of the factors, what narrows the failure, in one line: "dtype f16 only; pad Max or Min only; any shape". What some member
/// contradicts is not said: it holds beside the smallest case's other operands alone.
std::string statement(const std::vector<record::Factor>& factors, const Tuple& smallest, const std::vector<Seen>& members);

/// True where the value of a factor that is no number is known to pass.
bool contradicts(const record::Factor& factor, const std::string& value);

/// True where the values of a factor are numbers.
bool is_number(const record::Factor& factor);

/// Whether smaller tiles are legal: asks the solver, and remembers its answers.
class LeastBytes {
 public:
  /// True where the solver proves that no legal tuple of the instruction on the case's profile has a tile operand of fewer
  /// bytes than it has in this case. pre: the case is legal.
  bool are_in(const terms::Instruction& instruction, const Case& subject);

 private:
  std::map<std::string, bool> known_;
};

}  // namespace pto_cts::minimise
