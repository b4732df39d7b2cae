// SPDX-License-Identifier: MIT
#include "pto_cts/finding/page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/render/assembly.h"
#include "pto_cts/render/program.h"
#include "pto_cts/render/text.h"
#include "pto_cts/reports/citation.h"
#include "pto_cts/reproducer/reproducer.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::reports {
namespace {

using evaluate::ElementClass;

constexpr std::int64_t kRows = 16;
constexpr std::int64_t kLineWidth = 56;  // Of one of the two sides.

using Place = std::pair<std::int64_t, std::int64_t>;

struct Window {
  std::int64_t row = 0, rows = 0, col = 0, cols = 0;
};

// Around an element, and no larger than the tile.
Window around(const TileDesc& tile, Place wrong) {
  const std::int64_t width = 2 * element_bytes(tile.dtype) + 2;
  Window window;
  window.rows = std::min(tile.rows, kRows);
  window.cols = std::min(tile.cols, std::max<std::int64_t>(kLineWidth / width, 1));
  window.row = std::clamp<std::int64_t>(wrong.first - window.rows / 2, 0, tile.rows - window.rows);
  window.col = std::clamp<std::int64_t>(wrong.second - window.cols / 2, 0, tile.cols - window.cols);
  return window;
}

std::string bits_text(DType dtype, std::uint64_t bits) { return fmt::format("{:0{}x}", bits, 2 * element_bytes(dtype)); }

// The bits in "1.5 (0x3e00)".
std::string bits_in(const std::string& text) {
  const std::size_t begin = text.rfind("(0x"), end = text.rfind(')');
  return begin == std::string::npos || end == std::string::npos ? text : text.substr(begin + 3, end - begin - 3);
}

std::string heading(const Window& window, int width) {
  std::string line;
  for (std::int64_t col = window.col; col < window.col + window.cols; ++col) line += fmt::format("{:>{}} ", col, width);
  return line;
}

std::string destination(const evaluate::ExpectedTile& expected, const TileOperand& operand, const std::map<Place, std::string>& wrong) {
  const TileDesc& tile = operand.tile;
  const Window window = around(tile, wrong.begin()->first);
  const int width = 2 * element_bytes(tile.dtype) + 1;
  std::string text = fmt::format("  {}  (left: expected; right: actual; * wrong, = as expected, p pad, . not judged)\n", operand.name);
  text += fmt::format("  {:>5} {}| {}\n", "", heading(window, width), heading(window, width));
  for (std::int64_t row = window.row; row < window.row + window.rows; ++row) {
    std::string left, right;
    for (std::int64_t col = window.col; col < window.col + window.cols; ++col) {
      const auto at = static_cast<std::size_t>(row * tile.cols + col);
      const ElementClass kind = expected.classes[at];
      const bool judged = kind == ElementClass::value || kind == ElementClass::pad;
      const std::string wanted = judged ? bits_text(tile.dtype, expected.bits[at]) + (kind == ElementClass::pad ? "p" : " ") : ". ";
      const auto actual = wrong.find({row, col});
      const std::string got = actual != wrong.end() ? bits_in(actual->second) + "*" : kind == ElementClass::unspecified ? ". " : "= ";
      left += fmt::format("{:>{}}", wanted, width + 1);
      right += fmt::format("{:>{}}", got, width + 1);
    }
    text += fmt::format("  {:>5} {}| {}\n", row, left, right);
  }
  if (window.rows < tile.rows || window.cols < tile.cols)
    text += fmt::format("  rows {} to {} of {}, columns {} to {} of {}\n", window.row, window.row + window.rows - 1, tile.rows, window.col,
                        window.col + window.cols - 1, tile.cols);
  return text;
}

std::string source(const evaluate::Contents& contents, int index) {
  const TileOperand& operand = contents.tuple().tiles[static_cast<std::size_t>(index)];
  TileDesc valid = operand.tile;
  valid.rows = valid.valid_rows;
  valid.cols = valid.valid_cols;
  if (valid.rows < 1 || valid.cols < 1) return fmt::format("  {}  has no valid element\n", operand.name);
  const Window window = around(valid, {0, 0});
  const int width = 2 * element_bytes(valid.dtype) + 1;
  std::string text = fmt::format("  {}  (its valid region)\n  {:>5} {}\n", operand.name, "", heading(window, width));
  for (std::int64_t row = 0; row < window.rows; ++row) {
    text += fmt::format("  {:>5} ", row);
    for (std::int64_t col = 0; col < window.cols; ++col)
      text += fmt::format("{:>{}} ", bits_text(valid.dtype, contents.element(index, row, col)), width);
    text += "\n";
  }
  if (window.rows < valid.rows || window.cols < valid.cols)
    text += fmt::format("  the first {} of {} rows, {} of {} columns\n", window.rows, valid.rows, window.cols, valid.cols);
  return text;
}

/// For each destination with wrong elements: the part of it around the first of them, in hexadecimal bits, expected on the
/// left and actual on the right, and the tiles that were read. pre: the case is legal under the instruction.
std::string tile_grids(const terms::Instruction& instruction, const Case& subject, const record::MismatchCensus& wrong) {
  const evaluate::Expectation expectation(instruction, subject);
  std::map<std::string, std::map<Place, std::string>> by_operand;
  for (const record::Mismatch& one : wrong.first) by_operand[one.operand][{one.row, one.col}] = one.actual;
  std::string text;
  for (const evaluate::ExpectedTile& expected : expectation.tiles()) {
    const TileOperand& operand = subject.tuple.tiles[static_cast<std::size_t>(expected.tile)];
    if (const auto found = by_operand.find(operand.name); found != by_operand.end()) text += destination(expected, operand, found->second);
  }
  const evaluate::Contents contents(subject);
  for (int i = 0; i < static_cast<int>(subject.tuple.tiles.size()); ++i)
    if (is_read(subject.tuple.tiles[static_cast<std::size_t>(i)].role)) text += source(contents, i);
  return text;
}

std::string title(const record::Finding& finding) {
  return fmt::format("{}: {} in {}, {} case{}", finding.id, finding.kind, fmt::join(finding.instructions, ", "), finding.cases,
                     finding.cases == 1 ? "" : "s");
}

// In the folder of the report.
std::string command(const record::Finding& finding, const FindingContext& context) {
  return fmt::format("pto-cts reproduce {} {}", finding.smallest, context.options);
}

std::string first_wrong(const record::Finding& finding) {
  if (!finding.mismatches || finding.mismatches->first.empty()) return {};
  const record::Mismatch& first = finding.mismatches->first.front();
  return fmt::format("{}[{}, {}]: expected {}, got {}", first.operand, first.row, first.col, first.expected, first.actual);
}

std::string what_happened(const record::Finding& finding) {
  std::string text = finding.outcome.empty() ? "not run again" : finding.outcome;
  if (!finding.diagnostic.empty()) text += ": " + finding.diagnostic;
  if (!finding.build.empty()) text += " (build " + finding.build + ")";
  return text;
}

std::string smallness(const record::Finding& finding) {
  const record::Minimality& minimality = finding.minimality;
  std::string text = fmt::format("{} bytes of tiles, {} valid elements, {} that are not zero", finding.tile_bytes,
                                 finding.valid_elements, finding.non_zero);
  if (finding.repeated == 0) return text + "; it was not run again, and is not shrunk";
  if (finding.failed == 0) return text + "; it did not fail again";
  if (finding.failed < finding.repeated) text += fmt::format("; flaky: fails in {} of {} runs", finding.failed, finding.repeated);
  if (!minimality.complete) return text + fmt::format("; the budget ended the search after {} cases", minimality.tried);
  if (minimality.neighbours == 0) text += "; locally minimal: no case of this kind that the backend takes is one step simpler";
  else text += fmt::format("; locally minimal: {} simpler neighbours were run, none fails alike", minimality.neighbours);
  if (minimality.least_bytes) text += fmt::format("; no tuple of this kind has tiles of less than {} bytes", finding.tile_bytes);
  return text;
}

std::string readings(const record::Finding& finding) {
  std::string text;
  for (const std::string& reading : finding.explained_by) text += fmt::format("  explained in full by the reading {}\n", reading);
  for (const auto& [reading, count] : finding.partly_explained_by)
    text += fmt::format("  {} of them pass under the reading {}\n", count, reading);
  return text;
}

std::string sources(const std::vector<terms::Cite>& cites) {
  std::string text;
  for (const terms::Cite& cite : cites) {
    text += fmt::format("    {}\n", citation(cite));
    if (const std::string says = paraphrase(cite); !says.empty()) text += fmt::format("      \"{}\"\n", says);
  }
  return text;
}

// The clauses that were not checked, or the formula that was not followed.
std::string rules(const record::Finding& finding, const terms::Instruction& instruction) {
  std::string text;
  for (const std::string& id : finding.clauses)
    if (const terms::Clause* clause = instruction.find_clause(id))
      text += fmt::format("  {}: {}\n{}", clause->id, terms::print(instruction, clause->predicate.tree()), sources(clause->cites));
  if (!text.empty()) return "Rule that the tuple breaks\n" + text;
  for (const terms::Effect& effect : instruction.effects)
    text += fmt::format("  {}\n{}", terms::print(instruction, effect), sources(effect.cites));
  return "What the instruction means\n" + text;
}

std::string factors(const record::Finding& finding) {
  if (finding.factors.empty()) return {};
  std::string text = "Varied one at a time from the smallest case\n";
  for (const record::Factor& factor : finding.factors) {
    text += fmt::format("  {:<16} fails: {}", factor.name, fmt::join(factor.fails, ", "));
    if (!factor.passes.empty()) text += fmt::format("; passes: {}", fmt::join(factor.passes, ", "));
    text += "\n";
  }
  return text + "\n";
}

std::string members(const record::Finding& finding) {
  std::string text = fmt::format("Failing cases, {} of {}\n", finding.members.size(), finding.cases);
  for (const record::Member& member : finding.members)
    text += fmt::format("  {}{}\n", member.name, member.file.empty() ? "" : "  " + member.file);
  return text;
}

}  // namespace

