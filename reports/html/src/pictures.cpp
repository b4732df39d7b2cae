// SPDX-License-Identifier: MIT
// The tiles of a finding's smallest case: drawings as SVG, in classes that the style sheet colours, and what is said
// about each element.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "parts.h"
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

/// How an element is drawn. The letters stand in TilePicture::look, one for each element in row-major order.
enum class Look : char {
  value = 'v',        ///< Right, as far as is known.
  pad = 'p',
  preserved = 'k',
  unspecified = 'u',  ///< May hold anything.
  wrong = 'w',
  wrong_pad = 'x',
  read = 'r',         ///< Of a source: inside its valid region.
  undefined = 'o'     ///< Of a source: outside it.
};

/// A part of a tile.
struct Window {
  std::int64_t row = 0, rows = 0, col = 0, cols = 0;
};

struct TilePicture {
  std::string id;  ///< Of the drawing in the page.
  TileOperand operand;
  Window window;
  std::string look;
  std::vector<std::pair<std::int64_t, std::int64_t>> wrong;  ///< In the whole tile.
};

constexpr std::int64_t kRows = 24, kCols = 32;
constexpr int kCell = 20, kLeft = 44, kTop = 22;

int x_of(std::int64_t col) { return kLeft + static_cast<int>(col) * kCell; }
int y_of(std::int64_t row) { return kTop + static_cast<int>(row) * kCell; }

// One shape for each look, so that colour is not needed.
std::string glyph(Look look, std::int64_t row, std::int64_t col) {
  const int x = x_of(col), y = y_of(row);
  switch (look) {
    case Look::wrong:
    case Look::wrong_pad: return fmt::format("M{} {}l10 10m0-10l-10 10", x + 5, y + 5);
    case Look::pad: return fmt::format("M{} {}h0", x + 10, y + 10);
    case Look::preserved: return fmt::format("M{} {}h8", x + 6, y + 10);
    case Look::unspecified:
    case Look::undefined: return fmt::format("M{} {}l6-6", x + 7, y + 13);
    case Look::value:
    case Look::read: break;
  }
  return {};
}

std::string fills(const TilePicture& picture) {
  std::string svg;
  for (std::int64_t row = 0; row < picture.window.rows; ++row) {
    const std::string line = picture.look.substr(static_cast<std::size_t>(row * picture.window.cols), static_cast<std::size_t>(picture.window.cols));
    for (std::size_t begin = 0; begin < line.size();) {
      const std::size_t end = std::min(line.find_first_not_of(line[begin], begin), line.size());
      svg += fmt::format("<rect class=\"e-{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", line[begin], x_of(static_cast<std::int64_t>(begin)),
                         y_of(row), static_cast<int>(end - begin) * kCell, kCell);
      begin = end;
    }
  }
  return svg;
}

std::string glyphs(const TilePicture& picture) {
  std::string svg;
  for (const Look look : {Look::pad, Look::preserved, Look::unspecified, Look::undefined, Look::wrong, Look::wrong_pad}) {
    std::string path;
    for (std::size_t at = 0; at < picture.look.size(); ++at)
      if (picture.look[at] == static_cast<char>(look))
        path += glyph(look, static_cast<std::int64_t>(at) / picture.window.cols, static_cast<std::int64_t>(at) % picture.window.cols);
    if (!path.empty()) svg += fmt::format("<path class=\"g-{}\" d=\"{}\"/>", static_cast<char>(look), path);
  }
  return svg;
}

std::string grid_lines(const Window& window) {
  std::string path;
  for (std::int64_t row = 0; row <= window.rows; ++row) path += fmt::format("M{} {}H{}", kLeft, y_of(row), x_of(window.cols));
  for (std::int64_t col = 0; col <= window.cols; ++col) path += fmt::format("M{} {}V{}", x_of(col), kTop, y_of(window.rows));
  return fmt::format("<path class=\"lines\" d=\"{}\"/>", path);
}

std::string numbers(const Window& window) {
  std::string svg;
  const std::int64_t step = window.col + window.cols > 100 ? 4 : window.cols > 16 ? 2 : 1;
  for (std::int64_t col = 0; col < window.cols; ++col)
    if (col % step == 0) svg += fmt::format("<text class=\"n\" x=\"{}\" y=\"{}\">{}</text>", x_of(col) + kCell / 2, kTop - 7, window.col + col);
  for (std::int64_t row = 0; row < window.rows; ++row)
    svg += fmt::format("<text class=\"n row\" x=\"{}\" y=\"{}\">{}</text>", kLeft - 7, y_of(row) + 14, window.row + row);
  return svg;
}

