// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "pto_cts/certificate/statement.h"

namespace pto_cts::reports {
namespace {

using record::Statement;

// Backends and users have the word in some of this: nothing of theirs becomes markup.
std::string plain(std::string_view text) {
  std::string escaped;
  for (const char c : text) switch (c) {
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '&': escaped += "&amp;"; break;
      default:
        if (std::string_view("\\`*[]|#!~").find(c) != std::string_view::npos) escaped += '\\';
        escaped += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  return escaped;
}

std::string list(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "- " + plain(line) + "\n";
  return text;
}

std::string level_text(const std::optional<int>& level) { return level ? std::to_string(*level) : "none"; }

std::string profiles_table(const Statement& statement) {
  std::string text = "| profile | level | semantic | legality | ordering | diagnostic | next level |\n|---|---|---|---|---|---|---|\n";
  for (const record::ProfileStatement& profile : statement.profiles) {
    text += fmt::format("| {} | {} |", plain(name(profile.profile)), level_text(profile.level));
    for (const record::DimensionStanding& one : profile.dimensions) text += fmt::format(" {} |", name(one.standing));
    for (std::size_t i = profile.dimensions.size(); i < 4; ++i) text += " |";
    text += fmt::format(" {} |\n", plain(profile.capped_by));
  }
  return text;
}

std::string diagnostics_table(const Statement& statement) {
  std::string text = "| profile | rejections | without text | text varies | names nothing of the clause |\n|---|---|---|---|---|\n";
  for (const record::ProfileStatement& profile : statement.profiles) {
    const record::DiagnosticCounts& said = profile.diagnostics;
    text += fmt::format("| {} | {} | {} | {} | {} |\n", plain(name(profile.profile)), said.rejections, said.silent, said.varying, said.vague);
  }
  return text;
}

std::string waivers_table(const Statement& statement) {
  if (statement.waivers.empty()) return "None.\n";
  std::string text = "| cases | kind | waived | rationale |\n|---|---|---|---|\n";
  for (const record::Waiver& waiver : statement.waivers)
    text += fmt::format("| {} | {} | {} | {} |\n", plain(waiver.cases), waiver.kind.empty() ? "any" : plain(waiver.kind), waiver.waived, plain(waiver.rationale));
  return text;
}

std::string names_of(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& one : names) text += (text.empty() ? "" : ", ") + plain(one);
  return text.empty() ? "none" : text;
}

}  // namespace

std::string statement_page(const Statement& statement) {
  const record::RunHeader& run = statement.run;
  const record::Counts& counts = statement.counts;
  std::string profiles;
  for (const Profile profile : run.profiles) profiles += (profiles.empty() ? "" : ", ") + plain(name(profile));
  std::string text = fmt::format("# PTO-CTS: {}\n\n{}\n\n", name(statement.kind), plain(statement.sentence));
  if (!statement.reasons.empty()) text += "It is no certificate:\n\n" + list(statement.reasons) + "\n";
  text += fmt::format("Level: **{}**\n\n", level_text(statement.level)) + profiles_table(statement);
  text += "\n## What was run\n\n| | |\n|---|---|\n";
  text += fmt::format("| backend | {} |\n| its version | {} |\n| its hash | {} |\n", plain(run.backend),
                      run.backend_version.empty() ? "not said" : plain(run.backend_version), run.backend_hash);
  text += fmt::format("| suite | {} |\n| spec | {} |\n| profiles | {} |\n| instructions | {} |\n| readings | {} |\n| seed | {} |\n",
                      plain(run.suite_version), run.spec_hash, profiles, names_of(run.instructions),
                      run.interpretations.empty() ? "the defaults" : names_of(run.interpretations), run.seed);
  text += fmt::format("\n{} cases were planned: {} pass, {} fail, {} undecided, {} not supported, {} not expressible, {} not run. "
                      "{} passes would prove nothing.\n",
                      counts.planned, counts.pass, counts.fail, counts.undecided, counts.not_supported, counts.not_expressible,
                      counts.not_run, counts.vacuous);
  text += fmt::format("\nOf {} cells that can be filled, {} were; {} cannot, by proof; {} are not decided. Of the proof obligations, {} are "
                      "proved, {} refuted as recorded disputes say, {} refuted otherwise, {} open.\n",
                      statement.cells.feasible, statement.cells.covered, statement.cells.infeasible, statement.cells.unknown,
                      statement.proofs.proved, statement.proofs.disputed, statement.proofs.refuted, statement.proofs.unknown);
  text += "\n## Rejections\n\n" + diagnostics_table(statement);
  text += "\n## Known gaps\n\n" + list(statement.gaps);
  text += "\n## Waived deviations\n\n" + waivers_table(statement);
  text += "\n## Why\n\n";
  for (const record::ProfileStatement& profile : statement.profiles)
    for (const record::DimensionStanding& one : profile.dimensions)
      for (const std::string& why : one.why) text += fmt::format("- {}, {}, {}: {}\n", plain(name(profile.profile)), name(one.dimension), name(one.standing), plain(why));
  text += "\nThe rules of levels and dimensions are in docs/certification.md of the suite; `pto-cts verify` and\n`verify_independent.py` check this package.\n";
  return text;
}

}  // namespace pto_cts::reports
