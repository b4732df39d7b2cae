// SPDX-License-Identifier: MIT
#include "pictures.h"

#include <fmt/format.h>

#include <map>

#include "drawing.h"
#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/render/text.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::reports::html {
namespace {

using evaluate::ElementClass;
using Json = nlohmann::ordered_json;
using Place = std::pair<std::int64_t, std::int64_t>;
using Wrong = std::map<Place, const record::Mismatch*>;

// Texts of the elements of a window by number; described in page/tiles.js.
class Spoken {
 public:
  explicit Spoken(const TilePicture& picture) {
    json_["operand"] = clean(picture.operand.name);
    json_["row"] = picture.window.row;
    json_["col"] = picture.window.col;
    json_["rows"] = picture.window.rows;
    json_["cols"] = picture.window.cols;
    json_["texts"] = Json::array();
    json_["of"] = Json::array();
  }
  void add(const std::string& text) {
    const auto [found, is_new] = numbers_.try_emplace(text, numbers_.size());
    if (is_new) json_["texts"].push_back(clean(text));
    json_["of"].push_back(found->second);
  }
  const Json& json() const { return json_; }

 private:
  Json json_ = Json::object();
  std::map<std::string, std::size_t> numbers_;
};

std::string part_text(const TileDesc& tile, const Window& window) {
  if (window.rows >= tile.rows && window.cols >= tile.cols) return "The whole tile is shown.";
  return fmt::format("Shown: rows {} to {} of {}, columns {} to {} of {}.", window.row, window.row + window.rows - 1, grouped(static_cast<std::uint64_t>(tile.rows)),
                     window.col, window.col + window.cols - 1, grouped(static_cast<std::uint64_t>(tile.cols)));
}

std::string size_text(const TileDesc& tile) {
  return fmt::format("{} {}\u00a0×\u00a0{}, valid region {}\u00a0×\u00a0{}", name(tile.dtype), tile.rows, tile.cols, tile.valid_rows, tile.valid_cols);
}

Data picture_item(const TilePicture& picture, const std::string& title) {
  Data item = object();
  set(item, "tile_id", picture.id);
  set(item, "title", title);
  set(item, "size", size_text(picture.operand.tile));
  set(item, "shown", part_text(picture.operand.tile, picture.window));
  item.set("svg", window_svg(picture));
  const std::string overview = overview_svg(picture);
  item.set("overview", overview.empty() ? Data(false) : Data(overview));
  return item;
}

Data destination(const evaluate::ExpectedTile& expected, const TileOperand& operand, const Wrong& wrong, bool all_known, std::string id, Json& spoken) {
  const TileDesc& tile = operand.tile;
  const Place first = wrong.begin()->first;
  TilePicture picture{std::move(id), operand, window_around(tile, first.first, first.second), {}, {}};
  for (const auto& [place, one] : wrong) picture.wrong.push_back(place);
  Spoken texts(picture);
  const std::string rest = all_known ? "as expected" : "not among the wrong elements that were kept";
  for (std::int64_t row = picture.window.row; row < picture.window.row + picture.window.rows; ++row)
    for (std::int64_t col = picture.window.col; col < picture.window.col + picture.window.cols; ++col) {
      const auto at = static_cast<std::size_t>(row * tile.cols + col);
      const ElementClass kind = expected.classes[at];
      const bool has_bits = kind == ElementClass::value || kind == ElementClass::pad;
      if (const auto found = wrong.find({row, col}); found != wrong.end()) {
        picture.look += static_cast<char>(kind == ElementClass::pad ? Look::wrong_pad : Look::wrong);
        texts.add(fmt::format("wrong {}: expected {}, actual {}", kind == ElementClass::pad ? "pad" : "value", found->second->expected, found->second->actual));
        continue;
      }
      picture.look += static_cast<char>(kind == ElementClass::value ? Look::value : kind == ElementClass::pad ? Look::pad
                                        : kind == ElementClass::preserved ? Look::preserved : Look::unspecified);
      if (has_bits) texts.add(fmt::format("{}: expected {}, actual {}", kind == ElementClass::pad ? "pad" : "value", render::render_value(tile.dtype, expected.bits[at]), rest));
      else texts.add(kind == ElementClass::preserved ? "preserved: expected as before the call" : "unspecified: may hold anything, not judged");
    }
  spoken[picture.id] = texts.json();
  return picture_item(picture, "written: " + operand.name);
}

Data source(const evaluate::Contents& contents, int index, const Place& near, std::string id, Json& spoken) {
  const TileOperand& operand = contents.tuple().tiles[static_cast<std::size_t>(index)];
  const TileDesc& tile = operand.tile;
  TilePicture picture{std::move(id), operand, window_around(tile, std::min(near.first, tile.rows - 1), std::min(near.second, tile.cols - 1)), {}, {}};
  Spoken texts(picture);
  for (std::int64_t row = picture.window.row; row < picture.window.row + picture.window.rows; ++row)
    for (std::int64_t col = picture.window.col; col < picture.window.col + picture.window.cols; ++col) {
      const bool valid = in_valid_region(tile, row, col);
      picture.look += static_cast<char>(valid ? Look::read : Look::undefined);
      texts.add(valid ? "holds " + render::render_value(tile.dtype, contents.element(index, row, col)) : "outside the valid region, undefined");
    }
  spoken[picture.id] = texts.json();
  return picture_item(picture, std::string("read: ") + operand.name);
}

void add_shapes(Data& item, const Tuple& tuple) {
  const std::vector<std::string> drawings = shapes_svg(tuple);
  std::vector<Data> shapes;
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
    const TileOperand& operand = tuple.tiles[i];
    Data shape = object();
    set(shape, "title", fmt::format("{} ({})", operand.name, name(operand.role)));
    set(shape, "size", size_text(operand.tile));
    set(shape, "rest", fmt::format("{}, {}, pad {}", name(operand.tile.type), name(layout_of(operand.tile)), name(operand.tile.pad)));
    set(shape, "too_large", operand.tile.valid_rows > operand.tile.rows || operand.tile.valid_cols > operand.tile.cols ? "The valid region is larger than the tile." : "");
    shape.set("svg", drawings[i]);
    shapes.push_back(std::move(shape));
  }
  set_list(item, "shapes", std::move(shapes));
}

