// SPDX-License-Identifier: MIT
#include "factors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <functional>

#include "pto_cts/generators/payload.h"
#include "pto_cts/generators/vary.h"
#include "pto_cts/smt/cells.h"
#include "pto_cts/terms/operands.h"

namespace pto_cts::minimise {
namespace {

using generators::CasePtr;

// A value that is being tried: its cases, best first.
struct Trying {
  std::size_t factor = 0;
  std::string value;
  std::vector<CasePtr> cases;
  std::size_t next = 0;
  bool fails = false;
  bool ran = false;

  bool is_done() const { return fails || next == cases.size(); }
};

void add_cases(const Subject& subject, const std::vector<Tuple>& tuples, std::vector<CasePtr>& cases) {
  const generators::Trial trial = trial_of(subject.judged, *subject.judged.kind);
  for (const Tuple& tuple : tuples) {
    const std::vector<CasePtr> more = subject.shrinker->cases_of(tuple, *subject.smallest, trial);
    cases.insert(cases.end(), more.begin(), more.end());
    if (!more.empty()) break;  // One tuple stands for a value.
  }
}

// In waves, each with the next case of every value that has not failed yet, so that a backend that compiles what it runs
// compiles for many values at once. Ends with the budget: values that are not done then are not known.
void run(Bench& bench, const Subject& subject, std::vector<Trying>& all) {
  while (!bench.is_used_up()) {
    std::vector<Trying*> wave;
    std::vector<CasePtr> cases;
    for (Trying& one : all)
      if (!one.is_done()) {
        wave.push_back(&one);
        cases.push_back(one.cases[one.next++]);
      }
    if (cases.empty()) return;
    for (int i = 0; i < subject.repeats; ++i) {
      const std::vector<judge::Judged> judged = bench.judge(*subject.instruction, cases);
      for (std::size_t k = 0; k < judged.size(); ++k) {
        wave[k]->fails |= fails_as(judged[k], subject.kinds);
        wave[k]->ran |= has_run(judged[k]);
      }
    }
  }
}

// The classes of contents: not of the tuple, and so not among its factors.
void add_payloads(const Subject& subject, std::size_t factor, std::vector<Trying>& all) {
  if (!subject.judged.verdict.clauses.empty()) return;
  for (const generators::PayloadClass payload : generators::payload_classes(subject.smallest->tuple.tiles.front().tile.dtype)) {
    Trying& one = all.emplace_back(Trying{factor, std::string(name(payload)), {}, 0, false});
    for (const Case* like : {subject.original.get(), subject.smallest.get()}) {
      const std::vector<CasePtr> more = subject.shrinker->filled_with(payload, *like);
      one.cases.insert(one.cases.end(), more.begin(), more.end());
    }
  }
}

std::optional<std::int64_t> number(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string listed(const std::vector<std::string>& values) {
  if (values.size() == 1) return values.front();
  const std::vector<std::string> most(values.begin(), values.end() - 1);
  return fmt::format("{} or {}", fmt::join(most, ", "), values.back());
}

// What is said of a factor, and whether a case with that value, and that extent of its tile, is as said.
struct Claim {
  std::string text;
  std::function<bool(const std::string& value, std::int64_t whole)> holds;
};

// Of numbers: a bound where one parts those that fail from those that pass, else nothing but a list.
Claim numbers(const record::Factor& factor, std::int64_t whole) {
  std::vector<std::int64_t> fails, passes;
  for (const std::string& text : factor.fails) fails.push_back(*number(text));
  for (const std::string& text : factor.passes) passes.push_back(*number(text));
  const auto [low, high] = std::minmax_element(fails.begin(), fails.end());
  const std::int64_t least = *low, most = *high;
  const auto holds = [](auto test) {
    return [test](const std::string& value, std::int64_t of_tile) { return test(number(value).value_or(0), of_tile); };
  };
  if (passes.size() == 1 && passes.front() == whole)
    return {factor.name + " smaller than the tile's", holds([](std::int64_t n, std::int64_t tile) { return n < tile; })};
  if (fails.size() == 1 && least == whole)
    return {factor.name + " as the tile's", holds([](std::int64_t n, std::int64_t tile) { return n == tile; })};
  if (std::all_of(passes.begin(), passes.end(), [&](std::int64_t n) { return n < least; }))
    return {fmt::format("{} at least {}", factor.name, least), holds([least](std::int64_t n, std::int64_t) { return n >= least; })};
  if (std::all_of(passes.begin(), passes.end(), [&](std::int64_t n) { return n > most; }))
    return {most == 1 ? factor.name + " 1" : fmt::format("{} at most {}", factor.name, most),
            holds([most](std::int64_t n, std::int64_t) { return n <= most; })};
  return {fmt::format("{} {} (not {})", factor.name, listed(factor.fails), listed(factor.passes)),
          holds([passes](std::int64_t n, std::int64_t) { return std::find(passes.begin(), passes.end(), n) == passes.end(); })};
}

Claim words(const record::Factor& factor) {
  return {fmt::format("{} {} only", factor.name, listed(factor.fails)), [passes = factor.passes](const std::string& value, std::int64_t) {
            return std::find(passes.begin(), passes.end(), value) == passes.end();
          }};
}

std::int64_t whole_of(const std::string& factor, const Tuple& tuple) {
  const std::size_t dot = factor.find('.');
  if (dot == std::string::npos) return -1;
  const int tile = find_tile(tuple, factor.substr(0, dot));
  if (tile < 0) return -1;
  const TileDesc& desc = tuple.tiles[static_cast<std::size_t>(tile)].tile;
  return factor.ends_with("rows") ? desc.rows : desc.cols;
}

}  // namespace

bool fails_as(const judge::Judged& judged, const std::set<judge::FailKind>& kinds) {
  return judged.judgement == judge::Judgement::fail && kinds.contains(*judged.kind);
}

bool is_number(const record::Factor& factor) {
  return std::all_of(factor.fails.begin(), factor.fails.end(), [](const std::string& text) { return number(text).has_value(); });
}

bool contradicts(const record::Factor& factor, const std::string& value) {
  return !is_number(factor) && std::find(factor.passes.begin(), factor.passes.end(), value) != factor.passes.end();
}

bool some_fails(Bench& bench, const Subject& subject, const std::vector<Tuple>& tuples) {
  std::vector<Trying> one(1);
  add_cases(subject, tuples, one.front().cases);
  run(bench, subject, one);
  return one.front().fails;
}

std::vector<record::Factor> factors_of(Bench& bench, const Subject& subject) {
  const Tuple& tuple = subject.smallest->tuple;
  std::vector<generators::TupleFactor> kinds = generators::tuple_factors(*subject.instruction, tuple);
  kinds.push_back({"payload", false, {}});
  std::vector<Trying> all;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (const generators::FactorValue& value : kinds[i].values) {
      Trying& one = all.emplace_back(Trying{i, value.label, {}, 0, value.label == generators::value_of(tuple, kinds[i].name)});
      if (!one.fails) add_cases(subject, value.tuples, one.cases);
    }
  // A type that passes in a small tile may fail in a larger one, with more to go wrong.
  for (Trying& one : all)
    if (kinds[one.factor].name == "dtype" && !one.cases.empty())
      for (const generators::TupleFactor& factor : generators::tuple_factors(*subject.instruction, subject.original->tuple))
        for (const generators::FactorValue& value : factor.values)
          if (factor.name == "dtype" && value.label == one.value) {
            Subject larger = subject;
            larger.smallest = subject.original;
            larger.judged.first_mismatches.clear();
            add_cases(larger, value.tuples, one.cases);
          }
  add_payloads(subject, kinds.size() - 1, all);
  run(bench, subject, all);

  std::vector<record::Factor> factors;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    record::Factor factor{kinds[i].name, {}, {}};
    for (const Trying& one : all) {
      if (one.factor != i) continue;
      if (one.fails) factor.fails.push_back(one.value);
      else if (one.ran && one.is_done()) factor.passes.push_back(one.value);
    }
    if (factor.fails.size() + factor.passes.size() > 1 && !factor.fails.empty()) factors.push_back(std::move(factor));
  }
  return factors;
}

std::string statement(const std::vector<record::Factor>& factors, const Tuple& smallest, const std::vector<Seen>& members) {
  std::vector<std::string> parts;
  int free_extents = 0;  // Of rows and columns.
  for (const record::Factor& factor : factors) {
    const bool is_shape = factor.name == "rows" || factor.name == "columns";
    if (is_shape && factor.passes.empty() && factor.fails.size() > 1) ++free_extents;
    // Two draws of a class in few elements show what fails, not what passes.
    if (factor.passes.empty() || factor.name == "payload") continue;
    const Claim claim = is_number(factor) ? numbers(factor, whole_of(factor.name, smallest)) : words(factor);
    const bool holds = std::all_of(members.begin(), members.end(), [&](const Seen& member) {
      const std::string value =
          factor.name == "profile" ? std::string(name(member.profile)) : generators::value_of(*member.tuple, factor.name);
      return claim.holds(value, whole_of(factor.name, *member.tuple));
    });
    if (holds) parts.push_back(claim.text);
  }
  if (free_extents == 2) parts.emplace_back("any shape");
  return fmt::format("{}", fmt::join(parts, "; "));
}

bool LeastBytes::are_in(const terms::Instruction& instruction, const Case& subject) {
  std::string key = instruction.mnemonic + std::string(name(subject.profile));
  std::vector<smt::CellQuestion> questions;
  for (std::size_t i = 0; i < subject.tuple.tiles.size(); ++i) {
    const std::int64_t bytes = tile_bytes(subject.tuple.tiles[i].tile);
    key += "/" + std::to_string(bytes);
    const terms::Bool less = terms::Tile(static_cast<int>(i)).bytes() < bytes;
    questions.push_back({"less/" + std::to_string(i), {less.tree()}});
  }
  const auto [place, is_new] = known_.try_emplace(key, false);
  if (!is_new) return place->second;
  const std::vector<smt::CellDecision> decisions = smt::decide_cells(instruction, subject.profile, questions, false).decisions;
  return place->second = std::all_of(decisions.begin(), decisions.end(), [](const smt::CellDecision& decision) {
           return decision.answer == smt::Answer::unsat;
         });
}

}  // namespace pto_cts::minimise
