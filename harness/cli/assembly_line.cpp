// SPDX-License-Identifier: MIT
#include "assembly_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "command.h"

namespace pto_cts::cli {
namespace {

// Where rows, columns and element size together still fit into 64 bits, with room for sums.
constexpr std::int64_t kMostElements = std::int64_t{1} << 56;

void check_extent(std::string_view operand, std::string_view key, std::int64_t in_type, std::int64_t at_run_time) {
  if (in_type == kDynamic || in_type == at_run_time) return;
  throw UsageError(
      fmt::format("assembly line: {}: {}={} differs from its run-time value {}; make them equal, or write {}=?:{}",
                  operand, key, in_type, at_run_time, key, at_run_time));
}

void check_tiles(const Tuple& tuple) {
  for (const TileOperand& operand : tuple.tiles) {
    const TileDesc& tile = operand.tile;
    if (tile.rows < 1 || tile.cols < 1)
      throw UsageError(fmt::format("assembly line: {}: no tile has {} rows and {} columns; give at least one of each",
                                   operand.name, tile.rows, tile.cols));
    if (tile.rows > kMostElements / tile.cols)
      throw UsageError(fmt::format("assembly line: {}: {} x {} elements are too many; give a smaller tile",
                                   operand.name, tile.rows, tile.cols));
    check_extent(operand.name, "v_row", tile.static_valid_rows, tile.valid_rows);
    check_extent(operand.name, "v_col", tile.static_valid_cols, tile.valid_cols);
  }
}

// Numbers the storages by first use.
void renumber(Tuple& tuple) {
  std::vector<int> known;
  for (TileOperand& operand : tuple.tiles) {
    const auto at = std::find(known.begin(), known.end(), operand.storage);
    const int number = static_cast<int>(at - known.begin());
    if (at == known.end()) known.push_back(operand.storage);
    operand.storage = number;
  }
}

}  // namespace

bool is_assembly(const std::string& argument) {
  if (std::error_code error; std::filesystem::exists(argument, error)) return false;
  const std::string_view text =
      std::string_view(argument).substr(std::min(argument.find_first_not_of(" \t\r\n"), argument.size()));
  if (text.starts_with('%') || text.starts_with("pto.")) return true;
  return text.find("pto.") != std::string_view::npos && text.find('%') != std::string_view::npos;
}

render::AssemblySignature signature_of(const terms::Instruction& instruction) {
  render::AssemblySignature signature;
  signature.mnemonic = instruction.mnemonic;
  for (const terms::TileParameter& tile : instruction.tiles) signature.tiles.push_back({tile.name, tile.role});
  signature.scalars = instruction.scalars;
  for (const terms::AttributeParameter& attribute : instruction.attributes)
    signature.attributes.push_back({attribute.key, attribute.default_value, attribute.template_slot, attribute.values});
  return signature;
}

SubjectLine read_assembly(const campaign::Suite& suite, std::string_view text) try {
  SubjectLine subject;
  const std::string mnemonic = render::assembly_mnemonic(text);
  subject.instruction = suite.find(mnemonic);
  if (!subject.instruction)
    throw UsageError("assembly line: unknown instruction '" + mnemonic + "'; see list instructions");
  subject.line = render::parse_assembly_line(text, signature_of(*subject.instruction));
  check_tiles(subject.line.tuple);
  renumber(subject.line.tuple);
  const std::string problem = terms::shape_problem(*subject.instruction, subject.line.tuple);
  if (!problem.empty()) throw UsageError("assembly line: " + problem);
  return subject;
} catch (const render::AssemblyError& error) {
  throw UsageError("assembly line, " + std::string(error.what()));
}

}  // namespace pto_cts::cli
