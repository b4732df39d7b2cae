// SPDX-License-Identifier: MIT
#include "numeric_system.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>

#include "pto_cts/terms/rewrite.h"
#include "trees.h"
#include "variables.h"

namespace pto_cts::generators {
namespace {

using terms::Node;
using terms::NodePtr;
using terms::Op;
using terms::Sort;

// sum of coefficient * variable, plus constant
struct Linear {
  std::map<int, std::int64_t> coefficients;
  std::int64_t constant = 0;
};

std::optional<Linear> linear(const Node& node);

std::optional<Linear> scaled(const Node& a, const Node& b) {
  auto x = linear(a), y = linear(b);
  if (!x || !y) return std::nullopt;
  if (!x->coefficients.empty()) std::swap(x, y);
  if (!x->coefficients.empty()) return std::nullopt;
  for (auto& [var, coefficient] : y->coefficients) coefficient *= x->constant;
  y->constant *= x->constant;
  return y;
}

Linear sum(Linear a, const Linear& b, std::int64_t sign) {
  for (const auto& [var, coefficient] : b.coefficients)
    if ((a.coefficients[var] += sign * coefficient) == 0) a.coefficients.erase(var);
  a.constant += sign * b.constant;
  return a;
}

std::optional<Linear> linear(const Node& node) {
  if (node.op == Op::constant) return Linear{{}, node.value};
  if (is_numeric(node)) return Linear{{{numeric_var(node), 1}}, 0};
  if (node.op == Op::mul) return scaled(*node.args[0], *node.args[1]);
  if (node.op != Op::add && node.op != Op::sub) return std::nullopt;
  const auto a = linear(*node.args[0]), b = linear(*node.args[1]);
  if (!a || !b) return std::nullopt;
  return sum(*a, *b, node.op == Op::add ? 1 : -1);
}

std::vector<int> variables_of(const NodePtr& tree) {
  std::vector<int> vars;
  terms::walk(tree, [&](const Node& node) {
    if (is_numeric(node)) vars.push_back(numeric_var(node));
  });
  std::sort(vars.begin(), vars.end());
  vars.erase(std::unique(vars.begin(), vars.end()), vars.end());
  return vars;
}

// Shapes of the universe that meet conditions on one tile; the same few questions are asked again and again.
const std::vector<Shape>& shapes_meeting(const std::vector<NodePtr>& conditions, int bytes) {
  thread_local std::map<std::string, std::vector<Shape>> known;
  std::set<std::string> keys;
  for (const NodePtr& condition : conditions) keys.insert(tree_key(condition, true));
  std::string key = std::to_string(bytes);
  for (const std::string& one : keys) key += '|' + one;
  const auto [entry, fresh] = known.try_emplace(key);
  if (!fresh) return entry->second;
  for (const Shape& shape : shape_universe(bytes)) {
    const TileNumbers numbers{.rows = shape.rows, .cols = shape.cols};
    if (std::all_of(conditions.begin(), conditions.end(), [&](const NodePtr& c) { return value_at(*c, numbers) != 0; }))
      entry->second.push_back(shape);
  }
  return entry->second;
}

constexpr std::int64_t kLeastExtent = -3;
constexpr std::int64_t kBeyondShape = 8;  // how far a valid extent may exceed the shape
constexpr std::int64_t kMostExtent = 65536 + kBeyondShape;

ExtentList extents_meeting(const NodePtr& condition) {
  thread_local std::map<std::string, ExtentList> known;
  ExtentList& list = known[tree_key(condition, true)];
  if (list) return list;
  std::vector<std::int64_t> values;
  for (std::int64_t value = kLeastExtent; value <= kMostExtent; ++value)
    if (value_at(*condition, {value, value, value, value})) values.push_back(value);
  return list = std::make_shared<const std::vector<std::int64_t>>(std::move(values));
}

// The conditions of one branch, sorted by what can be done with them.
struct Atoms {
  struct Scaled {
    int x, y;
    std::int64_t a, b, c;
  };
  DifferenceBounds bounds;
  std::vector<Scaled> scaled;
  std::vector<std::pair<int, NodePtr>> shapes;   // tile operand, condition on its rows and columns
  std::vector<std::pair<int, NodePtr>> extents;  // variable, condition on it alone
};

[[noreturn]] void refuse(const char* why) {
  throw std::logic_error(std::string("a clause needs a new narrowing rule: ") + why);
}

// x - y <= c, with x or y the constant zero where the sum has one variable only.
struct Difference {
  int x, y;
  std::int64_t c;
};

// "form <= 0" as a difference, where it is one.
std::optional<Difference> difference_of(const Linear& form, int zero) {
  const auto& terms = form.coefficients;
  if (terms.size() == 1) {
    const auto [var, coefficient] = *terms.begin();
    const std::int64_t a = coefficient > 0 ? coefficient : -coefficient, c = -form.constant;
    const std::int64_t bound = c >= 0 ? c / a : -((-c + a - 1) / a);  // a * (+-var) <= c
    return coefficient > 0 ? Difference{var, zero, bound} : Difference{zero, var, bound};
  }
  if (terms.size() != 2) return std::nullopt;
  const auto [x, a] = *terms.begin();
  const auto [y, b] = *std::next(terms.begin());
  if (a == 1 && b == -1) return Difference{x, y, -form.constant};
  if (a == -1 && b == 1) return Difference{y, x, -form.constant};
  return std::nullopt;
}

// Adds form <= 0; false where that leaves no solution.
bool add_linear(const Linear& form, Atoms& atoms) {
  if (form.coefficients.empty()) return form.constant <= 0;
  if (const auto d = difference_of(form, atoms.bounds.zero())) return atoms.bounds.add(d->x, d->y, d->c);
  if (form.coefficients.size() != 2) refuse("a sum of more than two extents");
  const auto [x, a] = *form.coefficients.begin();
  const auto [y, b] = *std::next(form.coefficients.begin());
  atoms.scaled.push_back({x, y, a, b, form.constant});
  return true;
}

void add_condition(const NodePtr& condition, Atoms& atoms) {
  const std::vector<int> vars = variables_of(condition);
  const int tile = vars.front() / 4;
  const bool about_shape = std::all_of(vars.begin(), vars.end(), [&](int var) {
    return var == numeric_var(tile, kRows) || var == numeric_var(tile, kCols);
  });
  if (about_shape) atoms.shapes.emplace_back(tile, condition);
  else if (vars.size() == 1) atoms.extents.emplace_back(vars.front(), condition);
  else refuse("a nonlinear relation between extents");
}

enum class Truth : std::uint8_t { no, yes, unknown };

Truth opposite(Truth t) { return t == Truth::unknown ? t : t == Truth::yes ? Truth::no : Truth::yes; }

// Whether form <= 0 under the bounds.
Truth at_most_zero(const Linear& form, const DifferenceBounds& bounds) {
  if (form.coefficients.empty()) return form.constant <= 0 ? Truth::yes : Truth::no;
  const auto d = difference_of(form, bounds.zero());
  if (!d) return Truth::unknown;
  if (bounds.at(d->x, d->y) <= d->c) return Truth::yes;
  return -bounds.at(d->y, d->x) > d->c ? Truth::no : Truth::unknown;
}

Linear plus(Linear form, std::int64_t c) {
  form.constant += c;
  return form;
}

// What the bounds already say about a condition.
Truth known(const Node& node, const DifferenceBounds& bounds) {
  const auto arg = [&](std::size_t i) { return known(*node.args[i], bounds); };
  switch (node.op) {
    case Op::constant: return node.value ? Truth::yes : Truth::no;
    case Op::logical_not: return opposite(arg(0));
    case Op::logical_and:
    case Op::logical_or: {
      const Truth decisive = node.op == Op::logical_and ? Truth::no : Truth::yes;
      const Truth a = arg(0), b = arg(1);
      if (a == decisive || b == decisive) return decisive;
      return a == Truth::unknown || b == Truth::unknown ? Truth::unknown : opposite(decisive);
    }
    case Op::eq:
    case Op::ne:
    case Op::lt:
    case Op::le: break;
    default: return Truth::unknown;
  }
  const auto a = linear(*node.args[0]), b = linear(*node.args[1]);
  if (!a || !b) return Truth::unknown;
  const Linear difference = sum(*a, *b, -1), reverse = sum(*b, *a, -1);
  if (node.op == Op::lt) return at_most_zero(plus(difference, 1), bounds);
  if (node.op == Op::le) return at_most_zero(difference, bounds);
  const Truth below = at_most_zero(difference, bounds), above = at_most_zero(reverse, bounds);
  Truth equal = Truth::unknown;
  if (below == Truth::no || above == Truth::no) equal = Truth::no;
  else if (below == Truth::yes && above == Truth::yes) equal = Truth::yes;
  return node.op == Op::eq ? equal : opposite(equal);
}

// Splits disjunctions, and only those that the bounds leave open, into conjunctions of atoms; calls found for each.
class Splitter {
 public:
  template <typename Found>
  void split(std::vector<NodePtr> pending, Atoms atoms, Found&& found) {
    std::vector<NodePtr> choices;
    if (!absorb(std::move(pending), atoms, choices)) return;
    for (bool narrowed = true; narrowed;) {
      narrowed = false;
      std::vector<NodePtr> open, forced;
      for (NodePtr& choice : choices) {
        const Truth left = known(*side(choice, 0), atoms.bounds), right = known(*side(choice, 1), atoms.bounds);
        if (left == Truth::yes || right == Truth::yes) continue;
        if (left == Truth::no && right == Truth::no) return;
        if (left == Truth::no || right == Truth::no) forced.push_back(side(choice, left == Truth::no ? 1 : 0));
        else open.push_back(std::move(choice));
      }
      narrowed = !forced.empty();
      choices = std::move(open);
      if (!absorb(std::move(forced), atoms, choices)) return;
    }
    if (choices.empty()) return found(atoms);
    const NodePtr choice = choices.back();
    choices.pop_back();
    for (const std::size_t i : {0u, 1u}) {
      std::vector<NodePtr> rest = choices;
      rest.push_back(side(choice, i));
      split(std::move(rest), atoms, found);
    }
  }

