// SPDX-License-Identifier: MIT
#include "program_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace pto_cts::render {
namespace {

constexpr std::size_t kOthersInLine = 4;

std::uint64_t quiet_nan(DType dtype) { return dtype == DType::f16 ? 0x7e00 : dtype == DType::bf16 ? 0x7fc0 : 0x7fc00000; }

std::uint64_t shown_bits(DType dtype, const WantedElement& element) {
  return element.any_of.empty() ? quiet_nan(dtype) : element.any_of.front();
}

std::string is_nan_text(DType dtype) {
  if (dtype == DType::f32) return "(got & 0x7fffffffu) > 0x7f800000u";
  return dtype == DType::f16 ? "(got & 0x7fffu) > 0x7c00u" : "(got & 0x7fffu) > 0x7f80u";
}

}  // namespace

OperandCheck::OperandCheck(const TileOperand& operand, std::span<const WantedElement* const> wanted) : operand_(operand) {
  find_extents(wanted);
  Grid grid(static_cast<std::size_t>(rows_ * cols_));
  for (const WantedElement* element : wanted) grid[static_cast<std::size_t>(element->row * cols_ + element->col)] = element;
  has_pad_ = pad_is_one_constant(grid);
  if (!has_pad_) matrix_ = {rows_, cols_};
  matrix_.bits.resize(static_cast<std::size_t>(matrix_.rows * matrix_.cols));
  sort_in(grid);
}

// The matrix is first as large as what is no pad.
void OperandCheck::find_extents(std::span<const WantedElement* const> wanted) {
  for (const WantedElement* element : wanted) {
    rows_ = std::max(rows_, element->row + 1);
    cols_ = std::max(cols_, element->col + 1);
    if (element->is_pad) continue;
    matrix_.rows = std::max(matrix_.rows, element->row + 1);
    matrix_.cols = std::max(matrix_.cols, element->col + 1);
  }
}

bool OperandCheck::pad_is_one_constant(const Grid& grid) {
  const WantedElement* pad = nullptr;
  for (std::int64_t row = 0; row < rows_; ++row)
    for (std::int64_t col = 0; col < cols_; ++col) {
      const WantedElement* element = grid[static_cast<std::size_t>(row * cols_ + col)];
      const bool beyond = row >= matrix_.rows || col >= matrix_.cols, is_pad = element && element->is_pad;
      if (beyond != is_pad) return false;
      if (!is_pad) continue;
      if (element->any_nan || element->is_kept || element->any_of.size() != 1) return false;
      if (pad && pad->any_of != element->any_of) return false;
      pad = element;
    }
  if (pad) pad_bits_ = pad->any_of.front();
  return pad != nullptr;
}

void OperandCheck::sort_in(const Grid& grid) {
  const DType dtype = operand_.tile.dtype;
  const auto plain = std::find_if(grid.begin(), grid.end(), [](const WantedElement* e) { return e && !e->is_kept && !e->is_pad; });
  const std::uint64_t filler = plain == grid.end() ? 0 : shown_bits(dtype, **plain);
  for (std::int64_t row = 0; row < matrix_.rows; ++row)
    for (std::int64_t col = 0; col < matrix_.cols; ++col) {
      const WantedElement* element = grid[static_cast<std::size_t>(row * cols_ + col)];
      matrix_.at(row, col) = element && !element->is_kept ? shown_bits(dtype, *element) : filler;
      if (!element) add_to(open_, row, col);
      else if (element->is_kept) add_to(kept_, row, col);
      if (!element || element->is_kept) continue;
      if (element->is_pad) add_to(pads_, row, col);
      if (element->any_nan) add_to(nan_, row, col);
      for (std::size_t i = 1; i < element->any_of.size(); ++i) others_.push_back({row, col, element->any_of[i]});
    }
}

void OperandCheck::add_to(std::vector<Run>& runs, std::int64_t row, std::int64_t col) const {
  if (!runs.empty() && runs.back().row == row && runs.back().col + runs.back().count == col) ++runs.back().count;
  else runs.push_back({row, col, 1});
}

std::string OperandCheck::runs_text(const char* suffix, const std::vector<Run>& runs, const char* comment) const {
  if (runs.empty()) return {};
  std::string text = fmt::format("const Run {}_{}[] = {{  // {}\n", operand_.name, suffix, comment);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool starts = i == 0 || runs[i].row != runs[i - 1].row, ends = i + 1 == runs.size() || runs[i].row != runs[i + 1].row;
    text += fmt::format("{}{{{}, {}, {}}},{}", starts ? "    " : " ", runs[i].row, runs[i].col, runs[i].count, ends ? "\n" : "");
  }
  return text + "};\n";
}

