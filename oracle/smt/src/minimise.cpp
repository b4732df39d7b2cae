// SPDX-License-Identifier: MIT
// Canonical answers.
#include "pto_cts/smt/solver.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace pto_cts::smt {
namespace {

using Places = std::vector<std::size_t>;

// Makes the bits of the `open` fields 0, most significant first, where that can be. What the model has at 0 needs no
// question; of the others, more are asked about at once as long as the answer is yes.
// pre: `model` meets `fixed`, which fixes every other field.
std::optional<Values> lexicographic_minimum(Solver& solver, Literals fixed, const Places& open, Values model, bool& gave_up) {
  const auto& fields = solver.world().fields().all();
  std::vector<std::pair<std::size_t, int>> bits;
  for (const std::size_t f : open)
    for (int number = fields[f].bits; number-- > 0;) bits.emplace_back(f, number);
  const auto is_set = [&](std::size_t i) { return ((model[bits[i].first] >> bits[i].second) & 1) != 0; };
  const auto zero = [&](std::size_t i) { return !World::bit(fields[bits[i].first], bits[i].second); };
  for (std::size_t at = 0, most = 1; at < bits.size();) {
    if (!is_set(at)) {
      fixed.push_back(zero(at++));
      continue;
    }
    Literals wanted = fixed;
    std::size_t end = at;
    for (std::size_t i = at, asked = 0; i < bits.size() && asked < most; ++i)
      if (is_set(i))
        for (++asked; end <= i; ++end) wanted.push_back(zero(end));
    switch (solver.check(wanted)) {
      case Answer::sat:
        model = solver.values();
        fixed = std::move(wanted);
        at = end;
        most *= 2;
        break;
      case Answer::unsat:
        if (end == at + 1) fixed.push_back(!zero(at++));
        most = 1;
        break;
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
          if (answer == Answer::sat)
            return lexicographic_minimum(solver_, fixed(changed), places(changed), solver_.values(), gave_up);
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

  Places places(FieldSet set) const {
    Places all;
    for (std::size_t f = 0; f < fields_.size(); ++f)
      if (set & bit_of(f)) all.push_back(f);
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
  Values model;
  std::vector<bool> met;  // Which of the preferred literals the model meets: these need no question.
  const auto keep_model = [&] {
    model = solver.values();
    met.clear();
    for (const Literal& literal : preferred) met.push_back(solver.truth(literal));
  };
  keep_model();
  Literals all = fixed;
  all.insert(all.end(), preferred.begin(), preferred.end());
  if (solver.check(all) == Answer::sat) {
    fixed = std::move(all);
    model = solver.values();
  } else {
    for (std::size_t i = 0; i < preferred.size(); ++i) {
      fixed.push_back(preferred[i]);
      if (met[i]) continue;
      answer = solver.check(fixed);
      if (answer == Answer::unknown) gave_up = true;
      if (answer == Answer::sat) keep_model();
      else fixed.pop_back();
    }
  }
  if (gave_up) return std::nullopt;
  Places every(model.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  return lexicographic_minimum(solver, std::move(fixed), every, std::move(model), gave_up);
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
