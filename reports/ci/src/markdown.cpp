// SPDX-License-Identifier: MIT
#include "pto_cts/ci/ci.h"

#include <fmt/format.h>

#include <algorithm>

#include "text.h"

namespace pto_cts::reports {
namespace {

using namespace ci;

using record::Counts;
using Lines = std::vector<std::string>;

constexpr std::size_t kMarkdownBytes = 240;
constexpr std::size_t kListed = 5;  // Findings, gaps.
constexpr std::size_t kReasons = 2;

// Text that stays text: no markup, no link, no mention, no cell border.
std::string escaped(std::string_view text, std::size_t limit = kMarkdownBytes) {
  std::string result;
  const std::string line = one_line(text, limit);
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool begins_block =
        (i == 0 && (c == '-' || c == '+' || c == '=') && (line.find_first_not_of(c) == std::string::npos || line[1] == ' ')) || (i == digits && i > 0 && (c == '.' || c == ')'));
    if (begins_block) result += std::string("\\") + c;
    else if (c == '&') result += "&amp;";
    else if (c == '<') result += "&lt;";
    else if (c == '>') result += "&gt;";
    else if (c == '@') result += "&#64;";
    else if (std::string_view("\\`*_{}[]|~#!$").find(c) != std::string_view::npos) result += std::string("\\") + c;
    else if ((c == ':' && line.compare(i, 3, "://") == 0) || (c == '.' && i >= 3 && line.compare(i - 3, 3, "www") == 0))
      result += std::string("\\") + c;
    else result += c;
  }
  return result;
}

std::string tally(std::uint64_t count, const char* word) { return count == 0 ? "" : fmt::format("{} {}", count, word); }

std::string cell(const Counts& c) {
  if (c.planned == 0) return "-";
  Lines parts = {c.fail > 0 ? fmt::format("**{} fail**", c.fail) : "", tally(c.pass, "pass"), tally(c.undecided, "undecided"),
                 tally(c.not_supported, "not supported"), tally(c.not_expressible, "not expressible"), tally(c.not_run, "not run")};
  std::erase(parts, "");
  return joined(parts, ", ");
}

void add(Counts& into, const Counts& more) {
  into.planned += more.planned;
  into.fail += more.fail;
  into.pass += more.pass;
  into.undecided += more.undecided;
  into.not_supported += more.not_supported;
  into.not_expressible += more.not_expressible;
  into.not_run += more.not_run;
}

struct Row {
  std::string title;
  std::map<Profile, Counts> by_profile;

  std::uint64_t fails() const {
    std::uint64_t all = 0;
    for (const auto& [profile, counts] : by_profile) all += counts.fail;
    return all;
  }
};

std::string row_line(const Row& row, const std::vector<Profile>& profiles) {
  std::string line = "| " + row.title + " |";
  for (const Profile profile : profiles) {
    const auto found = row.by_profile.find(profile);
    line += " " + cell(found == row.by_profile.end() ? Counts() : found->second) + " |";
  }
  return line;
}

// `limit`: of all its lines.
Lines counts_table(const record::Summary& summary, std::size_t limit) {
  std::vector<Profile> profiles;
  std::vector<Row> rows;
  Row total{"total", {}};
  for (const auto& [key, counts] : summary.rows) {
    if (rows.empty() || rows.back().title != escaped(key.instruction)) rows.push_back({escaped(key.instruction), {}});
    rows.back().by_profile[key.profile] = counts;
    add(total.by_profile[key.profile], counts);
  }
  for (const auto& [profile, counts] : total.by_profile) profiles.push_back(profile);
  std::string heading = "| instruction |", rule = "|---|";
  for (const Profile profile : profiles) {
    heading += fmt::format(" {} |", name(profile));
    rule += "---|";
  }
  Lines lines = {heading, rule};
  if (const std::size_t places = limit - 3; rows.size() > places) {
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.fails() > b.fails(); });
    Row rest{fmt::format("{} more instructions", rows.size() - places + 1), {}};
    for (std::size_t i = places - 1; i < rows.size(); ++i)
      for (const auto& [profile, counts] : rows[i].by_profile) add(rest.by_profile[profile], counts);
    rows.resize(places - 1);
    rows.push_back(rest);
  }
  rows.push_back(total);
  for (const Row& row : rows) lines.push_back(row_line(row, profiles));
  return lines;
}

