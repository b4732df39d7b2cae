// SPDX-License-Identifier: MIT
#include "pto_cts/render/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "program_check.h"
#include "program_parts.h"
#include "pto_cts/render/intrinsic.h"
#include "pto_cts/render/text.h"

namespace pto_cts::render {
namespace {

constexpr std::int64_t kAlignment = 512;  // bytes: addresses of tiles are multiples of it, and guards are as long

bool same_object(const TileDesc& a, const TileDesc& b) {
  return same_type(a, b) && a.valid_rows == b.valid_rows && a.valid_cols == b.valid_cols;
}

std::string type_name(const std::string& operand) {
  std::string name = operand;
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name == operand ? name + "Tile" : name;
}

std::string comment(const std::string& lines) {
  std::string text;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    text += (end == begin ? "//" : "// ") + lines.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return text;
}

class Writer {
 public:
  explicit Writer(const Program& program) : program_(program), tuple_(program.subject->tuple) {
    std::map<std::size_t, std::vector<const WantedElement*>> wanted;
    if (!program.should_be_rejected)
      for (const WantedElement& element : program.wanted) wanted[element.operand].push_back(&element);
    for (const auto& [operand, elements] : wanted) checks_.emplace_back(tuple_.tiles[operand], elements);
    for (const TileOperand& operand : tuple_.tiles)
      if (std::find(storages_.begin(), storages_.end(), operand.storage) == storages_.end()) storages_.push_back(operand.storage);
  }

  std::string write() const {
    std::string text = comment(program_.heading) + comment(meaning());
    text += "#include <bit>\n#include <cstdint>\n#include <cstdio>\n#include <cstring>\n#include <string>\n#include <vector>\n\n"
            "#include <pto/pto-inst.hpp>\n\nnamespace reproducer {\nusing namespace pto;\n\n";
    text += constants() + "\n" + helpers(is_illegal(), has_pads(), dtypes()) + "\n" + run() + "\n" + verdict(is_illegal(), has_pads());
    return text + "}  // namespace reproducer\nint main() { return reproducer::check(); }\n";
  }

 private:
  bool is_written(int storage) const {
    return std::any_of(tuple_.tiles.begin(), tuple_.tiles.end(),
                       [&](const TileOperand& operand) { return operand.storage == storage && pto_cts::is_written(operand.role); });
  }
  // The operand that has all of the storage.
  const TileOperand& owner(int storage) const {
    return *std::find_if(tuple_.tiles.begin(), tuple_.tiles.end(), [&](const TileOperand& operand) {
      return operand.storage == storage && tile_bytes(operand.tile) == storage_bytes(tuple_, storage);
    });
  }
  // Operands of one type share the name that the first of them gives it.
  std::string type_of(const TileOperand& operand) const {
    const auto is_same = [&](const TileOperand& one) { return same_type(one.tile, operand.tile); };
    return type_name(std::find_if(tuple_.tiles.begin(), tuple_.tiles.end(), is_same)->name);
  }
  // Of what is looked at.
  std::set<DType> dtypes() const {
    std::set<DType> all;
    for (const OperandCheck& check : checks_) all.insert(check.operand().tile.dtype);
    return all;
  }
  bool is_illegal() const { return program_.should_be_rejected; }
  bool any(bool (OperandCheck::*has)() const) const {
    return std::any_of(checks_.begin(), checks_.end(), [&](const OperandCheck& check) { return (check.*has)(); });
  }
  bool has_pads() const { return any(&OperandCheck::has_pads); }

  // Of an operand whose elements have no places, all that its storage holds.
  Matrix contents(const TileOperand& operand) const {
    const TileDesc& tile = operand.tile;
    const auto size = static_cast<std::size_t>(element_bytes(tile.dtype));
    const std::vector<std::uint8_t>& payload = program_.subject->payload[static_cast<std::size_t>(operand.storage)];
    const auto load = [&](std::int64_t place) {
      std::uint64_t bits = 0;
      for (std::size_t i = 0; i < size; ++i) bits |= std::uint64_t{payload[static_cast<std::size_t>(place) * size + i]} << 8 * i;
      return bits;
    };
    Matrix matrix;
    if (!has_places(tile)) {
      matrix = {1, static_cast<std::int64_t>(payload.size() / size)};
      for (std::int64_t i = 0; i < matrix.cols; ++i) matrix.bits.push_back(load(i));
      return matrix;
    }
    const LayoutMap map(tile);
    matrix = {tile.valid_rows, tile.valid_cols};
    for (std::int64_t row = 0; row < matrix.rows; ++row)
      for (std::int64_t col = 0; col < matrix.cols; ++col) matrix.bits.push_back(load(map.element_offset(row, col)));
    return matrix;
  }