std::string OperandCheck::constants() const {
  const DType dtype = operand_.tile.dtype;
  std::string text = definition(dtype, operand_.name + "_wanted", matrix_);
  if (has_pad_)
    text += fmt::format("const {} {}_pad = {};  // in all other elements\n", bits_type(dtype), operand_.name, bits_text(dtype, pad_bits_));
  text += runs_text("open", open_, "may hold anything");
  text += runs_text("nan", nan_, "any NaN is right");
  text += runs_text("kept", kept_, "must hold what they held before");
  text += runs_text("pads", pads_, "are padding");
  if (others_.empty()) return text;
  text += fmt::format("const Other {}_others[] = {{  // right too\n", operand_.name);
  for (std::size_t i = 0; i < others_.size(); ++i)
    text += fmt::format("{}{{{}, {}, {}}},", i % kOthersInLine != 0 ? " " : i == 0 ? "    " : "\n    ", others_[i].row, others_[i].col,
                        bits_text(dtype, others_[i].bits));
  return text + "\n};\n";
}

std::string OperandCheck::wanted_text() const {
  const std::string matrix = element_of(operand_.name + "_wanted", matrix_);
  if (!has_pad_) return matrix;
  if (matrix_.bits.empty()) return operand_.name + "_pad";
  return fmt::format("is_pad ? {}_pad : {}", operand_.name, matrix);
}

std::string OperandCheck::pad_text() const {
  if (!has_pad_) return fmt::format("in({}_pads, r, c)", operand_.name);
  if (matrix_.bits.empty()) return "true";
  std::string text;
  if (matrix_.rows < rows_) text = fmt::format("r >= {}", matrix_.rows);
  if (matrix_.cols < cols_) text += fmt::format("{}c >= {}", text.empty() ? "" : " || ", matrix_.cols);
  return text;
}

std::string OperandCheck::loop(std::size_t storage) const {
  const std::string& name = operand_.name;
  const DType dtype = operand_.tile.dtype;
  const std::string type = bits_type(dtype), at = byte_offset(operand_.tile), to_text = fmt::format("{}_text", pto_cts::name(dtype));
  std::string text = fmt::format("  for (int r = 0; r < {}; ++r)\n    for (int c = 0; c < {}; ++c) {{\n", rows_, cols_);
  const auto add = [&](const std::string& line) { text += "      " + line + "\n"; };
  if (has_pads()) add(fmt::format("const bool is_pad = {};", pad_text()));
  add(fmt::format("{0} got, wanted = {1};\n      std::memcpy(&got, bytes_of({2}) + {3}, sizeof(got));", type, wanted_text(), name, at));
  if (has_kept())
    add(fmt::format("if (in({0}_kept, r, c)) std::memcpy(&wanted, storages[{1}].before.data() + {2}, sizeof(wanted));", name, storage, at));
  const std::string no_matter = open_.empty() ? "" : fmt::format(" || in({}_open, r, c)", name);
  const bool is_plain = others_.empty() && nan_.empty() && no_matter.empty();
  if (is_plain && !has_pads())
    return text + fmt::format("      if (got != wanted) report(\"{0}\", r, c, {1}(wanted), {1}(got));\n    }}\n", name, to_text);
  add(fmt::format("if (got == wanted{}) continue;", no_matter));
  if (others_.empty() && nan_.empty()) {
    add(fmt::format("report(\"{0}\", r, c, {1}(wanted), {1}(got));", name, to_text));
  } else {
    add("bool right = false;");
    add(fmt::format("std::string expected = {}(wanted);", to_text));
    if (has_others())
      add(fmt::format("for (const Other& other : {}_others)\n"
                      "        if (other.row == r && other.col == c) right |= got == other.bits, expected += \" or \" + {}({}(other.bits));",
                      name, to_text, type));
    if (!nan_.empty()) add(fmt::format("if (in({}_nan, r, c)) right |= {}, expected += \" or any NaN\";", name, is_nan_text(dtype)));
    add("if (right) continue;");
    add(fmt::format("report(\"{}\", r, c, expected, {}(got));", name, to_text));
  }
  if (has_pads()) add("wrong_pad |= is_pad;");
  return text + "    }\n";
}

std::string run_helper() {
  return R"(struct Run {
  int row, col, count;
};
template <std::size_t N>
bool in(const Run (&runs)[N], int r, int c) {
  for (const Run& run : runs)
    if (run.row == r && run.col <= c && c < run.col + run.count) return true;
  return false;
}
)";
}

std::string other_helper() {
  return "struct Other {\n  int row, col;\n  std::uint64_t bits;\n};\n";
}

}  // namespace pto_cts::render
