// SPDX-License-Identifier: MIT
// That the evaluator and the encoding are one spec: on a sample of tuples, and on all shapes.
#include <algorithm>
#include <map>

#include "lower.h"
#include "meaning.h"
#include "prover.h"
#include "pto_cts/evaluate/legality.h"

namespace pto_cts::smt {
namespace {

using terms::Node;
using terms::NodePtr;
using terms::Op;

constexpr int kSamples = 400;

// SplitMix64 (Steele, Lea, Flood): the sample is the same on every machine.
class Numbers {
 public:
  explicit Numbers(std::uint64_t state) : state_(state) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(most - least + 1));
  }

 private:
  std::uint64_t state_;
};

struct Rule {
  std::string id;
  Literal literal;
  NodePtr predicate;
};

std::vector<Rule> rules_without_contents(const terms::Instruction& instruction) {
  std::vector<Rule> rules;
  for (const terms::Clause& clause : instruction.clauses)
    if (clause.phase != terms::Phase::data) rules.push_back({clause.id, World::clause(clause), clause.predicate.tree()});
  for (const terms::CoreCondition& condition : instruction.core)
    if (condition.phase != terms::Phase::data)
      rules.push_back({condition.id, World::core(condition), condition.predicate.tree()});
  return rules;
}

// A value near the old one, at an end of the range, or anywhere.
std::int64_t changed(const Field& field, std::int64_t value, Numbers& numbers) {
  const std::int64_t near[] = {value - 1, value + 1, value * 2, value / 2, field.least, field.most,
                               numbers.between(field.least, field.most), numbers.between(field.least, field.most)};
  return std::clamp(near[numbers.next() % std::size(near)], field.least, field.most);
}

// Rules about the shape of one type parameter's tiles and their element size, and nothing else.
std::vector<Rule> shape_rules(const terms::Instruction& instruction, int type_parameter) {
  std::vector<Rule> found;
  for (const Rule& rule : rules_without_contents(instruction)) {
    bool shape = false, other = false;
    terms::walk(rule.predicate, [&](const Node& node) {
      if (node.op == Op::attribute || node.op == Op::scalar_dtype || node.op == Op::same_storage) other = true;
      if (node.op != Op::field) return;
      const bool extent = node.field == terms::Field::rows || node.field == terms::Field::cols;
      shape |= extent;
      other |= !extent && node.field != terms::Field::dtype;
      other |= instruction.tiles[static_cast<std::size_t>(node.index)].type_parameter != type_parameter;
    });
    // Two types compared say nothing of a shape.
    if (shape && !other) found.push_back(rule);
  }
  return found;
}

// Columns from..to in equal steps.
struct Run {
  std::int64_t from, step, to;
  friend bool operator<(const Run& a, const Run& b) {
    return std::tie(a.from, a.step, a.to) < std::tie(b.from, b.step, b.to);
  }
};

std::vector<Run> runs_of(const std::vector<std::int64_t>& cols) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < cols.size();) {
    if (i + 1 == cols.size()) {
      runs.push_back({cols[i], 1, cols[i]});
      break;
    }
    std::size_t end = i + 1;
    const std::int64_t step = cols[end] - cols[i];
    while (end + 1 < cols.size() && cols[end + 1] - cols[end] == step) ++end;
    runs.push_back({cols[i], step, cols[end]});
    i = end + 1;
  }
  return runs;
}

class Shapes {
 public:
  Shapes(Prover& prover, int type_parameter) : prover_(prover), parameter_(type_parameter) {
    for (std::size_t i = 0; i < prover.instruction().tiles.size(); ++i)
      if (prover.instruction().tiles[i].type_parameter == type_parameter) tiles_.push_back(static_cast<int>(i));
    rules_ = shape_rules(prover.instruction(), type_parameter);
  }