// Those borders of the valid region that lie in the window or at its edge.
std::string outline(const TileDesc& tile, const Window& window) {
  const std::int64_t right = std::min(tile.valid_cols - window.col, window.cols), bottom = std::min(tile.valid_rows - window.row, window.rows);
  if (right <= 0 || bottom <= 0) return {};
  const int x = x_of(right), y = y_of(bottom);
  std::string path;
  if (window.row == 0) path += fmt::format("M{} {}H{}", kLeft, kTop, x);
  if (window.col == 0) path += fmt::format("M{} {}V{}", kLeft, kTop, y);
  if (tile.valid_cols - window.col <= window.cols) path += fmt::format("M{} {}V{}", x, kTop, y);
  if (tile.valid_rows - window.row <= window.rows) path += fmt::format("M{} {}H{}", kLeft, y, x);
  return path.empty() ? "" : fmt::format("<path class=\"valid\" d=\"{}\"/>", path);
}

/// The part of at most 24 x 32 elements around one of them.
Window window_around(const TileDesc& tile, std::int64_t row, std::int64_t col) {
  Window window;
  window.rows = std::min(tile.rows, kRows);
  window.cols = std::min(tile.cols, kCols);
  window.row = std::clamp<std::int64_t>(row - window.rows / 2, 0, tile.rows - window.rows);
  window.col = std::clamp<std::int64_t>(col - window.cols / 2, 0, tile.cols - window.cols);
  return window;
}

/// The elements of the window, with the outline of the valid region.
std::string window_svg(const TilePicture& picture) {
  const int width = x_of(picture.window.cols) + 4, height = y_of(picture.window.rows) + 4;
  return fmt::format("<svg class=\"tile\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" aria-hidden=\"true\">", width, height) + fills(picture) +
         grid_lines(picture.window) + glyphs(picture) + outline(picture.operand.tile, picture.window) + numbers(picture.window) +
         fmt::format("<rect class=\"cursor\" width=\"{0}\" height=\"{0}\" visibility=\"hidden\"/></svg>", kCell);
}

/// The whole tile: where the valid region, the wrong elements and the window are. Empty where the window is the whole.
std::string overview_svg(const TilePicture& picture) {
  const TileDesc& tile = picture.operand.tile;
  const Window& window = picture.window;
  if (window.rows >= tile.rows && window.cols >= tile.cols) return {};
  // One side is 160 wide at most; thin tiles stay visible.
  const double scale = std::min(160.0 / static_cast<double>(std::max(tile.rows, tile.cols)), 8.0);
  const auto extent = [&](std::int64_t count) { return std::max(static_cast<int>(static_cast<double>(count) * scale + 0.5), 3); };
  const auto place = [&](std::int64_t at) { return static_cast<int>(static_cast<double>(at) * scale) + 2; };
  std::string svg = fmt::format("<svg class=\"overview\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" aria-hidden=\"true\">", extent(tile.cols) + 4, extent(tile.rows) + 4);
  svg += fmt::format("<rect class=\"e-u\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\"/>", extent(tile.cols), extent(tile.rows));
  if (tile.valid_rows > 0 && tile.valid_cols > 0)
    svg += fmt::format("<rect class=\"e-v\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\"/>", extent(std::min(tile.valid_cols, tile.cols)), extent(std::min(tile.valid_rows, tile.rows)));
  std::set<std::pair<int, int>> marks;
  for (const auto& [row, col] : picture.wrong)
    if (row >= 0 && col >= 0 && row < tile.rows && col < tile.cols) marks.insert({place(row), place(col)});
  std::string path;
  for (const auto& [y, x] : marks) path += fmt::format("M{} {}h2v2h-2z", x, y);
  svg += fmt::format("<path class=\"e-w\" d=\"{}\"/>", path);
  svg += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></svg>", place(window.col), place(window.row), extent(window.cols), extent(window.rows));
  return svg;
}

/// Shapes and valid regions of all operands to one scale, one drawing each.
std::vector<std::string> shapes_svg(const Tuple& tuple) {
  double largest = 1;
  for (const TileOperand& operand : tuple.tiles)
    for (const std::int64_t extent : {operand.tile.rows, operand.tile.cols, operand.tile.valid_rows, operand.tile.valid_cols})
      largest = std::max(largest, static_cast<double>(extent));
  const auto size = [&](std::int64_t extent) { return extent <= 0 ? 0 : std::max(static_cast<int>(static_cast<double>(extent) * 180 / largest + 0.5), 4); };
  std::vector<std::string> drawings;
  for (const TileOperand& operand : tuple.tiles) {
    const TileDesc& tile = operand.tile;
    const int width = std::max({size(tile.cols), size(tile.valid_cols), 4}), height = std::max({size(tile.rows), size(tile.valid_rows), 4});
    const bool fits = tile.valid_rows <= tile.rows && tile.valid_cols <= tile.cols;
    std::string svg = fmt::format("<svg class=\"shape\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" aria-hidden=\"true\">", width + 4, height + 4);
    svg += fmt::format("<rect class=\"e-o\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\"/>", size(tile.cols), size(tile.rows));
    if (size(tile.valid_cols) > 0 && size(tile.valid_rows) > 0)
      svg += fmt::format("<rect class=\"region{}\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\"/>", fits ? "" : " too-large", size(tile.valid_cols), size(tile.valid_rows));
    svg += fmt::format("<rect class=\"edge\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\"/></svg>", size(tile.cols), size(tile.rows));
    drawings.push_back(svg);
  }
  return drawings;
}

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
