// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "parts.h"
#include "pto_cts/record/statement.h"

namespace pto_cts::reports::html {
namespace {

using record::Standing;

constexpr std::size_t kShownGaps = 7;  // So that the first screen holds what follows.

Mark mark_of_standing(Standing standing) {
  switch (standing) {
    case Standing::conforms: return {"pass", "✓", ""};
    case Standing::conforms_with_waivers: return {"partly", "◐", ""};
    case Standing::does_not_conform: return {"fail", "✗", ""};
    case Standing::not_observed: return {"undecided", "?", ""};
    case Standing::not_judged: return {"none", "–", ""};
  }
  return {};
}

std::string level_text(const std::optional<int>& level) { return level ? fmt::format("level {}", *level) : "no level"; }

std::string diagnostics_text(const record::DiagnosticCounts& counts) {
  if (counts.rejections == 0) return {};
  if (counts.silent + counts.varying + counts.vague == 0) return counted(counts.rejections, "rejection") + ", each with a text that names what is broken";
  return fmt::format("{}: {} without a text, {} whose text varies, {} whose text names nothing of a broken clause",
                     counted(counts.rejections, "rejection"), grouped(counts.silent), grouped(counts.varying), grouped(counts.vague));
}

Data profile_item(const record::ProfileStatement& statement) {
  Data item = object();
  set(item, "profile", pto_cts::name(statement.profile));
  set(item, "level", level_text(statement.level));
  set(item, "capped", statement.capped_by);
  std::vector<Data> dimensions;
  for (const record::DimensionStanding& one : statement.dimensions) {
    Data dimension = object();
    set(dimension, "dimension", record::name(one.dimension));
    set(dimension, "standing", record::name(one.standing));
    set(dimension, "css", mark_of_standing(one.standing).css);
    set(dimension, "sign", mark_of_standing(one.standing).sign);
    std::vector<std::string> why = one.why;
    if (one.dimension == record::Dimension::diagnostic && one.standing != Standing::not_observed)
      if (const std::string text = diagnostics_text(statement.diagnostics); !text.empty()) why.push_back(text);
    set_flag(dimension, "has_why", !why.empty());
    set_lines(dimension, "why", why);
    dimensions.push_back(std::move(dimension));
  }
  set_list(item, "dimensions", std::move(dimensions));
  return item;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return {};
  const std::uint64_t tenths = part * 1000 / whole;  // Rounded down, so that only all of them are 100 %.
  if (part > 0 && tenths == 0) return "less than 0.1%";
  return fmt::format("{}.{}%", tenths / 10, tenths % 10);
}

void add_figures(Data& page, const record::Counts& counts) {
  struct Figure {
    const char* word;
    std::uint64_t count;
    std::uint64_t of;
    const char* whole;
    record::Judgement judgement;
    bool has_link;
  };
  using record::Judgement;
  const Figure figures[] = {
      {"planned", counts.planned, 0, "", Judgement::pass, false},
      {"run", counts.run, counts.planned, "planned", Judgement::pass, false},
      {"pass", counts.pass, counts.run, "run", Judgement::pass, true},
      {"fail", counts.fail, counts.run, "run", Judgement::fail, true},
      {"undecided", counts.undecided, counts.run, "run", Judgement::undecided, true},
      {"not supported", counts.not_supported, counts.planned, "planned", Judgement::not_supported, true},
      {"not expressible", counts.not_expressible, counts.planned, "planned", Judgement::not_expressible, true},
      {"not run", counts.not_run, counts.planned, "planned", Judgement::not_run, true}};
  std::vector<Data> items;
  for (const Figure& figure : figures) {
    Data item = object();
    set(item, "word", figure.word);
    set(item, "count", figure.count);
    set(item, "share", *figure.whole == 0 ? std::string() : fmt::format("{} of {}", percent(figure.count, figure.of), figure.whole));
    const bool marked = figure.has_link && figure.count > 0;
    set_flag(item, "marked", marked);
    set(item, "css", mark_of(figure.judgement).css);
    set(item, "sign", mark_of(figure.judgement).sign);
    const std::pair<std::string_view, std::string_view> filter[] = {{"judgement", record::name(figure.judgement)}};
    set(item, "href", link(filter));
    items.push_back(std::move(item));
  }
  set_list(page, "figures", std::move(items));
  set(page, "vacuous", counts.vacuous == 0 ? std::string() : fmt::format("{} could not have shown a fault: no element of the result is judged.", counted(counts.vacuous, "case")));
  std::vector<Data> kinds;
  for (const auto* table : {&counts.fail_kinds, &counts.undecided_reasons})
    for (const auto& [word, count] : *table) {
      Data item = object();
      const record::Judgement judgement = table == &counts.fail_kinds ? record::Judgement::fail : record::Judgement::undecided;
      set(item, "word", word.empty() ? "no reason given" : word);
      set(item, "count", count);
      set(item, "judgement", record::name(judgement));
      set(item, "css", mark_of(judgement).css);
      set(item, "sign", mark_of(judgement).sign);
      const std::pair<std::string_view, std::string_view> filter[] = {{"judgement", record::name(judgement)}, {"detail", word}};
      set(item, "href", link(filter));
      kinds.push_back(std::move(item));
    }
  set_flag(page, "has_kinds", !kinds.empty());
  set_list(page, "kinds", std::move(kinds));
}

}  // namespace

void add_statement(Data& page, const RunReport& report) {
  const record::Statement& statement = report.statement;
  const record::RunHeader& run = statement.run;
  set(page, "backend", run.backend.empty() ? "a backend without a name" : run.backend);
  set(page, "backend_version", run.backend_version);
  set(page, "sentence", statement.sentence);
  set(page, "package", record::name(statement.kind));
  const bool certificate = statement.kind == record::PackageKind::certificate;
  set(page, "package_means", certificate ? "Everything that the suite has for the profiles was planned, run and proved."
                             : statement.kind == record::PackageKind::reduced ? "It says what was found. It certifies nothing."
                                                                              : "The run has not ended. It certifies nothing.");
  set(page, "package_css", certificate ? "none" : "undecided");
  set_flag(page, "has_reasons", !statement.reasons.empty());
  set_lines(page, "reasons", statement.reasons);
  set(page, "conforms", statement.conforms ? "conforms" : "does not conform");
  set(page, "conforms_css", statement.conforms ? "pass" : "fail");
  set(page, "conforms_sign", statement.conforms ? "✓" : "✗");
  set(page, "level", level_text(statement.level));
  std::vector<Data> profiles;
  for (const record::ProfileStatement& profile : statement.profiles) profiles.push_back(profile_item(profile));
  set_flag(page, "has_profiles", !profiles.empty());
  set_list(page, "profiles", std::move(profiles));
  add_figures(page, statement.counts);
  const std::span<const std::string> gaps = statement.gaps;
  const std::size_t shown = std::min(gaps.size(), kShownGaps);
  set_flag(page, "has_gaps", !gaps.empty());
  set_lines(page, "gaps", gaps.first(shown));
  set_flag(page, "has_more_gaps", shown < gaps.size());
  set(page, "more_gaps_count", counted(gaps.size() - shown, "further gap"));
  set_lines(page, "more_gaps", gaps.subspan(shown));
  std::vector<Data> waivers;
  for (const record::Waiver& waiver : statement.waivers) {
    Data item = object();
    set(item, "cases", waiver.cases);
    set(item, "kind", waiver.kind.empty() ? "every kind" : waiver.kind);
    set(item, "rationale", waiver.rationale);
    set(item, "waived", waiver.waived);
    waivers.push_back(std::move(item));
  }
  set_flag(page, "has_waivers", !waivers.empty());
  set_list(page, "waivers", std::move(waivers));
  std::vector<Data> readings;
  for (const std::string& reading : run.interpretations) {
    Data item = object();
    set(item, "reading", reading);
    for (const terms::Instruction& instruction : *report.instructions)
      for (const terms::Dispute& dispute : instruction.disputes)
        for (const terms::Alternative& alternative : dispute.alternatives)
          if (alternative.reading == reading) set(item, "meaning", alternative.meaning);
    readings.push_back(std::move(item));
  }
  set_flag(page, "has_readings", !readings.empty());
  set_list(page, "readings", std::move(readings));
}

}  // namespace pto_cts::reports::html