  void prove() {
    if (rules_.empty()) return;
    const std::string& type = prover_.instruction().type_parameters[static_cast<std::size_t>(parameter_)];
    Obligation obligation = prover_.begin("agreement", "shapes/" + type,
                                          "The shapes that the evaluator admits for " + type + ", each counted, are those that the encoding admits.");
    obligation.kind = "exhaustive";
    std::int64_t count = 0;
    std::optional<Tuple> beyond;
    const Literal member = prover_.solver().literal("listed shape of " + type, membership(count, beyond));
    if (beyond) {
      obligation.status = Status::refuted;
      obligation.witness = beyond;
      obligation.note = "the evaluator admits a shape that the encoding cannot hold";
      prover_.end(std::move(obligation));
      return;
    }
    Literals equal = {prover_.solver().literal("one type for " + type, one_type())};
    Literals missing = equal, extra = equal;
    std::vector<std::string> broken;
    for (const Rule& rule : rules_) {
      missing.push_back(rule.literal);
      broken.push_back(text(!rule.literal));
    }
    missing.push_back(!member);
    extra.push_back(member);
    extra.push_back(prover_.solver().literal("some shape rule of " + type + " broken", any_of(broken)));
    prover_.prove_none(obligation, missing);
    if (obligation.status == Status::proved) prover_.prove_none(obligation, extra);
    if (obligation.status == Status::proved) obligation.note = std::to_string(count) + " triples of element size, rows and columns";
    prover_.end(std::move(obligation));
  }

 private:
  const Field& field(FieldKind kind, int tile) const {
    const Fields& fields = prover_.world().fields();
    return fields.all()[fields.find(kind, tile)];
  }

  std::string one_type() const {
    std::vector<std::string> same;
    for (const int tile : tiles_)
      for (const FieldKind kind : {FieldKind::dtype, FieldKind::rows, FieldKind::cols})
        same.push_back("(= " + symbol(field(kind, tile).name) + " " + symbol(field(kind, tiles_.front()).name) + ")");
    return all_of(same);
  }

  bool admits(DType dtype, std::int64_t rows, std::int64_t cols, Tuple& tuple) const {
    for (const int tile : tiles_) {
      TileDesc& desc = tuple.tiles[static_cast<std::size_t>(tile)].tile;
      desc.dtype = dtype;
      desc.rows = rows;
      desc.cols = cols;
    }
    return std::all_of(rules_.begin(), rules_.end(), [&](const Rule& rule) { return evaluate::holds(rule.predicate, tuple); });
  }

  // Everything up to twice the greatest tile, evaluated one by one; as runs of columns for each set of rows.
  std::string membership(std::int64_t& count, std::optional<Tuple>& beyond) const {
    constexpr std::int64_t kMostBytes = 65536;
    Tuple tuple = prover_.world().fields().tuple(Values(prover_.world().fields().all().size(), 0));
    const Field& all_rows = field(FieldKind::rows, tiles_.front());
    const Field& all_cols = field(FieldKind::cols, tiles_.front());
    std::vector<std::string> sizes;
    for (const DType dtype : {DType::u8, DType::u16, DType::u32, DType::u64}) {
      std::map<Run, std::vector<std::int64_t>> rows_of;
      for (std::int64_t rows = all_rows.least; rows * element_bytes(dtype) <= kMostBytes; ++rows) {
        std::vector<std::int64_t> cols;
        for (std::int64_t c = all_cols.least; rows * c * element_bytes(dtype) <= kMostBytes; ++c)
          if (admits(dtype, rows, c, tuple)) cols.push_back(c);
        if (!cols.empty() && (rows > all_rows.most || cols.back() > all_cols.most)) beyond = tuple;
        count += static_cast<std::int64_t>(cols.size());
        for (const Run& run : runs_of(cols)) rows_of[run].push_back(rows);
      }
      std::vector<std::string> of_size;
      for (const DType one : kAllDTypes)
        if (element_bytes(one) == element_bytes(dtype)) of_size.push_back(equals(field(FieldKind::dtype, tiles_.front()), static_cast<std::int64_t>(one)));
      std::vector<std::string> shapes;
      for (const auto& [run, rows] : rows_of) {
        std::vector<std::string> any_row;
        for (const std::int64_t row : rows) any_row.push_back(equals(all_rows, row));
        shapes.push_back(all_of({any_of(any_row), in_run(all_cols, run)}));
      }
      sizes.push_back(all_of({any_of(of_size), any_of(shapes)}));
    }
    return any_of(sizes);
  }