std::filesystem::path page_of(const record::Finding& finding) { return std::filesystem::path(finding.smallest).replace_extension(".txt"); }

std::filesystem::path program_of(const record::Finding& finding) { return std::filesystem::path(finding.smallest).replace_extension(".cpp"); }

std::string finding_brief(const record::Finding& finding, const FindingContext& context) {
  std::string text = title(finding) + "\n";
  if (!finding.clauses.empty()) text += fmt::format("  not checked: {}\n", fmt::join(finding.clauses, ", "));
  if (!finding.statement.empty()) text += "  fails for: " + finding.statement + "\n";
  text += readings(finding) + "  smallest: " + finding.tuple + "\n";
  if (const std::string wrong = first_wrong(finding); !wrong.empty()) text += "    " + wrong + "\n";
  else if (!finding.diagnostic.empty() || finding.outcome != "executed") text += "    " + what_happened(finding) + "\n";
  return text + "  page: " + (context.folder / page_of(finding)).string() + "\n";
}

std::string finding_page(const record::Finding& finding, const Case& smallest, const FindingContext& context) {
  std::string text = title(finding) + fmt::format("\nbackend {}\n", context.backend);
  if (!finding.also.empty()) text += fmt::format("  also seen: {}\n", fmt::join(finding.also, ", "));
  if (!finding.statement.empty()) text += "  fails for: " + finding.statement + "\n";
  text += readings(finding) + "\nSmallest case\n  " + finding.tuple + "\n  on " + std::string(name(smallest.profile)) + "; " +
          smallness(finding) + "\n";
  for (std::size_t i = 0; i < smallest.scalars.size(); ++i)
    text += fmt::format("  {} = {}\n", smallest.tuple.scalars[i].name, render::render_value(smallest.tuple.scalars[i].dtype, smallest.scalars[i]));
  text += fmt::format("  the spec: {}; the backend: {}\n", record::name(finding.verdict), what_happened(finding));
  if (const std::string wrong = first_wrong(finding); !wrong.empty()) {
    text += fmt::format("  {} of {} judged elements differ; the first: {}\n\n", finding.mismatches->differing, finding.mismatches->judged, wrong);
    if (finding.verdict == record::VerdictKind::legal) text += tile_grids(*context.instruction, smallest, *finding.mismatches);
  }
  if (smallest.twin) text += fmt::format("  its legal neighbour: {}\n", render::render_tuple(smallest.twin->tuple));
  text += "\n" + rules(finding, *context.instruction) + "\nAs PTO assembly\n  " + render::assembly_ssa(smallest.tuple) + "\n  " +
          render::assembly_dps(smallest.tuple) + "\n\n" + factors(finding) + members(finding) + "\nAgain, in the folder of the report\n  " + command(finding, context) + "\n";
  if (const auto obstacle = render::program_inexpressible(smallest.tuple)) return text + "  no C++ file: " + *obstacle + "\n";
  return text + "  as C++: " + program_of(finding).string() + "\n";
}

std::string finding_program(const record::Finding& finding, const Case& smallest, const FindingContext& context) {
  if (render::program_inexpressible(smallest.tuple)) return {};
  std::string heading = title(finding) + "\n" + finding.tuple + "\n";
  if (!finding.statement.empty()) heading += "fails for: " + finding.statement + "\n";
  return reproducer::cpp_reproducer(*context.instruction, smallest, finding.kind, heading + "again: " + command(finding, context));
}

}  // namespace pto_cts::reports
