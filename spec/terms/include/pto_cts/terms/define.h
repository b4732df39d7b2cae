// SPDX-License-Identifier: MIT
// The vocabulary of an instruction file.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "pto_cts/terms/instruction.h"
#include "pto_cts/terms/operands.h"

namespace pto_cts::terms {

struct TypeParameter {
  int number;
};

/// Collects one instruction. Every id begins with the lower-case mnemonic.
class Define {
 public:
  Define(std::string mnemonic, std::string family);

  /// Title of the ISA page, and one sentence on what the instruction does.
  void page(std::string title);
  void summary(std::string text);

  /// A tile type that several operands share; an operand without one has a type of its own.
  TypeParameter type_parameter(std::string name);
  Tile output(std::string name);
  Tile output(std::string name, TypeParameter type);
  Tile input(std::string name);
  Tile input(std::string name, TypeParameter type);
  Tile index(std::string name);
  Scalar scalar(std::string name);
  Choice attribute(std::string key, std::vector<std::string> values);
  PadAttribute pad_template_argument(std::string key, PadValue default_value);

  /// The two operands may be the same storage; without this, sharing is outside the core.
  void may_alias(const Tile& a, const Tile& b);

  /// The page itself rules what a zero valid extent of this operand does, so that the tile page's rule does not
  /// decide it: such tuples are target-defined, with `why` recorded.
  void zero_valid_is_disputed(const Tile& tile, std::string why);

  /// A rule that every legal tuple keeps. On one device, its id is mnemonic.device.name, else mnemonic.name.
  void require(std::string name, const Bool& rule, std::initializer_list<const char*> rules);
  void require(Scope device, std::string name, const Bool& rule, std::initializer_list<const char*> rules);

  /// A bound of the core, with the reason why a tuple beyond it is left to the target.
  void core(std::string name, const Bool& bound, std::string why, std::initializer_list<const char*> rules = {});
  void core(Scope device, std::string name, const Bool& bound, std::string why,
            std::initializer_list<const char*> rules = {});

  /// `turns_on`: see terms::Dispute.
  void dispute(std::string id, std::string question, std::string default_reading, std::vector<Alternative> alternatives,
               std::initializer_list<const char*> rules, std::vector<std::string> turns_on = {});

  /// What the destination holds afterwards: within its valid region, or in every element of its static shape.
  void each_valid(const Tile& dst, const Elem& value, std::initializer_list<const char*> rules);
  void each_valid(const Tile& dst, const Elem& value, const Bool& unspecified_where,
                  std::initializer_list<const char*> rules);
  void each_element(const Tile& dst, const Elem& value, const Bool& unspecified_where,
                    std::initializer_list<const char*> rules);

  /// A code example of the page. Tiles in operand order; attributes not named have their default; `in_place` puts the
  /// first two tiles into one storage.
  void example(std::string name, std::initializer_list<const char*> rules, std::vector<TileDesc> tiles,
               std::vector<std::pair<std::string, std::string>> attributes = {}, bool in_place = false);

  Instruction& instruction() { return instruction_; }

 private:
  Tile add_tile(std::string name, Role role, int type_parameter);
  Cite cite(const char* rule) const;
  std::vector<Cite> cites(std::initializer_list<const char*> rules) const;
  std::string id(Scope scope, const std::string& name) const;

  Instruction instruction_;
};

}  // namespace pto_cts::terms
