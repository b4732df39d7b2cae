// SPDX-License-Identifier: MIT
// The rules of the tile operand page, on every tile operand of an instruction.
#include <algorithm>
#include <functional>

#include "pto_cts/instructions/registry_entry.h"
#include "pto_cts/terms/define.h"

namespace pto_cts::spec {
namespace {

using namespace terms;

void apply_type_rules(Define& d, const std::string& name, const std::vector<Tile>& tiles) {
  const auto all = [&](const std::function<Bool(const Tile&)>& rule) {
    Bool together = rule(tiles.front());
    for (std::size_t i = 1; i < tiles.size(); ++i) together = together && rule(tiles[i]);
    return together;
  };
  d.require(name + ".capacity", all([](const Tile& t) { return 512 <= t.bytes() && t.bytes() <= 32768; }),
            {"tile/constraints-capacity/1", "tile/description/4", "tile/example-dynamic-mask/3"});
  d.require(name + ".capacity-multiple", all([](const Tile& t) { return t.bytes() % 512 == 0; }),
            {"tile/constraints-capacity/2", "tile/description/3"});
  d.require(name + ".col-alignment", all([](const Tile& t) { return t.cols * size_of(t.dtype) % 32 == 0; }),
            {"tile/constraints-shape/2", "tile/example-dynamic-mask/4"});
  d.core(name + ".box-size", all([](const Tile& t) { return t.fractal_bytes == 512; }),
         "the pages' examples use boxes of 512 bytes");
  d.core(name + ".whole-boxes", all([](const Tile& t) {
           return t.slayout == SLayout::NoneBox || (t.rows % t.box_rows == 0 && t.cols % t.box_cols == 0);
         }),
         "a shape that its boxes do not divide");
}

void apply_region_rules(Define& d, const std::string& name, const Tile& tile, bool zero_ruled_by_page) {
  const int least = zero_ruled_by_page ? 0 : 1;
  d.require(name + ".valid-rows", implies(tile.dynamic_rows(), least <= tile.valid_rows && tile.valid_rows <= tile.rows),
            {"tile/constraints-valid/4"});
  d.require(name + ".valid-cols", implies(tile.dynamic_cols(), least <= tile.valid_cols && tile.valid_cols <= tile.cols),
            {"tile/constraints-valid/4"});
  d.core(name + ".static-valid-rows",
         implies(!tile.dynamic_rows(), least <= tile.static_valid_rows && tile.static_valid_rows <= tile.rows),
         "a static valid extent that is zero or beyond the static shape", {"tile/constraints-valid/4"});
  d.core(name + ".static-valid-cols",
         implies(!tile.dynamic_cols(), least <= tile.static_valid_cols && tile.static_valid_cols <= tile.cols),
         "a static valid extent that is zero or beyond the static shape", {"tile/constraints-valid/4"});
}

// Storage may be shared only where the instruction says so, and then by tiles of one dtype, shape and layout.
void apply_sharing_rules(Define& d, const std::vector<Tile>& tiles) {
  const Instruction& instruction = d.instruction();
  for (const Tile& a : tiles)
    for (const Tile& b : tiles) {
      if (a.index >= b.index) continue;
      const std::string name = instruction.tiles[static_cast<std::size_t>(a.index)].name + "-" +
                               instruction.tiles[static_cast<std::size_t>(b.index)].name;
      bool allowed = false;
      for (const auto& [x, y] : instruction.aliases) allowed |= x == a.index && y == b.index;
      if (!allowed)
        d.core("sharing." + name, !same_storage(a, b), "the pages do not say what these operands do in one storage");
      else
        d.core("sharing." + name,
               implies(same_storage(a, b), a.dtype == b.dtype && a.rows == b.rows && a.cols == b.cols &&
                                               a.blayout == b.blayout && a.slayout == b.slayout),
               "one storage seen through two layouts");
    }
}

// Clauses and core conditions of the tile page whose names end so: one of each for every operand or type parameter.
std::vector<std::string> ids_of_rules(const Instruction& instruction, const std::vector<std::string>& endings) {
  std::vector<std::string> ids;
  const auto add = [&](const std::string& id, bool from_tile_page) {
    for (const std::string& ending : endings)
      if (from_tile_page && id.ends_with(ending)) ids.push_back(id);
  };
  const auto cites_tile_page = [](const std::vector<Cite>& cites) {
    return cites.empty() || cites.front().rule.starts_with("tile/");
  };
  for (const Clause& clause : instruction.clauses) add(clause.id, cites_tile_page(clause.cites));
  for (const CoreCondition& condition : instruction.core) add(condition.id, cites_tile_page(condition.cites));
  return ids;
}

// What the tile page leaves open, or other sources say otherwise.
void add_disputes(Define& d) {
  d.dispute("static-zero-valid", "The page bounds a dynamic mask from below by one; of a static extent of zero it says nothing.",
            "Target-defined; a dynamic extent of zero is illegal.", {}, {"tile/constraints-valid/4"},
            ids_of_rules(d.instruction(), {".static-valid-rows", ".static-valid-cols"}));
  d.dispute("column-major-alignment",
            "The page aligns the columns whatever the layout; the public headers align rows times element size where the "
            "tile is column-major.",
            "The page's rule.", {}, {"tile/constraints-shape/2"}, ids_of_rules(d.instruction(), {".col-alignment"}));
  d.dispute("boxes", "The page names box layouts without saying that boxes divide the shape; the maps need it.",
            "A shape that its boxes do not divide, and a box size other than 512 bytes, are target-defined.", {},
            {"tile/declaration/19", "tile/declaration/23"},
            ids_of_rules(d.instruction(), {".box-size", ".whole-boxes"}));
  const auto& effects = d.instruction().effects;
  if (std::any_of(effects.begin(), effects.end(), [](const Effect& effect) { return !effect.whole_tile; }))
    d.dispute("outside-valid-region", "Does an instruction keep what lies outside the destination's valid region?",
              "Unspecified: the tile is the instruction's alone to write, and such elements have no meaning.",
              {{"preserve-outside", "elements written there are reported, and fail nothing"}},
              {"tile/constraints-write/1", "tile/constraints-valid/3"});
}

// The tile page's own examples, as operands of an instruction that takes a single tile type.
void add_tile_examples(Define& d) {
  const std::size_t count = d.instruction().tiles.size();
  TileDesc fixed = default_tile(TileType::Vec, DType::f32, 128, 256);
  fixed.static_valid_rows = fixed.valid_rows = 127;
  fixed.static_valid_cols = fixed.valid_cols = 127;
  fixed.pad = PadValue::Zero;
  d.example("example/tile/static-mask", {"tile/example-static-mask/1"}, std::vector<TileDesc>(count, fixed));

  TileDesc dynamic = default_tile(TileType::Vec, DType::f32, 128, 256);
  dynamic.static_valid_rows = kDynamic;
  dynamic.valid_rows = 120;
  dynamic.static_valid_cols = dynamic.valid_cols = 127;
  d.example("example/tile/dynamic-mask", {"tile/example-dynamic-mask/1", "tile/example-dynamic-mask/2"},
            std::vector<TileDesc>(count, dynamic));
  d.dispute("tile-examples", "Both example tiles of the tile page exceed the page's own capacity.",
            "The rule: such a tile is illegal.", {},
            {"tile/constraints-capacity/1", "tile/example-static-mask/1", "tile/example-dynamic-mask/1"},
            {"example/tile/static-mask", "example/tile/dynamic-mask"});
}

}  // namespace

void apply_tile_register_rules(Define& d) {
  const Instruction& instruction = d.instruction();
  std::vector<Tile> tiles;
  for (std::size_t i = 0; i < instruction.tiles.size(); ++i) tiles.emplace_back(static_cast<int>(i));
  const std::vector<std::string> parameters = instruction.type_parameters;
  for (std::size_t parameter = 0; parameter < parameters.size(); ++parameter) {
    std::vector<Tile> members;
    for (const Tile& tile : tiles)
      if (instruction.tiles[static_cast<std::size_t>(tile.index)].type_parameter == static_cast<int>(parameter))
        members.push_back(tile);
    apply_type_rules(d, parameters[parameter], members);
  }
  for (const Tile& tile : tiles) {
    const TileParameter operand = instruction.tiles[static_cast<std::size_t>(tile.index)];
    apply_region_rules(d, operand.name, tile, operand.page_rules_zero);
  }
  apply_sharing_rules(d, tiles);
  add_disputes(d);
  if (parameters.size() == 1) add_tile_examples(d);
}

}  // namespace pto_cts::spec