// What the evaluator demands before it says what is expected.
bool can_be_expected(const record::Finding& finding, const Case& smallest, const terms::Instruction& instruction) {
  if (!finding.mismatches || finding.mismatches->first.empty() || !terms::shape_problem(instruction, smallest.tuple).empty()) return false;
  for (const TileOperand& operand : smallest.tuple.tiles)
    if (!has_places(operand.tile)) return false;
  return evaluate::verdict(instruction, smallest).legality != evaluate::Legality::illegal;
}

}  // namespace

void add_pictures(Data& item, const record::Finding& finding, const Case& smallest, const terms::Instruction* instruction, std::string_view id, Json& spoken) {
  std::vector<Data> pictures;
  std::vector<Data> scalars;
  for (std::size_t i = 0; i < smallest.scalars.size() && i < smallest.tuple.scalars.size(); ++i)
    scalars.emplace_back(clean(smallest.tuple.scalars[i].name + " = " + render::render_value(smallest.tuple.scalars[i].dtype, smallest.scalars[i])));
  set_flag(item, "has_scalars", !scalars.empty());
  set_list(item, "scalars", std::move(scalars));
  if (instruction != nullptr && can_be_expected(finding, smallest, *instruction)) {
    const record::MismatchCensus& census = *finding.mismatches;
    std::map<std::string, Wrong> by_operand;
    for (const record::Mismatch& one : census.first) by_operand[one.operand][{one.row, one.col}] = &one;
    const evaluate::Expectation expectation(*instruction, smallest);
    const evaluate::Contents contents(smallest);
    Place near{0, 0};
    for (const evaluate::ExpectedTile& expected : expectation.tiles()) {
      const TileOperand& operand = smallest.tuple.tiles[static_cast<std::size_t>(expected.tile)];
      const auto found = by_operand.find(operand.name);
      if (found == by_operand.end()) continue;
      near = found->second.begin()->first;
      pictures.push_back(destination(expected, operand, found->second, census.first.size() == census.differing, fmt::format("{}-{}", id, expected.tile), spoken));
    }
    for (int i = 0; !pictures.empty() && i < static_cast<int>(smallest.tuple.tiles.size()); ++i)
      if (is_read(smallest.tuple.tiles[static_cast<std::size_t>(i)].role)) pictures.push_back(source(contents, i, near, fmt::format("{}-{}-read", id, i), spoken));
  }
  set_flag(item, "has_pictures", !pictures.empty());
  set_flag(item, "has_shapes", pictures.empty());
  if (pictures.empty()) add_shapes(item, smallest.tuple);
  set_list(item, "pictures", std::move(pictures));
}

}  // namespace pto_cts::reports::html
