// SPDX-License-Identifier: MIT
#include "pto_cts/smt/solver.h"

#include <z3++.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>

#include "lower.h"
#include "prover.h"

namespace pto_cts::smt {
namespace {

Answer solve_script(const std::string& script) {
  z3::context context;
  z3::solver solver(context, "QF_BV");
  z3::params parameters(context);
  parameters.set("rlimit", kDefaultResources);
  parameters.set("ctrl_c", false);
  solver.set(parameters);
  solver.from_string(script.c_str());
  switch (solver.check()) {
    case z3::sat: return Answer::sat;
    case z3::unsat: return Answer::unsat;
    default: return Answer::unknown;
  }
}

}  // namespace

std::string_view name(Answer answer) {
  constexpr std::string_view kNames[] = {"sat", "unsat", "unknown"};
  return kNames[static_cast<std::size_t>(answer)];
}

std::string solver_version() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return "z3 " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

struct Solver::Impl {
  z3::context context;
  z3::solver solver{context, "QF_BV"};
  z3::func_decl_vector declarations{context};
  std::map<std::string, z3::expr> constants;
  std::map<std::string, Literal> named;  // By formula.
  std::map<std::string, int> hints;
  std::set<std::string> numbers;
  std::optional<z3::model> model;
  Literals conflict;
  std::string added;

  void declare(const std::string& name, int bits) {
    const z3::expr constant = bits == 0 ? context.bool_const(name.c_str())
                                        : context.bv_const(name.c_str(), static_cast<unsigned>(bits));
    constants.emplace(name, constant);
    declarations.push_back(constant.decl());
  }

  void add(const std::string& assertions) {
    const z3::sort_vector no_sorts(context);
    const z3::expr_vector parsed = context.parse_string(assertions.c_str(), no_sorts, declarations);
    for (const z3::expr& assertion : parsed) solver.add(assertion);
  }

  z3::expr literal(const Literal& literal) const {
    const auto found = constants.find(literal.name);
    if (found == constants.end()) throw std::logic_error("no such literal: " + literal.name);
    return literal.positive ? found->second : !found->second;
  }
};

Solver::Solver(const World& world, unsigned resources) : world_(world), impl_(std::make_unique<Impl>()) {
  z3::params parameters(impl_->context);
  parameters.set("rlimit", resources);
  parameters.set("ctrl_c", false);  // An interrupt is for the program, and no answer.
  impl_->solver.set(parameters);
  for (const World::Constant& constant : world.constants()) impl_->declare(constant.name, constant.bits);
  // The declarations are known by now; parsing takes the assertions alone.
  std::string assertions;
  const std::string& script = world.script();
  for (std::size_t begin = 0; begin < script.size();) {
    const std::size_t end = script.find('\n', begin);
    if (script.compare(begin, 8, "(assert ") == 0) assertions.append(script, begin, end - begin + 1);
    begin = end + 1;
  }
  impl_->add(assertions);
}

Solver::~Solver() = default;

Answer Solver::check(const Literals& literals) {
  z3::expr_vector assumptions(impl_->context);
  for (const Literal& literal : literals) assumptions.push_back(impl_->literal(literal));
  impl_->model.reset();
  impl_->conflict.clear();
  switch (impl_->solver.check(assumptions)) {
    case z3::sat: impl_->model = impl_->solver.get_model(); return Answer::sat;
    case z3::unknown: return Answer::unknown;
    case z3::unsat: break;
  }
  const z3::expr_vector core = impl_->solver.unsat_core();
  for (const Literal& literal : literals) {
    const z3::expr wanted = impl_->literal(literal);
    for (const z3::expr& one : core)
      if (z3::eq(one, wanted)) {
        impl_->conflict.push_back(literal);
        break;
      }
  }
  return Answer::unsat;
}

Values Solver::values() const {
  Values values;
  for (const Field& field : world_.fields().all()) values.push_back(number(field.name));
  return values;
}

bool Solver::truth(const Literal& literal) const {
  return impl_->model.value().eval(impl_->literal(literal), true).is_true();
}

std::int64_t Solver::number(const std::string& name) const {
  const z3::expr value = impl_->model.value().eval(impl_->constants.at(name), true);
  return static_cast<std::int64_t>(value.get_numeral_uint64());
}

Literals Solver::conflict() const { return impl_->conflict; }

void Solver::declare_number(const std::string& name) {
  if (!impl_->numbers.insert(name).second) return;
  if (impl_->constants.count(name)) throw std::logic_error("a field has the name of a number: " + name);
  impl_->declare(name, 32);
  impl_->added += "(declare-const " + symbol(name) + " (_ BitVec 32))\n";
}

Literal Solver::literal(const std::string& hint, const std::string& formula) {
  if (const auto found = impl_->named.find(formula); found != impl_->named.end()) return found->second;
  // Two characters have no place in a symbol.
  std::string plain = hint;
  std::replace_if(plain.begin(), plain.end(), [](char c) { return c == '|' || c == '\\'; }, '/');
  Literal fresh{plain};
  while (impl_->constants.count(fresh.name)) fresh.name = plain + " #" + std::to_string(++impl_->hints[plain] + 1);
  impl_->declare(fresh.name, 0);
  const std::string assertion = "(assert (= " + symbol(fresh.name) + " " + formula + "))\n";
  impl_->add(assertion);
  impl_->added += "(declare-const " + symbol(fresh.name) + " Bool)\n" + assertion;
  impl_->named.emplace(formula, fresh);
  return fresh;
}

// A map is asked about once for each box, whichever instruction and profile it serves.
Answer ask_script(const Query& query) {
  static std::mutex guard;
  static std::map<std::string, Answer> known;
  const std::string whole = query.script + "(assert " + query.assertion + ")\n";
  {
    const std::lock_guard lock(guard);
    if (const auto found = known.find(whole); found != known.end()) return found->second;
  }
  const Answer answer = solve_script(whole);
  const std::lock_guard lock(guard);
  return known.emplace(whole, answer).first->second;
}

std::string Solver::script() const { return world_.script() + impl_->added; }

}  // namespace pto_cts::smt