std::string standing_of(const record::ProfileStatement& profile, record::Dimension dimension) {
  for (const record::DimensionStanding& one : profile.dimensions)
    if (one.dimension == dimension) return std::string(record::name(one.standing));
  return "-";
}

Lines levels_table(const record::Statement& statement) {
  using enum record::Dimension;
  Lines lines = {"| profile | level | semantic | legality | ordering | diagnostic | what keeps it from the next level |", "|---|---|---|---|---|---|---|"};
  for (const record::ProfileStatement& one : statement.profiles)
    lines.push_back(fmt::format("| {} | {} | {} | {} | {} | {} | {} |", name(one.profile), level_text(one.level), standing_of(one, semantic),
                                standing_of(one, legality), standing_of(one, ordering), standing_of(one, diagnostic), escaped(one.capped_by)));
  return lines;
}

Lines listed(const char* title, const Lines& items) {
  if (items.empty()) return {};
  Lines lines = {fmt::format("**{}**", title)};
  const std::size_t shown = items.size() > kListed ? kListed - 1 : items.size();
  for (std::size_t i = 0; i < shown; ++i) lines.push_back("- " + items[i]);
  if (items.size() > shown) lines.push_back(fmt::format("- {} more", items.size() - shown));
  return lines;
}

Lines findings(const RunReport& report) {
  Lines items;
  for (const auto& [fault, cases] : report.summary.total.environment)
    items.push_back(fmt::format("fault of the backend itself: {}; {} met it", escaped(fault), counted(cases, "case")));
  std::vector<const record::Finding*> sorted;
  for (const record::Finding& finding : report.findings) sorted.push_back(&finding);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->cases > b->cases; });
  for (const record::Finding* finding : sorted)
    items.push_back(fmt::format("{}: {} in {}, {}{}{}", escaped(finding->id), escaped(finding->kind), escaped(joined(finding->instructions, ", ")),
                                counted(finding->cases, "case"), finding->statement.empty() ? "" : "; fails for ", escaped(finding->statement)));
  if (const std::uint64_t rest = ungrouped(report.summary.total, report.findings); rest > 0)
    items.push_back(fmt::format("{} in no finding: {}", counted(rest, "failing case"), escaped(by_count(report.summary.total.fail_kinds))));
  return listed("Findings", items);
}

Lines gaps(const record::Statement& statement) {
  Lines items;
  for (const std::string& gap : statement.gaps) items.push_back(escaped(gap));
  return listed("Known gaps", items);
}

void append(Lines& lines, const Lines& more) {
  if (more.empty()) return;
  lines.insert(lines.end(), more.begin(), more.end());
  lines.push_back("");
}

std::string files(const record::RunHeader& run) {
  return fmt::format("Everything behind this page: statement.json, records.jsonl, findings.json; spec {}, backend {}, seed {}.",
                     escaped(run.spec_hash.substr(0, 12)), escaped(run.backend_hash.substr(0, 12)), run.seed);
}

}  // namespace

std::string markdown_summary(const RunReport& report) {
  const record::Statement& statement = report.statement;
  Lines head = {fmt::format("## PTO-CTS: {}, level {}", record::name(statement.kind), level_text(statement.level)), "", escaped(statement.sentence)};
  Lines reasons = statement.reasons;
  if (reasons.size() > kReasons) reasons[kReasons - 1] = fmt::format("{}; {} more reasons", reasons[kReasons - 1], reasons.size() - kReasons), reasons.resize(kReasons);
  for (const std::string& reason : reasons) head.push_back("- no certificate: " + escaped(reason));
  if (!statement.waivers.empty()) {
    std::uint64_t waived = 0;
    for (const record::Waiver& waiver : statement.waivers) waived += waiver.waived;
    head.push_back(fmt::format("- {}, {} waived: see statement.json", counted(statement.waivers.size(), "waiver"), counted(waived, "case")));
  }
  head.push_back("");
  if (!statement.profiles.empty()) append(head, levels_table(statement));
  Lines tail;
  append(tail, findings(report));
  append(tail, gaps(statement));
  tail.push_back(files(statement.run));
  Lines lines = head;
  if (!report.summary.rows.empty()) append(lines, counts_table(report.summary, kMarkdownLines - head.size() - tail.size() - 1));
  lines.insert(lines.end(), tail.begin(), tail.end());
  return joined(lines, "\n") + "\n";
}

}  // namespace pto_cts::reports