 private:
  // The two sides of a choice: a disjunction, a negated conjunction, or "differs from" as below or above.
  static NodePtr side(const NodePtr& choice, std::size_t i) {
    const bool negated = choice->op == Op::logical_not;
    const Node& body = negated ? *choice->args[0] : *choice;
    if (body.op == Op::logical_or || body.op == Op::logical_and) return negated ? negation(body.args[i]) : body.args[i];
    return terms::make_node(Op::lt, Sort::boolean, {body.args[i], body.args[1 - i]});
  }

  // Takes conjunctions apart and adds their atoms; leaves the choices. False where there is no solution.
  static bool absorb(std::vector<NodePtr> pending, Atoms& atoms, std::vector<NodePtr>& choices) {
    while (!pending.empty()) {
      const NodePtr next = pending.back();
      pending.pop_back();
      const Truth truth = known(*next, atoms.bounds);
      if (truth == Truth::no) return false;
      if (truth == Truth::yes) continue;
      const bool negated = next->op == Op::logical_not;
      const Node& body = negated ? *next->args[0] : *next;
      if (body.op == (negated ? Op::logical_or : Op::logical_and)) {
        for (const NodePtr& arg : body.args) pending.push_back(negated ? negation(arg) : arg);
      } else if (body.op == Op::logical_or || body.op == Op::logical_and) {
        choices.push_back(next);
      } else if (!take_atom(next, body, negated, atoms, choices)) {
        return false;
      }
    }
    return true;
  }

