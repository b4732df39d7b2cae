// SPDX-License-Identifier: MIT
// Instruction x profile x element types, one table for each instruction.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "parts.h"
#include "pto_cts/types/dtype.h"

namespace pto_cts::reports::html {
namespace {

constexpr std::string_view kEverything;  // The group of all cases.

using Groups = std::map<std::string, record::Counts>;               // By group of cells.
using Matrix = std::map<std::string, std::map<Profile, Groups>>;    // By instruction.

// Element types in the order of the enumeration, longer signatures after shorter ones, then the other groups.
std::tuple<int, std::size_t, std::size_t, std::string> order(const std::string& group) {
  const auto commas = static_cast<std::size_t>(std::ranges::count(group, ','));
  if (const auto dtype = parse_dtype(group.substr(0, group.find(',')))) return {0, commas, static_cast<std::size_t>(*dtype), group};
  const std::string_view known[] = {"example", "reject", "target"};
  const auto at = static_cast<std::size_t>(std::ranges::find(known, group) - known);
  return {group == kEverything ? 2 : 1, 0, at, group};
}

std::string label(const std::string& group) {
  if (group == "example") return "examples of the page";
  if (group == "reject") return "illegal tuples";
  if (group == "target") return "target-defined";
  return group == kEverything ? "all" : group;
}

Data entry(const std::string& instruction, Profile profile, const std::string& group, const record::Counts& counts) {
  const Mark mark = mark_of(counts);
  Data item = object();
  set_flag(item, "any", counts.planned > 0);
  set(item, "css", mark.css);
  set(item, "sign", mark.sign);
  const std::uint64_t part = counts.fail > 0 ? counts.fail : counts.pass;
  const bool all = part == 0 || part == counts.planned;
  set(item, "counts", all ? counts.planned : part);  // The least that is to be read; the whole is in the label.
  set(item, "of", all ? "" : grouped(counts.planned));
  set(item, "label", fmt::format("{} on {}, {}: {}", instruction, pto_cts::name(profile), label(group), counts_text(counts)));
  std::vector<std::pair<std::string_view, std::string_view>> filter = {{"instruction", instruction}, {"profile", pto_cts::name(profile)}};
  if (group != kEverything) filter.emplace_back("group", group);
  set(item, "href", link(filter));
  return item;
}

}  // namespace

void add_matrix(Data& page, const RunReport& report) {
  const record::RunHeader& run = report.statement.run;
  Matrix matrix;
  for (const std::string& instruction : run.instructions)
    for (const Profile profile : run.profiles) matrix[instruction][profile];
  for (const record::Result& result : report.results) {
    Groups& groups = matrix[result.instruction][result.profile];
    add(groups[group_of(result.cell)], result.judgement);
    add(groups[std::string(kEverything)], result.judgement);
  }
  std::vector<Data> tables;
  for (const auto& [instruction, profiles] : matrix) {
    Data table = object();
    set(table, "instruction", instruction);
    std::vector<Data> heads;
    std::vector<std::string> rows;
    for (const auto& [profile, groups] : profiles) {
      heads.emplace_back(clean(pto_cts::name(profile)));
      for (const auto& [group, counts] : groups) rows.push_back(group);
    }
    std::ranges::sort(rows, {}, order);
    rows.erase(std::ranges::unique(rows).begin(), rows.end());
    std::vector<Data> lines;
    for (const std::string& group : rows) {
      Data line = object();
      set(line, "group", label(group));
      set_flag(line, "total", group == kEverything);
      std::vector<Data> entries;
      for (const auto& [profile, groups] : profiles) {
        const auto found = groups.find(group);
        entries.push_back(entry(instruction, profile, group, found == groups.end() ? record::Counts() : found->second));
      }
      set_list(line, "entries", std::move(entries));
      lines.push_back(std::move(line));
    }
    set_list(table, "heads", std::move(heads));
    set_flag(table, "any_rows", !lines.empty());
    set_list(table, "rows", std::move(lines));
    tables.push_back(std::move(table));
  }
  set_flag(page, "has_matrix", !tables.empty());
  set_list(page, "matrix", std::move(tables));

  std::vector<Data> rows;
  for (const auto& [key, counts] : report.summary.rows) {
    Data row = object();
    set(row, "instruction", key.instruction);
    set(row, "profile", pto_cts::name(key.profile));
    const std::pair<const char*, std::uint64_t> values[] = {
        {"planned", counts.planned}, {"run", counts.run}, {"pass", counts.pass}, {"fail", counts.fail}, {"undecided", counts.undecided},
        {"not_supported", counts.not_supported}, {"not_expressible", counts.not_expressible}, {"not_run", counts.not_run}};
    for (const auto& [name, value] : values) set(row, name, value);
    set(row, "css", mark_of(counts).css);
    set(row, "sign", mark_of(counts).sign);
    rows.push_back(std::move(row));
  }
  set_flag(page, "has_summary", !rows.empty());
  set_list(page, "summary", std::move(rows));
}

}  // namespace pto_cts::reports::html
