// SPDX-License-Identifier: MIT
#include "job.h"

#include <algorithm>

#include "pto_cts/generators/domain.h"

namespace pto_cts::proofs {
namespace {

JobRuns decide_cells(const Job& job, const terms::Readings& readings) {
  const terms::Instruction resolved = terms::under(*job.instruction, readings);
  std::vector<smt::CellQuestion> questions;
  for (generators::LegalCell& cell : generators::legal_cells(resolved, job.profile))
    questions.push_back({std::move(cell.id), std::move(cell.predicates)});
  JobRuns runs;
  runs.decisions = smt::decide_cells(resolved, job.profile, questions);
  const std::string profile(pto_cts::name(job.profile));
  for (const smt::CellDecision& decision : runs.decisions.decisions)
    runs.cells.push_back({profile + "/" + terms::id_prefix(resolved) + "/" + decision.id, resolved.mnemonic, profile,
                          decision.answer, decision.because});
  return runs;
}

std::string question(const std::string& id, const smt::Query& query) {
  return "; " + id + "\n(push 1)\n(assert " + query.assertion + ")\n(set-info :status " + std::string(name(query.answer)) +
         ")\n(check-sat)\n(pop 1)\n";
}

}  // namespace

bool alike(const terms::Instruction& instruction, Profile a, Profile b) {
  const auto is_of_one = [](const auto& rule) { return rule.scope != terms::Scope::common; };
  const auto names_one = [&](const terms::Dispute& dispute) {
    return std::ranges::any_of(dispute.turns_on, [&](const std::string& what) {
      return what.starts_with(std::string(name(a)) + "/") || what.starts_with(std::string(name(b)) + "/");
    });
  };
  return std::ranges::none_of(instruction.clauses, is_of_one) && std::ranges::none_of(instruction.core, is_of_one) &&
         std::ranges::none_of(instruction.disputes, names_one);
}

JobResult renamed(JobResult result, const Job& from, const Job& to) {
  const std::string old_name(name(from.profile)), new_name(name(to.profile));
  const auto rename = [&](std::string& id) { id.replace(0, old_name.size(), new_name); };
  for (smt::Obligation& obligation : result.obligations) {
    rename(obligation.id);
    obligation.profile = new_name;
  }
  for (Cell& cell : result.cells) {
    rename(cell.id);
    cell.profile = new_name;
  }
  Scripts scripts;
  for (auto& [file, text] : result.scripts) {
    const std::string old_mark = "\n; " + old_name + "/", new_mark = "\n; " + new_name + "/";
    for (std::size_t at = 0; (at = text.find(old_mark, at)) != std::string::npos; at += new_mark.size())
      text.replace(at, old_mark.size(), new_mark);
    std::string new_file = file;
    rename(new_file);
    scripts.emplace(std::move(new_file), std::move(text));
  }
  result.scripts = std::move(scripts);
  return result;
}

std::string name_of(const Job& job) {
  const std::string who = terms::id_prefix(*job.instruction);
  switch (job.kind) {
    case Job::Kind::across: return "all-" + who;
    case Job::Kind::cells: return std::string(pto_cts::name(job.profile)) + "-" + who + "-cells";
    case Job::Kind::profile: break;
  }
  return std::string(pto_cts::name(job.profile)) + "-" + who;
}

JobRuns do_job(const Job& job, const terms::Readings& readings, std::vector<std::string> groups) {
  if (job.kind == Job::Kind::cells) return decide_cells(job, readings);
  smt::ProofOptions options;
  options.groups = std::move(groups);
  options.readings = readings;
  JobRuns runs;
  runs.proofs = job.kind == Job::Kind::across ? smt::prove_across_profiles(*job.instruction, options)
                                              : smt::prove(*job.instruction, job.profile, options);
  return runs;
}

Scripts scripts_of(const Job& job, const JobRuns& runs) {
  Scripts scripts;
  const auto add = [&](const std::string& part, std::string text) { scripts[name_of(job) + part + ".smt2"] = std::move(text); };
  for (const smt::ProofRun& run : runs.proofs) {
    std::string shared;
    std::size_t alone = 0;
    for (const smt::Obligation& obligation : run.obligations)
      for (const smt::Query& query : obligation.queries) {
        if (query.script.empty()) shared += question(obligation.id, query);
        else add("-" + run.name + "-" + std::to_string(++alone), query.script + question(obligation.id, query));
      }
    if (!shared.empty()) add("-" + run.name, run.script + shared);
  }
  if (runs.cells.empty()) return scripts;
  std::string shared = runs.decisions.script;
  for (std::size_t i = 0; i < runs.cells.size(); ++i) shared += question(runs.cells[i].id, runs.decisions.queries[i]);
  add("", shared);
  return scripts;
}

}  // namespace pto_cts::proofs
