// SPDX-License-Identifier: MIT
// Tuples as PTO assembly, one instruction in one line, and back. docs/assembly.md is the grammar.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/types/tuple.h"

namespace pto_cts::render {

/// Values are results and operands (`%dst = pto.tmuls %src, %scalar : ...`), or all are operands
/// (`pto.tmuls ins(...) outs(...)`).
enum class AssemblyForm : std::uint8_t { ssa, dps };

/// What every tuple of one instruction has in common, and a line of assembly therefore does not say.
struct AssemblySignature {
  struct Tile {
    std::string name;
    Role role = Role::in;
  };
  struct Parameter {
    std::string key;
    std::string default_value;
    bool template_slot = false;
    std::vector<std::string> values;  ///< Those it may have; any where there are none.
  };

  std::string mnemonic;
  std::vector<Tile> tiles;  ///< In the order of the C++ intrinsic. Outputs are results, respectively `outs`.
  std::vector<std::string> scalars;
  std::vector<Parameter> attributes;
};

AssemblySignature signature_of(const Tuple& tuple);

/// Names of values, without '%', in the order of the tuple's tiles and scalars.
struct AssemblyNames {
  std::vector<std::string> tiles;
  std::vector<std::string> scalars;
};

/// The tuple in one line. Its operands' names are the names of the values; in DPS, tiles that share their storage have
/// one name, in SSA an attribute says so.
///
/// Law: parse_assembly(text, signature_of(tuple)) gives the tuple back, legal or not, as long as its extents and storage
/// ids fit into 32 bits. Hence different tuples of one instruction have different texts.
std::string assembly_ssa(const Tuple& tuple);
std::string assembly_dps(const Tuple& tuple);

/// The same with other names. A name that would say that two tiles share their storage, and they do not, gets a number.
std::string assembly(const Tuple& tuple, AssemblyForm form, const AssemblyNames& names);

/// A line that is no assembly of the instruction. One line that names the column (from 1, in bytes) and the mend.
struct AssemblyError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct AssemblyLine {
  Tuple tuple;
  AssemblyForm form = AssemblyForm::ssa;
  AssemblyNames names;
  std::vector<std::string> assumed_whole;  ///< Tiles with a dynamic valid extent whose value the line does not say.
};

/// The instruction of a line, in upper case. Throws AssemblyError where there is none.
std::string assembly_mnemonic(std::string_view line);

/// Reads a line; any bytes are safe. Throws AssemblyError.
AssemblyLine parse_assembly_line(std::string_view line, const AssemblySignature& signature);
Tuple parse_assembly(std::string_view line, const AssemblySignature& signature);

}  // namespace pto_cts::render