  static std::string equals(const Field& of, std::int64_t value) {
    return "(= " + symbol(of.name) + " " + bit_vector(value, of.bits) + ")";
  }

  static std::string in_run(const Field& of, const Run& run) {
    const std::string value = symbol(of.name), from = bit_vector(run.from, of.bits);
    return all_of({"(bvuge " + value + " " + from + ")", "(bvule " + value + " " + bit_vector(run.to, of.bits) + ")",
                   "(= (bvurem (bvsub " + value + " " + from + ") " + bit_vector(run.step, of.bits) + ") " + bit_vector(0, of.bits) + ")"});
  }

  Prover& prover_;
  int parameter_;
  std::vector<int> tiles_;
  std::vector<Rule> rules_;
};

}  // namespace

// Tuples around legal ones, a few fields changed, and now and then one drawn at large.
void prove_samples(Prover& prover) {
  Obligation obligation = prover.begin("agreement", "samples", "Evaluator and encoding agree on every rule of every sampled tuple.");
  obligation.kind = "sampled";
  obligation.status = Status::proved;
  const std::vector<Rule> rules = rules_without_contents(prover.instruction());
  const auto& fields = prover.world().fields();
  Numbers numbers(0x50544F);
  bool gave_up = false;
  std::vector<Values> bases;
  for (std::size_t f = 0; f < fields.all().size(); ++f) {
    const Field& field = fields.all()[f];
    Literals literals = prover.world().legal(Profile::a5);
    for (Literal& literal : prover.world().equals(f, numbers.between(field.least, std::min(field.most, field.least + 15))))
      literals.push_back(std::move(literal));
    if (const auto base = smallest(prover.solver(), literals, {}, gave_up)) bases.push_back(*base);
  }
  if (bases.empty()) bases.push_back(Values(fields.all().size(), 1));
  int sampled = 0;
  for (int k = 0; k < kSamples && obligation.status == Status::proved; ++k) {
    Values values = bases[static_cast<std::size_t>(k) % bases.size()];
    const std::size_t changes = k % 16 == 15 ? fields.all().size() : numbers.next() % 4;
    for (std::size_t i = 0; i < changes; ++i) {
      const std::size_t place = k % 16 == 15 ? i : numbers.next() % fields.all().size();
      values[place] = changed(fields.all()[place], values[place], numbers);
    }
    const Tuple tuple = fields.tuple(values);
    values = fields.of(tuple);
    const Answer answer = prover.solver().check(prover.world().equals(values));
    if (answer == Answer::unknown) gave_up = true;
    if (answer != Answer::sat) {
      obligation.status = Status::refuted;
      obligation.note = "a tuple that the encoding does not know";
      obligation.witness = tuple;
      break;
    }
    ++sampled;
    for (const Rule& rule : rules)
      if (prover.solver().truth(rule.literal) != evaluate::holds(rule.predicate, tuple)) {
        obligation.status = Status::refuted;
        obligation.witness = tuple;
        obligation.because.push_back(rule.id);
      }
  }
  if (gave_up) obligation.status = Status::unknown;
  if (obligation.status == Status::proved)
    obligation.note = std::to_string(sampled) + " tuples, " + std::to_string(rules.size()) + " rules";
  prover.end(std::move(obligation));
}

void prove_shapes(Prover& prover) {
  const int types = static_cast<int>(prover.instruction().type_parameters.size());
  for (int type = 0; type < types; ++type) Shapes(prover, type).prove();
}

}  // namespace pto_cts::smt