  static bool take_atom(const NodePtr& whole, const Node& body, bool negated, Atoms& atoms, std::vector<NodePtr>& choices) {
    Op op = body.op;
    if (negated && op == Op::eq) op = Op::ne;
    else if (negated && op == Op::ne) op = Op::eq;
    const bool comparison = op == Op::eq || op == Op::ne || op == Op::lt || op == Op::le;
    const auto a = comparison ? linear(*body.args[0]) : std::nullopt;
    const auto b = comparison ? linear(*body.args[1]) : std::nullopt;
    if (!a || !b) {
      add_condition(whole, atoms);
      return true;
    }
    const Linear difference = sum(*a, *b, -1), reverse = sum(*b, *a, -1);
    switch (op) {
      case Op::eq: return add_linear(difference, atoms) && add_linear(reverse, atoms);
      case Op::lt: return add_linear(negated ? reverse : plus(difference, 1), atoms);
      case Op::le: return add_linear(negated ? plus(reverse, 1) : difference, atoms);
      default: choices.push_back(whole); return true;
    }
  }
};

void add_domain(DifferenceBounds& bounds, int tiles) {
  for (int tile = 0; tile < tiles; ++tile) {
    for (const NumericField field : {kRows, kCols}) bounds.add(bounds.zero(), numeric_var(tile, field), -1);
    for (const auto& [valid, whole] : {std::pair{kValidRows, kRows}, std::pair{kValidCols, kCols}}) {
      bounds.add(bounds.zero(), numeric_var(tile, valid), -kLeastExtent);
      bounds.add(numeric_var(tile, valid), numeric_var(tile, whole), kBeyondShape);
    }
  }
}

// Operands whose shapes are forced to be equal are drawn as one.
std::vector<std::vector<int>> group_shapes(const DifferenceBounds& bounds, int tiles) {
  const auto equal = [&](int x, int y) { return bounds.at(x, y) == 0 && bounds.at(y, x) == 0; };
  std::vector<std::vector<int>> groups;
  for (int tile = 0; tile < tiles; ++tile) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& members) {
      return equal(numeric_var(members[0], kRows), numeric_var(tile, kRows)) &&
             equal(numeric_var(members[0], kCols), numeric_var(tile, kCols));
    });
    if (group == groups.end()) groups.push_back({tile});
    else group->push_back(tile);
  }
  return groups;
}