  bool has_contents(const TileOperand& operand) const {
    if (!is_read(operand.role)) return false;
    const bool is_crash = program_.kind != "illegal tuple accepted" && program_.kind != "effects before rejection";
    return operand.role == Role::index || !is_illegal() || is_crash;
  }

  std::string meaning() const;
  std::string constants() const;
  std::string run() const;

  std::string declarations() const;
  std::string placing() const;
  std::string filling() const;
  std::string call(std::string& before) const;

  const Program& program_;
  const Tuple& tuple_;
  std::vector<OperandCheck> checks_;
  std::vector<int> storages_;  // In the order of the operands.
};

std::string Writer::meaning() const {
  std::string text = "Found: " + program_.kind + ". ";
  if (program_.should_be_rejected)
    text += "The call is illegal: it must not compile, abort by an assertion (SIGABRT) or throw.";
  else if (program_.kind == "over-rejection")
    text += "The call is legal: a compile error, an assertion that aborts (SIGABRT) or an exception is the fault.";
  else if (program_.kind == "crashed")
    text += "The call is legal: that a signal ends this program is the fault.";
  else if (program_.kind == "timeout")
    text += "The call is legal: that it does not return is the fault.";
  else
    text += "The call is legal.";
  return text + "\nBuild: -std=c++20 and the include folder of the headers; with -D__PTO_AUTO__ tiles own their storage."
                " Exit status: 0 and \"pass\", or 1.";
}

std::string Writer::constants() const {
  std::string text;
  if (any(&OperandCheck::has_runs)) text += run_helper();
  if (any(&OperandCheck::has_others)) text += other_helper();
  for (std::size_t i = 0; i < tuple_.tiles.size(); ++i)
    if (has_contents(tuple_.tiles[i])) text += definition(tuple_.tiles[i].tile.dtype, tuple_.tiles[i].name + "_bits", contents(tuple_.tiles[i]));
  for (const OperandCheck& check : checks_) text += check.constants();
  return text;
}

std::string Writer::declarations() const {
  std::string text;
  for (const TileOperand& operand : tuple_.tiles)
    if (type_of(operand) == type_name(operand.name)) text += fmt::format("  using {} = {};\n", type_name(operand.name), cpp_tile_type(operand.tile));
  std::set<int> seen;
  for (const TileOperand& operand : tuple_.tiles) {
    const auto extents = constructor_arguments(operand.tile, std::to_string(operand.tile.valid_rows), std::to_string(operand.tile.valid_cols));
    const std::string object = fmt::format("  {} {}{};\n", type_of(operand), operand.name,
                                           extents.empty() ? "" : fmt::format("({})", fmt::join(extents, ", ")));
    if (seen.insert(operand.storage).second) {
      text += object;
      continue;
    }
    const TileOperand& first = *std::find_if(tuple_.tiles.begin(), tuple_.tiles.end(),
                                             [&](const TileOperand& one) { return one.storage == operand.storage; });
    const std::string in_auto = same_object(first.tile, operand.tile)
                                    ? fmt::format("  {}& {} = {};\n", type_of(operand), operand.name, first.name)
                                    : fmt::format("#error \"{} and {} share their storage and are not one tile\"\n", first.name, operand.name);
    text += "#ifdef __PTO_AUTO__\n" + in_auto + "#else\n" + object + "#endif\n";
  }
  return text;
}

std::string Writer::placing() const {
  std::map<int, std::int64_t> addresses;
  std::int64_t next = 0;
  for (const int storage : storages_) {
    addresses[storage] = next;
    next += (storage_bytes(tuple_, storage) + kAlignment - 1) / kAlignment * kAlignment + (is_illegal() ? 0 : kAlignment);
  }
  std::string text;
  if (is_illegal()) text += "  const std::size_t guard = 0;\n#ifndef __PTO_AUTO__\n";
  else text += "#ifdef __PTO_AUTO__\n  const std::size_t guard = 0;\n#else\n"
               "  const std::size_t guard = 512;  // bytes behind each tile that the call must leave alone\n";
  for (const TileOperand& operand : tuple_.tiles) text += fmt::format("  TASSIGN({}, {});\n", operand.name, addresses[operand.storage]);
  return text + "#endif\n";
}

// As the judge fills them: poison, then the undefined elements of index operands, then what is defined.
std::string Writer::filling() const {
  const std::uint32_t word = program_.subject->poison.pattern;
  std::string text = fmt::format("  const std::uint32_t undefined = is_second ? 0x{:08x} : 0x{:08x};\n", ~word, word);
  std::vector<std::string> storages;
  for (const int storage : storages_)
    storages.push_back(fmt::format("{{\"{0}\", bytes_of({0}), {1}, {2}}}", owner(storage).name, storage_bytes(tuple_, storage),
                                   is_illegal() || !is_written(storage)));
  text += fmt::format("  Storage storages[] = {{{}}};\n", fmt::join(storages, ", "));
  text += "  for (Storage& one : storages)\n"
          "    for (std::size_t i = 0; i < one.size + guard; ++i) one.bytes[i] = static_cast<unsigned char>(undefined >> 8 * (i % 4));\n";
  for (std::size_t i = 0; i < tuple_.tiles.size(); ++i) {
    const auto& [name, role, tile, storage] = tuple_.tiles[i];
    if (role != Role::index || !has_places(tile) || (tile.valid_rows == tile.rows && tile.valid_cols == tile.cols)) continue;
    std::uint64_t bits[] = {0, 0};
    for (const IndexPoison& poison : program_.subject->index_poison)
      if (poison.tile == static_cast<int>(i)) bits[0] = poison.first, bits[1] = poison.second;
    text += fmt::format("  const {} undefined_{} = is_second ? {} : {};\n", bits_type(tile.dtype), name, bits_text(tile.dtype, bits[1]),
                        bits_text(tile.dtype, bits[0]));
    text += fmt::format("  for (int i = 0; i < {0}; ++i) std::memcpy(bytes_of({1}) + {2} * i, &undefined_{1}, {2});\n",
                        tile.rows * tile.cols, name, element_bytes(tile.dtype));
  }
  for (const TileOperand& operand : tuple_.tiles) {
    if (!has_contents(operand)) continue;
    const Matrix matrix = contents(operand);
    if (matrix.bits.empty()) continue;
    const int size = element_bytes(operand.tile.dtype);
    const std::string at = has_places(operand.tile) ? byte_offset(operand.tile) : fmt::format("{} * c", size);
    text += fmt::format("  for (int r = 0; r < {}; ++r)\n"
                        "    for (int c = 0; c < {}; ++c) std::memcpy(bytes_of({}) + {}, &{}, {});\n",
                        matrix.rows, matrix.cols, operand.name, at, element_of(operand.name + "_bits", matrix), size);
  }
  text += "  for (Storage& one : storages) one.before.assign(one.bytes, one.bytes + one.size + guard);\n";
  return text;
}

std::string Writer::call(std::string& before) const {
  std::vector<std::string> tiles, types, scalars, parameters, values;
  for (const TileOperand& operand : tuple_.tiles) {
    tiles.push_back(operand.name);
    types.push_back(is_ambiguous(tuple_) ? type_name(operand.name) : type_of(operand));
    parameters.push_back(type_name(operand.name) + "& " + operand.name);
  }
  for (std::size_t i = 0; i < tuple_.scalars.size(); ++i) {
    const DType dtype = tuple_.scalars[i].dtype;
    const std::uint64_t bits = program_.subject->scalars[i];
    scalars.push_back(fmt::format("std::bit_cast<{}>({}{{{}}})", cpp_type(dtype), bits_type(dtype), bits_text(dtype, bits)));
    values.push_back(render_value(dtype, bits));
  }
  std::string statement = cpp_call(tuple_, tiles, types, scalars);
  if (is_ambiguous(tuple_)) {
    before = fmt::format("template <class {}>\nvoid call({}) {{\n  {}\n}}\n", fmt::join(types, ", class "), fmt::join(parameters, ", "), statement);
    statement = fmt::format("call({});", fmt::join(tiles, ", "));
  }
  const std::string shown = values.empty() ? "" : fmt::format("  // {}", fmt::join(values, ", "));
  return program_.should_be_rejected ? fmt::format("  try {{\n    {}{}\n    returned = true;\n  }} catch (...) {{\n  }}\n", statement, shown)
                                     : fmt::format("  {}{}\n", statement, shown);
}

std::string Writer::run() const {
  std::string before;
  const std::string statement = call(before);
  std::string text = before + "void run(bool is_second) {\n" + declarations() + placing() + filling() + "\n" + statement + "\n";
  text += "  for (const Storage& one : storages) compare(one);\n";
  for (const OperandCheck& check : checks_) {
    const auto place = std::find(storages_.begin(), storages_.end(), check.operand().storage) - storages_.begin();
    text += check.loop(static_cast<std::size_t>(place));
  }
  return text + "}\n";
}

}  // namespace

std::optional<std::string> program_inexpressible(const Tuple& tuple) {
  if (auto why = inexpressible(tuple)) return why;
  for (const TileOperand& a : tuple.tiles)
    for (const TileOperand& b : tuple.tiles)
      if (a.storage == b.storage && a.tile.type != b.tile.type) return "one storage in two kinds of memory";
  return std::nullopt;
}

std::string cpp_program(const Program& program) { return Writer(program).write(); }

}  // namespace pto_cts::render
