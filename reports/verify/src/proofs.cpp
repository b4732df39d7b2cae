// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "verification.h"

namespace pto_cts::reports {
namespace {

constexpr std::string_view kProofs = "proofs/";
constexpr std::string_view kDomains = "proofs/domain/";

std::string path_of(const terms::Instruction& instruction, Profile profile) {
  return fmt::format("{}{}.{}.smt2", kDomains, name(profile), terms::id_prefix(instruction));
}

void check_domains(Verification& v) {
  std::set<std::string> wanted;
  for (const terms::Instruction& instruction : *v.package.report.instructions) {
    const auto& mnemonics = v.package.header.instructions;
    if (std::find(mnemonics.begin(), mnemonics.end(), instruction.mnemonic) == mnemonics.end()) continue;
    for (const Profile profile : v.package.header.profiles) {
      const std::string path = path_of(instruction, profile);
      wanted.insert(path);
      if (!v.package.has(path)) v.objections.add("proofs", path + ": missing; it is the legal domain that verdicts follow from");
      else if (record::read_file(v.package.folder / path) != v.means.domain_script(instruction, profile))
        v.objections.add("proofs", path + ": is not the legal domain of this suite");
    }
  }
  for (const auto& [path, digest] : v.package.manifest.files)
    if (path.starts_with(kDomains) && !wanted.contains(path)) v.objections.add("proofs", path + ": is the domain of nothing that was planned");
}

// That something is proved of everything that was planned. What it says is compared where the proofs are made again.
void check_extent(Verification& v) {
  std::set<std::pair<std::string, std::string>> proved;
  for (const record::ProofRecord& proof : v.package.report.proofs.obligations) proved.emplace(proof.instruction, proof.profile);
  for (const std::string& mnemonic : v.package.header.instructions)
    for (const Profile profile : v.package.header.profiles)
      if (!proved.contains({mnemonic, std::string(name(profile))}))
        v.objections.add("proofs", fmt::format("proofs/results.json: nothing is proved of {} on {}", mnemonic, name(profile)));
}

void compare_results(Verification& v, const record::ProofFile& here) {
  const record::ProofFile& there = v.package.report.proofs;
  if (there == here) return;
  const auto compare = [&](const auto& shipped, const auto& made, const char* what) {
    for (std::size_t i = 0; i < std::max(shipped.size(), made.size()); ++i) {
      const std::string id = i < shipped.size() ? shipped[i].id : made[i].id;
      if (i >= shipped.size()) v.objections.add("proofs", fmt::format("proofs/results.json: {}: the {} is left out", id, what));
      else if (i >= made.size()) v.objections.add("proofs", fmt::format("proofs/results.json: {}: this suite has no such {}", id, what));
      else if (!(shipped[i] == made[i])) v.objections.add("proofs", fmt::format("proofs/results.json: {}: the {} is {}, this suite says {}{}", id, what,
                                                                                shipped[i].status, made[i].status,
                                                                                shipped[i].status == made[i].status ? " otherwise" : ""));
    }
  };
  compare(there.obligations, here.obligations, "obligation");
  compare(there.cells, here.cells, "cell");
}

bool is_script(std::string_view path) { return path.starts_with(kProofs) && !path.starts_with(kDomains) && path.ends_with(".smt2"); }

void compare_scripts(Verification& v, const std::map<std::string, std::string>& made) {
  for (const auto& [file, text] : made) {
    const std::string path = std::string(kProofs) + file;
    if (!v.package.has(path)) v.objections.add("proof scripts", path + ": missing; this suite asks it");
    else if (record::read_file(v.package.folder / path) != text) v.objections.add("proof scripts", path + ": is not what this suite asks");
  }
  for (const auto& [path, digest] : v.package.manifest.files)
    if (is_script(path) && !made.contains(path.substr(kProofs.size()))) v.objections.add("proof scripts", path + ": this suite asks no such questions");
}

}  // namespace

void check_proofs(Verification& v) {
  if (!v.package.report.instructions) return;
  if (v.means.domain_script) check_domains(v);
  if (!v.package.has("proofs/results.json")) return;
  check_extent(v);
  if (!v.options.full) v.result.notes.emplace_back("proof scripts and results not proved again: --full does");
  if (!v.options.full || !v.means.proofs) return;
  try {
    const MadeProofs made = v.means.proofs(v.package.header);
    compare_results(v, made.results);
    compare_scripts(v, made.scripts);
  } catch (const record::BadInput& error) {
    v.objections.add("proofs", std::string("proofs/results.json: cannot be made again: ") + error.what());
  }
}

}  // namespace pto_cts::reports