// Very many branches have one of a few tables.
using Table = std::shared_ptr<const std::vector<Shape>>;

// One object for all equal tables.
Table shared(std::vector<Shape> table) {
  thread_local std::map<std::uint64_t, std::vector<Table>> known;
  std::uint64_t hash = table.size();
  for (const Shape& shape : table)
    hash = (hash ^ static_cast<std::uint64_t>(shape.rows << 20 | shape.cols)) * UINT64_C(0x9E3779B97F4A7C15);
  auto& same_hash = known[hash];
  for (const Table& one : same_hash)
    if (*one == table) return one;
  return same_hash.emplace_back(std::make_shared<const std::vector<Shape>>(std::move(table)));
}

Table shape_table(const DifferenceBounds& bounds, const Atoms& atoms, const std::vector<int>& members, int bytes) {
  std::vector<NodePtr> conditions;
  for (const auto& [tile, condition] : atoms.shapes)
    if (std::find(members.begin(), members.end(), tile) != members.end()) conditions.push_back(condition);
  const int rows = numeric_var(members[0], kRows), cols = numeric_var(members[0], kCols), zero = bounds.zero();
  const std::vector<Shape>& universe = shapes_meeting(conditions, bytes);
  const std::array most = {bounds.at(zero, rows), bounds.at(rows, zero), bounds.at(zero, cols),
                           bounds.at(cols, zero), bounds.at(rows, cols), bounds.at(cols, rows)};
  thread_local std::map<std::pair<const void*, std::array<std::int64_t, 6>>, Table> known;
  Table& table = known[{&universe, most}];
  if (table) return table;
  std::vector<Shape> within;
  std::copy_if(universe.begin(), universe.end(), std::back_inserter(within), [&](const Shape& shape) {
    return shape.rows >= -most[0] && shape.rows <= most[1] && shape.cols >= -most[2] && shape.cols <= most[3] &&
           shape.rows - shape.cols <= most[4] && shape.cols - shape.rows <= most[5];
  });
  return table = shared(std::move(within));
}

struct Extremes {
  std::array<std::int64_t, 2> low, high;  // rows, columns
};

Extremes extremes(const std::vector<Shape>& table) {
  Extremes e{{table[0].rows, table[0].cols}, {table[0].rows, table[0].cols}};
  for (const Shape& shape : table) {
    e.low = {std::min(e.low[0], shape.rows), std::min(e.low[1], shape.cols)};
    e.high = {std::max(e.high[0], shape.rows), std::max(e.high[1], shape.cols)};
  }
  return e;
}

