// SPDX-License-Identifier: MIT
// One instruction of the spec, as data: operands, clauses, core, disputes, meaning, examples.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/terms/term.h"
#include "pto_cts/types/profile.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts::terms {

/// Where a rule comes from. `rule` is an id of the index in spec/sources where the page is indexed there.
struct Cite {
  std::string page;
  std::string section;
  std::string rule;
};

/// Which profiles a clause narrows. A rule that holds on both devices holds on cpu_sim as well (see
/// docs/decisions/0002-cpu-sim.md), so the sets are: every profile, one device.
enum class Scope : std::uint8_t { common, a2a3, a5 };

/// True where a rule of that scope takes part in the verdict of a device profile; cpu_sim is decided from both.
constexpr bool holds_on(Scope scope, Profile device) {
  return scope == Scope::common || (scope == Scope::a2a3) == (device == Profile::a2a3);
}

enum class Phase : std::uint8_t { static_, run_time, data };

std::string_view name(Scope scope);
std::string_view name(Phase phase);

/// When a predicate can be decided at the earliest: from the types, from the run-time extents and addresses, or only
/// from the contents.
Phase phase_of(const NodePtr& predicate);

struct Clause {
  std::string id;
  Bool predicate;  ///< Holds for every legal tuple.
  Scope scope = Scope::common;
  Phase phase = Phase::static_;
  std::vector<Cite> cites;
};

/// A condition of the core: where it fails, and no clause is broken, the tuple is target-defined.
struct CoreCondition {
  std::string id;
  Bool predicate;
  Scope scope = Scope::common;
  Phase phase = Phase::static_;
  std::string why;
  std::vector<Cite> cites;
};

/// A named alternative reading of a disputed rule.
struct Alternative {
  std::string reading;
  std::string meaning;
};

struct Dispute {
  std::string id;
  std::string question;
  std::string default_reading;
  std::vector<Alternative> alternatives;
  std::vector<Cite> cites;
  /// What it is about, as far as a proof can show it: ids of clauses, core conditions and examples, and names of proof
  /// obligations ("definedness/src0", on one profile "a5/definedness/src0") whose refutation it explains.
  std::vector<std::string> turns_on;
};

struct TileParameter {
  std::string name;
  Role role = Role::in;
  int type_parameter = 0;        ///< Operands with the same number share one C++ type parameter.
  bool page_rules_zero = false;  ///< The page itself says what a zero valid extent does.
};

struct AttributeParameter {
  std::string key;
  std::vector<std::string> values;
  std::string default_value;
  bool template_slot = false;
};

/// What the instruction leaves in one written operand.
struct Effect {
  int tile = 0;
  bool whole_tile = false;  ///< Ranges over the static shape; otherwise over the valid region.
  Elem value;
  Bool unspecified_where;   ///< Elements in range to which the page gives no meaning.
  std::vector<Cite> cites;
};

/// A code example of a page. Examples are judged as the rules say, whatever the page thinks of them.
struct Example {
  std::string id;
  Tuple tuple;
  std::vector<Cite> cites;
};

struct Instruction {
  std::string mnemonic;
  std::string family;
  std::string page;
  std::string summary;
  std::vector<std::string> type_parameters;
  std::vector<TileParameter> tiles;
  std::vector<std::string> scalars;
  std::vector<AttributeParameter> attributes;
  std::vector<std::pair<int, int>> aliases;  ///< Tile operands that may share their storage.
  std::vector<Clause> clauses;
  std::vector<CoreCondition> core;
  std::vector<Dispute> disputes;
  std::vector<Effect> effects;
  std::vector<Example> examples;

  const Clause* find_clause(std::string_view id) const;
};

/// An empty string where the tuple has the operands, scalars and attributes of the instruction, in order and with
/// known attribute values; else one line that says what is wrong.
std::string shape_problem(const Instruction& instruction, const Tuple& tuple);

/// Lower-case mnemonic: the first part of every id.
std::string id_prefix(const Instruction& instruction);

}  // namespace pto_cts::terms
