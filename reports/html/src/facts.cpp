// SPDX-License-Identifier: MIT
// Coverage, proofs, environment.
#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>

#include "parts.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::reports::html {
namespace {

using Key = std::tuple<std::string, std::size_t, std::string>;  // Instruction, place of the profile among all, profile.

struct Covered {
  record::CellCounts counts;
  std::vector<std::string> open;  // Feasible cells of which no case ran.
};

Key key_of(const record::ProofCell& cell) {
  const auto profile = parse_profile(cell.profile);
  return {cell.instruction, profile ? static_cast<std::size_t>(*profile) : kAllProfiles.size(), cell.profile};
}

bool has_run(record::Judgement judgement) {
  return judgement == record::Judgement::pass || judgement == record::Judgement::fail || judgement == record::Judgement::undecided;
}

// "a5/tmuls/legal/f32/...", as proofs name their cells.
std::set<std::string> cells_run(const RunReport& report) {
  std::map<std::string, std::string> prefixes;
  for (const terms::Instruction& instruction : *report.instructions) prefixes[instruction.mnemonic] = terms::id_prefix(instruction);
  std::set<std::string> cells;
  for (const record::Result& result : report.results)
    if (has_run(result.judgement)) cells.insert(fmt::format("{}/{}/{}", pto_cts::name(result.profile), prefixes[result.instruction], result.cell));
  return cells;
}

Data named(std::string_view key, std::string_view value) {
  Data item = object();
  set(item, "key", key);
  set(item, "value", value.empty() ? "not given" : value);
  return item;
}

Data table(std::string_view heading, const std::vector<record::NamedText>& texts) {
  Data item = object();
  set(item, "heading", heading);
  std::vector<Data> rows;
  for (const record::NamedText& text : texts) rows.push_back(named(text.key, text.value));
  set_list(item, "rows", std::move(rows));
  return item;
}

std::string joined_profiles(const std::vector<Profile>& profiles) {
  std::string text;
  for (const Profile profile : profiles) text += (text.empty() ? "" : ", ") + std::string(pto_cts::name(profile));
  return text;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace

void add_coverage(Data& page, const RunReport& report) {
  const record::CellCounts& cells = report.statement.cells;
  set(page, "cells_feasible", cells.feasible);
  set(page, "cells_covered", cells.covered);
  set(page, "cells_infeasible", cells.infeasible);
  set(page, "cells_unknown", cells.unknown);
  const std::set<std::string> run = cells_run(report);
  std::map<Key, Covered> rows;
  for (const record::ProofCell& cell : report.proofs.cells) {
    Covered& row = rows[key_of(cell)];
    if (cell.status == "infeasible") ++row.counts.infeasible;
    else if (cell.status != "feasible") ++row.counts.unknown;
    else if (++row.counts.feasible, run.contains(cell.id)) ++row.counts.covered;
    else row.open.push_back(cell.id);
  }
  std::vector<Data> items, open;
  for (const auto& [key, row] : rows) {
    Data item = object();
    set(item, "instruction", std::get<0>(key));
    set(item, "profile", std::get<2>(key).empty() ? "all" : std::get<2>(key));
    set(item, "feasible", row.counts.feasible);
    set(item, "covered", row.counts.covered);
    set(item, "infeasible", row.counts.infeasible);
    set(item, "unknown", row.counts.unknown);
    set(item, "open_count", row.open.size());
    items.push_back(std::move(item));
    if (row.open.empty()) continue;
    Data list = object();
    set(list, "heading", fmt::format("{} on {}: {} not covered", std::get<0>(key), std::get<2>(key), counted(row.open.size(), "cell")));
    set_lines(list, "cells", row.open);
    open.push_back(std::move(list));
  }
  set_flag(page, "has_coverage", !items.empty());
  set_list(page, "coverage", std::move(items));
  set_flag(page, "has_open", !open.empty());
  set_list(page, "open", std::move(open));
}

void add_proofs(Data& page, const RunReport& report) {
  std::map<std::string, record::ProofCounts> families;
  std::vector<Data> refuted, disputed, unknown;
  for (const record::ProofRecord& proof : report.proofs.obligations) {
    record::ProofCounts& counts = families[proof.family];
    if (proof.status == "proved") {
      ++counts.proved;
      continue;
    }
    const bool is_refuted = proof.status == "refuted", is_disputed = is_refuted && !proof.dispute.empty();
    ++(is_disputed ? counts.disputed : is_refuted ? counts.refuted : counts.unknown);
    (is_disputed ? disputed : is_refuted ? refuted : unknown).push_back(proof_item(proof));
  }
  std::vector<Data> rows;
  for (const auto& [family, counts] : families) {
    Data row = object();
    set(row, "family", family);
    set(row, "proved", counts.proved);
    set(row, "disputed", counts.disputed);
    set(row, "refuted", counts.refuted);
    set(row, "unknown", counts.unknown);
    rows.push_back(std::move(row));
  }
  const record::ProofCounts& total = report.statement.proofs;
  set(page, "proofs_sentence", fmt::format("{} proved, {} refuted as a recorded dispute says, {} refuted otherwise, {} unknown.", grouped(total.proved),
                                           grouped(total.disputed), grouped(total.refuted), grouped(total.unknown)));
  set_flag(page, "has_families", !rows.empty());
  set_list(page, "families", std::move(rows));
  std::vector<Data> lists;
  const auto list = [&](std::vector<Data> proofs, const char* heading, bool open) {
    if (proofs.empty()) return;
    Data item = object();
    set(item, "heading", fmt::format("{}: {}", heading, proofs.size()));
    set_flag(item, "is_open", open);
    set_list(item, "proofs", std::move(proofs));
    lists.push_back(std::move(item));
  };
  list(std::move(refuted), "Refuted", true);
  list(std::move(unknown), "Unknown", true);
  list(std::move(disputed), "Refuted as a recorded dispute says", false);
  set_list(page, "proof_lists", std::move(lists));
}

void add_environment(Data& page, const RunReport& report) {
  const record::RunHeader& run = report.statement.run;
  std::vector<Data> rows;
  const std::pair<const char*, std::string> facts[] = {{"suite version", run.suite_version},
                                                       {"spec hash", run.spec_hash},
                                                       {"generator epoch", std::to_string(run.generator_epoch)},
                                                       {"backend", run.backend},
                                                       {"backend version", run.backend_version},
                                                       {"backend hash", run.backend_hash},
                                                       {"instructions", joined(run.instructions)},
                                                       {"profiles", joined_profiles(run.profiles)},
                                                       {"interpretations", run.interpretations.empty() ? "the defaults" : joined(run.interpretations)},
                                                       {"seed", std::to_string(run.seed)},
                                                       {"cases asked for", grouped(run.cases_requested)},
                                                       {"cases planned", grouped(run.planned_total)}};
  for (const auto& [key, value] : facts) rows.push_back(named(key, value));
  set_list(page, "run_facts", std::move(rows));
  std::vector<Data> tables;
  if (!report.environment.backend.empty()) tables.push_back(table("Backend", report.environment.backend));
  for (std::size_t i = 0; i < report.environment.machines.size(); ++i)
    tables.push_back(table(report.environment.machines.size() == 1 ? "Machine" : fmt::format("Machine {}", i + 1), report.environment.machines[i]));
  set_list(page, "environment", std::move(tables));
  set_flag(page, "has_remarks", !report.environment.remarks.empty());
  set_lines(page, "remarks", report.environment.remarks);
}

}  // namespace pto_cts::reports::html