// The shapes of `table` that have a partner in `other` under the bounds between the two groups.
Table supported(const DifferenceBounds& bounds, int tile, const Table& table, int other_tile, const Table& other) {
  if (table->empty() || other->empty()) return table;
  struct Bound {
    std::size_t own, theirs;
    std::int64_t most, least;  // least <= own - theirs <= most
  };
  std::vector<Bound> biting;
  const Extremes mine = extremes(*table), partners = extremes(*other);
  for (std::size_t i : {0u, 1u})
    for (std::size_t j : {0u, 1u}) {
      const int x = numeric_var(tile, i == 0 ? kRows : kCols), y = numeric_var(other_tile, j == 0 ? kRows : kCols);
      const Bound bound{i, j, bounds.at(x, y), -bounds.at(y, x)};
      if (mine.high[i] - partners.low[j] > bound.most || mine.low[i] - partners.high[j] < bound.least) biting.push_back(bound);
    }
  if (biting.empty()) return table;
  using Extents = std::array<std::int64_t, 2>;
  const std::size_t lead = biting.front().theirs;
  std::vector<Extents> sorted;
  for (const Shape& shape : *other) sorted.push_back({shape.rows, shape.cols});
  std::sort(sorted.begin(), sorted.end(), [&](const Extents& a, const Extents& b) { return a[lead] < b[lead]; });
  const auto has_partner = [&](const Shape& shape) {
    const Extents own = {shape.rows, shape.cols};
    Extents low = partners.low, high = partners.high;
    for (const Bound& bound : biting) {
      low[bound.theirs] = std::max(low[bound.theirs], own[bound.own] - bound.most);
      high[bound.theirs] = std::min(high[bound.theirs], own[bound.own] - bound.least);
    }
    const auto begin = std::lower_bound(sorted.begin(), sorted.end(), low[lead],
                                        [&](const Extents& e, std::int64_t least) { return e[lead] < least; });
    const auto end = std::upper_bound(begin, sorted.end(), high[lead],
                                      [&](std::int64_t most, const Extents& e) { return most < e[lead]; });
    return std::any_of(begin, end, [&](const Extents& e) { return low[1 - lead] <= e[1 - lead] && e[1 - lead] <= high[1 - lead]; });
  };
  std::vector<Shape> kept;
  std::copy_if(table->begin(), table->end(), std::back_inserter(kept), has_partner);
  return kept.size() == table->size() ? table : shared(std::move(kept));
}

}  // namespace

NumericSystem::NumericSystem(const std::vector<NodePtr>& conditions, const std::vector<int>& bytes) {
  const int tiles = static_cast<int>(bytes.size());
  Atoms domain{DifferenceBounds(4 * tiles), {}, {}, {}};
  add_domain(domain.bounds, tiles);
  Splitter().split(conditions, domain, [&](const Atoms& atoms) {
    Branch branch;
    branch.bounds_ = atoms.bounds;
    const DifferenceBounds& bounds = branch.bounds_;
    for (const Atoms::Scaled& s : atoms.scaled) branch.scaled_.push_back({s.x, s.y, s.a, s.b, s.c});

    branch.shape_groups_ = group_shapes(bounds, tiles);
    std::vector<Table>& tables = branch.shape_tables_;
    for (const std::vector<int>& members : branch.shape_groups_)
      tables.push_back(shape_table(bounds, atoms, members, bytes[static_cast<std::size_t>(members[0])]));
    for (std::size_t i = 0; i < tables.size(); ++i)
      for (std::size_t j = 0; j < tables.size(); ++j)
        if (i != j) tables[i] = supported(bounds, branch.shape_groups_[i][0], tables[i], branch.shape_groups_[j][0], tables[j]);
    if (std::any_of(tables.begin(), tables.end(), [](const Table& table) { return table->empty(); })) return;

    for (const auto& [var, condition] : atoms.extents) {
      const ExtentList values = extents_meeting(condition);
      const auto [entry, fresh] = branch.extents_.try_emplace(var, values);
      if (fresh) continue;
      std::vector<std::int64_t> both;
      std::set_intersection(entry->second->begin(), entry->second->end(), values->begin(), values->end(), std::back_inserter(both));
      entry->second = std::make_shared<const std::vector<std::int64_t>>(std::move(both));
    }
    // Listed extents come first: once they agree with each other, bounds alone complete the rest.
    for (const bool listed : {true, false})
      for (int var = 0; var < bounds.zero(); ++var)
        if ((var % 4 == kValidRows || var % 4 == kValidCols) && (branch.extents_.count(var) > 0) == listed)
          branch.order_.push_back(var);
    if (branch.smallest()) branches_.push_back(std::move(branch));
  });
}

}  // namespace pto_cts::generators
