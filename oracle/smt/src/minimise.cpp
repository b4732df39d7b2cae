// SPDX-License-Identifier: MIT
#include "pto_cts/smt/minimise.h"

#include <algorithm>
#include <stdexcept>

namespace pto_cts::smt {
namespace {

// Fixes the bits of all fields, most significant first, to 0 where that can be. A bit that the last model has at 0
// needs no question. pre: the last check was sat, under `fixed`.
std::optional<Values> lexicographic_minimum(Solver& solver, Literals fixed, bool& gave_up) {
  Values model = solver.values();
  const auto& fields = solver.world().fields().all();
  for (std::size_t f = 0; f < fields.size(); ++f)
    for (int number = fields[f].bits; number-- > 0;) {
      const Literal bit = World::bit(fields[f], number);
      const bool set = ((model[f] >> number) & 1) != 0;
      fixed.push_back(!bit);
      if (!set) continue;
      switch (solver.check(fixed)) {
        case Answer::sat: model = solver.values(); break;
        case Answer::unsat: fixed.back() = bit; break;
        case Answer::unknown: gave_up = true; return std::nullopt;
      }
    }
  return model;
}

using FieldSet = std::uint64_t;

FieldSet bit_of(std::size_t field) { return FieldSet{1} << field; }

// The next set of as many fields, in an order that prefers late fields: extents before types. pre: set != 0.
FieldSet next_set(FieldSet set) {
  const FieldSet lowest = set & (~set + 1), carried = set + lowest;
  return carried | (((set ^ carried) >> 2) / lowest);
}

// Turns field f of n into bit n - 1 - f and back.
FieldSet mirrored(FieldSet set, std::size_t n) {
  FieldSet result = 0;
  for (std::size_t f = 0; f < n; ++f)
    if (set & bit_of(f)) result |= bit_of(n - 1 - f);
  return result;
}

// Which fields must change for `literals` to hold: found by asking whether a set is enough, starting from the smallest.
// Whatever of the kept fields contradicts the literals is remembered: a later set that keeps all of it is not asked about.
class Nearest {
 public:
  Nearest(Solver& solver, const Literals& literals, const Values& values)
      : solver_(solver), literals_(literals), values_(values), fields_(solver.world().fields().all()) {}

  std::optional<Values> find(bool& gave_up) {
    if (fields_.size() > 63) throw std::logic_error("more fields than a set holds");
    FieldSet outside = 0;
    for (std::size_t f = 0; f < fields_.size(); ++f)
      if (values_[f] < fields_[f].least || values_[f] > fields_[f].most) outside |= bit_of(f);
    for (std::size_t size = 0; size <= fields_.size(); ++size) {
      const FieldSet end = bit_of(fields_.size());
      for (FieldSet set = bit_of(size) - 1; set < end; set = next_set(set)) {
        const FieldSet changed = mirrored(set, fields_.size());
        if ((outside & ~changed) == 0 && meets_all(changed)) {
          const Answer answer = solver_.check(fixed(changed));
          if (answer == Answer::sat) return lexicographic_minimum(solver_, fixed(changed), gave_up);
          if (answer == Answer::unknown) {
            gave_up = true;
            return std::nullopt;
          }
          if (!learn()) return std::nullopt;
        }
        if (set == 0) break;
      }
    }
    return std::nullopt;
  }

 private:
  bool meets_all(FieldSet changed) const {
    return std::all_of(conflicts_.begin(), conflicts_.end(), [&](FieldSet one) { return (one & changed) != 0; });
  }

  Literals fixed(FieldSet changed) const {
    Literals all = literals_;
    for (std::size_t f = 0; f < fields_.size(); ++f)
      if (!(changed & bit_of(f)))
        for (Literal& literal : solver_.world().equals(f, values_[f])) all.push_back(std::move(literal));
    return all;
  }

  // False where the literals contradict each other, whatever the fields.
  bool learn() {
    FieldSet kept = 0;
    for (const Literal& literal : solver_.conflict())
      for (std::size_t f = 0; f < fields_.size(); ++f)
        for (int number = 0; number < fields_[f].bits; ++number)
          if (World::bit(fields_[f], number).name == literal.name) kept |= bit_of(f);
    conflicts_.push_back(kept);
    return kept != 0;
  }

  Solver& solver_;
  const Literals& literals_;
  const Values& values_;
  const std::vector<Field>& fields_;
  std::vector<FieldSet> conflicts_;
};

}  // namespace

std::optional<Values> smallest(Solver& solver, const Literals& literals, const Literals& preferred, bool& gave_up) {
  Literals fixed = literals;
  Answer answer = solver.check(fixed);
  if (answer == Answer::unknown) gave_up = true;
  if (answer != Answer::sat) return std::nullopt;
  Literals all = fixed;
  all.insert(all.end(), preferred.begin(), preferred.end());
  answer = solver.check(all);
  if (answer == Answer::sat) {
    fixed = std::move(all);
  } else {
    for (const Literal& literal : preferred) {
      fixed.push_back(literal);
      answer = solver.check(fixed);
      if (answer == Answer::unknown) gave_up = true;
      if (answer != Answer::sat) fixed.pop_back();
    }
    if (solver.check(fixed) != Answer::sat) gave_up = true;
  }
  if (gave_up) return std::nullopt;
  return lexicographic_minimum(solver, std::move(fixed), gave_up);
}

std::optional<Values> nearest(Solver& solver, const Literals& literals, const Values& values, bool& gave_up) {
  return Nearest(solver, literals, values).find(gave_up);
}

std::vector<std::size_t> differences(const Values& a, const Values& b) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) places.push_back(i);
  return places;
}

Literals minimal_conflict(Solver& solver, const Literals& fixed, const Literals& candidates, bool& gave_up) {
  Literals kept = candidates;
  // What the last conflict does not mention can go without asking: the rest still contradicts.
  Literals conflict = candidates;
  for (std::size_t i = kept.size(); i-- > 0;) {
    if (std::find(conflict.begin(), conflict.end(), kept[i]) == conflict.end()) {
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    Literals trial = fixed;
    for (std::size_t j = 0; j < kept.size(); ++j)
      if (j != i) trial.push_back(kept[j]);
    const Answer answer = solver.check(trial);
    if (answer == Answer::unknown) gave_up = true;
    if (answer != Answer::unsat) continue;
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
    conflict = solver.conflict();
  }
  return kept;
}

}  // namespace pto_cts::smt
